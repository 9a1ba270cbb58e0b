"""What a model gets to read for one call: items, and what was said in them, each piece under a short name.

Evidence ids of GitHub are long and easily mistyped, so a prompt calls them e1, e2 and so on. The names belong to the
pieces whether a prompt has room for them or not, so that a shorter prompt uses the same ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from digest.facts.values import Told
from digest.llm import tokens
from digest.writing.excerpt import fit

HEADER = 34
"""Tokens of an item's line beside its title, labels and reasons."""
SEQUEL = 40
"""Tokens of a line on a later item."""
PIECE = 16
"""Tokens of the line above a piece."""
SHORTEST = 24
"""Tokens. A piece that would be cut to less is left out."""


@dataclass(frozen=True)
class Piece:
    """A piece of evidence under the name that the prompt gives it. The lower its ``rank`` the sooner it is shown."""

    alias: str
    id: str
    author: str
    what: str
    text: str
    is_new: bool = True
    """Whether it was written in the window."""
    on: str = ""
    """The day on which it was written, where a window has several."""
    rank: int = 0
    share: float = 1.0
    """Of its item's room that it may have, where not all of that has room."""

    @property
    def size(self) -> int:
        return tokens.count(self.text) + PIECE


@dataclass(frozen=True)
class Exhibit:
    """An item as a prompt shows it: why it is shown, and the checked sentences that there are on it already."""

    told: Told
    title: str
    why: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    sentences: tuple[str, ...] = ()
    sequels: tuple[Told, ...] = ()
    """Later items that name it: a claim on it may cite them."""
    earlier: tuple[Told, ...] = ()
    """Earlier ones that people name in it: where a fault came from, or what was tried before."""

    @property
    def bare(self) -> int:
        """Tokens without its pieces."""
        said = (self.title, ", ".join(self.told.labels), "; ".join(self.why), *self.sentences)
        return HEADER + sum(tokens.count(text) for text in said) + SEQUEL * (len(self.sequels) + len(self.earlier))

    def within(self, room: int) -> Exhibit:
        """With the pieces that have room, by their rank; the last one cut where it is worth it."""
        kept: dict[str, Piece] = {}
        whole = _wanted(self) <= room
        fair = [one if whole else _shortened(one, int(one.share * room)) for one in self.pieces]
        for piece in sorted(fair, key=lambda one: one.rank):
            if piece.size <= room:
                kept[piece.alias] = piece
                room -= piece.size
            elif room >= PIECE + SHORTEST:
                kept[piece.alias] = replace(piece, text=fit(piece.text, room - PIECE))
                break
        return replace(self, pieces=tuple(kept[one.alias] for one in self.pieces if one.alias in kept))


@dataclass(frozen=True)
class Dossier:
    """The exhibits of one call, the most important first."""

    exhibits: tuple[Exhibit, ...] = ()
    people_told: tuple[str, ...] = field(default=())
    """Who stands in the checked sentences."""
    items_told: tuple[Told, ...] = field(default=())
    """Which other items do."""

    @property
    def others(self) -> tuple[Told, ...]:
        """Later items that a claim may cite beside the exhibits."""
        own = set(self.numbers)
        beside = (told for exhibit in self.exhibits for told in (*exhibit.sequels, *exhibit.earlier))
        named = {told.number: told for told in (*beside, *self.items_told)}
        return tuple(told for number, told in named.items() if number not in own)

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(exhibit.told.number for exhibit in self.exhibits)

    @property
    def ids(self) -> Mapping[str, str]:
        return {piece.alias: piece.id for exhibit in self.exhibits for piece in exhibit.pieces}

    @property
    def people(self) -> tuple[str, ...]:
        named = (login for exhibit in self.exhibits for login in _people(exhibit))
        return tuple(dict.fromkeys(login for login in (*named, *self.people_told) if login))

    @property
    def fence(self) -> str:
        """A word that nobody can have put into the texts: it is computed from all of them."""
        told = [
            "\0".join((exhibit.title, *exhibit.sentences, *(piece.text for piece in exhibit.pieces)))
            for exhibit in self.exhibits
        ]
        return hashlib.sha256("\0".join(told).encode("utf-8", "surrogatepass")).hexdigest()[:20]

    @property
    def content(self) -> str:
        """A name for what it tells of: its items, and what was said in them."""
        told = [f"#{one.told.number} {' '.join(piece.id for piece in one.pieces)}" for one in self.exhibits]
        return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]

    @property
    def size(self) -> int:
        """Tokens of all of it."""
        return sum(exhibit.bare + _wanted(exhibit) for exhibit in self.exhibits)

    def within(self, most: int) -> Dossier:
        """As much of it as there is room for: items by their order, and each gets a fair share for its pieces."""
        shown: list[Exhibit] = []
        for exhibit in self.exhibits:
            if exhibit.bare + min(_wanted(exhibit), 2 * SHORTEST) > most:
                break
            most -= exhibit.bare
            shown.append(exhibit)
        shares = _shares([_wanted(exhibit) for exhibit in shown], most)
        return replace(self, exhibits=tuple(one.within(room) for one, room in zip(shown, shares, strict=True)))

    def only(self, numbers: Iterable[int]) -> Dossier:
        wanted = set(numbers)
        return replace(self, exhibits=tuple(one for one in self.exhibits if one.told.number in wanted))


def _shortened(piece: Piece, room: int) -> Piece:
    """The piece within its share, if that is worth showing."""
    if piece.share == 1 or piece.size <= room or room < PIECE + SHORTEST:
        return piece
    return replace(piece, text=fit(piece.text, room - PIECE))


def _people(exhibit: Exhibit) -> Iterator[str]:
    yield exhibit.told.author
    yield from (told.author for told in (*exhibit.sequels, *exhibit.earlier))
    yield from (piece.author for piece in exhibit.pieces)


def _wanted(exhibit: Exhibit) -> int:
    return sum(piece.size for piece in exhibit.pieces)


def _shares(wanted: list[int], room: int) -> list[int]:
    """Equal shares of the room; what one does not need goes to the others."""
    shares = [0] * len(wanted)
    waiting = sorted(range(len(wanted)), key=lambda place: wanted[place])
    for done, place in enumerate(waiting):
        shares[place] = max(0, min(wanted[place], room // (len(waiting) - done)))
        room -= shares[place]
    return shares


def numbered(
    exhibits: Iterable[Exhibit], people_told: tuple[str, ...] = (), items_told: tuple[Told, ...] = ()
) -> Dossier:
    """A dossier in which every piece has its name."""
    named, count = [], 0
    for exhibit in exhibits:
        pieces = []
        for piece in exhibit.pieces:
            count += 1
            pieces.append(replace(piece, alias=f"e{count}"))
        named.append(replace(exhibit, pieces=tuple(pieces)))
    return Dossier(tuple(named), people_told, items_told)
