"""What a roll-up has beside the facts of any window: its days side by side, and what was watched in them.

Numbers of a day are those of its own report. What is added up over the days is added up from these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from datetime import date, datetime

from digest.facts.activity import areas
from digest.facts.followups import MEMORY
from digest.facts.values import (
    Became,
    DayRow,
    Decision,
    Discussion,
    FollowUp,
    Matched,
    Share,
    SpanFacts,
    Topic,
)
from digest.facts.voices import is_voice, said
from digest.model import CLOSINGS, Item, ListName, RollUp, StoredDay

OPENINGS = (ListName.ISSUES_OPENED, ListName.PRS_OPENED)
MOST_AREAS = 5
"""Folders whose merged changes are told day by day."""


def matched(now: Iterable[Matched], area: str, rollup: RollUp, touched: Container[int]) -> tuple[Matched, ...]:
    """What the days' reports matched, for the reasons of now where there still are some.

    Where a day was reported without the area, what matches ``now``.
    """
    found = {one.number: one for one in now}
    told: dict[int, tuple[str, ...]] = {}
    for day in rollup.counted:
        told |= day.focus.get(area, {})
    if all(area in day.focus for day in rollup.counted):
        found = {number: one for number, one in found.items() if number in told}
    found |= {number: Matched(number=number, by=by) for number, by in told.items() if number not in found}
    return tuple(found[number] for number in sorted(found) if number in touched)


def counts(day: StoredDay, area: str, numbers: Container[int]) -> dict[ListName, int]:
    """How many entries of the day's lists its report matched; where it knew no such area, those among ``numbers``."""
    own = day.focus.get(area, numbers)
    return {name: sum(number in own for number, _ in day.listed.get(name, ())) for name in ListName}


def seen(rollup: RollUp, items: Iterable[Item]) -> Mapping[int, date]:
    """The last day of which is known how an item stood, where its lists do not tell it of the last day's end.

    What was open when it was last fetched was open at the end, where all later days tell what was closed in them and
    none of them lacks it though it asked for it. A pull request that was closed may have been merged on a day that is
    missing. That what was closed was not reopened, and that a draft still is one, no list of any day tells: a page
    says so once.
    """
    last, lost = rollup.days[-1].end, gone(rollup)
    known = {}
    for item in items:
        until = rollup.seen[item.number]
        later = [day for day in rollup.days if day.end > until]
        was_open = item.closed_at is None and not all(map(_tells_closings, later))
        may_be_merged = item.is_pull and item.merged_at is None and any(day.lack for day in later)
        if until < last and (was_open or may_be_merged or item.number in lost):
            whole = [day.on for day in rollup.days if day.end <= until or _within(day, item.closed_at)]
            known[item.number] = max(whole, default=rollup.days[0].on)
    return known


def _tells_closings(day: StoredDay) -> bool:
    """Whether what is in none of the day's lists of what ended was not closed in it."""
    tallies = (day.receipt.get(name) for name in (*CLOSINGS, ListName.PRS_MERGED))
    is_whole = all(tally is None or tally.github in (None, tally.ours) for tally in tallies)
    return day.lack is None and day.as_of is not None and day.as_of >= day.end and is_whole


def gone(rollup: RollUp) -> frozenset[int]:
    """What a day's fetch asked for, since earlier days told to watch it, and did not find: deleted, or moved."""
    lost: set[int] = set()
    for day in rollup.counted:
        for number in _asked(rollup, day):
            seen = rollup.seen.get(number)
            if seen is not None and day.as_of is not None and seen < day.as_of:
                lost.add(number)
    return frozenset(lost)


def _asked(rollup: RollUp, day: StoredDay) -> Iterator[int]:
    """What the days before told to watch, as far as a day answers for it."""
    for earlier in rollup.counted:
        named = dict.fromkeys((*earlier.watch, *earlier.beside), earlier.end)
        for number, at in (*earlier.followed.items(), *named.items()):
            if earlier.end <= day.start and day.start - MEMORY < at:
                yield number


def _within(day: StoredDay, moment: datetime | None) -> bool:
    return moment is not None and day.start <= moment < day.end


