"""The function as the state machine calls it, in an AWS in this process."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from handler.aws import handler
from tests.github_stub import GitHub
from tests.many.machine import BUCKET, REGION

RUNS = f"s3://{BUCKET}/state/_runs"


@dataclass(frozen=True)
class Context:
    """What Lambda gives with an event."""

    seconds: float = 120.0
    aws_request_id: str = "6bc28136-xmpl-4365-b021-0ce6b2e64ab0"

    def get_remaining_time_in_millis(self) -> int:
        return int(self.seconds * 1000)


@dataclass
class Door:
    """`handler.aws.handler`. Of the items in ``short`` the first call has only so many seconds."""

    short: dict[str, float] = field(default_factory=dict)

    def __call__(self, event: dict[str, Any]) -> dict[str, Any]:
        item = event.get("item") or {}
        return handler(event, Context(self.short.pop(item.get("repository", ""), 120.0)))


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing of this machine's own, credentials that are good for nothing, and UTC, which moto takes for granted."""
    for name in os.environ:
        if name.startswith(("AWS_", "VLLM_DIGEST_", "GITHUB_")):
            monkeypatch.delenv(name)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_REGION", REGION)
    monkeypatch.setenv("VLLM_DIGEST_TIMEZONE", "UTC")
    monkeypatch.setenv("VLLM_DIGEST_LANGUAGE", "en")


@pytest.fixture
def _utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """moto's Wait compares a UTC timestamp with the local time."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that no disk is waited for, where there is one."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture
def door(github: GitHub, monkeypatch: pytest.MonkeyPatch, quick: Path, _utc: None) -> Door:
    """The function against GitHub's stub. Its state and files are in a folder, since those in S3 take longer."""
    monkeypatch.setenv("GITHUB_TOKEN", str(github.token))
    monkeypatch.setenv("GITHUB_GRAPHQL_URL", github.url)
    monkeypatch.setenv("VLLM_DIGEST_STATE", str(quick / "state"))
    monkeypatch.setenv("VLLM_DIGEST_OUT", str(quick / "out"))
    return Door()


@pytest.fixture
def bucket() -> Iterator[str]:
    with mock_aws():
        boto3.client("s3", REGION).create_bucket(Bucket=BUCKET)
        yield BUCKET


def put(key: str, text: str) -> None:
    boto3.client("s3", REGION).put_object(Bucket=BUCKET, Key=key, Body=text.encode())


@pytest.fixture
def function() -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The function where it asks nobody for a report."""
    return Door()
