"""The alarms ring when they should and are still when they should be: days played through, clock changes included."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from handler.lambda_.metrics import METRICS
from tests.infra.stack import IMAGE, Stack
from tests.infra.watch import Told, in_alarm, metrics

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
START = datetime(2026, 3, 3, 0, 0, tzinfo=UTC)
ZONES = [
    ("Asia/Shanghai", date(2026, 3, 3)),
    ("Europe/Berlin", date(2026, 3, 28)),
    ("Europe/Berlin", date(2026, 10, 24)),
]
"""A zone and a day; the night after the day, Berlin's clocks change."""


def local(zone: str, day: date, hour: int, minute: int = 0) -> datetime:
    return datetime.combine(day, time(hour, minute), ZoneInfo(zone)).astimezone(UTC)


def good_day(zone: str, day: date) -> list[Told]:
    """The schedule's run takes five minutes, the due one finds the report and says so at once."""
    return [Told("Reports", local(zone, day, 8, 5)), Told("Reports", local(zone, day, 12) + timedelta(seconds=20))]


def every(step: timedelta, start: datetime, end: datetime) -> Iterator[datetime]:
    while start < end:
        yield start
        start += step


def rings(alarm: dict, told: list[Told], start: datetime, end: datetime) -> list[datetime]:
    return [at for at in every(5 * MINUTE, start, end) if in_alarm(alarm, told, at)]


# What they look at


def test_each_alarm_looks_at_what_the_program_or_the_service_tells(full: Stack):
    ours = [("Repository", "acme/rocket")]
    for alarm in full.of("AWS::CloudWatch::Alarm").values():
        for namespace, name, dimensions in metrics(alarm):
            told = [(one["Name"], one["Value"]) for one in dimensions]
            match namespace:
                case "vllm-digest":
                    assert name in METRICS
                    assert told == ours
                case "AWS/Lambda":
                    assert (name, told) == ("AsyncEventsDropped", [("FunctionName", "digest-function")])
                case "AWS/SQS":
                    assert (name, told) == ("ApproximateNumberOfMessagesVisible", [("QueueName", "digest-givenup")])
                case _:
                    pytest.fail(f"nobody tells {namespace}")


def test_what_an_alarm_shows_is_one_series(full: Stack):
    for alarm in full.of("AWS::CloudWatch::Alarm").values():
        assert [one["Id"] for one in alarm.get("Metrics", ()) if one["ReturnData"]] in (["both"], ["told"], [])
        assert ("Metrics" in alarm) is not ("MetricName" in alarm)


def test_every_alarm_says_what_is_the_matter_and_where_to_read_on(full: Stack):
    alarms = full.of("AWS::CloudWatch::Alarm")
    assert {one["AlarmName"] for one in alarms.values()} == {
        f"digest-{name}" for name in ("failed", "unfinished", "degraded", "no-report", "given-up")
    }
    assert all('docs/lambda.md, "The alarms"' in one["AlarmDescription"] for one in alarms.values())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, None),
        ({"AlarmEmail": "a@b.example"}, ["arn:aws:sns:us-east-1:123456789012:digest-topic"]),
        ({"AlarmTopicArn": "arn:aws:sns:us-east-1:123456789012:night"}, ["arn:aws:sns:us-east-1:123456789012:night"]),
        (
            {"AlarmEmail": "a@b.example", "AlarmTopicArn": "arn:aws:sns:us-east-1:123456789012:night"},
            ["arn:aws:sns:us-east-1:123456789012:night"],
        ),
    ],
)
def test_alarms_go_to_the_topic_given_else_by_mail_else_nowhere(given: dict[str, str], told: list[str] | None):
    stack = Stack(parameters={"ImageUri": IMAGE, **given})
    assert all(one.get("AlarmActions") == told for one in stack.of("AWS::CloudWatch::Alarm").values())
    topics = stack.of("AWS::SNS::Topic")
    assert bool(topics) is bool(told and told[0].endswith("digest-topic"))
    for topic in topics.values():
        assert topic["Subscription"] == [{"Protocol": "email", "Endpoint": "a@b.example"}]


def test_only_the_report_that_came_after_all_is_told_as_well(full: Stack):
    assert [name for name, one in full.of("AWS::CloudWatch::Alarm").items() if "OKActions" in one] == ["NoReport"]


# No report by noon


@pytest.mark.parametrize(("zone", "day"), ZONES)
def test_good_days_are_quiet_also_when_the_clocks_change(zone: str, day: date, stack: Stack):
    told = [one for number in range(-2, 4) for one in good_day(zone, day + number * DAY)]
    assert rings(stack["NoReport"], told, local(zone, day, 0), local(zone, day + 3 * DAY, 0)) == []


@pytest.mark.parametrize(("zone", "day"), ZONES)
def test_a_day_without_a_report_rings_at_noon_where_the_reader_is(zone: str, day: date, stack: Stack):
    told = good_day(zone, day - DAY) + good_day(zone, day)
    silent = day + DAY
    heard = rings(stack["NoReport"], told, local(zone, day, 12, 5), local(zone, silent, 18))
    # The day itself may have 23 or 25 hours.
    assert abs(heard[0] - local(zone, silent, 12)) <= HOUR + 5 * MINUTE
    assert heard == list(every(5 * MINUTE, heard[0], local(zone, silent, 18)))


def test_it_goes_on_for_as_long_as_there_is_none(stack: Stack):
    told = good_day("UTC", START.date())
    noon = START + DAY + 12 * HOUR
    assert rings(stack["NoReport"], told, noon + HOUR, noon + 5 * DAY) == list(
        every(5 * MINUTE, noon + HOUR, noon + 5 * DAY)
    )


