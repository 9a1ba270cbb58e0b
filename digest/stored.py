"""The days of a span as earlier runs stored them below ``--out``: one snapshot of all of them, without any fetch.

A day counts when its ``report.json`` and ``snapshot.json`` are there and tell of one fetch, and when it fits the
others: one zone, one start of the day, so that days tile. What does not count is named, and why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path

from pydantic import ValidationError

from digest import window
from digest.errors import UnreadableInput, UsageError, WindowError
from digest.merging import merged, of_day
from digest.model import (
    CLOSINGS,
    Degradation,
    Lack,
    ListName,
    Preceding,
    RepositoryName,
    Snapshot,
    StoredDay,
    event_time,
)
from digest.records import AreaRecord, DayRecord
from digest.snapshots import read_snapshot
from digest.span import Span, kind_of, previous
from digest.window import Window

REPORT, SNAPSHOT = "report.json", "snapshot.json"
_OWN = frozenset({"writing", "publishing"})
"""Stages of which a roll-up makes its own: what a day's model or target lacked is nothing to it."""


@dataclass(frozen=True)
class _Found:
    """What lies in a day's folder."""

    record: DayRecord
    snapshot: Snapshot

    @property
    def frame(self) -> tuple[str, time]:
        """The zone and the local time at which the day starts."""
        stretch = self.snapshot.window
        return stretch.timezone, stretch.start.astimezone(stretch.zone).time()

    @property
    def is_one_fetch(self) -> bool:
        """Whether the report is of this snapshot: the same moment, the same lists, counts that are their lengths."""
        lists = {name: sorted(item.number for item in self.snapshot.members(name)) for name in ListName}
        told = {name: sorted(self.record.lists.get(name, ())) for name in ListName}
        lengths = {name: len(numbers) for name, numbers in lists.items()}
        return (self.record.as_of, told, self.record.counts) == (self.snapshot.as_of, lists, lengths)


def stored(out: Path, repository: RepositoryName, span: Span, now: datetime) -> Snapshot:
    """The span's roll-up out of the reports below ``out``.

    Raises UnreadableInput where no day of the span is stored.
    """
    folder = out / repository.owner / repository.name
    looked = {on: _look(folder / on.isoformat(), repository, on) for on in span.days}
    found = {on: one for on, one in looked.items() if isinstance(one, _Found)}
    if not found:
        raise UnreadableInput(_nothing(folder, repository, span))
    zone, day_start = _frame(found.values())
    whole = span.window(zone, day_start)
    days = dict(_days(span, zone, day_start))
    told = [of_day(_day(days[on], one), one.snapshot) for on, one in found.items() if _fits(days.get(on), one)]
    if not told:
        raise UnreadableInput(_nothing(folder, repository, span))
    counted = {one.window.day for one in told}
    lacking = [_lacking(days[on], looked[on], now) for on in days if on not in counted]
    rollup = merged(told, whole, lacking)
    assert rollup.rollup is not None
    beside = {
        "left_out": tuple(_left_out(folder, whole)),
        "before": None if lacking else _preceding(folder, repository, previous(span), zone, day_start),
    }
    return rollup.model_copy(update={"rollup": rollup.rollup.model_copy(update=beside)})


def _preceding(folder: Path, repository: RepositoryName, span: Span, zone: str, day_start: time) -> Preceding | None:
    """The sums over the days of a span, or None where one of them is not stored as a day of that frame."""
    days = dict(_days(span, zone, day_start))
    found = [_record_of(folder / on.isoformat(), repository, day) for on, day in days.items()]
    told = [one for one in found if one is not None]
    if len(told) < len(days):
        return None
    return Preceding(
        name=span.name,
        days=len(days),
        counts={name: sum(one.counts[name] for one in told) for name in ListName},
    )


def _record_of(folder: Path, repository: RepositoryName, day: Window) -> DayRecord | None:
    try:
        found = DayRecord.model_validate_json((folder / REPORT).read_bytes())
    except (OSError, ValidationError):
        return None
    own = (found.window.start, found.window.end, found.window.timezone)
    fits = own == (day.start, day.end, day.timezone) and found.repository == str(repository)
    return found if fits and found.is_consistent else None


def is_stored(folder: Path, repository: RepositoryName, day: Window) -> bool:
    """Whether a day's report lies there as a roll-up can read it: of that window, with the data of one fetch."""
    found = _look(folder, repository, day.day) if day.day else Lack.ABSENT
    return isinstance(found, _Found) and _fits(day, found)


