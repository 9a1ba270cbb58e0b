"""The days of one repository: each is fetched after the one before it, and they are written side by side."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from digest.errors import Unfinished
from handler.many.queue import PATIENCE
from tests.github_stub import GitHub
from tests.github_stub.faults import hang, operation
from tests.many.conftest import RUNS, Door, put
from tests.many.machine import running

NAME = "acme/engine"
DAYS = 4
BODY = "Since v1.2 the output is wrong: `engine --fast` gives garbage where it was right."


@pytest.fixture
def first(github: GitHub) -> date:
    """The first of four days, in each of which a bug is argued about that is mended on the next."""
    world = github.world
    world.category("Daily", world.repository(NAME))
    newest = (datetime.now(UTC) - timedelta(days=1)).date()
    first = newest - timedelta(days=DAYS)
    world.now = datetime.now(UTC)
    for nth in range(DAYS):
        _bug(github, 100 + nth, first + timedelta(days=nth))
    return first


def _bug(github: GitHub, number: int, on: date) -> None:
    world, mended = github.world, f"{on + timedelta(days=1)}T09:00:00Z"
    bug = world.issue(
        number,
        title="[Bug]: Garbage",
        body=BODY,
        labels=["bug"],
        repository=NAME,
        created=f"{on}T02:00:00Z",
        closed=mended,
    )
    for hour, login in ((3, "bob"), (4, "cho"), (5, "bob")):
        world.comment(bug, login, f"{on}T0{hour}:00:00Z", "No: without the cache it is the same wrong output.")


def reports(github: GitHub) -> dict[str, str]:
    """The body of each day's discussion, by the date in its title."""
    found = github.world.repositories[NAME].discussions
    return {one.title[-10:]: one.body for one in found}


def answers(github: GitHub, first: date, nth: int) -> int:
    """The bug of which the nth day's report tells that it was closed."""
    body = reports(github)[str(first + timedelta(days=nth))]
    told = body.split("<!-- vllm-digest:follow_ups -->")[1].split("<!-- vllm-digest:")[0]
    [line] = [line for line in told.splitlines() if ": closed " in line]
    return int(re.sub(r"\D", "", line.split("]")[0]))


def entry() -> dict[str, Any]:
    return {"repository": NAME, "publish": [f"discussion:{NAME}?category=Daily"]}


def test_each_day_answers_for_the_one_before_it_however_many_are_under_way(github: GitHub, first: date, door: Door):
    with running(door, MaxConcurrency="4") as machine:
        until = first + timedelta(days=DAYS)
        ended = machine.run("first", repositories=[entry()], since=str(first), until=str(until))
        calls = sorted(machine.function.calls, key=lambda call: call.begun)
    assert (ended.output["items"], ended.output["done"]) == (DAYS, DAYS)
    told = [call.told for call in calls if call.item]
    assert told.count("created") == DAYS
    assert "waiting" in told
    assert len(reports(github)) == DAYS
    assert [answers(github, first, nth) for nth in range(1, DAYS)] == [100, 101, 102]


# One call at a time, as the state machine makes it


@pytest.fixture
def call(first: date, door: Door, bucket: str) -> Any:
    """``call(nth, seconds, queued=…)``: the item of the nth day; the day before it stands before it in the list."""

    def item(nth: int, seconds: float = 120.0, queued: int = 0) -> dict[str, Any]:
        row = {
            "repository": NAME,
            "date": str(first + timedelta(days=nth)),
            "before": str(first + timedelta(days=nth - 1)) if nth else "",
            "options": f'{{"publish": ["discussion:{NAME}?category=Daily"]}}',
        }
        last = {"answer": {"status": "waiting", "waited": 0, "queued": queued}} if queued else {}
        event = {"step": "item", "runs": RUNS, "run": "first", "machine": "many", "waits": 3, "item": row, "last": last}
        door.short = {NAME: seconds}
        return door(event)

    return item


def test_a_day_waits_until_the_one_before_it_is_fetched_and_not_until_it_is_published(
    call: Any, github: GitHub, first: date
):
    before = datetime.now(UTC)
    asked = len(github.calls)
    waiting = call(1)
    assert (waiting["status"], waiting["waited"], waiting["queued"], len(github.calls)) == ("waiting", 0, 1, asked)
    assert timedelta(seconds=1) < datetime.fromisoformat(waiting["resume_at"]) - before < timedelta(seconds=6)
    github.fail(hang(), when=operation("CreateDiscussion"), times=1)
    with pytest.raises(Unfinished):
        call(0, seconds=5.0)
    assert call(1)["status"] == "created"
    assert answers(github, first, 1) == 100


def test_it_waits_longer_each_time_up_to_a_minute_and_not_for_ever(call: Any):
    begun = datetime.now(UTC)
    waits = [datetime.fromisoformat(call(1, queued=n)["resume_at"]) - begun for n in (1, 3, 8)]
    assert waits == sorted(waits)
    assert waits[-1] < timedelta(seconds=75)
    assert call(1, queued=PATIENCE)["status"] == "created"


@pytest.mark.parametrize(("error", "status"), [("NotFound", "created"), ("Unreachable", "waiting")])
def test_a_day_that_failed_for_good_is_waited_for_no_more(call: Any, first: date, error: str, status: str):
    put(f"state/_runs/first/failed/{NAME}/{first}.json", f'{{"error": "{error}", "reason": "no"}}')
    assert call(1)["status"] == status
