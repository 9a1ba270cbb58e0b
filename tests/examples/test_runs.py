"""The examples at work: their steps' inputs as the runner passes them, and the Action against a GitHub, a model and a
bucket of the tests."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import boto3
import pytest

from handler import action
from tests.examples.workflows import IMAGE, ROOT, Workflow, backfilling, read, reporting, resolved
from tests.github_stub import GitHub, Repository, World
from tests.openai_server import Ask, OpenAIServer, Say
from tests.openai_server.plugin import Serve, serve
from tests.publishing.s3 import Proxy
from tests.publishing.test_s3 import _running, client, store

__all__ = ["_running", "serve", "store"]

NOW = datetime(2026, 3, 4, 0, 30, tzinfo=UTC)
"""In Shanghai the morning after 2026-03-03."""
DAY = "2026-03-03"
NEWEST = ["2026-03-01", "2026-03-02", DAY]
"""What `catch-up` makes up for on the first run."""
MODEL_KEY, OWN_TOKEN, APP_TOKEN = "key-of-a-model", "ghs_stub", "ghs_of_the_app"
SAID = (
    ("ben", "It does not crash here. I think that your driver is too old for it, and that this is no bug of ours."),
    ("ann", "It crashes with the newest driver as well, so I do not agree that this should be closed."),
    ("cai", "I disagree with both: it is the block size. With 32 it never happens, with 16 it always does."),
    ("ben", "With 16 it crashes here too, so I was wrong. Who takes it?"),
)


@dataclass(frozen=True)
class Job:
    """Where a job runs, and what its expressions stand for."""

    workspace: Path
    environ: Mapping[str, str]
    table: Mapping[str, Any]

    def run(self, workflow: Workflow, model: str | None, **more: object) -> list[int]:
        """The exit status of the Action in each run of the matrix; with another ``model`` if one is given."""
        report = reporting(workflow)
        table = {**self.table, **more}
        runs = [report.environment({**table, **values}) for values in report.matrix(table)]
        return [self.step(inputs | ({} if model is None else {"INPUT_MODEL": model})) for inputs in runs]

    def step(self, inputs: Mapping[str, str]) -> int:
        return action.main({**self.environ, **inputs}, self.workspace, NOW)

    @property
    def outputs(self) -> str:
        return Path(self.environ["GITHUB_OUTPUT"]).read_text("utf-8")


@pytest.fixture
async def model(serve: Serve) -> OpenAIServer:
    return await serve(_has_nothing_to_say, MODEL_KEY)


def _has_nothing_to_say(ask: Ask) -> Say:
    return Say('{"claims": []}')


@pytest.fixture
def job(tmp_path: Path, github: GitHub, model: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> Job:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    monkeypatch.chdir(workspace)
    files = {name: tmp_path / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    for path in files.values():
        path.touch()
    environ = {
        "GITHUB_ACTIONS": "true",
        "GITHUB_WORKSPACE": str(workspace),
        "GITHUB_GRAPHQL_URL": github.url,
        "VLLM_DIGEST_API_BASE": model.base,
        **{name: str(path) for name, path in files.items()},
    }
    table = {
        "github.token": OWN_TOKEN,
        "github.repository": "acme/news",
        "inputs.date": "",
        "secrets.OPENAI_API_KEY": MODEL_KEY,
        "steps.app.outputs.token": APP_TOKEN,
    }
    return Job(workspace, environ, table)


@pytest.fixture
def news(world: World) -> Repository:
    """The repository that holds the workflow."""
    repository = world.repository("acme/news")
    world.category("Daily", repository)
    for name in ("vllm-project/vllm", "sgl-project/sglang", "ggml-org/llama.cpp"):
        crash = world.issue(repository=name, title="Crash with long prompts", author="ann", created=f"{DAY}T02:00:00Z")
        for hour, (who, said) in enumerate(SAID, start=3):
            world.comment(crash, who, f"{DAY}T{hour:02}:00:00Z", said)
    return repository


async def test_a_day_becomes_a_discussion_in_both_languages(job: Job, news: Repository, model: OpenAIServer):
    assert await run(job, "daily-discussion") == [0]
    assert days(news) == sorted(NEWEST * 2)
    assert "degraded<<" in job.outputs
    assert model.asked


async def test_a_date_that_is_asked_for_is_the_one_that_is_told(job: Job, news: Repository):
    assert await run(job, "daily-discussion", **{"inputs.date": "2026-03-01"}) == [0]
    assert days(news) == ["2026-03-01", "2026-03-01"]


async def test_without_the_secret_the_page_is_written_by_code(job: Job, news: Repository, model: OpenAIServer):
    assert await run(job, "daily-discussion", **{"secrets.OPENAI_API_KEY": ""}) == [0]
    assert days(news) == sorted(NEWEST * 2)
    assert not model.asked


async def test_an_app_makes_the_pull_request_in_the_repository_of_reports(job: Job, news: Repository, github: GitHub):
    github.token = None
    reports = github.world.repository("acme/reports")
    github.world.commit(reports, "main", {"README.md": b"Read me."}, "Start")
    assert await run(job, "pull-request") == [0]
    assert len(reports.pull_requests) == len(NEWEST)
    assert days(news) == []
    inputs = reporting(read(ROOT / "examples" / "pull-request.yml")).environment(job.table)
    assert (inputs["INPUT_GITHUB-TOKEN"], inputs["INPUT_PUBLISH-TOKEN"]) == (OWN_TOKEN, APP_TOKEN)


async def test_each_repository_of_the_matrix_has_its_discussion(job: Job, news: Repository):
    assert await run(job, "many-repositories") == [0, 0, 0]
    assert days(news) == sorted(NEWEST * 3)


async def test_a_backfill_makes_the_days_that_are_not_there_and_leaves_the_others(
    job: Job, news: Repository, model: OpenAIServer
):
    done = await backfill(job, since="2026-03-02", until="2026-03-04")
    assert (done.returncode, days(news)) == (0, ["2026-03-02", "2026-03-03"]), done.stderr
    stood = [(one.id, one.body) for one in news.discussions]
    # Evicted from the cache.
    shutil.rmtree(job.workspace / ".vllm-digest")
    shutil.rmtree(job.workspace / "reports")
    asked = len(model.asked)
    assert asked
    again = await backfill(job, since="2026-03-01", until="2026-03-04")
    assert (again.returncode, len(model.asked)) == (0, asked), "the first of March had no debate"
    assert "2 of them with a report, 1 to make" in again.stderr
    assert days(news) == ["2026-03-01", "2026-03-02", "2026-03-03"]
    assert [(one.id, one.body) for one in news.discussions][:2] == stood


async def test_a_backfill_without_the_secret_is_written_by_code(job: Job, news: Repository, model: OpenAIServer):
    done = await backfill(job, since=DAY, until="2026-03-04", **{"secrets.OPENAI_API_KEY": ""})
    assert (done.returncode, days(news)) == (0, [DAY]), done.stderr
    assert not model.asked


async def test_a_backfill_that_is_only_to_tell_makes_none(job: Job, news: Repository):
    done = await backfill(job, since="2026-02-27", until="", dry_run="--dry-run")
    assert (done.returncode, days(news)) == (0, [])
    assert "0 of them with a report" in done.stderr


@pytest.mark.parametrize(
    ("since", "until"), [("2026-02-30", "2026-03-01"), ("2026-03-02", "2026-03-01"), ("2026-03-01; id", "")]
)
async def test_a_backfill_from_a_day_that_is_none_is_one_line(job: Job, news: Repository, since: str, until: str):
    done = await backfill(job, since=since, until=until)
    assert (done.returncode, len(done.stderr.splitlines()), days(news)) == (2, 1, [])
    assert done.stderr.startswith("error: --")


async def test_reports_and_state_go_to_the_bucket(job: Job, news: Repository, store: Proxy):
    client().create_bucket(Bucket="acme-digest")
    bucket = boto3.resource("s3").Bucket("acme-digest")
    try:
        # Bedrock has no stand-in here: the environment names no model, and the input is left out.
        assert await run(job, "s3", model="", **{"inputs.date": DAY}) == [0]
        held = {one.key for one in bucket.objects.all()}
    finally:
        bucket.objects.all().delete()
        bucket.delete()
    assert f"reports/vllm-project/vllm/{DAY}/report.zh-CN.html" in held
    assert any(key.startswith("state/") for key in held)
    assert not (job.workspace / ".vllm-digest").exists()


async def run(job: Job, example: str, model: str | None = None, **more: object) -> list[int]:
    return await asyncio.to_thread(job.run, read(ROOT / "examples" / f"{example}.yml"), model, **more)


def days(repository: Repository) -> list[str]:
    """The days that the titles of its discussions name, in order."""
    return sorted(day for one in repository.discussions for day in re.findall(r"\d{4}-\d\d-\d\d", one.title))


async def backfill(
    job: Job, since: str, until: str, dry_run: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """The very script that stands in the step, with a stand-in for docker."""
    step = backfilling(read(ROOT / "examples" / "backfill.yml")).step
    asked = {"inputs.since": since, "inputs.until": until, "inputs.dry-run && '--dry-run' || ''": dry_run}
    given = {name: resolved(text, {**job.table, **asked, **more}) for name, text in step["env"].items()}
    folder = job.workspace.parent / "bin"
    folder.mkdir(exist_ok=True)
    (folder / "docker").write_text(f"#!{sys.executable}\n{DOCKER}", "utf-8")
    (folder / "docker").chmod(0o755)
    environ = {
        **given,
        "PATH": f"{folder}:{os.environ['PATH']}",
        "GITHUB_REPOSITORY": job.table["github.repository"],
        "GITHUB_GRAPHQL_URL": job.environ["GITHUB_GRAPHQL_URL"],
        "OF_TESTS": json.dumps({"VLLM_DIGEST_API_BASE": job.environ["VLLM_DIGEST_API_BASE"], "PYTHONPATH": str(ROOT)}),
    }
    # As the runner does: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#defaultsrunshell
    command = ["bash", "-e", "-c", step["run"]]
    return await asyncio.to_thread(
        subprocess.run, command, cwd=job.workspace, env=environ, capture_output=True, text=True, timeout=60
    )


DOCKER = f"""
import json, os, sys
from itertools import pairwise
image = sys.argv.index({IMAGE!r})
flags = list(pairwise(sys.argv[:image]))
[volume] = [after.removesuffix(":/work") for flag, after in flags if flag == "--volume"]
names = [after for flag, after in flags if flag == "--env"]
environ = {{name: os.environ[name] for name in names if name in os.environ}}
os.chdir(volume)
command = [sys.executable, "-m", "handler", *sys.argv[image + 1 :]]
os.execve(sys.executable, command, environ | json.loads(os.environ["OF_TESTS"]))
"""
"""Runs what the image would, in the folder that is mounted and with no variable but those that are passed."""
