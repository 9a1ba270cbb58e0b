"""`rollup`, the real command over days that `run` stored: its numbers, its states, what it says of days that lack."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bench.writing import scripted
from digest.model import Lack, ListName, Snapshot
from digest.narrating import SPAN_LIMITS
from digest.settings.options import OPTIONS
from digest.snapshots import read_snapshot
from digest.window import day as window_of
from handler.cli import main
from tests.cli.conftest import Command, Result, tree
from tests.cli.rollups import PROJECT, moment, page, record, section
from tests.github_stub import GitHub, Repository, World
from tests.github_stub.effects import account
from tests.made import HERE, issue, pull, snapshot
from tests.openai_server import Ask, Say
from tests.openai_server.plugin import serve
from tests.publishing.conftest import mutations, newsroom
from tests.weeks import HERE as SAMPLE_HERE
from tests.weeks import MONDAY, WEEK, quiet_week, records, store, week

__all__ = ["serve"]

ROLL = ("rollup", "--repository", SAMPLE_HERE, "--week", WEEK)
HEAD = re.compile(r"^> 数据统计: (.*)$", re.MULTILINE)
BROKEN = "its report.json and snapshot.json cannot be read together"
SHANGHAI = ZoneInfo("Asia/Shanghai")


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """Seven days of the sample, below ``reports``."""
    store(tmp_path / "reports", quiet_week(), ("zh-CN", "en"))
    return tmp_path / PROJECT


@pytest.fixture(scope="module")
def rolled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's folder with the seven days and their roll-up in two languages, for tests that only read."""
    there = tmp_path_factory.mktemp("rolled")
    store(there / "reports", quiet_week(), ("zh-CN", "en"))
    assert main([*ROLL, "--language", "zh-CN", "--language", "en", "--out", str(there / "reports")]) == 0
    return there / PROJECT


def rows(text: str) -> list[list[str]]:
    """The rows of the table of days, without their markup; the sum comes last."""
    lines = [line for line in section(text, "days").splitlines() if line.startswith("| ")][2:]
    return [[re.sub(r"\*\*|\[|\]\(.*?\)", "", cell).strip() for cell in line.strip("|").split("|")] for line in lines]


def first_number(cell: str) -> int:
    found = re.match(r"[\d,]+", cell)
    assert found, cell
    return int(found[0].replace(",", ""))


def sums(days: list[dict[str, Any]]) -> dict[str, int]:
    return {name: sum(day["counts"][name] for day in days) for name in ListName}


# Numbers


def test_every_number_is_the_sum_of_its_days(rolled: Path):
    days, made, text = records(rolled), record(rolled / WEEK), page("zh-CN", rolled / WEEK)
    assert len(days) == 7
    assert made["counts"] == sums(days)
    assert {name: len(numbers) for name, numbers in made["lists"].items()} == sums(days)
    assert {name: tally["ours"] for name, tally in made["receipt"].items()} == sums(days)
    assert [int(n) for n in re.findall(r"\d+", HEAD.findall(text)[0])] == list(sums(days).values())
    for name in ListName:
        told = Counter(number for day in days for number in day["lists"][name])
        assert Counter(made["lists"][name]) == told
        assert section(text, name).count("\n- [#") == len(made["lists"][name])


def test_the_table_of_days_holds_each_days_own_numbers_and_their_sum(rolled: Path):
    days, (*told, whole) = records(rolled), rows(page("zh-CN", rolled / WEEK))
    assert [row[0] for row in told] == [day["window"]["day"][5:] for day in days]
    for row, day in zip(told, days, strict=True):
        [area] = day["facts"]["focus"]
        hours = (day["facts"]["activity"][key] for key in ("median_merge_hours", "median_response_hours"))
        assert [int(cell) for cell in row[1:6]] == [day["counts"][name] for name in ListName]
        assert first_number(row[6]) == sum(area["counts"].values())
        assert row[7:] == [str(h) if h is not None else "–" for h in hours]
    assert [first_number(cell) for cell in whole[1:7]] == [
        sum(first_number(row[at]) for row in told) for at in range(1, 7)
    ]
    assert whole[0] == "7 天"


