"""What a release is said to hold: that has to be said of it in what is cited."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from digest.claims.placeholders import MARK
from digest.claims.sources import Sources, fold
from digest.claims.verdict import Kind, Reason
from digest.facts.prose import split
from digest.facts.states import state_at
from digest.facts.values import State

_I = re.IGNORECASE
_VERSION = r"\bv?\d+\.\d+(?:\.\d+)?(?:rc\d+|\.post\d+)?\b"
_HOLDS = (
    r"(?:(?:has|have|had|ships?|shipped|contains?|contained|includes?|included|carr(?:ies|ied)|brings?|brought|comes?"
    r"|came|got|gets|bundles?|delivers?|turns?|turned|holds?|received|picks? up|picked up)\b"
    r"|(?:中|里|版)?(?:已经?|也|均|都)?(?:包含|含有?|包括|带有?|自带|附带|收录|纳入|内置|搭载|有(?!效|时|限)|合入"
    r"|收入|修|默认关|默认开))"
)
_HAS = re.compile(
    rf"(?P<version>{_VERSION})\s*(?:release\s*)?(?:\b(?:already|now|also|still|finally)\s+)*{_HOLDS}"
    r"\s*(?P<what>[^,.;，。；]*)"
    r"|(?P<what_first>[^,.;，。；:：]*?)\b(?:(?:is|are)"
    r"(?: now| already| also| finally| included| contained| part of| live)*"
    rf"|made it|went|landed|shipped|came)\s+(?:in|into|with|of)\s+(?P<version_last>{_VERSION})"
    rf"|(?P<what_zh>[^，。；：]*?)(?:收入|纳入|包含在|收录[于在]|进入|合入|随)\s*(?P<version_zh>{_VERSION})",
    _I,
)
_TAKEN_BACK = re.compile(
    r"\b(?:not|no|neither|nor|never|without|lacks?|missed|misses|would|should|could|will|may|might|if|whether"
    r"|until|once|unless|wants?|asks?|before|propos\w+|plans?|next)\b|n['’]t\b|没|未|无|不|两者都|是否|若|如果|将|应|拟|待"
    r"|赶|希望|要求|建议|主张|下一",
    _I,
)
_IN_TEXT = re.compile(
    rf"{_HOLDS}|\b(?:in|with|since|by|on|default|is|was)\b",
    _I,
)


def check_releases(prose: str, cited: Iterable[int], sources: Sources) -> Iterator[Reason]:
    """A reason for each release that is said to have what no sentence of the cited items says it has."""
    numbers = tuple(cited)
    for found in _HAS.finditer(prose):
        version = found["version"] or found["version_last"] or found["version_zh"]
        clause = re.split(r"[,.;，。；](?=\s|[^\d])", prose[: found.start()])[-1] + found[0]
        if _TAKEN_BACK.search(clause):
            continue
        what = found["what"] or found["what_first"] or found["what_zh"] or ""
        missing = MARK in what and any(_is_unmerged(number, sources) for number in numbers)
        if missing or not any(_affirms(told, version, what) for told in _sentences(numbers, sources)):
            yield Reason(kind=Kind.STATE, detail=f"{found[0].strip()!r}: nothing cited says that {version} has it")


def _is_unmerged(number: int, sources: Sources) -> bool:
    item = sources.items[number]
    return item.is_pull and state_at(item, sources.window.end) is not State.MERGED


def _sentences(numbers: Iterable[int], sources: Sources) -> Iterator[str]:
    for number in numbers:
        yield fold(sources.items[number].title)
        yield from (fold(one) for piece in sources.by_item[number] for one in split(piece.text))


def _affirms(told: str, version: str, what: str) -> bool:
    """Whether a sentence says it of the version and takes nothing back. A word in Latin has to stand there too."""
    if not re.search(rf"(?<![\w.]){re.escape(version.casefold().lstrip('v'))}(?![\w]|\.\d)", told.replace("v", " ")):
        return False
    if _TAKEN_BACK.search(told) or not _IN_TEXT.search(told):
        return False
    content = [word for word in re.findall(r"[a-z][a-z0-9_-]{3,}", fold(what)) if word not in _COMMON]
    return not content or any(word[:5] in told for word in content)


_COMMON = frozenset({"with", "that", "this", "from", "only", "also", "been", "turned", "both", "into", "release"})
