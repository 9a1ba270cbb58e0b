"""Events: a schedule's, a rule's, one by hand. Whatever is wrong names its key."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from digest.errors import SettingsError
from handler.lambda_.event import Asked, read

NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)
RULE = {
    "version": "0",
    "id": "53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa",
    "detail-type": "Scheduled Event",
    "source": "aws.events",
    "account": "123456789012",
    "time": "2026-03-04T00:30:00Z",
    "region": "us-east-1",
    "resources": ["arn:aws:events:us-east-1:123456789012:rule/daily"],
    "detail": {},
}
AT = datetime(2026, 3, 4, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("event", "asked"),
    [
        ({}, Asked({})),
        ({"time": "2026-03-04T00:30:00Z"}, Asked({}, AT)),
        ({"time": "2026-03-04T08:30:00+08:00", "repository": "a/b"}, Asked({"repository": "a/b"}, AT)),
        (RULE, Asked({}, AT)),
        ({**RULE, "detail": "{}", "new-key-of-aws": 1}, Asked({}, AT)),
        ({**RULE, "repository": "a/b"}, Asked({"repository": "a/b"}, AT)),
        (
            {"date": "2026-03-03", "language": ["en", "zh-CN"]},
            Asked({"date": "2026-03-03", "language": ["en", "zh-CN"]}),
        ),
        (
            {"language": "en", "max-cost": 0.5, "deadline": 60},
            Asked({"language": "en", "max-cost": "0.5", "deadline": "60"}),
        ),
        ({"no-llm": False, "refresh": True}, Asked({"no-llm": "false", "refresh": "true"})),
        ({"date": None, "time": None}, Asked({})),
    ],
)
def test_an_event_is_options_by_their_names_and_the_time_it_was_due(event: object, asked: Asked):
    assert read(event, NOW) == asked


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"dat": "2026-03-03"}, "event: dat: there is no such option; did you mean 'date'?"),
        ({"day_start": "11:21"}, "event: day_start: there is no such option; did you mean 'day-start'?"),
        ({"focus": []}, "event: focus: there is no such option; 'focus' is set in the config file alone"),
        ({"Records": []}, "event: Records: there is no such option; known are "),
        (
            {"publish": []},
            "event: publish: this is an empty list; leave it out for what the environment says, or fill it",
        ),
        ({"time": "0001-01-01T00:00:00Z"}, "event: time: 0001-01-01T00:00:00Z lies before there was anything to rep"),
        ({"step": None}, "event: step: there is no such option"),
        ({"date": ["2026-03-03"]}, "event: date: this is a list; write one value"),
        ({"language": {"en": 1}}, "event: language: this is an object; write a text or a list of texts"),
        ({"language": [["en"]]}, "event: language: this is a list; write a text or a list of texts"),
        ({"date": True}, "event: date: this is true or false; write one value"),
        (
            {"time": "<aws.scheduler.scheduled-time>"},
            "event: time: '<aws.scheduler.scheduled-time>' is no time with an",
        ),
        ({"time": "2026-03-04T00:30:00"}, "event: time: '2026-03-04T00:30:00' is no time with an offset; "),
        ({"time": 1772582400}, "event: time: 1772582400 is no time with an offset; "),
        ([], 'event: this is a list; send an object like {"date": "2026-03-03"}'),
        (None, "event: this is nothing; send an object"),
    ],
)
def test_what_is_wrong_with_an_event_names_its_key(event: object, told: str):
    with pytest.raises(SettingsError) as failed:
        read(event, NOW)
    assert str(failed.value).startswith(told)


def test_a_time_that_is_yet_to_come_is_refused_but_clocks_may_differ_a_little():
    soon = (NOW + timedelta(minutes=4)).isoformat()
    assert read({"time": soon}, NOW).at == NOW + timedelta(minutes=4)
    with pytest.raises(SettingsError, match="event: time: 2026-03-10T10:00:00Z lies in the future"):
        read({"time": "2026-03-10T10:00:00Z"}, NOW)
