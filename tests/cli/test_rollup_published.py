"""`rollup` where its readers find it: published once, on the site, in the documentation, after a real pipeline."""

from __future__ import annotations

import base64
import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

from digest.model import Lack
from digest.settings.options import OPTIONS
from digest.snapshots import read_snapshot
from digest.window import day as window_of
from tests.cli.conftest import Command
from tests.cli.rollups import ROLL, moment, page, record, rolled, section, stored, sums
from tests.github_stub import GitHub, Repository, World
from tests.github_stub.effects import account
from tests.made import HERE, issue, snapshot
from tests.publishing.conftest import mutations, newsroom
from tests.weeks import HERE as SAMPLE_HERE
from tests.weeks import MONDAY, WEEK, quiet_week, records, store

__all__ = ["rolled", "stored"]


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


def test_what_a_roll_up_tells_to_watch_is_left_to_its_days(digest: Command, stored: Path, tmp_path: Path):
    digest(*ROLL)
    assert record()["facts"]["watch"]
    assert not list(tmp_path.glob(".vllm-digest/**/watch.json"))
