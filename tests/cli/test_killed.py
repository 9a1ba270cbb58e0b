"""Killed at each border between stages and started again: the same bytes, and nothing that was finished asked again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import SAMPLE_DAY, Command, killed, tree
from tests.github_stub import GitHub

LISTING = {"Repository", "Search"}
"""Operations of the first stage, but for the counts, which the receipt asks again."""


@pytest.mark.parametrize(
    ("event", "number", "asks_again"),
    [
        ("advance list", 4, "listing"),
        ("start hydrate", 1, ""),
        ("advance hydrate", 4, "details"),
        ("start receipt", 1, ""),
        ("start facts", 1, ""),
        ("start render", 1, ""),
        ("advance keep", 1, ""),
        ("advance keep", 2, ""),
    ],
)
def test_a_killed_run_goes_on_and_ends_with_the_same_bytes(
    digest: Command, served: dict[str, str], github: GitHub, tmp_path: Path, event: str, number: int, asks_again: str
):
    events = killed(event, number, served, tmp_path)
    assert events[-1] == event
    before = [call.operation for call in github.calls]
    assert digest("run", *SAMPLE_DAY, **served).status == 0
    after = [call.operation for call in github.calls[len(before) :]]
    resumed = tree(tmp_path / "reports")

    shutil.rmtree(tmp_path / ".vllm-digest")
    start = len(github.calls)
    digest("run", *SAMPLE_DAY, "--out", "undisturbed", **served)
    undisturbed = [call.operation for call in github.calls[start:]]

    assert resumed == tree(tmp_path / "undisturbed")
    if not asks_again:
        assert sorted(before + after) == sorted(undisturbed)
    elif asks_again == "details":
        assert not LISTING & set(after)
    else:
        assert set(after) == set(undisturbed)
