"""Who did what in the window, how long things took, and where the merged work went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from statistics import median

from digest.facts.values import Activity, Share
from digest.facts.voices import is_bot, said
from digest.model import GHOST, Item, ListName, Person
from digest.window import Window

MOST = 5
_FIRST = frozenset({"FIRST_TIME_CONTRIBUTOR", "FIRST_TIMER"})


def activity(
    items: Iterable[Item], lists: Mapping[ListName, tuple[Item, ...]], window: Window, bots: tuple[str, ...] = ()
) -> Activity:
    opened = (*lists[ListName.ISSUES_OPENED], *lists[ListName.PRS_OPENED])
    merged = lists[ListName.PRS_MERGED]
    waits = [hours for hours in (_response(item, window, bots) for item in opened) if hours is not None]
    took = [_hours(item, item.merged_at) for item in merged if item.merged_at]
    return Activity(
        opened_by=_shares((item.author for item in lists[ListName.PRS_OPENED]), bots),
        merged_for=_shares((item.author for item in merged), bots),
        merged_by=_shares((item.merged_by for item in merged if item.merged_by), bots),
        reviewed_by=_shares(_reviewers(items, window), bots),
        first_timers=_first_timers(lists[ListName.PRS_OPENED]),
        authors=len({i.author.login for i in opened if not is_bot(i.author, bots) and i.author != GHOST}),
        bots=_ranked(Counter(item.author.login for item in opened if is_bot(item.author, bots))),
        median_merge_hours=_median(took),
        median_response_hours=_median(waits),
        answered=len(waits),
        merged_lines=sum(item.additions + item.deletions for item in merged),
        areas=_ranked(Counter(area for item in merged for area in areas(item))),
    )


def _first_timers(opened: Iterable[Item]) -> tuple[tuple[str, int], ...]:
    """Each once, with the first of their pull requests in the window, as GitHub's association states it.

    One that was closed unmerged brought nobody in: advertising ends so.
    """
    theirs = [item for item in opened if item.association in _FIRST and not _is_rejected(item)]
    first: dict[str, int] = {}
    for item in sorted(theirs, key=lambda one: one.number):
        first.setdefault(item.author.login, item.number)
    return tuple(first.items())


def _is_rejected(item: Item) -> bool:
    return item.closed_at is not None and item.merged_at is None


def areas(item: Item) -> frozenset[str]:
    """Where a change went: the first two folders of each path, one file of the root as itself."""
    return frozenset("/".join(file.path.split("/")[:2][: max(1, file.path.count("/"))]) for file in item.files)


def _shares(people: Iterable[Person], bots: tuple[str, ...]) -> tuple[Share, ...]:
    return _ranked(Counter(person.login for person in people if not is_bot(person, bots)))[:MOST]


def _ranked(counts: Counter[str]) -> tuple[Share, ...]:
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0].casefold()))
    return tuple(Share(login=login, count=count) for login, count in ranked[: 2 * MOST])


def _reviewers(items: Iterable[Item], window: Window) -> Iterator[Person]:
    """Each reviewer once for each pull request that they reviewed in the window; nobody reviews their own."""
    for item in items:
        yield from {
            r.author.login: r.author for r in item.reviews if r.submitted_at in window and r.author != item.author
        }.values()


def _response(item: Item, window: Window, bots: tuple[str, ...]) -> float | None:
    """Hours until the first word of a person who is not its author, within the window. None without one."""
    for one in said(item):
        if one.at in window and one.author.login != item.author.login and not is_bot(one.author, bots):
            return _hours(item, one.at)
    return None


def _hours(item: Item, moment: datetime) -> float:
    return (moment - item.created_at).total_seconds() / 3600


def _median(values: list[float]) -> float | None:
    return round(median(values), 1) if values else None
