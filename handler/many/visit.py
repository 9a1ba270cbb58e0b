"""The function as a state machine calls it: a step of a run over many repositories, or one report of it."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeGuard

from digest.errors import DigestError
from digest.settings.values import Settings
from handler import secrecy
from handler.lambda_ import event as events
from handler.lambda_ import settings
from handler.lambda_.call import Call, InternalError, World
from handler.lambda_.journal import Journal
from handler.lambda_.metrics import MACHINE, embedded
from handler.lambda_.result import Result
from handler.many.order import Options
from handler.many.run import Summary
from handler.many.steps import Steps


def is_a_step(event: object) -> TypeGuard[Mapping[str, object]]:
    """Whether a state machine sent it: no other event says which step it is."""
    return isinstance(event, Mapping) and event.get("step") is not None


@dataclass
class Visit:
    """``seconds`` are left of the call, ``request`` is its id."""

    world: World
    event: Mapping[str, object]
    request: str
    seconds: float
    journal: Journal = field(init=False)
    _heard: DigestError | None = None
    """What the call for a report has told in the log itself."""

    def __post_init__(self) -> None:
        self._ends = self.world.clock() + self.seconds
        about = {"requestId": self.request, **{key: str(self.event.get(key)) for key in ("run", "step")}}
        self.journal = Journal(self.world.write, self.world.now, about, set(secrecy.secrets(self.world.environ)))

    def answer(self) -> Result:
        """What the state machine goes on with. Raises a DigestError, in a line and without secrets."""
        try:
            steps = Steps(self.world.now, self._settings, self._digest, self._is_fetched, self._measure)
            told = steps(self.event)
        except DigestError as error:
            if error is self._heard:
                raise
            self.journal.error(str(error), error=type(error).__name__)
            raise self.journal.clean(error) from None
        except Exception as error:
            message = self.journal.masked(f"internal error: {type(error).__name__}: {error}")
            self.journal.error(message, error=InternalError.__name__, traceback=traceback.format_exc())
            raise InternalError(message) from None
        self.journal.info(_said(told))
        return told

    def _settings(self, options: Options) -> Settings:
        world = self.world
        asked = events.read(options, world.now())
        return settings.told(asked, world.environ, world.folder, world.warm, world.now()).settings

    def _is_fetched(self, options: Options) -> bool:
        """Whether what the day's report tells to watch is known, so that the next day's can look after it.

        Of one that is made anew it was known before: that one is waited for until it is done.
        """
        from digest import pipeline

        settings = self._settings(options)
        return not settings.refresh and pipeline.is_remembered(settings, settings.window(self.world.now()))

    def _digest(self, options: Options, patient: bool) -> Result:
        try:
            machine = str(self.event.get("machine", ""))
            left = self._ends - self.world.clock()
            order = f"{self.event.get('runs')}/{self.event.get('run')}"
            return Call(self.world, options, self.request, left, patient, machine, order).answer()
        except DigestError as error:
            self._heard = error
            raise

    def _measure(self, machine: str, summary: Summary) -> None:
        values = {"ItemsDone": summary.done, "ItemsFailed": summary.failed, "ItemsLeft": summary.left}
        self.world.write(embedded({MACHINE: machine}, values, {"run": summary.run}, self.world.now()))


def _said(told: Result) -> str:
    """What there is of an answer that fits into a line."""
    return "; ".join(f"{key}: {value}" for key, value in told.items() if isinstance(value, str | int | float))
