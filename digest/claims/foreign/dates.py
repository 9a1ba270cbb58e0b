"""Whether the days and times that a statement tells are those of its items, in the report's own zone."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta

from digest.claims.foreign import words
from digest.claims.foreign.finding import Finding, held
from digest.claims.foreign.statement import Statement
from digest.claims.sources import Sources
from digest.claims.verdict import Kind
from digest.model import Item


def check_dates(statement: Statement, sources: Sources) -> Iterator[Finding]:
    items = [sources.items[number] for number in statement.speaks_of if number in sources.items]
    if words.SAME_DAY.search(statement.text) and not _denied(statement.text, words.SAME_DAY):
        together = {_local(ended, sources) for item in items if (ended := _end(item))}
        if len(items) < _SEVERAL or len(together) > 1 or words.OPENING.search(statement.text):
            yield from (one for item in items for one in _same_day(item, statement.text, sources))
    if len(items) == 1:
        yield from _within(statement.text, items[0])
        yield from _on_day(statement.text, items[0], sources)


_SEVERAL = 2
"""So many items that ended on one day may be meant by "the same day"."""


def _denied(text: str, pattern: re.Pattern[str]) -> bool:
    found = pattern.search(text)
    return (
        found is not None
        and re.search(r"(?:不是|并非|未能?|没有|非|not |n't )[^，,。;；]{0,6}$", text[: found.start()]) is not None
    )


def _end(item: Item) -> datetime | None:
    return item.merged_at or item.closed_at


def _local(moment: datetime, sources: Sources) -> date:
    return moment.astimezone(sources.window.zone).date()


def _same_day(item: Item, told: str, sources: Sources) -> Iterator[Finding]:
    """What ended in the window has both its times known; of what did not, the statement may mean something else."""
    ended = _end(item)
    if ended is None or ended >= sources.window.end:
        return
    if ended in sources.window and not words.OPENING.search(told):
        return
    opened, closed = _local(item.created_at, sources), _local(ended, sources)
    yield held(Kind.DATE, opened == closed, f"#{item.number} was opened on {opened} and ended on {closed}")


_UNITS = {"分钟": 60, "小时": 3600, "天": 86400, "minute": 60, "hour": 3600, "day": 86400}


def _within(text: str, item: Item) -> Iterator[Finding]:
    found, ended = words.WITHIN.search(text), _end(item)
    if not found or ended is None or (not item.is_pull and _OF_A_PULL.search(text[: found.end()])):
        return
    named = {name.partition("_")[0]: told for name, told in found.groupdict().items() if told}
    unit = _UNITS[named["unit"].rstrip("s")]
    told = int(named["number"]) * unit
    took = (ended - item.created_at).total_seconds()
    # Rounded either way it is still right.
    yield held(Kind.DATE, took <= told + unit, f"#{item.number} took {timedelta(seconds=int(took))}")


_OF_A_PULL = re.compile(r"PR(?![A-Za-z])|pull request|合并|合入|merged", re.IGNORECASE)
"""Beside an issue it is told of the change that settled it."""

_MONTHS = tuple(calendar.month_name[place].casefold() for place in range(1, 13))


def _created(item: Item) -> datetime:
    return item.created_at


_MOMENT: dict[str, Callable[[Item], datetime | None]] = {
    "合并": lambda item: item.merged_at,
    "merged": lambda item: item.merged_at,
    "landed": lambda item: item.merged_at,
    "went in": lambda item: item.merged_at,
    "关闭": _end,
    "closed": _end,
}


def _on_day(text: str, item: Item, sources: Sources) -> Iterator[Finding]:
    for found in words.ON_DAY.finditer(text):
        moment = _MOMENT.get((found["what"] or found["what_en"]).lower(), _created)(item)
        told = _day(found["day"] or found["day_en"], sources.window.end.year)
        if moment is not None and told is not None:
            is_day = {_local(moment, sources), moment.date()}
            fits = any((day.month, day.day) == (told.month, told.day) for day in is_day)
            yield held(
                Kind.DATE, fits, f"#{item.number}: {found[0].strip()!r} is told; it was {_local(moment, sources)}"
            )


_ANY_DAY = re.compile(
    r"\b(?:on|of) (?P<en>[A-Z][a-z]+ \d{1,2}|\d{1,2} [A-Z][a-z]+)(?!\d)"
    r"|(?P<iso>\d{4}-\d\d-\d\d)|(?<!\d)(?P<zh>\d{1,2}\s*月\s*\d{1,2}\s*日)",
)


def day_in(text: str, year: int) -> tuple[int, int] | None:
    """(month, day) of the first day that a text tells."""
    found = _ANY_DAY.search(text)
    day = _day(next(filter(None, found.groups())), year) if found else None
    return (day.month, day.day) if day else None


def _day(text: str, year: int) -> date | None:
    try:
        if found := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", text):
            return date(*map(int, found.groups()))
        if found := re.fullmatch(r"(\d{1,2})\s*月\s*(\d{1,2})\s*日", text):
            return date(year, int(found[1]), int(found[2]))
        month, day = sorted(text.split(), key=str.isdigit)
        return date(year, _MONTHS.index(month.casefold()) + 1, int(day))
    except ValueError:
        return None