@pytest.mark.parametrize(
    ("language", "right", "wrong"),
    [
        ("zh-CN", "新 PR {prs_opened} |", "新 PR 9999 |"),
        ("zh-CN", "**{prs_merged}** | **{prs_closed_unmerged}** |", "**9999** | **{prs_closed_unmerged}** |"),
        ("zh-CN", "五个列表共 {distinct} 个不同条目", "五个列表共 9999 个不同条目"),
        ("zh-CN", "净增（新建减去关闭与合并）：Issue {issues}，", "净增（新建减去关闭与合并）：Issue +9999，"),
        ("en", "merged PRs {prs_merged} |", "merged PRs 9999 |"),
        ("en", "issues {issues}, PRs", "issues +9999, PRs"),
        ("en", "| {first} |", "| 9999 |"),
    ],
)
def test_verify_refutes_a_number_that_is_not_the_sum_of_its_days(
    digest: Command, rolled: Path, tmp_path: Path, language: str, right: str, wrong: str
):
    made = record(rolled / WEEK)
    counts = made["counts"]
    issues = f"{counts['issues_opened'] - counts['issues_closed']:+d}"
    first = records(rolled)[0]["counts"]["prs_opened"]
    values = {**counts, "distinct": made["facts"]["distinct"], "issues": issues, "first": first}
    text = page(language, rolled / WEEK)
    assert right.format(**values) in text
    (tmp_path / "wrong.md").write_text(text.replace(right.format(**values), wrong.format(**values), 1), "utf-8")
    told = digest("verify", "wrong.md", "--snapshot", str(rolled / WEEK / "snapshot.json"))
    assert (told.status, "9999" in told.out, "count:" in told.out) == (1, True, True)


def test_a_focus_area_has_the_sums_of_its_days_and_names_every_item_that_any_of_them_matched(rolled: Path):
    days, [area] = records(rolled), record(rolled / WEEK)["facts"]["focus"]
    own = [one for day in days for one in day["facts"]["focus"]]
    assert area["counts"] == {name: sum(one["counts"][name] for one in own) for name in ListName}
    matched = {one["number"] for part in own for one in part["matched"]}
    assert {one["number"] for one in area["matched"]} == matched
    text = page("zh-CN", rolled / WEEK)
    told, rest = section(text, "focus"), section(text, "rest")
    assert all((f"[#{number}]" in told) or (f"[#{number}]" in rest) for number in matched)
    [left] = re.findall(r"^另有 (\d+) 项，见附录。$", told, re.MULTILINE)
    groups = (part.split("**", 1)[1].split("**")[0] for part in rest.split("**AMD/ROCm：")[1:])
    assert sum(part.count("\n- ") for part in groups) == int(left)


def test_where_the_merged_work_went_is_told_day_by_day_and_adds_up(rolled: Path):
    areas = re.findall(r"`([^`]+)` (\d+)（([\d、]+)）", section(page("zh-CN", rolled / WEEK), "trends"))
    assert len(areas) == 5
    whole = {share["login"]: share["count"] for share in record(rolled / WEEK)["facts"]["activity"]["areas"]}
    for name, n, by_day in areas:
        assert int(n) == sum(map(int, by_day.split("、"))) == whole[name]
        assert len(by_day.split("、")) == 7


# Items


