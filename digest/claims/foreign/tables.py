"""Numbers that a report of several days sets out: a row for each day with its counts, and what they come to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims.foreign.finding import Finding, held
from digest.claims.foreign.lists import list_named
from digest.claims.foreign.statement import Statement
from digest.claims.sources import Sources
from digest.claims.verdict import Kind
from digest.model import ListName, RollUp, StoredDay, net

_NUMBER = re.compile(r"^\d{1,3}(?:,\d{3})+$|^\d+$")
_DAY = re.compile(r"^(?:\d{4}-)?(?P<day>\d\d-\d\d)$")
_SUM = re.compile(r"^(?P<n>\d+) (?:天|days?)$|^(?:total|sum|合计|总计)$", re.IGNORECASE)
_DISTINCT = re.compile(
    r"五个列表共\s*(?P<zh>[\d,]+)\s*个不同条目|\bdistinct items in the five lists: (?P<en>[\d,]+)", re.IGNORECASE
)
_NET = re.compile(
    r"(?:净增[^：]*：|Opened less ended[^:]*: )(?:issues?)\s*(?P<issues>[+-]\d+)[，,]\s*PRs?\s*(?P<pulls>[+-]\d+)",
    re.IGNORECASE,
)

_CHANGED = re.compile(r"(?P<list>[^\d,、，:：]+?)\s*(?P<before>[\d,]*\d) → (?P<now>[\d,]*\d)")


def check_tables(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """The cells of a roll-up's days and of their sum, its distinct items, and what was opened less what ended."""
    yield from _distinct(statement, sources)
    if sources.rollup is None:
        return
    yield from _net(statement, sources.rollup)
    yield from _compared(statement, sources.rollup)
    name = list_named(statement.label)
    if name is not None and _NUMBER.match(statement.text):
        yield from _cell(statement, name, sources.rollup)


def _cell(statement: Statement, name: ListName, rollup: RollUp) -> Iterator[Finding]:
    days = _days(statement.row, rollup)
    if days:
        known = sum(len(day.listed.get(name, ())) for day in days)
        told = int(statement.text.replace(",", ""))
        yield held(Kind.COUNT, told == known, f"{told} {name} are told of {statement.row}; there are {known}")


def _days(row: str, rollup: RollUp) -> tuple[StoredDay, ...]:
    """Those that a row is of: one, or all."""
    if _SUM.match(row):
        return rollup.counted
    found = _DAY.match(row)
    return tuple(day for day in rollup.counted if found and f"{day.on:%m-%d}" == found["day"])


def _distinct(statement: Statement, sources: Sources) -> Iterator[Finding]:
    found = _DISTINCT.search(statement.text)
    if found:
        told = int((found["zh"] or found["en"]).replace(",", ""))
        known = len({item.number for name in ListName for item in sources.listed(name)})
        yield held(Kind.COUNT, told == known, f"{told} distinct items are told; there are {known}")


def _compared(statement: Statement, rollup: RollUp) -> Iterator[Finding]:
    """The counts beside those of the span before."""
    if not (before := rollup.before) or before.name not in statement.text:
        return
    for found in _CHANGED.finditer(statement.text):
        name = list_named(found["list"])
        if name is not None:
            told = tuple(int(found[part].replace(",", "")) for part in ("before", "now"))
            known = (before.counts[name], len(rollup.events(name)))
            yield held(
                Kind.COUNT, told == known, f"{told[0]} → {told[1]} {name} are told; it is {known[0]} → {known[1]}"
            )


def _net(statement: Statement, rollup: RollUp) -> Iterator[Finding]:
    found = _NET.search(statement.text)
    if not found:
        return
    issues, pulls = net({name: len(rollup.events(name)) for name in ListName})
    for told, known, what in ((found["issues"], issues, "issues"), (found["pulls"], pulls, "PRs")):
        yield held(Kind.COUNT, int(told) == known, f"{told} {what} are told; there are {known:+d}")
