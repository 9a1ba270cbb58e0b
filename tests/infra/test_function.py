"""The function and what calls it: the image, its limits, its retries, the schedules."""

from __future__ import annotations

import json

import pytest

from tests.infra.stack import (
    ACCOUNT,
    FUNCTION,
    IMAGE,
    QUEUE,
    Stack,
)


def test_the_function_is_the_image_with_the_longest_time_there_is(stack: Stack):
    function = stack["Function"]
    assert function["PackageType"] == "Image"
    assert function["Code"] == {"ImageUri": IMAGE}
    assert function["Timeout"] == 900
    assert function["MemorySize"] == 1024
    assert "ImageConfig" not in function  # the image's own entry point tells that it is a Lambda


@pytest.mark.parametrize("architecture", ["x86_64", "arm64"])
def test_the_function_runs_on_the_architecture_of_the_image(architecture: str):
    stack = Stack(parameters={"ImageUri": IMAGE, "Architecture": architecture})
    assert stack["Function"]["Architectures"] == [architecture]


def test_two_runs_at_a_time_are_reserved_and_none_where_the_account_has_too_few(stack: Stack, full: Stack):
    assert stack["Function"]["ReservedConcurrentExecutions"] == 2
    assert "ReservedConcurrentExecutions" not in full["Function"]


def test_an_event_is_tried_three_times_within_three_hours_and_then_kept_in_the_queue(stack: Stack):
    assert stack["FunctionEventInvokeConfig"] == {
        "FunctionName": "digest-function",
        "Qualifier": "$LATEST",
        "MaximumRetryAttempts": 2,
        "MaximumEventAgeInSeconds": 10800,
        "DestinationConfig": {"OnFailure": {"Destination": QUEUE}},
    }
    assert stack["GivenUp"]["MessageRetentionPeriod"] == 14 * 24 * 3600


def test_the_logs_go_to_a_group_that_forgets(stack: Stack, full: Stack):
    assert stack["Function"]["LoggingConfig"] == {"LogGroup": "/vllm-digest/digest", "LogFormat": "JSON"}
    assert stack["LogGroup"]["LogGroupName"] == "/vllm-digest/digest"
    assert stack["LogGroup"]["RetentionInDays"] == 30
    assert full["LogGroup"]["RetentionInDays"] == 90


def test_both_schedules_call_the_function_with_their_own_time_in_the_readers_zone(full: Stack):
    schedules = full.of("AWS::Scheduler::Schedule")
    assert {name: one["ScheduleExpression"] for name, one in schedules.items()} == {
        "Daily": "cron(0 8 * * ? *)",
        "Due": "cron(0 12 * * ? *)",
    }
    for one in schedules.values():
        assert one["ScheduleExpressionTimezone"] == "Europe/Berlin"
        assert one["FlexibleTimeWindow"] == {"Mode": "OFF"}
        assert one["State"] == "ENABLED"
        assert one["GroupName"] == "digest-schedules"
        target = one["Target"]
        assert target["Arn"] == FUNCTION
        assert target["RoleArn"] == f"arn:aws:iam::{ACCOUNT}:role/digest-schedulerrole"
        assert json.loads(target["Input"]) == {"time": "<aws.scheduler.scheduled-time>"}
        assert target["RetryPolicy"] == {"MaximumRetryAttempts": 20, "MaximumEventAgeInSeconds": 10800}
        assert target["DeadLetterConfig"] == {"Arn": QUEUE}


def test_a_paused_stack_calls_nothing_and_does_not_complain():
    stack = Stack(parameters={"ImageUri": IMAGE, "Enabled": "false"})
    assert {one["State"] for one in stack.of("AWS::Scheduler::Schedule").values()} == {"DISABLED"}
    assert stack["NoReport"]["ActionsEnabled"] == "false"


def test_a_schedule_that_is_not_daily_has_no_due_time():
    stack = Stack(parameters={"ImageUri": IMAGE, "Schedule": "cron(0 8 ? * MON *)", "DueSchedule": ""})
    assert set(stack.of("AWS::Scheduler::Schedule")) == {"Daily"}
    assert "NoReport" not in stack.resources
    assert len(stack.of("AWS::CloudWatch::Alarm")) == 4