def test_an_item_of_several_days_is_one_in_its_last_state(rolled: Path):
    made = record(rolled / WEEK)
    both = set(made["lists"]["prs_opened"]) & set(made["lists"]["prs_merged"])
    across = [
        n
        for n in both
        if not any({n} <= set(day["lists"]["prs_opened"]) & set(day["lists"]["prs_merged"]) for day in records(rolled))
    ]
    assert across
    assert all(made["facts"]["items"][str(number)]["state"] == "merged" for number in across)
    assert made["facts"]["distinct"] == len({n for numbers in made["lists"].values() for n in numbers})
    items = json.loads((rolled / WEEK / "snapshot.json").read_bytes())["items"]
    assert len({item["number"] for item in items}) == len(items)


def test_what_was_closed_again_has_a_line_for_each_time_and_is_said(rolled: Path):
    closed = section(page("en", rolled / WEEK), "issues_closed")
    again = [number for number, n in Counter(record(rolled / WEEK)["lists"]["issues_closed"]).items() if n == 2]
    assert again
    lines = [line for line in closed.splitlines() if line.startswith(f"- [#{again[0]}]")]
    assert len({re.search(r"closed: ([\d-]+)", line)[1] for line in lines}) == 2  # type: ignore[index]
    assert f"{len(again)} were closed again, and have a line for each time" in section(
        page("en", rolled / WEEK), "summary"
    )


def test_a_pull_request_that_was_reopened_and_merged_is_told_as_merged_and_as_reopened(rolled: Path):
    made = record(rolled / WEEK)
    reopened = set(made["lists"]["prs_closed_unmerged"]) & set(made["lists"]["prs_merged"])
    assert reopened
    assert f"{len(reopened)} 个后来重新打开（" in section(page("zh-CN", rolled / WEEK), "summary")


def test_only_what_a_later_day_should_have_and_has_not_says_up_to_when_its_state_is_known(rolled: Path):
    text, items = page("zh-CN", rolled / WEEK), record(rolled / WEEK)["facts"]["items"]
    held = {item.number: day.window.day for day in quiet_week() for item in day.items}
    told = re.findall(r"\[#(\d+)\]\([^)]*\)（(.*?)）", text)
    assert len(told) > 100
    for number, state in told:
        gone = items[number].get("gone", False)
        assert state.endswith(f"，截至 {held[int(number)]:%m-%d}，其后各日不再有此项") is gone, (number, state)
    assert "已关闭的条目此后若重新打开、草稿若转为可评审，只有后来某天的报告再次取到它时才能得知。" in text


def test_what_was_open_is_told_as_of_a_day_only_where_a_later_day_is_missing(digest: Command, stored: Path):
    digest(*ROLL)
    plain = {n for n, item in record()["facts"]["items"].items() if item["state"] == "open" and "seen" not in item}
    (stored / "2026-03-07" / "report.json").unlink()
    digest(*ROLL)
    items = record()["facts"]["items"]
    told = {n: item["seen"] for n, item in items.items() if n in plain and "seen" in item}
    assert told
    assert max(told.values()) == "2026-03-06"
    marked = {number for number, day in re.findall(r"\[#(\d+)\]\([^)]*\)（[^）]*，截至 (03-0\d)）", page())}
    assert marked & told.keys()
    assert all("seen" in items[number] for number in marked)
    html = (PROJECT / WEEK / "report.zh-CN.html").read_text(encoding="utf-8")
    assert re.search(r'<span class="state \w+">[^<]+</span> <span class="meta">截至 03-0\d', html)


def test_a_debate_of_several_days_is_told_once_with_its_days(rolled: Path):
    told = section(page("en", rolled / WEEK), "discussions")
    assert re.search(r"\*\*Positions\*\* \(8 people, \d+ comments, 03-02 to 03-08\):", told)
    numbers = re.findall(r"^#### \d\. \w+ \[#(\d+)\]", told, re.MULTILINE)
    assert len(numbers) == len(set(numbers)) >= 6


# What was watched


