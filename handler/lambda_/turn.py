"""The guard of a run: under which mark it stands, how one waits for it, and how it ends."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from digest import __version__
from digest.deadline import Deadline
from digest.errors import RemoteError, Unfinished
from digest.outcome import Outcome
from digest.settings.values import Settings
from digest.window import Window
from handler.lambda_ import result
from handler.lambda_.guard import Done, Guard, Lease, Lost
from handler.lambda_.journal import Journal
from handler.lambda_.limit import within

LOOKS = 2.0
"""Seconds after which one who waits looks again."""
RENEWS = 15.0
"""Seconds after which the holder of a turn takes it anew."""
LATE = 1.0
"""Seconds after the deadline for work to end that asks it between two waits, and as many again for the mark."""
HUNG = "GitHub, the state or a target did not answer"
_NO_MATTER = {"on", "since", "until", "out", "state", "refresh", "deadline", "verbose", "github", "api_key"}
"""Settings that make no other report of a window. The secrets among them would be masked anyway."""

Work = Callable[[bool], Awaitable[Outcome]]
"""Does the work. Told whether it goes on with what this very event has had made before."""


@dataclass(frozen=True)
class Turn:
    """One call's way through the guard. ``by_hand``: somebody wants it, and it is no schedule's second delivery."""

    guard: Guard
    settings: Settings
    journal: Journal
    deadline: Deadline
    by_hand: bool
    looks: float = LOOKS
    renews: float = RENEWS

    async def take(self, work: Work) -> Outcome | Done:
        """What the work came to, or what it came to before. Raises what that raises, and Unfinished without a turn."""
        entered = await within(self.deadline.left(), self._entered(), "the state (VLLM_DIGEST_STATE) did not answer")
        if isinstance(entered, Done):
            return entered
        try:
            outcome = await within(self.deadline.left() + LATE, self._held(entered, work), HUNG)
        except Lost:
            held_up = "another call has taken over this window while this one was held up; it goes on there"
            raise Unfinished(held_up) from None
        except BaseException:
            await self._ended(entered.release())
            raise
        fault = result.fault(outcome, strict=self.settings.strict)
        await self._ended(entered.release(came_through=True) if fault else entered.finish(result.done(outcome)))
        return outcome

    async def _entered(self) -> Lease | Done:
        """What another call did while this one waited for it is not done again, whatever was asked for."""
        entered = await self.guard.enter(self._again)
        if entered is None:
            self.journal.info("another call is at work on this window; waiting for what comes of it")
        while entered is None:
            if not self.deadline.allows(self.looks):
                raise Unfinished("another call is at work on this window, and has not ended while this one waited")
            await asyncio.sleep(self.looks)
            entered = await self.guard.enter()
        return entered

    def _again(self, before: Done) -> bool:
        """What is asked for anew; and by hand what lacks something, which somebody may have mended since."""
        return self.settings.refresh or (self.by_hand and bool(before.degraded))

    async def _held(self, lease: Lease, work: Work) -> Outcome:
        """The work, for as long as the turn is ours."""
        keeping = asyncio.ensure_future(lease.keep(self.renews))
        working = asyncio.ensure_future(work(lease.goes_on))
        try:
            await asyncio.wait((keeping, working), return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                keeping.result()
            return await working
        finally:
            for one in (keeping, working):
                one.cancel()
            await asyncio.gather(keeping, working, return_exceptions=True)

    async def _ended(self, ending: Awaitable[None]) -> None:
        """The report stands or does not stand, whatever becomes of the mark; it runs out by itself."""
        with suppress(Lost, RemoteError):
            await within(self.deadline.left() + 2 * LATE, ending, "the state did not answer")


def key(settings: Settings, window: Window) -> str:
    """By what is reported on, when, and how; another version of the program is another one that does so."""
    told = settings.model_dump(mode="json", exclude=_NO_MATTER)
    span = [window.start.isoformat(), window.end.isoformat(), __version__, settings.github.graphql_url]
    digest = hashlib.sha256(json.dumps([span, told], sort_keys=True).encode()).hexdigest()[:16]
    return f"{settings.repository}/{window.name}/turn-{digest}.json"
