"""The same window again and again, each run killed one step further: one of each thing in the end, and it is right."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from digest.publishing.desk import Desk
from digest.publishing.publish import publish
from digest.publishing.targets import parse
from digest.rendering.index import Index
from digest.rendering.report import Report
from tests.cli.conftest import SAMPLE, tree
from tests.github_stub import GitHub, Repository, World
from tests.github_stub.effects import account
from tests.publishing.conftest import Publishing, large, mutations, newsroom, small

TARGETS = (
    "discussion:acme/news?category=General",
    "pr:acme/news?labels=digest&reviewers=ann&path=pulls/{window}.md",
    "commit:acme/news?path=commits/{window}.md",
)


async def killed(made: Report, desk: Desk, github: GitHub, step: int, *, lost: bool) -> bool:
    """A run that dies while its request number ``step`` is under way; False if it was done before."""
    number = len(github.calls) + step
    run = asyncio.ensure_future(publish([parse(target) for target in TARGETS], made, desk))
    loop = asyncio.get_running_loop()
    github.before_request(number, lambda _: loop.call_soon_threadsafe(run.cancel))
    if lost:
        github.lose(lambda call: call.number == number)
    with contextlib.suppress(asyncio.CancelledError):
        await run
    github.heal()
    return run.cancelled()


LOST = pytest.mark.parametrize("lost", [False, True], ids=["what was sent happens", "what was sent is lost"])


@LOST
async def test_killed_at_any_request_the_next_run_makes_it_right(
    to: Publishing, desk: Desk, github: GitHub, lost: bool
):
    made = large()
    step, was_killed = 0, True
    while was_killed:
        step += 1
        github.reset()
        news = newsroom(github.world)
        was_killed = await killed(made, desk, github, step, lost=lost)
        await to(made, *TARGETS)
        await required_right(to, made, news, github)
    assert step >= 18, "each request of a whole run"


@LOST
async def test_killed_again_and_again_one_step_further_it_comes_right(
    to: Publishing, news: Repository, desk: Desk, github: GitHub, lost: bool
):
    made = large()
    step = 1
    while await killed(made, desk, github, step, lost=lost):
        step += 1
    assert step > 10
    await required_right(to, made, news, github)


async def required_right(to: Publishing, made: Report, news: Repository, github: GitHub) -> None:
    """One of each, whole and quiet; and another run changes nothing."""
    before = len(mutations(github))
    assert [one.status for one in await to(made, *TARGETS)] == ["unchanged"] * 3
    assert len(mutations(github)) == before
    [discussion] = news.discussions
    assert [discussion.body, *(one.body for one in discussion.comments)] == [
        part.rstrip() for part in made.github["en"].thread()
    ]
    [pull] = news.pull_requests.values()
    file = "pulls/2026-03-03.md"
    address = f"{news.url}/blob/{pull.head_ref_name}/{file}"
    assert pull.body == made.github["en"].pull_request(file, address).rstrip()
    assert len(pull.labels) == len(pull.review_requests) == 1
    assert {*news.branches} == {"main", "vllm-digest/o/n/2026-03-03"}
    for name, path in ((pull.head_ref_name, "pulls/2026-03-03.md"), ("main", "commits/2026-03-03.md")):
        assert news.branches[name].target.tree[path].data == made.files["report.en.md"]
        messages = [one.message for one in news.branches[name].history if path in one.tree]
        assert messages.count(made.headline()) == 1
    assert account(github.world) == []


async def test_the_same_window_twenty_times_is_one_of_each(to: Publishing, news: Repository, github: GitHub):
    told = [await to(small(), *TARGETS) for _ in range(20)]
    assert {one.status for one in told[0]} == {"created"}
    assert {one.status for run in told[1:] for one in run} == {"unchanged"}
    assert len(news.discussions) == len(news.pull_requests) == 1
    assert len(mutations(github)) == 7


class Killed(BaseException):
    """What nobody catches."""


async def test_a_folder_is_right_after_a_fault_at_every_write(
    to: Publishing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    made = small()
    target = f"dir:{tmp_path}"
    replace = Path.replace
    for step in range(1, 20):
        left = iter(range(step - 1))

        def faulty(path: Path, to: Path, left=left) -> Path:
            if next(left, None) is None:
                raise Killed
            return replace(path, to)

        with monkeypatch.context() as patch, contextlib.suppress(Killed):
            patch.setattr(Path, "replace", faulty)
            await to(made, target)
        if index := _index(tmp_path):
            assert all((tmp_path / entry.path / "report.en.md").exists() for entry in index.entries)
    assert [(await to(made, target))[0].status for _ in range(2)] == ["unchanged", "unchanged"]
    assert {*tree(tmp_path / "o/n")} == {
        ".index.lock",
        "index.json",
        "latest.json",
        "latest",
        *("index.html", "feed.xml", "2026-03-03/report.en.html"),
        *(f"2026-03-03/{name}" for name in made.files),
    }
    assert all((tmp_path / made.entry.path / name).read_bytes() == data for name, data in made.files.items())


def _index(root: Path) -> Index | None:
    path = root / "o/n/index.json"
    return Index.read(path.read_bytes()) if path.exists() else None


@pytest.mark.parametrize("step", [3, 5, 8])
def test_a_process_that_is_killed_while_it_publishes_leaves_what_the_next_one_makes_right(
    news: Repository, github: GitHub, world: World, tmp_path: Path, step: int
):
    script = Path(sys.executable).parent / "vllm-digest"
    command = [script, "run", "--snapshot", SAMPLE, "--language", "en", *(f"--publish={one}" for one in TARGETS)]
    environ = {**os.environ, "GITHUB_GRAPHQL_URL": github.url, "GITHUB_TOKEN": "ghs_stub"}

    def run(kill: bool) -> int:
        process = subprocess.Popen(
            command, cwd=tmp_path, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        if kill:
            github.before_request(len(github.calls) + step, lambda _: os.kill(process.pid, signal.SIGKILL))
        return process.wait(timeout=60)

    assert run(kill=True) == -signal.SIGKILL
    assert run(kill=False) == 0
    told = json.loads((tmp_path / "reports/example-org/vllm-sample/2026-03-03/report.json").read_bytes())
    assert {one["status"] for one in told["publications"]} <= {"created", "updated", "unchanged"}
    assert len(news.discussions) == len(news.pull_requests) == 1
    assert account(world) == []
