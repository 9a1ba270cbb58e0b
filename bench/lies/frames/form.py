"""Several ways of telling the same, of which one is picked by chance."""

from __future__ import annotations

Frames = tuple[str, ...]
