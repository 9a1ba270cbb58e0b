"""What several days hold together, and one alone does not."""

from __future__ import annotations

from datetime import date
from typing import Literal

from digest.facts.values.told import Quote
from digest.model import Lack, ListName, Moment, Preceding, Value

Ending = Literal["merged", "closed", "said"]


class Decision(Value):
    """A thread that was argued in a span, or turned down, and ended in it, or a maintainer ``said`` how it is to be.

    ``at`` and ``by`` tell when and through whom; ``quote`` is the word that decided it, or the last one of
    who ended it.
    """

    number: int
    how: Ending
    at: Moment
    by: str = ""
    voices: int
    comments: int
    quote: Quote | None = None


class DayRow(Value):
    """A day of a roll-up, as its own report tells of it. One that is not counted has a ``lack`` and no numbers.

    ``focus`` counts the entries of the five lists that match each area, ``areas`` the merged changes in those folders
    that most of the span's changed, ``topics`` the new items of each topic. Medians are in hours.
    """

    on: date
    lack: Lack | None = None
    languages: tuple[str, ...] = ()
    counts: dict[ListName, int] = {}
    focus: dict[str, int] = {}
    areas: dict[str, int] = {}
    topics: dict[str, int] = {}
    merge_hours: float | None = None
    response_hours: float | None = None

    @property
    def entries(self) -> int:
        """Of the five lists together."""
        return sum(self.counts.values())


class SpanFacts(Value):
    """What a roll-up has beside the facts of any window.

    ``happened`` holds the time of each entry of the lists, in their order. ``argued`` are the days on which each
    discussion was argued. ``before`` is the span before this one. ``left_out`` are reports of free windows within it.
    """

    days: tuple[DayRow, ...]
    happened: dict[ListName, tuple[Moment, ...]]
    argued: dict[int, tuple[date, ...]] = {}
    decided: tuple[Decision, ...] = ()
    before: Preceding | None = None
    left_out: tuple[str, ...] = ()

    @property
    def counted(self) -> tuple[DayRow, ...]:
        return tuple(day for day in self.days if day.lack is None)
