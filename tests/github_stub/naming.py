"""From the schema's spelling to this package's."""

from __future__ import annotations

import re


def snake(name: str) -> str:
    """``createdAt`` as the entities spell it: created_at."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def upper(typename: str) -> str:
    """``ClosedEvent`` as the enumeration of timeline items spells it: CLOSED_EVENT."""
    return snake(typename).upper()
