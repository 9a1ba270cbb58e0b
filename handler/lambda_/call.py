"""One call of the function, from its event to what it gives back: settings, turn, run, metrics."""

from __future__ import annotations

import asyncio
import secrets
import tempfile
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from digest.deadline import Clock, Deadline
from digest.errors import DigestError, MissingToken, OutOfTime, RateLimited, Unfinished
from digest.outcome import Outcome
from digest.settings.options import PUBLISH_TOKEN, TOKEN_VARIABLES
from digest.state import store
from digest.window import Window
from handler import secrecy, summary
from handler.lambda_ import event, limit, result, settings
from handler.lambda_.event import Asked
from handler.lambda_.guard import Done, Guard
from handler.lambda_.journal import Journal
from handler.lambda_.metrics import MACHINE, Metrics, embedded
from handler.lambda_.result import Result
from handler.lambda_.settings import Told
from handler.lambda_.turn import HUNG, LATE, Turn, key
from handler.lambda_.warm import Warm
from handler.lambda_.wording import names
from handler.lambda_.work import Work

MARGIN = 3.0
"""Seconds before Lambda ends the call that are left for the mark, the metrics and the answer."""


class InternalError(DigestError):
    """Something that nobody expected. Where it happened stands in the log."""


@dataclass(frozen=True)
class World:
    """What a call takes from outside. ``write`` takes the lines of the log."""

    environ: Mapping[str, str]
    folder: Path
    now: Callable[[], datetime]
    clock: Clock
    write: Callable[[str], object]
    warm: Warm


