"""``dir:PATH``: reports in a folder, each file whole or not at all, with an index that loses nothing.

Runs at the same time take turns at the index; the lock goes with the process that holds it, however that ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from digest.errors import RemoteError
from digest.publishing import shelf, site
from digest.publishing.place import Change, Plan, Sought
from digest.rendering.index import Index
from digest.rendering.report import Report
from digest.rendering.site.build import PLAIN, Look
from digest.state import locked, write_atomically
from digest.window import Window

LOCK = ".index.lock"


@dataclass(frozen=True)
class Folder:
    root: Path
    look: Look = PLAIN

    async def thing(self) -> str:
        return str(self.root.absolute())

    async def plan(self, report: Report) -> Plan:
        return await asyncio.to_thread(self._plan, report)

    def _plan(self, report: Report) -> Plan:
        folder = self.root / report.entry.path
        with self._told():
            index = self._index(folder, report)
            changes = [*self._files(folder, site.stored(report)), *self._files(folder.parent, self._beside(index))]
            exists = (folder / shelf.REPORT).exists()
            pages = site.changes(_Ground(self.root), report, index, self.look)
        shown = (*(self._shown(*one) for one in changes), *pages)

        async def act() -> str:
            await asyncio.to_thread(self._write, folder, report)
            return str(folder)

        return Plan(exists, shown, act, str(folder))

    async def standing(self, sought: Sought) -> Mapping[Window, str]:
        return await asyncio.to_thread(self._standing, sought)

    def _standing(self, sought: Sought) -> Mapping[Window, str]:
        project = self.root / str(sought.repository)
        with self._told():
            index = shelf.read_index(_read(project / shelf.INDEX))
            listed = {one: project / one.name for one in sought.windows if one.name in index.names}
            names = {one: [path.name for path in folder.glob("report.*")] for one, folder in listed.items()}
        return {one: str(listed[one]) for one, there in names.items() if shelf.is_whole(there, sought.languages)}

    def _shown(self, path: Path, old: bytes | None, new: bytes) -> Change:
        name = str(path.relative_to(self.root))
        return Change(name=name, old=None if old is None else old.decode("utf-8", "replace"), new=new.decode())

    def _files(self, folder: Path, files: Mapping[str, bytes]) -> Iterator[tuple[Path, bytes | None, bytes]]:
        """The files that would change, with what stands there."""
        for name, data in files.items():
            old = _read(folder / name)
            if not shelf.alike(name, old, data):
                yield folder / name, old, data

    def _beside(self, index: Index) -> Mapping[str, bytes]:
        return {shelf.INDEX: index.json_bytes(), **shelf.latest(index)}

    def _index(self, folder: Path, report: Report) -> Index:
        project = folder.parent
        known = shelf.read_index(_read(project / shelf.INDEX))
        listed = [path.parent.name for path in project.glob(f"*/{shelf.REPORT}")]
        found = {name: _read(project / name / shelf.REPORT) for name in shelf.unknown(known, listed, report.entry)}
        return shelf.brought_up(known, report.entry, found, listed)

    def _write(self, folder: Path, report: Report) -> None:
        """The report first, and its ``report.json`` last of it: what the index names is there as a whole."""
        with self._told():
            files = dict(sorted(site.stored(report).items(), key=lambda item: item[0] == shelf.REPORT))
            for path, _, data in self._files(folder, files):
                write_atomically(path, data)
            with locked(folder.parent / LOCK):
                for path, _, data in self._files(folder.parent, self._beside(self._index(folder, report))):
                    write_atomically(path, data)
            site.keep_up(_Ground(self.root), report, self.look)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise RemoteError(f"{error.filename or self.root} cannot be used: {error.strerror or error}") from None


@dataclass(frozen=True)
class _Ground:
    """The folder, as the site around the reports needs it."""

    root: Path

    def read(self, path: str) -> bytes | None:
        return _read(self.root / path)

    def write(self, path: str, data: bytes) -> None:
        write_atomically(self.root / path, data)

    def folders(self, path: str) -> tuple[str, ...]:
        place = self.root / path
        return tuple(sorted(one.name for one in place.iterdir() if one.is_dir())) if place.is_dir() else ()


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
