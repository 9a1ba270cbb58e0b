"""Lines of a report's own lists, and the counts in its head, held against the snapshot as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

from digest.claims.foreign.finding import Finding, held, refuted, supported
from digest.claims.foreign.names import _alike
from digest.claims.foreign.statement import Statement
from digest.claims.sources import Sources
from digest.claims.verdict import Kind
from digest.model import Item, ListName, event_time

_LINE = re.compile(
    r"^#(?P<number>\d+)\s+(?P<title>.*?)(?:\s+[—–]\s+(?P<labels>[^—]*?))?\s+[—–-]{1,2}\s+(?:by|作者"
    r"|由)\s*`?@?(?P<author>\S+?)`?\s+"
    r"[(（](?P<what>[^:：\d]*)[:：]?\s*(?P<at>\d{4}-\d\d-\d\d[ T]\d\d:\d\d)(?::\d\d)?\s*(?:[(（]?(?:UTC"
    r"|GMT)?\s*(?P<zone>[+-]\d{1,2}(?::?\d\d)?)?Z?[)）]?)?\s*[)）]\s*$"
)
_HEADINGS = (
    (
        ListName.PRS_CLOSED_UNMERGED,
        re.compile(
            r"(?:关闭但?未合并|未合并关闭).*PR|PRs? closed (?:unmerged|without)|closed (?:unmerged )?(?:PRs"
            r"|pull requests)|unmerged",
            re.IGNORECASE,
        ),
    ),
    (ListName.PRS_MERGED, re.compile(r"合并.*PR|merged", re.IGNORECASE)),
    (
        ListName.PRS_OPENED,
        re.compile(
            r"新(?:增|建|开)?.*PR|(?:new|opened) (?:PRs|pull requests)|(?:PRs|pull requests) opened", re.IGNORECASE
        ),
    ),
    (ListName.ISSUES_CLOSED, re.compile(r"关闭.*(?:Issue|议题)|closed issues|issues closed", re.IGNORECASE)),
    (
        ListName.ISSUES_OPENED,
        re.compile(r"新(?:增|建|开)?.*(?:Issue|议题)|(?:new|opened) issues|issues opened", re.IGNORECASE),
    ),
)


def list_named(text: str) -> ListName | None:
    """The list that a heading, or a column, is named for."""
    return next((name for name, pattern in _HEADINGS if pattern.search(text)), None)


def check_line(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """Number, author, time and list as the snapshot has them. Titles and labels may have changed since."""
    found = _LINE.match(statement.text.replace("`", ""))
    item = sources.items.get(int(found["number"])) if found else None
    if found is None or item is None:
        return
    yield supported(Kind.REFERENCE)
    author = found["author"].removesuffix("[bot]").casefold()
    yield held(
        Kind.PERSON,
        item.author.login.removesuffix("[bot]").casefold() == author,
        f"#{item.number} is by {item.author.login}",
    )
    name = list_named(statement.heading)
    if name is not None:
        yield from _listed(item, name, found, sources)
    yield from _titled(item, found["title"], sources)


def _titled(item: Item, told: str, sources: Sources) -> Iterator[Finding]:
    """A title that is another item's is no change of this one's, unless a pull request was sent again under it."""
    if _alike(told, item.title) >= _CHANGED or not told.strip():
        return
    other = next((one for one in sources.items.values() if one.number != item.number and one.title == told), None)
    if other is not None:
        yield refuted(Kind.TITLE, f"{told!r} is the title of #{other.number}")


_CHANGED = 0.3


def _listed(item: Item, name: ListName, found: re.Match[str], sources: Sources) -> Iterator[Finding]:
    is_pull = name not in (ListName.ISSUES_OPENED, ListName.ISSUES_CLOSED)
    if item.is_pull is not is_pull:
        yield refuted(Kind.KIND, f"#{item.number} is {'an issue' if is_pull else 'a pull request'}")
        return
    told = _moment(found["at"], found["zone"], sources)
    if (name, item.number, told) in sources.happened:
        yield supported(Kind.DATE)
        return
    if not _happened(item, name):
        yield refuted(Kind.STATE, f"#{item.number} does not belong to {name.value.replace('_', ' ')}")
        return
    happened = event_time(item, name)
    close = abs((happened - told).total_seconds()) <= _MINUTE
    again = name in (ListName.ISSUES_CLOSED, ListName.PRS_CLOSED_UNMERGED) and told < happened
    unknown = (
        name in (ListName.ISSUES_OPENED, ListName.PRS_OPENED)
        and item.depth == "listed"
        and happened < sources.window.start - _LONG
    )
    if close or not (again or unknown):
        yield held(
            Kind.DATE,
            close,
            f"#{item.number}: {found['at']} is told; it was {happened.astimezone(told.tzinfo):%Y-%m-%d %H:%M}",
        )


_MINUTE = 60
_LONG = timedelta(days=3650)


def _happened(item: Item, name: ListName) -> bool:
    match name:
        case ListName.PRS_MERGED:
            return item.merged_at is not None
        case ListName.PRS_CLOSED_UNMERGED:
            return item.merged_at is None and item.closed_at is not None
        case ListName.ISSUES_CLOSED:
            return item.closed_at is not None
    return True


def _moment(at: str, offset: str | None, sources: Sources) -> datetime:
    naive = datetime.fromisoformat(at)
    if offset is None:
        return naive.replace(tzinfo=sources.window.zone)
    sign, hours, minutes = re.fullmatch(r"([+-])(\d{1,2}):?(\d\d)?", offset).groups()  # type: ignore[union-attr]
    shift = timedelta(hours=int(hours), minutes=int(minutes or 0))
    return naive.replace(tzinfo=timezone(shift if sign == "+" else -shift)) if shift else naive.replace(tzinfo=UTC)
