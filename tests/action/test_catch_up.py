"""`catch-up`: days that a schedule dropped are published when it comes back, and nothing is paid for twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.action.conftest import DAY, ROOT, Job, Step
from tests.github_stub import GitHub, Repository, World
from tests.github_stub.effects import account
from tests.github_stub.faults import bad_credentials, mentions
from tests.publishing.conftest import mutations
from tests.publishing.s3 import Proxy

TARGETS = {
    "dir": "dir:site",
    "discussion": "discussion:acme/news?category=Daily digest",
    "pr": "pr:acme/news?labels=digest",
    "commit": "commit:acme/news?path=daily/{window}.{language}.md",
}
THREE = {**DAY, "catch-up": "3"}
DAYS = ["2026-03-01", "2026-03-02", "2026-03-03"]


def windows(github: GitHub) -> list[str]:
    """What was asked of the repository that is reported on, beside whether everybody may see it."""
    asked = [call for call in github.calls if call.variables.get("owner") == "o" and call.variables.get("name") == "n"]
    return [str(call.operation) for call in asked if call.operation != "Visibility"]


def reported(lines: list[str]) -> list[str]:
    """The days that were reported, in their order."""
    return [line.split(", ")[1].split()[0] for line in lines if line.startswith("o/n, ")]


@pytest.mark.parametrize("kind", TARGETS)
def test_what_a_target_lacks_is_published_the_oldest_first_and_then_nothing(
    act: Step, news: Repository, github: GitHub, kind: str
):
    told = act({**THREE, "publish": TARGETS[kind]})
    assert (told.status, reported(told.lines), told.warnings) == (0, DAYS, [])
    assert told.outputs["report-path"] == "reports/o/n/2026-03-03/report.en.md"
    urls = json.loads(told.outputs["urls"])
    assert len(urls) == 3
    assert told.outputs["report-url"] == urls[-1]
    made, asked = len(mutations(github)), len(github.calls)
    again = act({**THREE, "publish": TARGETS[kind], "state": "lost"})
    assert (again.status, reported(again.lines), again.errors) == (0, [], [])
    assert "catch-up: of the 3 newest days the targets lack none: nothing is fetched or written" in again.lines
    assert len(mutations(github)) == made
    assert len(github.calls) - asked <= 3, "a look"
    assert (again.outputs["report-url"], json.loads(again.outputs["urls"])) == (urls[-1], urls[-1:])
    assert [again.outputs[name] for name in ("report-path", "counts", "degraded", "dropped-claims")] == [
        "",
        "{}",
        "false",
        "0",
    ]
    assert account(github.world) == []


def test_a_bucket_is_looked_at_too(act: Step, news: Repository, github: GitHub, store: Proxy):
    given = {**DAY, "catch-up": "2", "publish": "s3://digest/reports"}
    assert reported(act(given, **store.environ).lines) == DAYS[1:]
    asked, writes = len(github.calls), len(store.writes)
    again = act({**given, "state": "lost"}, **store.environ)
    assert (again.status, reported(again.lines)) == (0, [])
    assert (len(github.calls), len(store.writes)) == (asked, writes)
    assert again.outputs["report-url"] == "s3://digest/reports/o/n/2026-03-03/"


def test_only_the_days_that_are_missing_are_made(act: Step, job: Job, news: Repository):
    for day in (DAYS[0], DAYS[2]):
        act({**DAY, "date": day, "publish": "dir:site"})
    told = act({**THREE, "publish": "dir:site"})
    assert reported(told.lines) == ["2026-03-02"]
    assert told.outputs["report-url"] == "site/o/n/2026-03-03"
    assert json.loads(told.outputs["urls"]) == ["site/o/n/2026-03-02", "site/o/n/2026-03-03"]
    assert told.summary.startswith("# n development report - 2026-03-02")
    index = json.loads((job.workspace / "site/o/n/index.json").read_bytes())
    assert [entry["name"] for entry in index["entries"]] == DAYS[::-1]


def test_a_day_that_one_of_several_targets_lacks_is_made(act: Step, news: Repository):
    act({**THREE, "publish": "dir:one"})
    told = act({**THREE, "publish": "dir:one\ndir:two"})
    assert reported(told.lines) == DAYS
    assert told.lines.count("GitHub: nothing asked") == 3, "the state has them"


def test_a_language_that_was_added_is_lacking(act: Step, news: Repository):
    two = {**DAY, "catch-up": "2"}
    # What is in a pull request of its own is brought up to date by a run of that day alone.
    for target, lacked in ((TARGETS["commit"], DAYS[1:]), (TARGETS["pr"], [])):
        act({**two, "publish": target})
        told = act({**two, "publish": target, "language": "en\nzh-CN"})
        assert reported(told.lines) == lacked, target


def test_a_pull_request_that_was_merged_or_closed_is_not_lacking(act: Step, news: Repository):
    act({**THREE, "publish": TARGETS["pr"]})
    for pull, state in zip(news.pull_requests.values(), ("MERGED", "CLOSED", "OPEN"), strict=True):
        if state != "OPEN":
            pull.closed_at = datetime(2026, 3, 4, tzinfo=UTC)
            pull.merged_at = pull.closed_at if state == "MERGED" else None
    assert reported(act({**THREE, "publish": TARGETS["pr"]}).lines) == []


def test_one_day_is_caught_up_with_too(act: Step, news: Repository):
    one = {**DAY, "catch-up": "1", "publish": "dir:site"}
    assert reported(act(one).lines) == ["2026-03-03"]
    assert "catch-up: of the newest day the targets lack none: nothing is fetched or written" in act(one).lines
    assert reported(act({**one, "catch-up": "0"}).lines) == ["2026-03-03"]


def test_without_a_target_the_newest_day_alone_is_reported(act: Step, news: Repository):
    told = act(THREE)
    assert reported(told.lines) == ["2026-03-03"]
    assert "catch-up: there is no target that could lack a day, so the newest alone is reported" in told.lines


def test_a_day_that_fails_stops_none_of_the_others(act: Step, news: Repository, github: GitHub):
    github.fail(bad_credentials(), mentions("2026-03-01"))
    told = act({**THREE, "strategy": "search", "publish": "dir:site"})
    assert (told.status, reported(told.lines)) == (1, ["2026-03-02", "2026-03-03"])
    assert told.errors == [
        "2026-03-01: input `github-token`: GitHub refused it (401); give a token that is valid and not expired"
    ]
    assert told.outputs["report-path"] == "reports/o/n/2026-03-03/report.en.md"
    github.heal()
    assert reported(act({**THREE, "publish": "dir:site"}).lines) == ["2026-03-01"]


def test_an_error_of_all_days_is_one_annotation(act: Step, news: Repository):
    told = act({**THREE, "github-token": "ghs_wrong", "publish": "dir:site"})
    assert (told.status, told.warnings) == (1, [])
    assert told.errors == [
        "2026-03-01, 2026-03-02, 2026-03-03: input `github-token`: GitHub refused it (401); "
        "give a token that is valid and not expired"
    ]
    told = act({**THREE, "github-token": "ghs_wrong", "publish": TARGETS["commit"]})
    assert (told.status, len(told.errors), told.warnings) == (1, 1, []), "the look failed for the same reason"


def test_a_target_that_cannot_be_seen_costs_no_older_day(act: Step, news: Repository):
    told = act({**THREE, "publish": "commit:acme/nothing\ndir:site"})
    assert reported(told.lines) == DAYS, "the folder lacks them"
    told = act({**THREE, "publish": "commit:acme/nothing\ndir:site"})
    assert (told.status, reported(told.lines)) == (0, ["2026-03-03"])
    assert "input `publish` commit:acme/nothing: it is not known which days it lacks: " in "\n".join(told.warnings)


def test_days_that_a_target_goes_on_refusing_are_not_paid_for_again_and_again(
    act: Step, news: Repository, github: GitHub
):
    act({**THREE, "publish": "dir:site"})
    news.protected_branches.add("main")
    told = act({**THREE, "publish": f"{TARGETS['commit']}\ndir:site", "state": "lost"})
    assert (told.status, reported(told.lines)) == (0, [DAYS[0], DAYS[2]])
    assert f"2026-03-02: left for another run; {TARGETS['commit']} failed" in told.lines
    assert len(told.warnings) == 1
    assert told.warnings[0].startswith("2026-03-01, 2026-03-03: input `publish` commit:acme/news?path=")
    news.protected_branches.clear()
    assert reported(act({**THREE, "publish": f"{TARGETS['commit']}\ndir:site"}).lines) == DAYS


def test_a_dry_run_shows_what_would_be_caught_up_with(act: Step, news: Repository, github: GitHub):
    told = act({**THREE, "publish": TARGETS["commit"], "dry-run": "true"})
    assert (told.status, reported(told.lines), mutations(github)) == (0, DAYS, [])
    assert sum(line.endswith("would be created at " + line.rpartition(" ")[2]) for line in told.lines) == 3


LEFT_HALF: tuple[tuple[str, Callable[[Repository, Path], object]], ...] = (
    ("dir", lambda news, site: (site / "o/n/2026-03-02/report.en.html").unlink()),
    ("dir", lambda news, site: (site / "o/n/index.json").unlink()),
    ("discussion", lambda news, site: news.discussions[1].comments.pop()),
    ("pr", lambda news, site: news.pull_requests.pop(sorted(news.pull_requests)[1])),
    ("pr", lambda news, site: news.pull_requests[sorted(news.pull_requests)[1]].labels.clear()),
    ("commit", lambda news, site: news.branches["main"].target.tree.pop("daily/2026-03-02.en.md")),
)
"""What is not there yet where a run was killed before its last step, of the second day."""


@pytest.mark.parametrize(("kind", "leave"), LEFT_HALF)
def test_a_day_that_was_left_half_way_is_made_right(
    act: Step, job: Job, news: Repository, world: World, kind: str, leave: Callable[[Repository, Path], object]
):
    if kind == "discussion":
        for n in range(400):
            title = f"A title that goes on {'and on ' * 16}{n}"
            world.issue(repository="o/n", title=title, created="2026-03-02T11:00:00Z")
    act({**THREE, "publish": TARGETS[kind]})
    leave(news, job.workspace / "site")
    told = act({**THREE, "publish": TARGETS[kind]})
    assert told.status == 0
    assert "2026-03-02" in reported(told.lines)
    assert reported(act({**THREE, "publish": TARGETS[kind]}).lines) == []


@pytest.mark.parametrize("number", [1, 3])
def test_killed_in_the_middle_the_next_run_goes_on(act: Step, job: Job, news: Repository, github: GitHub, number: int):
    """The process dies while the ``number``-th change is under way."""
    given = {**THREE, "publish": "\n".join(TARGETS[kind] for kind in ("discussion", "commit"))}
    environ = job.environ(given, {"PYTHONPATH": str(ROOT)})
    command = [sys.executable, "-m", "tests.action.at", "2026-03-04T00:30:00+00:00"]
    run = subprocess.Popen(command, env=environ, cwd=job.workspace, stdout=subprocess.PIPE)

    def is_due(_: object) -> bool:
        return len(mutations(github)) == number

    github.before(is_due, lambda _: os.kill(run.pid, signal.SIGKILL))
    run.communicate(timeout=60)
    assert run.returncode == -signal.SIGKILL
    told = act(given)
    assert (told.status, told.errors) == (0, [])
    assert sorted(one.title for one in news.discussions) == [f"n development report - {day}" for day in DAYS]
    assert {f"daily/{day}.en.md" for day in DAYS} <= {*news.branches["main"].target.tree}
    assert reported(act(given).lines) == []
    assert account(github.world) == []
