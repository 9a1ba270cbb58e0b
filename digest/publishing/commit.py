"""``commit:OWNER/REPO?branch=main``: the report's pages as files, straight on a branch."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from digest.publishing import branch, queries, traces
from digest.publishing.desk import Desk
from digest.publishing.place import Plan, Sought
from digest.publishing.repository import Repository
from digest.publishing.targets import CommitTarget
from digest.rendering.report import Report
from digest.window import Window

NEEDS = "contents: write"


@dataclass(frozen=True)
class Commit:
    target: CommitTarget
    repository: Repository

    @classmethod
    @asynccontextmanager
    async def open(cls, target: CommitTarget, desk: Desk) -> AsyncIterator[Commit]:
        async with Repository.open(target, desk, NEEDS) as repository:
            yield cls(target, repository)

    async def thing(self) -> str:
        return self.target.text

    async def standing(self, sought: Sought) -> Mapping[Window, str]:
        """By the pages on the branch."""
        place = await self.repository.here(queries.PLACE)
        name, _ = branch.named_branch(self.repository, self.target.branch, place)
        paths = [branch.paths_of(self.target, sought.repository, one.name, sought.languages) for one in sought.windows]
        found = await traces.look(self.repository, name, [traces.Trace(one) for one in paths])
        there = zip(sought.windows, paths, found, strict=True)
        return {one: branch.address(place, name, pages[0]) for one, pages, left in there if left.whole}

    async def plan(self, report: Report) -> Plan:
        files = branch.files_of(report, self.target)
        name, _ = await branch.base_branch(self.repository, self.target.branch, report)
        place, base, _ = await branch.look(self.repository, name, name, files)

        async def act() -> None:
            assert base.head is not None, "a base that is not there was refused"
            await branch.commit(self.repository, name, base.head, base.differing(files), report.headline())

        first = next(iter(files))
        return Plan(
            exists=any(base.blobs.values()),
            changes=tuple(base.changes(files)),
            act=act,
            url=branch.address(place, name, first),
        )
