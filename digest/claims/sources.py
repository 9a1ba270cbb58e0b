"""What claims are checked against: a snapshot, looked up by item number and by evidence id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from digest.claims.evidence import Evidence, evidence_of
from digest.facts.focus import Focus
from digest.facts.prose import visible
from digest.merging import items_of
from digest.model import Item, ListName, Person, RollUp, Snapshot, members
from digest.window import Window


@dataclass(frozen=True)
class Sources:
    """A snapshot as of its window's end. ``names`` are the repository's own, which need no evidence.

    ``focus`` are the areas that say whom somebody works for. ``url`` is the repository's.
    """

    items: Mapping[int, Item]
    evidence: Mapping[str, Evidence]
    by_item: Mapping[int, tuple[Evidence, ...]]
    logins: frozenset[str]
    window: Window
    names: frozenset[str]
    focus: tuple[Focus, ...] = ()
    url: str = ""
    rollup: RollUp | None = None
    """Of a roll-up: its days, whose lists are its own."""

    @classmethod
    def of(cls, snapshot: Snapshot, focus: tuple[Focus, ...] = (), window: Window | None = None) -> Sources:
        """Everything that a claim about the snapshot may cite, as of the end of ``window`` (else its own)."""
        window = window or snapshot.window
        is_own = (window.start, window.end) == (snapshot.window.start, snapshot.window.end)
        end = window.end
        by_item = {item.number: evidence_of(item, end) for item in snapshot.items}
        items = {item.number: item for item in snapshot.items}
        return cls(
            items=items,
            evidence={piece.id: piece for pieces in by_item.values() for piece in pieces},
            by_item=by_item,
            logins=frozenset(login for number in items for login in _people(items[number], by_item[number], end))
            | frozenset(login for _, login in _closers(snapshot.rollup)),
            window=window,
            names=frozenset({snapshot.repository.owner.casefold(), snapshot.repository.name.casefold()}),
            focus=focus,
            url=snapshot.repository_url,
            rollup=snapshot.rollup if is_own else None,
        )

    def listed(self, name: ListName) -> tuple[Item, ...]:
        """One of the window's five lists, each item once."""
        if self.rollup is None:
            return members(self.items.values(), name, self.window)
        return tuple(self.items[number] for number in dict.fromkeys(n for n, _ in self.rollup.events(name)))

    @cached_property
    def happened(self) -> frozenset[tuple[ListName, int, datetime]]:
        """What the days of a roll-up list, by the minute: it may have been undone since, and happened nevertheless."""
        if self.rollup is None:
            return frozenset()
        events = ((name, *event) for name in ListName for event in self.rollup.events(name))
        return frozenset((name, number, at.replace(second=0)) for name, number, at in events)

    def persons(self) -> dict[str, Person]:
        """Everybody whose profile was fetched, by their login in lower case."""
        return {person.login.casefold(): person for item in self.items.values() for person in _persons(item)}

    def knows_all_said(self, number: int) -> bool:
        """Whether everything that was ever said in the item was fetched: only then is silence a fact."""
        item = self.items[number]
        return item.depth != "listed" and item.complete and item.comment_count <= len(item.comments)

    def people(self, numbers: Iterable[int]) -> frozenset[str]:
        """Who took part in the items by the window's end, in lower case: GitHub's logins know no case."""
        asked = tuple(numbers)
        took_part = (login for n in asked for login in _people(self.items[n], self.by_item[n], self.window.end))
        return frozenset(took_part).union(*(self._closed_by[n] for n in asked if n in self._closed_by))

    @cached_property
    def _closed_by(self) -> Mapping[int, frozenset[str]]:
        told: dict[int, frozenset[str]] = {}
        for number, login in _closers(self.rollup):
            told[number] = told.get(number, frozenset()) | {login}
        return told

    def writers(self, numbers: Iterable[int]) -> frozenset[str]:
        """Who wrote something in the items, bots aside."""
        said = (piece for number in numbers for piece in self.by_item[number] if piece.text.strip())
        return frozenset(piece.author for piece in said if not piece.author.endswith("[bot]"))

    def text(self, numbers: Iterable[int]) -> str:
        """All that stands in the items: titles, labels, files, and what was said. Folded, for searching."""
        return fold("\n".join(text for number in numbers for text in self._texts(number)))

    def _texts(self, number: int) -> Iterator[str]:
        item = self.items[number]
        yield item.title
        yield from item.labels
        yield from (file.path for file in item.files)
        yield from (piece.text for piece in self.by_item[number])


def together(snapshots: Sequence[Snapshot]) -> Snapshot:
    """Several snapshots of one repository as one, with the window from the first start to the last end.

    An item that several hold is as the newest has it, with all that was said in any of them.
    """
    if len(snapshots) == 1:
        return snapshots[0]
    start = min(one.window.start for one in snapshots)
    end = max(one.window.end for one in snapshots)
    newest = max(snapshots, key=lambda one: one.as_of)
    window = Window(start=start, end=end, timezone=newest.window.timezone)
    return newest.model_copy(update={"items": items_of(snapshots), "window": window, "rollup": None})


def fold(text: str) -> str:
    """Text for comparing: lower case, one space for any white space, no invisible characters."""
    return " ".join(visible(text).casefold().split())


def _closers(rollup: RollUp | None) -> Iterator[tuple[int, str]]:
    """Who closed what may be open again by now: the days of a roll-up know them."""
    for day in rollup.days if rollup else ():
        yield from ((number, login.casefold()) for number, login in day.closers.items())


def _persons(item: Item) -> Iterator[Person]:
    yield item.author
    yield from (comment.author for comment in item.comments)
    yield from (review.author for review in item.reviews)
    yield from (comment.author for thread in item.threads for comment in thread.comments)
    yield from (person for person in (item.merged_by, item.closing and item.closing.by) if person)


def _people(item: Item, said: tuple[Evidence, ...], end: datetime) -> Iterator[str]:
    yield item.author.login.casefold()
    yield from (piece.author.casefold() for piece in said)
    if item.merged_by is not None and item.merged_at is not None and item.merged_at < end:
        yield item.merged_by.login.casefold()
    if item.closing is not None and item.closing.at < end:
        yield item.closing.by.login.casefold()
