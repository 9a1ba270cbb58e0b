"""A span: an ISO week or a calendar month, as a roll-up tells of it.

Weeks are those of ISO 8601: they begin on Monday, and week 1 is the one with the year's first Thursday.
https://docs.python.org/3/library/datetime.html#datetime.date.isocalendar
"""

from __future__ import annotations

import re
from datetime import date, time, timedelta
from typing import Literal

from pydantic import BaseModel, ConfigDict

from digest import window
from digest.errors import WindowError
from digest.window import Window

Kind = Literal["week", "month"]

_DAY = timedelta(days=1)
_WEEK = re.compile(r"([0-9]{4})-W([0-9]{2})")
_MONTH = re.compile(r"([0-9]{4})-([0-9]{2})")


class Span(BaseModel):
    """``name`` is ``2026-W10`` or ``2026-03``; ``days`` are all its dates, in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    days: tuple[date, ...]

    def window(self, timezone: str, day_start: time = time(0)) -> Window:
        """From the start of the first day to the end of the last, in that zone."""
        first, last = (window.day(on, timezone, day_start) for on in (self.days[0], self.days[-1]))
        return Window(start=first.start, end=last.end, timezone=timezone, span=self.name)


def parse_week(text: str) -> Span:
    """An ISO week ``2026-W10``. Raises WindowError."""
    found = _WEEK.fullmatch(text)
    try:
        first = date.fromisocalendar(int(found[1]), int(found[2]), 1) if found else None
        days = tuple(first + _DAY * nth for nth in range(7)) if first else ()
    except (ValueError, OverflowError):
        days = ()
    if not days:
        raise WindowError(f"--week: {text!r} is no ISO week; write one like 2026-W10")
    return Span(name=text, days=days)


def parse_month(text: str) -> Span:
    """A calendar month ``2026-03``. Raises WindowError."""
    found = _MONTH.fullmatch(text)
    try:
        first = date(int(found[1]), int(found[2]), 1) if found else None
    except ValueError:
        first = None
    if first is None:
        raise WindowError(f"--month: {text!r} is no month; write one like 2026-03")
    reach = (first + _DAY * nth for nth in range(31))
    return Span(name=text, days=tuple(on for on in reach if on.month == first.month))


def previous(span: Span) -> Span:
    """The week before a week, the month before a month."""
    eve = span.days[0] - _DAY
    if kind_of(span.name) == "month":
        return parse_month(f"{eve:%Y-%m}")
    return parse_week(f"{eve:%G-W%V}")


def kind_of(name: str) -> Kind | None:
    """Of a report by its folder's name: a week's or a month's roll-up, or neither."""
    if _WEEK.fullmatch(name):
        return "week"
    return "month" if _MONTH.fullmatch(name) else None
