"""``s3://BUCKET/PREFIX``: reports in a bucket, with an index that runs at the same time write in turn.

The index and what points to the newest report are written on the condition that nobody wrote them meanwhile; who loses
reads again and merges. What is the same is not written again.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from digest.errors import Forbidden, RemoteError
from digest.publishing import shelf, site
from digest.publishing.desk import Desk
from digest.publishing.place import Change, Plan, Sought
from digest.publishing.source import hidden_from
from digest.publishing.targets import S3Target
from digest.rendering.index import Index
from digest.rendering.report import Report
from digest.s3 import Bucket, Object, Taken, Waits
from digest.window import Window

TURNS = 60
"""How often a run that loses its turn at the index tries again; each time another run has won."""


@dataclass(frozen=True)
class Beside:
    """What stands beside the reports, and the index that is to stand there."""

    index: Index
    found: Mapping[str, Object | None]

    def wanted(self) -> dict[str, bytes]:
        return {shelf.INDEX: self.index.json_bytes(), **shelf.latest(self.index)}

    def differing(self) -> dict[str, bytes]:
        return {name: data for name, data in self.wanted().items() if _data(self.found[name]) != data}


BESIDE = (shelf.INDEX, "latest.json", "latest")


@dataclass(frozen=True)
class Shelf:
    target: S3Target
    bucket: Bucket
    desk: Desk

    @classmethod
    async def open(cls, target: S3Target, desk: Desk) -> Shelf:
        desk.deadline.check("publishing")
        waits = Waits().within(desk.deadline.left())
        return cls(target, await asyncio.to_thread(Bucket.open, target.location, waits), desk)

    async def thing(self) -> str:
        return str(self.target.location)

    async def plan(self, report: Report) -> Plan:
        await self._check(report)
        return await asyncio.to_thread(self._plan, report)

    def _plan(self, report: Report) -> Plan:
        there = self.bucket.keys(report.entry.path)
        files = self._differing(report, there)
        beside = self._beside(report)
        changes = [self._change(f"{report.entry.path}/{name}", old, report.files[name]) for name, old in files.items()]
        changes += [
            self._change(f"{report.repository}/{name}", _data(beside.found[name]), data)
            for name, data in beside.differing().items()
        ]
        ground = _Ground(self.bucket)
        changes += site.changes(ground, report, beside.index, self.desk.site)

        async def act() -> None:
            await asyncio.to_thread(self._write, report, list(files))
            await self._point(report, beside)
            await asyncio.to_thread(site.keep_up, ground, report, self.desk.site)

        return Plan(shelf.REPORT in there, tuple(changes), act, self._url(report.entry.path))

    async def standing(self, sought: Sought) -> Mapping[Window, str]:
        return await asyncio.to_thread(self._standing, sought)

    def _standing(self, sought: Sought) -> Mapping[Window, str]:
        """By the index, and a listing for each window that it names."""
        index = shelf.read_index(_data(self.bucket.read(f"{sought.repository}/{shelf.INDEX}")))
        listed = {one: f"{sought.repository}/{one.name}" for one in sought.windows if one.name in index.names}
        whole = (one for one in listed if shelf.is_whole(self.bucket.keys(listed[one]), sought.languages))
        return {one: self._url(listed[one]) for one in whole}

    def _url(self, path: str) -> str:
        return f"{self.target.location}/{path}/"

    async def _check(self, report: Report) -> None:
        """Raises Forbidden for a report that not everybody may see, unless only its owners can read the bucket."""
        if self.desk.allow_public:
            return
        why = await hidden_from(report, self.desk)
        if why and not await asyncio.to_thread(self.bucket.is_closed):
            raise Forbidden(
                f"{why.rstrip(',')}, and bucket {self.target.location.bucket!r} is not known to be: "
                "block its public access, or allow it with --allow-public"
            )

    def _differing(self, report: Report, there: Mapping[str, str]) -> dict[str, bytes | None]:
        """The files to write, with what stands there. Only those whose ETag is not their MD5 are read."""
        differing: dict[str, bytes | None] = {}
        for name, data in site.stored(report).items():
            if there.get(name, "").strip('"') == hashlib.md5(data, usedforsecurity=False).hexdigest():
                continue
            old = _data(self.bucket.read(f"{report.entry.path}/{name}")) if name in there else None
            if not shelf.alike(name, old, data):
                differing[name] = old
        return differing

    def _beside(self, report: Report) -> Beside:
        project = str(report.repository)
        found = {name: self.bucket.read(f"{project}/{name}") for name in BESIDE}
        known = shelf.read_index(_data(found[shelf.INDEX]))
        listed = self.bucket.folders(project)
        reports = {
            name: _data(self.bucket.read(f"{project}/{name}/{shelf.REPORT}"))
            for name in shelf.unknown(known, listed, report.entry)
        }
        return Beside(shelf.brought_up(known, report.entry, reports, listed), found)

    def _write(self, report: Report, names: list[str]) -> None:
        """``report.json`` last: what the index names is there as a whole."""
        for name in sorted(names, key=lambda name: name == shelf.REPORT):
            key = f"{report.entry.path}/{name}"
            self.bucket.write(key, report.files[name], shelf.content_type(name), shelf.cache_control(key))

    async def _point(self, report: Report, beside: Beside) -> None:
        """Brings the index and the pointers up from what was read, and reads again until nothing differs.

        The last look finds what others wrote meanwhile, so whoever writes last has seen all of it. Raises RemoteError
        after many lost turns.
        """
        wait = self.desk.patience
        for turn in range(TURNS):
            try:
                for name, data in beside.differing().items():
                    await asyncio.to_thread(self._put, report, name, data, beside.found[name])
            except Taken:
                await wait.sleep(wait.random.uniform(0.0, min(1.0, 0.02 * 2.0 ** min(turn, 6))))
            self.desk.deadline.check("publishing the index")
            beside = await asyncio.to_thread(self._beside, report)
            if not beside.differing():
                return
        raise RemoteError(f"others wrote the index of {report.repository} {TURNS} times meanwhile; run again")

    def _put(self, report: Report, name: str, data: bytes, old: Object | None) -> None:
        condition = {"IfNoneMatch": "*"} if old is None else {"IfMatch": old.etag}
        key = f"{report.repository}/{name}"
        self.bucket.write(key, data, shelf.content_type(name), shelf.cache_control(key), **condition)

    def _change(self, name: str, old: bytes | None, new: bytes) -> Change:
        return Change(name=name, old=None if old is None else old.decode("utf-8", "replace"), new=new.decode())


@dataclass(frozen=True)
class _Ground:
    """The bucket, as the site around the reports needs it."""

    bucket: Bucket

    def read(self, path: str) -> bytes | None:
        return _data(self.bucket.read(path))

    def write(self, path: str, data: bytes) -> None:
        self.bucket.write(path, data, shelf.content_type(path), shelf.cache_control(path))

    def folders(self, path: str) -> Iterable[str]:
        return self.bucket.folders(path)


def _data(found: Object | None) -> bytes | None:
    return None if found is None else found.data
