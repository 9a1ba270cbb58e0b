"""What did not come with an item at once: older comments, reviews and threads of the window, more files.

Backwards only as far as the window reaches: what is older is another day's news. Threads on lines have no order by
their newest comment, so all of them are looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from digest.github import parse, queries
from digest.github.answers import Heavy
from digest.github.client import Client
from digest.github.parse import Node
from digest.github.plan import REPLIES, Depth
from digest.window import Window

PAGE = 50
MOST = 1_000
"""Entries of one connection that are read at most: GitHub itself shows no more than 3,000 files of a pull request."""


@dataclass(frozen=True)
class Whole:
    """A node with its connections topped up, and whether that succeeded for all of them."""

    node: Node
    complete: bool = True


@dataclass(frozen=True)
class TopUp:
    """Completes the nodes of one depth."""

    client: Client
    window: Window
    depth: Depth

    async def complete(self, node: Node) -> Whole:
        """The node with all that its depth promises. Raises a RemoteError if a page cannot be had."""
        whole = Whole(node)
        for name in ("files", "closingIssuesReferences", "closedByPullRequestsReferences"):
            whole = await self._top_up(whole, name, _forward)
        if self.depth == "thread":
            whole = await self._top_up(whole, "comments", self._back_to("createdAt"))
            whole = await self._top_up(whole, "reviews", self._back_to("submittedAt"))
            whole = await self._top_up(whole, "reviewThreads", _backward)
            whole = await self._replies(whole)
        return whole

    async def _top_up(self, whole: Whole, name: str, next_cursor: Callable[[Node], str | None]) -> Whole:
        connection = whole.node.get(name)
        if connection is None:
            return whole
        grown, complete = await self._grown(whole.node, name, connection, next_cursor)
        return Whole({**whole.node, name: grown}, whole.complete and complete)

    async def _grown(
        self, node: Node, name: str, connection: Node, next_cursor: Callable[[Node], str | None]
    ) -> tuple[Node, bool]:
        kept, size = connection, PAGE
        while (cursor := next_cursor(kept)) is not None:
            if len(kept["nodes"] or ()) >= MOST:
                return kept, False
            try:
                page = await self._page(node, name, cursor, size)
            except Heavy:
                size = max(1, size // 2)
                continue
            if page is None or _stands_still(page, cursor):
                return kept, False
            kept = _joined(kept, page)
        return kept, True

    async def _page(self, node: Node, name: str, cursor: str, size: int) -> Node | None:
        """One more page; None if the item is gone meanwhile."""
        variables: dict[str, Any] = {"id": node["id"], "size": size, "cursor": cursor}
        if name == "reviewThreads":
            variables["replies"] = REPLIES
        reply = await self.client.ask(queries.MORE[node["__typename"], name], variables, divisible=size > 1)
        owner: Node = reply.data.get("node") or {}
        return owner.get(name)

    async def _replies(self, whole: Whole) -> Whole:
        """Threads with more replies in the window than came with them."""
        connection = whole.node.get("reviewThreads")
        if connection is None:
            return whole
        threads, complete = [], whole.complete
        for thread in parse.nodes(connection):
            grown = await self._top_up(
                Whole({"__typename": "PullRequestReviewThread", **thread}), "comments", self._back_to("createdAt")
            )
            threads.append(grown.node)
            complete = complete and grown.complete
        return Whole({**whole.node, "reviewThreads": {**connection, "nodes": threads}}, complete)

    def _back_to(self, when: str) -> Callable[[Node], str | None]:
        """The next older page, as long as the oldest that came is in the window or later."""

        def cursor(connection: Node) -> str | None:
            times = [at for node in parse.nodes(connection) if (at := parse.moment(node[when]))]
            return None if times and min(times) < self.window.start else _backward(connection)

        return cursor


def _backward(connection: Node) -> str | None:
    page = connection["pageInfo"]
    return page["startCursor"] if page["hasPreviousPage"] else None


def _forward(connection: Node) -> str | None:
    page = connection["pageInfo"]
    return page["endCursor"] if page["hasNextPage"] else None


def _stands_still(page: Node, cursor: str) -> bool:
    return cursor in (page["pageInfo"].get("startCursor"), page["pageInfo"].get("endCursor"))


def _joined(kept: Node, page: Node) -> Node:
    """Both pages, in their order, with the new page's way onward."""
    older = "hasPreviousPage" in page["pageInfo"]
    both = [*(page["nodes"] or ()), *kept["nodes"]] if older else [*kept["nodes"], *(page["nodes"] or ())]
    return {"nodes": both, "pageInfo": page["pageInfo"]}
