"""Whether the words around a count say what is counted, and nothing is made of two counts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims import words
from digest.claims.placeholders import Parsed
from digest.claims.told import COUNT, Sentence, parts, sentences
from digest.claims.verdict import Kind, Reason
from digest.model import ListName

_ISSUE = re.compile(r"issues?|议题|问题", re.IGNORECASE)
_PULL = re.compile(r"(?<![A-Za-z])PRs?(?![A-Za-z])|pull requests?|拉取请求|合并请求", re.IGNORECASE)
_UNMERGED = re.compile(r"unmerged|without (?:a |being )?merg\w*|not merged|未(?:被)?合并|没有合并", re.IGNORECASE)
_VERBS = (
    ("merged", re.compile(r"\bmerg(?:ed|es?|ing)\b|\blanded\b|\bwent in\b|合[并入]|落地", re.IGNORECASE)),
    ("closed", re.compile(r"\bclos(?:ed|es?|ing|ures?)\b|关闭|关了", re.IGNORECASE)),
    (
        "opened",
        re.compile(
            r"\bopen(?:ed|s|ing|ings)?\b|\bnew\b|\bfiled\b|\bsubmitted\b|\bcreated\b|新增|新建|新开|新提|提交"
            r"|创建|打开|新(?=\s*(?:PR|Issue|议题))|新\s*$",
            re.IGNORECASE,
        ),
    ),
)
_LISTS = {
    (False, "opened"): ListName.ISSUES_OPENED,
    (False, "closed"): ListName.ISSUES_CLOSED,
    (True, "opened"): ListName.PRS_OPENED,
    (True, "merged"): ListName.PRS_MERGED,
    (True, "closed"): ListName.PRS_CLOSED_UNMERGED,
    (True, "unmerged"): ListName.PRS_CLOSED_UNMERGED,
}


def check_tallies(parsed: Parsed) -> Iterator[Reason]:
    """Each count stands alone in its stretch of the sentence, with the noun and the verb of its list."""
    if not parsed.counts:
        return
    if found := words.RATIO.search(parsed.prose):
        yield Reason(kind=Kind.COUNT, detail=f"a ratio of counts: {found[0]!r}")
    for sentence in sentences(parsed):
        stretches = parts(sentence)
        noun = _noun(sentence.text)
        for stretch in stretches:
            yield from _stretch(stretch, noun)


def _stretch(stretch: Sentence, noun: bool | None) -> Iterator[Reason]:
    if len(stretch.counts) > 1 and not _is_row(stretch):
        yield Reason(kind=Kind.COUNT, detail="counts of two lists are set against each other")
        return
    start = 0
    for place, (_, count) in enumerate(stretch.counts):
        end = _end(stretch, place)
        yield from _counted(stretch.text[start:end], count.name, noun)
        start = end


def _end(stretch: Sentence, place: int) -> int:
    """A count in a row has the words up to the next "and"."""
    if place + 1 == len(stretch.counts):
        return len(stretch.text)
    later = stretch.counts[place + 1][0]
    joint = re.search(r"\band\b|和|与|及|并", stretch.text[stretch.counts[place][0] : later])
    return stretch.counts[place][0] + joint.start() if joint else later


def _is_row(stretch: Sentence) -> bool:
    """As in "30 issues were opened and 19 closed": counts that are only joined."""
    between = [stretch.text[one[0] : other[0]] for one, other in zip(stretch.counts, stretch.counts[1:], strict=False)]
    return all(re.search(r"\band\b|和|以及|并", text) and not _AGAINST.search(text) for text in between)


_AGAINST = re.compile(r"\b(?:of|for|per|against|to|versus|vs|in|out of|with)\b|中|占|里|比|对|÷|/", re.IGNORECASE)


def _counted(text: str, name: ListName, noun: bool | None) -> Iterator[Reason]:
    own = _noun(text)
    is_pull, verb = (noun if own is None else own), _verb(text)
    if is_pull is None or not verb:
        yield Reason(
            kind=Kind.COUNT, detail=f"what {name} counts is not said: name issues or PRs, and what became of them"
        )
    elif _LISTS.get((is_pull, verb)) is not name:
        yield Reason(kind=Kind.COUNT, detail=f"{name} is told of something else: {text.replace(COUNT, '…').strip()!r}")


def _noun(text: str) -> bool | None:
    """Whether pull requests are told; None where neither or both are."""
    pull, issue = _PULL.search(text), _ISSUE.search(text)
    return None if bool(pull) is bool(issue) else bool(pull)


def _verb(text: str) -> str:
    """The one thing that is told of what is counted; none where two are."""
    if _UNMERGED.search(text):
        return "unmerged"
    told = [verb for verb, form in _VERBS if form.search(text)]
    return told[0] if len(told) == 1 else ""
