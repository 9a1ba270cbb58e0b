"""Whether the counts that a statement gives are the lengths of the window's lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from digest.claims.foreign.finding import Finding, held
from digest.claims.foreign.statement import Statement
from digest.claims.numerals import value
from digest.claims.sources import Sources
from digest.claims.verdict import Kind
from digest.model import ListName

_NUMBER = r"(?P<number>\d{1,3}(?:,\d{3})+|\d+|[零一二两三四五六七八九十百千]+)"
_ISSUE, _PULL = r"issues?|议题", r"PRs?|pull requests?|拉取请求|合并请求"
_NOUN = rf"(?P<noun>{_ISSUE}|{_PULL})"
_VERBS = (
    ("handled", r"处理|解决和关闭|handled|processed|dealt with|worked through|got through|went through"),
    ("opened", r"新增|新建|新开|创建|提交|打开|开启|新提交|opened|filed|submitted|created"),
    ("unmerged", r"关闭未合并|未合并关闭|关闭但未合并|closed (?:unmerged|without merging)"),
    ("merged", r"合并|合入|merged|landed"),
    ("closed", r"关闭|closed"),
)
_VERB = "|".join(f"(?P<{name}>{told})" for name, told in _VERBS)
_BLUNT = r"(?<!其中)(?<!第)(?<![约近逾])(?<!超过)(?<!至少)"

_AND_NO_MORE = (
    r"(?=\s*(?:$|[.,;:)|/]|and\b|were (?:opened|filed|submitted|created|merged|closed|landed)\b"
    r"(?! (?:as|and|with\w*)\b)|arrived|came in|in total|during|today|overall|this|that day"
    r"|in (?:this|the) (?:window|period|day|week)))"
)
"""Behind a count in English: anything else ("that touch v1", "carry `ready`") makes it one of some items only."""

FORMS = tuple(
    re.compile(form, re.IGNORECASE | re.ASCII)
    for form in (
        # 合并了 45 个 PR；新增 39 个 PR；合并 PR 28
        rf"(?:{_VERB})了?\s*{_NUMBER}\s*(?:个|条|项)?\s*{_NOUN}(?![A-Za-z])",
        rf"(?:{_VERB}|(?P<new>新))(?:的)?\s*{_NOUN}s?\s*(?:数量|总数|数)?(?:均)?(?:为|是|达到?|共|有"
        rf"|[:：])?\s*{_NUMBER}(?:\s*个)?(?=\s*(?:[|｜，,。；;）)]|$))",
        # 28 个 PR 在观察期内被合并；19 个 Issue 被关闭
        rf"{_BLUNT}{_NUMBER}\s*(?:个|条)\s*{_NOUN}\s*(?:在[^，,。]{{0,12}}内?)?(?:被|已|得到|获得?)+(?:{_VERB})",
        # 60 个新 PR；新增的 60 个 PR
        rf"{_BLUNT}{_NUMBER}\s*(?:个|条)\s*(?P<new>新)(?:的)?\s*{_NOUN}",
        rf"(?P<new>新增|新建|新提交)的\s*{_NUMBER}\s*(?:个|条)\s*{_NOUN}",
        # English
        rf"(?<![\w.,#])(?P<number>\d+) (?:(?P<new>new)|{_VERB}) {_NOUN}\b{_AND_NO_MORE}",
        rf"(?<![\w.,#])(?P<number>\d+) {_NOUN} (?:were|was|have been|got) (?:{_VERB})\b(?! (?:by|as|and|or|with\w*)\b)",
        rf"\b(?:{_VERB}) (?P<number>\d+) (?:new )?{_NOUN}\b(?! (?:about|on|for|by|from)\b)",
        rf"\b(?P<new>New) {_NOUN}:? (?P<number>\d+)",
    )
)

_NARROWED = re.compile(
    r"其中|包括|约|近|超过|至少|逾|多达|每|平均|另|其余|剩余|贡献者|成员|员工|用户|维护者|他|她|某|由|相关"
    r"|针对|关于|涉及"
    r"|\b(?:of which|of them|about|over|nearly|almost|at least|more than|some|around|roughly|each|per|another"
    r"|other|remaining"
    r"|who|whose|including|related)\b|`|[#＃]\d",
    re.IGNORECASE | re.ASCII,
)
_NAME = re.compile(
    r"\b(?!PRs?\b|Issues?\b|vLLM\b|GitHub\b|UTC\b|In\b|The\b|On\b|During\b|Today\b|This\b|A\b|New\b|Closed\b"
    r"|Merged\b|Opened\b|Open\b|Total\b)[A-Z][A-Za-z0-9.-]+",
    re.ASCII,
)


_EVERYBODY = re.compile(
    r"(?:维护者|开发者)[与和及、]社区|社区[与和及、](?:维护者|开发者)|(?:the )?maintainers and (?:the )?community"
)
_OPENING = re.compile(r"^\s*(?:In [a-z]+\s+)?[A-Z][a-z]+(?![\w-])")
"""A word that opens a sentence has its capital from that."""


@dataclass(frozen=True)
class Told:
    """A count as told, with the numbers that it may be."""

    number: int
    allowed: frozenset[int]
    most: int
    what: str


_IS_AREA = re.compile(
    r"\b(?!PRs?\b|RFCs?\b|CI\b)(?:[A-Z]{2,}|[A-Za-z]*[a-z][A-Z])[A-Za-z0-9]*|ecosystem|生态", re.ASCII
)
"""A heading that names an ecosystem: the counts below it are of its items alone."""


_IS_TITLE = re.compile(r"\d{4}-(?:\d\d|W\d\d)")


def _is_of_an_area(heading: str, names: frozenset[str]) -> bool:
    """A project's name is none, nor is any in a report's title, which has the day."""
    told = [found[0] for found in _IS_AREA.finditer(heading) if found[0].casefold() not in names]
    return bool(told) and _IS_TITLE.search(heading) is None


def check_counts(statement: Statement, sources: Sources) -> Iterator[Finding]:
    if statement.context or statement.is_data or _is_of_an_area(statement.heading, sources.names):
        return
    for told in _told(statement.text, sources):
        fits = told.number in told.allowed or min(told.allowed) < told.number <= told.most
        known = ", ".join(map(str, sorted(told.allowed)))
        yield held(Kind.COUNT, fits, f"{told.number} {told.what} are told; there are {known}")


def _told(text: str, sources: Sources) -> Iterator[Told]:
    seen: set[tuple[int, str]] = set()
    for form in FORMS:
        for found in form.finditer(text):
            number = value(found["number"])
            lists = _lists(found)
            if number is None or not lists or _is_narrowed(text, found, sources.logins):
                continue
            what = " and ".join(lists)
            if (int(number), what) not in seen:
                seen.add((int(number), what))
                yield Told(int(number), *_allowed(lists, sources), what)


def _is_narrowed(text: str, found: re.Match[str], logins: frozenset[str]) -> bool:
    """Whether the count is of some of the items only, or somebody's: then it is no length of a list."""
    before = _EVERYBODY.sub("", re.split(r"[，,。；;.|｜！!？?（(]", text[: found.start()])[-1])
    if any(word.casefold() in logins for word in re.findall(r"[A-Za-z][\w-]{2,}", before, re.ASCII)):
        return True
    after = re.match(r"[^，,。；;.|｜（(]{0,12}", text[found.end() :])
    narrow = _NARROWED.search(before) or _NAME.search(_OPENING.sub("", before))
    return bool(
        narrow or re.match(r"\s*(?:来自|由|涉及|与|关于|针对|from|by|about|related|touch)", after[0] if after else "")
    )


