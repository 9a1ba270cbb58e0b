"""The image as the Lambda: AWS's own runtime in it, against the Runtime API, where only /tmp may be written to."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from tests.aws.conftest import DAY, SCHEDULED, _stores, aws, environment, objects, served
from tests.aws.runtime_api import Answer, Runtime, running
from tests.github_stub import GitHub
from tests.github_stub.faults import hang
from tests.image.containers import LAMBDA_USER, Container, started
from tests.publishing.s3 import Proxy

__all__ = ["_stores", "aws", "served"]

PUBLISHED = "reports/example-org/vllm-sample/2026-03-03/report.en.md"


@dataclass(frozen=True)
class Function:
    runtime: Runtime
    process: subprocess.Popen[bytes]

    def invoke(self, event: object, seconds: float = 60.0) -> Answer:
        return self.runtime.invoke(event, seconds, process=self.process)


@pytest.fixture
def function(image: str, served: GitHub, aws: Proxy, tmp_path):
    """``with function(NAME=…) as one``: a container as Lambda starts it, ready for its first event."""

    @contextmanager
    def start(**more: str) -> Iterator[Function]:
        ours = ("VLLM_DIGEST_", "GITHUB_", "AWS_")
        told = {name: text for name, text in environment(served, aws, tmp_path).items() if name.startswith(ours)}
        told |= {"VLLM_DIGEST_PUBLISH": "s3://digest/reports", **more}
        with running() as runtime:
            container = Container(env={**told, **runtime.environ}, user=LAMBDA_USER, read_only=True)
            with started(image, container=container) as process:
                runtime.wait_until_ready(process)
                yield Function(runtime, process)

    return start


def test_it_starts_answers_and_is_ready_for_the_next_event(function):
    with function() as one:
        answer = one.invoke(SCHEDULED)
        assert (answer.value["status"], answer.value["counts"]["prs_merged"]) == ("created", 38)
        assert answer.value["degraded"] == []
        assert b"38" in objects()[PUBLISHED]
        assert one.invoke(SCHEDULED).value["status"] == "unchanged"


def test_an_error_is_one_line_and_the_next_event_is_still_answered(function):
    with function() as one:
        assert one.invoke({"dat": DAY}).error.startswith("SettingsError: ")
        assert one.invoke({"date": DAY}).value["status"] == "created"


def test_a_deadline_that_is_near_ends_in_unfinished_and_a_retry_completes_it(function, served: GitHub):
    with function() as one:
        served.fail(hang(), times=None)
        assert one.invoke(SCHEDULED, seconds=8).error.startswith("Unfinished: ")
        served.heal()
        assert one.invoke(SCHEDULED).value["status"] == "created"