def test_what_the_days_told_to_watch_is_answered_for(rolled: Path):
    days, told = records(rolled), section(page("zh-CN", rolled / WEEK), "follow_ups")
    answered = {one["number"]: one for one in record(rolled / WEEK)["facts"]["follow_ups"]}
    watched = {one["number"] for day in days[:-1] for one in day["facts"]["watch"]}
    assert watched <= answered.keys()
    rest = section(page("zh-CN", rolled / WEEK), "rest")
    assert all((f"[#{number}]" in told) or (f"[#{number}]" in rest) for number in watched)
    first = next(one["number"] for one in days[0]["facts"]["watch"])
    assert answered[first]["since"] == days[0]["window"]["end"]


# Days that lack


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


# The way of every report


def test_a_roll_up_is_made_again_to_the_byte_and_from_its_own_snapshot_too(
    digest: Command, stored: Path, tmp_path: Path
):
    first = digest(*ROLL)
    assert first.out.splitlines() == [
        str(PROJECT / WEEK / name) for name in ("report.zh-CN.md", "report.zh-CN.html", "report.json", "snapshot.json")
    ]
    assert "example-org/vllm-sample, 2026-W10 (2026-03-02 00:00 to 2026-03-09 00:00 Asia/Shanghai)" in first.err
    assert first.err.splitlines()[-1] == "GitHub: nothing asked"
    before = tree(tmp_path)
    assert digest(*ROLL).status == 0
    assert tree(tmp_path) == before
    digest("run", "--snapshot", str(PROJECT / WEEK / "snapshot.json"), "--out", "again")
    made = tree(tmp_path / "again")
    assert made == {name: before[f"reports/{name}"] for name in made}
    assert len(made) == 4


def test_nothing_in_the_page_of_a_busy_week_is_refuted_or_unsupported(digest: Command, tmp_path: Path):
    store(tmp_path / "reports", week())
    digest(*ROLL, "--language", "zh-CN", "--language", "en")
    data = str(PROJECT / WEEK / "snapshot.json")
    for language in ("zh-CN", "en"):
        made = digest("verify", str(PROJECT / WEEK / f"report.{language}.md"), "--snapshot", data, "--json")
        told = json.loads(made.out)
        assert told["totals"]["supported"] > 2000
        assert [claim for claim in told["claims"] if claim["reasons"]] == []


def test_both_languages_have_the_same_shape(rolled: Path):
    marks = [re.findall(r"<!-- vllm-digest:(\w+) -->", page(language, rolled / WEEK)) for language in ("zh-CN", "en")]
    assert marks[0] == marks[1]
    assert {"summary", "follow_ups", "focus", "discussions", "changes", "days", "activity", "watch"} <= set(marks[0])
    window = "2026-03-02 00:00 (UTC+8) ~ 2026-03-09 00:00 (UTC+8)\n"
    assert page("zh-CN", rolled / WEEK).startswith(f"# vLLM 开发周报 - 2026-W10\n\n> 时间窗口: {window}")
    assert page("en", rolled / WEEK).startswith(f"# vLLM weekly development report - 2026-W10\n\n> Window: {window}")


def test_a_snapshot_or_a_day_that_is_set_for_run_is_nothing_to_a_roll_up(digest: Command, stored: Path):
    environ = {"VLLM_DIGEST_SNAPSHOT": "missing.json", "VLLM_DIGEST_DATE": "2026-01-01"}
    assert digest(*ROLL, **environ).status == 0
    assert record()["name"] == WEEK


def test_a_topic_names_first_what_was_argued_or_merged_with_an_effect(digest: Command, tmp_path: Path):
    window = window_of(MONDAY, "Asia/Shanghai")
    merged = {"created_at": window.start, "merged_at": window.end - timedelta(hours=1), "files": ("vllm/v1/a.py",)}
    told = "Users must pass `--new-tea` from now on."
    pulls = [pull(n, f"Brew Darjeel2 {n}", f"p{n}", created_at=window.start) for n in range(11, 30)]
    last = pull(30, "[Breaking] Remove `--old-tea` of Darjeel2", "zed", body=told, **merged)
    store(
        tmp_path / "reports", [snapshot(*pulls, last, window=window, as_of=window.end + timedelta(minutes=20))], ("en",)
    )
    digest("rollup", "--repository", str(HERE), "--week", WEEK, "--language", "en")
    [topic] = record(Path("reports") / str(HERE) / WEEK)["facts"]["topics"]
    assert topic["numbers"] == [30, *range(11, 30)]


