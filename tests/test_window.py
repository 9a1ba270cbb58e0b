"""Windows: days of any zone tile, whatever the clocks do and whenever a scheduler fires."""

from __future__ import annotations

import contextlib
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import available_timezones

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import ValidationError

from digest.errors import WindowError
from digest.window import (
    SETTLE,
    Window,
    between,
    day,
    newest_day,
    newest_days,
    parse_date,
    parse_day_start,
    parse_moment,
    refuse_unfinished,
    zone,
)

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
# Clocks that change by an hour, by half an hour, at midnight, a minute after it, across the date line, and never.
CHANGING = (
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
    "America/St_Johns",
    "America/Havana",
    "Africa/Cairo",
    "Asia/Beirut",
    "Europe/Dublin",
    "Pacific/Apia",
    "Pacific/Kwajalein",
    "Asia/Shanghai",
    "Asia/Kathmandu",
    "UTC",
)
zones = st.one_of(st.sampled_from(CHANGING), st.sampled_from(sorted(available_timezones())))
starts = st.times().map(lambda t: t.replace(second=0, microsecond=0, fold=0))
dates = st.dates(date(1990, 1, 1), date(2037, 12, 31))


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)


def days_from(on: date, timezone: str, day_start: time, count: int) -> list[Window]:
    """Consecutive days; a date that the zone skipped has none."""
    found = []
    while len(found) < count:
        with contextlib.suppress(WindowError):
            found.append(day(on, timezone, day_start))
        on += DAY
    return found


@given(zones, dates, starts)
@example("Pacific/Apia", date(2011, 12, 28), time(0))
@example("Pacific/Apia", date(2011, 12, 28), time(23, 59))
@example("Pacific/Kwajalein", date(1993, 8, 19), time(12))
@example("America/New_York", date(2026, 3, 6), time(2, 30))
@example("America/New_York", date(2026, 10, 30), time(1, 30))
@example("America/Sao_Paulo", date(2018, 11, 2), time(0))
@example("America/St_Johns", date(2006, 10, 27), time(0))
def test_seven_consecutive_days_tile(timezone: str, on: date, day_start: time):
    for one, following in pairwise(days_from(on, timezone, day_start, 7)):
        assert one.start < one.end == following.start


@given(zones, dates, starts, st.data())
def test_an_event_falls_into_exactly_one_of_seven_days_bounds_included(
    timezone: str, on: date, day_start: time, data: st.DataObject
):
    week = days_from(on, timezone, day_start, 7)
    inside = int((week[-1].end - week[0].start).total_seconds()) - 1
    bounds = [window.start for window in week] + [window.last_second for window in week]
    some = [week[0].start + timedelta(seconds=n) for n in data.draw(st.lists(st.integers(0, inside), max_size=20))]
    for event in bounds + some:
        assert sum(event in window for window in week) == 1


@given(zones, dates, starts, st.lists(st.floats(0, 0.9999), min_size=7, max_size=7))
@example("Pacific/Apia", date(2011, 12, 26), time(0), [0.0] * 7)
@example("Pacific/Apia", date(2011, 12, 26), time(18), [0.99] * 7)
@example("America/St_Johns", date(2006, 10, 25), time(0), [0.0] * 7)
@example("America/New_York", date(2026, 3, 4), time(2, 30), [0.5] * 7)
def test_a_scheduler_reports_each_of_seven_days_once_whatever_the_time_it_fires(
    timezone: str, on: date, day_start: time, delays: list[float]
):
    week = days_from(on, timezone, day_start, 8)
    for (window, following), delay in zip(pairwise(week), delays, strict=True):
        due, too_late = window.end + SETTLE, following.end + SETTLE
        fired = due + (too_late - due) * delay
        assert newest_day(fired, timezone, day_start) == window


@given(zones, dates, starts)
@example("Pacific/Apia", date(2011, 12, 29), time(0))
@example("America/Sao_Paulo", date(2018, 11, 4), time(0))
def test_a_free_window_over_a_day_is_that_day(timezone: str, on: date, day_start: time):
    [one] = days_from(on, timezone, day_start, 1)
    assert between(one.start, one.end, timezone, day_start) == one


