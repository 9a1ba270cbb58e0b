"""The list: each repository with each of its days. Pure; the settings of an entry are found by the function given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta

from digest import window
from digest.errors import SettingsError, UsageError, WindowError
from digest.settings.values import Settings
from handler.many.order import Options, Order

LONGEST = 10_000
"""Items of one list. One token reads a few hundred busy days an hour, so that a longer one would run for days."""

_DAY = timedelta(days=1)

Reading = Callable[[Options], Settings]
"""The settings of a run with these options. Raises a UsageError for what is wrong with them."""


def items(order: Order, now: datetime, reading: Reading) -> tuple[Options, ...]:
    """Run options with a repository and a date each: oldest days first, so that a day finds those before it.

    ``now`` decides which day is the newest. Raises a UsageError for options that cannot be, days that are not over,
    and a list that is too long.
    """
    spans = [(entry, _span(order, now, _settings(entry, reading))) for entry in order.repositories]
    _required_short(sum((end - start).days for _, (start, end, _) in spans), len(spans))
    _required_distinct(order.repositories)
    found = [(day, {**entry, "date": day.isoformat()}) for entry, span in spans for day in _days(*span)]
    return tuple(item for _, item in sorted(found, key=lambda one: one[0]))


def key(item: Options) -> str:
    """How the item is called: ``OWNER/NAME/YYYY-MM-DD``."""
    return f"{item['repository']}/{item['date']}"


def _settings(entry: Options, reading: Reading) -> Settings:
    try:
        return reading(entry)
    except UsageError as error:
        raise SettingsError(f"repositories: {entry['repository']}: {error}") from None


def _span(order: Order, now: datetime, settings: Settings) -> tuple[date, date, Settings]:
    """The first day, and the one after the last, by the entry's own zone and day start."""
    newest = window.newest_day(now, settings.timezone, settings.day_start).day
    assert newest is not None, "a day has a date"
    start = order.since or newest
    end = order.until or max(newest, start) + _DAY
    if end <= start:
        raise WindowError(f"until: {end} is not later than since, {start}; it is itself no part of the list")
    last = window.day(end - _DAY, settings.timezone, settings.day_start)
    window.refuse_unfinished(last, now, "until" if order.until else "since")
    return start, end, settings


def _days(start: date, end: date, settings: Settings) -> Iterator[date]:
    found = window.days(start, end, settings.timezone, settings.day_start)
    return (one.day for one in found if one.day is not None)


def _required_short(length: int, repositories: int) -> None:
    if length > LONGEST:
        told = f"{repositories} repositories by their days are {length} items, and a list has {LONGEST} at most"
        raise SettingsError(f"repositories: {told}; start several runs, each with some of the repositories or days")


def _required_distinct(entries: Sequence[Options]) -> None:
    """GitHub's names know no case. A repository's day has one report, so that it stands in a list once."""
    seen: set[str] = set()
    for entry in entries:
        name = str(entry["repository"])
        if name.lower() in seen:
            raise SettingsError(f"repositories: {name} is named twice; a day has one report, with one set of options")
        seen.add(name.lower())