def test_a_quiet_week_has_no_heading_without_anything_below_it_and_says_one_person(digest: Command, tmp_path: Path):
    window = window_of(MONDAY, "Asia/Shanghai")
    flags, folder = ("rollup", "--repository", str(HERE), "--week", WEEK), Path("reports") / str(HERE) / WEEK
    for items, wanted in (((), False), ((issue(3, created_at=window.start),), True)):
        store(tmp_path / "reports", [snapshot(*items, window=window, as_of=window.end + timedelta(minutes=20))])
        digest(*flags, "--language", "en")
        text = page("en", folder)
        assert ("<!-- vllm-digest:activity -->" in text) is wanted
        assert ("📈" in text) is wanted
    assert "Distinct items in the five lists: 1; the new ones come from 1 person\n" in text
    assert "1 people" not in text


def test_what_a_roll_up_tells_to_watch_is_left_to_its_days(digest: Command, stored: Path, tmp_path: Path):
    digest(*ROLL)
    assert record()["facts"]["watch"]
    assert not list(tmp_path.glob(".vllm-digest/**/watch.json"))


# Publishing


def test_it_is_published_once_and_links_its_days_where_they_are(
    digest: Command, stored: Path, github: GitHub, world: World
):
    news: Repository = newsroom(world)
    environ = {"GITHUB_GRAPHQL_URL": github.url, "GITHUB_TOKEN": "ghs_stub"}
    world.repository(SAMPLE_HERE)
    discussions, commits = (
        "discussion:acme/news?category=Daily digest",
        "commit:acme/news?path=weekly/{start}/{window}.md",
    )
    targets = ("dir:site", discussions, commits)
    flags = ("--allow-public", *(f"--publish={one}" for one in targets))
    assert digest(*ROLL, *flags, **environ).status == 0
    assert [one["status"] for one in record()["publications"]] == ["created"] * 3
    [discussion] = news.discussions
    assert discussion.title == "vLLM 开发周报 - 2026-W10"
    marker = f"<!-- vllm-digest repository={SAMPLE_HERE} window=2026-W10 language=zh-CN part=1"
    assert discussion.body.startswith(marker)
    assert "](../" not in discussion.body
    assert account(world) == []
    [commit] = [one for one in github.calls if "createCommitOnBranch" in str(one)]
    assert "weekly/2026-03-02/2026-W10.md" in str(commit)
    [content] = re.findall(r"contents\W+([A-Za-z0-9+/=]{1000,})", str(commit))
    assert "[03-05](../2026-03-05/2026-03-05.md)" in base64.b64decode(content).decode()
    made = len(mutations(github))
    assert digest(*ROLL, *flags, **environ).status == 0
    assert [one["status"] for one in record()["publications"]] == ["unchanged"] * 3
    assert len(mutations(github)) == made


