"""What the AWS Lambda costs: seconds of CPU until it is ready, what it loads by then, and megabytes of a busy day.

AWS's own runtime in a process of its own; GitHub, the model and the runtime's API are in this one.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.days import WHOLE, Day
from bench.writing import _answer
from digest.templating import folder
from tests.aws.runtime_api import Answer, Runtime, running
from tests.github_stub import running as github_running
from tests.github_stub import snapshot
from tests.openai_server import Ask, OpenAIServer, Say, serving

READY_CPU, MEGABYTES = 1.0, 512
HEAVY = ("litellm", "openai", "boto3", "gql", "aiohttp", "cryptography", "typer", "rich")
"""What may not be there before an event asks for it."""
BUSY = {"date": "2026-03-03", "repository": "example-org/vllm-sample", "language": ["zh-CN", "en"]}
LATENCY = 0.2
"""Seconds that GitHub takes for an answer, where the fetch is measured."""
ROOT = Path(__file__).parent.parent
Row = tuple[str, str]


@dataclass(frozen=True)
class Process:
    """What a process has used so far."""

    cpu: float
    megabytes: float
    seconds: float

    @classmethod
    def of(cls, pid: int, since: float) -> Process:
        """https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html"""
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        status = Path(f"/proc/{pid}/status").read_text()
        peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
        return cls(ticks / os.sysconf("SC_CLK_TCK"), int(peak.split()[1]) / 1024, time.perf_counter() - since)

    def __str__(self) -> str:
        return f"{self.cpu:.2f} s of CPU, {self.seconds:.2f} s, {self.megabytes:.0f} MB at the most"


def rows() -> Iterator[Row]:
    """The table's lines."""
    start = ready()
    yield f"Lambda, ready: at most {READY_CPU:.0f} s of CPU", f"{_kept(start.cpu < READY_CPU)}: {start}"
    there = sorted(loaded().intersection(HEAVY))
    told = f"{_kept(not there)}: {', '.join(there) or 'none'} of {len(loaded())} modules"
    yield f"Lambda, loaded by then of {', '.join(HEAVY)}", told
    answer, used = busy()
    good = answer.kind == "response" and not answer.payload["degraded"] and used.megabytes < MEGABYTES
    lines = sum(answer.payload["counts"].values()) if answer.kind == "response" else 0
    yield f"Lambda, busy day, {MEGABYTES} MB at the most", f"{_kept(good)}: {lines} lines, two languages: {used}"
    alone, beside = fetching("alone"), fetching("beside")
    yield (
        f"Lambda, fetch with {LATENCY} s a request",
        f"{alone:.2f} s, with litellm loaded beside it {beside:.2f} s, after it {alone + loading():.2f} s",
    )


def ready() -> Process:
    """A start, until it asks for an event."""
    with running() as runtime, function(runtime, {}) as (process, began):
        runtime.wait_until_ready(process)
        return Process.of(process.pid, began)


def loaded() -> frozenset[str]:
    told = "import json, sys, handler.aws; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, check=True, cwd=ROOT)
    return frozenset(json.loads(done.stdout))


def busy() -> tuple[Answer, Process]:
    """The sample's day of 209 lines, written by a model that says as much as it may."""
    with github_running() as github, running() as runtime, modelled() as server, tempfile.TemporaryDirectory() as there:
        snapshot.load(github.world, folder() / "sample" / "snapshot.json")
        environ = {
            "GITHUB_GRAPHQL_URL": github.url,
            "GITHUB_TOKEN": github.token or "any",
            "VLLM_DIGEST_MODEL": "openai/scripted",
            "VLLM_DIGEST_API_KEY": "sk-scripted",
            "VLLM_DIGEST_API_BASE": server.base,
            "VLLM_DIGEST_STATE": f"{there}/state",
            "VLLM_DIGEST_PUBLISH": f"dir:{there}/reports",
            "VLLM_DIGEST_ALLOW_PUBLIC": "true",
        }
        with function(runtime, environ) as (process, began):
            runtime.wait_until_ready(process)
            answer = runtime.invoke(BUSY, 900, process=process, patience=300)
            return answer, Process.of(process.pid, began)


def fetching(how: str) -> float:
    """Seconds of a fetch, ``alone`` or with litellm loaded ``beside`` it."""
    with github_running() as github, tempfile.TemporaryDirectory() as there:
        Day(github.world, WHOLE).fill()
        github.fail(_slow)
        environ = {**os.environ, "GITHUB_GRAPHQL_URL": github.url, "GITHUB_TOKEN": github.token or "any"}
        done = subprocess.run(
            [sys.executable, "-c", _FETCH, how],
            cwd=there,
            env={**environ, "PYTHONPATH": str(ROOT)},
            stdout=-1,
            check=True,
        )
    return float(done.stdout)


def loading() -> float:
    """Seconds that litellm takes by itself."""
    return float(subprocess.run([sys.executable, "-c", _LOAD], cwd=ROOT, stdout=-1, check=True).stdout)


@contextmanager
def function(runtime: Runtime, environ: Mapping[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """The function in a process, and when it began."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as there:
        process = subprocess.Popen(
            [sys.executable, "-m", "awslambdaric", "handler.aws.handler"],
            cwd=there,
            env={**os.environ, **runtime.environ, **environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield process, began
        finally:
            process.kill()
            process.wait()


@contextmanager
def modelled() -> Iterator[OpenAIServer]:
    """The scripted model of the writing's bench, in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def say(ask: Ask) -> Say:
        return Say(json.dumps(_answer(ask) if "claims" in ask.task else {"texts": []}, ensure_ascii=False))

    serving_it = serving(say)
    server = asyncio.run_coroutine_threadsafe(serving_it.__aenter__(), loop).result()
    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(serving_it.__aexit__(None, None, None), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _slow(answer: Any, _: object) -> Any:
    time.sleep(LATENCY)
    return answer


_LOAD = """
import time
from digest.llm import provider

began = time.perf_counter()
provider.load()
print(time.perf_counter() - began)
"""
_FETCH = """
import asyncio, os, sys, time
from datetime import UTC, datetime
from pathlib import Path
from digest import pipeline
from digest.deadline import NEVER
from digest.progress import Silence
from digest.settings.find import settings
from handler.lambda_.work import load_ahead

asked = settings({"date": "2026-03-03", "day-start": "11:21"}, os.environ, Path.cwd())
began = time.perf_counter()
if sys.argv[1] == "beside":
    load_ahead()
asyncio.run(pipeline.fetch(asked, now=datetime.now(UTC), progress=Silence(), deadline=NEVER))
print(time.perf_counter() - began, flush=True)
os._exit(0)
"""


def _kept(bar: bool) -> str:
    return "kept" if bar else "NOT KEPT"
