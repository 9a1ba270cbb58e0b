"""How long is left: one value that every wait and every retry of a run asks."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from digest.errors import OutOfTime

Clock = Callable[[], float]
"""Seconds that only go forward, like `time.monotonic`."""


@dataclass(frozen=True)
class Deadline:
    """A moment on a monotonic clock. `NEVER` where the run has no limit."""

    at: float = math.inf
    clock: Clock = field(default=time.monotonic, repr=False)

    @classmethod
    def after(cls, seconds: float | None, clock: Clock = time.monotonic) -> Deadline:
        """The deadline ``seconds`` from now; None is no deadline."""
        return cls(math.inf if seconds is None else clock() + seconds, clock)

    def left(self) -> float:
        """Seconds until then, never negative; infinite where there is no limit."""
        return max(0.0, self.at - self.clock())

    def limit(self, seconds: float) -> float:
        """``seconds``, or what is left if that is less: the time-out of one wait."""
        return min(seconds, self.left())

    def allows(self, seconds: float) -> bool:
        """Whether a wait of ``seconds`` ends before the deadline."""
        return seconds < self.left()

    def check(self, doing: str) -> None:
        """Raises OutOfTime, naming what was being done, when the deadline has passed."""
        if self.left() <= 0:
            raise OutOfTime(f"the deadline (--deadline) passed while {doing}; give it more time")

    def before(self, seconds: float) -> Deadline:
        """The same deadline, earlier by ``seconds``: what a stage gets so that later ones have time."""
        return Deadline(self.at - seconds, self.clock)


NEVER = Deadline()
