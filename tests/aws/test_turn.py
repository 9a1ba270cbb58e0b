"""A turn: who waits does not do it again, and who lost it stops."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest

from digest.deadline import Deadline
from digest.errors import Unfinished
from digest.model import Degradation, ListName, RepositoryName
from digest.outcome import Outcome
from digest.settings.values import Settings
from digest.state import FolderStore
from handler.lambda_.guard import HELD, Done, Lease
from handler.lambda_.journal import Journal
from handler.lambda_.turn import Turn, key
from tests.aws.test_guard import Calls
from tests.made import DAY, HERE

SETTINGS = Settings(repository=HERE, refresh=True)
QUICK = 0.01


def outcome(**more: object) -> Outcome:
    return Outcome(repository=HERE, window=DAY, paths=(), counts=dict.fromkeys(ListName, 0), **more)  # type: ignore[arg-type]


@dataclass
class Worker:
    """Work that takes until it is let go on."""

    comes_to: Outcome = field(default_factory=outcome)
    begun: int = 0
    begins: asyncio.Event = field(default_factory=asyncio.Event)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, goes_on: bool) -> Outcome:
        self.begun += 1
        self.begins.set()
        await self.go_on.wait()
        return self.comes_to


@pytest.fixture
def calls(tmp_path: Path) -> Calls:
    return Calls(FolderStore(tmp_path))


def turn(
    calls: Calls, request: str, say: Callable[[str], object] = str, seconds: float = 60.0, looks: float = QUICK
) -> Turn:
    journal = Journal(say, lambda: datetime(2026, 3, 4).astimezone())
    deadline = Deadline.after(seconds)
    return Turn(calls.call(request), SETTINGS, journal, deadline, by_hand=True, looks=looks, renews=QUICK)


async def test_who_waited_for_another_call_has_what_that_came_to_even_where_a_refresh_was_asked_for(calls: Calls):
    worker, waits = Worker(), asyncio.Event()
    first = asyncio.create_task(turn(calls, "first").take(worker))
    await worker.begins.wait()
    second = asyncio.create_task(turn(calls, "second", lambda _: waits.set()).take(worker))
    await waits.wait()
    worker.go_on.set()
    assert isinstance(await first, Outcome)
    assert isinstance(await second, Done)
    assert worker.begun == 1
    assert isinstance(await turn(calls, "third").take(worker), Outcome), "who comes later has it done again"


async def test_who_waits_gives_up_before_its_own_time_is_over_and_comes_back(calls: Calls):
    assert isinstance(await calls.call("first").enter(), Lease)
    with pytest.raises(Unfinished, match="another call is at work on this window"):
        await turn(calls, "second", seconds=10.0, looks=30.0).take(Worker())


async def test_who_was_held_up_so_long_that_another_took_over_stops(calls: Calls):
    worker = Worker()
    first = asyncio.create_task(turn(calls, "first").take(worker))
    await worker.begins.wait()
    calls.clock.wait(HELD * 2)
    entered = None
    while entered is None:
        # The first renews its turn all the time; the clock runs away from it.
        calls.clock.wait(HELD * 2)
        entered = await calls.call("second", seconds=10**6).enter()
    with pytest.raises(Unfinished, match="another call has taken over this window"):
        await first


async def test_a_run_that_lacks_what_may_come_leaves_the_turn_to_the_next(calls: Calls):
    late = Degradation(stage="writing", reason="no time was left", passing=True)
    for degraded, left in (((late,), True), ((late.model_copy(update={"passing": False}),), False)):
        worker = Worker(outcome(degraded=degraded))
        worker.go_on.set()
        await turn(calls, f"by {left}").take(worker)
        assert isinstance(await calls.call("next").enter(), Lease if left else Done)
        calls.clock.wait(HELD)


def test_another_window_and_other_settings_have_another_mark_but_not_other_secrets():
    marks = {
        key(one, DAY)
        for one in (
            SETTINGS,
            SETTINGS.model_copy(update={"refresh": False, "out": Path("elsewhere"), "deadline": 5.0}),
            SETTINGS.model_copy(update={"github": SETTINGS.github.model_copy(update={"token": "ghs_other"})}),
        )
    }
    assert len(marks) == 1
    assert key(SETTINGS.model_copy(update={"languages": ("en",)}), DAY) not in marks
    assert key(SETTINGS.model_copy(update={"repository": RepositoryName(owner="o", name="m")}), DAY) not in marks
