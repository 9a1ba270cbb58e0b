"""What a report is called: a day's, and a roll-up's of a week or a month."""

from __future__ import annotations

from digest.rendering.catalogue import Catalogue
from digest.span import kind_of


def titled(t: Catalogue, project: str, name: str, day: str) -> str:
    """The report's title. ``name`` is its folder's, ``day`` is how readers are told what it is of."""
    kind = kind_of(name)
    return t(f"span.title.{kind}" if kind else "page.title", project=project, day=day)
