"""Makes `Facts` of a snapshot: every count, list and finding that needs no model. Pure and deterministic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from digest.facts import days, debates, merged, oddities, pairs, stance
from digest.facts.activity import activity
from digest.facts.areas import area
from digest.facts.day import Day
from digest.facts.decisions import Decisions
from digest.facts.focus import Focus
from digest.facts.followups import follow_ups
from digest.facts.gist import gist
from digest.facts.problems import is_bug, is_serious, problem
from digest.facts.sequels import sequels
from digest.facts.states import told
from digest.facts.topics import ranked, topics
from digest.facts.values import (
    Discussion,
    Facts,
    FocusFacts,
    FollowUp,
    Oddity,
    Problem,
    Quote,
    SpanFacts,
    Told,
)
from digest.facts.voices import is_voice, said
from digest.facts.watch import watch
from digest.model import Item, ListName, Person, RollUp, Snapshot

_REPLACED = (Oddity.RESUBMITTED, Oddity.SUPERSEDED)
MOST_PROBLEMS = 8


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
    linked = pairs.pairs(day.touched, snapshot.repository, day.window.end)
    explanations = oddities.explain(day.lists, bots, frozenset(pair.issue for pair in linked if pair.merged))
    swept = frozenset(n for one in explanations if one.oddity is Oddity.STALE_SWEEP for n in one.numbers)
    areas = tuple(area(one, day, swept) for one in focus)
    argued = debates.debates(day)
    items = _items(snapshot, bots)
    landed = day.lists[ListName.PRS_MERGED]
    notes = merged.notes(landed)
    changes = merged.changes(landed, notes)
    improved = merged.improved(landed, changes)
    hit = _problems(day, areas)
    worth = debates.Worth.of(day, areas, hit)
    told_at_length, briefly = debates.chosen(argued, worth, linked)
    did = activity(day.touched, day.lists, day.window, bots)
    lists = _lists(day)
    themes = topics((item for item in day.touched if item.number not in swept), bots, focus)
    telling = (*(one.number for one in argued), *(one.number for one in changes), *notes)
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
    replaced = {old for one in explanations if one.oddity in _REPLACED for old, _ in one.pairs}
    hottest = sorted(argued, key=lambda one: -worth(one))
    decisions = Decisions(day.window, bots, swept | replaced)
    return facts.model_copy(update={"span": _span(facts, snapshot, rollup, decisions, hottest, bots)})


def _items(snapshot: Snapshot, bots: tuple[str, ...]) -> dict[int, Told]:
    rollup = snapshot.rollup
    seen = days.seen(rollup, snapshot.items) if rollup else {}
    gone = days.gone(rollup) if rollup else frozenset()
    return {
        item.number: told(item, snapshot.window, bots, seen.get(item.number), gone=item.number in gone)
        for item in snapshot.items
    }


def _span(
    facts: Facts,
    snapshot: Snapshot,
    rollup: RollUp,
    decisions: Decisions,
    argued: Iterable[Discussion],
    bots: tuple[str, ...],
) -> SpanFacts:
    items = {item.number: item for item in snapshot.items}
    return days.span(
        rollup,
        items,
        {area.name: frozenset(one.number for one in area.matched) for area in facts.focus},
        facts.activity.areas,
        facts.topics,
        (*facts.discussions, *facts.more_discussions),
        decisions.of(argued, items),
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
