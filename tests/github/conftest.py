"""A fetch against the stub, with a clock that only waiting moves."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import SecretStr

from digest.deadline import Deadline
from digest.github.access import Access, Patience
from digest.github.fetch import fetch
from digest.github.keys import single
from digest.model import Item, ListName, RepositoryName, Snapshot, members
from digest.progress import Silence
from digest.state import Checkpoints, FolderStore, Store
from digest.window import Window
from tests.github_stub import GitHub

WINDOW = Window(start="2026-03-03T00:00:00Z", end="2026-03-04T00:00:00Z", timezone="UTC")
VLLM = RepositoryName(owner="vllm-project", name="vllm")


class Told(Silence):
    """Progress that remembers its warnings."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def warn(self, message: str) -> None:
        self.warnings.append(message)


@dataclass
class Fetching:
    """Fetches from the stub. ``waits`` are the seconds that it would have slept; they only move its own clock."""

    github: GitHub
    folder: Path
    waits: list[float] = field(default_factory=list)
    told: Told = field(default_factory=Told)
    access: dict[str, Any] = field(default_factory=dict)
    pace: float = 0.0
    """Real seconds of a wait, for tests of what others do meanwhile."""

    async def __call__(
        self,
        window: Window = WINDOW,
        repository: RepositoryName = VLLM,
        strategy: Any = "walk",
        deadline: float | None = None,
        store: Store | None = None,
        piecewise: bool = False,
        **more: Any,
    ) -> Snapshot:
        checkpoints = Checkpoints(store or FolderStore(self.folder), repository, window, **more)
        return await fetch(
            repository,
            window,
            Access(**{"keys": single(SecretStr("ghs_stub")), "graphql_url": self.github.url, **self.access}),
            checkpoints,
            Deadline(math.inf if deadline is None else deadline, self.clock),
            self.told,
            strategy=strategy,
            now=self.github.world.now,
            patience=Patience(sleep=self.sleep, random=Random(7)),
            piecewise=piecewise,
        )

    def clock(self) -> float:
        return sum(self.waits)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(self.pace)
        self.waits.append(seconds)
        self.github.world.now += timedelta(seconds=seconds)

    def kept(self) -> set[str]:
        """The stages of which something was kept."""
        return {path.name.split("-")[0] for path in self.folder.rglob("*.json")}


@pytest.fixture
def fetching(github: GitHub, tmp_path: Path) -> Fetching:
    github.world.now = WINDOW.end + timedelta(hours=1)
    github.world.repository()
    return Fetching(github, tmp_path / "state")


def numbers(snapshot: Snapshot) -> dict[ListName, set[int]]:
    """The five lists, as sets of numbers."""
    return {name: {item.number for item in members(snapshot.items, name, snapshot.window)} for name in ListName}


def item(snapshot: Snapshot, number: int) -> Item:
    return next(item for item in snapshot.items if item.number == number)
