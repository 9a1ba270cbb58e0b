"""The run of a call: with time kept back, litellm loaded while the fetch waits, and secrets that were rotated."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from digest import pipeline
from digest.deadline import Deadline
from digest.errors import DigestError, RemoteError
from digest.outcome import Outcome
from digest.settings.values import Settings
from handler.lambda_.journal import Journal, Stages
from handler.lambda_.settings import Told


@dataclass(frozen=True)
class Work:
    """``anew`` reads the settings once more, and the secrets from where they are.

    ``ahead``: the next day's report is waiting for what this one tells to watch, which is kept before it is written.
    """

    told: Told
    journal: Journal
    deadline: Deadline
    now: Callable[[], datetime]
    anew: Callable[[], Told]
    ahead: bool = False

    async def done(self, goes_on: bool = False) -> Outcome:
        """What the run comes to; where it lacks something, once more with secrets that were rotated meanwhile.

        One that goes on refreshes nothing: that has been made anew already. Raises as `pipeline.run`.
        """
        settings = self.told.settings
        first = settings.model_copy(update={"refresh": settings.refresh and not goes_on})
        if first.uses_model and self.deadline.allows(pipeline.kept_back(first)):
            load_ahead()
        try:
            outcome = await self._run(first)
        except RemoteError:
            if (rotated := await self._rotated(first)) is None:
                raise
            return await self._run(rotated)
        made = first.model_copy(update={"refresh": False})
        rotated = await self._rotated(made) if outcome.degraded else None
        return outcome if rotated is None else _paid(await self._run(rotated), outcome)

    async def _run(self, settings: Settings) -> Outcome:
        left = self.deadline.limit(settings.deadline or self.deadline.left())
        deadline = Deadline.after(left, self.deadline.clock)
        progress = Stages(self.journal)
        gathered = await pipeline.gather_window(settings, now=self.now(), progress=progress, deadline=deadline)
        if self.ahead:
            await pipeline.remember(gathered)
        return await pipeline.report(gathered, progress=progress, deadline=deadline)

    async def _rotated(self, settings: Settings) -> Settings | None:
        """These settings with the secrets that there are now, if those are others than were used."""
        if not self.deadline.left():
            return None
        try:
            found = await asyncio.to_thread(self.anew)
        except DigestError:
            return None
        if found.environ == self.told.environ:
            return None
        self.journal.info("a secret is another one by now; once more with it")
        secrets = {"github": found.settings.github, "api_key": found.settings.api_key}
        return settings.model_copy(update=secrets)


def _paid(outcome: Outcome, before: Outcome) -> Outcome:
    """With what the run before it has cost."""
    return outcome.model_copy(update={"usage": before.usage + outcome.usage})


def load_ahead() -> None:
    """Loads litellm while the fetch waits for GitHub: it takes seconds, and needs no network."""
    from digest.llm import provider

    threading.Thread(target=provider.load, name="litellm", daemon=True).start()
