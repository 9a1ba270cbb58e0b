"""Old windows: search, split in time until each part is well under the 1,000 results that GitHub gives of any search.

A walk would be long, and what was touched since is out of its order. The price: the index lags by seconds, and of what
was discussed it finds only the items that were not touched after the window.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from digest.errors import RemoteError
from digest.github import parse, queries
from digest.github.answers import Heavy
from digest.github.client import Client
from digest.github.cost import NODE_LIMIT, cost
from digest.github.counting import count
from digest.github.listing import Entry, expected_form, read
from digest.github.paging import LARGEST, forward
from digest.github.ranges import Range, everything
from digest.github.together import together
from digest.window import Window

REACHABLE = 1_000
"""Results that can be reached of one search, whatever it counts:
https://docs.github.com/en/rest/search/search#about-search"""
FULL = 700
"""A part is split from here on: it may grow between the count and the reading."""
TARGET = 400
"""What a part is split to, if its results were spread evenly."""

Found = dict[str, Entry]


@dataclass(frozen=True)
class Part:
    """A search that can be read whole, and how many results it is known to have."""

    range: Range
    count: int


async def search(client: Client, window: Window, repository: str) -> Found:
    """The five lists, and what else was last touched in the window, by id. Raises a RemoteError if any page is missing.

    ``repository`` is the name that GitHub itself uses now: search does not follow a rename.
    """
    parts = await _parts(client, everything(repository, window))
    readings = [_Reading(client, window, group) for group in _groups(parts)]
    found: Found = {}
    for entries in await together(reading.run() for reading in readings):
        found |= entries
    return found


async def _parts(client: Client, ranges: list[Range]) -> list[Part]:
    """Each range, split as often as needed; empty ones are left out."""
    small: list[Part] = []
    while ranges:
        counted = [Part(*pair) for pair in zip(ranges, await count(client, ranges), strict=True)]
        small += [part for part in counted if 0 < part.count <= FULL]
        ranges = [piece for part in counted if part.count > FULL for piece in _split(part)]
        small += [Part(one, FULL) for one in ranges if one.seconds == 1]
        ranges = [one for one in ranges if one.seconds > 1]
    return small


def _split(part: Part) -> list[Range]:
    if part.range.seconds == 1:
        if part.count > REACHABLE:
            raise _unreachable(part.range)
        return [part.range]
    return part.range.split(max(2, -(-part.count // TARGET)))


def _unreachable(range: Range) -> RemoteError:
    return RemoteError(
        f"more than {REACHABLE} results in the one second of `{range}`: GitHub's search cannot give them; "
        "use --strategy walk"
    )


def _groups(parts: Iterable[Part]) -> Iterator[list[Part]]:
    """Parts to read in one request: as many together as fit under the node limit with all their results."""
    group: list[Part] = []
    for part in sorted(parts, key=lambda part: part.count):
        if group and not _fits([*group, part]):
            yield group
            group = []
        group.append(part)
    if group:
        yield group


def _fits(group: list[Part]) -> bool:
    return all(part.count < LARGEST for part in group) and _nodes(group, LARGEST) <= NODE_LIMIT


def _nodes(group: list[Part], size: int) -> int:
    kinds = [part.range.kind for part in group]
    return cost(queries.search(kinds), {f"first{n}": _first(part, size) for n, part in enumerate(group)}).nodes


def _first(part: Part, size: int) -> int:
    """A little more than was counted, so that a part which grew by one needs no second page."""
    return min(size, part.count + 3)


@dataclass
class _Reading:
    """Reads a group of parts, page by page. The size is what each part may give at once."""

    client: Client
    window: Window
    group: list[Part]
    size: int = LARGEST
    cursors: dict[Range, str | None] = field(default_factory=dict)
    found: dict[Range, Found] = field(default_factory=dict)
    counts: dict[Range, int] = field(default_factory=dict)
    again: set[Range] = field(default_factory=set)

    async def run(self) -> Found:
        self.cursors = {part.range: None for part in self.group}
        self.found = {part.range: {} for part in self.group}
        while self.cursors:
            await self._page([part for part in self.group if part.range in self.cursors])
        return {id: entry for part in self.group for id, entry in self.found[part.range].items()}

    async def _page(self, parts: list[Part]) -> None:
        variables: dict[str, object] = {}
        for n, part in enumerate(parts):
            variables |= {f"q{n}": str(part.range), f"after{n}": self.cursors[part.range]}
            variables[f"first{n}"] = _first(part, self.size)
        query = queries.search([part.range.kind for part in parts])
        try:
            reply = await self.client.ask(query, variables, divisible=self.size > 1)
        except Heavy as heavy:
            self.size = max(1, self.size // 2)
            self.client.progress.warn(f"GitHub: {heavy.reason}; asking for {self.size} at a time")
            return
        for n, part in enumerate(parts):
            with expected_form():
                self._take(part.range, reply.whole()[f"p{n}"])

    def _take(self, range: Range, page: parse.Node) -> None:
        if page["issueCount"] > REACHABLE:
            raise _unreachable_now(range)
        entries = {node["id"]: read(node, self.window) for node in parse.nodes(page)}
        self.found[range] |= entries
        self.client.progress.advance("list", len(entries))
        counted = self.counts.setdefault(range, page["issueCount"])
        if page["pageInfo"]["hasNextPage"]:
            self.cursors[range] = forward(page["pageInfo"]["endCursor"], self.cursors[range])
        elif counted != page["issueCount"] and range not in self.again:
            # Pages are offsets: when something leaves the range while they are read, the rest moves up past the
            # reader. Once more from the start.
            self.again.add(range)
            self.counts[range], self.found[range], self.cursors[range] = page["issueCount"], {}, None
        else:
            del self.cursors[range]


def _unreachable_now(range: Range) -> RemoteError:
    if range.seconds == 1:
        return _unreachable(range)
    return RemoteError(f"`{range}` grew past {REACHABLE} results while it was read; run again")
