"""What the notes of a release say first."""

from __future__ import annotations

from digest.facts import prose
from digest.facts.stance import shorten
from digest.model import Release

MOST = 3
_LEAST_WORDS = 3


def highlights(release: Release) -> tuple[str, ...]:
    """The first items of the lists in its notes, in the words of who wrote them; none where there is no list."""
    told = [item for item in prose.items(release.body) if len(item.split()) >= _LEAST_WORDS]
    return tuple(map(shorten, told[:MOST]))
