"""Connections: pages of 100 at most, with opaque cursors in both directions.

Bounds and their errors: https://docs.github.com/en/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api
and https://docs.github.com/en/graphql/guides/using-pagination-in-the-graphql-api. A missing bound is an error of the
field, not of the document (``MISSING_PAGINATION_BOUNDARIES`` with the connection's path), and only where more than a
count is asked for.

Two kinds of cursors. Connections of the database page by key: the cursor names a place in the order (value and id), so
an item that moves to the front while a client pages is missed by the pages behind it. Search pages by offset: its
cursor is the base64 of ``cursor:100``, so items shift under it.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphql import FieldNode, FragmentSpreadNode, GraphQLResolveInfo, InlineFragmentNode, SelectionSetNode

from tests.github_stub.errors import Typed

PAGE_LIMIT = 100
COUNTS = frozenset(
    {
        "totalCount",
        "issueCount",
        "repositoryCount",
        "userCount",
        "discussionCount",
        "codeCount",
        "wikiCount",
        "filteredCount",
    }
)

Key = tuple[Any, ...]
Resolver = Callable[..., Any]
Info = GraphQLResolveInfo[Any]


@dataclass
class Edge:
    node: Any
    cursor: str


@dataclass
class PageInfo:
    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


@dataclass
class Connection:
    """One page, and what stands around it."""

    total_count: int
    edges: list[Edge]
    page_info: PageInfo
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def nodes(self) -> list[Any]:
        return [edge.node for edge in self.edges]

    @property
    def issue_count(self) -> int:
        return self.total_count

    @property
    def filtered_count(self) -> int:
        return self.total_count

    @property
    def page_count(self) -> int:
        return len(self.edges)


def by_position(items: Sequence[Any]) -> Callable[[Any], Key]:
    """A key for what has no order but its own: the place at which it stands."""
    places = {id(item): place for place, item in enumerate(items)}
    return lambda item: (places[id(item)],)


def keyset(
    info: Info,
    arguments: dict[str, Any],
    items: Iterable[Any],
    key: Callable[[Any], Key] | None = None,
    descending: bool = False,
) -> Connection:
    """The asked page of ``items`` in the order of ``key``."""
    listed = list(items)
    key = key or by_position(listed)
    listed.sort(key=key, reverse=descending)
    total = len(listed)
    start, end = 0, total
    if arguments.get("after"):
        start = _beyond(listed, key, _decode(arguments["after"]), descending, inclusive=False)
    if arguments.get("before"):
        end = _beyond(listed, key, _decode(arguments["before"]), descending, inclusive=True)
    return _page(info, arguments, listed, start, max(start, end), lambda item, _: _encode(key(item)))


_ORDERS: dict[str, Callable[[Any], Any]] = {
    "CREATED_AT": lambda item: item.created_at,
    "UPDATED_AT": lambda item: item.updated_at,
    "COMMENTS": lambda item: len(item.comments),
}


def ordered(info: Info, asked: dict[str, Any], items: list[Any]) -> Connection:
    """In the order of ``orderBy``, ties by id; without it, the oldest first."""
    order = asked.pop("orderBy", None) or {"field": "CREATED_AT", "direction": "ASC"}
    value = _ORDERS[order["field"]]
    return keyset(info, asked, items, lambda item: (value(item), item.database_id), order["direction"] == "DESC")


def offset(info: Info, arguments: dict[str, Any], items: Sequence[Any], reachable: int) -> Connection:
    """The asked page of a search, of which only the first ``reachable`` results can be had."""
    end = min(len(items), reachable)
    start = min(_offset(arguments["after"]), end) if arguments.get("after") else 0
    if arguments.get("before"):
        end = max(start, min(end, _offset(arguments["before"]) - 1))
    return _page(info, arguments, items, start, end, lambda _, place: _to_text(f"cursor:{place + 1}"), limit=reachable)


def _page(
    info: Info,
    arguments: dict[str, Any],
    items: Sequence[Any],
    start: int,
    end: int,
    cursor: Callable[[Any, int], str],
    limit: int | None = None,
) -> Connection:
    first, last = bounds(info, arguments)
    stop = len(items) if limit is None else min(len(items), limit)
    if first is not None:
        end = min(end, start + first)
    if last is not None:
        start = max(start, end - last)
    edges = [Edge(items[place], cursor(items[place], place)) for place in range(start, end)]
    ends = (edges[0].cursor, edges[-1].cursor) if edges else (None, None)
    return Connection(len(items), edges, PageInfo(end < stop, start > 0, *ends))


def bounds(info: Info, arguments: dict[str, Any]) -> tuple[int | None, int | None]:
    """``first`` and ``last``, checked as GitHub checks them. A connection asked for its count alone needs neither."""
    first, last = arguments.get("first"), arguments.get("last")
    name = info.field_name
    if first is None and last is None:
        if _selected(info) - COUNTS:
            message = f"You must provide a `first` or `last` value to properly paginate the `{name}` connection."
            raise Typed("MISSING_PAGINATION_BOUNDARIES", message)
        return 0, None
    for bound, value in (("first", first), ("last", last)):
        if value is not None and value > PAGE_LIMIT:
            message = (
                f"Requesting {value} records on the `{name}` connection exceeds the `{bound}` limit of 100 records."
            )
            raise Typed("EXCESSIVE_PAGINATION", message)
        if value is not None and value < 1:
            message = f"`{bound}` on the `{name}` connection cannot be less than one."
            raise Typed("INVALID_PAGINATION_BOUNDARIES", message)
    return first, last


def _selected(info: Info) -> set[str]:
    chosen: set[str] = set()
    for node in info.field_nodes:
        chosen |= _names(node.selection_set, info)
    return chosen - {"__typename"}


def _names(selection: SelectionSetNode | None, info: Info) -> set[str]:
    names: set[str] = set()
    for node in selection.selections if selection else ():
        if isinstance(node, FieldNode):
            names.add(node.name.value)
        elif isinstance(node, FragmentSpreadNode):
            names |= _names(info.fragments[node.name.value].selection_set, info)
        elif isinstance(node, InlineFragmentNode):
            names |= _names(node.selection_set, info)
    return names


def _beyond(items: list[Any], key: Callable[[Any], Key], at: Key, descending: bool, *, inclusive: bool) -> int:
    """The first place past the cursor's, or for ``inclusive`` the place of it."""
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        here = _plain(key(items[middle]))
        before = here > at if descending else here < at
        if before or (not inclusive and here == at):
            low = middle + 1
        else:
            high = middle
    return low


def _plain(key: Key) -> Key:
    return tuple(part.isoformat() if isinstance(part, datetime) else part for part in key)


def _encode(key: Key) -> str:
    return _to_text("cursor:v2:" + json.dumps(_plain(key)))


def _decode(cursor: str) -> Key:
    text = _from_text(cursor)
    if not text.startswith("cursor:v2:"):
        raise _bad_cursor(cursor)
    return tuple(json.loads(text.removeprefix("cursor:v2:")))


def _offset(cursor: str) -> int:
    text = _from_text(cursor).removeprefix("cursor:")
    if not text.isdigit():
        raise _bad_cursor(cursor)
    return int(text)


def _to_text(plain: str) -> str:
    return base64.b64encode(plain.encode()).decode()


def _from_text(cursor: str) -> str:
    try:
        return base64.b64decode(cursor, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        raise _bad_cursor(cursor) from None


def _bad_cursor(cursor: str) -> Typed:
    return Typed("INVALID_CURSOR_ARGUMENTS", f"`{cursor}` does not appear to be a valid cursor.")
