"""What a function keeps from one call to the next: secrets and the config file, for some minutes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

MINUTES_5 = 300.0


@dataclass
class Warm:
    """Values by the place that they were read from. A rotated secret is found when its time is over, or by `forget`.

    ``clock`` is the one on the wall: a monotonic one may stand still while the function is frozen.
    """

    clock: Callable[[], float] = time.time
    lasts: float = MINUTES_5
    _kept: dict[str, tuple[float, bytes]] = field(default_factory=dict, repr=False)

    def get(self, place: str, read: Callable[[], bytes]) -> bytes:
        """What is kept of the place, else what ``read`` gives. Raises what that raises; then nothing is kept."""
        known = self._kept.get(place)
        if known is not None and 0 <= self.clock() - known[0] < self.lasts:
            return known[1]
        self._kept[place] = self.clock(), read()
        return self._kept[place][1]

    def forget(self) -> None:
        """The next one that asks gets what is there then."""
        self._kept.clear()
