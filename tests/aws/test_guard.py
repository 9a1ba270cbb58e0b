"""The guard: one turn for each window, whoever comes when, and nobody is shut out by the dead."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from digest.model import Degradation, ListName
from digest.s3 import Location, Object, Taken
from digest.state import FolderStore, S3Store, Store
from handler.lambda_.guard import HELD, Done, Guard, Lease, Lost
from tests.publishing.s3 import Proxy

START = datetime(2026, 3, 4, tzinfo=UTC)
DONE = Done(counts=dict.fromkeys(ListName, 1), urls=("s3://digest/reports/",), stands=True)
LACKING = DONE.model_copy(update={"degraded": (Degradation(stage="writing", reason="the key was refused"),)})


@dataclass
class Clock:
    now: datetime = START

    def __call__(self) -> datetime:
        return self.now

    def wait(self, by: timedelta) -> None:
        self.now += by


@dataclass
class Calls:
    """Calls of a function, each with a mark of its own."""

    store: Store
    clock: Clock = field(default_factory=Clock)

    def call(self, request: str, holder: str = "", seconds: float = 900) -> Guard:
        ends = self.clock.now + timedelta(seconds=seconds)
        return Guard(self.store, "o/n/2026-03-03/turn-1.json", request, holder or request, ends, self.clock)


@pytest.fixture(params=["folder", "bucket"])
def calls(request: pytest.FixtureRequest, tmp_path: Path) -> Calls:
    if request.param == "folder":
        return Calls(FolderStore(tmp_path))
    proxy: Proxy = request.getfixturevalue("aws")
    assert proxy
    return Calls(S3Store(Location(bucket="digest", prefix="state")))


async def turn(guard: Guard) -> Lease:
    lease = await guard.enter()
    assert isinstance(lease, Lease)
    return lease


async def test_of_many_at_once_one_has_the_turn_and_when_it_is_done_nobody(calls: Calls):
    entered = await asyncio.gather(*(calls.call(f"r{n}").enter() for n in range(8)))
    [lease] = [one for one in entered if one is not None]
    assert isinstance(lease, Lease)
    await lease.finish(DONE)
    assert await calls.call("later").enter() == DONE


async def test_a_holder_that_died_shuts_nobody_out_for_longer_than_lambda_waits_before_it_tries_again(calls: Calls):
    await turn(calls.call("first"))
    calls.clock.wait(HELD - timedelta(seconds=1))
    assert await calls.call("second").enter() is None
    calls.clock.wait(timedelta(seconds=1))
    assert timedelta(minutes=1) > HELD
    await turn(calls.call("first", "its retry"))


async def test_a_holder_that_lives_keeps_its_turn_but_never_beyond_the_end_of_its_call(calls: Calls):
    lease = await turn(calls.call("first", seconds=60))
    calls.clock.wait(timedelta(seconds=40))
    await lease.renew()
    calls.clock.wait(timedelta(seconds=19))
    assert await calls.call("second").enter() is None
    calls.clock.wait(timedelta(seconds=1))
    await turn(calls.call("second"))
    with pytest.raises(Lost):
        await lease.renew()
    with pytest.raises(Lost):
        await lease.finish(DONE)


async def test_an_unfinished_window_is_anybodys_at_once(calls: Calls):
    lease = await turn(calls.call("first"))
    await lease.release(came_through=True)
    again = await turn(calls.call("first", "its retry"))
    assert again.goes_on
    await again.release()
    assert (await turn(calls.call("first", "its second retry"))).goes_on
    calls.clock.wait(HELD)
    assert not (await turn(calls.call("another event"))).goes_on


async def test_a_call_that_came_to_nothing_is_begun_anew(calls: Calls):
    await (await turn(calls.call("first"))).release()
    assert not (await turn(calls.call("first", "its retry"))).goes_on


async def test_what_is_asked_for_again_is_done_again_but_not_by_the_event_that_had_it_done(calls: Calls):
    await (await turn(calls.call("first"))).finish(LACKING)
    asked: list[Done] = []

    def again(before: Done) -> bool:
        asked.append(before)
        return True

    assert await calls.call("first", "its second delivery").enter(again) == LACKING
    assert asked == []
    assert await calls.call("other").enter() == LACKING
    assert isinstance(await calls.call("by hand").enter(again), Lease)
    assert asked == [LACKING]


async def test_a_mark_that_cannot_be_read_is_none(calls: Calls):
    guard = calls.call("first")
    calls.store.write(guard.key, b"{}")
    await turn(guard)


async def test_a_write_whose_answer_was_lost_and_that_was_sent_again_is_our_own(tmp_path: Path):
    class Echo(FolderStore):
        """Each write arrives twice, and only the second is answered, as when a connection breaks in between."""

        def swap(self, key: str, data: bytes, seen: Object | None) -> Object:
            super().swap(key, data, seen)
            raise Taken

    lease = await turn(Calls(Echo(tmp_path)).call("first"))
    await lease.renew()
    await lease.finish(DONE)
    assert await Calls(FolderStore(tmp_path)).call("second").enter() == DONE
