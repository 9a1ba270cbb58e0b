"""Weeks and months as spans: their days, their windows where clocks change, what is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest

from digest.errors import WindowError
from digest.span import Span, kind_of, parse_month, parse_week, previous
from digest.window import Window


def test_a_week_goes_from_monday_to_sunday():
    week = parse_week("2026-W10")
    assert (week.days[0], week.days[-1], len(week.days)) == (date(2026, 3, 2), date(2026, 3, 8), 7)


def test_the_first_week_of_a_year_is_the_one_with_its_first_thursday():
    assert parse_week("2026-W01").days[0] == date(2025, 12, 29)
    assert parse_week("2026-W53").days[-1] == date(2027, 1, 3)


def test_a_month_has_its_own_days():
    assert [len(parse_month(f"2024-{month:02}").days) for month in (1, 2, 4)] == [31, 29, 30]


@pytest.mark.parametrize(
    "text", ["2025-W53", "2026-W00", "2026-W54", "2026W10", "2026-W1", "9999-W52", "W10", "", "２０２６-W10x"]
)
def test_what_is_no_week_is_refused_in_one_line(text: str):
    with pytest.raises(WindowError, match=r"^--week: .* is no ISO week; write one like 2026-W10$"):
        parse_week(text)


@pytest.mark.parametrize("text", ["2026-13", "2026-00", "2026-3", "26-03", "2026-03-01", ""])
def test_what_is_no_month_is_refused_in_one_line(text: str):
    with pytest.raises(WindowError, match=r"^--month: .* is no month; write one like 2026-03$"):
        parse_month(text)


def test_the_window_is_as_long_as_its_days_where_clocks_change():
    march = parse_month("2026-03").window("Europe/Berlin")
    assert (march.start, march.end) == (
        datetime(2026, 2, 28, 23, tzinfo=UTC),
        datetime(2026, 3, 31, 22, tzinfo=UTC),
    )
    assert march.end - march.start == timedelta(days=31, hours=-1)
    assert march.name == "2026-03"


def test_a_span_begins_where_its_first_day_does():
    week = parse_week("2026-W10").window("Asia/Shanghai", time(11, 21))
    assert week.start == datetime(2026, 3, 2, 3, 21, tzinfo=UTC)
    assert week.end - week.start == timedelta(days=7)


def test_names_of_spans_are_told_from_names_of_windows():
    names = ("2026-W10", "2026-03", "2026-03-03", "20260303T032100Z_to_20260304T032100Z")
    assert [kind_of(name) for name in names] == ["week", "month", None, None]


def test_a_window_that_is_no_span_is_written_as_it_always_was():
    day = Window(start=datetime(2026, 3, 3, tzinfo=UTC), end=datetime(2026, 3, 4, tzinfo=UTC), timezone="UTC")
    assert set(day.model_dump()) == {"start", "end", "timezone", "day"}
    week = parse_week("2026-W10").window("UTC")
    assert Window.model_validate_json(week.model_dump_json()) == week


@pytest.mark.parametrize(
    ("span", "before"),
    [
        (parse_week("2026-W10"), "2026-W09"),
        (parse_week("2026-W01"), "2025-W52"),
        (parse_week("2021-W01"), "2020-W53"),
        (parse_month("2026-03"), "2026-02"),
        (parse_month("2026-01"), "2025-12"),
    ],
)
def test_the_span_before_ends_where_a_span_begins(span: Span, before: str):
    assert previous(span).name == before
    assert previous(span).days[-1] + timedelta(days=1) == span.days[0]
