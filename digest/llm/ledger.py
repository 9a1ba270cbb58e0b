"""What a run may spend on models, what it has spent, and what is set aside for calls that are not made yet.

A call is paid for in full before it is made: its whole prompt, and the longest answer that it may give. So no limit
is passed, however many calls are under way; what was not used comes back with the answer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Need:
    """What calls take at the most. ``cost`` is in US dollars."""

    calls: int = 1
    prompt: int = 0
    completion: int = 0
    cost: float = 0.0

    def __add__(self, other: Need) -> Need:
        return Need(
            self.calls + other.calls,
            self.prompt + other.prompt,
            self.completion + other.completion,
            self.cost + other.cost,
        )

    def fits(self, other: Need) -> bool:
        """Whether it is in nothing more than the other."""
        return (
            self.calls <= other.calls
            and self.prompt <= other.prompt
            and self.completion <= other.completion
            and self.cost <= other.cost + 1e-12
        )


NOTHING = Need(0)


@dataclass
class Ledger:
    """The limits of a run, and what is spent of them."""

    limit: Need
    spent: Need = NOTHING
    held: dict[str, Need] = field(default_factory=dict)

    def hold(self, name: str, need: Need) -> bool:
        """Sets something aside for a question that will be asked. False, and nothing, where it is too much."""
        if not (self._taken() + need).fits(self.limit):
            return False
        self.held[name] = need
        return True

    def release(self, name: str) -> None:
        """Gives back what was set aside."""
        self.held.pop(name, None)

    def take(self, name: str, need: Need) -> bool:
        """Spends ``need`` for a call, from what was set aside for ``name`` and what is free. False where it is not."""
        aside = self.held.pop(name, None)
        if not (self._taken() + need).fits(self.limit):
            if aside is not None:
                self.held[name] = aside
            return False
        self.spent += need
        return True

    def settle(self, need: Need, used: Need) -> None:
        """Puts what a call used in the place of what it was thought to."""
        self.spent = Need(
            self.spent.calls - need.calls + used.calls,
            self.spent.prompt - need.prompt + used.prompt,
            self.spent.completion - need.completion + used.completion,
            self.spent.cost - need.cost + used.cost,
        )

    @property
    def free(self) -> Need:
        """What is neither spent nor set aside."""
        taken = self._taken()
        return Need(
            self.limit.calls - taken.calls,
            self.limit.prompt - taken.prompt,
            self.limit.completion - taken.completion,
            self.limit.cost - taken.cost,
        )

    def _taken(self) -> Need:
        return sum(self.held.values(), self.spent)


def limit(calls: int, prompt: int, completion: int, cost: float | None) -> Need:
    """The limits of a run; no ``cost`` is no limit of cost."""
    return Need(calls, prompt, completion, math.inf if cost is None else cost)
