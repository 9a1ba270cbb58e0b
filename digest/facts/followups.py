"""What became, in this window, of what earlier reports told their readers to watch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from pydantic import TypeAdapter

from digest.facts import stance
from digest.facts.states import ending, state_at
from digest.facts.values import Became, FollowUp, Quote, State, Watch, WatchList
from digest.facts.voices import Said, is_voice, said
from digest.model import Item
from digest.window import Window

MEMORY = timedelta(days=7)
"""For how long a report is answered for. What was silent for longer is told no more."""

_ORDER = list(Became)


def read_lists(data: bytes) -> tuple[WatchList, ...]:
    """Lists that were written as one JSON file."""
    return TypeAdapter(tuple[WatchList, ...]).validate_json(data)


def numbers(told: Iterable[Watch]) -> tuple[int, ...]:
    """What a report tells to watch, and the changes that would settle it."""
    named = (number for one in told for number in (one.number, *(wait.number for wait in one.waiting)))
    return tuple(dict.fromkeys(number for number in named if number is not None))


def watched(lists: Iterable[WatchList], window: Window) -> Mapping[int, datetime]:
    """The numbers that reports of the last days told to watch, with the end of the first one that did."""
    since: dict[int, datetime] = {}
    for one in sorted(lists, key=lambda one: one.end):
        if window.start - MEMORY < one.end <= window.start:
            for number in one.numbers:
                since.setdefault(number, one.end)
    return since


def follow_ups(
    items: Iterable[Item],
    since: Mapping[int, datetime],
    window: Window,
    bots: tuple[str, ...] = (),
    seen: Mapping[int, datetime] | None = None,
) -> tuple[FollowUp, ...]:
    """What became of them: the settled first, then what was spoken of, then the silent.

    What was settled before the window is not told: the report of that day did. Of what was not read whole it is not
    known that it is silent. In a window of several days an item is followed from the end of the day that first named
    it, up to when it was last ``seen``.
    """
    watching = [(item, since[item.number]) for item in items if item.number in since]
    stretches = [_stretch(first, (seen or {}).get(item.number), window) for item, first in watching]
    pairs = zip(watching, stretches, strict=True)
    found = [_follow_up(item, first, stretch, bots) for (item, first), stretch in pairs if stretch is not None]
    told = [one for one in found if one is not None]
    return tuple(sorted(told, key=lambda one: (_ORDER.index(one.became), one.number)))


def _stretch(since: datetime, seen: datetime | None, window: Window) -> Window | None:
    """The part of the window in which an item was followed, if there is one."""
    start, end = max(since, window.start), min(seen or window.end, window.end)
    return window.model_copy(update={"start": start, "end": end}) if start < end else None


def _follow_up(item: Item, since: datetime, window: Window, bots: tuple[str, ...]) -> FollowUp | None:
    if not state_at(item, window.start).is_open:
        return None
    spoken = [one for one in said(item) if one.at in window and is_voice(one, bots)]
    became = _became(item, window, spoken)
    if became is Became.SILENT and (item.depth == "listed" or not item.complete):
        return None
    settled, by = ending(item)
    return FollowUp(
        number=item.number,
        became=became,
        since=since,
        at=settled if settled is not None and settled in window else None,
        by=by,
        voices=tuple(dict.fromkeys(one.author.login for one in spoken)),
        comments=len(spoken),
        newest=_newest(spoken),
        silent_days=_silent_days(item, since, window, bots),
    )


def _became(item: Item, window: Window, spoken: list[Said]) -> Became:
    match state_at(item, window.end):
        case State.MERGED:
            return Became.MERGED
        case State.OPEN | State.DRAFT:
            return Became.DISCUSSED if spoken else Became.SILENT
    return Became.CLOSED


def _newest(spoken: list[Said]) -> Quote | None:
    found = (stance.best(one) for one in reversed(spoken))
    return next((quote for quote in found if quote is not None), None)


def _silent_days(item: Item, since: datetime, window: Window, bots: tuple[str, ...]) -> int:
    """Whole days without a voice, up to the window's end; counted from the report that named it at the most."""
    last = max((one.at for one in said(item) if one.at < window.end and is_voice(one, bots)), default=since)
    return max(0, (window.end - max(last, since)).days)
