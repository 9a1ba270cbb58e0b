"""A claim's sentences as text in which each placeholder is one character that says what it is.

Rules on words can then look at what stands around an item, a person, a count or a quote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from digest.claims.placeholders import CountRef, ItemRef, Parsed, PersonRef, QuoteRef, Segment, Text

ITEM, PERSON, COUNT, QUOTE = "\ue000", "\ue001", "\ue002", "\ue003"
"""Of Unicode's private use: no text has them (`digest.claims.words.DISGUISED` refuses those that do)."""


@dataclass(frozen=True)
class Place:
    """Where a placeholder stands in a sentence."""

    at: int
    segment: Segment


@dataclass(frozen=True)
class Sentence:
    """``text`` with a character for each placeholder; ``places`` in order."""

    text: str
    places: tuple[Place, ...]

    @property
    def people(self) -> tuple[tuple[int, str], ...]:
        return tuple((place.at, place.segment.login) for place in self.places if isinstance(place.segment, PersonRef))

    @property
    def items(self) -> tuple[tuple[int, int], ...]:
        return tuple((place.at, place.segment.number) for place in self.places if isinstance(place.segment, ItemRef))

    @property
    def counts(self) -> tuple[tuple[int, CountRef], ...]:
        return tuple((place.at, place.segment) for place in self.places if isinstance(place.segment, CountRef))

    @property
    def quotes(self) -> tuple[tuple[int, QuoteRef], ...]:
        return tuple((place.at, place.segment) for place in self.places if isinstance(place.segment, QuoteRef))


def behind_each(sentence: Sentence) -> Iterator[tuple[str, str]]:
    """(login, what stands behind them): up to the next person, or to a stop that others stand behind.

    Whoever is only agreed with, answered or named as the source of something ends nobody's stretch.
    """
    places = [one for one in sentence.people if not _IS_OBJECT.search(sentence.text[: one[0]])]
    for place, (at, login) in enumerate(places):
        end = places[place + 1][0] if place + 1 < len(places) else len(sentence.text)
        yield login, re.split("[;；]", sentence.text[at:end])[0]


_IS_OBJECT = re.compile(
    r"\b(?:with|to|by|for|from|of|than|convinced|asked?|asks|answers?|tells?|told)\s+$|[对向与和跟给被由]\s*$"
    r"|(?:同意|采纳|接受|赞成|回应|答复|回复|告诉|支持)了?\s*$",
    re.IGNORECASE,
)


def sentences(parsed: Parsed) -> tuple[Sentence, ...]:
    """The sentences of a claim: mostly one."""
    text, places = "", []
    for segment in parsed.segments:
        if isinstance(segment, Text):
            text += segment.text
        else:
            places.append(Place(len(text), segment))
            text += _mark(segment)
    return tuple(_cut(text, tuple(places), _BORDER))


def parts(sentence: Sentence) -> tuple[Sentence, ...]:
    """The stretches between commas of a sentence."""
    return tuple(_cut(sentence.text, sentence.places, _COMMA))


_BORDER = re.compile(r"[。！？!?\n]+|\.(?=\s|$)")
_COMMA = re.compile(r"[，,；;、：]|:(?=\s)")


def _cut(text: str, places: tuple[Place, ...], border: re.Pattern[str]) -> Iterator[Sentence]:
    start = 0
    for end in (*(found.end() for found in border.finditer(text)), len(text)):
        inside = tuple(Place(one.at - start, one.segment) for one in places if start <= one.at < end)
        if text[start:end].strip():
            yield Sentence(text[start:end], inside)
        start = end


def _mark(segment: Segment) -> str:
    match segment:
        case ItemRef():
            return ITEM
        case PersonRef():
            return PERSON
        case CountRef():
            return COUNT
    return QUOTE
