"""The material of a window: what was said in each item, prepared for a model, and in the order of its worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from digest.claims import Evidence, Sources
from digest.facts.pairs import numbers_in
from digest.facts.values import Discussion, Facts, Quote, State, Told
from digest.facts.voices import is_bot, is_reaction
from digest.model import Person
from digest.writing.dossier import Exhibit, Piece
from digest.writing.excerpt import cut, excerpt, is_hostile, line, prepared
from digest.writing.suspicion import until_orders

LONGEST_BODY = 1_800
LONGEST_COMMENT = 900
LONGEST_QUOTE = 400
NEAR = 500
MOST_EARLIER = 2
"""Merged items that people name in an item."""
BODY = 0.5
"""The share of an item's room that its body may have where not all pieces fit."""
SEQUEL = 9
"""The rank of a later item's words: before a body, behind what code found in the thread."""
NEWEST = 2
"""The last words of a thread, which have room before all others: they say whether what was asked for is done."""
LONGEST_REACTION = 80
"""Characters."""


@dataclass(frozen=True)
class Material:
    """Facts, and what they rest on."""

    facts: Facts
    sources: Sources

    def is_suspect(self, number: int) -> bool:
        """Whether the body gives orders to a model: then nothing of it is shown in a call with other items."""
        return is_hostile(self.sources.items[number].body)

    def thread(self, debate: Discussion) -> Exhibit:
        """A discussion: the body, what code found decisive, and the newest of what people said by the window's end."""
        body, *said = self.sources.by_item[debate.number]
        cited = _cited(debate)
        pieces = [self._body(body, whole=True, rank=0), *self._sequels(debate.number)]
        newest = 0
        for age, evidence in enumerate(reversed(said)):
            rank = NEWEST + 1 + cited.index(evidence.id) if evidence.id in cited else 100 + age
            piece = self._comment(evidence, rank)
            if piece is not None and newest < NEWEST:
                newest += 1
                piece = replace(piece, rank=newest)
            pieces.append(piece)
        return self._exhibit(debate.number, (), (pieces[0], *reversed(pieces[1:])))

    def item(
        self,
        number: int,
        why: Iterable[str] = (),
        quotes: Iterable[Quote | None] = (),
        newest: int = 0,
        body_rank: int = 10,
    ) -> Exhibit:
        """An item with what code found in it, the start of its body, and its newest comments.

        The lower ``body_rank`` the sooner the body has room: comments have 20 and more, the newest first.
        """
        body, *said = self.sources.by_item[number]
        found = dict.fromkeys((quote.evidence, quote.text, quote.author) for quote in quotes if quote is not None)
        pieces = [self._words(*one, rank=place) for place, one in enumerate(found)]
        pieces += [self._body(body, whole=False, rank=body_rank), *self._sequels(number)]
        late = (self._comment(evidence, 20 + age) for age, evidence in enumerate(reversed(said)))
        pieces += reversed(list(islice((piece for piece in late if piece is not None), newest)))
        return self._exhibit(number, tuple(why), _once(pieces))

    def bare(self, number: int, why: Iterable[str] = (), sentences: Iterable[str] = ()) -> Exhibit:
        """An item without anything that was said in it."""
        told = self.facts.items[number]
        return Exhibit(told, line(told.title), tuple(dict.fromkeys(why)), sentences=tuple(sentences))

    def _exhibit(self, number: int, why: tuple[str, ...], pieces: Iterable[Piece | None]) -> Exhibit:
        told = self.facts.items[number]
        kept = tuple(piece for piece in pieces if piece is not None)
        later = self._later(number)
        earlier = self._earlier(number, kept, {one.number for one in later})
        return Exhibit(told, line(told.title), tuple(dict.fromkeys(why)), kept, sequels=later, earlier=earlier)

    def _earlier(self, number: int, pieces: Iterable[Piece], told: set[int]) -> tuple[Told, ...]:
        """What was merged, and is named in the comments on it: the newest first."""
        said = "\n".join(piece.text for piece in pieces if piece.what != "body")
        numbers = sorted(numbers_in(said, self.facts.repository_url), reverse=True)
        named = (self.facts.items[n] for n in numbers if n in self.facts.items)
        merged = (one for one in named if one.number not in told | {number} and one.state is State.MERGED)
        fit = (one for one in merged if not (is_hostile(one.title) or self.is_suspect(one.number)))
        return tuple(one.model_copy(update={"title": line(one.title)}) for one in islice(fit, MOST_EARLIER))

    def _later(self, number: int) -> tuple[Told, ...]:
        told = (self.facts.items[one.number] for one in self.facts.sequels.get(number, ()))
        return tuple(
            one.model_copy(update={"title": line(one.title)})
            for one in told
            if not (is_hostile(one.title) or self.is_suspect(one.number))
        )

    def _sequels(self, number: int) -> Iterator[Piece | None]:
        """The words in which later items name it."""
        for one in self.facts.sequels.get(number, ()):
            if one.quote and not self.is_suspect(one.number):
                words = self._words(one.quote.evidence, one.quote.text, one.quote.author, rank=SEQUEL)
                yield replace(words, what=f"in [[#{one.number}]]") if words else None

    def _body(self, body: Evidence, *, whole: bool, rank: int) -> Piece | None:
        """In a call with other items nothing of a body that gives orders; in one of its own what stands before them."""
        if not self.is_suspect(body.number):
            return self._piece(body, excerpt(body.text, LONGEST_BODY), rank)
        return self._piece(body, cut(until_orders(prepared(body.text)), LONGEST_BODY), rank) if whole else None

    def _comment(self, evidence: Evidence, rank: int) -> Piece | None:
        """A verdict without words is told too: who approved matters."""
        person = self.facts.people.get(evidence.author, Person(login=evidence.author))
        if evidence.minimized or is_bot(person) or is_hostile(evidence.text):
            return None
        if not evidence.verdict and len(evidence.text) <= LONGEST_REACTION and is_reaction(evidence.text):
            return None
        text = excerpt(evidence.text, LONGEST_COMMENT) or (f"({evidence.verdict})" if evidence.verdict else "")
        return self._piece(evidence, text, rank)

    def _piece(self, evidence: Evidence, text: str, rank: int) -> Piece | None:
        if not text:
            return None
        what = f"{evidence.what} {evidence.verdict}".strip()
        most = BODY if evidence.what == "body" else 1.0
        window = self.facts.window
        on = f"{evidence.at.astimezone(window.zone):%a %m-%d}" if self.facts.span and evidence.at in window else ""
        return Piece("", evidence.id, evidence.author, what, text, evidence.at in window, on, rank, most)

    def _words(self, evidence: str, text: str, author: str, *, rank: int) -> Piece | None:
        """A sentence that code found. Not out of a text that gives orders."""
        piece = self.sources.evidence.get(evidence)
        if piece is None or is_hostile(piece.text):
            return None
        return Piece("", evidence, author, "words", excerpt(text, LONGEST_QUOTE), rank=rank)


def _once(pieces: Iterable[Piece | None]) -> list[Piece]:
    """Without sentences that stand near the start of a piece which is shown as well: that one comes in their place."""
    told = [piece for piece in pieces if piece is not None]
    whole = {piece.id: piece for piece in told if piece.what != "words"}
    kept = []
    for piece in told:
        of_it = whole.get(piece.id)
        if piece.what == "words" and of_it is not None and piece.text in of_it.text[:NEAR]:
            whole[piece.id] = replace(of_it, rank=min(piece.rank, of_it.rank))
        else:
            kept.append(piece)
    return [whole[piece.id] if piece.what != "words" else piece for piece in kept]


def _cited(debate: Discussion) -> list[str]:
    """What code found in a thread: how it stands first, then who holds what."""
    return list(dict.fromkeys(quote.evidence for quote in _quotes(debate) if quote is not None))


def _quotes(debate: Discussion) -> Iterator[Quote | None]:
    yield debate.outcome
    yield from (one.quote for one in debate.waiting)
    for position in debate.positions:
        yield position.quote
        yield position.changed_mind
        yield position.conceded
    yield debate.dispute
