"""The template of the state machine for many repositories, and its definition, as far as they are read and not run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from digest import errors
from tests.infra.stack import ACCOUNT, FOLDER, REGION, Stack, pairs, written

FUNCTION = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:digest-function"
_STATES = f"arn:aws:states:{REGION}:{ACCOUNT}"
_RUNS = "arn:aws:s3:::digest-bucket/state/_runs/*"
NEEDED = {
    "FunctionArn": FUNCTION,
    "FunctionRoleArn": f"arn:aws:iam::{ACCOUNT}:role/digest-FunctionRole-ABC",
    "BucketName": "digest-bucket",
}
LEAST = Stack("map.yaml", NEEDED)
FULL = Stack(
    "map.yaml",
    {
        **NEEDED,
        "ConfigKey": "config/many.yml",
        "Schedule": "cron(0 8 * * ? *)",
        "TimeZone": "Europe/Berlin",
        "MaxConcurrency": "6",
        "AlarmTopicArn": f"arn:aws:sns:{REGION}:{ACCOUNT}:night",
    },
)


@pytest.fixture(autouse=True)
def _region(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", REGION)


def definition() -> dict[str, Any]:
    """As it stands in the file, with the partition that cfn-lint knows alone."""
    text = (FOLDER / "map.asl.yml").read_text(encoding="utf-8")
    return dict(yaml.safe_load(text.replace("${Partition}", "aws")))


def states(machine: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, state in machine["States"].items():
        yield name, state
        if "ItemProcessor" in state:
            yield from states(state["ItemProcessor"])


def test_cfn_lint_finds_nothing_in_the_template_nor_in_the_definition(tmp_path: Path):
    inline = deepcopy(written("map.yaml"))
    machine = inline["Resources"]["Machine"]
    properties = machine["Properties"]
    machine["Type"] = "AWS::StepFunctions::StateMachine"
    filled = {name: one for name, one in properties["DefinitionSubstitutions"].items() if name != "Partition"}
    machine["Properties"] = {
        "RoleArn": properties["Role"],
        "Definition": definition(),
        "DefinitionSubstitutions": filled,
    }
    (tmp_path / "inline.json").write_text(json.dumps(inline))
    command = [Path(sys.executable).parent / "cfn-lint", FOLDER / "map.yaml", tmp_path / "inline.json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout + done.stderr, done.returncode) == ("", 0)


def test_what_the_definition_leaves_open_is_what_the_template_fills_in():
    text = (FOLDER / "map.asl.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"\$\{(\w+)\}", text)) == set(LEAST["Machine"]["DefinitionSubstitutions"])
    filled = FULL["Machine"]["DefinitionSubstitutions"]
    assert (filled["Config"], filled["MaxConcurrency"]) == ("s3://digest-bucket/config/many.yml", 6)
    assert LEAST["Machine"]["DefinitionSubstitutions"]["Config"] == ""


def test_neither_has_yaml_that_cloudformation_does_not_read():
    for name in ("map.yaml", "map.asl.yml"):
        events = list(yaml.parse((FOLDER / name).read_text(encoding="utf-8")))
        assert not [event for event in events if isinstance(event, yaml.AliasEvent)]


def test_every_state_is_reached_and_every_call_has_a_limit_of_time_and_of_tries():
    for name, state in states(definition()):
        if state["Type"] == "Task":
            assert state["TimeoutSeconds"] == 901, name
            for one in state["Retry"]:
                assert one["JitterStrategy"] == "FULL", name
                assert 0 < one["MaxAttempts"] <= 30, name
                assert "MaxDelaySeconds" in one or one["MaxAttempts"] <= 2, name


def test_the_errors_that_are_tried_again_are_ours_or_awss():
    ours = {name for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, errors.DigestError)}
    named = {name for _, state in states(definition()) for one in state.get("Retry", ()) for name in one["ErrorEquals"]}
    assert {name for name in named if "." not in name} == {"Unfinished", "Unreachable", "RemoteError"}
    assert {"Unfinished", "Unreachable", "RemoteError"} < ours


def test_a_redrive_finds_the_state_that_failed():
    # What was caught, or ended in a Fail state, is not run anew:
    # https://docs.aws.amazon.com/step-functions/latest/dg/redrive-map-run.html
    assert [name for name, state in states(definition()) if "Catch" in state or state["Type"] == "Fail"] == []


def test_children_may_wait_for_an_hour():
    assert definition()["States"]["Digests"]["ItemProcessor"]["ProcessorConfig"] == {
        "Mode": "DISTRIBUTED",
        "ExecutionType": "STANDARD",
    }


def test_the_machines_role_may_call_the_one_function_and_use_the_one_prefix():
    logs = "Create Get Update Delete"
    assert pairs(LEAST["MachineRole"]) == {
        ("lambda:InvokeFunction", FUNCTION),
        *(
            (f"s3:{one}", _RUNS)
            for one in ("GetObject", "PutObject", "ListMultipartUploadParts", "AbortMultipartUpload")
        ),
        ("states:StartExecution", f"{_STATES}:stateMachine:digest"),
        *(
            (f"states:{one}Execution", f"{_STATES}:execution:digest{rest}")
            for one in ("Describe", "Stop", "Redrive")
            for rest in (":*", "/*")
        ),
        *((f"logs:{one}LogDelivery", "*") for one in logs.split()),
        ("logs:ListLogDeliveries", "*"),
        *((f"logs:{one}", "*") for one in ("PutResourcePolicy", "DescribeResourcePolicies", "DescribeLogGroups")),
    }


def test_roles_are_taken_on_by_their_services_in_this_account_alone():
    for name, service in (("MachineRole", "states"), ("SchedulerRole", "scheduler")):
        [trust] = FULL[name]["AssumeRolePolicyDocument"]["Statement"]
        assert trust["Principal"] == {"Service": f"{service}.amazonaws.com"}
        assert trust["Condition"]["StringEquals"]["aws:SourceAccount"] == ACCOUNT


def test_the_functions_role_gets_the_runs_and_the_config_file_and_nothing_else():
    least, full = LEAST["FunctionPolicy"], FULL["FunctionPolicy"]
    assert least["RoleName"] == "digest-FunctionRole-ABC"
    runs = {("s3:GetObject", _RUNS), ("s3:PutObject", _RUNS)}
    assert pairs({"Policies": [least]}) == runs
    assert pairs({"Policies": [full]}) == {*runs, ("s3:GetObject", "arn:aws:s3:::digest-bucket/config/many.yml")}


def test_a_schedule_starts_it_with_its_own_time_and_needs_the_config_file():
    assert LEAST.of("AWS::Scheduler::Schedule") == {}
    start = FULL["Start"]
    assert (start["ScheduleExpression"], start["ScheduleExpressionTimezone"]) == ("cron(0 8 * * ? *)", "Europe/Berlin")
    assert start["Target"]["Arn"] == f"{_STATES}:stateMachine:digest"
    assert json.loads(start["Target"]["Input"]) == {"time": "<aws.scheduler.scheduled-time>"}
    assert pairs(FULL["SchedulerRole"]) == {("states:StartExecution", f"{_STATES}:stateMachine:digest")}
    bare = Stack("map.yaml", {**NEEDED, "Schedule": "rate(1 day)"})
    [rule] = bare.template["Rules"]["ScheduleNeedsConfig"]["Assertions"]
    assert (bool(bare.resolve(rule["Assert"])), bool(FULL.resolve(rule["Assert"]))) == (False, True)


def test_a_run_that_stops_before_its_end_is_told_by_the_function_too():
    rule = LEAST["Stopped"]
    assert rule["EventPattern"]["detail"] == {
        "stateMachineArn": [f"{_STATES}:stateMachine:digest"],
        "status": ["FAILED", "TIMED_OUT", "ABORTED"],
    }
    [target] = rule["Targets"]
    assert target["Arn"] == FUNCTION
    assert target["InputTransformer"]["InputPathsMap"] == {"run": "$.detail.name"}
    event = json.loads(target["InputTransformer"]["InputTemplate"].replace("<run>", '"first"'))
    assert event == {"step": "tell", "runs": "s3://digest-bucket/state/_runs", "machine": "digest", "run": "first"}
    permission = LEAST["StoppedMayCall"]
    assert (permission["Principal"], permission["FunctionName"]) == ("events.amazonaws.com", FUNCTION)


def test_alarms_tell_of_items_that_failed_and_of_a_run_that_did():
    alarms = FULL.of("AWS::CloudWatch::Alarm")
    assert {one["AlarmName"] for one in alarms.values()} == {"digest-items-failed", "digest-run-failed"}
    assert all(one["AlarmActions"] == [f"arn:aws:sns:{REGION}:{ACCOUNT}:night"] for one in alarms.values())
    assert all("AlarmActions" not in one for one in LEAST.of("AWS::CloudWatch::Alarm").values())
    items = alarms["ItemsFailed"]
    assert (items["Namespace"], items["MetricName"]) == ("vllm-digest", "ItemsFailed")
    assert items["Dimensions"] == [{"Name": "StateMachine", "Value": "digest"}]


def test_it_is_logged_for_a_while_and_not_traced():
    assert LEAST["LogGroup"] == {
        "LogGroupName": "/aws/vendedlogs/states/digest",
        "RetentionInDays": 30,
        "Tags": [{"Key": "Project", "Value": "vllm-digest"}],
    }
    machine = LEAST["Machine"]
    assert (machine["StateMachineType"], machine["TracingConfiguration"]) == ("STANDARD", {"Enabled": False})
    assert machine["LoggingConfiguration"]["Level"] == "ERROR"


def test_everything_that_can_be_given_is_in_a_group_and_three_things_have_to_be():
    template = written("map.yaml")
    groups = template["Metadata"]["AWS::CloudFormation::Interface"]["ParameterGroups"]
    assert sorted(name for group in groups for name in group["Parameters"]) == sorted(template["Parameters"])
    assert [name for name, one in template["Parameters"].items() if "Default" not in one] == list(NEEDED)


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("FunctionArn", [FUNCTION], ["digest-function", f"{FUNCTION}:live"]),
        ("FunctionRoleArn", [NEEDED["FunctionRoleArn"]], [f"arn:aws:iam::{ACCOUNT}:role/service/x"]),
        ("ConfigKey", ["", "config/many.yml"], ["/x", "s3://b/k"]),
        ("Prefix", ["state/_runs", "runs"], ["", "/runs", "runs/"]),
        ("Schedule", ["", "cron(0 8 * * ? *)", "rate(1 day)"], ["0 8 * * *"]),
    ],
)
def test_a_parameter_takes_what_is_right_alone(name: str, good: list[str], bad: list[str]):
    pattern = written("map.yaml")["Parameters"][name]["AllowedPattern"]
    assert [text for text in good if not re.fullmatch(pattern, text)] == []
    assert [text for text in bad if re.fullmatch(pattern, text)] == []
