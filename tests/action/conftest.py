"""The Action as the runner starts it: inputs in the environment, a workspace, files for outputs and a summary."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from digest import templating
from handler.action import main
from tests.action import runner
from tests.github_stub import GitHub, Repository, snapshot
from tests.openai_server.plugin import serve
from tests.publishing.conftest import newsroom
from tests.publishing.test_s3 import _running, store

__all__ = ["_running", "serve", "store"]

ROOT = Path(__file__).parents[2]
SAMPLE = templating.folder() / "sample" / "snapshot.json"
SAMPLE_DAY = {"repository": "example-org/vllm-sample", "date": "2026-03-03"}
PLACE = Path("reports/example-org/vllm-sample/2026-03-03")
TOKEN = "ghs_stub"


@dataclass(frozen=True)
class Told:
    """What a step left behind."""

    status: int
    log: str
    outputs: dict[str, str]
    summary: str
    stderr: str = ""

    @property
    def commands(self) -> list[runner.Command]:
        return runner.commands(self.log)

    @property
    def lines(self) -> list[str]:
        return runner.shown(self.log)

    def annotations(self, level: str) -> list[str]:
        return [one.message for one in self.commands if one.name == level]

    @property
    def errors(self) -> list[str]:
        return self.annotations("error")

    @property
    def warnings(self) -> list[str]:
        return self.annotations("warning")


Step = Callable[..., Told]


@dataclass(frozen=True)
class Job:
    """A job's folders, and the environment that its steps have."""

    workspace: Path
    files: Path
    graphql: str

    def environ(self, inputs: Mapping[str, str], more: Mapping[str, str]) -> dict[str, str]:
        given = {"github-token": TOKEN, **inputs}
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.files),
            "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_OUTPUT": str(self.files / "output"),
            "GITHUB_STEP_SUMMARY": str(self.files / "summary"),
            "GITHUB_GRAPHQL_URL": self.graphql,
            **{f"INPUT_{name.upper()}": text for name, text in given.items()},
            **more,
        }

    def told(self, status: int, log: str, stderr: str = "") -> Told:
        output, summary = (self.files / name for name in ("output", "summary"))
        told = Told(status, log, runner.outputs(output.read_text("utf-8")), summary.read_text("utf-8"), stderr)
        self.fresh()
        return told

    def fresh(self) -> None:
        """Each step has files of its own, and the runner makes them."""
        for name in ("output", "summary"):
            (self.files / name).write_bytes(b"")


@pytest.fixture
def job(tmp_path: Path, github: GitHub) -> Job:
    made = Job(tmp_path / "workspace", tmp_path / "files", github.url)
    made.workspace.mkdir()
    made.files.mkdir()
    made.fresh()
    return made


@pytest.fixture
def step(job: Job) -> Step:
    """``step({"date": …}, NAME=…)``: the real process, started in a folder that is not the workspace."""

    def run(inputs: Mapping[str, str], arguments: Sequence[str] = ("-m", "handler"), **more: str) -> Told:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=job.files,
            env=job.environ(inputs, {"PYTHONPATH": str(ROOT), **more}),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return job.told(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def act(job: Job, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Step:
    """The same in this process, at a time that is given."""

    def run(inputs: Mapping[str, str], now: datetime = datetime(2026, 3, 4, 0, 30, tzinfo=UTC), **more: str) -> Told:
        with monkeypatch.context() as patch:
            patch.chdir(job.workspace)
            status = main(job.environ(inputs, more), job.workspace, now)
        return job.told(status, capsys.readouterr().out)

    return run


@pytest.fixture
def sample(github: GitHub) -> Repository:
    """The bundled sample day as a GitHub, and a repository to publish to."""
    snapshot.load(github.world, SAMPLE)
    return newsroom(github.world)


DAY = {"repository": "o/n", "timezone": "UTC", "language": "en"}
"""A small repository; the time of `act` is the 4th of March, half past midnight."""
THIRD = {**DAY, "date": "2026-03-03"}


@pytest.fixture
def news(github: GitHub) -> Repository:
    """An issue a day, on the first three days of March; and a repository to publish to."""
    made = newsroom(github.world)
    github.world.now = datetime(2026, 3, 4, 0, 30, tzinfo=UTC)
    for day in (1, 2, 3):
        github.world.issue(repository="o/n", title=f"It fails on day {day}", created=f"2026-03-0{day}T10:00:00Z")
    return made
