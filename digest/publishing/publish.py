"""Publishes a report to all targets of a run, side by side. One that fails fails none of the others."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Hashable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal

from digest.errors import DigestError, OutOfTime, Unreachable
from digest.model import Value
from digest.publishing.desk import Desk
from digest.publishing.place import Change, Moved, Place, Status
from digest.publishing.targets import (
    CommitTarget,
    DiscussionTarget,
    FolderTarget,
    PullRequestTarget,
    S3Target,
    Target,
)
from digest.rendering.record import Publication
from digest.rendering.report import Report

STAGE = "publishing"
LOOKS = 8
"""How often a target is looked at anew before it is given up."""
LONGEST_WAIT = 20.0


class Preview(Value):
    """What publishing to a target would change, or why it would fail."""

    target: str
    status: Literal["created", "updated", "unchanged", "failed"]
    changes: tuple[Change, ...] = ()
    url: str | None = None
    error: str = ""


async def publish(targets: Sequence[Target], report: Report, desk: Desk) -> tuple[Publication, ...]:
    """What each target did, in their order. Raises nothing: a failure is a publication that failed."""
    desk.progress.start(STAGE, len(targets))
    turns = _Turns()
    done = await asyncio.gather(*(_published(target, report, desk, turns) for target in targets))
    failed = sum(one.status == "failed" for one in done)
    desk.progress.finish(STAGE, f"{len(done) - failed} of {len(done)} targets")
    return tuple(done)


async def preview(targets: Sequence[Target], report: Report, desk: Desk) -> tuple[Preview, ...]:
    """What `publish` would change, for each target. Nothing is changed."""
    return tuple(await asyncio.gather(*(_previewed(target, report, desk) for target in targets)))


@dataclass(frozen=True)
class _Turns:
    """One after the other for targets that are one thing; who comes after another finds it done."""

    locks: defaultdict[Hashable, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    done: dict[Hashable, str | None] = field(default_factory=dict)

    async def take(self, place: Place, report: Report, desk: Desk) -> tuple[Status, str | None]:
        thing = type(place), await place.thing()
        async with self.locks[thing]:
            if thing in self.done:
                return "unchanged", self.done[thing]
            status, self.done[thing] = await _settled(place, report, desk)
            return status, self.done[thing]


async def _published(target: Target, report: Report, desk: Desk, turns: _Turns) -> Publication:
    try:
        async with opened(target, desk) as place:
            status, url = await turns.take(place, report, desk)
        desk.progress.advance(STAGE)
        return Publication(target=str(target), status=status, url=url)
    except Exception as error:
        told = _told(error)
        desk.progress.warn(f"--publish {target}: {told}")
        passing = isinstance(error, DigestError) and error.passing
        return Publication(target=str(target), status="failed", error=told, passing=passing)


async def _previewed(target: Target, report: Report, desk: Desk) -> Preview:
    try:
        async with opened(target, desk) as place:
            plan = await place.plan(report)
            return Preview(target=str(target), status=plan.status, changes=plan.changes, url=plan.url)
    except Moved as moved:
        return Preview(target=str(target), status="failed", error=moved.reason)
    except Exception as error:
        return Preview(target=str(target), status="failed", error=_told(error))


def _told(error: Exception) -> str:
    if isinstance(error, DigestError):
        return str(error).removeprefix("--publish: ")
    return " ".join(f"internal error: {type(error).__name__}: {error}".split())


async def _settled(place: Place, report: Report, desk: Desk) -> tuple[Status, str | None]:
    """Looks and changes until nothing differs. Raises RemoteError when it goes on moving, or time is over.

    What the first look found says what this publication did, however often a change had to be tried.
    """
    status: Status = "unchanged"
    trouble = ""
    for attempt in range(LOOKS):
        try:
            plan = await place.plan(report)
            status = plan.status if status == "unchanged" else status
            if not plan.changes:
                return status, plan.url
            desk.deadline.check("publishing")
            return status, await plan.act() or plan.url
        except Moved as moved:
            trouble = moved.reason
        pause = min(LONGEST_WAIT, 0.5 * 2.0**attempt) * desk.patience.random.uniform(0.5, 1.0)
        if not desk.deadline.allows(pause):
            raise OutOfTime(f"{trouble}, and the deadline leaves no time to try again; raise --deadline")
        await desk.patience.sleep(pause)
    raise Unreachable(f"{trouble}, and went on so {LOOKS} times; run again later")


@asynccontextmanager
async def opened(target: Target, desk: Desk) -> AsyncIterator[Place]:
    """The target, with its connections closed at the end of the block. Each kind is imported when it is used."""
    match target:
        case FolderTarget():
            from digest.publishing.folder import Folder

            yield Folder(target.path, desk.site)
        case S3Target():
            from digest.publishing.s3 import Shelf

            yield await Shelf.open(target, desk)
        case DiscussionTarget():
            from digest.publishing.discussion import Discussion

            async with Discussion.open(target, desk) as discussion:
                yield discussion
        case PullRequestTarget():
            from digest.publishing.pull_request import PullRequest

            async with PullRequest.open(target, desk) as pull:
                yield pull
        case CommitTarget():
            from digest.publishing.commit import Commit

            async with Commit.open(target, desk) as commit:
                yield commit
        case _:
            raise AssertionError(f"no kind of target: {target!r}")
