"""What a window held for one focus area."""

from __future__ import annotations

from digest.facts.values.changes import Measurement
from digest.facts.values.threads import Waiting
from digest.facts.values.told import Quote
from digest.model import ListName, Value


class Matched(Value):
    """Why an item belongs to a focus area. ``by_label_alone`` where nothing else about it does."""

    number: int
    by: tuple[str, ...]
    by_label_alone: bool = False


class Problem(Value):
    """An open or closed bug of a focus area: what its reporter says, and what helps meanwhile."""

    number: int
    wrong_result: bool
    security: bool = False
    breaks: bool = False
    """By its title: a crash, a hang, memory that runs out, data that is lost."""
    suspects: tuple[int, ...] = ()
    """Pull requests merged in the window that people name in it: the bug may come from one of them."""
    symptom: Quote | None = None
    workaround: Quote | None = None
    confirmed_by: tuple[Quote, ...] = ()
    fixes: tuple[int, ...] = ()
    lacks_fix: bool = False
    """Open, and no pull request is linked to it or speaks of it."""
    waiting: tuple[Waiting, ...] = ()


class Row(Value):
    """An open pull request of a focus area: what was measured and what it waits for."""

    number: int
    measured: Measurement | None = None
    has_results: bool = False
    """Whether its author gives results that code cannot put into one line."""
    waiting: tuple[Waiting, ...] = ()


class FocusFacts(Value):
    """Everything that matches one focus area: each item once in ``matched``, and in exactly one of the groups."""

    name: str
    matched: tuple[Matched, ...] = ()
    counts: dict[ListName, int] = {}
    discussed: int = 0
    """How many of them are in no list, but were discussed in the window."""
    problems: tuple[Problem, ...] = ()
    merged: tuple[int, ...] = ()
    open_pulls: tuple[Row, ...] = ()
    others: tuple[int, ...] = ()
    doubtful: tuple[int, ...] = ()