def test_the_site_tells_it_beside_its_days_and_no_day_leads_into_it(digest: Command, stored: Path, tmp_path: Path):
    for day in quiet_week()[-2:]:
        (tmp_path / "day.json").write_text(day.model_dump_json(by_alias=True))
        digest("run", "--snapshot", "day.json", "--publish", "dir:site")
    digest(*ROLL, "--publish", "dir:site")
    site = tmp_path / "site"
    here = site / SAMPLE_HERE
    index = json.loads((here / "index.json").read_bytes())["entries"]
    assert [entry["name"] for entry in index] == ["2026-03-08", "2026-W10", "2026-03-07"]
    assert (here / "latest").read_text() == "2026-03-08\n"
    listed = (here / "index.html").read_text(encoding="utf-8")
    assert '<a href="2026-W10/report.zh-CN.html">2026-W10</a> <small>周报</small>' in listed
    assert "2026-W10：" not in listed.split("</svg>")[0]
    home = (site / "index.html").read_text(encoding="utf-8")
    assert f'<a href="{SAMPLE_HERE}/2026-W10/report.zh-CN.html">周报 2026-W10</a>' in home
    assert f'<a href="{SAMPLE_HERE}/2026-03-08/report.zh-CN.html">最新：2026-03-08</a>' in home
    assert "<title>vLLM 开发周报 - 2026-W10</title>" in (here / "feed.xml").read_text(encoding="utf-8")
    days = [(here / day / "report.zh-CN.html").read_text(encoding="utf-8") for day in ("2026-03-07", "2026-03-08")]
    assert all("2026-W10" not in day for day in days)
    assert 'rel="next" href="../2026-03-08/report.zh-CN.html"' in days[0]
    rolled = (here / WEEK / "report.zh-CN.html").read_text(encoding="utf-8")
    assert '<a rel="' not in rolled
    assert 'href="../2026-03-08/report.zh-CN.html"' in rolled
    assert re.search(r'<details id="rest">\n<summary><h3>前文未展开的条目</h3> <span class="n">\d+</span>', rolled)
    assert digest("site", "site").out == ""


def test_weeks_lead_to_weeks(digest: Command, tmp_path: Path):
    for first in (MONDAY, MONDAY + timedelta(days=7)):
        window = window_of(first, "Asia/Shanghai")
        made = snapshot(issue(3, created_at=window.start), window=window, as_of=window.end + timedelta(minutes=20))
        store(tmp_path / "reports", [made])
    for name in ("2026-W10", "2026-W11"):
        digest("rollup", "--repository", str(HERE), "--week", name)
    digest("site", "reports")
    second = (Path("reports") / str(HERE) / "2026-W11" / "report.zh-CN.html").read_text(encoding="utf-8")
    assert 'rel="prev" href="../2026-W10/report.zh-CN.html"' in second


def test_it_offers_its_span_and_the_options_that_matter_to_it(digest: Command):
    offered = set(re.findall(r"^  (--[a-z-]+)", digest("rollup", "--help").out, re.MULTILINE)) - {"--help"}
    assert offered == {"--week", "--month", *(one.flag for one in OPTIONS if "rollup" in one.commands)}
    assert not offered & {"--date", "--since", "--timezone", "--strategy", "--snapshot"}
    wrong = digest(*ROLL, "--date", "2026-03-03")
    assert wrong.error.startswith("No such option: --date; it belongs to `run`, `fetch`")


def test_the_page_on_roll_ups_shows_commands_that_are_and_fields_that_there_are(digest: Command, rolled: Path):
    told = (Path(__file__).parents[2] / "docs" / "rollups.md").read_text(encoding="utf-8")
    flags = set(re.findall(r"(--[a-z][a-z-]+)", " ".join(re.findall(r"^vllm-digest rollup .*$", told, re.MULTILINE))))
    assert flags <= set(re.findall(r"(--[a-z-]+)", digest("rollup", "--help").out))
    day = record(rolled / WEEK)["facts"]["span"]["days"][0]
    [fields] = re.findall(r"`facts.span.days`: ((?:`\w+`(?:, | and )?)+)", told)
    assert set(re.findall(r"`(\w+)`", fields)) == set(day)
    lacks = {cells.split("|")[1].strip(" `") for cells in told.splitlines() if cells.startswith("| `")}
    assert lacks == set(Lack)


