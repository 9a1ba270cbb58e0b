"""`backfill`: a report for each day that lacks one. What it will cost is told before it starts.

Exit status 0: every day has its report. 1: some day has none, a remote side having refused. 2: a setting is wrong.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from digest import window
from digest.backfill import Backfill, Done, Work, days, is_written
from digest.deadline import Deadline
from digest.errors import DigestError, RemoteError, SettingsError, WindowError
from digest.estimate import estimate
from digest.lacking import lacking
from digest.model import Usage
from digest.pipeline import with_known_languages
from digest.progress import Progress, amount, dollars
from digest.settings.credentials import Credentials
from digest.settings.values import Settings
from digest.window import Window
from handler.summary import cost, counted

STAGE = "backfill"
MOST_JOBS = 32
Print = Callable[[str], None]


@dataclass(frozen=True)
class Asked:
    """The days that are asked for, and how many may be under way at once."""

    since: date
    until: date | None
    jobs: int


def asked(given: Mapping[str, object]) -> Asked:
    """What the command line says. Raises a UsageError."""
    if not given.get("since"):
        raise SettingsError("--since: a backfill needs the first day; write YYYY-MM-DD")
    until = given.get("until")
    return Asked(_date("--since", given["since"]), _date("--until", until) if until else None, _jobs(given.get("jobs")))


def _date(flag: str, text: object) -> date:
    try:
        return window.parse_date(str(text))
    except WindowError:
        raise SettingsError(f"{flag}: {text!r} is no calendar date; write YYYY-MM-DD") from None


def _jobs(given: object) -> int:
    if given is None:
        return 4
    if not str(given).isdigit() or not 1 <= int(str(given)) <= MOST_JOBS:
        raise SettingsError(f"--jobs: {given!r} is no number of days at once; write one from 1 to {MOST_JOBS}")
    return int(str(given))


@dataclass
class Told:
    """Tells each day as it is done: a line for people, the paths for programs."""

    total: int
    progress: Progress
    out: Print
    done: list[Done] = field(default_factory=list)

    def __call__(self, one: Done) -> None:
        self.done.append(one)
        name = f"{one.repository} {one.day.day}"
        said = _line(one)
        self.progress.advance(STAGE)
        self.progress.finish(name, f"{len(self.done)} of {self.total}: {said}")
        for path in one.outcome.paths if one.outcome else ():
            self.out(str(path))


def _line(one: Done) -> str:
    if one.outcome is None:
        return f"no report: {one.error}"
    failed = [part.target for part in one.outcome.publications if part.status == "failed"]
    told = [counted(one.outcome.counts), cost(one.outcome.usage)]
    told += [f"degraded: {part.stage}: {part.reason}" for part in one.outcome.degraded if part.stage != "publishing"]
    told += [f"not published to {target}" for target in failed]
    return "; ".join(told)


@dataclass(frozen=True)
class Order:
    """What is to be done: the days of each repository, all of them, and those that lack a report."""

    works: tuple[Work, ...]
    spans: tuple[tuple[Window, ...], ...]

    @property
    def lacking(self) -> int:
        return sum(len(work.days) for work in self.works)


@dataclass(frozen=True)
class Backfilled:
    """How many days were to be made, and what came of those that were tried."""

    asked: int
    done: tuple[Done, ...] = ()


async def run(
    settings: Iterable[Settings], asked: Asked, now: datetime, progress: Progress, deadline: Deadline, out: Print
) -> Backfilled:
    """The whole backfill. Raises DigestError for what stops all of it; a day that fails is told in its place."""
    known = [with_known_languages(one) for one in settings]
    for one in known:
        one.required_publishable()
    order = await _order(known, asked, now, deadline, progress)
    for line in await _plan(order, deadline, progress):
        progress.finish(STAGE, line)
    if not order.lacking or known[0].dry_run:
        return Backfilled(0)
    progress.start(STAGE, order.lacking)
    share = _share(known[0].max_cost, sum(map(len, order.spans)))
    backfill = Backfill(asked.jobs, share, now, progress, deadline, Told(order.lacking, progress, out))
    return Backfilled(order.lacking, await backfill.run(order.works))


async def _order(
    settings: list[Settings], asked: Asked, now: datetime, deadline: Deadline, progress: Progress
) -> Order:
    spans = tuple(days(one, asked.since, asked.until, now) for one in settings)
    works = [
        Work(one, await _lacking(one, span, deadline, progress), Credentials(one.github))
        for one, span in zip(settings, spans, strict=True)
    ]
    return Order(tuple(works), spans)


async def _lacking(
    settings: Settings, span: tuple[Window, ...], deadline: Deadline, progress: Progress
) -> tuple[Window, ...]:
    """Targets know what they have; without any, what was written is what there is."""
    if settings.refresh:
        return span
    if settings.publish:
        return await lacking(settings, settings.repository, span, deadline, progress)
    written = [await asyncio.to_thread(is_written, settings, day) for day in span]
    return tuple(day for day, stands in zip(span, written, strict=True) if not stands)


async def _plan(order: Order, deadline: Deadline, progress: Progress) -> list[str]:
    """What there is to do and what it will cost, for an operator."""
    lines = [_days(work, span) for work, span in zip(order.works, order.spans, strict=True)]
    told: list[Usage] = []
    for work, span in zip(order.works, order.spans, strict=True):
        try:
            told.append(await estimate(work.settings, span, len(work.days), deadline, progress, work.credentials))
        except RemoteError as error:
            # What is wrong with one repository stops no other; its first day tells it.
            lines.append(f"{work.settings.repository}: what it will cost is not known: {error}")
    return [*lines, *_costs(sum(told, Usage()))] if told and order.lacking else lines


def _days(work: Work, span: tuple[Window, ...]) -> str:
    settings = work.settings
    have = len(span) - len(work.days)
    return (
        f"{settings.repository}: {amount(len(span), 'day')}, {span[0].day} to {span[-1].day} {settings.timezone}, "
        f"{have} of them with a report, {len(work.days)} to make"
    )


def _costs(told: Usage) -> Iterator[str]:
    asked = f"{told.github_requests:,} requests and {told.github_points:,} points"
    yield f"about {asked} of GitHub, which gives 5,000 points an hour"
    if told.llm_calls:
        tokens = f"{told.prompt_tokens:,} + {told.completion_tokens:,} tokens"
        yield f"about {told.llm_calls:,} calls of a model, {tokens}, {dollars(told.cost_usd)}"


def _share(limit: float | None, days: int) -> float | None:
    """Of a limit of cost what each of all the days gets, so that who goes on plans what was planned before."""
    return None if limit is None else limit / days


def closing(done: Iterable[Done]) -> Iterator[str]:
    """The sum, for stderr, and which days a target lacks."""
    outcomes = [one.outcome for one in done if one.outcome]
    yield f"{amount(len(outcomes), 'report')} made; {cost(sum((one.usage for one in outcomes), Usage()))}"
    failed = Counter(part.target for one in outcomes for part in one.publications if part.status == "failed")
    for target, number in failed.items():
        yield f"not published to {target}: {amount(number, 'day')}"


def required_done(backfilled: Backfilled, *, strict: bool) -> None:
    """Raises what the worst day came to: its error, targets that all failed, or Degraded under ``--strict``."""
    told = backfilled.done
    errors = [one.error for one in told if one.error is not None]
    if errors:
        raise _counted(errors, backfilled)
    for one in told:
        if one.outcome is not None:
            one.outcome.required_published()
    for one in told:
        if strict and one.outcome is not None:
            one.outcome.required_whole()


def _counted(errors: list[DigestError], backfilled: Backfilled) -> DigestError:
    """Days that were not tried any more have no report either."""
    lacking = backfilled.asked - sum(one.outcome is not None for one in backfilled.done)
    days = f"{lacking} of {amount(backfilled.asked, 'day')} {'has' if lacking == 1 else 'have'} no report"
    return type(errors[0])(f"{days}; the first of them: {errors[0]}")


def to_stdout(line: str) -> None:
    print(line, file=sys.stdout, flush=True)
