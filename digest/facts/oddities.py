"""What explains an odd count: a stale bot's sweep, pull requests that were sent again or replaced."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from digest.facts.values import Explanation, Oddity
from digest.facts.voices import is_bot
from digest.model import Item, ListName

SWEEP = 3
"""Closings with the label `stale` within one minute, from which on they are told as a sweep."""

_REPLACED = re.compile(
    r"(?:supersed(?:es|ed by)|replac(?:es|ed by)|in favou?r of|moved to|continued in|reopened as"
    r"|resubmitted (?:as|from)|"
    r"re-?opens?|successor of|takes? over(?: from)?|carries on|代替|取代|替代|改由|重新提交)[^#\n]{0,40}#(\d+)",
    re.I,
)


def explain(lists: Mapping[ListName, tuple[Item, ...]], bots: tuple[str, ...] = ()) -> tuple[Explanation, ...]:
    """In the lists' order; each item is explained at most once."""
    closed_prs = lists[ListName.PRS_CLOSED_UNMERGED]
    swept = [*sweeps(ListName.ISSUES_CLOSED, lists[ListName.ISSUES_CLOSED], bots)]
    swept += sweeps(ListName.PRS_CLOSED_UNMERGED, closed_prs, bots)
    explained = {number for one in swept for number in one.numbers}
    rest = [item for item in closed_prs if item.number not in explained]
    newer = (*lists[ListName.PRS_OPENED], *lists[ListName.PRS_MERGED])
    return (*swept, *_replaced(rest, newer), *_withdrawn(rest, newer))


def sweeps(name: ListName, items: Iterable[Item], bots: tuple[str, ...]) -> tuple[Explanation, ...]:
    """Members of a list that carry `stale` and were closed by a bot, or many of them within one minute."""
    minutes: dict[object, list[Item]] = defaultdict(list)
    for item in items:
        if "stale" in (label.lower() for label in item.labels) and item.closed_at:
            minutes[item.closed_at.replace(second=0)].append(item)
    by_bot = {
        item.number for group in minutes.values() for item in group if item.closing and is_bot(item.closing.by, bots)
    }
    numbers = [
        item.number for group in minutes.values() for item in group if len(group) >= SWEEP or item.number in by_bot
    ]
    if not numbers:
        return ()
    return (Explanation(name=name, oddity=Oddity.STALE_SWEEP, numbers=tuple(sorted(numbers))),)


def replacements(old: Iterable[Item], new: Iterable[Item]) -> tuple[tuple[Item, Item], ...]:
    """Pairs (closed pull request, the one in its place), by a reference in words or by author and title."""
    new = sorted({item.number: item for item in new}.values(), key=lambda item: item.number)
    found = ((item, _successor(item, new)) for item in old)
    return tuple((item, successor) for item, successor in found if successor is not None)


def _successor(item: Item, new: list[Item]) -> Item | None:
    said = {int(number) for text in (item.body, *(c.body for c in item.comments)) for number in _REPLACED.findall(text)}
    for other in new:
        if other.number == item.number:
            continue
        points_back = item.number in {int(number) for number in _REPLACED.findall(other.body)}
        resent = other.number > item.number and other.author == item.author and _same_title(item, other)
        if other.number in said or points_back or resent:
            return other
    return None


def _same_title(one: Item, other: Item) -> bool:
    return one.title.casefold().split() == other.title.casefold().split()


def _replaced(old: list[Item], new: tuple[Item, ...]) -> tuple[Explanation, ...]:
    pairs = replacements(old, new)
    by_author = tuple((a.number, b.number) for a, b in pairs if a.author == b.author)
    by_others = tuple((a.number, b.number) for a, b in pairs if a.author != b.author)
    groups = ((Oddity.RESUBMITTED, by_author), (Oddity.SUPERSEDED, by_others))
    return tuple(_explanation(oddity, sorted(group)) for oddity, group in groups if group)


def _explanation(oddity: Oddity, pairs: list[tuple[int, int]]) -> Explanation:
    numbers = tuple(old for old, _ in pairs)
    return Explanation(name=ListName.PRS_CLOSED_UNMERGED, oddity=oddity, numbers=numbers, pairs=tuple(pairs))


def _withdrawn(old: list[Item], new: tuple[Item, ...]) -> tuple[Explanation, ...]:
    replaced = {item.number for item, _ in replacements(old, new)}
    own = [i.number for i in old if i.number not in replaced and i.closing and i.closing.by == i.author]
    if not own:
        return ()
    return (Explanation(name=ListName.PRS_CLOSED_UNMERGED, oddity=Oddity.WITHDRAWN, numbers=tuple(sorted(own))),)
