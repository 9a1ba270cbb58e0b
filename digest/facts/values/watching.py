"""What readers were told to watch, and what became of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from digest.facts.values.threads import Waiting
from digest.facts.values.told import Quote
from digest.model import Moment, Value


class Pair(Value):
    """An issue and the pull request that closes it, by GitHub's own reference."""

    issue: int
    pull: int
    merged: bool


class Watch(Value):
    """Something open that the next days will settle, and what would settle it."""

    number: int
    why: Literal["wrong_result", "objection", "debate", "fix", "question", "approved"]
    waiting: tuple[Waiting, ...]


class Sequel(Value):
    """A later item of the window that names an earlier one, and the sentence in which it does."""

    number: int
    quote: Quote | None = None


class WatchList(Value):
    """What one report told its readers to watch. ``end`` is its window's."""

    end: Moment
    numbers: tuple[int, ...]


class Became(StrEnum):
    """What became of a watched item in the window."""

    MERGED = "merged"
    CLOSED = "closed"
    REOPENED = "reopened"
    """Of a roll-up: it was closed, and is open again."""
    DISCUSSED = "discussed"
    SILENT = "silent"
    GONE = "gone"
    """Of a roll-up: later days, whose fetch asked for it, do not have it. It was deleted or moved."""


class FollowUp(Value):
    """A watched item and what became of it. ``since`` is the end of the window whose report first named it.

    ``at`` and ``by`` tell of its merge or its closing, of a reopened one of the last closing.
    """

    number: int
    became: Became
    since: Moment
    at: Moment | None = None
    by: str = ""
    voices: tuple[str, ...] = ()
    comments: int = 0
    newest: Quote | None = None
    silent_days: int = 0
