"""Whether the items that a statement names exist, and are what it calls them: issues or pull requests."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims.foreign.finding import Finding, held, refuted, supported, unsupported
from digest.claims.foreign.statement import Link, Statement, numbers
from digest.claims.sources import Sources
from digest.claims.verdict import Kind
from digest.model import ListName


def check_references(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """An item opened after the window cannot stand in its report; one that was not fetched may well exist."""
    newest = _newest(sources)
    for number in statement.refs:
        item = sources.items.get(number)
        if item is None and number > newest:
            yield refuted(Kind.REFERENCE, f"#{number} was not there by the window's end: the newest item is #{newest}")
        elif item is None:
            yield unsupported(Kind.REFERENCE, f"#{number} is not in the snapshot")
        elif item.created_at >= sources.window.end:
            yield refuted(Kind.REFERENCE, f"#{number} was opened after the window's end")
        else:
            yield supported(Kind.REFERENCE)


def _newest(sources: Sources) -> int:
    """The highest number that was opened by the window's end: the lists of what was opened are complete."""
    opened = (*sources.listed(ListName.ISSUES_OPENED), *sources.listed(ListName.PRS_OPENED))
    before = (item for item in sources.items.values() if item.created_at < sources.window.end)
    return max((item.number for item in opened or before), default=0)


_ROW = r"(?:\s*(?:[,，、/&]|和|与|及|and)\s*#?\d{3,})*"
_PULL = re.compile(
    rf"(?<![/A-Za-z])(?:PRs?|pull requests?|拉取请求|合并请求)\s*[（(:：,，]?\s*(?P<refs>#\d+{_ROW})",
    re.IGNORECASE | re.ASCII,
)
_ISSUE = re.compile(rf"(?<![/A-Za-z])(?:issues?|议题)\s*[（(:：,，]?\s*(?P<refs>#\d+{_ROW})", re.IGNORECASE | re.ASCII)
_CALLED_BEHIND = re.compile(
    r"(?P<refs>#\d+(?:\s*(?:[,，、&]|和|与|及)\s*#\d+)+)\s*(?:这)?(?:[两三四五六七八九十]|\d+)\s*个\s*(?P<called>PR|Issue)(?![A-Za-z])",
    re.IGNORECASE | re.ASCII,
)
"""#1、#2 两个 Issue."""
_FILED = re.compile(
    r"\b(?:filed|opened|reported|raised) (?:\w+ )?issues? (?:about|on|for|with)\b(?P<rest>[^.;；。]*)",
    re.IGNORECASE | re.ASCII,
)
"""What is filed about this (#1) and that (#2)."""
_EITHER = re.compile(
    r"(?:issues?|议题)\s*[/、和与及&]\s*PRs?|PRs?\s*[/、和与及&]\s*(?:issues?|议题)", re.IGNORECASE | re.ASCII
)


def check_kinds(statement: Statement, sources: Sources) -> Iterator[Finding]:
    text = _EITHER.sub("", statement.text)
    for pattern, is_pull, called in ((_PULL, True, "a pull request"), (_ISSUE, False, "an issue")):
        for found in pattern.finditer(text):
            for number in _plain_numbers(found["refs"]):
                if item := sources.items.get(number):
                    yield held(Kind.KIND, item.is_pull is is_pull, f"#{number} is called {called}")
    for found in _CALLED_BEHIND.finditer(text):
        is_pull = found["called"].casefold() == "pr"
        for number in _plain_numbers(found["refs"]):
            if item := sources.items.get(number):
                yield held(Kind.KIND, item.is_pull is is_pull, f"#{number} is called {found['called']}")
    for found in _FILED.finditer(text):
        for number in numbers("".join(re.findall(r"[（(]\s*#\d+\s*[)）]", found["rest"]))):
            if item := sources.items.get(number):
                yield held(Kind.KIND, not item.is_pull, f"#{number} is called an issue")
    yield from _cell(statement, sources)
    yield from _class(statement, sources)


def _plain_numbers(refs: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", refs)))


def _cell(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """A cell that holds but "Issue" or "PR (merged)" tells the kind of the row's item."""
    found = re.match(
        r"\s*(PR|Pull Request|Issue)s?\s*(?:[（(\[][^（）()\[\]]*[)）\]])?\s*$",
        statement.text,
        re.IGNORECASE | re.ASCII,
    )
    if found and len(statement.context) == 1 and (item := sources.items.get(statement.context[0])):
        is_pull = not found[1].casefold().startswith("issue")
        yield held(Kind.KIND, item.is_pull is is_pull, f"#{item.number} is called {found[1]}")


_ABOUT_ISSUES = re.compile(
    r"(?:issues?|议题|问题报告|bug 报告)(?!\s*#?\d)[^。.]{0,20}(?:来源|类别|集中|分布|主要|热点|聚焦)|(?:来源"
    r"|类别|主要)[^。.]{0,8}(?:issues?|议题)",
    re.IGNORECASE | re.ASCII,
)
_SAYS_PULLS = re.compile(r"\bPRs?\b|pull requests?|拉取请求|合并请求", re.IGNORECASE | re.ASCII)


def _class(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """Entries below a sentence on issues are its examples: of many of them, few may be something else."""
    own = _ABOUT_ISSUES.search(statement.text) and not _SAYS_PULLS.search(statement.text)
    if own and len(statement.refs) >= _MANY:
        for number in statement.refs:
            if (item := sources.items.get(number)) and item.is_pull:
                yield refuted(Kind.KIND, f"#{number} is called an issue")
    if not _ABOUT_ISSUES.search(statement.above) or _SAYS_PULLS.search(statement.above + statement.text):
        return
    known = [sources.items[number] for number in statement.refs if number in sources.items]
    pulls = [item.number for item in known if item.is_pull]
    if len(known) >= _MANY and len(pulls) * 3 >= len(known):
        told = ", ".join(f"#{number}" for number in pulls)
        yield refuted(Kind.KIND, f"{_CLASS}{told} are pull requests")


_MANY = 3
_CLASS = "told as issues, but "


def is_of_the_class_above(statement: Statement, finding: Finding) -> bool:
    """Whether an entry turned out to be no example of what the sentence above it is about: then that one is wrong."""
    return bool(statement.above_line) and finding.detail.startswith(_CLASS)


def check_links(statement: Statement, sources: Sources) -> Iterator[Finding]:
    for link in statement.links:
        yield from _link(link, sources)


_ITEM = re.compile(r"^https?://[^/]+/(?P<repository>[^/]+/[^/]+)/(?:issues|pull)/(?P<number>\d+)(?:[/?#].*)?$")


_LONGEST_NAME = 24
"""Of a link that shows an item's number and no more."""


def _link(link: Link, sources: Sources) -> Iterator[Finding]:
    """A link that shows one item and goes to another."""
    if not link.href.startswith(("http://", "https://")):
        return
    shown = numbers(link.text) if len(link.text) < _LONGEST_NAME else ()
    target = _ITEM.match(link.href)
    here = "/".join(sources.url.rstrip("/").rsplit("/", 2)[-2:]).casefold()
    if target is None or target["repository"].casefold() != here:
        known = f"{link.href.rstrip('/')}/".startswith(f"{sources.url.rstrip('/')}/")
        if shown:
            yield refuted(Kind.LINK, f"#{shown[0]} goes to {link.href}")
        elif not known:
            yield unsupported(Kind.LINK, f"{link.href} is not in the snapshot")
        return
    if shown:
        yield held(Kind.LINK, int(target["number"]) in shown, f"#{shown[0]} goes to {link.href}")
