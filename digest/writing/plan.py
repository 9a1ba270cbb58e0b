"""The plan of the calls, made before the first: which sections, on which items, in how many tokens.

A section is one call where its evidence fits, so that a model sees things side by side; the sums of the longest
prompts and answers stay under a run's limits by construction, with room for one repair of each section.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from digest.claims import Section
from digest.facts import stance
from digest.facts.places import with_a_place
from digest.facts.values import Effect, Facts, Quote
from digest.writing.answers import NAMELESS
from digest.writing.dossier import Dossier, Exhibit, numbered
from digest.writing.findings import findings, shown, twice, waits
from digest.writing.limits import MOST
from digest.writing.material import Material

PROMPT = {
    Section.SUMMARY: 7_000,
    Section.FOCUS: 8_000,
    Section.DISCUSSIONS: 7_200,
    Section.TRENDS: 7_000,
    Section.CHANGES: 5_500,
    Section.WATCH: 4_500,
}
"""Tokens of the longest prompt of one call."""
TASK = 1_900
"""Tokens of a prompt without its data."""
CLAIM = {
    Section.SUMMARY: 110,
    Section.FOCUS: 95,
    Section.DISCUSSIONS: 105,
    Section.TRENDS: 125,
    Section.CHANGES: 85,
    Section.WATCH: 100,
}
"""Tokens of one claim in an answer."""
MOST_CALLS = {Section.FOCUS: 2, Section.DISCUSSIONS: 2}
"""But for one more on the shorter discussions."""
ALONE = 3_500
"""Tokens of the longest prompt on one thread alone."""
MOST_ALONE = 2
"""Threads whose body gives orders to a model, each in a call of its own; others of that kind are told by code."""
MOST_THREADS = 7
MOST_OF_THREAD = 5
"""Claims on one thread that an answer has room for."""
MOST_FOCUS = 26
BRIEF = "brief"
"""Marks a thread that gets one sentence."""
MOST_BRIEF = 8
"""Threads that get one sentence."""
MOST_CHANGES = 14
MOST_NAMED = 6
"""Changes that code has no name for, and a model gives one."""
NAME = 50
"""Tokens of a name's claim."""
MOST_TRENDING = 5
MOST_THEMES = 24
MOST_DEBATES = 16
"""Of these."""
MOST_VOICES = 2
"""People of a debate that the search for themes gets to read."""
LAST = 100
"""The rank of a body that other sections tell of: what is awaited stands in the newest comments."""
FIRST_REPAIRED = (Section.DISCUSSIONS, Section.FOCUS, Section.SUMMARY, Section.CHANGES)
"""Where most is lost with a claim that fails; in the summary code has a line in its place."""
ORDER = (Section.FOCUS, Section.DISCUSSIONS, Section.CHANGES, Section.TRENDS, Section.WATCH, Section.SUMMARY)


@dataclass(frozen=True)
class Scale:
    """How much of the work is done: ``evidence`` is the share of each prompt's data.

    In ``brief`` a section is one call, and what a call of its own would tell is left to code.
    """

    threads: int = MOST_THREADS
    evidence: float = 1.0
    sections: tuple[Section, ...] = ORDER
    brief: bool = False

    def __str__(self) -> str:
        left_out = [section for section in ORDER if section not in self.sections]
        told = [f"{self.threads} threads at most", f"{self.evidence:.0%} of the evidence"]
        return ", ".join(told + ([f"no {', '.join(left_out)}"] if left_out else []))


_ESSENTIAL = (Section.FOCUS, Section.DISCUSSIONS, Section.CHANGES, Section.SUMMARY)
SCALES = (
    Scale(),
    Scale(5),
    Scale(3),
    Scale(3, 0.6),
    Scale(3, 0.35),
    Scale(3, 0.35, (*_ESSENTIAL[:3], Section.WATCH, Section.SUMMARY)),
    Scale(3, 0.35, _ESSENTIAL),
    Scale(3, 0.35, (Section.FOCUS, Section.DISCUSSIONS, Section.SUMMARY)),
    Scale(0, 0.35, (Section.FOCUS, Section.SUMMARY)),
    Scale(0, 0.2, (Section.SUMMARY,)),
)
"""What gives way to a limit of cost, in this order: threads, evidence, sections."""
SPAN_SCALES = (
    Scale(6, 0.8, _ESSENTIAL, brief=True),
    Scale(5, 0.7, _ESSENTIAL, brief=True),
    Scale(3, 0.5, _ESSENTIAL, brief=True),
    Scale(3, 0.4, (Section.FOCUS, Section.DISCUSSIONS, Section.SUMMARY), brief=True),
    Scale(0, 0.35, (Section.FOCUS, Section.SUMMARY), brief=True),
    Scale(0, 0.2, (Section.SUMMARY,), brief=True),
)
"""Of a roll-up, whose reader had most of it from the days' pages: the largest that its limits have room for."""


