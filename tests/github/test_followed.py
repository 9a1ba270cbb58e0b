"""Items that are fetched by their numbers, whatever happened to them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import pytest
from pydantic import SecretStr

from digest.deadline import Deadline
from digest.github.access import Access, Patience
from digest.github.fetch import fetch
from digest.github.keys import single
from digest.model import Snapshot
from digest.state import Checkpoints, FolderStore
from tests.github.conftest import VLLM, WINDOW, Fetching
from tests.github_stub import GitHub, World

LONG_AGO = WINDOW.start - timedelta(days=30)


@dataclass
class Following:
    fetching: Fetching
    github: GitHub

    async def __call__(self, *numbers: int, strategy: str = "walk") -> Snapshot:
        return await fetch(
            VLLM,
            WINDOW,
            Access(single(SecretStr("ghs_stub")), self.github.url),
            Checkpoints(FolderStore(self.fetching.folder), VLLM, WINDOW),
            Deadline(),
            self.fetching.told,
            strategy=strategy,
            follow=numbers,
            now=self.github.world.now,
            patience=Patience(sleep=self.fetching.sleep),
        )


@pytest.fixture
def following(fetching: Fetching, github: GitHub) -> Following:
    return Following(fetching, github)


@pytest.mark.parametrize("strategy", ["walk", "search"])
async def test_a_followed_item_that_nothing_happened_to_is_fetched(
    following: Following, world: World, strategy: str
) -> None:
    quiet = world.issue(7, created=LONG_AGO)
    world.comment(quiet, "bob", LONG_AGO, "Still broken.")
    world.pull(8, created=WINDOW.start)
    snapshot = await following(7, strategy=strategy)
    assert [item.number for item in snapshot.items] == [7, 8]
    assert [one.body for one in snapshot.items[0].comments] == ["Still broken."]
    assert not snapshot.degraded


async def test_a_followed_item_of_the_window_is_there_once(following: Following, world: World) -> None:
    world.pull(8, created=WINDOW.start)
    assert [item.number for item in (await following(8)).items] == [8]


async def test_a_followed_item_that_is_gone_is_left_out(following: Following, world: World) -> None:
    world.issue(7, created=LONG_AGO)
    snapshot = await following(7, 404)
    assert [item.number for item in snapshot.items] == [7]
    assert not snapshot.degraded


async def test_many_followed_items_take_few_requests(following: Following, world: World, github: GitHub) -> None:
    for number in range(1, 31):
        world.issue(number, created=LONG_AGO)
    snapshot = await following(*range(1, 31))
    assert len(snapshot.items) == 30
    assert sum(call.operation == "Numbered" for call in github.calls) == 2
