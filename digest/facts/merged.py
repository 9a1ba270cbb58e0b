"""What was merged, for those who use the project: effects first, then other work on behaviour."""

from __future__ import annotations

from collections.abc import Iterable

from digest.facts import impact
from digest.facts.behaviour import changes_behaviour, is_fix
from digest.facts.measure import measured
from digest.facts.notes import is_advice, is_demand, note
from digest.facts.values import Change, Effect, Measurement, Quote
from digest.model import Item

_ORDER = list(Effect)


def changes(merged: Iterable[Item], notes: dict[int, Quote]) -> tuple[Change, ...]:
    """What one must act on first; then the newest merge first.

    A pull request whose effect has no name counts where its author tells users what is different or what to do.
    """
    found = [change for item in merged for change in impact.changes(item) or _by_note(item, notes)]
    return tuple(sorted(found, key=lambda one: (_ORDER.index(one.effect), not _is_demanded(one))))


def _is_demanded(change: Change) -> bool:
    """Of what is told in words alone: whether they ask users for something."""
    return change.quote is not None and is_demand(change.quote.text)


def _by_note(item: Item, notes: dict[int, Quote]) -> tuple[Change, ...]:
    told = notes.get(item.number)
    if told is None or not is_advice(told.text):
        return ()
    return (Change(number=item.number, effect=Effect.BEHAVIOUR, quote=told),)


def notes(merged: Iterable[Item]) -> dict[int, Quote]:
    """What the authors of merged work on behaviour tell users, by number."""
    found = ((item.number, note(item)) for item in merged if changes_behaviour(item))
    return {number: told for number, told in found if told is not None}


def improved(merged: Iterable[Item], changed: Iterable[Change]) -> tuple[int, ...]:
    """Merged work on behaviour beside what is told for its effect: fixes first, then the rest, newest first."""
    told_already = {change.number for change in changed}
    work = [item for item in merged if item.number not in told_already and changes_behaviour(item)]
    return tuple(item.number for item in sorted(work, key=lambda item: not is_fix(item)))


def measurements(merged: Iterable[Item], wanted: tuple[int, ...]) -> dict[int, Measurement]:
    """What was measured in those pull requests, by number."""
    found = (measured(item) for item in merged if item.number in wanted)
    return {one.number: one for one in found if one is not None}
