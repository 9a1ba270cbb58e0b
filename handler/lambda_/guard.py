"""One run for each window and settings, however often its event is delivered: a mark in the state tells of it.

Lambda delivers an event at least once and again after an error; schedules deliver at least once. Whoever takes the mark
works; the others wait for it. It is held for seconds at a time and taken anew while the work goes on, so that a
holder who died blocks nobody for longer. Marks are written on the condition that nobody wrote them meanwhile.
https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import ValidationError

from digest.errors import RemoteError
from digest.model import Degradation, ListName, Moment, Value
from digest.s3 import Object, Taken
from digest.state import Store

HELD = timedelta(seconds=45)
"""How long a mark holds unless it is taken anew: less than the minute after which Lambda tries again."""


class Done(Value):
    """What became of a run that is done. ``stands`` says that the report is at all of its targets."""

    counts: dict[ListName, int]
    urls: tuple[str, ...] = ()
    degraded: tuple[Degradation, ...] = ()
    stands: bool = False


class Mark(Value):
    """Whose turn it is, until when; or what came of it. With neither the window is anybody's."""

    request: str
    """The id of the call: Lambda's own retries of an event have the same."""
    holder: str
    until: Moment | None = None
    done: Done | None = None
    came_through: bool = False
    """The run came to its end, though not to all that it should: what it made is in the state."""


@dataclass(frozen=True)
class Guard:
    """The mark under ``key``, as one call sees it. ``holder`` is no other call's, ``ends`` is when Lambda ends it."""

    store: Store
    key: str
    request: str
    holder: str
    ends: datetime
    now: Callable[[], datetime]

    async def enter(self, again: Callable[[Done], bool] = lambda _: False) -> Lease | Done | None:
        """The turn; or what came of the run, if it is done; or None while another call is at work on it.

        What ``again`` says yes to is done once more, unless it was this very event that had it done.
        """
        there = await asyncio.to_thread(self.store.look, self.key)
        mark = _mark(there)
        if mark and mark.done and (mark.request == self.request or not again(mark.done)):
            return mark.done
        if mark and mark.until and mark.until > self.now() and mark.holder != self.holder:
            return None
        lease = Lease(self, there, goes_on=mark is not None and mark.came_through and mark.request == self.request)
        try:
            await lease.renew()
        except Lost:
            return None
        return lease

    def mark(self, until: datetime | None = None, done: Done | None = None, *, came_through: bool = False) -> bytes:
        made = Mark(request=self.request, holder=self.holder, until=until, done=done, came_through=came_through)
        return made.model_dump_json().encode()


class Lost(Exception):
    """Another call has the mark."""


@dataclass
class Lease:
    """The turn of one call. ``last`` is the mark as it was seen last.

    ``goes_on`` says that this very event came through once and is tried again.
    """

    guard: Guard
    last: Object | None
    goes_on: bool = False

    async def renew(self) -> None:
        """Holds it for a while, never longer than the call lasts. Raises Lost."""
        until = min(self.guard.now() + HELD, self.guard.ends)
        await self._put(self.guard.mark(until=until, came_through=self.goes_on))

    async def release(self, *, came_through: bool = False) -> None:
        """The window is anybody's. Raises Lost."""
        await self._put(self.guard.mark(came_through=came_through or self.goes_on))

    async def finish(self, done: Done) -> None:
        """Nothing is left to be done. Raises Lost."""
        await self._put(self.guard.mark(done=done))

    async def keep(self, every: float) -> None:
        """Takes it anew after so many seconds, on and on. A state that is away for a moment is no loss. Raises Lost."""
        while True:
            await asyncio.sleep(every)
            try:
                await self.renew()
            except RemoteError:
                continue

    async def _put(self, mark: bytes) -> None:
        while True:
            try:
                self.last = await asyncio.to_thread(self.guard.store.swap, self.guard.key, mark, self.last)
                return
            except Taken:
                # It may be our own write whose answer was lost on the way, so that it was sent twice.
                there = await asyncio.to_thread(self.guard.store.look, self.guard.key)
            if there is not None and there.data == mark:
                self.last = there
                return
            known = _mark(there)
            if known is None or known.holder != self.guard.holder:
                raise Lost
            self.last = there


def _mark(there: Object | None) -> Mark | None:
    """What cannot be read back counts as no mark."""
    try:
        return None if there is None else Mark.model_validate_json(there.data)
    except ValidationError:
        return None
