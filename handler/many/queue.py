"""Which item of a run has to wait for the day before it: a report looks after what that one told its readers to watch.

Only the fetch of a day has to be over for the next one to begin: what is to be watched is known then. The pages of one
repository's days are written side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from digest.facts.followups import MEMORY
from handler.many.order import Options
from handler.many.run import Run, Word

FIRST, LONGEST = timedelta(seconds=2), timedelta(minutes=1)
BEHIND = timedelta(seconds=3)
"""How long after a day that waits itself the next one looks again."""
SHORT = 8
"""Waits for a day that gives no sign of life: about four minutes, in which a redrive begins it once more."""
AGAIN = 2
"""Waits for one that failed for good: a redrive begins all at once, and this one may be the first."""
PATIENCE = 90
"""Waits for a day of which there is no word at all: it has not had its turn."""
QUIET = timedelta(minutes=31)
"""After its last word a day may be silent for as long as a call may take, and the longest pause before the next one."""
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
    """``is_fetched`` tells whether what a day's report tells to watch is known, and is not to be made anew."""

    run: Run
    is_fetched: Callable[[Options], bool]
    now: Callable[[], datetime]

    def wait(self, item: Options, row: Mapping[str, object], waits: int) -> timedelta | None:
        """How long the item has to wait once more, having waited so often; None where it may begin."""
        earlier = str(row.get("before") or "")
        if not earlier:
            return None
        day = {**item, "date": earlier}
        word = self.run.word(day)
        return None if self._may_follow(day, word, waits) else self._pause(word, waits)

    def _may_follow(self, earlier: Options, word: Word, waits: int) -> bool:
        """Behind a day that is fetched; behind one that failed for good; and behind one that went silent, soon."""
        if word.is_done or self.is_fetched(earlier):
            return True
        if word.until is None:
            return waits >= PATIENCE
        if self.now() > word.until + QUIET:
            return waits >= SHORT
        return bool(word.error) and word.error not in TRIED_AGAIN and waits >= AGAIN

    def _pause(self, word: Word, waits: int) -> timedelta:
        """Until that day looks itself; else the longer the longer it has been at work, or been silent."""
        if word.until is None or word.error:
            return min(LONGEST, FIRST * (1 << min(waits, SHORT)))
        at_work = self.now() - word.until
        return BEHIND - at_work if at_work < timedelta() else min(LONGEST, max(FIRST, at_work / 2))
