"""Words of which the evidence has the opposite in the same place: faster for slower, since a version that works."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from digest.claims.grounds import Grounds
from digest.claims.sources import fold
from digest.claims.verdict import Kind, Reason

_I = re.IGNORECASE
_PAIRS = tuple(
    (re.compile(one, _I), re.compile(other, _I))
    for one, other in (
        (r"\bfaster\b|\bquicker\b|更?快(?!照)", r"\bslower\b|更?慢"),
        (r"\bhigher\b|更?高", r"\blower\b|更?低"),
        (r"\bmore\b|更多|多出?", r"\bless\b|\bfewer\b|更少|少"),
    )
)
_FIGURE = re.compile(r"(?<![\w.,])\d[\d.,]*(?![\w-]*\d)")
_REACH = 20
_MOST_PLACES = 50


def check_contrasts(prose: str, grounds: Grounds) -> Iterator[Reason]:
    yield from _compared(fold(prose), grounds.text)
    yield from _starting(fold(prose), grounds.text)
    yield from _accompanied(prose, grounds.text)


def _compared(prose: str, text: str) -> Iterator[Reason]:
    """A number that is more of something here, and less of it in every place where the evidence has it."""
    for found in _FIGURE.finditer(prose):
        beside = _beside(prose, found)
        everywhere = re.finditer(rf"(?<![\w.,]){re.escape(found[0])}(?![\d])", text)
        places = [_beside(text, one) for one in islice(everywhere, _MOST_PLACES)]
        for pair in _PAIRS:
            for told, opposite in (pair, pair[::-1]):
                if not told.search(beside) or opposite.search(beside) or not places:
                    continue
                if all(opposite.search(said) and not told.search(said) for said in places):
                    yield Reason(kind=Kind.NUMBER, detail=f"{beside.strip()!r}: the evidence has the opposite of it")


def _beside(text: str, found: re.Match[str]) -> str:
    """What stands right behind a number, in its clause."""
    return re.split(r"[,;。，；]|\.(?=\s|$)", text[found.start() : found.end() + _REACH])[0]


_VERSION = r"v?\d+\.\d+(?:\.\d+)*[\w-]*"
_SINCE = re.compile(
    rf"\b(?:since|from|starting with|as of)\s+(?P<en>{_VERSION})(?!\s*(?:to|->|→))"
    rf"|(?:自|从)\s*(?P<zh>{_VERSION})\s*(?:起|开始|以来)",
    _I,
)
_WORKS = (
    r"\s*(?:still )?(?:works?\b|worked\b|is (?:fine|right|ok|okay|good|not affected)\b|was (?:fine|right|ok)\b"
    r"|正常|没有?问题)"
)


def _starting(prose: str, text: str) -> Iterator[Reason]:
    for found in _SINCE.finditer(prose):
        version = found["en"] or found["zh"]
        if re.search(rf"(?<![\w.]){re.escape(version)}{_WORKS}", text, _I):
            yield Reason(kind=Kind.IDENTIFIER, detail=f"{found[0]!r}: the evidence says that {version} is right")


_WITH = re.compile(
    r"(?:\bwith (?:an? )?|(?<![不未打])(?:带|开启?|启用|用了?)\s*)(?P<what>`?[A-Z]{2}[\w-]*`?|draft model\b)"
)


def _accompanied(prose: str, text: str) -> Iterator[Reason]:
    """EP that is told to be used, where the evidence says "without EP" and nowhere "with"."""
    for found in _WITH.finditer(prose):
        what = re.escape(fold(found["what"].strip("`")))
        having = re.search(rf"\b(?:with|using|on|enable[sd]?|and|in) (?:an? |the )?`?{what}\b|{what}`?\s*=", text)
        lacking = re.search(rf"\bwithout (?:an? |the )?`?{what}\b|\bno `?{what}\b", text)
        if lacking and not having:
            yield Reason(kind=Kind.NUMBER, detail=f"{found[0]!r}: the evidence says {lacking[0]!r}")
