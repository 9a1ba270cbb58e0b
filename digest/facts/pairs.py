"""Issues and the pull requests that close them, by GitHub's own references, from either side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from digest.facts.states import state_at
from digest.facts.values import Pair, State
from digest.model import Item, RepositoryName


def links(items: Iterable[Item], repository: RepositoryName) -> tuple[tuple[int, int], ...]:
    """(issue, pull request) for each closing reference inside the repository, with whichever side it was fetched."""
    here = str(repository).casefold()
    found: set[tuple[int, int]] = set()
    for item in items:
        found |= {(ref.number, item.number) for ref in item.closes if ref.repository.casefold() == here}
        found |= {(item.number, ref.number) for ref in item.closed_by if ref.repository.casefold() == here}
    return tuple(sorted(found))


def open_fixes(items: Iterable[Item], repository: RepositoryName, end: datetime) -> dict[int, tuple[int, ...]]:
    """For each issue, the pull requests in hand that were open at ``end`` and would close it."""
    by_number = {item.number: item for item in items}
    fixes: dict[int, list[int]] = defaultdict(list)
    for issue, pull in links(by_number.values(), repository):
        if pull in by_number and state_at(by_number[pull], end).is_open:
            fixes[issue].append(pull)
    return {issue: tuple(pulls) for issue, pulls in fixes.items()}


def pairs(items: Iterable[Item], repository: RepositoryName, end: datetime) -> tuple[Pair, ...]:
    """Links of which both sides are in hand."""
    by_number = {item.number: item for item in items}
    return tuple(
        Pair(issue=issue, pull=pull, merged=state_at(by_number[pull], end) is State.MERGED)
        for issue, pull in links(by_number.values(), repository)
        if issue in by_number and pull in by_number
    )
