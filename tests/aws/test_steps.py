"""The events of a state machine in AWS's own runtime, with state, list and what came of its items in S3 over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.aws.conftest import DAY, REPOSITORY, Functions
from tests.github_stub import GitHub
from tests.github_stub.faults import primary_limit

HERE = {"runs": "s3://digest/state/_runs", "run": "first", "machine": "many"}
BOUNDS = {"concurrency": "2", "tolerated": "10", "waits": "1"}


def listed(order: Any) -> dict[str, Any]:
    return {**HERE, **BOUNDS, "step": "list", "started": "2026-03-03T18:00:00.500Z", "order": order, "config": ""}


def test_a_list_is_made_and_worked_off_and_a_limit_is_waited_for_outside(served: GitHub, functions: Functions):
    function = functions()
    made = function.invoke(listed({"repositories": [REPOSITORY]})).value
    assert (made["items"], made["first"], made["key"]) == (1, DAY, "state/_runs/first/list.csv")

    rule = served.fail(primary_limit(403, reset_in=3600))
    event = {**HERE, "step": "item", "waits": made["waits"], "item": {"repository": REPOSITORY, "date": DAY}}
    waits = function.invoke(event).value
    lifts = datetime.fromisoformat(waits["resume_at"])
    assert (waits["status"], waits["waited"]) == ("limited", 1)
    assert lifts > datetime.now(UTC)
    assert function.log[-1]["level"] == "INFO"

    again = {**event, "last": {"answer": waits}}
    assert function.invoke(again).error.startswith("RateLimited: GitHub's rate limit holds until ")
    told = {**HERE, "step": "tell", "ended": True}
    assert [one["error"] for one in function.invoke(told).value["failures"]] == ["RateLimited"]

    served.heal()
    assert rule.hits == 2
    assert function.invoke(again).value["status"] == "created"
    summary = function.invoke(told).value
    assert (summary["done"], summary["failed"], summary["failures"]) == (1, 0, [])


def test_what_is_wrong_with_an_order_is_one_line_without_a_traceback(functions: Functions):
    function = functions()
    answer = function.invoke(listed({"repositories": [{"repository": REPOSITORY, "api-key": "sk-a-secret-of-mine"}]}))
    assert answer.error.startswith(f"SettingsError: input: {REPOSITORY}: api-key: a list is kept as it is")
    assert answer.payload["stackTrace"] == []
    assert function.invoke({**HERE, "step": "fly"}).error.startswith("SettingsError: step: 'fly' is none of ")
    assert function.invoke({"step": None}).error.startswith("SettingsError: event: step: there is no such option")
    assert function.invoke({"step": "list"}).error.startswith("SettingsError: runs: the event has none")
    written = function.output.read_text()
    assert "sk-a-secret-of-mine" not in written
    assert "Traceback" not in written
