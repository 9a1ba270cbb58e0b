"""Whether the days that a claim tells are those of what it cites, as the report's zone shows them."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime

from digest.claims.sources import Sources
from digest.claims.verdict import Kind, Reason
from digest.model import Item

_MONTHS = {calendar.month_name[place].casefold(): place for place in range(1, 13)} | {
    calendar.month_abbr[place].casefold(): place for place in range(1, 13)
}
_NAMES = "|".join(sorted(_MONTHS, key=len, reverse=True))
DAY = re.compile(
    r"(?P<iso>\d{4}-\d{1,2}-\d{1,2})"
    r"|(?:(?P<zh_year>\d{4})\s*年\s*)?(?P<zh_month>\d{1,2})\s*月\s*(?P<zh_day>\d{1,2})\s*[日号]"
    rf"|\b(?P<month>{_NAMES})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year>\d{{4}}))?"
    rf"|\b(?P<day_first>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month_last>{_NAMES})\b(?:,? (?P<year_last>\d{{4}}))?",
    re.IGNORECASE,
)
SAME_DAY = re.compile(
    r"(?:创建|提交|打开|开启|提出)(?:的)?(?:当天|当日|同日|同一天)|(?:同日|同一天)(?:内|即|便"
    r"|就)?(?:被)?(?:合[并入]|关闭)"
    r"|\bthe (?:very )?same day\b|\bthe day (?:it|they) (?:was|were) (?:opened|created|filed|submitted)\b|\bsame-day\b",
    re.IGNORECASE,
)
_WHAT = (
    ("merged", re.compile(r"merge|landed|went in|in main|shipped|合[并入]|落地|主[干线]|主分支", re.IGNORECASE)),
    ("closed", re.compile(r"closed?\b|关闭", re.IGNORECASE)),
    (
        "opened",
        re.compile(r"opened|created|filed|submitted|reported|提交|创建|开启|打开|新增|提出|发起", re.IGNORECASE),
    ),
)


def check_days(prose: str, cited: Iterable[int], sources: Sources) -> Iterator[Reason]:
    """A reason for each day on which nothing of what is told happened to a cited item, and in no text of it stands.

    A weekday is held to less: it may be the day of anything that happened there.
    """
    items = [sources.items[number] for number in cited]
    for found in DAY.finditer(prose):
        if found[0].startswith("may"):
            continue
        day = _day(found, sources.window.end.year)
        what = _what(prose)
        quoted = not what and found[0].casefold() in sources.text(item.number for item in items)
        if not quoted and not any(day is not None and _is_day(day, item, what, sources) for item in items):
            yield Reason(kind=Kind.DATE, detail=f"{found[0]} is no day of what is told")
    yield from _weekdays(prose, items, sources)
    yield from _months(prose, items, sources)
    if told := SAME_DAY.search(prose):
        for item in items:
            yield from _same_day(item, told[0], sources)


_MONTH_ZH = re.compile(r"(?<![\d个])(?P<month>1[0-2]|[1-9])\s*月(?:份|初|中|底)?(?!\s*\d)")


def _months(prose: str, items: list[Item], sources: Sources) -> Iterator[Reason]:
    """A reason for each month told alone that no text of the items names."""
    text = sources.text(item.number for item in items)
    for found in _MONTH_ZH.finditer(DAY.sub(" ", prose)):
        month = int(found["month"])
        spellings = (*(name for name, place in _MONTHS.items() if place == month), rf"(?<!\d){month}\s*月")
        if not any(re.search(rf"(?<![a-z]){name}(?![a-z])" if name.isalpha() else name, text) for name in spellings):
            yield Reason(kind=Kind.DATE, detail=f"{found[0]} is told nowhere in what is cited")


def without_days(prose: str) -> str:
    """The text for checks that know numbers and names only. Days and months were checked as such."""
    return _MONTH_ZH.sub(" ", WEEKDAY.sub(" ", DAY.sub(" ", prose)))


# Weekdays

_WEEK = tuple(name.casefold() for name in calendar.day_name)
_WEEK_ZH = {sign: place for place, sign in enumerate("一二三四五六")} | {"日": 6, "天": 6}
WEEKDAY = re.compile(
    rf"\b(?P<name>{'|'.join(_WEEK)})s?\b|\b(?P<short>(?-i:Mon|Tues?|Wed|Thu(?:rs?)?|Fri))\b\.?"
    # Not 一周五次 (five times a week), 每周一次 (once a week) or 一周日志 (a week's log).
    r"|(?<![一二两三四五六七八九十几数半\d个])(?:周|星期|礼拜)(?P<zh>[一二三四五六日天])(?![次个版期回趟天志常历年月])",
    re.IGNORECASE,
)


_WEEKEND = re.compile(r"\bweekends?\b|周末", re.IGNORECASE)


def _weekdays(prose: str, items: list[Item], sources: Sources) -> Iterator[Reason]:
    """A reason for each weekday that no text of the items names, and on which nothing happened to them."""
    if not (WEEKDAY.search(prose) or _WEEKEND.search(prose)):
        return
    text = sources.text(item.number for item in items)
    written = {_weekday(found) for found in WEEKDAY.finditer(text)}
    happened = {_local(at, sources).weekday() for item in items for at in _moments(item, "", sources)}
    weekend = _WEEKEND.search(prose)
    if weekend and not _WEEKEND.search(text) and not {5, 6} & (written | happened):
        yield Reason(kind=Kind.DATE, detail=f"{weekend[0]} is told nowhere in what is cited")
    for found in WEEKDAY.finditer(prose):
        if _weekday(found) not in written | happened:
            yield Reason(kind=Kind.DATE, detail=f"{found[0]} is told nowhere in what is cited")


def _weekday(found: re.Match[str]) -> int:
    """Monday is 0, in whatever spelling."""
    if found["zh"]:
        return _WEEK_ZH[found["zh"]]
    told = (found["name"] or found["short"]).casefold()
    return next(place for place, name in enumerate(_WEEK) if name.startswith(told[:3]))


def _what(prose: str) -> str:
    told = [name for name, form in _WHAT if form.search(prose)]
    return told[0] if told else ""


def _is_day(day: date, item: Item, what: str, sources: Sources) -> bool:
    return any(_local(moment, sources) == day for moment in _moments(item, what, sources))


def _moments(item: Item, what: str, sources: Sources) -> Iterator[datetime]:
    """When what is told happened to the item; anything that did, where nothing in particular is told."""
    told = {"merged": item.merged_at, "closed": item.closed_at, "opened": item.created_at}
    if what:
        yield from (moment for moment in (told[what],) if moment is not None)
        return
    yield from (moment for moment in told.values() if moment is not None)
    yield from (piece.at for piece in sources.by_item[item.number])


def _local(moment: datetime, sources: Sources) -> date:
    return moment.astimezone(sources.window.zone).date()


def _same_day(item: Item, told: str, sources: Sources) -> Iterator[Reason]:
    ended = item.merged_at or item.closed_at
    if ended is None or _local(ended, sources) != _local(item.created_at, sources):
        yield Reason(kind=Kind.DATE, detail=f"{told!r}: #{item.number} did not begin and end on one day")


def _day(found: re.Match[str], year: int) -> date | None:
    try:
        if found["iso"]:
            return date(*map(int, found["iso"].split("-")))
        if found["zh_month"]:
            return date(int(found["zh_year"] or year), int(found["zh_month"]), int(found["zh_day"]))
        month = found["month"] or found["month_last"]
        told = found["year"] or found["year_last"] or year
        return date(int(told), _MONTHS[month.casefold()], int(found["day"] or found["day_first"]))
    except ValueError:
        return None
