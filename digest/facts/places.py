"""Where on the page an item has its place, so that no other section tells it again."""

from __future__ import annotations

from digest.facts.values import Facts


def in_focus(facts: Facts) -> frozenset[int]:
    """What a focus section tells of. What it matched by mistake is not told of there."""
    told: set[int] = set()
    for area in facts.focus:
        told |= {*area.merged, *area.others}
        told |= {row.number for row in area.open_pulls} | {bug.number for bug in area.problems}
    return frozenset(told)


def with_a_place(facts: Facts) -> frozenset[int]:
    """What any section but the trends tells of."""
    debates = {one.number for one in (*facts.discussions, *facts.more_discussions)}
    landed = {one.number for one in facts.changes} | set(facts.improved)
    return in_focus(facts) | debates | landed | {one.number for one in facts.problems}
