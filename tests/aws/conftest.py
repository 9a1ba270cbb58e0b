"""The function as Lambda runs it: AWS's own runtime in a process, with all that the function talks to over HTTP."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import boto3
import pytest

from tests.aws.runtime_api import Answer, Runtime, running
from tests.cli.conftest import SAMPLE
from tests.github_stub import GitHub, snapshot
from tests.openai_server.plugin import serve
from tests.publishing.s3 import Proxy, bucket, stores

__all__ = ["serve"]

ROOT = Path(__file__).parents[2]
REGION = "us-east-1"
TOKEN = "ghs_stub"
REPOSITORY = "example-org/vllm-sample"
DUE = "2026-03-03T18:00:00Z"
"""When a schedule of 02:00 in Shanghai asks for the sample's day: its newest complete one."""
DAY = "2026-03-03"
SCHEDULED = {"time": DUE}


@dataclass
class Function:
    """One instance of the function: a runtime in a process, with what Lambda sets for it."""

    environ: dict[str, str]
    folder: Path
    runtime: Runtime
    settings: dict[str, Any] = field(default_factory=dict)
    """What stands in each event."""
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> Function:
        self.process = self.spawn()
        self.runtime.wait_until_ready(self.process)
        return self

    def spawn(self, handler: str = "handler.aws.handler") -> subprocess.Popen[bytes]:
        with self.output.open("ab") as output:
            return subprocess.Popen(
                [sys.executable, "-m", "awslambdaric", handler],
                cwd=self.folder,
                env={**self.environ, **self.runtime.environ, "PYTHONPATH": str(ROOT)},
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def invoke(self, event: dict[str, Any] = SCHEDULED, seconds: float = 900.0, request: str = "") -> Answer:
        return self.runtime.invoke({**self.settings, **event}, seconds, request=request, process=self.process)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    @property
    def output(self) -> Path:
        return self.folder / "output"

    @property
    def lines(self) -> list[dict[str, Any]]:
        """What it wrote, a JSON object a line."""
        return [json.loads(line) for line in self.output.read_text("utf-8").splitlines()]

    @property
    def log(self) -> list[dict[str, Any]]:
        return [line for line in self.lines if "message" in line]

    @property
    def metrics(self) -> list[dict[str, Any]]:
        return [line for line in self.lines if "_aws" in line]


Functions = Callable[..., Function]


@pytest.fixture(scope="session")
def _stores() -> Iterator[Proxy]:
    with stores() as proxy:
        yield proxy


@pytest.fixture
def aws(_stores: Proxy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Proxy]:
    """S3 with an empty bucket ``digest``, Secrets Manager and SSM; this process is led there too."""
    with bucket(_stores, monkeypatch, tmp_path) as proxy:
        yield proxy


def kept_secret(value: str) -> str:
    """Its ARN in Secrets Manager."""
    name = f"digest/{secrets.token_hex(4)}"
    return boto3.client("secretsmanager", region_name=REGION).create_secret(Name=name, SecretString=value)["ARN"]


def kept_parameter(value: str) -> str:
    """Its ARN among the parameters of SSM, encrypted."""
    name, client = f"/digest/{secrets.token_hex(4)}", boto3.client("ssm", region_name=REGION)
    client.put_parameter(Name=name, Value=value, Type="SecureString")
    return client.get_parameter(Name=name)["Parameter"]["ARN"]


def rotate(arn: str, value: str) -> None:
    boto3.client("secretsmanager", region_name=REGION).put_secret_value(SecretId=arn, SecretString=value)


@pytest.fixture
def served(github: GitHub) -> GitHub:
    """The bundled sample day as a GitHub."""
    snapshot.load(github.world, SAMPLE)
    return github


def environment(github: GitHub, aws: Proxy, folder: Path) -> dict[str, str]:
    """Of a function that reports on the sample's day by code, in English, into a folder, with a state in the bucket."""
    strange = ("VLLM_DIGEST_", "GITHUB_", "OPENAI_", "AWS_", "LITELLM_")
    here = {name: value for name, value in os.environ.items() if not name.startswith(strange)}
    return {
        **here,
        **aws.environ,
        "GITHUB_GRAPHQL_URL": github.url,
        "VLLM_DIGEST_GITHUB_TOKEN": TOKEN,
        "VLLM_DIGEST_REPOSITORY": REPOSITORY,
        "VLLM_DIGEST_LANGUAGE": "en",
        "VLLM_DIGEST_STATE": "s3://digest/state",
        **into(folder),
        "VLLM_DIGEST_ALLOW_PUBLIC": "true",
    }


def into(folder: Path) -> dict[str, str]:
    """Publishes there."""
    return {"VLLM_DIGEST_PUBLISH": f"dir:{folder / 'reports'}"}


@pytest.fixture
def environ(served: GitHub, aws: Proxy, tmp_path: Path) -> dict[str, str]:
    return environment(served, aws, tmp_path)


@pytest.fixture(scope="session")
def _warm(_github_server: GitHub, _stores: Proxy, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Function]:
    folder = tmp_path_factory.mktemp("warm")
    with running() as runtime:
        function = Function(environment(_github_server, _stores, folder), folder, runtime).start()
        yield function
        function.kill()


@pytest.fixture
def warm(_warm: Function, environ: dict[str, str]) -> Function:
    """A function that other tests had before, and that has loaded by now what takes long. Its events say the rest."""
    _warm.settings = {"publish": environ["VLLM_DIGEST_PUBLISH"]}
    return _warm


@pytest.fixture
def functions(environ: dict[str, str], tmp_path: Path) -> Iterator[Functions]:
    """``functions(VLLM_DIGEST_…=…)`` starts one; all are killed at the end of the test."""
    with ExitStack() as stack:
        started: list[Function] = []

        def start(**more: str) -> Function:
            folder = tmp_path / f"function-{len(started)}"
            folder.mkdir()
            one = Function({**environ, **more}, folder, stack.enter_context(running()))
            started.append(one)
            return one.start()

        yield start
        for one in started:
            one.kill()


def objects(prefix: str = "") -> dict[str, bytes]:
    """What is in the bucket."""
    client = boto3.client("s3")
    found = client.list_objects_v2(Bucket="digest", Prefix=prefix).get("Contents", ())
    return {one["Key"]: client.get_object(Bucket="digest", Key=one["Key"])["Body"].read() for one in found}


IN_S3 = {"VLLM_DIGEST_PUBLISH": "s3://digest/reports"}
"""Publishes to the bucket instead, which takes longer."""


def writes(proxy: Proxy) -> list[str]:
    """What was written to where the reports in the bucket are."""
    return [path for path in proxy.writes if path.startswith("/digest/reports/")]


def record(folder: Path) -> dict[str, Any]:
    """``report.json`` of the sample's day, as it is published below a test's folder."""
    return json.loads(page(folder, "report.json"))


def page(folder: Path, name: str = "report.zh-CN.md") -> str:
    """The sample's day as it is published below a test's folder."""
    return (folder / "reports" / REPOSITORY / DAY / name).read_text("utf-8")