def watched(rollup: RollUp) -> Mapping[int, datetime]:
    """What the days' reports told to watch or answered for, since the end of the window whose report first named it."""
    since: dict[int, datetime] = {}
    for day in rollup.counted:
        named = dict.fromkeys((*day.watch, *day.beside), day.end)
        for number, first in {**named, **day.followed}.items():
            since[number] = min(first, since.get(number, first))
    return since


def worth_telling(told: Iterable[FollowUp], rollup: RollUp) -> tuple[FollowUp, ...]:
    """Without what only was to settle something else, and did not."""
    beside = {number for day in rollup.counted for number in day.beside}
    beside -= {number for day in rollup.counted for number in day.watch}
    return tuple(one for one in told if one.number not in beside or one.became in (Became.MERGED, Became.CLOSED))


def as_the_days_tell(told: Iterable[FollowUp], rollup: RollUp) -> tuple[FollowUp, ...]:
    """With what only the days know: that something was closed and reopened, or is not there any more."""
    lost = gone(rollup)
    found = [_as_lost(one) if one.number in lost else _as_reopened(one, rollup) for one in told]
    order = list(Became)
    return tuple(sorted(found, key=lambda one: (order.index(one.became), one.number)))


def _as_lost(one: FollowUp) -> FollowUp:
    return one.model_copy(update={"became": Became.GONE}) if one.became is Became.SILENT else one


def _as_reopened(one: FollowUp, rollup: RollUp) -> FollowUp:
    if one.became not in (Became.DISCUSSED, Became.SILENT):
        return one
    closings = [
        (at, day.closers.get(number, ""))
        for day in rollup.counted
        for name in CLOSINGS
        for number, at in day.listed.get(name, ())
        if number == one.number and at >= one.since
    ]
    if not closings:
        return one
    at, by = max(closings)
    return one.model_copy(update={"became": Became.REOPENED, "at": at, "by": by})


def span(
    rollup: RollUp,
    items: Mapping[int, Item],
    focus: Mapping[str, Container[int]],
    merged_in: Iterable[Share],
    themes: Iterable[Topic],
    debates: Iterable[Discussion],
    decided: tuple[Decision, ...],
    bots: tuple[str, ...],
) -> SpanFacts:
    """The days side by side. ``focus`` holds what each area matches, ``merged_in`` where most merged work went."""
    shown = [share.login for share in merged_in][:MOST_AREAS]
    topics = {one.word: frozenset(one.numbers) for one in themes}
    argued = dict.fromkeys([*(one.number for one in debates), *(one.number for one in decided)])
    return SpanFacts(
        days=tuple(_row(day, items, focus, shown, topics) for day in rollup.days),
        happened={name: tuple(at for _, at in rollup.events(name)) for name in ListName},
        argued={number: _argued(items[number], rollup.days, bots) for number in argued},
        decided=decided,
        before=rollup.before,
        left_out=rollup.left_out,
    )


def _row(
    day: StoredDay,
    items: Mapping[int, Item],
    focus: Mapping[str, Container[int]],
    shown: Iterable[str],
    topics: Mapping[str, Container[int]],
) -> DayRow:
    if day.lack is not None:
        return DayRow(on=day.on, lack=day.lack)
    new = [number for name in OPENINGS for number, _ in day.listed.get(name, ())]
    went = Counter(area for number, _ in day.listed.get(ListName.PRS_MERGED, ()) for area in areas(items[number]))
    return DayRow(
        on=day.on,
        languages=day.languages,
        counts={name: len(day.listed.get(name, ())) for name in ListName},
        focus={area: sum(counts(day, area, numbers).values()) for area, numbers in focus.items()},
        areas={area: went[area] for area in shown},
        topics={word: sum(number in numbers for number in new) for word, numbers in topics.items()},
        merge_hours=day.merge_hours,
        response_hours=day.response_hours,
    )


def _argued(item: Item, days: Iterable[StoredDay], bots: tuple[str, ...]) -> tuple[date, ...]:
    """The days on which people spoke in it."""
    spoken = [one.at for one in said(item) if is_voice(one, bots)]
    counted = (day for day in days if day.lack is None)
    return tuple(day.on for day in counted if any(day.start <= at < day.end for at in spoken))
