"""Which days the Action has to report, and reporting them, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from digest import pipeline
from digest.deadline import Deadline
from digest.errors import DigestError, UsageError
from digest.lacking import Stock, look
from digest.outcome import Outcome
from digest.settings.values import Settings
from digest.window import newest_days
from handler import failure, previews, summary
from handler.runner import Log, Runner

_WORST = (0, 3, 1, 2)
"""Exit statuses, the worst last: what is wrong on the user's side stays so."""


@dataclass(frozen=True)
class Run:
    """A run to make. ``targets`` are those that lack an older day; the newest day is for all, whatever they are."""

    settings: Settings
    targets: frozenset[str] = frozenset()

    def is_in_vain(self, failed: set[str]) -> bool:
        """Whether nothing could be published to any of those targets just before."""
        return bool(self.targets) and self.targets <= failed


@dataclass(frozen=True)
class Due:
    """The runs to make, the oldest first. ``newest`` is where the newest day's report stands already, if it does."""

    runs: tuple[Run, ...]
    newest: tuple[str, ...] = ()
    note: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Day:
    """One run: what came of it, or why nothing did. An outcome with an error is there, and not good enough."""

    name: str
    outcome: Outcome | None
    error: Exception | None
    warnings: tuple[str, ...] = ()

    def placed(self, place: Callable[[UsageError], UsageError]) -> Day:
        """With an error that names a setting told of the place where that setting stands."""
        return replace(self, error=place(self.error)) if isinstance(self.error, UsageError) else self

    @property
    def failed(self) -> set[str]:
        """The targets to which nothing could be published."""
        told = self.outcome.publications or self.outcome.previews if self.outcome else ()
        return {one.target for one in told if one.status == "failed"}

    @property
    def status(self) -> int:
        return failure.status(self.error) if self.error else 0


@dataclass(frozen=True)
class Reporter:
    """``failed`` is told of every error as it comes; ``worded`` calls settings as they were given."""

    now: datetime
    runner: Runner
    deadline: Deadline
    failed: Callable[[Exception], None]
    worded: Callable[[str], str]

    async def due(self, settings: Settings, asked: int) -> Due:
        """The runs that ``catch-up`` asks for: of so many of the newest days those that a target lacks."""
        if not asked:
            return Due((Run(settings),))
        if why := _no_catching_up(settings):
            return Due((Run(settings),), note=f"catch-up: {why}")
        windows = newest_days(self.now, settings.timezone, settings.day_start, asked)
        log = self._log()
        stock = await look(settings, settings.repository, windows, self.deadline, log)
        older = {one: stock.lacking_at(one) for one in windows[:-1]}
        days = {one: older.get(one, frozenset()) for one in stock.lacking}
        runs = tuple(Run(settings.model_copy(update={"on": one.day}), targets) for one, targets in days.items())
        newest = () if windows[-1] in days else stock.addresses(windows[-1])
        return Due(runs, newest, _note(stock), tuple(log.warnings))

    async def done(self, runs: Sequence[Run]) -> list[Day]:
        """Makes the runs. Each gets its share of the time that is left; one that fails stops none of the others.

        But an older day is left for another time if nothing could be published to the targets that lack it: what a
        target goes on refusing would be fetched and written anew by each run.
        """
        days: list[Day] = []
        failed: set[str] = set()
        for n, run in enumerate(runs):
            if run.is_in_vain(failed):
                self.runner.say(f"{self._name(run.settings)}: left for another run; {', '.join(run.targets)} failed")
                continue
            days.append(await self._day(run.settings, Deadline.after(self.deadline.left() / (len(runs) - n))))
            failed |= days[-1].failed
        return days

    async def _day(self, settings: Settings, deadline: Deadline) -> Day:
        log = self._log()
        name = self._name(settings)
        try:
            with self.runner.group(f"{name}: {settings.repository}" if name else f"Report from {settings.snapshot}"):
                outcome = await pipeline.run(settings, now=self.now, progress=log, deadline=deadline)
        except Exception as error:
            self.failed(error)
            return Day(name, None, error, tuple(log.warnings))
        self._tell(outcome)
        return Day(name, outcome, _lack(outcome, settings), tuple(log.warnings))

    def _log(self) -> Log:
        return Log(self.runner.lines, worded=self.worded)

    def _name(self, settings: Settings) -> str:
        """The window's. A snapshot has its own, and what is wrong with a window is told when it is run."""
        if settings.snapshot is not None:
            return ""
        try:
            return settings.window(self.now).name
        except UsageError:
            return str(settings.on or settings.since)

    def _tell(self, outcome: Outcome) -> None:
        self.runner.say(*map(self.worded, summary.lines(outcome)))
        if outcome.previews:
            with self.runner.group("What publishing would change"):
                self.runner.say(*previews.lines(outcome.previews))


def status(days: Sequence[Day]) -> int:
    """The exit status: that of the day on which the worst happened."""
    return max((day.status for day in days), key=_WORST.index, default=0)


def _no_catching_up(settings: Settings) -> str:
    """Why there is nothing to catch up with."""
    if settings.snapshot is not None:
        return "a snapshot is given, so its window alone is reported"
    if settings.on is not None or settings.since is not None:
        return "a window is given, so it alone is reported"
    return "" if settings.publish else "there is no target that could lack a day, so the newest alone is reported"


def _note(stock: Stock) -> str:
    names = ", ".join(one.name for one in stock.lacking)
    looked = f"of the {len(stock.windows)} newest days" if len(stock.windows) > 1 else "of the newest day"
    return f"catch-up: {looked} the targets lack {names or 'none: nothing is fetched or written'}"


def _lack(outcome: Outcome, settings: Settings) -> DigestError | None:
    """What keeps an outcome from being good enough."""
    try:
        outcome.required_published()
        if settings.strict:
            outcome.required_whole()
    except DigestError as error:
        return error
    return None
