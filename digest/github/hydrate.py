"""The second half of a snapshot: what was said and done in each item that needs it.

Nothing here can lose a listed item: what cannot be had is missing from that item alone, which then says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import Field

from digest.errors import RateLimited, RemoteError, Unauthorized
from digest.github import parse
from digest.github.answers import Heavy
from digest.github.client import Client
from digest.github.listing import Entry, expected_form
from digest.github.parse import Node
from digest.github.plan import Chunk, chunks
from digest.github.together import together
from digest.github.topup import TopUp
from digest.model import Degradation, Item, Usage, Value
from digest.window import Window

STAGE = "hydrate"
PATIENCE = 3
"""After so many items in a row that could not be reached no more is asked: GitHub is down, not the items."""

_SAID = ("comments", "reviews", "reviewThreads")
MOST_NAMED = 10
"""Items that are named in one line; each item says of itself that it is not complete."""


class Trouble(Value):
    """Why an item is not complete."""

    number: int
    reason: str
    passing: bool = Field(default=False, exclude=True)
    """As of a `Degradation`."""


class Hydrated(Value):
    """The items, by number, as deep as could be had."""

    items: tuple[Item, ...]
    troubles: tuple[Trouble, ...] = ()
    usage: Usage = Usage()

    @property
    def degraded(self) -> tuple[Degradation, ...]:
        """One line for each reason: an outage is told once, not once an item."""
        numbers: dict[tuple[str, bool], list[int]] = {}
        for trouble in self.troubles:
            numbers.setdefault((trouble.reason, trouble.passing), []).append(trouble.number)
        return tuple(
            Degradation(stage=STAGE, reason=f"{_named(of)}: {reason}", passing=passing)
            for (reason, passing), of in numbers.items()
        )


def _told(read: int, in_part: int) -> str:
    """What was read, for an operator."""
    whole = f"{read} item{'' if read == 1 else 's'} read"
    return f"{whole}, {in_part} of them only in part" if in_part else whole


def _named(numbers: list[int]) -> str:
    more = len(numbers) - MOST_NAMED
    return ", ".join(f"#{number}" for number in numbers[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


@dataclass(frozen=True)
class _Read:
    """What became of one item."""

    item: Item
    trouble: Trouble | None = None


async def hydrate(client: Client, window: Window, entries: Iterable[Entry]) -> Hydrated:
    """Every entry's item. Raises Unauthorized alone: all else leaves items as they were listed, and says so."""
    planned = chunks(entries)
    client.progress.start(STAGE, sum(len(chunk.entries) for chunk in planned))
    reader = _Reader(client, window)
    read = [one for part in await together(reader.read(chunk) for chunk in planned) for one in part]
    read.sort(key=lambda one: one.item.number)
    hydrated = Hydrated(
        items=tuple(one.item for one in read),
        troubles=tuple(one.trouble for one in read if one.trouble),
        usage=client.usage,
    )
    client.progress.finish(STAGE, _told(len(read), len(hydrated.troubles)))
    return hydrated


@dataclass
class _Reader:
    client: Client
    window: Window
    _failures: int = 0

    async def read(self, chunk: Chunk) -> list[_Read]:
        """The chunk's items. A failing chunk is divided until only what fails alone is left out."""
        if self._failures >= PATIENCE:
            away = "not asked for, since GitHub cannot be reached"
            return [_as_listed(entry, away, passing=True) for entry in chunk.entries]
        lighter = chunk.smaller()
        try:
            reply = await self.client.ask(chunk.query, chunk.variables, divisible=bool(lighter))
        except Heavy as heavy:
            self.client.progress.warn(f"GitHub: {heavy.reason}; asking for less at a time")
            return await self._each(lighter)
        except Unauthorized:
            raise
        except RemoteError as error:
            return self._failed(chunk, error)
        self._failures = 0
        found = reply.data.get("nodes") or ()
        works = [
            self._completed(chunk, entry, found[place] if place < len(found) else None, reply.failed(place))
            for place, entry in enumerate(chunk.entries)
        ]
        read = await together(works)
        self.client.progress.advance(STAGE, len(read))
        return read

    async def _each(self, lighter: Iterable[Chunk]) -> list[_Read]:
        return [one for chunk in lighter for one in await self.read(chunk)]

    def _failed(self, chunk: Chunk, error: RemoteError) -> list[_Read]:
        """Waiting for a limit or an unreachable server with less to ask for is no use."""
        self._failures += 1
        if isinstance(error, RateLimited):
            self._failures = PATIENCE
        return [_as_listed(entry, str(error), passing=error.passing) for entry in chunk.entries]

    async def _completed(self, chunk: Chunk, entry: Entry, node: Node | None, failure: str) -> _Read:
        if node is None:
            return _gone(entry, failure)
        trouble, passing = failure, False
        try:
            whole = await TopUp(self.client, self.window, chunk.depth).complete(node)
            node = whole.node
            if not whole.complete:
                trouble = trouble or "has more than is read of one item"
        except Unauthorized:
            raise
        except (RemoteError, KeyError, TypeError, ValueError) as error:
            trouble = trouble or str(error)
            passing = isinstance(error, RemoteError) and error.passing
        return _parsed(entry, node, chunk, trouble, passing=passing)


def _parsed(entry: Entry, node: Node, chunk: Chunk, trouble: str, *, passing: bool) -> _Read:
    trouble = trouble or _absent(node)
    try:
        with expected_form():
            item = parse.detailed(entry.item, node, depth=chunk.depth, complete=not trouble)
    except RemoteError as error:
        return _as_listed(entry, trouble or str(error))
    return _Read(item, _trouble(entry, trouble, passing=passing) if trouble else None)


def _absent(node: Node) -> str:
    """Connections that GitHub gave as null, without an error: what is in them is not known."""
    gone = [name for name in _SAID if name in node and node[name] is None]
    return f"GitHub gave no {' and no '.join(gone)}" if gone else ""


def _as_listed(entry: Entry, trouble: str, *, passing: bool = False) -> _Read:
    return _Read(entry.item.model_copy(update={"complete": False}), _trouble(entry, trouble, passing=passing))


def _gone(entry: Entry, failure: str) -> _Read:
    """Deleted or moved away since it was listed, or out of order; the list keeps it."""
    reason = f"GitHub did not give it again after it was listed ({failure or 'no answer for it'})"
    return _as_listed(entry, reason)


def _trouble(entry: Entry, reason: str, *, passing: bool) -> Trouble:
    return Trouble(number=entry.item.number, reason=reason, passing=passing)
