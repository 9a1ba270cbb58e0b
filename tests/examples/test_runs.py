"""The examples at work: their steps' inputs as the runner passes them, and the Action against a GitHub, a model and a
bucket of the tests."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import boto3
import pytest

from handler import action
from tests.examples.workflows import ROOT, Workflow, read, reporting
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


async def test_a_backfill_makes_each_day_from_the_first_to_the_last(job: Job, news: Repository, tmp_path: Path):
    listed = listed_days(tmp_path, "2026-02-27", "2026-03-01")
    assert listed == ["2026-02-27", "2026-02-28", "2026-03-01"]
    assert await run(job, "backfill", **{"fromJSON(needs.days.outputs.days)": listed}) == [0, 0, 0]
    assert days(news) == listed


def test_a_backfill_from_a_day_that_is_none_fails_at_once(tmp_path: Path):
    with pytest.raises(subprocess.CalledProcessError):
        listed_days(tmp_path, "2026-02-30", "2026-03-01")


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


def listed_days(folder: Path, since: str, until: str) -> list[str]:
    """What the first job of the backfill counts, by the very script that stands there."""
    [script] = [step["run"] for step in read(ROOT / "examples" / "backfill.yml").steps if step.get("id") == "days"]
    output = folder / "days"
    output.write_text("", "utf-8")
    environ = {"PATH": os.environ["PATH"], "GITHUB_OUTPUT": str(output), "SINCE": since, "UNTIL": until}
    # As the runner does: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#defaultsrunshell
    subprocess.run(["bash", "-e", "-c", script], env=environ, check=True, capture_output=True, timeout=30)
    name, _, value = output.read_text("utf-8").strip().partition("=")
    assert name == "days"
    return json.loads(value)