def test_a_report_that_the_due_call_makes_ends_the_alarm(stack: Stack):
    made = START + DAY + 12 * HOUR + 9 * MINUTE
    told = [*good_day("UTC", START.date()), Told("Reports", made)]
    heard = rings(stack["NoReport"], told, START + 13 * HOUR, START + 2 * DAY)
    assert made - 9 * MINUTE <= heard[0] <= heard[-1] <= made


def test_a_late_report_is_no_alarm_before_noon(stack: Stack):
    late = START + DAY + 11 * HOUR + 50 * MINUTE
    told = [*good_day("UTC", START.date()), Told("Reports", late), Told("Reports", late + 10 * MINUTE)]
    assert rings(stack["NoReport"], told, START + 13 * HOUR, START + 2 * DAY) == []


def test_a_report_made_by_hand_puts_the_alarm_off_by_a_day_at_most(stack: Stack):
    by_hand = START + 20 * HOUR
    told = [*good_day("UTC", START.date()), Told("Reports", by_hand)]
    [first, *_] = rings(stack["NoReport"], told, START + 13 * HOUR, START + 3 * DAY)
    assert first <= by_hand + DAY + 5 * MINUTE


def test_a_run_that_leaves_no_report_is_none(stack: Stack):
    told = [*good_day("UTC", START.date()), Told("Reports", START + DAY + 8 * HOUR, 0.0)]
    assert in_alarm(stack["NoReport"], told, START + DAY + 13 * HOUR)


def test_a_new_stack_is_without_a_report_until_the_first(stack: Stack):
    assert in_alarm(stack["NoReport"], [], START)
    assert not in_alarm(stack["NoReport"], [Told("Reports", START)], START + MINUTE)


# Failed, unfinished, given up


def tries(metric: str, number: int, *, given_up: bool, start: datetime = START) -> list[Told]:
    """Lambda tries again after one and two minutes; after the third time it gives up."""
    told = [Told(metric, start + wait * MINUTE) for wait in (0, 1, 3)[:number]]
    return (
        [*told, Told("AsyncEventsDropped", told[-1].at + MINUTE)]
        if given_up
        else [*told, Told(metric, START + HOUR / 6, 0)]
    )


@pytest.mark.parametrize("alarm", ["Failed", "Unfinished"])
@pytest.mark.parametrize("number", [1, 2])
def test_what_a_later_try_made_right_is_no_alarm(alarm: str, number: int, stack: Stack):
    told = tries(alarm, number, given_up=False)
    assert rings(stack[alarm], told, START, START + DAY) == []


@pytest.mark.parametrize(("alarm", "other"), [("Failed", "Unfinished"), ("Unfinished", "Failed")])
@pytest.mark.parametrize("minute", [0, 30, 56, 59])
def test_what_was_given_up_rings_for_its_own_reason_whatever_the_time(
    alarm: str, other: str, minute: int, stack: Stack
):
    start = START + minute * MINUTE
    told = tries(alarm, 3, given_up=True, start=start) + [Told(other, start + wait * MINUTE, 0) for wait in (0, 1, 3)]
    heard = rings(stack[alarm], told, START, START + DAY)
    assert start < heard[0] <= start + 10 * MINUTE
    assert heard[-1] <= start + 4 * HOUR
    assert rings(stack[other], told, START, START + DAY) == []


def test_tries_that_each_use_up_their_time_ring_as_unfinished(stack: Stack):
    told = [Told("Unfinished", START + minutes * MINUTE) for minutes in (15, 31, 48)]
    told.append(Told("AsyncEventsDropped", START + 49 * MINUTE))
    assert in_alarm(stack["Unfinished"], told, START + 55 * MINUTE)
    assert not in_alarm(stack["Failed"], told, START + 55 * MINUTE)


def test_a_failure_by_hand_rings_nothing(stack: Stack):
    assert rings(stack["Failed"], [Told("Failed", START)], START, START + DAY) == []


def test_what_dies_without_a_word_rings_by_the_queue(stack: Stack):
    told = [Told("ApproximateNumberOfMessagesVisible", at) for at in every(MINUTE, START, START + HOUR)]
    assert in_alarm(stack["GivenUpAlarm"], told, START + HOUR)
    told = [Told("ApproximateNumberOfMessagesVisible", at, 0) for at in every(MINUTE, START, START + HOUR)]
    assert not in_alarm(stack["GivenUpAlarm"], told, START + HOUR)
    assert not in_alarm(stack["GivenUpAlarm"], [], START + HOUR)


def test_a_report_with_something_missing_rings_once_a_day(stack: Stack):
    days = [START + number * DAY for number in range(3)]
    told = [Told("Degraded", day + time_of_day) for day in days for time_of_day in (8 * HOUR + 5 * MINUTE, 12 * HOUR)]
    heard = set(rings(stack["Degraded"], told, START, START + 3 * DAY))
    begun = [at for at in heard if at - 5 * MINUTE not in heard]
    assert sorted(begun) == [day + 8 * HOUR + 5 * MINUTE for day in days]


def test_a_report_with_nothing_missing_does_not(stack: Stack):
    assert rings(stack["Degraded"], [Told("Degraded", START, 0)], START, START + DAY) == []
    assert not in_alarm(stack["Degraded"], [], START)


def test_the_alarms_of_what_was_given_up_know_how_often_lambda_tries(stack: Stack):
    # Three tries and their waits have to end before the event is too old, and inside what the alarms look at.
    event = stack["FunctionEventInvokeConfig"]
    longest = (event["MaximumRetryAttempts"] + 1) * stack["Function"]["Timeout"] + (60 + 120)
    assert longest < event["MaximumEventAgeInSeconds"]
    assert stack["Failed"]["Metrics"][1]["MetricStat"]["Period"] == 3600
