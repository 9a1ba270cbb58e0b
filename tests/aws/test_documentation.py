"""The page on the function says what the code does, where the two say the same."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from digest import errors
from digest.pipeline import RENDERING, TARGETS
from digest.window import SETTLE
from handler.lambda_ import call, result
from handler.lambda_.event import read
from handler.lambda_.guard import HELD
from handler.lambda_.metrics import DIMENSION, METRICS, NAMESPACE
from handler.lambda_.settings import ARN, SECRETS
from handler.lambda_.warm import MINUTES_5
from tests.aws.test_event import NOW

PAGE = (Path(__file__).parents[2] / "docs" / "lambda-function.md").read_text("utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("| `")]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def first(column: int = 0) -> set[str]:
    return {name for row in ROWS for name in names(row[column])}


@pytest.mark.parametrize("name", METRICS)
def test_each_metric_stands_there_with_its_unit(name: str):
    assert [f"`{name}`", f"`{METRICS[name]}`"] in [row[:2] for row in ROWS]
    assert f"namespace `{NAMESPACE}`, dimension `{DIMENSION}`" in PAGE


def test_each_secret_can_be_named_by_its_arn_and_no_other():
    assert {name for name in first() if name.endswith(ARN)} == {f"{name}{ARN}" for name in SECRETS}


def test_each_status_and_error_there_is_one_of_the_functions():
    assert {*result.STATUSES, result.WRITTEN, result.TRIED} <= first()
    for name in [name for name in first() if re.fullmatch(r"[A-Z][a-z]+[A-Za-z]+", name) and name not in METRICS]:
        assert issubclass(getattr(errors, name, getattr(call, name, object)), errors.DigestError), name


def test_the_events_of_the_page_are_events_and_the_answer_has_the_keys_that_it_has():
    event, answer = EXAMPLES
    assert read(event | {"time": "2026-03-04T00:30:00Z"}, NOW).flags["no-llm"] == "false"
    assert [*answer] == ["status", "counts", "urls", "degraded", "cost_usd"]
    assert answer["status"] in result.STATUSES


def test_its_times_are_those_of_the_code():
    for told in (
        f"over for {SETTLE.seconds // 60} minutes",
        f"kept for {MINUTES_5 / 60:.0f} minutes",
        f"{call.MARGIN:.0f} seconds before it",
        f"{RENDERING:.0f} seconds before that, or {RENDERING + TARGETS:.0f} where there are targets",
        f"lasts for {HELD.seconds} seconds at a time",
    ):
        assert told in " ".join(PAGE.split()), told
