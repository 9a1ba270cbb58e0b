"""Which item of a run has to wait for the day before it: a report looks after what that one told its readers to watch.

Only the fetch of a day has to be over for the next one to begin: what is to be watched is known then. The pages of one
repository's days are written side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from digest.facts.followups import MEMORY
from handler.many.order import Options
from handler.many.run import Run

LONGEST = timedelta(minutes=1)
PATIENCE = 90
"""Waits after which an item begins without the day before it: an hour and a half, longer than GitHub's limit holds."""
TRIED_AGAIN = frozenset({"Unfinished", "Unreachable", "RemoteError"})
"""What the state machine tries again: an item that failed so may still be done (infra/map.asl.yml)."""


def before(items: Iterable[Options]) -> tuple[str, ...]:
    """For each item the date of its repository's day before it in the list, where that still is remembered, or nothing.

    The items are in the order of their dates.
    """
    last: dict[str, str] = {}
    found = []
    for item in items:
        repository, on = str(item["repository"]), str(item["date"])
        earlier = last.get(repository, "")
        near = bool(earlier) and date.fromisoformat(on) - date.fromisoformat(earlier) <= MEMORY
        found.append(earlier if near else "")
        last[repository] = on
    return tuple(found)


@dataclass(frozen=True)
class Queue:
    """``is_fetched`` tells whether what a day's report tells to watch is known."""

    run: Run
    is_fetched: Callable[[Options], bool]

    def wait(self, item: Options, row: Mapping[str, object], waits: int) -> timedelta | None:
        """How long the item has to wait once more, having waited so often; None where it may begin."""
        earlier = str(row.get("before") or "")
        if not earlier or waits >= PATIENCE or self._may_follow({**item, "date": earlier}):
            return None
        return min(LONGEST, timedelta(seconds=2 * 2**waits))

    def _may_follow(self, earlier: Options) -> bool:
        return self.is_fetched(earlier) or self.run.is_over(earlier, TRIED_AGAIN)
