"""Search for issues and pull requests, as GitHub's index answers.

Syntax: https://docs.github.com/en/search-github/getting-started-with-searching-on-github/understanding-the-search-syntax
and https://docs.github.com/en/search-github/searching-on-github/searching-issues-and-pull-requests. Ranges ``A..B``
include both ends, to the second; a date without a time is the whole day, in UTC; a time without a zone is UTC. At most
1,000 results can be reached, whatever ``issueCount`` says
(https://docs.github.com/en/rest/search/search#about-search, which holds for GraphQL too).

The index lags: nothing of the last `World.search_lag` is in it. An item that was closed within it is still found as
open, though the nodes themselves are read from the database and show it closed.

A qualifier that is not served here is an error of the query, so that a test never passes on a filter that did nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tests.github_stub.entities import Item, PullRequest
from tests.github_stub.errors import Typed
from tests.github_stub.world import World

REACHABLE = 1000

_TOKEN = re.compile(r'(?P<minus>-?)(?:(?P<key>[a-z-]+):)?(?P<value>"[^"]*"|\S+)')
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_SECOND = timedelta(seconds=1)


@dataclass(frozen=True)
class Indexed:
    """An item as the index knows it."""

    item: Item
    created: datetime
    updated: datetime
    closed: datetime | None
    merged: datetime | None

    @property
    def is_pull(self) -> bool:
        return isinstance(self.item, PullRequest)


Test = Callable[[Indexed], bool]


def search(world: World, query: str) -> list[Item]:
    """All results, the newest created first unless the query sorts them. Raises Typed for an unknown qualifier."""
    places: list[Test] = []
    tests: list[Test] = []
    order = ("created", True)
    for token in _TOKEN.finditer(query):
        key, value = token["key"], token["value"].strip('"')
        if key == "sort":
            order = _order(value)
        elif key == "repo" and not token["minus"]:
            places.append(_in_repository(value))
        else:
            tests.append(_negated(token["minus"], _test(key, value)))
    found = [entry for entry in _index(world) if all(test(entry) for test in tests)]
    if places:
        found = [entry for entry in found if any(place(entry) for place in places)]
    return [entry.item for entry in _sorted(found, *order)]


def _index(world: World) -> Iterator[Indexed]:
    horizon = world.now - world.search_lag
    for repository in world.repositories.values():
        if repository.forbidden:
            continue
        for item in (*repository.issues.values(), *repository.pull_requests.values()):
            if item.created_at <= horizon and not item.hidden_from_search:
                yield _as_indexed(item, horizon)


def _as_indexed(item: Item, horizon: datetime) -> Indexed:
    def known(at: datetime | None) -> datetime | None:
        return at if at and at <= horizon else None

    updated = known(item.updated_at) or max(
        [item.created_at, *(at for entry in item.timeline() if (at := known(entry.created_at)))]
    )
    merged = item.merged_at if isinstance(item, PullRequest) else None
    return Indexed(item, item.created_at, updated, known(item.closed_at), known(merged))


def _sorted(found: list[Indexed], by: str, descending: bool) -> list[Indexed]:
    def key(entry: Indexed) -> tuple[datetime | int, int]:
        value = len(entry.item.comments) if by == "comments" else getattr(entry, by)
        return value, entry.item.database_id

    return sorted(found, key=key, reverse=descending)


def _order(value: str) -> tuple[str, bool]:
    by, _, direction = value.partition("-")
    if by not in ("created", "updated", "comments") or direction not in ("", "asc", "desc"):
        raise _unsupported(f"sort:{value}")
    return by, direction != "asc"


def _negated(minus: str, test: Test) -> Test:
    return (lambda entry: not test(entry)) if minus else test


def _in_repository(name: str) -> Test:
    return lambda entry: entry.item.repository.name_with_owner.lower() == name.lower()


def _test(key: str | None, value: str) -> Test:
    if key is None:
        return lambda entry: value.lower() in f"{entry.item.title}\n{entry.item.body}".lower()
    if key in ("is", "type", "state"):
        return _states(key, value)
    if key in ("created", "updated", "closed", "merged"):
        return _dates(key, value)
    if key == "label":
        return lambda entry: value.lower() in {label.name.lower() for label in entry.item.labels}
    if key == "author":
        login = value.removeprefix("app/").lower()
        return lambda entry: entry.item.author is not None and entry.item.author.login.lower() == login
    if key == "repo":
        return _in_repository(value)
    raise _unsupported(f"{key}:{value}")


_STATES: dict[str, Test] = {
    "issue": lambda entry: not entry.is_pull,
    "pr": lambda entry: entry.is_pull,
    "open": lambda entry: entry.closed is None,
    "closed": lambda entry: entry.closed is not None,
    "merged": lambda entry: entry.merged is not None,
    "unmerged": lambda entry: entry.is_pull and entry.merged is None,
    "draft": lambda entry: isinstance(entry.item, PullRequest) and entry.item.is_draft,
    "public": lambda entry: not entry.item.repository.is_private,
    "private": lambda entry: entry.item.repository.is_private,
    "locked": lambda entry: entry.item.locked,
}
_STATES["pull-request"] = _STATES["pr"]


def _states(key: str, value: str) -> Test:
    if value not in _STATES:
        raise _unsupported(f"{key}:{value}")
    return _STATES[value]


def _dates(key: str, value: str) -> Test:
    low, high = _range(value)

    def within(entry: Indexed) -> bool:
        at: datetime | None = getattr(entry, key)
        return at is not None and (low is None or at >= low) and (high is None or at <= high)

    return within


def _range(value: str) -> tuple[datetime | None, datetime | None]:
    """Both ends included."""
    if ".." in value:
        low, _, high = value.partition("..")
        return (None if low == "*" else _ends(low)[0]), (None if high == "*" else _ends(high)[1])
    for sign in (">=", "<=", ">", "<"):
        if value.startswith(sign):
            first, last = _ends(value.removeprefix(sign))
            return {">=": (first, None), "<=": (None, last), ">": (last + _SECOND, None), "<": (None, first - _SECOND)}[
                sign
            ]
    return _ends(value)


def _ends(text: str) -> tuple[datetime, datetime]:
    """The first and the last second that a date or a time stands for."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise _unsupported(text) from None
    at = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    last = at + timedelta(days=1) - _SECOND if _DAY.fullmatch(text) else at
    return at, last


def _unsupported(what: str) -> Typed:
    return Typed("UNSUPPORTED_SEARCH", f"This GitHub does not know how to search for `{what}`.")