def _lists(found: re.Match[str]) -> tuple[ListName, ...]:
    groups = found.groupdict()
    is_pull = re.fullmatch(_PULL, found["noun"], re.IGNORECASE) is not None
    verb = next((name for name, _ in _VERBS if groups.get(name)), "opened" if groups.get("new") else "")
    return _LISTS.get((verb, is_pull), ())


_LISTS: dict[tuple[str, bool], tuple[ListName, ...]] = {
    ("opened", False): (ListName.ISSUES_OPENED,),
    ("opened", True): (ListName.PRS_OPENED,),
    ("closed", False): (ListName.ISSUES_CLOSED,),
    ("closed", True): (ListName.PRS_CLOSED_UNMERGED, ListName.PRS_MERGED),
    ("merged", True): (ListName.PRS_MERGED,),
    ("unmerged", True): (ListName.PRS_CLOSED_UNMERGED,),
    ("handled", False): (ListName.ISSUES_OPENED, ListName.ISSUES_CLOSED),
    ("handled", True): (ListName.PRS_OPENED, ListName.PRS_MERGED, ListName.PRS_CLOSED_UNMERGED),
}


def _allowed(lists: tuple[ListName, ...], sources: Sources) -> tuple[frozenset[int], int]:
    """The distinct items of the lists; of closed pull requests also those that were not merged alone.

    GitHub tells only the last closing: what was closed again after the window may have been closed in it too, so
    the number of closings is a least. A roll-up has the sums of its days.
    """
    members = {name: {item.number for item in sources.listed(name)} for name in lists}
    if sources.rollup is not None:
        entries = sum(len(sources.rollup.events(name)) for name in lists)
        return frozenset({entries, len(set().union(*members.values()))}), entries
    whole = len(set().union(*members.values()))
    allowed = {whole, len(members[lists[0]])} if lists[0] is ListName.PRS_CLOSED_UNMERGED else {whole}
    return frozenset(allowed), whole + min(_closed_again(lists, sources), max(1, whole // _RARE))


_RARE = 20
"""Of so many closings, one may have been reopened and closed again since."""


def _closed_again(lists: tuple[ListName, ...], sources: Sources) -> int:
    if not set(lists) & {ListName.ISSUES_CLOSED, ListName.PRS_CLOSED_UNMERGED}:
        return 0
    end, is_pull = sources.window.end, ListName.ISSUES_CLOSED not in lists
    return sum(
        item.is_pull is is_pull
        and item.created_at < end
        and item.closed_at is not None
        and item.closed_at >= end
        and item.created_at < sources.window.start
        and item.merged_at is None
        for item in sources.items.values()
    )
