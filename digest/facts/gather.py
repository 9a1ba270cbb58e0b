"""Makes `Facts` of a snapshot: every count, list and finding that needs no model. Pure and deterministic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from digest.facts import days, merged, oddities, pairs, stance
from digest.facts.activity import activity
from digest.facts.areas import area
from digest.facts.day import Day
from digest.facts.decisions import Decisions
from digest.facts.discussions import discuss
from digest.facts.focus import Focus
from digest.facts.followups import follow_ups
from digest.facts.gist import gist
from digest.facts.problems import is_bug, is_serious, problem
from digest.facts.sequels import sequels
from digest.facts.states import told
from digest.facts.topics import ranked, topics
from digest.facts.values import (
    Decision,
    Discussion,
    Facts,
    FocusFacts,
    FollowUp,
    Oddity,
    Pair,
    Problem,
    Quote,
    SpanFacts,
)
from digest.facts.voices import is_voice, said
from digest.facts.watch import watch
from digest.model import Item, ListName, Person, RollUp, Snapshot

_REPLACED = (Oddity.RESUBMITTED, Oddity.SUPERSEDED)
MOST_DISCUSSIONS = 7
MOST_BRIEF = 10
"""Beside those that have another place on the page."""
WIDE = 3
"""Voices from which on a thread is named though it is not among the hottest."""
MOST_PROBLEMS = 8
OWN = 2.0
"""How much hotter a debate of a focus area counts when the hottest are chosen: it is what its reader came for."""
ALONE = 1.5
"""The same of a debate that has no other place on the page: bugs and open pull requests of the focus have one."""
ENDED = 1.25
"""The same of one that came to its end in the window, when those that get a line are chosen: no later page has it."""


def gather(
    snapshot: Snapshot,
    focus: tuple[Focus, ...] = (),
    bots: tuple[str, ...] = (),
    since: Mapping[int, datetime] | None = None,
) -> Facts:
    """All facts of the window.

    ``bots`` are logins of programs beside those that GitHub marks; ``since`` says when readers were told to watch
    which items (`digest.facts.followups.watched`).
    """
    day = Day.of(snapshot, bots)
    rollup = snapshot.rollup
    seen = days.seen(rollup, snapshot.items) if rollup else {}
    gone = days.gone(rollup) if rollup else frozenset()
    linked = pairs.pairs(day.touched, snapshot.repository, day.window.end)
    explanations = oddities.explain(day.lists, bots, frozenset(pair.issue for pair in linked if pair.merged))
    swept = frozenset(n for one in explanations if one.oddity is Oddity.STALE_SWEEP for n in one.numbers)
    areas = tuple(area(one, day, swept) for one in focus)
    debates = _debates(day)
    items = {
        item.number: told(item, day.window, bots, seen.get(item.number), gone=item.number in gone)
        for item in snapshot.items
    }
    landed = day.lists[ListName.PRS_MERGED]
    notes = merged.notes(landed)
    changes = merged.changes(landed, notes)
    improved = merged.improved(landed, changes)
    hit = _problems(day, areas)
    worth = _Worth.of(day, areas, hit)
    told_at_length, briefly = _chosen(debates, worth, linked)
    did = activity(day.touched, day.lists, day.window, bots)
    lists = _lists(day)
    themes = topics((item for item in day.touched if item.number not in swept), bots, focus)
    telling = (*(one.number for one in debates), *(one.number for one in changes), *notes)
    facts = Facts(
        repository=snapshot.repository,
        repository_url=snapshot.repository_url,
        window=day.window,
        as_of=snapshot.as_of,
        sample=snapshot.sample,
        search_only=snapshot.strategy == "search",
        items=items,
        lists=lists,
        receipt=snapshot.receipt,
        distinct=len({number for numbers in lists.values() for number in numbers}),
        opened_and_merged=_both(day, ListName.PRS_OPENED, ListName.PRS_MERGED),
        opened_and_closed=_both(day, ListName.ISSUES_OPENED, ListName.ISSUES_CLOSED),
        explanations=explanations,
        focus=areas,
        discussions=told_at_length,
        more_discussions=briefly,
        topics=ranked(themes, telling) if rollup else themes,
        changes=changes,
        problems=hit,
        activity=did,
        pairs=linked,
        watch=watch(items, areas, hit, (*told_at_length, *briefly), linked),
        sequels=dict(sequels(day.touched, day.window, bots)),
        follow_ups=_follow_ups(snapshot, since or {}, bots),
        releases=tuple(release for release in snapshot.releases if release.published_at in day.window),
        people=_people(day.touched),
        gists=_gists(day),
        notes=notes,
        improved=improved,
        measurements=merged.measurements(landed, improved),
        degraded=snapshot.degraded,
    )
    if rollup is None:
        return facts
    sent_again = {old for one in explanations if one.oddity in _REPLACED for old, _ in one.pairs}
    decided = Decisions(day.window, bots, swept | sent_again).of(
        sorted(debates, key=lambda one: -worth(one)), {item.number: item for item in snapshot.items}
    )
    return facts.model_copy(update={"span": _span(facts, snapshot, rollup, decided, bots)})


def _span(
    facts: Facts, snapshot: Snapshot, rollup: RollUp, decided: tuple[Decision, ...], bots: tuple[str, ...]
) -> SpanFacts:
    return days.span(
        rollup,
        {item.number: item for item in snapshot.items},
        {area.name: frozenset(one.number for one in area.matched) for area in facts.focus},
        facts.activity.areas,
        facts.topics,
        (*facts.discussions, *facts.more_discussions),
        decided,
        bots,
    )


def _lists(day: Day) -> dict[ListName, tuple[int, ...]]:
    """The numbers in the five lists; of a roll-up those in its days' lists."""
    if day.rollup is not None:
        return {name: tuple(number for number, _ in day.rollup.events(name)) for name in ListName}
    return {name: tuple(item.number for item in listed) for name, listed in day.lists.items()}


