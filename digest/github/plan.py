"""Which items are read how deep, and in which chunks: computed before anything is asked.

How much talk an item has is known from its line, so that a quiet item does not take the room of fifty comments. A chunk
is as large as fits under the node limit, with a bound on the work that GitHub has to do within its 10 seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from digest.github import queries
from digest.github.cost import NODE_LIMIT, cost
from digest.github.listing import Entry

Depth = Literal["read", "thread"]

NEWEST = 50
"""Comments and reviews of a discussion that come at once; the rest of the window is topped up."""
GLANCE = 5
"""Comments and reviews that come with an item which nobody discussed in the window."""
STEPS = (GLANCE, 10, 20, NEWEST)
FILES = 50
THREADS = 20
REPLIES = 10
LARGEST_CHUNK = 40
"""GitHub computes a diff for each pull request whose files are asked for."""


LEAST = 5
"""A single item with so little at once is as light as a request gets."""


def _half(bound: int) -> int:
    return max(min(bound, LEAST), bound // 2)


@dataclass(frozen=True)
class Bounds:
    """How much of each connection comes at once."""

    comments: int
    reviews: int = GLANCE
    files: int = FILES
    threads: int = THREADS
    replies: int = REPLIES

    def halved(self) -> Bounds:
        """Less at once; what is then missing is topped up."""
        return Bounds(
            comments=_half(self.comments),
            reviews=_half(self.reviews),
            files=_half(self.files),
            threads=_half(self.threads),
            replies=_half(self.replies),
        )

    @property
    def is_least(self) -> bool:
        return self == self.halved()


@dataclass(frozen=True)
class Chunk:
    """Items that are asked for together."""

    query: str
    depth: Depth
    bounds: Bounds
    entries: tuple[Entry, ...]

    @property
    def variables(self) -> dict[str, object]:
        """Only those that the query declares: GitHub refuses others."""
        values = {"ids": [entry.item.id for entry in self.entries], "comments": self.bounds.comments}
        if self.query != queries.ISSUE_DETAILS:
            values |= {"reviews": self.bounds.reviews, "files": self.bounds.files}
        if self.query == queries.PULL_DISCUSSIONS:
            values |= {"threads": self.bounds.threads, "replies": self.bounds.replies}
        return values

    def smaller(self) -> tuple[Chunk, ...]:
        """The same work in lighter requests; empty where there is no lighter one."""
        half = len(self.entries) // 2
        if half:
            return (replace(self, entries=self.entries[:half]), replace(self, entries=self.entries[half:]))
        return () if self.bounds.is_least else (replace(self, bounds=self.bounds.halved()),)


def chunks(entries: Iterable[Entry]) -> list[Chunk]:
    """All entries, like with like: the same query, and about as much to say."""
    units = sorted((_unit(entry) for entry in entries), key=_likeness)
    return [chunk for _, alike in groupby(units, key=_likeness) for chunk in _packed(list(alike))]


def _unit(entry: Entry) -> Chunk:
    """The chunk of one item alone."""
    depth: Depth = "thread" if entry.discussed else "read"
    most = NEWEST if entry.discussed else GLANCE
    bounds = Bounds(_step(min(most, entry.item.comment_count)), _step(min(most, entry.reviews)))
    return Chunk(_query(entry), depth, bounds, (entry,))


def _query(entry: Entry) -> str:
    if not entry.item.is_pull:
        return queries.ISSUE_DETAILS
    return queries.PULL_DISCUSSIONS if entry.discussed and entry.reviews else queries.PULL_DETAILS


def _step(count: int) -> int:
    return next(step for step in STEPS if count <= step)


def _likeness(unit: Chunk) -> tuple[str, str]:
    return unit.query, unit.depth


def _packed(units: list[Chunk]) -> Iterator[Chunk]:
    """Those that say most first, so that a chunk's bounds, its first item's, fit the others closely."""
    units.sort(key=lambda unit: (-unit.bounds.comments, -unit.bounds.reviews, unit.entries[0].item.number))
    full = units[0]
    for unit in units[1:]:
        wider = replace(full, bounds=_wider(full.bounds, unit.bounds), entries=full.entries + unit.entries)
        if len(wider.entries) <= LARGEST_CHUNK and cost(wider.query, wider.variables).nodes <= NODE_LIMIT:
            full = wider
        else:
            yield full
            full = unit
    yield full


def _wider(one: Bounds, other: Bounds) -> Bounds:
    return replace(one, comments=max(one.comments, other.comments), reviews=max(one.reviews, other.reviews))
