"""What the next days will settle: open things that matter, each with what would settle it."""

from __future__ import annotations

from collections.abc import Iterable

from digest.facts.values import Discussion, FocusFacts, Pair, Problem, Reason, Told, Waiting, Watch

MOST = 6
_OBJECTIONS = (Reason.CHANGES_REQUESTED,)


def watch(
    items: dict[int, Told],
    focus: Iterable[FocusFacts],
    problems: Iterable[Problem],
    discussions: Iterable[Discussion],
    pairs: Iterable[Pair] = (),
) -> tuple[Watch, ...]:
    """At most `MOST`: wrong results first, then standing objections, then debates without an outcome.

    A fix whose bug is watched stands beside it, and so does what a watched bug waits for. ``problems`` are bugs that
    are told of beside these anyway.
    """
    areas = tuple(focus)
    bugs = [one for area in areas for one in area.problems if one.wrong_result]
    bugs += [one for one in problems if one.wrong_result]
    found: dict[int, Watch] = {}
    for bug in bugs:
        if items[bug.number].state.is_open:
            found.setdefault(bug.number, Watch(number=bug.number, why="wrong_result", waiting=_first(bug.waiting)))
    told = {one.number for one in problems}
    for debate in discussions:
        if debate.number not in told and items[debate.number].state.is_open and debate.waiting:
            found.setdefault(debate.number, _debate(debate))
    for area in areas:
        for row in area.open_pulls:
            if row.measured and any(one.reason in _OBJECTIONS for one in row.waiting):
                found.setdefault(row.number, Watch(number=row.number, why="objection", waiting=_first(row.waiting)))
    beside = {pair.pull for pair in pairs if pair.issue in found}
    beside |= {
        wait.number for one in found.values() for wait in one.waiting if one.why == "wrong_result" and wait.number
    }
    return tuple(one for one in found.values() if one.number not in beside)[:MOST]


def _debate(debate: Discussion) -> Watch:
    objects = any(one.reason in _OBJECTIONS for one in debate.waiting)
    return Watch(number=debate.number, why="objection" if objects else "debate", waiting=_first(debate.waiting))


def _first(waits: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    return waits[:2]
