"""``commit:OWNER/REPO?branch=main``: the report's pages as files, straight on a branch."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from digest.publishing import branch
from digest.publishing.desk import Desk
from digest.publishing.place import Plan
from digest.publishing.repository import Repository
from digest.publishing.targets import CommitTarget
from digest.rendering.report import Report

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