@dataclass
class Call:
    """``seconds`` are left of it; ``request`` is its id, the same for Lambda's retries of an event.

    ``order`` is what the calls of a state machine for one report have in common, each of which has an id of its own.

    ``patient``: its caller waits for a limit to lift, so that one is no failure. ``machine`` is the state machine that
    makes it, if one does: its metrics are those of all its calls together, since each metric of each repository costs.
    What is known of the call by now stands in each line of its ``journal``.
    """

    world: World
    event: object
    request: str
    seconds: float
    patient: bool = False
    machine: str = ""
    order: str = ""
    journal: Journal = field(init=False)
    repository: str = "unknown"
    verbose: bool = False
    _measured: bool = False

    def __post_init__(self) -> None:
        hidden = (*secrecy.secrets(self.world.environ), *_key_of(self.event))
        self.journal = Journal(self.world.write, self.world.now, {"requestId": self.request}, set(hidden))
        self.deadline = Deadline.after(max(0.0, self.seconds - MARGIN), self.world.clock)
        self.ends = self.world.now() + timedelta(seconds=self.seconds)

    def answer(self) -> Result:
        """What the function gives back.

        Raises Unfinished where a retry has something to do, else the DigestError that there is. No message holds a
        secret, and neither does the log.
        """
        try:
            self._is_on(settings.repository(Asked({}), self.world.environ, self.world.folder))
            asked = event.read(self.event, self.world.now())
            return self._placed(asked, self._told(asked))
        except DigestError as error:
            raise self._failed(error) from None
        except Exception as error:
            told = InternalError(f"internal error: {type(error).__name__}: {error}")
            raise self._failed(told, unheard=True) from None

    def _told(self, asked: Asked) -> Told:
        self._is_on(settings.repository(asked, self.world.environ, self.world.folder))
        told = limit.run(lambda: self._read(asked))
        self._is_on(str(told.settings.repository))
        self.journal = self.journal.naming(names(told.findings.found))
        self.verbose = told.settings.verbose
        for warning in told.warnings():
            self.journal.warn(warning)
        return told

    async def _read(self, asked: Asked) -> Told:
        reading = asyncio.to_thread(self._settings, asked)
        return await limit.within(self.deadline.left(), reading, "a secret or the config file did not come")

    def _settings(self, asked: Asked) -> Told:
        world = self.world
        told = settings.told(asked, world.environ, world.folder, world.warm, world.now())
        self.journal.hide(secrecy.secrets(told.environ))
        return told

    def _is_on(self, repository: str) -> None:
        self.repository = repository
        self.journal = self.journal.on(repository=repository)

    def _placed(self, asked: Asked, told: Told) -> Result:
        """An error of a setting is told of the place where that stands."""
        try:
            with tempfile.TemporaryDirectory(prefix="vllm-digest-") as folder:
                return limit.run(lambda: self._done(asked, told.writing_to(Path(folder))))
        except OutOfTime as error:
            goes_on = "a retry goes on from the state; if that is not enough, give the function more time"
            raise Unfinished(f"time ran out before there was a report ({error}); {goes_on}") from None
        except MissingToken as error:
            arns = f"{TOKEN_VARIABLES[0]}{settings.ARN} or {PUBLISH_TOKEN}{settings.ARN}"
            raise MissingToken(f"{error}; in a Lambda its ARN does as well, in {arns}") from None
        except DigestError as error:
            raise told.findings.placed(error) from None

    async def _done(self, asked: Asked, told: Told) -> Result:
        if told.settings.snapshot or told.settings.dry_run:
            work = self._work(asked, told).done()
            return self._ended(await limit.within(self.deadline.left() + LATE, work, HUNG), told)
        window = told.settings.window(self.world.now())
        self.journal = self.journal.on(window=window.name)
        taken = await self._turn(asked, told, window).take(self._work(asked, told).done)
        return self._unchanged(taken) if isinstance(taken, Done) else self._ended(taken, told)

    def _work(self, asked: Asked, told: Told) -> Work:
        def anew() -> Told:
            self.world.warm.forget()
            return self._settings(asked)

        return Work(told, self.journal, self.deadline, self.world.now, anew, ahead=bool(self.machine))

    def _turn(self, asked: Asked, told: Told, window: Window) -> Turn:
        holder = f"{self.request}/{secrets.token_hex(6)}"
        place = store(told.settings.state)
        request = self.order or self.request
        guard = Guard(place, key(told.settings, window), request, holder, self.ends, self.world.now)
        return Turn(guard, told.settings, self.journal, self.deadline, by_hand=asked.at is None)

    def _unchanged(self, before: Done) -> Result:
        self.journal.info("this window is done already; nothing was asked, paid or published")
        self._measure(Metrics(reports=int(before.stands), degraded=bool(before.degraded)))
        return result.again(before, self.journal.told)

    def _ended(self, outcome: Outcome, told: Told) -> Result:
        for line in summary.lines(outcome):
            (self.journal.warn if line.startswith("degraded: ") else self.journal.info)(line)
        fault = result.fault(outcome, strict=told.settings.strict)
        late = isinstance(fault, Unfinished)
        self._measure(result.metrics(outcome, failed=fault is not None and not late, unfinished=late))
        if fault and late and self.patient and outcome.resumes:
            raise RateLimited(str(fault), outcome.resumes)
        if fault:
            raise fault
        return result.of(outcome, self.journal.told)

    def _measure(self, metrics: Metrics) -> None:
        self._measured = True
        self.world.write(self._line(metrics, {"requestId": self.request}))

    def _line(self, metrics: Metrics, about: Mapping[str, str]) -> str:
        if not self.machine:
            return metrics.line(self.repository, about, self.world.now())
        about = {**about, "repository": self.repository}
        return embedded({MACHINE: self.machine}, metrics.values(), about, self.world.now())

    def _failed(self, error: DigestError, *, unheard: bool = False) -> DigestError:
        """The error as it may leave the function, told in the log and the metrics; what was kept may have caused it."""
        self.world.warm.forget()
        where = {"traceback": traceback.format_exc()} if unheard or self.verbose else {}
        limited = self.patient and isinstance(error, RateLimited)
        (self.journal.warn if limited else self.journal.error)(str(error), error=type(error).__name__, **where)
        if not self._measured:
            late = limited or isinstance(error, Unfinished)
            self._measure(Metrics(failed=not late, unfinished=late))
        return self.journal.clean(error)


def _key_of(given: object) -> tuple[str, ...]:
    """An event may hold a key; so may one that is wrong."""
    return secrecy.secrets({"api-KEY": str(given.get("api-key") or "")}) if isinstance(given, dict) else ()