@given(dates, st.integers(1, 3 * 86_400), zones)
def test_a_free_window_keeps_its_ends(on: date, seconds: int, timezone: str):
    since = datetime.combine(on, time(3, 21, 7), UTC)
    window = between(since, since + timedelta(seconds=seconds), timezone)
    assert (window.start, window.end) == (since, since + timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("timezone", "on", "hours"),
    [
        ("America/New_York", date(2026, 3, 8), 23),
        ("America/New_York", date(2026, 11, 1), 25),
        ("America/New_York", date(2026, 7, 1), 24),
        ("Australia/Lord_Howe", date(2026, 10, 4), 23.5),
        ("Asia/Shanghai", date(2026, 3, 8), 24),
    ],
)
def test_a_day_has_as_many_hours_as_its_clocks_say(timezone: str, on: date, hours: float):
    window = day(on, timezone)
    assert window.end - window.start == hours * HOUR


def test_a_day_opens_after_the_gap_that_swallowed_its_start():
    assert day(date(2026, 3, 8), "America/New_York", time(2, 30)).start == utc(2026, 3, 8, 7, 30)


def test_a_day_opens_at_the_first_of_two_equal_times():
    assert day(date(2026, 11, 1), "America/New_York", time(1, 30)).start == utc(2026, 11, 1, 5, 30)


def test_a_date_that_the_zone_skipped_is_no_day():
    with pytest.raises(WindowError, match=r"^--date: Pacific/Apia skipped 2011-12-30"):
        day(date(2011, 12, 30), "Pacific/Apia")


@given(
    st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2040, 1, 1), timezones=st.just(UTC)),
    st.sampled_from((*CHANGING, "Pacific/Apia")),
    st.times().map(lambda one: one.replace(second=0, microsecond=0)),
    st.integers(1, 5),
)
@example(datetime(2012, 1, 1, 12, tzinfo=UTC), "Pacific/Apia", time(0), 4)
def test_the_newest_days_tile_and_end_with_the_newest(now: datetime, timezone: str, day_start: time, number: int):
    days = newest_days(now, timezone, day_start, number)
    assert len(days) == number
    assert days[-1] == newest_day(now, timezone, day_start)
    assert all(one.end == other.start for one, other in pairwise(days))
    assert all(one == day(one.day, timezone, day_start) for one in days if one.day)


def test_the_newest_day_before_a_skipped_date_stays_newest_until_the_next_one_is_over():
    assert newest_day(utc(2011, 12, 30, 12), "Pacific/Apia").day == date(2011, 12, 29)
    assert newest_day(utc(2011, 12, 31, 12), "Pacific/Apia").day == date(2011, 12, 31)


def test_a_day_is_reported_ten_minutes_after_its_end_and_not_before():
    end = utc(2026, 3, 3, 16)
    assert newest_day(end + timedelta(minutes=10), "Asia/Shanghai").day == date(2026, 3, 3)
    assert newest_day(end + timedelta(minutes=9, seconds=59), "Asia/Shanghai").day == date(2026, 3, 2)


def test_a_day_may_start_at_any_time():
    window = newest_day(utc(2026, 3, 4, 3, 31), "Asia/Shanghai", time(11, 21))
    assert (window.day, window.start) == (date(2026, 3, 3), utc(2026, 3, 3, 3, 21))


def test_an_event_at_the_end_belongs_to_the_next_window():
    one, following = day(date(2026, 3, 3), "UTC"), day(date(2026, 3, 4), "UTC")
    assert one.end not in one
    assert one.end in following
    assert one.last_second in one
    assert one.last_second + timedelta(seconds=1) == one.end


def test_nothing_but_a_moment_is_in_a_window():
    assert None not in day(date(2026, 3, 3), "UTC")


def test_a_day_is_named_by_its_date_and_another_window_by_its_ends():
    assert day(date(2026, 3, 3), "Asia/Shanghai", time(11, 21)).name == "2026-03-03"
    free = between(utc(2026, 3, 3, 3, 21), utc(2026, 3, 4, 3, 22), "Asia/Shanghai")
    assert (free.day, free.name) == (None, "20260303T032100Z_to_20260304T032200Z")


