"""Worlds made of the reference windows and of our own snapshots."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from digest import model
from digest.window import Window
from tests.github_stub import World, snapshot, windows
from tests.github_stub.search import search
from tests.github_stub.world import moment

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT.parent / "shared" / "reference" / "windows"
QUERIES = {
    "issues_opened": "is:issue created",
    "issues_closed": "is:issue closed",
    "prs_opened": "is:pr created",
    "prs_merged": "is:pr merged",
    "prs_closed_unmerged": "is:pr is:unmerged closed",
}
CLOSED_TWICE = 29534


def made_window(start: str, **lists: list[dict[str, Any]]) -> dict[str, Any]:
    end = (moment(start) + timedelta(days=1)).isoformat()
    return {"repository": "o/n", "window": {"start": start, "end": end}, "lists": lists}


def entry(number: int, at: str, **more: Any) -> dict[str, Any]:
    return {"number": number, "title": f"title {number}", "labels": [], "author": "alice", "at": at} | more


def saved(folder: Path, *told: dict[str, Any]) -> Path:
    for window in told:
        (folder / f"{window['window']['start'][:10]}.json").write_text(json.dumps(window), encoding="utf-8")
    return folder


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference windows are not here")
def test_the_reference_windows_are_found_again_by_search() -> None:
    world = World()
    for told in windows.load(world, REFERENCE):
        start, end = (moment(told["window"][name]) for name in ("start", "end"))
        for name, query in QUERIES.items():
            found = {item.number for item in search(world, f"repo:vllm-project/vllm {query}:{_range(start, end)}")}
            assert found == {line["number"] for line in told["lists"][name]} - _moved(name, start), (name, start)


def _range(start: Any, end: Any) -> str:
    """The last second belongs to the next window."""
    return f"{start.isoformat()}..{(end - timedelta(seconds=1)).isoformat()}"


def _moved(name: str, start: Any) -> set[int]:
    """#29534 was closed in the window of 2025-12-10 and again in that of 2026-03-15, where it belongs."""
    return {CLOSED_TWICE} if name == "issues_closed" and start.year == 2025 else set()


def test_an_item_of_two_windows_is_one_with_the_later_title(tmp_path: Path) -> None:
    world = World()
    saved(
        tmp_path,
        made_window("2026-03-01T00:00:00Z", prs_opened=[entry(7, "2026-03-01T10:00:00Z", title="old", labels=["a"])]),
        made_window("2026-03-02T00:00:00Z", prs_merged=[entry(7, "2026-03-02T10:00:00Z", title="new", labels=["b"])]),
    )
    windows.load(world, tmp_path)
    pull = world.repository("o/n").pull_requests[7]
    assert (pull.title, [label.name for label in pull.labels]) == ("new", ["b"])
    assert (pull.created_at, pull.merged_at) == (moment("2026-03-01T10:00:00Z"), moment("2026-03-02T10:00:00Z"))
    assert pull.closed_at == pull.merged_at == pull.updated_at
    assert world.now == moment("2026-03-04T00:00:00Z")


def test_an_item_that_was_only_closed_was_opened_before_all_windows(tmp_path: Path) -> None:
    world = World()
    saved(tmp_path, made_window("2026-03-01T00:00:00Z", issues_closed=[entry(7, "2026-03-01T10:00:00Z")]))
    windows.load(world, tmp_path)
    assert world.repository("o/n").issues[7].created_at < moment("2026-02-28T00:00:00Z")


def test_an_issue_that_was_closed_twice_belongs_to_its_last_closing(tmp_path: Path) -> None:
    world = World()
    days = ("2026-03-01", "2026-03-05")
    saved(
        tmp_path,
        *(made_window(f"{day}T00:00:00Z", issues_closed=[entry(7, f"{day}T10:00:00Z")]) for day in days),
    )
    windows.load(world, tmp_path)
    issue = world.repository("o/n").issues[7]
    assert issue.closed_at == moment("2026-03-05T10:00:00Z")
    assert [event.kind for event in issue.timeline()] == ["ClosedEvent", "ReopenedEvent", "ClosedEvent"]


