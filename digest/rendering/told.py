"""What a model wrote, claim by claim, with its placeholders filled in from the data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from digest.claims.claim import Claim, Part, Section
from digest.claims.placeholders import CountRef, ItemRef, PersonRef, QuoteRef, Segment, Text, parse
from digest.rendering import escape
from digest.rendering.references import References
from digest.writing.narrative import Narrative

MOST_SOURCES = 4
"""Comments that a claim links to."""
_CLOSED = re.compile(r"[）〕」](?:\]\([^()\s]*\))?$")
_OPENS = re.compile(r"\[?[（〔「]")


@dataclass(frozen=True)
class Told(References):
    """References, and the published claims of the narrative, if there is one."""

    narrative: Narrative | None = None

    @cached_property
    def told(self) -> frozenset[int]:
        """What a model's summary cites: code's own lines on it would say it twice."""
        claims = self.narrative.published(Section.SUMMARY) if self.narrative else ()
        return frozenset(number for one in claims for number in parse(one.text).items)

    def claims(
        self, section: str, about: int | None = None, part: str | None = None, *, cited: bool = True
    ) -> list[str]:
        """The published claims of a section, about one item and of one part of it where these are given.

        ``cited``: with links to the comments that they rest on.
        """
        wanted = Part(part) if part else None
        found = (one for one in self._published(section, about) if one.part is wanted)
        return [self._filled(one) + (self._sources_of(one) if cited else "") for one in found]

    def all_claims(self, section: str, about: int) -> list[str]:
        """The claims about an item, whatever their part, in order."""
        return [self._filled(one) + self._sources_of(one) for one in self._published(section, about)]

    def _published(self, section: str, about: int | None) -> tuple[Claim, ...]:
        return self.narrative.published(Section(section), about) if self.narrative else ()

    def _filled(self, claim: Claim) -> str:
        """A claim that opens with the item that its line names already does not name it again."""
        segments = list(parse(claim.text).segments)
        if claim.about and segments and segments[0] == ItemRef(claim.about):
            rest = segments[1].text.lstrip(" ：:，,") if len(segments) > 1 and isinstance(segments[1], Text) else None
            segments = [*([Text(rest)] if rest else []), *segments[2 if rest is not None else 1 :]]
        told = [(isinstance(piece, Text), self._segment(piece, claim.about)) for piece in segments]
        return self._side_by_side(told).rstrip("。. ")

    def _side_by_side(self, told: list[tuple[bool, str]]) -> str:
        """What was typed, and what fills its placeholders: a full-width mark needs no space beside it."""
        text = ""
        for is_typed, piece in told:
            if is_typed and _CLOSED.search(text):
                piece = piece.lstrip(" ")
            text = (text.rstrip(" ") if not is_typed and _OPENS.match(piece) else text) + piece
        return text

    def _sources_of(self, claim: Claim) -> str:
        """A link to each comment that the claim rests on, beside its quotes. The item itself is linked anyway."""
        if self.narrative is None or claim.section is Section.SUMMARY:
            return ""
        quoted = {quote.evidence for quote in parse(claim.text).quotes}
        addresses = (self.narrative.sources.get(one, "") for one in claim.evidence if one not in quoted)
        comments = [one for one in dict.fromkeys(addresses) if "#" in one][:MOST_SOURCES]
        return "".join(self.t("evidence.link", url=escape.url(one)) for one in comments)

    def as_one(self, claims: Iterable[str]) -> str:
        """Claims as sentences side by side; what stands behind them ends the last one."""
        return self.t("period").join(claims)

    def _segment(self, piece: Segment, about: int | None) -> str:
        match piece:
            case ItemRef(number=number):
                return self.link(number) if number == about else self.ref(number)
            case PersonRef(login=login):
                return self.person(login)
            case CountRef(name=name):
                return str(len(self.facts.lists[name]))
            case QuoteRef():
                return self._quoted(piece)
            case Text(text=text):
                return escape.words(text)

    def _quoted(self, piece: QuoteRef) -> str:
        words = self.t("quote.words", words=escape.label(piece.words))
        address = self.narrative.sources.get(piece.evidence) if self.narrative else None
        return f"[{words}]({escape.url(address)})" if address else words
