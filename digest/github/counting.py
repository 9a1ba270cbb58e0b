"""GitHub's own counts, many in one request."""

from __future__ import annotations

from collections.abc import Sequence

from digest.github import queries
from digest.github.client import Client
from digest.github.listing import expected_form
from digest.github.ranges import Range

AT_ONCE = 10
"""Counts in one request: each is a search of its own for GitHub."""


async def count(client: Client, ranges: Sequence[Range]) -> list[int]:
    """How many results GitHub has for each. Raises a RemoteError."""
    found: list[int] = []
    for start in range(0, len(ranges), AT_ONCE):
        asked = ranges[start : start + AT_ONCE]
        variables = {f"q{n}": str(one) for n, one in enumerate(asked)}
        reply = await client.ask(queries.counts(len(asked)), variables)
        with expected_form():
            found += [int(reply.whole()[f"p{n}"]["issueCount"]) for n in range(len(asked))]
    return found