def _look(folder: Path, repository: RepositoryName, on: date) -> _Found | Lack:
    """The day in a folder, or why there is none."""
    report, snapshot = folder / REPORT, folder / SNAPSHOT
    if not report.is_file():
        return Lack.UNREPORTED if snapshot.is_file() else Lack.ABSENT
    try:
        found = _Found(DayRecord.model_validate_json(report.read_bytes()), read_snapshot(snapshot))
    except (OSError, ValidationError, UsageError):
        return Lack.BROKEN
    here = found.record.repository == str(found.snapshot.repository) == str(repository)
    return found if here and found.snapshot.window.day == on and found.is_one_fetch else Lack.BROKEN


def _frame(found: Iterable[_Found]) -> tuple[str, time]:
    """The zone and start of most of the days; of equally many the first one's."""
    [(frame, _)] = Counter(one.frame for one in found).most_common(1)
    return frame


def _days(span: Span, zone: str, day_start: time) -> Iterator[tuple[date, Window]]:
    """The days of the span. A zone that moved across the date line lacks one."""
    for on in span.days:
        try:
            yield on, window.day(on, zone, day_start)
        except WindowError:
            continue


def _fits(day: Window | None, found: _Found) -> bool:
    own = found.snapshot.window
    return day is not None and (day.start, day.end, day.timezone) == (own.start, own.end, own.timezone)


def _lacking(day: Window, looked: _Found | Lack, now: datetime) -> StoredDay:
    lack = Lack.ELSEWHERE if isinstance(looked, _Found) else looked
    if lack in (Lack.ABSENT, Lack.UNREPORTED) and day.end > now:
        lack = Lack.UNFINISHED
    assert day.day is not None
    return StoredDay(on=day.day, start=day.start, end=day.end, lack=lack)


def _day(day: Window, found: _Found) -> StoredDay:
    """What the day's report told, as a roll-up needs it."""
    facts, snapshot = found.record.facts, found.snapshot
    assert day.day is not None
    listed = {
        name: tuple((item.number, event_time(item, name)) for item in snapshot.members(name)) for name in ListName
    }
    watch = tuple(one.number for one in facts.watch)
    settling = (wait.number for one in facts.watch for wait in one.waiting)
    return StoredDay(
        on=day.day,
        start=day.start,
        end=day.end,
        as_of=snapshot.as_of,
        languages=found.record.languages,
        listed=listed,
        receipt=snapshot.receipt,
        degraded=tuple(
            Degradation(stage=part.stage, reason=part.reason)
            for part in found.record.degraded
            if part.stage not in _OWN
        ),
        watch=watch,
        beside=tuple(dict.fromkeys(number for number in settling if number is not None and number not in watch)),
        followed={one.number: one.since for one in facts.follow_ups},
        closers=dict(_closers(snapshot)),
        focus=_focus(facts.focus, found),
        merge_hours=facts.activity.median_merge_hours,
        response_hours=facts.activity.median_response_hours,
    )


def _closers(snapshot: Snapshot) -> Iterator[tuple[int, str]]:
    for name in CLOSINGS:
        for item in snapshot.members(name):
            if item.closing is not None:
                yield item.number, item.closing.by.login


def _focus(areas: Iterable[AreaRecord], found: _Found) -> dict[str, dict[int, tuple[str, ...]]]:
    """What the day's report matched, as far as it was fetched."""
    there = {item.number for item in found.snapshot.items}
    return {area.name: {one.number: one.by for one in area.matched if one.number in there} for area in areas}


def _left_out(folder: Path, whole: Window) -> Iterator[str]:
    """Reports of free windows that overlap the span: they are no days of it, and would count things twice."""
    for path in sorted(folder.glob(f"*_to_*/{REPORT}")):
        start, _, end = path.parent.name.partition("_to_")
        if start < f"{whole.end:%Y%m%dT%H%M%SZ}" and end > f"{whole.start:%Y%m%dT%H%M%SZ}":
            yield path.parent.name


def _nothing(folder: Path, repository: RepositoryName, span: Span) -> str:
    first, last = span.days[0], span.days[-1]
    return (
        f"--{kind_of(span.name)}: there is no report of {repository} for any day from {first} to {last} in {folder}; "
        f"write them first (vllm-digest run --date {first}), or name their folder with --out"
    )
