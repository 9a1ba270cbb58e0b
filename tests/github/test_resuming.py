"""A run that was killed goes on where it was, and ends with the same bytes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import pytest

from digest.state import FolderStore
from tests.github.conftest import WINDOW, Fetching
from tests.github_stub import World
from tests.github_stub.faults import Fault, bad_gateway, operation

NOON = WINDOW.start + timedelta(hours=12)


class Killed(BaseException):
    """The process ends here."""


@dataclass(frozen=True)
class Mortal(FolderStore):
    """A folder whose process is killed just after, or just before, a stage is kept."""

    stage: str = ""
    after: bool = True

    def write(self, key: str, data: bytes) -> None:
        dies = f"/{self.stage}-" in key
        if dies and not self.after:
            raise Killed
        super().write(key, data)
        if dies:
            raise Killed


def _fill(world: World) -> None:
    for number in range(1, 150):
        issue = world.issue(number, created=WINDOW.start + timedelta(minutes=number), labels=["bug"])
        if number % 4 == 0:
            world.comment(issue, "bob", NOON, "Same here")
    world.thread(world.pull(200, created=NOON, files=["a.py"]), ("erin", NOON, "Why?"))
    world.release("v1", NOON)


async def _undisturbed(fetching: Fetching, strategy: str) -> bytes:
    store = FolderStore(fetching.folder.parent / "undisturbed")
    snapshot = await fetching(store=store, strategy=strategy)
    fetching.github.calls.clear()
    return snapshot.model_dump_json(by_alias=True).encode()


STAGES = {"listing": "Repository Issues Pulls Search", "details": "IssueDetails PullDiscussions PullDetails"}


@pytest.mark.parametrize("strategy", ["walk", "search"])
@pytest.mark.parametrize("stage", ["listing", "details", "snapshot"])
@pytest.mark.parametrize("after", [True, False], ids=["kept", "not kept"])
async def test_a_killed_fetch_goes_on_with_the_same_bytes(
    fetching: Fetching, world: World, strategy: str, stage: str, after: bool
):
    _fill(world)
    expected = await _undisturbed(fetching, strategy)
    with pytest.raises(Killed):
        await fetching(store=Mortal(fetching.folder, stage, after), strategy=strategy)
    fetching.github.calls.clear()
    again = await fetching(strategy=strategy)
    assert again.model_dump_json(by_alias=True).encode() == expected
    asked = {call.operation for call in fetching.github.calls}
    for finished in list(STAGES)[: ["listing", "details", "snapshot"].index(stage) + after]:
        assert not asked & set(STAGES[finished].split()), f"{finished} was asked for again"


async def test_a_finished_fetch_asks_nothing_more(fetching: Fetching, world: World):
    _fill(world)
    first = await fetching()
    fetching.github.calls.clear()
    world.now += timedelta(days=9)
    assert await fetching() == first
    assert fetching.github.calls == []


async def test_refresh_asks_again(fetching: Fetching, world: World):
    _fill(world)
    await fetching()
    world.issue(300, created=NOON)
    snapshot = await fetching(refresh=True)
    assert 300 in {item.number for item in snapshot.items}


async def test_a_run_that_goes_on_days_later_uses_what_was_listed(fetching: Fetching, world: World):
    _fill(world)
    with pytest.raises(Killed):
        await fetching(store=Mortal(fetching.folder, "listing"), strategy="auto")
    world.now += timedelta(days=5)
    snapshot = await fetching(strategy="auto")
    assert snapshot.strategy == "walk"


@pytest.mark.parametrize("fault", [bad_gateway()])
async def test_the_usage_is_what_the_server_counted(fetching: Fetching, world: World, fault: Fault):
    _fill(world)
    fetching.github.fail(fault, when=operation("IssueDetails"), times=2)
    snapshot = await fetching()
    account = fetching.github.account
    assert snapshot.usage.github_requests == account.requests
    assert snapshot.usage.github_points == account.points


async def test_the_token_is_in_no_file_of_the_state(fetching: Fetching, world: World):
    _fill(world)
    await fetching()
    assert all(b"ghs_stub" not in path.read_bytes() for path in fetching.folder.rglob("*.json"))
