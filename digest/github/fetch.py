"""Window -> Snapshot: list, hydrate, prove.

Each step is kept when it is finished, with what it cost, so that a run that was killed goes on where it was and ends
with the same bytes.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from digest.deadline import Deadline
from digest.github.access import Access, Patience
from digest.github.client import Client
from digest.github.followed import followed
from digest.github.hydrate import Hydrated, hydrate
from digest.github.kept import Replies
from digest.github.listing import Entry, Listing, Strategy, place, relevant, with_all_labels
from digest.github.receipt import Proof, Prover
from digest.github.search import search
from digest.github.walk import walk
from digest.model import Item, RepositoryName, Snapshot, Usage
from digest.progress import Progress
from digest.state import Checkpoints
from digest.window import Window

RECENT = timedelta(days=3)
"""Windows that began later than that are walked. A busy repository touches about 600 items a day: a walk over three
days is some twenty requests, about what the searches for a day cost, and it misses nothing."""

FORMAT = 1
"""Part of the checkpoints' names: raise it when what is kept changes its meaning."""

Entries = tuple[Entry, ...]


async def fetch(
    repository: RepositoryName,
    window: Window,
    access: Access,
    checkpoints: Checkpoints,
    deadline: Deadline,
    progress: Progress,
    *,
    strategy: Literal["auto", "walk", "search"] = "auto",
    follow: tuple[int, ...] = (),
    now: datetime,
    patience: Patience | None = None,
    piecewise: bool = False,
) -> Snapshot:
    """Everything that happened in the window, with GitHub's own counts beside ours.

    ``follow`` are numbers of items that are fetched whatever happened to them. ``piecewise`` keeps each reply until
    the snapshot is there, so that a fetch which is cut off within a stage asks for nothing twice.

    A list that cannot be had whole raises a RemoteError, and nothing is kept of it. An item whose details cannot be
    had, or a count that does not agree, is told in ``degraded``.
    """
    chosen: Strategy = _strategy(window, now) if strategy == "auto" else strategy
    # The strategy as it was asked for: a run that goes on tomorrow uses what was listed today.
    reads: dict[str, object] = {"format": FORMAT, "github": access.graphql_url, "strategy": strategy, "follow": follow}
    job = _Fetch(
        repository,
        window,
        access,
        checkpoints,
        deadline,
        progress,
        patience or Patience(),
        chosen,
        follow,
        reads,
        now if piecewise else None,
    )
    return await job.snapshot()


def _strategy(window: Window, now: datetime) -> Strategy:
    return "walk" if window.start > now - RECENT else "search"


@dataclass(frozen=True)
class _Fetch:
    """One fetch. Each stage has a client of its own: what a stage cost is the same however often it was begun."""

    repository: RepositoryName
    window: Window
    access: Access
    checkpoints: Checkpoints
    deadline: Deadline
    progress: Progress
    patience: Patience
    strategy: Strategy
    follow: tuple[int, ...]
    reads: dict[str, object]
    kept_since: datetime | None
    """When the run began, where replies are kept."""

    async def snapshot(self) -> Snapshot:
        """A snapshot that lacks something is not kept: the next run tries for it, with all that is kept below."""
        found = await self.checkpoints.once("snapshot", self.reads, Snapshot, self._prove, lambda one: not one.degraded)
        if self.kept_since is not None:
            await asyncio.to_thread(self.checkpoints.store.remove, self._replies_folder)
        return found

    async def _listing(self) -> Listing:
        return await self.checkpoints.once("listing", self.reads, Listing, self._list)

    async def _hydrated(self, listing: Listing) -> Hydrated:
        async def make() -> Hydrated:
            async with self._client(self._replies("details", reads)) as client:
                return await hydrate(client, self.window, listing.entries)

        # Details belong to one listing: another one, of another moment, has its own.
        reads = {**self.reads, "as_of": listing.place.as_of.isoformat()}
        return await self.checkpoints.once("details", reads, Hydrated, make, lambda one: not one.troubles)

    async def _list(self) -> Listing:
        self.progress.start("list")
        replies = self._replies("listing", self.reads) if self.strategy == "search" else None
        async with self._client(replies) as client:
            where = await place(client, self.window)
            entries = await self._entries(client, self.strategy, where.name)
            listing = Listing(place=where, strategy=self.strategy, entries=entries, usage=client.usage)
        self.progress.finish("list", f"{len(entries)} item{'' if len(entries) == 1 else 's'} of the window")
        return listing

    async def _entries(self, client: Client, strategy: Strategy, name: str) -> Entries:
        """What belongs to the window, whole. Raises a RemoteError otherwise."""
        found = await (walk(client, self.window) if strategy == "walk" else search(client, self.window, name))
        entries = relevant(found.values(), self.window)
        known = {entry.item.number for entry in entries}
        watched = await followed(client, self.window, set(self.follow) - known)
        return await with_all_labels(client, tuple(sorted((*entries, *watched), key=lambda entry: entry.item.number)))

    async def _prove(self) -> Snapshot:
        listing = await self._listing()
        hydrated = await self._hydrated(listing)
        async with self._client() as client:

            async def relist() -> Hydrated:
                entries = await self._entries(client, listing.strategy, listing.place.name)
                return await self._renewed(client, hydrated, entries)

            prover = Prover(client, self.window, listing.place.name, relist)
            proof = await prover.prove(hydrated)
            return self._put_together(listing, proof, listing.usage + hydrated.usage + client.usage)

    async def _renewed(self, client: Client, hydrated: Hydrated, entries: Entries) -> Hydrated:
        """What a new listing holds: its own lines, with the details that are there, and those that are missing."""
        known = {item.id: item for item in hydrated.items}
        added = await hydrate(client, self.window, [entry for entry in entries if entry.item.id not in known])
        known |= {item.id: item for item in added.items}
        listed = {entry.item.number for entry in entries}
        return Hydrated(
            items=tuple(_with_line(known[entry.item.id], entry.item) for entry in entries),
            troubles=tuple(one for one in hydrated.troubles + added.troubles if one.number in listed),
        )

    def _put_together(self, listing: Listing, proof: Proof, usage: Usage) -> Snapshot:
        return Snapshot(
            repository=self.repository,
            repository_url=listing.place.url,
            private=listing.place.private,
            window=self.window,
            as_of=listing.place.as_of,
            strategy=listing.strategy,
            items=proof.fetched.items,
            releases=listing.place.releases,
            receipt=proof.receipt,
            degraded=proof.fetched.degraded + proof.degraded,
            usage=usage,
        )

    def _client(self, replies: Replies | None = None) -> AbstractAsyncContextManager[Client]:
        return Client.connect(
            self.repository, self.access, self.deadline, self.progress, self.patience, replies=replies
        )

    def _replies(self, stage: str, reads: dict[str, object]) -> Replies | None:
        if self.kept_since is None or self.checkpoints.refresh:
            return None
        told = f"{stage} {json.dumps(reads, sort_keys=True)}"
        return Replies(self.checkpoints.store, self._replies_folder, told, self.kept_since)

    @property
    def _replies_folder(self) -> str:
        return f"{self.repository}/{self.window.name}/replies"


def _with_line(item: Item, line: Item) -> Item:
    """The item with what a newer line of a list says of it."""
    return item.model_copy(update={name: getattr(line, name) for name in line.model_fields_set})
