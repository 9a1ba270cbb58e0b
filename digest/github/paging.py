"""Pages whose size follows what GitHub can bear: halved when it was too much, slowly larger again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from digest.errors import Unreachable
from digest.github.answers import Heavy, Reply
from digest.github.client import Client

LARGEST = 100
"""GitHub gives no more in one page."""
GROWTH = 10
"""Growth by addition, shrinking by halves: what was too heavy a moment ago is not tried again at once."""


@dataclass
class Size:
    """How much the next page asks for."""

    now: int = LARGEST
    largest: int = LARGEST

    def shrink(self) -> None:
        self.now = max(1, self.now // 2)

    def grow(self) -> None:
        self.now = min(self.largest, self.now + GROWTH)


async def ask_page(client: Client, query: str, variables: Mapping[str, Any], size: Size) -> Reply:
    """One page, in variable ``first``, as large as goes. Raises a RemoteError if not even one entry can be had."""
    while True:
        try:
            reply = await client.ask(query, {**variables, "first": size.now}, divisible=size.now > 1)
        except Heavy as heavy:
            size.shrink()
            client.progress.warn(f"GitHub: {heavy.reason}; asking for {size.now} at a time")
        else:
            size.grow()
            return reply


def forward(cursor: str | None, last: str | None) -> str:
    """The cursor of the next page. Raises Unreachable instead of asking for the same page for ever."""
    if not cursor or cursor == last:
        raise Unreachable("GitHub's list does not go on where it says that there is more; try again later")
    return cursor