T = datetime(2026, 3, 3, tzinfo=UTC)
ALICE, CAROL, DAVE = (model.Person(login=login, company="@acme") for login in ("alice", "carol", "dave"))
SNAPSHOT = model.Snapshot(
    repository=model.RepositoryName(owner="o", name="n"),
    repository_url="https://git.example/o/n",
    private=True,
    window=Window(start=T, end=T + timedelta(days=1), timezone="UTC"),
    as_of=T + timedelta(hours=28),
    items=(
        model.Item(
            id="I_1",
            number=1,
            kind="issue",
            title="one",
            url="https://git.example/o/n/issues/1",
            author=model.GHOST,
            created_at=T,
            updated_at=T + timedelta(hours=24),
            closed_at=T + timedelta(hours=24),
            closing=model.Closing(at=T + timedelta(hours=24), by=ALICE),
            state_reason="NOT_PLANNED",
            reactions=2,
        ),
        model.Item(
            id="PR_2",
            number=2,
            kind="pull_request",
            title="two",
            url="https://git.example/o/n/pull/2",
            author=ALICE,
            created_at=T,
            updated_at=T + timedelta(hours=27),
            closed_at=T + timedelta(hours=25),
            merged_at=T + timedelta(hours=25),
            merged_by=CAROL,
            additions=30,
            files=(model.ChangedFile(path="a.py", additions=10, deletions=0),),
            reviews=(
                model.Review(id="PRR_1", url="u", author=DAVE, state="APPROVED", submitted_at=T + timedelta(hours=12)),
            ),
            threads=(
                model.ReviewThread(
                    id="PRRT_1",
                    path="a.py",
                    comments=(
                        model.Comment(
                            id="PRRC_1", url="u", author=DAVE, created_at=T + timedelta(hours=11), body="why?"
                        ),
                    ),
                ),
            ),
            closes=(model.Reference(repository="o/n", number=1),),
        ),
    ),
    releases=(model.Release(tag="v1", name="One", url="u", author=ALICE, published_at=T, body="all new"),),
)


def snapshot_file(folder: Path) -> Path:
    file = folder / "snapshot.json"
    file.write_text(SNAPSHOT.model_dump_json(by_alias=True), encoding="utf-8")
    return file


def test_what_went_stale_was_closed_by_a_bot(tmp_path: Path) -> None:
    world = World()
    line = entry(7, "2026-03-01T10:00:00Z", labels=["stale"])
    windows.load(world, saved(tmp_path, made_window("2026-03-01T00:00:00Z", issues_closed=[line])))
    closing = world.repository("o/n").issues[7].events[-1]
    assert (closing.actor, world.account("github-actions[bot]").kind) == (world.account("github-actions[bot]"), "Bot")


def test_a_snapshot_becomes_the_world_that_it_was_taken_from(tmp_path: Path) -> None:
    world = World()
    snapshot.load(world, snapshot_file(tmp_path))
    place = world.repository("o/n")
    issue, pull = place.issues[1], place.pull_requests[2]
    assert (world.now, place.url, place.is_private) == (moment("2026-03-04T04:00:00Z"), "https://git.example/o/n", True)
    assert (issue.state_reason, issue.author, len(issue.reactions)) == ("NOT_PLANNED", None, 2)
    assert (pull.merged_by, pull.additions, pull.changed_files) == (world.person("carol"), 30, 2)
    assert (pull.updated_at, pull.closing_issues) == (moment("2026-03-04T03:00:00Z"), [issue])
    assert [comment.body for comment in pull.review_threads[0].comments] == ["why?"]
    assert [(review.state, review.author.login) for review in pull.reviews if review.author] == [("APPROVED", "dave")]
    assert place.releases[0].tag_name == "v1"


def test_it_starts_by_hand(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.github_stub", "--port", "0", "--snapshot", str(snapshot_file(tmp_path))]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            name, _, url = process.stdout.readline().strip().partition("=")
            assert name == "GITHUB_GRAPHQL_URL"
            answer = _post(url, '{ repository(owner: "o", name: "n") { issues(first: 1) { nodes { title } } } }')
            assert answer["data"]["repository"]["issues"]["nodes"] == [{"title": "one"}]
        finally:
            process.terminate()


def _post(url: str, query: str) -> dict[str, Any]:
    headers = {"Authorization": "bearer any", "Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps({"query": query}).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as response:
        answer: dict[str, Any] = json.load(response)
        return answer
