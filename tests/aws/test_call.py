"""A call in this process: what nobody expected, and what is missing, told as everything else is."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from digest.errors import DigestError, MissingToken
from handler.lambda_.call import Call, InternalError, World
from handler.lambda_.warm import Warm

KEY = "sk-that-nobody-may-see"
Failing = Callable[[object], tuple[DigestError, list[dict[str, Any]]]]


class Broken(dict[str, object]):
    """An event that no JSON gives."""

    def items(self) -> Any:
        raise KeyError(f"no items, and {KEY}")


@pytest.fixture
def failing(tmp_path: Path) -> Failing:
    """The error of a call, and the lines that it wrote."""
    environ = {
        "VLLM_DIGEST_REPOSITORY": "o/n",
        "VLLM_DIGEST_API_KEY": KEY,
        "VLLM_DIGEST_STATE": str(tmp_path / "state"),
    }

    def fails(event: object) -> tuple[DigestError, list[dict[str, Any]]]:
        said: list[str] = []
        world = World(environ, tmp_path, lambda: datetime(2026, 3, 10, tzinfo=UTC), time.monotonic, said.append, Warm())
        with pytest.raises(DigestError) as failed:
            Call(world, event, "r-1", 60.0).answer()
        assert KEY not in str(failed.value) + "".join(said)
        return failed.value, [json.loads(line) for line in said]

    return fails


def test_what_nobody_expected_is_one_line_and_its_traceback_is_in_the_log(failing: Failing):
    error, lines = failing(Broken(date="2026-03-03"))
    assert isinstance(error, InternalError)
    assert str(error) == "internal error: KeyError: 'no items, and ********'"
    [line, metrics] = lines
    assert (line["level"], line["message"], line["repository"]) == ("ERROR", str(error), "o/n")
    assert line["traceback"].startswith("Traceback (most recent call last):")
    assert (metrics["Failed"], metrics["Repository"]) == (1, "o/n")


def test_a_token_that_is_missing_is_told_with_the_ways_to_give_one_to_a_lambda(failing: Failing):
    error, lines = failing({"time": "2026-03-04T00:30:00Z"})
    assert isinstance(error, MissingToken)
    assert str(error).endswith("in VLLM_DIGEST_GITHUB_TOKEN_ARN or VLLM_DIGEST_PUBLISH_TOKEN_ARN")
    assert (lines[-2]["level"], lines[-2]["window"]) == ("ERROR", "2026-03-03")
    assert "traceback" not in lines[-2]
