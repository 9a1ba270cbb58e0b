"""A store that hangs: the call ends before Lambda ends it, and says so."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from digest.s3 import SMALL, Waits
from tests.aws.conftest import IN_S3, SCHEDULED, Functions
from tests.publishing.s3 import Asked, Proxy


@pytest.fixture
def gate(aws: Proxy) -> Iterator[threading.Event]:
    """What hangs does so until the end of the test."""
    opened = threading.Event()
    yield opened
    aws.fault = lambda _: None
    opened.set()


def hang(aws: Proxy, gate: threading.Event, part: str, method: str = "") -> None:
    def fault(asked: Asked) -> None:
        if part in asked.path and asked.method.startswith(method):
            gate.wait()

    aws.fault = fault


@pytest.mark.parametrize(
    ("part", "method", "seconds", "said"),
    [
        ("vllm-digest.yml", "GET", 5.0, "a secret or the config file did not come"),
        ("/turn-", "", 5.0, "the state (VLLM_DIGEST_STATE) did not answer"),
        ("/snapshot-", "PUT", 10.0, "GitHub, the state or a target did not answer"),
        ("reports", "", 12.0, "s3://digest/reports: bucket 'digest' cannot be reached: ReadTimeoutError"),
    ],
)
def test_the_answer_comes_in_time_and_is_one_error(
    functions: Functions, aws: Proxy, gate: threading.Event, part: str, method: str, seconds: float, said: str
):
    function = functions(**IN_S3)
    hang(aws, gate, part, method)
    config = {"config": "s3://digest/vllm-digest.yml"} if part.endswith(".yml") else {}
    answer = function.runtime.invoke({**SCHEDULED, **config}, seconds, process=function.process, patience=seconds)
    assert answer.error.startswith("Unfinished: ")
    assert said in answer.error
    [error] = [line for line in function.log if line["level"] == "ERROR"]
    assert said in error["message"]
    assert [function.metrics[-1][name] for name in ("Unfinished", "Failed")] == [1, 0]


@pytest.mark.parametrize("waits", [Waits(), SMALL])
@pytest.mark.parametrize("left", [4.0, 20.0, 90.0, float("inf")])
def test_all_attempts_of_a_request_fit_into_what_is_left(waits: Waits, left: float):
    fitted = waits.within(left)
    assert 0 < (fitted.connect + fitted.read) * fitted.attempts <= left
    assert fitted.connect <= waits.connect
    assert fitted.read <= waits.read
