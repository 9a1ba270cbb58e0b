"""What the window as a whole shows: topics, odd counts, who did how much."""

from __future__ import annotations

from enum import StrEnum

from digest.model import ListName, Value


class Topic(Value):
    """A word that several titles of the window share."""

    word: str
    numbers: tuple[int, ...]
    authors: int


class Oddity(StrEnum):
    """What explains an odd count."""

    STALE_SWEEP = "stale_sweep"
    RESUBMITTED = "resubmitted"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
    BY_OTHERS = "by_others"


class Explanation(Value):
    """Members of one list that are explained by one thing. ``pairs`` are (old, new) where one replaced another."""

    name: ListName
    oddity: Oddity
    numbers: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...] = ()
    by: str = ""


class Share(Value):
    """How many items a person opened, merged or reviewed."""

    login: str
    count: int


class Activity(Value):
    """Who did what, people only; bots apart."""

    opened_by: tuple[Share, ...] = ()
    merged_for: tuple[Share, ...] = ()
    merged_by: tuple[Share, ...] = ()
    reviewed_by: tuple[Share, ...] = ()
    first_timers: tuple[tuple[str, int], ...] = ()
    """(login, number) of pull requests that GitHub marks as their author's first."""
    authors: int = 0
    bots: tuple[Share, ...] = ()
    median_merge_hours: float | None = None
    median_response_hours: float | None = None
    answered: int = 0
    """How many of the window's new items had a human answer by the window's end."""
    merged_lines: int = 0
    areas: tuple[Share, ...] = ()
    """Where the merged work went: top-level folders, by pull requests."""
