"""`rollup`, the real command over days that `run` stored: its numbers, its states, its shape."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from digest.model import ListName
from digest.window import day as window_of
from tests.cli.conftest import Command, tree
from tests.cli.rollups import PROJECT, ROLL, first_number, moment, page, record, rolled, rows, section, stored, sums
from tests.github_stub import GitHub, World
from tests.made import HERE, issue, pull, snapshot
from tests.weeks import MONDAY, WEEK, quiet_week, records, store, week

__all__ = ["rolled", "stored"]

HEAD = re.compile(r"^> 数据统计: (.*)$", re.MULTILINE)


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


def test_what_the_days_told_to_watch_is_answered_for(rolled: Path):
    days, told = records(rolled), section(page("zh-CN", rolled / WEEK), "follow_ups")
    answered = {one["number"]: one for one in record(rolled / WEEK)["facts"]["follow_ups"]}
    watched = {one["number"] for day in days[:-1] for one in day["facts"]["watch"]}
    assert watched <= answered.keys()
    rest = section(page("zh-CN", rolled / WEEK), "rest")
    assert all((f"[#{number}]" in told) or (f"[#{number}]" in rest) for number in watched)
    first = next(one["number"] for one in days[0]["facts"]["watch"])
    assert answered[first]["since"] == days[0]["window"]["end"]


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
