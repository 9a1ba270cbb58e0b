"""What a claim rests on: the pieces that it cites, and what stands at the head of the items that it names.

A fact has to stand there, not anywhere in a long thread: what is true of one person's card is not true of another's.
A claim that cites no piece rests on all of its items; whoever writes claims can ask for more
(`digest.writing.draft`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from digest.claims.claim import Claim
from digest.claims.evidence import Evidence
from digest.claims.placeholders import Parsed
from digest.claims.sources import Sources, fold
from digest.facts.voices import called_in


@dataclass(frozen=True)
class Grounds:
    """``pieces`` are those that the claim cites; ``texts`` all that its figures and names may come from."""

    pieces: tuple[Evidence, ...]
    texts: tuple[str, ...]
    sources: Sources

    @classmethod
    def of(cls, claim: Claim, parsed: Parsed, cited: Iterable[int], sources: Sources) -> Grounds:
        named = (*claim.evidence, *(quote.evidence for quote in parsed.quotes))
        pieces = tuple(sources.evidence[one] for one in dict.fromkeys(named))
        return cls(pieces, tuple(_texts(pieces, tuple(cited), sources)), sources)

    @cached_property
    def text(self) -> str:
        """All of it, folded, for searching."""
        return fold("\n".join(self.texts))

    @cached_property
    def authors(self) -> frozenset[str]:
        """Who wrote the pieces, and who is called by name in them, in lower case."""
        called = (login for piece in self.pieces for login in called_in(piece.text))
        return frozenset((*(piece.author.casefold() for piece in self.pieces), *called))

    def written_by(self, login: str, numbers: Iterable[int]) -> str:
        """What somebody wrote in the pieces, else in those items: folded, a piece a line; empty for nobody."""
        pieces = self.pieces or [piece for number in numbers for piece in self.sources.by_item[number]]
        return "\n".join(fold(piece.own) for piece in pieces if login and piece.author.casefold() == login.casefold())

    def cited_of(self, login: str) -> str:
        """What somebody wrote in the pieces that are cited alone."""
        return "\n".join(fold(piece.own) for piece in self.pieces if piece.author.casefold() == login.casefold())

    def last_of(self, login: str) -> str:
        """The newest of these."""
        own = [piece for piece in self.pieces if piece.author.casefold() == login.casefold()]
        return fold(max(own, key=lambda piece: piece.at).own) if own else ""

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The rows of its tables, each folded."""
        lines = (line for text in self.texts for line in text.splitlines())
        return tuple(fold(line) for line in lines if line.lstrip().startswith("|"))

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its sentences and the rows of its tables, each folded."""
        return tuple(fold(said) for text in self.texts for said in _SENTENCES.split(text))

    @cached_property
    def running(self) -> str:
        """What stands outside tables, folded."""
        lines = (line for text in self.texts for line in text.splitlines() if not line.lstrip().startswith("|"))
        return fold("\n".join(lines))


_SENTENCES = re.compile(r"\n|(?<=[.;!?。；])\s")


def _texts(pieces: tuple[Evidence, ...], cited: tuple[int, ...], sources: Sources) -> Iterator[str]:
    """Of an item of which no piece is cited, everything."""
    yield from (piece.text for piece in pieces)
    rested_on = {piece.number for piece in pieces}
    for number in cited:
        item = sources.items[number]
        yield from (item.title, " ".join(item.labels), *(file.path for file in item.files))
        if number not in rested_on:
            yield from (piece.text for piece in sources.by_item[number])
