"""The days of one repository: each is fetched after the one before it, and they are written side by side."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from digest.errors import DigestError, Unfinished
from handler.many.queue import AGAIN, FIRST, LONGEST, PATIENCE, SHORT
from tests.github_stub import GitHub
from tests.github_stub.faults import hang, operation, primary_limit
from tests.many.conftest import RUNS, Door, put
from tests.many.machine import running, text

NAME = "acme/engine"
DAYS = 3
BODY = "Since v1.2 the output is wrong: `engine --fast` gives garbage where it was right."


@pytest.fixture
def first(github: GitHub) -> date:
    """The first of three days, in each of which a bug is argued about that is mended on the next."""
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
    with running(door, MaxConcurrency="3") as machine:
        until = first + timedelta(days=DAYS)
        ended = machine.run("first", repositories=[entry()], since=str(first), until=str(until))
        calls = sorted(machine.function.calls, key=lambda call: call.begun)
    assert (ended.output["items"], ended.output["done"]) == (DAYS, DAYS)
    told = [call.told for call in calls if call.item]
    assert told.count("created") == DAYS
    assert "waiting" in told
    assert len(reports(github)) == DAYS
    assert [answers(github, first, nth) for nth in range(1, DAYS)] == [100, 101]


# One call at a time, as the state machine makes it


@pytest.fixture
def call(first: date, door: Door, bucket: str) -> Any:
    """``call(nth, seconds, queued=…)``: the item of the nth day; the day before it stands before it in the list."""

    def item(
        nth: int, seconds: float = 120.0, queued: int = 0, run: str = "first", *, refresh: object = None
    ) -> dict[str, Any]:
        own = {"publish": [f"discussion:{NAME}?category=Daily"]} | ({} if refresh is None else {"refresh": refresh})
        row = {
            "repository": NAME,
            "date": str(first + timedelta(days=nth)),
            "before": str(first + timedelta(days=nth - 1)) if nth else "",
            "options": json.dumps(own),
        }
        last = {"answer": {"status": "waiting", "waited": 0, "queued": queued}} if queued else {}
        event = {"step": "item", "runs": RUNS, "run": run, "machine": "many", "waits": 3, "item": row, "last": last}
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


@pytest.fixture
def word(first: date) -> Callable[..., None]:
    """``word(failed=…, begun=…)``: what is known of the first day, ``minutes`` ago each."""

    def tell(failed: str = "", ago: float = 1.0, begun: float | None = None) -> None:
        if failed:
            told = {"error": failed, "reason": "no", "at": before(ago)}
            put(f"state/_runs/first/failed/{NAME}/{first}.json", json.dumps(told))
        if begun is not None:
            put(f"state/_runs/first/begun/{NAME}/{first}.json", json.dumps({"until": before(begun)}))

    return tell


def before(minutes: float) -> str:
    return (datetime.now(UTC) - timedelta(minutes=minutes)).isoformat()


def left(waiting: dict[str, Any]) -> float:
    """Seconds until it is called again."""
    return (datetime.fromisoformat(waiting["resume_at"]) - datetime.now(UTC)).total_seconds()


def test_of_a_day_without_a_word_it_waits_longer_each_time_up_to_a_minute_and_not_for_ever(call: Any):
    for queued in (*range(1, 12), PATIENCE - 1):
        waiting = call(1, queued=queued)
        assert (waiting["status"], waiting["queued"]) == ("waiting", queued + 1)
        assert left(waiting) < min(LONGEST, FIRST * 2 ** min(queued, 9)).total_seconds() + 2
    assert call(1, queued=PATIENCE)["status"] == "created"


@pytest.mark.parametrize(
    ("begun", "least", "most"),
    [
        # At work: soon at first, and then the longer the longer it takes.
        (0.0, -5, 8),
        (0.5, 10, 25),
        (10.0, 50, 62),
        # Waiting itself, for its turn or for GitHub: right behind it, however long that is.
        (-0.5, 22, 36),
        (-50.0, 2990, 3006),
    ],
)
def test_it_looks_again_when_the_day_before_it_may_be_done(
    call: Any, word: Any, begun: float, least: float, most: float
):
    word(begun=begun)
    assert least <= left(call(1, queued=7)) <= most


@pytest.mark.parametrize(
    ("failed", "ago", "begun", "queued", "status"),
    [
        ("NotFound", 1, 2, 0, "waiting"),
        ("NotFound", 1, 2, AGAIN, "created"),
        ("NotFound", 1, None, AGAIN, "created"),
        ("Unreachable", 1, 2, 10_000, "waiting"),
        ("", 0, 1, 10_000, "waiting"),
        ("", 0, -50, 10_000, "waiting"),
        # Redriven: what failed before its last call began is void.
        ("NotFound", 5, 1, 10_000, "waiting"),
        # Silent for longer than any pause: it is dead, or its run is being redriven.
        ("NotFound", 45, 46, AGAIN, "waiting"),
        ("NotFound", 45, 46, SHORT, "created"),
        ("Unreachable", 45, 46, SHORT, "created"),
        ("", 0, 45, SHORT - 1, "waiting"),
        ("", 0, 45, SHORT, "created"),
    ],
)
def test_it_waits_for_a_day_that_may_still_come(
    call: Any, word: Any, failed: str, ago: float, begun: float | None, queued: int, status: str
):
    word(failed, ago, begun)
    assert call(1, queued=queued)["status"] == status


def test_a_day_that_waits_itself_is_alive(call: Any, first: date):
    call(1)
    told = json.loads(text(f"state/_runs/first/begun/{NAME}/{first + timedelta(days=1)}.json"))
    assert datetime.fromisoformat(told["until"]) > datetime.now(UTC)


def test_a_fault_while_it_waits_is_told_as_its_own(call: Any, first: date):
    put(f"state/_runs/first/begun/{NAME}/{first}.json", '{"until": "soon"}')
    with pytest.raises(DigestError, match="internal error"):
        call(1)
    told = json.loads(text(f"state/_runs/first/failed/{NAME}/{first + timedelta(days=1)}.json"))
    assert told["error"] == "InternalError"
    assert told["reason"] == "internal error: ValidationError; the function's log has more"


def test_a_day_that_is_made_anew_is_followed_when_it_is_done(call: Any, github: GitHub):
    assert call(0)["status"] == "created"
    assert call(1, refresh=True, run="second")["status"] == "waiting"
    assert call(0, refresh=True, run="second")["status"] == "unchanged"
    assert call(1, refresh=True, run="second")["status"] == "created"


def test_what_is_made_anew_is_so_once_in_a_run(call: Any, github: GitHub):
    call(0)
    asked = len(github.calls)
    call(0, refresh=True, run="second")
    again = len(github.calls)
    call(0, refresh=True, run="second")
    assert asked < again == len(github.calls)


@pytest.mark.parametrize(("refresh", "status"), [("true", "waiting"), ("false", "created")])
def test_whether_a_day_is_made_anew_is_read_as_an_option_is(call: Any, refresh: str, status: str):
    call(0)
    assert call(1, refresh=refresh, run="second")["status"] == status


def test_a_day_that_is_made_anew_and_meets_a_limit_half_way_takes_up_nothing_old(
    call: Any, github: GitHub, first: date
):
    call(0)
    github.world.comment(
        github.world.repository(NAME).issues[100], "dee", f"{first}T06:00:00Z", "A fourth voice: it is the same here."
    )
    github.fail(primary_limit(403, reset_in=3600), when=operation("IssueDetails"), times=1)
    assert call(0, refresh=True, run="second")["status"] == "limited"
    assert call(0, refresh=True, run="second")["status"] == "updated"
    assert "4 comments" in reports(github)[str(first)]