def test_what_was_watched_and_closed_and_reopened_or_is_gone_is_not_told_as_silent(
    digest: Command, world: World, github: GitHub
):
    environ = {"GITHUB_GRAPHQL_URL": github.url, "GITHUB_TOKEN": "ghs_stub"}
    body = "Since v1.2 the output is wrong: `engine --fast` gives garbage where it was right."
    bugs = [
        world.issue(title="[Bug]: Wrong output", labels=["bug"], created=moment(2, f"0{n}:00"), body=body)
        for n in range(1, 5)
    ]
    for bug in bugs:
        for clock, who in (("10:00", "bo"), ("11:00", "cy"), ("12:00", "bo")):
            world.comment(bug, who, moment(2, clock), "No: without the cache it is the same wrong output.")
    lost, silent, again, spoken = bugs
    on: dict[int, Any] = {
        4: lambda: world.repository().issues.pop(lost.number),
        5: lambda: [world.close(bug, moment(5, "12:00"), by="mia") for bug in (again, spoken)],
        6: lambda: [world.reopen(bug, moment(6, "12:00")) for bug in (again, spoken)],
        7: lambda: world.comment(spoken, "dee", moment(7, "12:00"), "I see wrong output too, on two cards."),
    }
    for day in range(2, 9):
        on.get(day, lambda: None)()
        world.now = moment(day + 1, "00:20")
        assert digest("run", "--date", f"2026-03-{day:02}", **environ).status == 0
    assert digest("rollup", "--week", WEEK, "--language", "en").status == 0
    folder = Path("reports/vllm-project/vllm") / WEEK
    told = record(folder)["facts"]["follow_ups"]
    assert [(one["number"], one["became"]) for one in told] == [
        (again.number, "reopened"),
        (spoken.number, "reopened"),
        (silent.number, "silent"),
        (lost.number, "gone"),
    ]
    text = page("en", folder)
    first, second, *rest = [line for line in section(text, "follow_ups").splitlines() if line.startswith("- ")]
    assert first.endswith(": closed 03-05 12:00 by `mia`, open again")
    assert second.endswith(": closed 03-05 12:00 by `mia`, open again; 1 new by `dee` (discussion 1 below)")
    assert rest[0].startswith("- The later days do not have these, so what became of them is not known: Issue [")
    assert rest[0].endswith(" (open as of 03-03)")
    assert rest[1] == "- Silent (1):"
    assert re.search(
        rf"^  - Issue \[#{silent.number}\]\(\S+\) \(open\) \[Bug\]: Wrong output \(6 days\)$", text, re.MULTILINE
    )
    [heading] = [line for line in text.splitlines() if line.startswith("####") and f"[#{lost.number}]" in line]
    assert "(open as of 03-03, not there in later days)" in heading
    assert "**State**: open as of 03-03, not there in later days" in text.split(heading)[1].split("####")[0]
    data = str(folder / "snapshot.json")
    assert "0 unsupported, 0 refuted" in digest("verify", str(folder / "report.en.md"), "--snapshot", data).out


# With a model


async def written(digest: Command, server: Any, *flags: str) -> Result:
    asked = ("--model", "openai/any", "--api-base", server.base, *flags)
    return await asyncio.to_thread(lambda: digest(*ROLL, *asked, VLLM_DIGEST_API_KEY="sk-not-to-be-seen"))


async def test_a_week_takes_eight_calls_and_thirty_thousand_tokens_at_most(digest: Command, serve, stored: Path):
    server = await serve(lambda ask: Say(scripted(ask)))
    assert (await written(digest, server)).status == 0
    paid = record()["usage"]
    assert len(server.asked) == paid["llm_calls"] <= SPAN_LIMITS["max_calls"] == 8
    assert paid["prompt_tokens"] <= SPAN_LIMITS["max_prompt_tokens"] == 30_000
    assert record()["verification"]["kept"] > 20
    assert record()["degraded"] == []
    assert all("one section of a weekly report" in ask.prompt for ask in server.asked)
    before = page()
    again = await written(digest, server)
    assert (len(server.asked), record()["usage"]["llm_calls"]) == (paid["llm_calls"], 0)
    assert again.err.splitlines()[-1].startswith("GitHub: nothing asked; model: 0 calls")
    assert page() == before


