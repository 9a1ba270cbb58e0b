"""The window that a report says it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone, tzinfo

from digest.claims.foreign.statement import Statement
from digest.window import Window

_MOMENT = (
    r"(\d{4}-\d\d-\d\d[ T]\d\d:\d\d)(?::\d\d)?\s*"
    r"(?:[(（]?(?:UTC|GMT)\s*([+-]\d{1,2}(?::?\d\d)?)?[)）]?|(Z|[+-]\d\d:\d\d))?"
)
_SPAN = re.compile(rf"{_MOMENT}\s*(?:~|～|—|–|-|→|至|到|to|until)\s*{_MOMENT}")
_HEAD = 40
"""Statements from the top among which the window is looked for."""


def window_of(statements: Iterable[Statement], known: Window) -> Window:
    """The first span of time in the report's head that overlaps what is known; else the snapshot's own window.

    It may stand in a heading as well.
    """
    head = tuple(statements)[:_HEAD]
    for text in dict.fromkeys((*(one.text for one in head), *(title for one in head for title in one.headings))):
        if found := _SPAN.search(text):
            start = _moment(found[1], found[2] or found[3], known)
            end = _moment(found[4], found[5] or found[6] or found[2] or found[3], known)
            if start < end and start < known.end and end > known.start:
                return Window(start=start, end=min(end, known.end), timezone=_zone(start, known))
    return known


def _moment(at: str, offset: str | None, known: Window) -> datetime:
    return datetime.fromisoformat(at).replace(tzinfo=_offset(offset) if offset else known.zone)


def _offset(text: str) -> tzinfo:
    found = re.fullmatch(r"([+-])(\d{1,2}):?(\d\d)?", text)
    if found is None:
        return timezone(timedelta())
    shift = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return timezone(shift if found[1] == "+" else -shift)


def _zone(start: datetime, known: Window) -> str:
    """The snapshot's zone where it is the report's; else one of IANA's fixed offsets, whose signs are the other way."""
    shift = start.utcoffset() or timedelta()
    if start.astimezone(known.zone).utcoffset() == shift:
        return known.timezone
    hours = round(shift.total_seconds() / 3600)
    return f"Etc/GMT{-hours:+d}" if hours else "UTC"
