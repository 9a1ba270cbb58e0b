"""Whether what is told of two figures, two names or two people is told of the right one of the two.

"0.92 strict, 0.91 flexible" holds every word of "0.91 strict, 0.92 flexible". What tells them apart are the words that
stand beside only one of the two in the evidence: told beside the other, they are swapped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from digest.claims.grounds import Grounds
from digest.claims.placeholders import Parsed
from digest.claims.sources import fold
from digest.claims.told import behind_each, sentences
from digest.claims.verdict import Kind, Reason

_FIGURE = re.compile(r"(?<![\w.,/=-])\d[\d,]*(?:\.\d+)?(?![\w.,/-]*\d)", re.ASCII)
_NAME = re.compile(r"`([^`\s]+)`|(?<![\w-])(--[a-z][\w-]+)")
_WORD = re.compile(r"[a-z][a-z0-9_]{2,}|\d[\d.,]*\d|\d", re.ASCII)
_STEM = 5
# What stands beside anything, and units: they tell nothing apart.
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "the and for are was were has have its that this than then also from into one two per tok gib now not but can "
        "will which says said asks told only more less about after before when where while out all any would what",
    )
)
_ENDS = re.compile(r"[.。；;](?=\s|$)|\n")


@dataclass(frozen=True)
class _Beside:
    """The words beside each of two anchors of one text."""

    one: frozenset[str]
    other: frozenset[str]

    def distinct(self) -> _Beside:
        return _Beside(self.one - self.other, self.other - self.one)


def check_pairings(parsed: Parsed, grounds: Grounds) -> Iterator[Reason]:
    """A reason for each two figures or names of a sentence that have changed places."""
    for sentence in sentences(parsed):
        text = fold(sentence.text)
        for anchors in (_FIGURE, _NAME):
            for one, other in combinations(_found(anchors, text), 2):
                if _is_swapped(text, one, other, grounds):
                    yield Reason(kind=Kind.NUMBER, detail=f"what is told of {one} and of {other} is told crosswise")


def _found(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    """What stands there just once, as typed."""
    told = [next(filter(None, (*one.groups(), one[0]))) for one in pattern.finditer(text)]
    return tuple(name for name in dict.fromkeys(told) if told.count(name) == 1)


def _is_swapped(text: str, one: str, other: str, grounds: Grounds) -> bool:
    """Whether in each way of reading the words beside the one stand beside the other in the evidence."""
    crossed = False
    for said in _with_both(one, other, grounds):
        for side in (_behind, _before):
            ours, theirs = side(text, one, other), side(said, one, other)
            if ours is None or theirs is None:
                continue
            told, known = ours.distinct(), theirs.distinct()
            if told.one & known.one or told.other & known.other:
                return False
            crossed = crossed or bool(told.one & known.other and told.other & known.one)
    return crossed


def _with_both(one: str, other: str, grounds: Grounds) -> Iterator[str]:
    for said in _ENDS.split(grounds.text):
        if all(len(list(_places(anchor, said))) == 1 for anchor in (one, other)):
            yield said


def _places(anchor: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(rf"(?<![\w.,-]){re.escape(anchor)}(?![\w-]|[.,]\d)", text)


def _behind(text: str, one: str, other: str) -> _Beside | None:
    return _cut(text, one, other, lambda start, end: (text[start[1] : end[0]], text[end[1] :]))


def _before(text: str, one: str, other: str) -> _Beside | None:
    return _cut(text, one, other, lambda start, end: (text[: start[0]], text[start[1] : end[0]]))


_Spans = Callable[[tuple[int, int], tuple[int, int]], tuple[str, str]]


def _cut(text: str, one: str, other: str, sides: _Spans) -> _Beside | None:
    found = [next(_places(anchor, text), None) for anchor in (one, other)]
    if found[0] is None or found[1] is None:
        return None
    first, second = sorted(found, key=lambda match: match.start() if match else 0)
    if first is None or second is None:
        return None
    early, late = map(_words, sides(first.span(), second.span()))
    return _Beside(early, late) if first is found[0] else _Beside(late, early)


def _words(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in _WORD.findall(text) if word not in _COMMON)


# People


LEAST = 2
"""So many words of somebody else's have to stand where none of one's own does."""


def check_borrowed(parsed: Parsed, grounds: Grounds) -> Iterator[Reason]:
    """A reason where all that can be compared of what one person is told to say is in other people's comments."""
    for sentence in sentences(parsed):
        spoken = [*behind_each(sentence)]
        if len(spoken) != 1 or sentence.quotes:
            continue
        [(login, text)] = spoken
        told, own = _words(fold(text)), _words(grounds.cited_of(login))
        others = [one for one in grounds.pieces if one.what != "body" and one.author.casefold() != login.casefold()]
        for piece in others if own and not told & own else ():
            if len(told & _words(fold(piece.own))) >= LEAST:
                yield Reason(kind=Kind.PERSON, detail=f"what is told of {login} is what {piece.author} wrote")


def check_voices(parsed: Parsed, grounds: Grounds) -> Iterator[Reason]:
    """A reason where what is told of each of two people is in the words of the other alone."""
    for sentence in sentences(parsed):
        told = {login: _words(fold(text)) for login, text in behind_each(sentence)}
        wrote = {login: _words(grounds.cited_of(login)) for login in told}
        for one, other in combinations(told, 2):
            known = _Beside(wrote[one], wrote[other]).distinct()
            if not (wrote[one] and wrote[other]):
                continue
            right = len(told[one] & known.one) + len(told[other] & known.other)
            wrong = (len(told[one] & known.other), len(told[other] & known.one))
            if min(wrong) and sum(wrong) > 2 * right:
                yield Reason(kind=Kind.PERSON, detail=f"what is told of {one} and of {other} is told crosswise")
