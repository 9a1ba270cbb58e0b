"""Whether a claim calls an item what it is: an issue or a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims.placeholders import Parsed
from digest.claims.sources import Sources
from digest.claims.told import ITEM, sentences
from digest.claims.verdict import Kind, Reason

_PULL = r"(?:pull requests?|PRs?|MRs?|patch(?:es)?|拉取请求|合并请求|补丁)"
_ISSUE = r"(?:issues?|bug reports?|tickets?|feature requests?|bugs?|defects?|缺陷|故障|议题|问题报告|缺陷报告|工单)"
_ROW = rf"(?:{ITEM}\s*(?:[,，、/&]|and|和|与|及)\s*)*"
_BEFORE = {
    called: re.compile(
        rf"(?<![A-Za-z]){words}\s*(?:such as|like|including|例如|比如|如|包括)?\s*(?:（|\(|:"
        rf"|：)?\s*{_ROW}$",
        re.IGNORECASE,
    )
    for called, words in (("pull", _PULL), ("issue", _ISSUE))
}
_AFTER = {
    called: re.compile(
        rf"^\s*(?:\(|（)?(?:is|are|was|是|为|作为|属于|这个|该|这一|,|，)\s*(?:an?|the|一个|一项|open|new|merged"
        rf"|\s)*{words}(?![A-Za-z])",
        re.IGNORECASE,
    )
    for called, words in (("pull", _PULL), ("issue", _ISSUE))
}


_AS = {
    called: re.compile(
        rf"(?:\b(?:as|sent as|reported as|filed as|opened as)\s+(?:an? |the )?|(?:作为|属于"
        rf"|是一(?:个|项))\s*){words}(?![A-Za-z])",
        re.IGNORECASE,
    )
    for called, words in (("pull", _PULL), ("issue", _ISSUE))
}
"""Of the one item of a sentence."""

_ROW_OF = {
    called: re.compile(
        rf"{ITEM}\s*(?:,|，|、|/|&|and|和|与|及)\s*{ITEM}\s*(?:这)?[两二]\s*(?:个|项|份)\s*{words}", re.IGNORECASE
    )
    for called, words in (("pull", _PULL), ("issue", _ISSUE))
}
"""Of two items that stand in a row: [[#1]] 与 [[#2]] 两个 PR."""

_THIS = {
    "pull": re.compile(
        r"\bthis (?:PR|pull request)\b|(?:[此该本]|这个|这一)\s*(?:PR(?![A-Za-z])|拉取请求|合并请求)", re.IGNORECASE
    ),
    "issue": re.compile(
        r"\bthis (?:bug report|issue (?:proposes|asks|reports|wants|describes))\b"
        r"|(?:[此该本]|这个|这一)\s*(?:issue(?![A-Za-z])|议题)",
        re.IGNORECASE,
    ),
}
"""Of what a claim is about, unless it names another of the kind."""


def kinds_told(parsed: Parsed) -> tuple[tuple[int, bool], ...]:
    """(number, whether it is called a pull request) for each item that is called anything."""
    found = []
    for sentence in sentences(parsed):
        for at, number in sentence.items:
            before, after = sentence.text[:at], sentence.text[at + 1 :]
            found += [(number, called == "pull") for called, form in _BEFORE.items() if form.search(before)]
            found += [(number, called == "pull") for called, form in _AFTER.items() if form.search(after)]
        for called, form in _ROW_OF.items():
            for row in form.finditer(sentence.text):
                found += [(number, called == "pull") for at, number in sentence.items if row.start() <= at < row.end()]
        if len({number for _, number in sentence.items}) == 1:
            number = sentence.items[0][1]
            found += [(number, called == "pull") for called, form in _AS.items() if form.search(sentence.text)]
    return tuple(found)


def check_kinds(parsed: Parsed, about: int | None, sources: Sources) -> Iterator[Reason]:
    own = () if about is None else (about,)
    for called, form in _THIS.items() if own else ():
        meant = [sources.items[number] for number in (*own, *parsed.items)]
        if form.search(parsed.prose) and not any(item.is_pull is (called == "pull") for item in meant):
            yield Reason(kind=Kind.KIND, detail=f"#{about} is {'a pull request' if called == 'issue' else 'an issue'}")
    for number, is_pull in kinds_told(parsed):
        if sources.items[number].is_pull is not is_pull:
            yield Reason(kind=Kind.KIND, detail=f"#{number} is {'an issue' if is_pull else 'a pull request'}")
