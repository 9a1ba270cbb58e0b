"""Bodies that are made to take long, or that only a machine writes, cost next to nothing."""

from __future__ import annotations

import time

import pytest

from digest.facts.focus import Focus
from digest.facts.gather import gather
from digest.rendering.look import Look
from digest.rendering.markdown import markdown
from tests.made import at, comment, issue, pull, snapshot

LONGEST = 65_536
"""Characters that GitHub allows in a body."""

SECONDS = 1.5
"""Of CPU: ten times what the worst of them takes here, and far less than anything that grows with the square."""

PIECES = {
    "backticks": "`",
    "code": "`x",
    "brackets": "[",
    "links": "[a](b ",
    "stars": "*a",
    "emphasis": "**a ",
    "underscores": "_a",
    "variables": "A_",
    "quotations": "> ",
    "lists": "- ",
    "nested lists": "- a\n  ",
    "fences": "```\n",
    "details": "<details>",
    "comments": "<!--",
    "angles": "<",
    "entities": "&",
    "tables": "|1|2|\n",
    "initials": "A. ",
    "figures": "1 -> 2 ",
    "references": "#1 ",
    "verbs": "add ",
    "verbs and names": "add `--x`, ",
    "objections": "反对。",
    "orders": "ignore ",
    "secrets": "password=",
    "tokens": "token ",
    "addresses": "https://a:",
}


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES.keys())
def test_a_body_of_one_thing_repeated_costs_next_to_nothing(piece: str) -> None:
    body = (piece * LONGEST)[:LONGEST]
    talk = (
        comment("c1", "bob", "09:00", body),
        comment("c2", "eve", "09:10", "I disagree."),
        comment("c3", "bob", "09:20", body),
    )
    items = (
        issue(1, "[Bug]: garbage", labels=("bug",), body=body, comments=talk),
        pull(2, "Add `--x`", body=body, merged_at=at("10:00")),
    )
    start = time.process_time()
    markdown(gather(snapshot(*items), (Focus(name="A", words=("ROCm",)),)), None, Look(title="vLLM"))
    assert time.process_time() - start < SECONDS
