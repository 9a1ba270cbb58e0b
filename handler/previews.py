"""What a dry run prints for each target: whether anything would change, and what, as a diff."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from digest.publishing.place import Change
from digest.publishing.publish import Preview

_LONGEST = 400
"""Lines of one diff; a snapshot is long, and nobody reads it in a terminal."""


def lines(previews: Iterable[Preview]) -> Iterator[str]:
    for one in previews:
        yield ""
        yield f"{one.target}: {_would(one)}"
        for change in one.changes:
            yield from _diff(change)


def _would(one: Preview) -> str:
    match one.status:
        case "failed":
            return f"would fail: {one.error}"
        case "unchanged":
            return "nothing would change"
    return f"would be {one.status}{f' at {one.url}' if one.url else ''}"


def _diff(change: Change) -> Iterator[str]:
    """What is new as a whole is told by its size: a diff against nothing says no more."""
    if change.old is None:
        yield f"+ {change.name} ({len((change.new or '').encode())} bytes)"
        return
    if change.new is None:
        yield f"- {change.name}"
        return
    old, new = change.old.splitlines(), change.new.splitlines()
    told = list(difflib.unified_diff(old, new, change.name, change.name, n=1, lineterm=""))
    yield from told[:_LONGEST]
    if len(told) > _LONGEST:
        yield f"… {len(told) - _LONGEST} more lines"
