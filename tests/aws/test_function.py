"""The function under AWS's own runtime: a report a day, one line for what is wrong, metrics that CloudWatch reads."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jsonschema import validate

from handler.lambda_.metrics import METRICS, NAMESPACE, Metrics
from tests.aws.conftest import DAY, IN_S3, REPOSITORY, SCHEDULED, Function, Functions, objects, record, writes
from tests.aws.runtime_api import running
from tests.github_stub import GitHub
from tests.github_stub.faults import mentions, secondary_limit
from tests.publishing.s3 import Proxy

SCHEMA = json.loads((Path(__file__).parent / "emf.schema.json").read_text())
"""As https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
gives it, without its titles and examples, and with the limit that its text sets for the metrics."""
PUBLISHED = f"s3://digest/reports/{REPOSITORY}/{DAY}/"


def measured(function: Function) -> dict[str, Any]:
    """The metrics of the last call, which have to be valid."""
    line = function.metrics[-1]
    validate(line, SCHEMA)
    [directive] = line["_aws"]["CloudWatchMetrics"]
    assert (directive["Namespace"], directive["Dimensions"]) == (NAMESPACE, [["Repository"]])
    told = {one["Name"]: line[one["Name"]] for one in directive["Metrics"]}
    assert all(isinstance(value, int | float) for value in told.values())
    assert isinstance(line["Repository"], str)
    return told


def test_a_schedules_event_makes_the_days_report_once_and_says_so(functions: Functions, github: GitHub, aws: Proxy):
    function = functions(**IN_S3)
    told = function.invoke(request="11111111-2222-3333-4444-555555555555").value
    report = json.loads(objects()[f"reports/{REPOSITORY}/{DAY}/report.json"])
    required_log(function, "11111111-2222-3333-4444-555555555555")
    assert told == {
        "status": "created",
        "counts": report["counts"],
        "urls": [PUBLISHED],
        "degraded": [],
        "cost_usd": 0.0,
    }
    assert measured(function) == {
        **dict.fromkeys(METRICS, 0),
        "Reports": 1,
        "Items": sum(report["counts"].values()),
    }
    asked, written = len(github.calls), len(writes(aws))
    rule = {"detail-type": "Scheduled Event", "source": "aws.events", **SCHEDULED, "resources": [], "detail": {}}
    for event in (SCHEDULED, rule, {"date": DAY}):
        assert function.invoke(event).value == {**told, "status": "unchanged"}
        assert measured(function) == {**dict.fromkeys(METRICS, 0), "Reports": 1}
    assert (len(github.calls), len(writes(aws))) == (asked, written)

    again = function.invoke({"date": DAY, "refresh": True}).value
    assert (again["status"], again["counts"]) == ("unchanged", told["counts"])
    assert len(github.calls) == 2 * asked


def required_log(function: Function, request: str) -> None:
    """Each line is an object that says whose it is; and nothing is written beside the function."""
    assert len(function.log) > 5
    for line in function.log:
        assert (line["requestId"], line["repository"], line["window"]) == (request, REPOSITORY, DAY)
        assert line["level"] == "INFO"
        assert line["timestamp"].endswith("Z")
    assert list(function.folder.iterdir()) == [function.output]


WRONG = {
    "SettingsError: event: max-cost: 'much' is no amount of US dollars; write 0 or more": {"max-cost": "much"},
    "WindowError: event: date: 2999-01-01 lies in the future (it is ": {"date": "2999-01-01"},
    "SettingsError: event: dates: there is no such option; did you mean 'date'?": {"dates": DAY},
    "NotFound: event: repository: GitHub has no no/such, or hides it": {"date": DAY, "repository": "no/such"},
    "NotFound: event: state: there is no bucket 'nowhere'; make it": {"date": DAY, "state": "s3://nowhere/x"},
    "RemoteError: event: publish: dir:/proc/x: /proc/x": {"date": DAY, "publish": "dir:/proc/x"},
}


def test_what_is_wrong_is_one_line_everywhere_and_counts_as_failed(functions: Functions):
    function = functions()
    for told, event in WRONG.items():
        answer = function.invoke(event)
        assert answer.error.startswith(told)
        assert answer.payload["stackTrace"] == []
        line = [line for line in function.log if line["level"] == "ERROR"][-1]
        assert f"{line['error']}: {line['message']}" == answer.error
        failed = measured(function)
        assert (failed["Failed"], failed["Reports"], failed["Unfinished"]) == (1, 0, 0)
    assert "Traceback" not in function.output.read_text()
    assert len([line for line in function.log if line["level"] == "ERROR"]) == len(function.metrics) == len(WRONG)


def test_a_handler_that_cannot_be_loaded_is_an_error_of_the_start(functions: Functions):
    function = functions()
    with running() as runtime:
        function.runtime = runtime
        assert function.spawn("handler.aws.no_handler").wait(timeout=60) == 1
        assert runtime.init_error is not None
        assert runtime.init_error.error_type == "Runtime.HandlerNotFound"


def test_a_github_that_puts_us_off_is_tried_again_by_lambda_and_what_was_fetched_is_kept(
    warm: Function, github: GitHub, tmp_path: Path
):
    function = warm
    github.fail(secondary_limit(retry_after=3600), when=mentions("nodes(ids"))
    answer = function.invoke(seconds=40)
    assert answer.error.startswith(
        "Unfinished: what could be published was, and the next run goes on from the state: hy"
    )
    unfinished = measured(function)
    assert (unfinished["Unfinished"], unfinished["Degraded"], unfinished["Failed"]) == (1, 1, 0)
    assert record(tmp_path)["degraded"][0]["stage"] == "hydrate"
    github.heal()
    before = len(github.calls)
    told = function.invoke().value
    assert (told["status"], told["degraded"]) == ("updated", [])
    assert {call.operation for call in github.calls[before:]}.isdisjoint({"Repository", "Search"}), "listed once"


def test_a_price_that_is_not_known_is_no_metric():
    line = json.loads(Metrics(reports=1, cost=None).line("o/n", {}, datetime(2026, 3, 4, tzinfo=UTC)))
    validate(line, SCHEMA)
    assert "CostUSD" not in json.dumps(line)
