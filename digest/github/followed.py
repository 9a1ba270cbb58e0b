"""Items asked for by their numbers: what an earlier report told its readers to watch, wherever it is now."""

from __future__ import annotations

from collections.abc import Iterable

from digest.github import queries
from digest.github.client import Client
from digest.github.listing import Entry, expected_form, read
from digest.window import Window

CHUNK = 20
"""Numbers that are asked for at once."""


async def followed(client: Client, window: Window, numbers: Iterable[int]) -> tuple[Entry, ...]:
    """The entries of those numbers. One that is gone, or moved to another repository, is left out.

    Raises a RemoteError where GitHub cannot be asked.
    """
    wanted = sorted(set(numbers))
    found: list[Entry] = []
    for start in range(0, len(wanted), CHUNK):
        chunk = wanted[start : start + CHUNK]
        name = {"owner": client.repository.owner, "name": client.repository.name}
        reply = await client.ask(queries.numbered(len(chunk)), {**name, **_variables(chunk)})
        with expected_form():
            answers = reply.data["repository"]
            found += [read(answers[f"n{place}"], window) for place in range(len(chunk)) if answers[f"n{place}"]]
    # GitHub answers for a moved item with what it is now, elsewhere, under another number.
    return tuple(entry for entry in found if entry.item.number in wanted)


def _variables(numbers: list[int]) -> dict[str, int]:
    return {f"n{place}": number for place, number in enumerate(numbers)}
