"""Whether a claim's verbs fit the state of what it cites, at the window's end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from digest.claims import verbs
from digest.claims.placeholders import MARK, ItemRef, Parsed, Text
from digest.claims.sources import Sources
from digest.claims.verdict import Kind, Reason
from digest.facts.states import state_at
from digest.facts.values import State


@dataclass(frozen=True)
class Clause:
    """A stretch of prose between two commas or stops, with the items that it is about."""

    prose: str
    items: tuple[int, ...]
    conditional: bool = False
    """Whether an "if" before it in the sentence takes it back."""


def clauses(parsed: Parsed, about: int | None) -> tuple[Clause, ...]:
    """The clauses of a text. One that names no item is about those of the clause before, else about the thread."""
    subject: tuple[int, ...] = () if about is None else (about,)
    everything = tuple(dict.fromkeys((*subject, *parsed.items)))
    found, conditional = [], False
    for prose, items, ends in _split(parsed):
        subject = items or subject or everything
        found.append(Clause(prose, subject, conditional or bool(verbs.ALTERNATIVE.search(prose))))
        conditional = not ends and (conditional or bool(verbs.CONDITION.search(prose)))
    return tuple(found)


OTHER = "\u25cc"
"""Stands for a placeholder that is no item."""

_BORDER = re.compile(r"([。；;！!？?，,、\n]|\.(?=\s|$)|(?:\b(?:while|whereas|but|and)\b)|而|但|并且|以及)")
_STOPS = frozenset("。；;！!？?\n.")


def _split(parsed: Parsed) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    """(prose, items, whether a sentence ends there) for each clause."""
    prose, items = "", []
    for segment in parsed.segments:
        if not isinstance(segment, Text):
            prose += MARK if isinstance(segment, ItemRef) else OTHER
            items += [segment.number] if isinstance(segment, ItemRef) else []
            continue
        *closed, rest = _BORDER.split(segment.text)
        for part, border in zip(closed[::2], closed[1::2], strict=True):
            yield prose + part, tuple(items), border in _STOPS
            prose, items = "", []
        prose += rest
    yield prose, tuple(items), True


def check_states(parsed: Parsed, about: int | None, sources: Sources) -> Iterator[Reason]:
    """A reason for each clause that tells a state which none, or not all, of its items have. A question tells none."""
    if str(parsed).rstrip(' 」”"').endswith(("？", "?")):
        return
    for clause in clauses(parsed, about):
        states = {number: state_at(sources.items[number], sources.window.end) for number in clause.items}
        if states and not (clause.conditional and not verbs.PAST.search(clause.prose)):
            yield from _check(clause, states, sources)


def _check(clause: Clause, states: dict[int, State], sources: Sources) -> Iterator[Reason]:
    pulls = {number: state for number, state in states.items() if sources.items[number].is_pull}
    told = (
        (verbs.MERGED, pulls or states, _is_merged),
        (verbs.DONE, states, _is_done),
        (verbs.CHANGED, pulls, _is_merged),
        (verbs.PLAIN_VERB, states, _is_done),
        (verbs.CLOSED, states, _is_closed),
        (verbs.BROUGHT, pulls, _is_merged),
        (verbs.SINCE, pulls, _is_merged),
    )
    yield from _deeds(clause, pulls)
    for pattern, subjects, fits in told:
        if said := asserted(pattern, clause.prose):
            yield from _misfits(said, subjects, fits)
    if (found := verbs.OPEN.search(clause.prose)) and not any(map(_is_unmerged, states.values())):
        yield Reason(kind=Kind.STATE, detail=f"{found[0].strip()!r} is told of {_told(states)}")


_CALLED = re.compile(
    r"(?:(?:\b(?:the|an?|this|that|open)\s+)*\b(?:PRs?|pull requests?|patch|draft|work|change)"
    r"|(?:该|此|这个|这一)?\s*(?:拉取请求|合并请求|补丁|草案))\s*$",
    re.IGNORECASE,
)
_QUIET = " \t\"'“”‘’「」—-*"


def _deeds(clause: Clause, pulls: dict[int, State]) -> Iterator[Reason]:
    """A reason where an unmerged pull request does something, and no word says that it is only meant to.

    Words of completion are too many to list, so here it is the harmless ones that are listed.
    """
    prose = clause.prose
    if MARK not in prose or OTHER in prose or not pulls or not all(map(_is_unmerged, pulls.values())):
        return
    if verbs.PROPOSED.search(prose) or verbs.OPEN.search(prose) or verbs.CLOSED.search(prose):
        return
    for at in (place for place, mark in enumerate(prose) if mark == MARK):
        before, after = _CALLED.sub("", prose[:at]), prose[at + 1 :]
        harmless = verbs.ACTED_ON.search(before) if before.strip(_QUIET) else verbs.NEUTRAL.match(after)
        if not verbs.LED_TO.search(before) and not harmless:
            yield Reason(kind=Kind.STATE, detail=f"{_told(pulls)} does something: say what it proposes, or would do")
            return


def asserted(pattern: re.Pattern[str], prose: str) -> str:
    """The first word of completion that nothing before it takes back, or nothing."""
    prose = verbs.OPINION.sub(OTHER, prose)
    for found in pattern.finditer(prose):
        if not verbs.HEDGE.search(prose[: found.start()]):
            return found[0].strip(f" {MARK}")
    return ""


def _misfits(said: str, states: dict[int, State], fits: Callable[[State], bool]) -> Iterator[Reason]:
    wrong = {number: state for number, state in states.items() if not fits(state)}
    if wrong:
        yield Reason(kind=Kind.STATE, detail=f"{said!r} is told of {_told(wrong)}")


def _told(states: dict[int, State]) -> str:
    return ", ".join(f"#{number} ({state})" for number, state in sorted(states.items()))


def _is_merged(state: State) -> bool:
    return state is State.MERGED


def _is_done(state: State) -> bool:
    return state in (State.MERGED, State.COMPLETED)


def _is_closed(state: State) -> bool:
    return not state.is_open


def _is_unmerged(state: State) -> bool:
    return state.is_open or state is State.CLOSED
