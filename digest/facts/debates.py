"""Which threads of the window were argued, and which of them a page tells at length, in a line, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from digest.facts.day import Day
from digest.facts.discussions import discuss
from digest.facts.values import Discussion, FocusFacts, Pair, Problem
from digest.model import ListName

MOST_DISCUSSIONS = 7
MOST_BRIEF = 10
"""Beside those that have another place on the page."""
WIDE = 3
"""Voices from which on a thread is named though it is not among the hottest."""
OWN = 2.0
"""How much hotter a debate of a focus area counts when the hottest are chosen: it is what its reader came for."""
ALONE = 1.5
"""The same of a debate that has no other place on the page: bugs and open pull requests of the focus have one."""
ENDED = 1.25
"""The same of one that came to its end in the window, when those that get a line are chosen: no later page has it."""


def debates(day: Day) -> tuple[Discussion, ...]:
    """The hottest first, ties by number."""
    found = (discuss(item, day) for item in day.touched)
    return tuple(sorted((one for one in found if one is not None), key=lambda one: (-one.heat, one.number)))


@dataclass(frozen=True)
class Worth:
    """How much a debate is worth to the page's reader: its heat, and more where it would be missed elsewhere."""

    own: frozenset[int]
    placed: frozenset[int]
    """Open pull requests of the focus, and bugs outside it: each has its line, and a model's sentence, there."""
    ended: frozenset[int]

    @classmethod
    def of(cls, day: Day, areas: tuple[FocusFacts, ...], problems: Iterable[Problem]) -> Worth:
        rows = {row.number for area in areas for row in area.open_pulls}
        ended = (ListName.ISSUES_CLOSED, ListName.PRS_MERGED, ListName.PRS_CLOSED_UNMERGED)
        return cls(
            frozenset(one.number for area in areas for one in area.matched),
            frozenset(rows | {one.number for one in problems}),
            frozenset(item.number for name in ended for item in day.lists[name]),
        )

    def __call__(self, debate: Discussion) -> float:
        if debate.number in self.placed:
            return debate.heat
        return debate.heat * (OWN if debate.number in self.own else ALONE)

    def in_a_line(self, debate: Discussion) -> float:
        return self(debate) * (ENDED if debate.number in self.ended else 1)


def chosen(
    found: tuple[Discussion, ...], worth: Worth, linked: Iterable[Pair]
) -> tuple[tuple[Discussion, ...], tuple[Discussion, ...]]:
    """What is told at length, and what is told in a line: debates with three voices or more.

    Of a bug and its fix the hotter one is told at length: the other one is about the same thing.
    """
    beside = _beside(found, linked)
    cooler = {one.number for one in found if any((-a.heat, a.number) < (-one.heat, one.number) for a in beside[one])}
    hotter = (one for one in found if one.number not in cooler)
    ranked = sorted(hotter, key=lambda one: -max(map(worth, (one, *beside[one]))))
    first = {one.number for one in ranked[:MOST_DISCUSSIONS]}
    rest = [one for one in found if one.number not in first and one.voices >= WIDE]
    ranked_rest = sorted(rest, key=lambda one: -worth.in_a_line(one))
    lines = islice((one.number for one in ranked_rest if one.number not in worth.placed), MOST_BRIEF)
    named = worth.placed.union(lines)
    return (
        tuple(one for one in found if one.number in first),
        tuple(one for one in ranked_rest if one.number in named),
    )


def _beside(debates: tuple[Discussion, ...], linked: Iterable[Pair]) -> Mapping[Discussion, tuple[Discussion, ...]]:
    """Of each debate those on the bug that it fixes, or on its fix."""
    pairs_of = {(pair.issue, pair.pull) for pair in linked}
    both = pairs_of | {(pull, issue) for issue, pull in pairs_of}
    return {one: tuple(other for other in debates if (one.number, other.number) in both) for one in debates}