def test_a_window_is_kept_in_utc_and_read_back_as_it_was():
    window = day(date(2026, 3, 3), "Asia/Shanghai")
    assert Window.model_validate_json(window.model_dump_json()) == window
    assert window.start.tzinfo is UTC


def test_a_window_that_ends_before_it_starts_cannot_be_read():
    with pytest.raises(ValidationError, match="ends after it starts"):
        Window(start=utc(2026, 3, 4), end=utc(2026, 3, 3), timezone="UTC")


@pytest.mark.parametrize("text", ["2026-02-30", "2026-13-01", "yesterday", "2026-03-03T00:00", "26-03-03", ""])
def test_an_impossible_date_is_refused(text: str):
    with pytest.raises(WindowError, match=r"^--date: .* is no calendar date"):
        parse_date(text)


@pytest.mark.parametrize("text", ["24:00", "11:60", "noon", "11", ""])
def test_an_impossible_day_start_is_refused(text: str):
    with pytest.raises(WindowError, match=r"^--day-start: "):
        parse_day_start(text)


@pytest.mark.parametrize("name", ["Mars/Olympus", "asia", "", "../../etc/passwd", "Asia/", "x" * 300, "UTC\0"])
def test_an_unknown_zone_is_refused(name: str):
    with pytest.raises(WindowError, match=r"^--timezone: .* is no IANA time zone"):
        zone(name)


def test_a_naive_moment_is_in_the_zone_and_another_keeps_its_offset():
    assert parse_moment("2026-03-03T11:21", "Asia/Shanghai", "--since") == utc(2026, 3, 3, 3, 21)
    assert parse_moment("2026-03-03T11:21+01:00", "Asia/Shanghai", "--since") == utc(2026, 3, 3, 10, 21)
    assert parse_moment("2026-03-03T11:21:09Z", "Asia/Shanghai", "--since") == utc(2026, 3, 3, 11, 21, 9)


@pytest.mark.parametrize(
    "text", ["soon", "", "2026-02-30T00:00", "2026-03-03T11:21:00.5", "2026-03-03T11:21+08:00:00.5", "0001-01-01"]
)
def test_a_moment_that_cannot_be_names_its_option(text: str):
    with pytest.raises(WindowError, match=r"^--since: "):
        parse_moment(text, "Asia/Shanghai", "--since")


@pytest.mark.parametrize("on", [date.min, date.max])
def test_a_day_at_the_end_of_all_dates_is_refused(on: date):
    with pytest.raises(WindowError, match="out of the range of dates"):
        day(on, "Asia/Shanghai")


@pytest.mark.parametrize(
    ("since", "timezone"), [(datetime(1, 1, 1), "America/New_York"), (datetime(9999, 12, 31), "Asia/Shanghai")]
)
def test_a_free_window_at_the_end_of_all_dates_is_refused(since: datetime, timezone: str):
    start = since.replace(tzinfo=UTC)
    with pytest.raises(WindowError, match="out of the range of dates"):
        between(start, start + HOUR, timezone)


@pytest.mark.parametrize("hours", [0, -1])
def test_a_free_window_has_to_end_after_it_starts(hours: int):
    since = utc(2026, 3, 3)
    with pytest.raises(WindowError, match=r"^--until: must be later than --since"):
        between(since, since + hours * HOUR, "UTC")


def test_a_window_that_is_not_over_is_refused_and_one_that_just_ended_is_not():
    window = day(date(2026, 3, 3), "UTC")
    assert refuse_unfinished(window, window.end, "--date") is window
    with pytest.raises(WindowError, match=r"^--date: 2026-03-03 is not over before 2026-03-04 00:00 UTC"):
        refuse_unfinished(window, window.last_second, "--date")
    with pytest.raises(WindowError, match=r"^--date: 2026-03-03 lies in the future"):
        refuse_unfinished(window, window.start - HOUR, "--date")
