"""Many days, of many repositories: each day that lacks a report gets one, as a single run would have written it.

The days of a repository are fetched in their order, since what one tells its readers to watch is looked after by those
that follow. Their pages are written and published beside that, some at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path

from pydantic import ValidationError

from digest import window as windows
from digest.deadline import Deadline
from digest.errors import (
    DigestError,
    Forbidden,
    NotFound,
    OutOfTime,
    RateLimited,
    Unauthorized,
    UsageError,
    WindowError,
)
from digest.keeping import RECORD, folder_of
from digest.model import RepositoryName
from digest.narrating import STAGE as WRITING
from digest.outcome import Outcome
from digest.pipeline import Gathered, gather_window, remember, report
from digest.progress import Progress, Silence
from digest.rendering.record import Record
from digest.settings.credentials import Credentials
from digest.settings.values import Settings
from digest.stored import is_stored
from digest.window import Window

FINAL = (Unauthorized, Forbidden, NotFound, RateLimited, OutOfTime, UsageError)
"""Of a repository whose day fails with one of these no other day is tried: it would fail for the same reason."""
ENDS = {"md": b"<!-- vllm-digest:foot -->", "html": b"</html>"}
"""What stands near the end of a page in each form."""
REACH = 16_384
"""Bytes in which a page's foot has room."""
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Work:
    """The days of one repository that are to be reported, oldest first, by its settings."""

    settings: Settings
    days: tuple[Window, ...]
    credentials: Credentials
    """Shared by all days, so that a limit or a token of one is known to the next."""


@dataclass(frozen=True)
class Done:
    """What came of one day: an outcome, or why there is none."""

    repository: RepositoryName
    day: Window
    outcome: Outcome | None = None
    error: DigestError | None = None


Tell = Callable[[Done], None]


def days(settings: Settings, since: date, until: date | None, now: datetime) -> tuple[Window, ...]:
    """The days from ``since`` to ``until``, itself not one of them; without it to the newest complete day.

    A date that a zone skipped is no day. Raises WindowError for days that are not over.
    """
    newest = windows.newest_day(now, settings.timezone, settings.day_start)
    end = until if until is not None else (newest.day or since) + _DAY
    if until is None and since >= end:
        windows.refuse_unfinished(windows.day(since, settings.timezone, settings.day_start), now, "--since")
        raise WindowError(f"--since: {since} is newer than the newest complete day, {newest.day}")
    if since >= end:
        raise WindowError("--until: must be later than --since, and is itself no part of it")
    found = windows.days(since, end, settings.timezone, settings.day_start)
    if not found:
        raise WindowError(f"--since: {settings.timezone} skipped {since} when its clocks changed")
    if until is not None:
        windows.refuse_unfinished(found[-1], now, "--until")
    return found


def is_written(settings: Settings, day: Window) -> bool:
    """Whether the day's report stands below ``--out``: whole, with its data, of this window, in all its languages.

    One that lacks what a model was to write counts as none where a model is to write.
    """
    folder = folder_of(settings.out, settings.repository, day)
    pages = [(f"report.{language}.{form}", end) for language in settings.languages for form, end in ENDS.items()]
    if not all(_is_whole(folder / name, end) for name, end in pages):
        return False
    try:
        made = Record.model_validate_json((folder / RECORD).read_bytes())
    except (OSError, ValidationError):
        return False
    if not is_stored(folder, settings.repository, day):
        return False
    return not (settings.uses_model and any(part.stage == WRITING for part in made.degraded))


def _is_whole(path: Path, end: bytes) -> bool:
    """Whether the page is there to its end."""
    try:
        return end in path.read_bytes()[-REACH:]
    except OSError:
        return False


@dataclass(frozen=True)
class Backfill:
    """``jobs`` days at most are under way at once. ``share`` is what the models of one day may cost, in US dollars."""

    jobs: int
    share: float | None
    now: datetime
    progress: Progress
    deadline: Deadline
    tell: Tell
    _slots: asyncio.Semaphore = field(init=False, repr=False)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_slots", asyncio.Semaphore(self.jobs))

    async def run(self, works: Sequence[Work]) -> tuple[Done, ...]:
        """What came of each day that was tried, told as it comes. Raises nothing for a day that fails."""
        found = await asyncio.gather(*(self._all(work) for work in works))
        return tuple(done for one in found for done in one)

    async def _all(self, work: Work) -> list[Done]:
        writing: list[asyncio.Task[Done]] = []
        failed: list[Done] = []
        for day in work.days:
            await self._slots.acquire()
            gathered = await self._gathered(work, day)
            if isinstance(gathered, Gathered):
                writing.append(asyncio.create_task(self._reported(gathered, day)))
                continue
            self._slots.release()
            failed.append(gathered)
            if isinstance(gathered.error, FINAL):
                break
        return sorted([*failed, *await asyncio.gather(*writing)], key=lambda done: done.day.start)

    async def _gathered(self, work: Work, day: Window) -> Gathered | Done:
        settings = work.settings
        told = {"on": day.day, "since": None, "until": None, "max_cost": self.share, "piecewise": True}
        one = settings.model_copy(update=told)
        heard = _Warnings(self.progress, f"{settings.repository} {day.day}")
        try:
            gathered = await gather_window(
                one, now=self.now, progress=heard, deadline=self.deadline, credentials=work.credentials
            )
            await remember(gathered)
            return gathered
        except Exception as error:
            return self._told(Done(settings.repository, day, error=_of_a_day(error)))

    async def _reported(self, gathered: Gathered, day: Window) -> Done:
        repository = gathered.facts.repository
        heard = _Warnings(self.progress, f"{repository} {day.day}")
        try:
            outcome = await report(gathered, progress=heard, deadline=self.deadline, turn=self._turn)
            return self._told(Done(repository, day, outcome=outcome))
        except Exception as error:
            return self._told(Done(repository, day, error=_of_a_day(error)))
        finally:
            self._slots.release()

    def _told(self, done: Done) -> Done:
        self.tell(done)
        return done


def _of_a_day(error: Exception) -> DigestError:
    """What nobody expected costs its own day and no other."""
    return error if isinstance(error, DigestError) else DigestError(f"internal error: {type(error).__name__}: {error}")


class _Warnings(Silence):
    """The progress of one day among many: its warnings alone, with its name."""

    def __init__(self, progress: Progress, name: str) -> None:
        self._progress = progress
        self._name = name

    def warn(self, message: str) -> None:
        self._progress.warn(f"{self._name}: {message}")
