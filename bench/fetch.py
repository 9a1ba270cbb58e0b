"""Requests, points and nodes of a fetch: for one busy day, and as days grow."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import SecretStr

from bench.days import WHOLE, WINDOW, Day
from digest.deadline import NEVER
from digest.github.access import Access
from digest.github.fetch import fetch
from digest.github.keys import single
from digest.model import RepositoryName, Snapshot
from digest.progress import Silence
from digest.state import Checkpoints, FolderStore
from tests.github_stub import GitHub, running

REQUESTS, POINTS, NODES = 25, 60, 5_000
"""What one busy day may cost."""
SIZES = (10, 100, WHOLE, 1_000, 5_000)
REPOSITORY = RepositoryName(owner="vllm-project", name="vllm")

Row = tuple[str, str]


@dataclass(frozen=True)
class Cost:
    """What one fetch cost, as the server counted it."""

    items: int
    strategy: Literal["walk", "search"]
    hydrated: int
    requests: int
    points: int
    nodes: int
    seconds: float

    @property
    def row(self) -> Row:
        a_hundred = f"{self.points / self.items * 100:.1f}"
        return (
            f"fetch, {self.items} updated items, {self.strategy}",
            f"{self.requests} requests, {self.points} points ({a_hundred} per 100 items), "
            f"largest query {self.nodes} nodes, {self.hydrated} items read, {self.seconds:.1f} s of CPU with the stub",
        )


def measure(items: int, strategy: Literal["walk", "search"] = "walk") -> Cost:
    """Fetches a made-up day from a stub over HTTP."""
    with running() as github:
        Day(github.world, items).fill()
        began = time.process_time()
        snapshot = asyncio.run(_fetch(github, strategy))
        spent = time.process_time() - began
        account = github.account
    return Cost(items, strategy, len(snapshot.items), account.requests, account.points, account.largest, spent)


async def _fetch(github: GitHub, strategy: Literal["walk", "search"]) -> Snapshot:
    access = Access(single(SecretStr(github.token or "any")), github.url)
    with tempfile.TemporaryDirectory() as folder:
        checkpoints = Checkpoints(FolderStore(Path(folder)), REPOSITORY, WINDOW)
        return await fetch(
            REPOSITORY, WINDOW, access, checkpoints, NEVER, Silence(), strategy=strategy, now=github.world.now
        )


def rows() -> Iterator[Row]:
    """The table's lines; the first says whether a busy day keeps within what it may cost."""
    busy = measure(WHOLE)
    kept = busy.requests <= REQUESTS and busy.points <= POINTS and busy.nodes <= NODES
    limits = f"at most {REQUESTS} requests, {POINTS} points, {NODES} nodes a query"
    yield f"fetch, one busy day: {limits}", "kept" if kept else "NOT KEPT"
    for size in SIZES:
        yield (busy if size == WHOLE else measure(size)).row
    yield measure(WHOLE, "search").row
