"""The whole of it: the definition in moto's Step Functions, our function behind its Lambda, GitHub's stub over HTTP."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from digest import window
from tests.github_stub import GitHub
from tests.github_stub.faults import Condition, hang, mentions, primary_limit
from tests.many.conftest import RUNS, Door, put
from tests.many.machine import BUCKET, Call, Machine, kept, running, text

SUMMARY = "state/_runs/first/summary.json"
LAG = timedelta(seconds=3598)
"""How far GitHub's clock is behind ours: what it says is an hour away is 2 seconds from now by ours."""
SHORT = 4.0
"""Seconds of a call that has no time for what hangs: the function keeps three of them back."""


@pytest.fixture
def day(github: GitHub) -> date:
    """The newest complete day. moto's waits and an execution's start are by the real clock, so GitHub's is too."""
    now = datetime.now(UTC)
    github.world.now = now - LAG
    found = window.newest_day(now - timedelta(hours=2), "UTC").day
    assert found is not None
    return found


def named(first: int, last: int) -> list[str]:
    return [f"acme/engine-{number:03}" for number in range(first, last)]


def entry(repository: str) -> dict[str, Any]:
    """With a target of its own, as GitHub's stub counts it."""
    return {"repository": repository, "publish": [f"discussion:{repository}?category=Daily"]}


def fill(github: GitHub, repositories: list[str], day: date) -> None:
    for name in repositories:
        github.world.category("Daily", github.world.repository(name))
        github.world.issue(repository=name, created=f"{day}T10:00:00Z")


def about(repository: str) -> Condition:
    """Requests in the name of the repository."""
    return mentions(repr(repository.partition("/")[2]))


def days(day: date) -> dict[str, str]:
    return {"since": str(day), "until": str(day + timedelta(days=1))}


def reports(github: GitHub) -> Counter[str]:
    return Counter({name: len(one.discussions) for name, one in github.world.repositories.items() if one.discussions})


def calls_by_item(machine: Machine) -> dict[str, list[Call]]:
    """The calls for each repository, in their order."""
    found: dict[str, list[Call]] = {}
    for call in sorted(machine.function.calls, key=lambda call: call.begun):
        if call.item:
            found.setdefault(call.item, []).append(call)
    return found


def asked(github: GitHub) -> Counter[str]:
    """How often GitHub was asked in the name of each repository."""
    told = ((call.variables.get("owner"), call.variables.get("name")) for call in github.calls)
    return Counter(f"{owner}/{name}" for owner, name in told if name)


def test_200_items_of_which_20_fail_20_are_throttled_and_20_are_slow_make_180_reports(
    github: GitHub, day: date, door: Door
):
    failing, throttled, slow, plain = named(0, 20), named(20, 40), named(40, 60), named(60, 200)
    good = [*throttled, *slow, *plain]
    fill(github, good, day)
    for name in throttled:
        github.fail(primary_limit(403, reset_in=3600), when=about(name), times=1)
    for name in slow:
        github.fail(hang(), when=about(name), times=1)
        door.short[name] = SHORT
    with running(door, MaxConcurrency="8") as machine:
        ended = machine.run("first", repositories=[entry(name) for name in named(0, 200)], **days(day))
        summary = kept(SUMMARY)

    assert ended.status == "SUCCEEDED", ended
    assert [ended.output[key] for key in ("items", "done", "failed", "left")] == [200, 180, 20, 0]
    assert ended.output["failures"] == summary["failures"]
    assert [failure["repository"] for failure in summary["failures"]] == failing
    assert {failure["error"] for failure in summary["failures"]} == {"NotFound"}
    assert all(f"GitHub has no {one['repository']}" in one["reason"] for one in summary["failures"])

    # Once each: the reports, what GitHub is asked for them, and the calls.
    assert reports(github) == dict.fromkeys(good, 1)
    assert len([call for call in github.calls if call.operation == "CreateDiscussion"]) == 180
    assert len({asked(github)[name] for name in plain}) == 1
    calls = calls_by_item(machine)
    assert {name: [call.told for call in made] for name, made in calls.items()} == {
        **{name: ["NotFound"] for name in failing},
        **{name: ["limited", "created"] for name in throttled},
        **{name: ["Unfinished", "created"] for name in slow},
        **{name: ["created"] for name in plain},
    }
    assert 2 <= machine.function.most <= 8

    # Nothing runs for an item between GitHub's no and the moment that it named (moto waits in whole seconds, and less).
    for name in throttled:
        refused, resumed = calls[name]
        lifts = datetime.fromisoformat(refused.answer["resume_at"]).timestamp()
        assert refused.ended < lifts
        assert resumed.begun >= lifts - 1
    assert max(calls[name][1].begun - calls[name][0].ended for name in throttled) >= 1


def test_what_failed_is_taken_again_by_the_name_of_its_run_and_what_is_done_costs_nothing(
    github: GitHub, day: date, door: Door
):
    fill(github, named(0, 3), day)
    with running(door) as machine:
        order = [entry(name) for name in named(0, 4)]
        assert machine.run("first", repositories=order, **days(day)).output["failed"] == 1
        fill(github, named(3, 4), day)
        ended = machine.run("second", again="first")
        assert (ended.output["items"], ended.output["done"]) == (1, 1)
        assert reports(github) == dict.fromkeys(named(0, 4), 1)

        before = len(github.calls)
        again = machine.run("third", repositories=order, **days(day))
        assert (again.output["done"], len(github.calls) - before) == (4, 0)
    told = [call.told for call in sorted(machine.function.calls, key=lambda one: one.begun)[-5:-1]]
    assert told == ["unchanged"] * 4