async def test_two_languages_share_the_limits(digest: Command, serve, stored: Path):
    server = await serve(_writes_and_translates)
    await written(digest, server, "--language", "zh-CN", "--language", "en")
    paid = record()["usage"]
    assert paid["llm_calls"] <= SPAN_LIMITS["max_calls"]
    assert paid["prompt_tokens"] <= SPAN_LIMITS["max_prompt_tokens"]
    assert "PRs were merged in the window" in page("en")
    await written(digest, server, "--language", "zh-CN", "--language", "en")
    assert (len(server.asked), record()["usage"]["llm_calls"]) == (paid["llm_calls"], 0)


def _writes_and_translates(ask: Ask) -> Say:
    texts = re.findall(r"^(\d+): .*?(⟦count\d+⟧)", ask.task, re.MULTILINE)
    if texts:
        said = [{"n": int(n), "text": f"{count} PRs were merged in the window."} for n, count in texts]
        return Say(json.dumps({"texts": said}))
    told = [{"text": "窗口内合并的 PR 共 [[count:prs_merged]] 个。"}] if "Write the summary" in ask.task else []
    return Say(json.dumps({"claims": told}))


# From GitHub to the week


def test_seven_days_of_the_real_pipeline_become_a_week(digest: Command, world: World, github: GitHub):
    environ = {"GITHUB_GRAPHQL_URL": github.url, "GITHUB_TOKEN": "ghs_stub"}
    bug = world.issue(title="Wrong output", labels=["bug"], created=moment(2, "09:00"), body="It gives wrong output.")
    change = world.pull(title="Add a flag", created=moment(2, "10:00"), files=["vllm/v1/a.py"])
    idea = world.pull(title="An idea", created=moment(3, "10:00"), files=["vllm/v1/b.py"])
    on: dict[int, Any] = {
        3: lambda: world.comment(bug, "bo", moment(3, "11:00"), "I see wrong output too, on two cards."),
        4: lambda: (world.merge(change, moment(4, "11:00"), by="mia"), world.close(bug, moment(4, "12:00"), by="mia")),
        5: lambda: (world.reopen(bug, moment(5, "12:00")), world.close(idea, moment(5, "13:00"))),
        6: lambda: world.close(bug, moment(6, "12:00"), by="mia"),
        7: lambda: (world.reopen(idea, moment(7, "10:00")), world.merge(idea, moment(7, "11:00"), by="mia")),
    }
    for day in range(2, 9):
        on.get(day, lambda: None)()
        world.now = moment(day + 1, "00:20")
        assert digest("run", "--date", f"2026-03-{day:02}", **environ).status == 0
    asked = len(github.calls)
    assert digest("rollup", "--week", WEEK).status == 0
    assert len(github.calls) == asked
    folder = Path("reports/vllm-project/vllm")
    made = record(folder / WEEK)
    assert (
        made["counts"]
        == sums(records(folder))
        == {
            "issues_opened": 1,
            "issues_closed": 2,
            "prs_opened": 2,
            "prs_merged": 2,
            "prs_closed_unmerged": 1,
        }
    )
    states = {number: item["state"] for number, item in made["facts"]["items"].items()}
    assert states == {str(bug.number): "completed", str(change.number): "merged", str(idea.number): "merged"}
    assert made["facts"]["distinct"] == 3
    text = page("zh-CN", folder / WEEK)
    assert section(text, "issues_closed").count(f"- [#{bug.number}]") == 2
    assert "关闭于: 2026-03-05 13:00 (UTC+8)" in section(text, "prs_closed_unmerged")
    assert read_snapshot(folder / WEEK / "snapshot.json").rollup is not None
