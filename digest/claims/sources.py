"""What claims are checked against: a snapshot, looked up by item number and by evidence id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from digest.claims.evidence import Evidence, evidence_of
from digest.facts.prose import visible
from digest.model import Item, Snapshot
from digest.window import Window


@dataclass(frozen=True)
class Sources:
    """A snapshot as of its window's end. ``names`` are the repository's own, which need no evidence."""

    items: Mapping[int, Item]
    evidence: Mapping[str, Evidence]
    by_item: Mapping[int, tuple[Evidence, ...]]
    logins: frozenset[str]
    window: Window
    names: frozenset[str]

    @classmethod
    def of(cls, snapshot: Snapshot) -> Sources:
        """Everything that a claim about the snapshot may cite."""
        end = snapshot.window.end
        by_item = {item.number: evidence_of(item, end) for item in snapshot.items}
        items = {item.number: item for item in snapshot.items}
        return cls(
            items=items,
            evidence={piece.id: piece for pieces in by_item.values() for piece in pieces},
            by_item=by_item,
            logins=frozenset(login for number in items for login in _people(items[number], by_item[number], end)),
            window=snapshot.window,
            names=frozenset({snapshot.repository.owner.casefold(), snapshot.repository.name.casefold()}),
        )

    def people(self, numbers: Iterable[int]) -> frozenset[str]:
        """Who took part in the items by the window's end, in lower case: GitHub's logins know no case."""
        return frozenset(login for n in numbers for login in _people(self.items[n], self.by_item[n], self.window.end))

    def text(self, numbers: Iterable[int]) -> str:
        """All that stands in the items: titles, labels, files, and what was said. Folded, for searching."""
        return fold("\n".join(text for number in numbers for text in self._texts(number)))

    def _texts(self, number: int) -> Iterator[str]:
        item = self.items[number]
        yield item.title
        yield from item.labels
        yield from (file.path for file in item.files)
        yield from (piece.text for piece in self.by_item[number])


def fold(text: str) -> str:
    """Text for comparing: lower case, one space for any white space, no invisible characters."""
    return " ".join(visible(text).casefold().split())


def _people(item: Item, said: tuple[Evidence, ...], end: datetime) -> Iterator[str]:
    yield item.author.login.casefold()
    yield from (piece.author.casefold() for piece in said)
    if item.merged_by is not None and item.merged_at is not None and item.merged_at < end:
        yield item.merged_by.login.casefold()
    if item.closing is not None and item.closing.at < end:
        yield item.closing.by.login.casefold()
