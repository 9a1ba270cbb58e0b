"""What happened in a focus area: every item that matches, each in one group."""

from __future__ import annotations

from collections.abc import Iterable

from digest.facts import days
from digest.facts.day import Day
from digest.facts.focus import Focus, matches
from digest.facts.measure import has_results, measured
from digest.facts.problems import is_bug, problem
from digest.facts.values import FocusFacts, Matched, Problem, Row, State
from digest.facts.waiting import waiting
from digest.model import Item, ListName

_GROUPS = ("problems", "merged", "open_pulls", "others", "doubtful")


def area(focus: Focus, day: Day, swept: frozenset[int]) -> FocusFacts:
    """Each matching item once in ``matched`` and in one of the groups. ``swept`` were closed by a stale sweep."""
    matched = matches(day.touched, focus)
    if day.rollup is not None:
        matched = days.matched(matched, focus.name, day.rollup, {item.number for item in day.touched})
    numbers = {one.number for one in matched}
    groups = _grouped(matched, day, swept)
    return FocusFacts(
        name=focus.name,
        matched=matched,
        counts=_counts(focus, numbers, day),
        discussed=len(numbers - _listed(day)),
        problems=_worst_first(problem(item, day) for item in groups["problems"]),
        merged=tuple(item.number for item in groups["merged"]),
        open_pulls=tuple(_row(item, day) for item in groups["open_pulls"]),
        others=tuple(item.number for item in groups["others"]),
        doubtful=tuple(item.number for item in groups["doubtful"]),
    )


def _counts(focus: Focus, numbers: set[int], day: Day) -> dict[ListName, int]:
    """How many entries of each list match: of a roll-up the sums of its days."""
    if day.rollup is None:
        return {name: sum(item.number in numbers for item in entries) for name, entries in day.lists.items()}
    told = [days.counts(one, focus.name, numbers) for one in day.rollup.counted]
    return {name: sum(counts[name] for counts in told) for name in ListName}


def _listed(day: Day) -> frozenset[int]:
    if day.rollup is not None:
        return day.rollup.listed
    return frozenset(item.number for entries in day.lists.values() for item in entries)


def _grouped(matched: Iterable[Matched], day: Day, swept: frozenset[int]) -> dict[str, list[Item]]:
    reasons = {one.number: one for one in matched}
    own_bugs = {item.number for item in day.touched if item.number in reasons and not item.is_pull}
    about_them = {pull for pull, named in day.names.items() if named & own_bugs}
    groups: dict[str, list[Item]] = {name: [] for name in _GROUPS}
    for item in day.touched:
        if item.number in reasons:
            why = reasons[item.number]
            by_path_alone = all(one.startswith("path:") for one in why.by) and item.number not in about_them
            groups[_group(item, why, day.state(item), swept, by_path_alone)].append(item)
    return groups


def _group(item: Item, why: Matched, state: State, swept: frozenset[int], by_path_alone: bool) -> str:
    if why.by_label_alone:
        return "doubtful"
    if state is State.MERGED:
        return "merged"
    if item.is_pull:
        return "open_pulls" if state.is_open and not by_path_alone else "others"
    return "problems" if is_bug(item) and item.number not in swept else "others"


def _worst_first(found: Iterable[Problem]) -> tuple[Problem, ...]:
    """Wrong results before the rest, those with a way round before those without, the newer first."""
    return tuple(sorted(found, key=lambda one: (not one.wrong_result, one.workaround is None, -one.number)))


def _row(item: Item, day: Day) -> Row:
    waits = waiting(item, day.window.end, day.bots)
    return Row(number=item.number, measured=measured(item), has_results=has_results(item), waiting=waits)
