"""An item as it is told of, and the words of people."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Literal

from pydantic import Field

from digest.model import Moment, Value


class State(StrEnum):
    """An item's state at the window's end."""

    OPEN = "open"
    DRAFT = "draft"
    MERGED = "merged"
    CLOSED = "closed"
    """A pull request closed unmerged, or an issue closed with no reason known."""
    COMPLETED = "completed"
    NOT_PLANNED = "not_planned"
    DUPLICATE = "duplicate"

    @property
    def is_open(self) -> bool:
        return self in (State.OPEN, State.DRAFT)


class Later(Value):
    """What happened to an item between the window's end and the fetch."""

    what: Literal["merged", "closed", "commented"]
    at: Moment
    by: str = ""
    url: str = ""
    text: str = ""
    """Of a comment: its sentence of most weight, if it has one."""


class Told(Value):
    """An item as pages show it. ``state`` is as of the window's end; what came later stands in ``later``."""

    number: int
    kind: Literal["issue", "pull_request"]
    title: str
    url: str
    author: str
    author_is_bot: bool = False
    labels: tuple[str, ...] = ()
    state: State
    created_at: Moment
    closed_at: Moment | None = None
    merged_at: Moment | None = None
    later: tuple[Later, ...] = ()
    complete: bool = True
    """False where not all of what was said in it could be fetched."""
    seen: date | None = Field(default=None, exclude_if=lambda seen: seen is None)
    """Of a roll-up's item that may have been closed or merged since it was last fetched: the last day that is known."""
    gone: bool = Field(default=False, exclude_if=lambda gone: not gone)
    """Whether later days of a roll-up asked for it, since it was watched, and do not have it."""

    @property
    def is_pull(self) -> bool:
        return self.kind == "pull_request"


class Quote(Value):
    """Somebody's own words, cut only at sentence borders (``cut`` says that there is more)."""

    evidence: str
    """The node id of the comment, review or item that they stand in."""
    number: int
    author: str
    at: Moment
    url: str
    text: str
    cut: bool = False
