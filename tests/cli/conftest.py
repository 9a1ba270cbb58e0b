"""The real command: in this process where speed matters, in one of its own where the process itself is tested."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from digest import templating
from handler.cli import main
from tests.github_stub import GitHub, snapshot

ROOT = Path(__file__).parents[2]
SAMPLE = templating.folder() / "sample" / "snapshot.json"
SAMPLE_DAY = ("--repository", "example-org/vllm-sample", "--date", "2026-03-03")


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The only line on stderr, which has to be an error."""
        [line] = self.err.splitlines()
        assert line.startswith("error: ")
        return line.removeprefix("error: ")


Command = Callable[..., Result]


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An empty working folder, and an environment that says nothing to the program."""
    for name in os.environ:
        if name.startswith(("VLLM_DIGEST_", "GITHUB_", "OPENAI_")) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return monkeypatch


@pytest.fixture
def digest(bare: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """``digest("run", "--date", …, GITHUB_TOKEN=…)`` in this process."""

    def command(*arguments: str, **environ: str) -> Result:
        with bare.context() as patch:
            for name, value in environ.items():
                patch.setenv(name, value)
            status = main(arguments)
        told = capsys.readouterr()
        return Result(status, told.out, told.err)

    return command


@pytest.fixture
def shell(bare: pytest.MonkeyPatch) -> Command:
    """The same in a process of its own."""

    def command(*arguments: str, **environ: str) -> Result:
        script = Path(sys.executable).parent / "vllm-digest"
        done = subprocess.run(
            [script, *arguments], env={**os.environ, **environ}, capture_output=True, text=True, timeout=60, check=False
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return command


@pytest.fixture
def served(github: GitHub) -> dict[str, str]:
    """The bundled sample day as a GitHub; the environment that leads there."""
    snapshot.load(github.world, SAMPLE)
    return {"GITHUB_GRAPHQL_URL": github.url, "GITHUB_TOKEN": "ghs_stub"}


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below the folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def killed(event: str, number: int, environ: dict[str, str], folder: Path) -> list[str]:
    """A run of the sample day that dies at the ``number``-th such event. Gives back the events that it told."""
    where = ["example-org/vllm-sample", "2026-03-03", str(folder / "reports"), str(folder / ".vllm-digest")]
    command = [sys.executable, "-m", "tests.cli.killed", event, str(number), *where]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **environ}, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    return done.stdout.splitlines()
