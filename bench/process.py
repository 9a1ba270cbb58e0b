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
    program = str(Path(sys.executable).parent / "vllm-digest")
    with tempfile.TemporaryDirectory() as elsewhere:
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-S", "-c", _MEASURED, program, *arguments],
            cwd=folder or elsewhere,
            env={**os.environ, **(environ or {})},
            stdout=subprocess.PIPE,
            check=False,
        )
        seconds = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(f"vllm-digest {' '.join(arguments)} ended with {done.returncode}")
    cpu, kilobytes = map(float, done.stdout.split())
    return Cost(seconds, cpu, kilobytes / 1024)


# A process starts with the size of the one that it was made from, so a small one stands between the two.
_MEASURED = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(done.returncode)
"""


def _kept(bar: bool) -> str:
    return "kept" if bar else "NOT KEPT"