def test_a_limit_that_never_lifts_ends_as_a_failure_with_its_reason(github: GitHub, day: date, door: Door):
    fill(github, named(0, 2), day)
    github.fail(primary_limit(403, reset_in=3600), when=about(named(0, 1)[0]))
    github.world.now -= timedelta(minutes=1)
    with running(door, MaxWaits="2") as machine:
        ended = machine.run("first", repositories=[entry(name) for name in named(0, 2)], **days(day))
    assert [call.told for call in calls_by_item(machine)["acme/engine-000"]] == ["limited", "limited", "RateLimited"]
    [failure] = ended.output["failures"]
    assert (failure["repository"], failure["error"]) == ("acme/engine-000", "RateLimited")
    assert failure["reason"].startswith("GitHub's rate limit holds until ")


def test_an_item_whose_calls_die_without_a_word_is_named_too(github: GitHub, day: date, door: Door):
    fill(github, named(0, 2), day)

    class Killed(Exception):
        """What Lambda says in the place of a process that it ended, or that has no memory left, is no error of ours."""

    def function(event: dict[str, Any]) -> dict[str, Any]:
        if (event.get("item") or {}).get("repository") == "acme/engine-001":
            raise Killed
        return door(event)

    with running(function) as machine:
        ended = machine.run("first", repositories=[entry(name) for name in named(0, 2)], **days(day))
    [failure] = ended.output["failures"]
    assert (failure["repository"], failure["error"]) == ("acme/engine-001", "NoAnswer")


def test_an_order_that_cannot_be_ends_the_run_before_its_map(door: Door):
    with running(door) as machine:
        ended = machine.run("first", repositories=["acme/engine", "acme/engine"])
    assert (ended.status, ended.error) == ("FAILED", "SettingsError")
    assert "acme/engine is named twice" in ended.cause


def test_a_run_that_was_stopped_is_told_with_what_was_left(github: GitHub, day: date, door: Door):
    fill(github, named(0, 3), day)
    with running(door) as machine:
        machine.run("first", repositories=[entry(name) for name in named(0, 3)], **days(day))
        put("state/_runs/cut/list.csv", text("state/_runs/first/list.csv"))
        put(f"state/_runs/cut/done/acme/engine-000/{day}.json", "{}")
        put(f"state/_runs/cut/failed/acme/engine-001/{day}.json", '{"error": "Forbidden", "reason": "no"}')
        told = door({"step": "tell", "runs": RUNS, "run": "cut", "machine": "many"})
    assert [told[key] for key in ("items", "done", "failed", "left")] == [3, 1, 1, 1]
    assert [failure["reason"] for failure in told["failures"]] == ["no"]


def test_a_run_that_never_had_a_list_has_nothing_to_tell(door: Door):
    with running(door):
        told = door({"step": "tell", "runs": RUNS, "run": "first", "machine": "many"})
    assert (told["items"], told["failures"]) == (0, [])


def test_how_many_failed_is_a_metric_of_the_state_machine(
    github: GitHub, day: date, door: Door, capsys: pytest.CaptureFixture[str]
):
    with running(door) as machine:
        machine.run("first", repositories=["acme/none"], **days(day))
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    item, run = [line for line in lines if "_aws" in line]
    assert (run["StateMachine"], run["ItemsDone"], run["ItemsFailed"], run["ItemsLeft"]) == ("many", 0, 1, 0)
    assert (item["StateMachine"], item["repository"], item["Failed"]) == ("many", "acme/none", 1)
    assert [one["_aws"]["CloudWatchMetrics"][0]["Dimensions"] for one in (item, run)] == [[["StateMachine"]]] * 2
    [error] = [line for line in lines if line.get("level") == "ERROR"]
    assert error["error"] == "NotFound"


def test_a_limit_that_is_waited_for_is_no_failure_in_the_log_nor_in_the_metrics(
    github: GitHub, day: date, door: Door, capsys: pytest.CaptureFixture[str]
):
    fill(github, named(0, 1), day)
    github.fail(primary_limit(403, reset_in=3600), when=about(named(0, 1)[0]), times=1)
    with running(door) as machine:
        assert machine.run("first", repositories=named(0, 1), **days(day)).output["done"] == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if line.get("level") == "ERROR"] == []
    assert [(line["Failed"], line["Unfinished"]) for line in lines if "Failed" in line] == [(0, 1), (0, 0)]


def test_state_and_reports_may_be_in_the_bucket_too(
    github: GitHub, day: date, door: Door, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VLLM_DIGEST_STATE", f"s3://{BUCKET}/state")
    monkeypatch.setenv("VLLM_DIGEST_PUBLISH", f"s3://{BUCKET}/reports")
    fill(github, named(0, 3), day)
    with running(door, MaxConcurrency="3") as machine:
        ended = machine.run("first", repositories=named(0, 3), **days(day))
        listed = kept("reports/acme/engine-001/index.json")
        calls = len(github.calls)
        again = machine.run("second", repositories=named(0, 3), **days(day))
    assert (ended.output["done"], again.output["done"]) == (3, 3)
    assert [one["name"] for one in listed["entries"]] == [str(day)]
    assert len(github.calls) == calls
