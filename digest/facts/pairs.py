"""Issues and the pull requests that close them, by GitHub's own references, from either side."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from digest.facts.prose import lead
from digest.facts.states import state_at
from digest.facts.values import Pair, State
from digest.model import Item, RepositoryName

_NUMBER = re.compile(
    r"(?<![\w/&])#(?P<short>\d{1,9})\b|(?P<home>https?://[^\s()<>\[\]]{1,100}?)/(?:issues|pull)/(?P<linked>\d{1,9})\b"
)
_UNRELATED = re.compile(
    r"\b(?:un|not )related\b|\bno fix for\b|\bindependent of\b|\bnot (?:caused"
    r"|because)\b[^.]*$",
    re.I,
)
_UNRELATED_AFTER = re.compile(
    r"^[^.;!?。；]{0,60}\b(?:(?:no fix for|does not fix) (?:it|that|this)|(?:is|are) (?:un|not )related)\b",
    re.I,
)


def links(items: Iterable[Item], repository: RepositoryName) -> tuple[tuple[int, int], ...]:
    """(issue, pull request) for each closing reference inside the repository, with whichever side it was fetched."""
    here = str(repository).casefold()
    found: set[tuple[int, int]] = set()
    for item in items:
        found |= {(ref.number, item.number) for ref in item.closes if ref.repository.casefold() == here}
        found |= {(item.number, ref.number) for ref in item.closed_by if ref.repository.casefold() == here}
    return tuple(sorted(found))


@dataclass(frozen=True)
class Related:
    """Pull requests in hand, open at the window's end, that have to do with an item.

    ``fixes`` would close it, by GitHub's reference. ``mentions`` only speak of it: they need not fix it, but one cannot
    say then that nothing is on its way.
    """

    fixes: tuple[int, ...] = ()
    mentions: tuple[Item, ...] = ()
    linked: bool = False
    """GitHub links a pull request to it that was not fetched: whether that is open is not known."""


NONE = Related()


def related(items: Iterable[Item], repository: RepositoryName, end: datetime) -> Mapping[int, Related]:
    """By the number of the item that they have to do with."""
    by_number = {item.number: item for item in items}
    pulls = [item for item in by_number.values() if item.is_pull and state_at(item, end).is_open]
    opened = {item.number for item in pulls}
    fixes: dict[int, list[int]] = defaultdict(list)
    for issue, pull in links(by_number.values(), repository):
        if pull in opened:
            fixes[issue].append(pull)
    mentions: dict[int, list[Item]] = defaultdict(list)
    for item in pulls:
        for number in sorted(named_by(item)):
            if item.number not in fixes[number]:
                mentions[number].append(item)
    unknown = {issue for issue, pull in links(by_number.values(), repository) if pull not in by_number}
    return {
        n: Related(tuple(fixes[n]), tuple(mentions[n]), n in unknown) for n in fixes.keys() | mentions.keys() | unknown
    }


def pairs(items: Iterable[Item], repository: RepositoryName, end: datetime) -> tuple[Pair, ...]:
    """Links of which both sides are in hand."""
    by_number = {item.number: item for item in items}
    return tuple(
        Pair(issue=issue, pull=pull, merged=state_at(by_number[pull], end) is State.MERGED)
        for issue, pull in links(by_number.values(), repository)
        if issue in by_number and pull in by_number
    )


def numbers_in(text: str, home: str) -> set[int]:
    """The items that a text names, as `#N` or by their address below ``home``, but not as unrelated ones."""
    found: set[int] = set()
    for match in _NUMBER.finditer(text):
        number = int(match["short"] or (match["linked"] if match["home"] == home else 0))
        if number and number not in found and not _is_unrelated(text, match):
            found.add(number)
    return found


def _is_unrelated(text: str, match: re.Match[str]) -> bool:
    after = text[match.end() : match.end() + 100]
    return bool(_UNRELATED.search(lead(match, 40)) or _UNRELATED_AFTER.search(after))


def home(item: Item) -> str:
    """The repository's address, from the item's own."""
    return item.url.rsplit("/", 2)[0]


def named_by(item: Item) -> frozenset[int]:
    """The items that an item's own title and body name."""
    return frozenset(numbers_in(f"{item.title}\n{item.body}", home(item)) - {item.number})