def _follow_ups(snapshot: Snapshot, since: Mapping[int, datetime], bots: tuple[str, ...]) -> tuple[FollowUp, ...]:
    """Of a roll-up what became of what its days' reports told to watch."""
    if snapshot.rollup is None:
        return follow_ups(snapshot.items, since, snapshot.window, bots)
    since = days.watched(snapshot.rollup)
    told = follow_ups(snapshot.items, since, snapshot.window, bots, snapshot.rollup.seen)
    return days.as_the_days_tell(days.worth_telling(told, snapshot.rollup), snapshot.rollup)


def _both(day: Day, one: ListName, other: ListName) -> tuple[int, ...]:
    return tuple(sorted({item.number for item in day.lists[one]} & {item.number for item in day.lists[other]}))


def _debates(day: Day) -> tuple[Discussion, ...]:
    """The hottest first, ties by number."""
    found = (discuss(item, day) for item in day.touched)
    return tuple(sorted((one for one in found if one is not None), key=lambda one: (-one.heat, one.number)))


@dataclass(frozen=True)
class _Worth:
    """How much a debate is worth to the page's reader: its heat, and more where it would be missed elsewhere."""

    own: frozenset[int]
    placed: frozenset[int]
    """Open pull requests of the focus, and bugs outside it: each has its line, and a model's sentence, there."""
    ended: frozenset[int]

    @classmethod
    def of(cls, day: Day, areas: tuple[FocusFacts, ...], problems: Iterable[Problem]) -> _Worth:
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


def _chosen(
    debates: tuple[Discussion, ...], worth: _Worth, linked: Iterable[Pair]
) -> tuple[tuple[Discussion, ...], tuple[Discussion, ...]]:
    """What is told at length, and what is told in a line: debates with three voices or more.

    Of a bug and its fix the hotter one is told at length: the other one is about the same thing.
    """
    beside = _beside(debates, linked)
    cooler = {one.number for one in debates if any((-a.heat, a.number) < (-one.heat, one.number) for a in beside[one])}
    hotter = (one for one in debates if one.number not in cooler)
    ranked = sorted(hotter, key=lambda one: -max(map(worth, (one, *beside[one]))))
    first = {one.number for one in ranked[:MOST_DISCUSSIONS]}
    rest = [one for one in debates if one.number not in first and one.voices >= WIDE]
    ranked_rest = sorted(rest, key=lambda one: -worth.in_a_line(one))
    lines = islice((one.number for one in ranked_rest if one.number not in worth.placed), MOST_BRIEF)
    named = worth.placed.union(lines)
    return (
        tuple(one for one in debates if one.number in first),
        tuple(one for one in ranked_rest if one.number in named),
    )


def _beside(debates: tuple[Discussion, ...], linked: Iterable[Pair]) -> Mapping[Discussion, tuple[Discussion, ...]]:
    """Of each debate those on the bug that it fixes, or on its fix."""
    pairs_of = {(pair.issue, pair.pull) for pair in linked}
    both = pairs_of | {(pull, issue) for issue, pull in pairs_of}
    return {one: tuple(other for other in debates if (one.number, other.number) in both) for one in debates}


def _problems(day: Day, areas: Iterable[FocusFacts]) -> tuple[Problem, ...]:
    """Open bugs outside the focus that a user should know, new ones and those that people spoke of.

    Security first, then wrong results, then after-effects of what was merged, then what several people hit.
    """
    elsewhere = {one.number for area in areas for one in area.matched}
    bugs = [item for item in day.touched if is_bug(item) and item.number not in elsewhere and day.state(item).is_open]
    found = {item.number: problem(item, day) for item in bugs}
    voices = {item.number: _voices(item, day) for item in bugs}
    new = {item.number for item in day.lists[ListName.ISSUES_OPENED]}
    serious = [one for one in found.values() if is_serious(one) and (one.number in new or voices[one.number] > 1)]
    ranked = sorted(
        serious,
        key=lambda one: (not one.security, not one.wrong_result, not one.suspects, -voices[one.number], -one.number),
    )
    return tuple(ranked[:MOST_PROBLEMS])


def _voices(item: Item, day: Day) -> int:
    """How many people spoke in the window, its author aside."""
    spoken = (one for one in said(item) if one.at in day.window and is_voice(one, day.bots))
    return len({one.author.login for one in spoken} - {item.author.login})


def _gists(day: Day) -> dict[int, Quote]:
    found = ((item.number, _newest_word(item, day) or gist(item)) for item in day.touched)
    return {number: told for number, told in found if told is not None}


def _newest_word(item: Item, day: Day) -> Quote | None:
    """Of an open item from before the window: what was said of it now, since its opening is no news."""
    if item.created_at in day.window or not day.state(item).is_open:
        return None
    spoken = [one for one in said(item) if one.at in day.window and is_voice(one, day.bots)]
    found = [told for told in map(stance.best, reversed(spoken)) if told is not None]
    return max(found, key=lambda told: stance.weight(told.text)) if found else None


def _people(items: Iterable[Item]) -> dict[str, Person]:
    """Everybody who can be named, by login."""
    found: dict[str, Person] = {}
    for item in items:
        for person in (item.author, *(one.author for one in said(item)), *filter(None, (item.merged_by,))):
            found.setdefault(person.login, person)
    return dict(sorted(found.items()))
