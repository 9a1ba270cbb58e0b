"""Makes `Facts` of a snapshot: every count, list and finding that needs no model. Pure and deterministic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import islice

from digest.facts import oddities, pairs
from digest.facts.activity import activity
from digest.facts.discussions import discuss
from digest.facts.focus import Focus, matches
from digest.facts.followups import follow_ups
from digest.facts.gist import gist
from digest.facts.impact import changes
from digest.facts.measure import measured
from digest.facts.notes import note
from digest.facts.problems import changes_behaviour, is_bug, is_fix, problem
from digest.facts.states import state_at, told
from digest.facts.topics import topics
from digest.facts.values import (
    Change,
    Discussion,
    Effect,
    Explanation,
    Facts,
    FocusFacts,
    Matched,
    Measurement,
    Oddity,
    Problem,
    Quote,
    Row,
    Share,
    State,
)
from digest.facts.voices import is_voice, said
from digest.facts.waiting import waiting
from digest.facts.watch import watch
from digest.model import Item, ListName, Person, Snapshot, is_listed, members
from digest.window import Window

MOST_DISCUSSIONS = 8
WIDE = 3
"""Voices from which on a thread is named though it is not among the hottest."""
MOST_PROBLEMS = 5
MOST_LABELS = 6
Lists = Mapping[ListName, tuple[Item, ...]]
Fixes = Mapping[int, tuple[int, ...]]


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
    window, items = snapshot.window, snapshot.items
    lists = {name: members(items, name, window) for name in ListName}
    # `Touched`: what happened in the window or was spoken about in it; other items were merely updated.
    touched = tuple(item for item in items if is_listed(item, window) or _was_discussed(item, window, bots))
    fixes = pairs.open_fixes(items, snapshot.repository, window.end)
    explanations = oddities.explain(lists, bots)
    debates = _discussions(touched, window, bots, fixes)
    areas = tuple(_area(one, touched, lists, window, fixes, explanations, bots) for one in focus)
    told_items = {item.number: told(item, window, bots) for item in items}
    changed = _changes(lists)
    improved = _improved(lists, changed)
    hit = _problems(lists, areas, window, fixes, bots)
    return Facts(
        repository=snapshot.repository,
        repository_url=snapshot.repository_url,
        window=window,
        as_of=snapshot.as_of,
        sample=snapshot.sample,
        search_only=snapshot.strategy == "search",
        items=told_items,
        lists={name: tuple(item.number for item in listed) for name, listed in lists.items()},
        receipt=snapshot.receipt,
        distinct=len({item.number for listed in lists.values() for item in listed}),
        opened_and_merged=_both(lists, ListName.PRS_OPENED, ListName.PRS_MERGED),
        opened_and_closed=_both(lists, ListName.ISSUES_OPENED, ListName.ISSUES_CLOSED),
        explanations=explanations,
        focus=areas,
        discussions=debates[:MOST_DISCUSSIONS],
        more_discussions=_more(debates),
        topics=topics(touched, bots, focus),
        changes=changed,
        problems=hit,
        activity=activity(touched, lists, window, bots),
        pairs=pairs.pairs(touched, snapshot.repository, window.end),
        watch=watch(told_items, areas, hit, debates[:MOST_DISCUSSIONS]),
        follow_ups=follow_ups(items, since or {}, window, bots),
        releases=tuple(release for release in snapshot.releases if release.published_at in window),
        people=_people(touched),
        gists=_gists(touched),
        notes=_notes(lists[ListName.PRS_MERGED]),
        improved=improved,
        measurements=_measurements(touched, improved),
        issue_labels=_labels(lists[ListName.ISSUES_OPENED]),
        degraded=snapshot.degraded,
    )


def _was_discussed(item: Item, window: Window, bots: tuple[str, ...]) -> bool:
    return any(one.at in window and is_voice(one, bots) for one in said(item))


def _both(lists: Lists, one: ListName, other: ListName) -> tuple[int, ...]:
    return tuple(sorted({item.number for item in lists[one]} & {item.number for item in lists[other]}))


def _discussions(items: Iterable[Item], window: Window, bots: tuple[str, ...], fixes: Fixes) -> tuple[Discussion, ...]:
    """The hottest, ties by number."""
    found = (discuss(item, window, bots, fixes.get(item.number, ())) for item in items)
    hot = sorted((one for one in found if one is not None), key=lambda one: (-one.heat, one.number))
    return tuple(hot)


def _more(debates: tuple[Discussion, ...]) -> tuple[int, ...]:
    wide = (one.number for one in debates[MOST_DISCUSSIONS:] if one.voices >= WIDE)
    return tuple(islice(wide, MOST_DISCUSSIONS))


def _changes(lists: Lists) -> tuple[Change, ...]:
    """What one must act on first; then the newest merge first."""
    order = list(Effect)
    found = [change for item in lists[ListName.PRS_MERGED] for change in changes(item)]
    return tuple(sorted(found, key=lambda one: order.index(one.effect)))


def _problems(
    lists: Lists, areas: Iterable[FocusFacts], window: Window, fixes: Fixes, bots: tuple[str, ...]
) -> tuple[Problem, ...]:
    """New bugs outside the focus that tell of wrong results, or have a way round."""
    elsewhere = {one.number for area in areas for one in area.matched}
    bugs = [item for item in lists[ListName.ISSUES_OPENED] if is_bug(item) and item.number not in elsewhere]
    found = [problem(item, window.end, fixes, bots) for item in bugs if state_at(item, window.end).is_open]
    return tuple(one for one in found if one.wrong_result or one.workaround)[:MOST_PROBLEMS]


def _area(
    focus: Focus,
    touched: tuple[Item, ...],
    lists: Lists,
    window: Window,
    fixes: Fixes,
    explanations: Iterable[Explanation],
    bots: tuple[str, ...],
) -> FocusFacts:
    """Each matching item once in ``matched`` and in one of the groups."""
    matched = matches(touched, focus)
    numbers = {one.number for one in matched}
    swept = {number for one in explanations if one.oddity is Oddity.STALE_SWEEP for number in one.numbers}
    groups = _grouped(touched, matched, window, swept)
    listed = {item.number for members_ in lists.values() for item in members_}
    return FocusFacts(
        name=focus.name,
        matched=matched,
        counts={name: sum(item.number in numbers for item in listed_) for name, listed_ in lists.items()},
        discussed=len(numbers - listed),
        problems=_worst_first(problem(item, window.end, fixes, bots) for item in groups["problems"]),
        merged=tuple(item.number for item in groups["merged"]),
        open_pulls=tuple(_row(item, window, bots) for item in groups["open_pulls"]),
        others=tuple(item.number for item in groups["others"]),
        doubtful=tuple(item.number for item in groups["doubtful"]),
    )


def _grouped(
    items: Iterable[Item], matched: Iterable[Matched], window: Window, swept: set[int]
) -> dict[str, list[Item]]:
    reasons = {one.number: one for one in matched}
    groups: dict[str, list[Item]] = {name: [] for name in ("problems", "merged", "open_pulls", "others", "doubtful")}
    for item in items:
        if item.number in reasons:
            groups[_group(item, reasons[item.number], window, swept)].append(item)
    return groups


def _group(item: Item, why: Matched, window: Window, swept: set[int]) -> str:
    state = state_at(item, window.end)
    by_path_alone = all(reason.startswith("path:") for reason in why.by)
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


def _row(item: Item, window: Window, bots: tuple[str, ...]) -> Row:
    return Row(number=item.number, measured=measured(item), waiting=waiting(item, window.end, bots))


def _gists(items: Iterable[Item]) -> dict[int, Quote]:
    found = ((item.number, gist(item)) for item in items)
    return {number: told for number, told in found if told is not None}


def _notes(merged: Iterable[Item]) -> dict[int, Quote]:
    found = ((item.number, note(item)) for item in merged if changes_behaviour(item))
    return {number: told for number, told in found if told is not None}


def _improved(lists: Lists, changed: Iterable[Change]) -> tuple[int, ...]:
    """Merged work on behaviour beside what is told for its effect: fixes first, then the rest, newest first."""
    told_already = {change.number for change in changed}
    work = [i for i in lists[ListName.PRS_MERGED] if i.number not in told_already and changes_behaviour(i)]
    return tuple(item.number for item in sorted(work, key=lambda item: not is_fix(item)))


def _measurements(items: Iterable[Item], wanted: tuple[int, ...]) -> dict[int, Measurement]:
    found = (measured(item) for item in items if item.number in wanted)
    return {one.number: one for one in found if one is not None}


def _labels(issues: Iterable[Item]) -> tuple[Share, ...]:
    """How many of the new issues carry a label, the most frequent first."""
    counts = Counter(label for item in issues for label in item.labels)
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Share(login=label, count=count) for label, count in ranked[:MOST_LABELS])


def _people(items: Iterable[Item]) -> dict[str, Person]:
    """Everybody who can be named, by login."""
    found: dict[str, Person] = {}
    for item in items:
        for person in (item.author, *(one.author for one in said(item)), *filter(None, (item.merged_by,))):
            found.setdefault(person.login, person)
    return dict(sorted(found.items()))