@dataclass(frozen=True)
class Task:
    """One call to be made."""

    section: Section
    name: str
    dossier: Dossier
    most: int
    """Claims at the most, but for names."""
    prompt: int
    names: int = 0

    @property
    def answer(self) -> int:
        """Tokens of the longest answer."""
        return 60 + CLAIM[self.section] * self.most + NAME * self.names


def scales(facts: Facts) -> tuple[Scale, ...]:
    """What there may be to do, the most first."""
    return SPAN_SCALES if facts.span else SCALES


def repairs(planned: Sequence[Task], calls: int, prompt: int, each: int) -> tuple[Section, ...]:
    """Of a brief plan the sections that may be repaired, within what its limits leave beside the ``planned`` calls.

    They are chosen before anything is asked, whatever comes back first, so that a re-run asks for the same. ``each``
    is the longest prompt of a repair.
    """
    left = min(calls - len(planned), (prompt - sum(task.prompt for task in planned)) // each)
    wanted = [section for section in FIRST_REPAIRED if any(task.section is section for task in planned)]
    return tuple(wanted[: max(0, left)])


def tasks(material: Material, scale: Scale) -> tuple[Task, ...]:
    """The calls of a scale but for the summary, which is made of what comes of them."""
    made = {
        Section.FOCUS: _focus,
        Section.DISCUSSIONS: _discussions,
        Section.CHANGES: _changes,
        Section.TRENDS: _trends,
        Section.WATCH: _watch,
    }
    return tuple(
        task for section in scale.sections if section in made for task in made[section](material, scale) if task.most
    )


def room(section: Section, scale: Scale, data: int | None = None) -> int:
    """Tokens of a prompt of the section; less where all its ``data`` takes less."""
    most = int((PROMPT[section] - TASK) * scale.evidence)
    return TASK + (most if data is None else min(most, data))


def _task(section: Section, name: str, exhibits: Iterable[Exhibit], most: int, scale: Scale) -> Task:
    dossier = numbered(exhibits)
    return Task(section, name, dossier, most, room(section, scale))


def _discussions(material: Material, scale: Scale) -> Iterator[Task]:
    threads = material.facts.discussions[: scale.threads]
    suspects = [one for one in threads if material.is_suspect(one.number)][: 0 if scale.brief else MOST_ALONE]
    together = [material.thread(one) for one in threads if not material.is_suspect(one.number)]
    for place, group in enumerate(_split(together, Section.DISCUSSIONS, scale), 1):
        yield _task(Section.DISCUSSIONS, f"discussions {place}", group, MOST_OF_THREAD * len(group), scale)
    if brief := list(_brief(material)) if scale == SCALES[0] else []:
        yield _task(Section.DISCUSSIONS, "shorter discussions", brief, len(brief), scale)
    for debate in suspects:
        task = alone(material.thread(debate))
        yield replace(task, prompt=min(task.prompt, room(Section.DISCUSSIONS, scale)))


def _brief(material: Material) -> Iterator[Exhibit]:
    """Threads that no other section tells of, with the newest of what was said in them."""
    told = {one.number for one in findings(material.facts)}
    briefly = (one for one in material.facts.more_discussions if one.number not in told)
    for debate in islice((one for one in briefly if not material.is_suspect(one.number)), MOST_BRIEF):
        quotes = [debate.topic, debate.outcome, *(one.quote for one in debate.positions)]
        yield material.item(debate.number, (BRIEF,), quotes, newest=7)


def alone(exhibit: Exhibit) -> Task:
    """One thread in a call of its own."""
    return Task(Section.DISCUSSIONS, f"discussion #{exhibit.told.number}", numbered([exhibit]), MOST_OF_THREAD, ALONE)


def alone_answer() -> int:
    """Tokens of the longest answer on it."""
    return 60 + CLAIM[Section.DISCUSSIONS] * MOST_OF_THREAD


def _split(exhibits: list[Exhibit], section: Section, scale: Scale) -> list[list[Exhibit]]:
    """In as few calls as hold all, and as many as there may be; in order, and of nearly the same length."""
    if not exhibits:
        return []
    size = numbered(exhibits).size
    most = 1 if scale.brief else MOST_CALLS[section]
    calls = min(-(-size // (room(section, scale) - TASK)), most, len(exhibits))
    each = -(-len(exhibits) // calls)
    return [exhibits[start : start + each] for start in range(0, len(exhibits), each)]


def _focus(material: Material, scale: Scale) -> Iterator[Task]:
    found = [one for one in findings(material.facts) if not material.is_suspect(one.number)]
    again = twice(material.facts, found)
    exhibits = [exhibit for one in found if (exhibit := shown(material, one, again)).pieces][:MOST_FOCUS]
    for place, group in enumerate(_split(exhibits, Section.FOCUS, scale), 1):
        most = len(group) + sum(one.told.number in again for one in group)
        yield _task(Section.FOCUS, f"focus {place}", group, most, scale)


def _changes(material: Material, scale: Scale) -> Iterator[Task]:
    facts = material.facts
    elsewhere = {number for area in facts.focus for number in area.merged} | {one.number for one in facts.discussions}
    effects: dict[int, list[str]] = {}
    for change in facts.changes:
        effects.setdefault(change.number, []).append(f"{change.effect} {' '.join(change.names)}".strip())
    numbers = [
        number
        for number in dict.fromkeys((*effects, *facts.improved))
        if number not in elsewhere and not material.is_suspect(number)
    ]
    nameless = set(islice((number for number in numbers[:MOST_CHANGES] if _is_nameless(facts, number)), MOST_NAMED))
    exhibits = [
        material.item(
            number,
            (*effects.get(number, ()), *([NAMELESS] if number in nameless else [])),
            (facts.notes.get(number), facts.gists.get(number)),
            newest=1,
        )
        for number in numbers[:MOST_CHANGES]
    ]
    told = [exhibit for exhibit in exhibits if exhibit.pieces]
    if told:
        task = _task(Section.CHANGES, "changes", told, len(told), scale)
        yield replace(task, names=sum(NAMELESS in one.why for one in told))


def _is_nameless(facts: Facts, number: int) -> bool:
    """Whether it stands in the table of changes by its title alone. A status code does not say what it is about."""
    effects = [one for one in facts.changes if one.number == number]
    return bool(effects) and not any(one.is_named and one.effect is not Effect.STATUS for one in effects)


def _trends(material: Material, scale: Scale) -> Iterator[Task]:
    """What was argued, broke and changed, in a few words each; then items that share a name and have no other place."""
    themes = [_theme(material, number, why, quotes) for number, (why, quotes) in _themes(material.facts).items()]
    shared = [_trending(material, number, why) for number, why in _shared(material.facts).items()]
    told = [exhibit for exhibit in (*themes, *shared) if exhibit.pieces]
    if len(told) > 1:
        yield _task(Section.TRENDS, "trends", told, MOST[Section.TRENDS], scale)


def _shared(facts: Facts) -> dict[int, list[str]]:
    """Items that share a name or a part of the project and have no other place."""
    elsewhere = with_a_place(facts)
    shared: dict[int, list[str]] = {}
    for topic in facts.topics:
        for number in [one for one in topic.numbers if one not in elsewhere][:6]:
            shared.setdefault(number, []).append(f"shares {topic.word!r}")
    return dict(islice(shared.items(), MOST_TRENDING))


def _themes(facts: Facts) -> dict[int, tuple[list[str], list[Quote]]]:
    """What may share a theme though each has its own place, with who holds what in it: debates, bugs, changes."""
    found: dict[int, tuple[list[str], list[Quote]]] = {}
    for debate in (*facts.discussions, *facts.more_discussions)[:MOST_DEBATES]:
        weighty = sorted((one.quote for one in debate.positions), key=lambda one: -stance.weight(one.text))
        said = (debate.outcome, debate.dispute, *weighty[:MOST_VOICES])
        found[debate.number] = (["debate"], [one for one in said if one])
    for bug in (*(one for area in facts.focus for one in area.problems), *facts.problems):
        why, quotes = found.setdefault(bug.number, ([], []))
        why.append("wrong result" if bug.wrong_result else "bug")
        quotes += [bug.symptom] if bug.symptom and not quotes else []
    for change in facts.changes:
        found.setdefault(change.number, ([], []))[0].append(f"merged: {change.effect}")
    return dict(islice(found.items(), MOST_THEMES))


def _theme(material: Material, number: int, why: list[str], quotes: list[Quote]) -> Exhibit:
    return _trending(material, number, ["told elsewhere", *dict.fromkeys(why)], quotes)


def _trending(material: Material, number: int, why: list[str], quotes: Iterable[Quote] = ()) -> Exhibit:
    found = tuple(quotes)
    shown = material.item(number, why, found or (material.facts.gists.get(number),))
    # With its author's sentence on what it is there is no need of the body.
    pieces = tuple(piece for piece in shown.pieces if piece.what == "words") or shown.pieces
    return Exhibit(shown.told, shown.title, shown.why, pieces)


def _watch(material: Material, scale: Scale) -> Iterator[Task]:
    told = [one for one in material.facts.watch if not material.is_suspect(one.number)]
    exhibits = [
        material.item(
            one.number, (one.why, *waits(one.waiting)), [wait.quote for wait in one.waiting], newest=4, body_rank=LAST
        )
        for one in told[:6]
    ]
    exhibits = [exhibit for exhibit in exhibits if exhibit.pieces]
    if exhibits:
        yield _task(Section.WATCH, "watch", exhibits, len(exhibits), scale)
