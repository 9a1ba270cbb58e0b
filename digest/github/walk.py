"""Recent windows: walk all issues and pull requests backwards by update, until older than the window.

No cap of 1,000 and no search index that lags. What is updated while the walk is under way moves to the front, maybe
past the place that is being read, so the front is read again until it shows nothing new.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from digest.github import parse, queries
from digest.github.client import Client
from digest.github.listing import Entry, expected_form, read
from digest.github.paging import Size, ask_page, forward
from digest.github.together import together
from digest.window import Window

FRONT = 25
"""The front is read in small pages: seldom more than a few items are touched during a walk."""
ROUNDS = 10
"""How often the front is read at most. Later touches come after the fetch's own moment."""


@dataclass(frozen=True)
class _Way:
    query: str
    connection: str


_WAYS = (_Way(queries.ISSUES, "issues"), _Way(queries.PULLS, "pullRequests"))

Found = dict[str, Entry]


async def walk(client: Client, window: Window) -> Found:
    """Everything updated since the window's start, by id. Raises a RemoteError if any page cannot be had."""
    issues, pulls = await together(_walk(client, window, way) for way in _WAYS)
    return {**issues, **pulls}


async def _walk(client: Client, window: Window, way: _Way) -> Found:
    found: Found = {}
    async for entries in _pages(client, window, way, Size()):
        # An item that moves is told again by a later page only if its place was still ahead: the newer one stands.
        found = {**found, **{entry.item.id: entry for entry in entries}}
    return await _with_front(client, window, way, found)


async def _with_front(client: Client, window: Window, way: _Way, found: Found) -> Found:
    for _ in range(ROUNDS):
        news: Found = {}
        async for entries in _pages(client, window, way, Size(FRONT, FRONT)):
            fresh = {entry.item.id: entry for entry in entries if _is_new(entry, found)}
            news |= fresh
            if len(fresh) < len(entries):
                break
        if not news:
            return found
        found = {**found, **news}
    return found


def _is_new(entry: Entry, found: Found) -> bool:
    known = found.get(entry.item.id)
    return known is None or known.item.updated_at < entry.item.updated_at


async def _pages(client: Client, window: Window, way: _Way, size: Size) -> AsyncIterator[list[Entry]]:
    """The pages, newest update first; the last one is cut where the window begins."""
    variables: dict[str, Any] = {"owner": client.repository.owner, "name": client.repository.name, "after": None}
    while True:
        reply = await ask_page(client, way.query, variables, size)
        with expected_form():
            page = reply.whole()["repository"][way.connection]
            entries = [read(node, window) for node in parse.nodes(page)]
        client.progress.advance("list", len(entries))
        recent = [entry for entry in entries if entry.item.updated_at >= window.start]
        yield recent
        if len(recent) < len(entries) or not page["pageInfo"]["hasNextPage"]:
            return
        variables["after"] = forward(page["pageInfo"]["endCursor"], variables["after"])
