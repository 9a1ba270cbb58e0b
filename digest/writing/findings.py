"""What the focus is written about: items with what code found about them, in the order of their worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from digest.facts.places import in_focus
from digest.facts.values import Facts, Oddity, Problem, Quote, Row, Waiting
from digest.writing.dossier import Exhibit
from digest.writing.material import Material

MOST_TWICE = 14
"""Items of the focus, and bugs elsewhere, that get a second sentence."""


@dataclass(frozen=True)
class Finding:
    """An item of the focus, or a new bug elsewhere, with what code found about it."""

    number: int
    why: tuple[str, ...]
    quotes: tuple[Quote | None, ...] = ()
    newest: int = 1
    is_pressing: bool = False


def twice(facts: Facts, found: Iterable[Finding]) -> frozenset[int]:
    """What has more to it than one sentence: bugs of the focus, then its debates, then what waits there; then others.

    Of a pull request that is told at length among the discussions the rest stands there.
    """
    there = {one.number for one in facts.discussions if facts.items[one.number].is_pull}
    argued = {one.number for one in facts.more_discussions}
    own = in_focus(facts)

    def rank(one: Finding) -> int:
        if one.number not in own:
            return 3 if one.number in argued else 4
        if one.number in argued:
            return 1
        return 2 if facts.items[one.number].is_pull else 0

    wanted = [one for one in found if one.number not in there and (one.is_pressing or one.number in argued)]
    return frozenset(one.number for one in sorted(wanted, key=rank)[:MOST_TWICE])


def shown(material: Material, one: Finding, again: frozenset[int]) -> Exhibit:
    debated = {debate.number for debate in material.facts.discussions}
    argued = {debate.number for debate in material.facts.more_discussions}
    marks = ["two"] if one.number in again else []
    marks += ["in the discussions"] if one.number in debated else ["argued"] if one.number in argued else []
    return material.item(one.number, (*one.why, *marks), one.quotes, max(one.newest, 7 * (one.number in argued)))


def findings(facts: Facts) -> Iterator[Finding]:
    """Bugs first, then what was merged, then open pull requests that were argued about or measured, then the rest."""
    debated = {one.number for one in facts.discussions}
    seen: set[int] = set()
    for finding in (*_bugs(facts), *_merged(facts), *_pulls(facts, debated), *_others(facts)):
        if finding.number in facts.items and finding.number not in seen:
            seen.add(finding.number)
            yield finding


def _bugs(facts: Facts) -> Iterator[Finding]:
    for name, problem in [(area.name, one) for area in facts.focus for one in area.problems]:
        yield _bug(facts, problem, f"focus {name}: bug", newest=6)
    for problem in facts.problems:
        yield _bug(facts, problem, "outside the focus: new bug", newest=4)


def _bug(facts: Facts, problem: Problem, why: str, newest: int) -> Finding:
    is_open = facts.items[problem.number].state.is_open
    marks = [why, "wrong result"] if problem.wrong_result else [why]
    marks += [f"fixed by [[#{number}]] when it is merged" for number in problem.fixes]
    marks += waits(problem.waiting)
    asked = (one.quote for one in problem.waiting)
    quotes = (problem.symptom, problem.workaround, *problem.confirmed_by, *asked)
    return Finding(problem.number, tuple(marks), quotes, newest=newest, is_pressing=is_open)


def _merged(facts: Facts) -> Iterator[Finding]:
    for name, number in [(area.name, number) for area in facts.focus for number in area.merged]:
        effects = [f"{one.effect} {' '.join(one.names)}".strip() for one in facts.changes if one.number == number]
        quotes = (facts.notes.get(number), facts.gists.get(number))
        yield Finding(number, (f"focus {name}: merged", *effects), quotes)


def _pulls(facts: Facts, debated: set[int]) -> Iterator[Finding]:
    rows = [(area.name, row) for area in facts.focus for row in area.open_pulls]
    for name, row in sorted(rows, key=lambda one: (one[1].number not in debated, not one[1].measured)):
        yield _pull(facts, name, row)


def _pull(facts: Facts, name: str, row: Row) -> Finding:
    asked = [one for one in row.waiting if one.quote]
    why = [f"focus {name}: open", *waits(row.waiting)]
    if row.measured and not row.measured.is_sentence:
        why.append("measured by its author")
    quotes = (facts.gists.get(row.number), *(one.quote for one in asked))
    return Finding(row.number, tuple(why), quotes, newest=2, is_pressing=bool(asked or row.measured))


def _others(facts: Facts) -> Iterator[Finding]:
    """What is open, and what was closed by somebody: of a stale bot's sweep there is nothing to tell."""
    swept = {n for one in facts.explanations if one.oddity is Oddity.STALE_SWEEP for n in one.numbers}
    for name, number in [(area.name, number) for area in facts.focus for number in area.others]:
        if number in facts.items and number not in swept:
            yield Finding(number, (f"focus {name}",), (facts.gists.get(number),), newest=2)


def waits(waiting: Iterable[Waiting]) -> list[str]:
    return [f"waits for {_wait(one)}" for one in waiting]


def _wait(one: Waiting) -> str:
    number = f" [[#{one.number}]]" if one.number else ""
    return f"{one.reason}{number}{f' of {one.who}' if one.who else ''}"
