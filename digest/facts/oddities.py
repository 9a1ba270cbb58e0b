"""What explains an odd count: a stale bot's sweep, pull requests that were sent again or replaced."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import timedelta

from digest.facts.prose import lead
from digest.facts.values import Explanation, Oddity
from digest.facts.voices import is_bot
from digest.model import Item, ListName

SWEEP = 3
"""Closings with the label `stale` within one minute, from which on they are told as a sweep."""

RESENT = timedelta(days=3)
_DENIED = re.compile(r"(?:\b(?:not|never|if|whether|would|could)|n't)\b[^.]*$", re.I)
# Who replaces whom is in the verb; the number stands right behind it.
_BY = re.compile(
    r"\b(?:superseded by|replaced by|closing in favou?r of|closed in favou?r of|in favou?r of|moved to"
    r"|continued in|resubmitted as|"
    r"reopened as)\s+(?:pr\s+)?#(\d+)|(?:由|被)\s?#(\d+)\s?(?:代替|取代|替代)|改由\s?#(\d+)",
    re.I,
)
_SEE = re.compile(r"\b(?:wrong (?:base|branch)|opened again|sent again|new pr|moved|redone)\b[^#]{0,60}#(\d+)", re.I)
"""Words of the author alone: anybody else's "see #1" need not be about what replaces it."""
_OF = re.compile(
    r"\b(?:supersedes|replaces|takes? over(?: from)?|successor of|carries on|continues|resubmits"
    r"|re-?opens?)\s+(?:pr\s+)?#(\d+)"
    r"|(?:代替|取代|替代)\s?#(\d+)",
    re.I,
)


def explain(
    lists: Mapping[ListName, tuple[Item, ...]], bots: tuple[str, ...] = (), fixed: frozenset[int] = frozenset()
) -> tuple[Explanation, ...]:
    """In the lists' order, each item at most once. ``fixed`` are issues that a merged pull request closes."""
    closed_prs = lists[ListName.PRS_CLOSED_UNMERGED]
    swept = [*sweeps(ListName.ISSUES_CLOSED, lists[ListName.ISSUES_CLOSED], bots, fixed)]
    swept += sweeps(ListName.PRS_CLOSED_UNMERGED, closed_prs, bots)
    explained = {number for one in swept for number in one.numbers}
    rest = [item for item in closed_prs if item.number not in explained]
    newer = (*lists[ListName.PRS_OPENED], *lists[ListName.PRS_MERGED])
    pairs = replacements(rest, newer)
    return (*swept, *_replaced(pairs), *_closed(rest, pairs))


def sweeps(
    name: ListName, items: Iterable[Item], bots: tuple[str, ...], fixed: frozenset[int] = frozenset()
) -> tuple[Explanation, ...]:
    """Members of a list that carry `stale` and were closed by a bot, but not as completed, nor by a merge (``fixed``).

    Where it is not known who closed them, many within one minute count as a sweep.
    """
    minutes: dict[object, list[int]] = defaultdict(list)
    swept: list[int] = []
    for item in items:
        stale = "stale" in (label.lower() for label in item.labels)
        if not stale or item.closed_at is None or item.state_reason == "COMPLETED" or item.number in fixed:
            continue
        if item.closing is None:
            minutes[item.closed_at.replace(second=0)].append(item.number)
        elif is_bot(item.closing.by, bots):
            swept.append(item.number)
    swept += [number for group in minutes.values() if len(group) >= SWEEP for number in group]
    return (Explanation(name=name, oddity=Oddity.STALE_SWEEP, numbers=tuple(sorted(swept))),) if swept else ()


def replacements(old: Iterable[Item], new: Iterable[Item]) -> tuple[tuple[Item, Item], ...]:
    """Pairs (closed pull request, the one in its place), by a reference in words or by author and title."""
    later = sorted({item.number: item for item in new}.values(), key=lambda item: item.number)
    replaced = {item.number: _named(_OF, item.body) for item in later}
    found = ((item, _successor(item, later, replaced)) for item in old)
    return tuple((item, successor) for item, successor in found if successor is not None)


def _successor(item: Item, later: list[Item], replaced: Mapping[int, frozenset[int]]) -> Item | None:
    told = (item.body, *(comment.body for comment in item.comments))
    successors = frozenset().union(*(_named(_BY, text) for text in told))
    own = (item.body, *(comment.body for comment in item.comments if comment.author == item.author))
    moved = frozenset().union(*(_named(_SEE, text) for text in own))
    for other in later:
        if other.number == item.number:
            continue
        resent = _same_title(item, other) or other.number in moved
        resent = resent and other.author == item.author and _soon_after(item, other)
        if other.number in successors or item.number in replaced[other.number] or resent:
            return other
    return None


def _soon_after(item: Item, other: Item) -> bool:
    """Sent within days of the closing: titles like "Update README.md" come back for other reasons later."""
    if item.closed_at is None or other.number < item.number:
        return False
    return abs(other.created_at - item.closed_at) < RESENT


def _named(pattern: re.Pattern[str], text: str) -> frozenset[int]:
    found = (match for match in pattern.finditer(text) if not _DENIED.search(lead(match, 30)))
    return frozenset(int(next(filter(None, match.groups()))) for match in found)


def _same_title(one: Item, other: Item) -> bool:
    return one.title.casefold().split() == other.title.casefold().split()


def _replaced(pairs: tuple[tuple[Item, Item], ...]) -> tuple[Explanation, ...]:
    by_author = tuple((a.number, b.number) for a, b in pairs if a.author == b.author)
    by_others = tuple((a.number, b.number) for a, b in pairs if a.author != b.author)
    groups = ((Oddity.RESUBMITTED, by_author), (Oddity.SUPERSEDED, by_others))
    return tuple(_explanation(oddity, sorted(group)) for oddity, group in groups if group)


def _explanation(oddity: Oddity, pairs: list[tuple[int, int]]) -> Explanation:
    numbers = tuple(old for old, _ in pairs)
    return Explanation(name=ListName.PRS_CLOSED_UNMERGED, oddity=oddity, numbers=numbers, pairs=tuple(pairs))


def _closed(old: list[Item], pairs: tuple[tuple[Item, Item], ...]) -> tuple[Explanation, ...]:
    """The rest by who closed it: its own author, or somebody else. Where that is not known nothing is said."""
    replaced = {item.number for item, _ in pairs}
    rest = [item for item in old if item.number not in replaced and item.closing]
    own = [item.number for item in rest if item.closing and item.closing.by == item.author]
    groups = ((Oddity.WITHDRAWN, own), (Oddity.BY_OTHERS, [i.number for i in rest if i.number not in own]))
    name = ListName.PRS_CLOSED_UNMERGED
    return tuple(Explanation(name=name, oddity=oddity, numbers=tuple(sorted(of))) for oddity, of in groups if of)
