"""`rollup` over days that lack, or cannot be used: they are named, and in no sum."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from digest.model import ListName, Snapshot
from digest.window import day as window_of
from tests.cli.conftest import Command, tree
from tests.cli.rollups import ROLL, first_number, page, record, rows, section, stored, sums
from tests.made import HERE, issue, snapshot
from tests.weeks import MONDAY, quiet_week, records, store

__all__ = ["stored"]

BROKEN = "its report.json and snapshot.json cannot be read together"


def test_a_day_that_is_missing_is_named_degrades_the_page_and_is_in_no_sum(digest: Command, stored: Path):
    (stored / "2026-03-05" / "report.json").unlink()
    (stored / "2026-03-05" / "snapshot.json").unlink()
    result = digest(*ROLL, "--language", "zh-CN", "--language", "en")
    assert result.status == 0
    assert "warning: 2026-03-05 is not counted: there is no report of it" in result.err.splitlines()
    assert "> **缺 1 天**：03-05（没有报告）。各项计数是其余 6 天之和。" in page()
    assert "> **1 day is missing**: 03-05 (no report). Counts are sums of the other 6." in page("en")
    assert rows(page())[3][:2] == ["03-05", "未计入"]
    assert record()["counts"] == sums(records(stored))
    assert record()["degraded"] == [{"stage": "days", "reason": "2026-03-05 is not counted: there is no report of it"}]
    assert digest(*ROLL, "--strict").status == 3


def test_missing_days_in_a_row_are_named_together(digest: Command, tmp_path: Path):
    window = window_of(MONDAY, "Asia/Shanghai")
    made = snapshot(issue(3, created_at=window.start), window=window, as_of=window.end + timedelta(minutes=20))
    store(tmp_path / "reports", [made])
    digest("rollup", "--repository", str(HERE), "--month", "2026-03", "--language", "en")
    text = page("en", Path("reports") / str(HERE) / "2026-03")
    assert "> **30 days are missing**: 03-01 (no report), 03-03 to 03-31 (no report). Counts are sums" in text


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda day: (day / "report.json").unlink(), "it was fetched, and no report was written"),
        (
            lambda day: (day / "report.json").write_text("{"),
            "its report.json and snapshot.json cannot be read together",
        ),
        (lambda day: (day / "snapshot.json").unlink(), BROKEN),
        (lambda day: _as_of_another_fetch(day / "report.json"), BROKEN),
    ],
    ids=["only fetched", "cut", "without its data", "of two fetches"],
)
def test_a_day_that_cannot_be_used_is_named_with_its_reason(digest: Command, stored: Path, spoil: Any, why: str):
    spoil(stored / "2026-03-04")
    assert f"warning: 2026-03-04 is not counted: {why}" in digest(*ROLL).err
    assert len(record()["facts"]["span"]["days"]) == 7
    assert record()["facts"]["span"]["days"][2]["lack"] in ("unreported", "broken")


def _as_of_another_fetch(path: Path) -> None:
    told = json.loads(path.read_bytes())
    path.write_text(json.dumps({**told, "as_of": "2026-03-20T00:00:00Z"}))


def _in_utc(day: Snapshot) -> Snapshot:
    window = window_of(day.window.day or MONDAY, "UTC")
    return day.model_copy(update={"window": window, "as_of": window.end + timedelta(minutes=20), "receipt": {}})


def test_what_a_day_lacks_is_said_but_not_what_its_model_or_its_targets_lacked(digest: Command, stored: Path):
    path = stored / "2026-03-04" / "report.json"
    lacking = [{"stage": stage, "reason": "so it was"} for stage in ("hydrate", "writing", "publishing")]
    path.write_text(json.dumps({**json.loads(path.read_bytes()), "degraded": lacking}))
    digest(*ROLL)
    assert record()["degraded"] == [{"stage": "hydrate", "reason": "2026-03-04: so it was"}]
    assert "> **部分讨论未取到**" in page()


def test_an_area_that_the_days_did_not_know_is_counted_in_their_lists(digest: Command, stored: Path, tmp_path: Path):
    (tmp_path / "vllm-digest.yml").write_text("focus: [{name: A|B, words: [ROCm, Bug]}]")
    digest(*ROLL)
    [area], made = record()["facts"]["focus"], record()
    own = {one["number"] for one in area["matched"]}
    assert sum(area["counts"].values()) > 0
    assert area["counts"] == {name: sum(n in own for n in made["lists"][name]) for name in ListName}
    *told, whole = rows(page().replace("A\\|B", "A B"))
    assert first_number(whole[6]) == sum(first_number(row[6]) for row in told) == sum(area["counts"].values())


def test_a_day_of_another_zone_is_left_out_and_said(digest: Command, stored: Path):
    store(stored.parents[1], [_in_utc(quiet_week()[2])])
    result = digest(*ROLL)
    assert "2026-03-04 is not counted: its report is of another time zone or day-start than the others" in result.err
    assert "03-04（报告的时区或起始时刻与其他各天不同）" in page()
    others = [day for day in records(stored) if day["window"]["timezone"] == "Asia/Shanghai"]
    assert record()["counts"] == sums(others)
    assert record()["window"]["timezone"] == "Asia/Shanghai"


def test_reports_of_free_windows_are_left_out_and_said(digest: Command, stored: Path):
    name = "20260303T032100Z_to_20260304T032100Z"
    (stored / name).mkdir()
    (stored / name / "report.json").write_text("{}")
    (stored / "20260101T000000Z_to_20260102T000000Z").mkdir()
    (stored / "20260101T000000Z_to_20260102T000000Z" / "report.json").write_text("{}")
    result = digest(*ROLL)
    assert f"warning: {name} is left out: it is no whole day, and would count things twice" in result.err
    assert f"`{name}`" in section(page(), "days")
    assert "20260101T" not in result.err + page()
    assert (record()["counts"], record()["degraded"]) == (sums(records(stored)), [])


def test_without_a_single_day_nothing_is_written_and_it_is_said_what_to_do(digest: Command, tmp_path: Path):
    result = digest("rollup", "--repository", "o/n", "--month", "2026-01")
    assert result.status == 2
    assert result.error == (
        "--month: there is no report of o/n for any day from 2026-01-01 to 2026-01-31 in reports/o/n; "
        "write them first (vllm-digest run --date 2026-01-01), or name their folder with --out"
    )
    assert tree(tmp_path) == {}


@pytest.mark.parametrize(
    ("flags", "error"),
    [
        ((), "--week: name one week, like 2026-W10, or one --month, like 2026-03"),
        (("--week", "2026-W10", "--month", "2026-03"), "--week: name one week, like 2026-W10, or one --month"),
        (("--week", "2026-10"), "--week: '2026-10' is no ISO week; write one like 2026-W10"),
        (("--month", "march"), "--month: 'march' is no month; write one like 2026-03"),
    ],
)
def test_a_span_that_is_none_is_one_line(digest: Command, flags: tuple[str, ...], error: str):
    result = digest("rollup", *flags)
    assert result.status == 2
    assert result.error.startswith(error)


def test_a_month_of_a_zone_whose_clocks_change_has_all_its_days(digest: Command, tmp_path: Path):
    days = [window_of(date(2026, 3, day), "Europe/Berlin") for day in range(1, 32)]
    made = [
        snapshot(issue(n, created_at=one.end - timedelta(seconds=1)), window=one, as_of=one.end + timedelta(minutes=20))
        for n, one in enumerate(days, 1)
    ]
    store(tmp_path / "reports", made)
    assert digest("rollup", "--repository", str(HERE), "--month", "2026-03", "--language", "en").status == 0
    folder = Path("reports") / str(HERE) / "2026-03"
    text = page("en", folder)
    assert text.startswith("# n monthly development report - 2026-03\n")
    assert "> Window: 2026-03-01 00:00 (UTC+1) ~ 2026-04-01 00:00 (UTC+2)" in text
    assert record(folder)["counts"]["issues_opened"] == 31
    assert record(folder)["degraded"] == []
    assert [row[1] for row in rows(text)] == ["1"] * 31 + ["31"]
