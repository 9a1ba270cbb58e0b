"""A run that was killed goes on where it was, and ends with the same bytes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

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


@dataclass(frozen=True)
class Interrupted(FolderStore):
    """A folder whose process is killed when the ``number``-th reply was kept."""

    number: int = 0
    _kept: list[str] = field(default_factory=list)

    def write(self, key: str, data: bytes) -> None:
        super().write(key, data)
        if "/replies/" in key:
            self._kept.append(key)
            if len(self._kept) == self.number:
                raise Killed


def _replies(fetching: Fetching) -> list[Path]:
    return [path for path in fetching.folder.rglob("*.json") if path.parent.name == "replies"]


async def test_a_fetch_that_keeps_replies_asks_for_nothing_twice_wherever_it_was_killed(
    fetching: Fetching, world: World
):
    _fill(world)
    expected = await _undisturbed(fetching, "search")
    requests = json.loads(expected)["usage"]["github_requests"]
    fetching.access["concurrency"] = 1
    kept = 0
    for number in range(1, 100):
        folder = fetching.folder.parent / str(number)
        try:
            await fetching(store=Interrupted(folder, number), strategy="search", piecewise=True)
            break
        except (Killed, BaseExceptionGroup):
            kept = number
        again = await fetching(store=FolderStore(folder), strategy="search", piecewise=True)
        assert again.model_dump_json(by_alias=True).encode() == expected
        under_way = len(fetching.github.calls) - requests
        assert under_way in (0, 1), f"killed at reply {number}: at most the request that was under way is sent again"
        fetching.github.calls.clear()
    # All but the counts of the receipt, which are asked for anew on purpose.
    assert kept == requests - 1


async def test_replies_go_when_the_snapshot_is_there(fetching: Fetching, world: World):
    _fill(world)
    await fetching(strategy="search", piecewise=True)
    assert not _replies(fetching)


async def test_old_replies_are_not_taken_for_new_ones(fetching: Fetching, world: World):
    _fill(world)
    with pytest.raises((Killed, BaseExceptionGroup)):
        await fetching(store=Interrupted(fetching.folder, 3), strategy="search", piecewise=True)
    assert len(_replies(fetching)) >= 3
    world.now += timedelta(hours=7)
    world.issue(300, created=NOON)
    snapshot = await fetching(strategy="search", piecewise=True)
    assert 300 in {item.number for item in snapshot.items}
    assert snapshot.as_of >= world.now


async def test_a_walk_keeps_no_replies_since_its_list_moves_while_it_is_read(fetching: Fetching, world: World):
    _fill(world)
    with pytest.raises((Killed, BaseExceptionGroup)):
        await fetching(store=Interrupted(fetching.folder, 1), strategy="walk", piecewise=True)
    assert "listing" in fetching.kept(), "the first reply that was kept is one of the details"


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
