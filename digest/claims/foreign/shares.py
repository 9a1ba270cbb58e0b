"""Counts of some of a list's items: those with a label, and those of one author."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims.foreign.finding import Finding, held
from digest.claims.foreign.statement import Statement
from digest.claims.numerals import ENGLISH, value
from digest.claims.sources import Sources
from digest.claims.verdict import Kind
from digest.model import Item, ListName

_I = re.IGNORECASE | re.ASCII
_NUMBER = r"(?P<number>\d+|[一二两三四五六七八九十百]+)"
_NUMBER_EN = rf"(?P<number>\d+|{'|'.join(ENGLISH)})"

_LISTS = tuple(
    (name, re.compile(form, _I))
    for name, form in (
        (ListName.PRS_CLOSED_UNMERGED, r"未合并(?:即|而)?关闭|关闭(?:但|而)?未合并|closed (?:unmerged|without)"),
        (
            ListName.PRS_MERGED,
            r"合并的[^，,。；;]{0,8}?PR|PR[^，,。；;]{0,6}?(?:被|获)合并|\bmerged (?:PRs?|pull requests?)",
        ),
        (ListName.PRS_OPENED, r"新(?:增|开|建|提交)?的?\s*PR|\b(?:new|opened) (?:PRs?|pull requests?)"),
        (ListName.ISSUES_CLOSED, r"关闭的[^，,。；;]{0,8}?(?:Issue|议题)|\bclosed issues?"),
        (ListName.ISSUES_OPENED, r"新(?:增|开|建)?的?\s*(?:Issue|议题)|\b(?:new|opened) issues?"),
    )
)

_LABELLED = tuple(
    re.compile(form, _I)
    for form in (
        rf"{_NUMBER}\s*[个条项]?[^，,。；;`\d]{{0,8}}?(?:带有?|打了|打上|标有|标着|贴有|贴着|挂着|含有?)\s*"
        r"(?:`(?P<code>[\w: -]+)`|(?P<word>[\w-]+))\s*(?P<noun>标签)?",
        rf"\b{_NUMBER_EN}\s+(?:of (?:them|these|those|the [\w ]{{2,40}}?)\s+)?(?:carr(?:y|ied)|bore|bear|have|had|wore)"
        r"\s+(?:the\s+)?"
        r"(?:`(?P<code>[\w: -]+)`|(?P<word>[\w-]+))\s*(?P<noun>label|tag)?",
        rf"\b{_NUMBER_EN}\s+(?:of (?:them|these|those)\s+)?(?:were|was|are)\s+labell?ed\s+"
        r"(?:`(?P<code>[\w: -]+)`|(?P<word>[\w-]+))(?P<noun>)",
    )
)

_DRIFT = 1
"""Labels come and go after the window: so much may a count be off."""

_LOGIN = r"(?:`@?|(?<![\w`@-]))(?P<login>[A-Za-z][\w-]+)`?"
"""Whether it is one is asked of the data."""
_OWN = tuple(
    (role, re.compile(form, _I))
    for role, form in (
        (
            "opened",
            rf"{_LOGIN}[^，,。；;`\d]{{0,12}}?(?:提交|提|开|打开|新开|开启|新建|创建|贡献|发起)(?:了|出了?)?\s*"
            rf"{_NUMBER}\s*个?新?(?:的)?\s*(?P<noun>PR|Issue)(?![A-Za-z])",
        ),
        (
            "opened",
            rf"{_LOGIN}\s+(?:alone\s+|also\s+|has\s+|had\s+)*(?:opened|submitted|filed|sent|created)\s+"
            rf"{_NUMBER_EN}\s+(?:new\s+)?(?P<noun>PR|pull request|issue)s?\b",
        ),
        (
            "merged",
            rf"{_LOGIN}[^，,。；;`\d]{{0,8}}?有\s*{_NUMBER}\s*个\s*(?P<noun>PR)[^，,。；;]{{0,6}}?(?:合并|合入)",
        ),
        (
            "merged",
            rf"{_LOGIN}\s+(?:also\s+)?(?:has|had|saw|got)\s+{_NUMBER_EN}\s+(?P<noun>PR|pull request)s?"
            r"\s+merged",
        ),
    )
)


def check_shares(statement: Statement, sources: Sources) -> Iterator[Finding]:
    if sources.rollup is None and not statement.is_data:
        yield from _labelled(statement, sources)
        yield from _own(statement, sources)


def _labelled(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """Where the sentence names one list, and a label that some item has."""
    lists = [name for name, form in _LISTS if form.search(statement.text)]
    if lists[:1] == [ListName.PRS_CLOSED_UNMERGED]:
        # "Unmerged" has "merged" in it.
        lists = [name for name in lists if name is not ListName.PRS_MERGED]
    known = {label.casefold() for item in sources.items.values() for label in item.labels}
    for form in _LABELLED if len(lists) == 1 else ():
        for found in form.finditer(statement.text):
            label, number = (found["code"] or found["word"]).casefold(), _value(found["number"])
            if label in known and number is not None and (found["code"] or found["noun"]):
                there = sum(label in _labels(item) for item in sources.listed(lists[0]))
                fits = abs(number - there) <= _DRIFT
                yield held(Kind.COUNT, fits, f"{number} of {lists[0]} with {label} are told; there are {there}")


def _labels(item: Item) -> set[str]:
    return {label.casefold() for label in item.labels}


def _own(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """Nobody has more than the list holds of theirs; a smaller number may be of some of them."""
    for role, form in _OWN:
        for found in form.finditer(statement.text):
            number, login = _value(found["number"]), found["login"].casefold()
            is_pull = not found["noun"].casefold().startswith("issue")
            name = ListName.PRS_MERGED if role == "merged" else _OPENED[is_pull]
            there = sum(item.author.login.casefold() == login for item in sources.listed(name))
            if number is not None and login in sources.logins:
                yield held(Kind.COUNT, number <= there, f"{number} of {name} by {login} are told; there are {there}")


_OPENED = {True: ListName.PRS_OPENED, False: ListName.ISSUES_OPENED}


def _value(text: str) -> int | None:
    number = ENGLISH.get(text.casefold()) or value(text)
    return None if number is None else int(number)
