"""What whole commands cost on this machine: seconds of CPU, seconds, megabytes. GitHub is the stub, in this process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from digest.templating import folder
from tests.github_stub import snapshot
from tests.github_stub.server import TOKEN, running
from tests.github_stub.world import World

HELP_SECONDS, CPU_SECONDS, MEGABYTES = 0.6, 1.5, 150
RUN = ("run", "--repository", "example-org/vllm-sample", "--date", "2026-03-03")


@dataclass(frozen=True)
class Cost:
    seconds: float
    cpu: float
    megabytes: float

    def __str__(self) -> str:
        return f"{self.cpu:.2f} s of CPU, {self.seconds:.2f} s, {self.megabytes:.0f} MB at the most"


def rows() -> Iterator[tuple[str, str]]:
    """The sample's day of 209 list lines, fetched, written without a model and rendered; and the help."""
    asked = cost("--help")
    yield f"--help: at most {HELP_SECONDS} s", f"{_kept(asked.seconds <= HELP_SECONDS)}: {asked}"
    yield "sample", str(cost("sample"))
    world = World()
    snapshot.load(world, folder() / "sample" / "snapshot.json")
    with running(world) as github, tempfile.TemporaryDirectory() as there:
        environ = {"GITHUB_TOKEN": TOKEN, "GITHUB_GRAPHQL_URL": github.url}
        first, again = (cost(*RUN, folder=there, environ=environ) for _ in range(2))
        asked_for = len(github.calls)
    good = first.cpu <= CPU_SECONDS and first.megabytes <= MEGABYTES
    yield f"run, 209 lines: at most {CPU_SECONDS} s of CPU, {MEGABYTES} MB", f"{_kept(good)}: {first}"
    yield "run again, from the state", f"{again}; {asked_for} requests in both"


def cost(*arguments: str, folder: str | None = None, environ: Mapping[str, str] | None = None) -> Cost:
    """What one command costs. Raises RuntimeError when it fails."""
    with tempfile.TemporaryDirectory() as elsewhere:
        start = time.perf_counter()
        program = str(Path(sys.executable).parent / "vllm-digest")
        child = subprocess.Popen(
            [program, *arguments],
            cwd=folder or elsewhere,
            env={**os.environ, **(environ or {})},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(child.pid, 0)
        # wait4 has reaped it: Popen must not wait again.
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"vllm-digest {' '.join(arguments)} ended with {child.returncode}")
    return Cost(time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _kept(bar: bool) -> str:
    return "kept" if bar else "NOT KEPT"
