"""How a run tells what it is doing, as it goes. The doors decide how that looks."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told by the stages, in an operator's words. ``stage`` is a stage's name, the same in all its calls."""

    def start(self, stage: str, total: int | None = None) -> None:
        """A stage began; ``total`` is how many steps it has, if that is known."""

    def advance(self, stage: str, steps: int = 1) -> None:
        """Some steps of a stage are done."""

    def finish(self, stage: str, summary: str) -> None:
        """A stage is done; one line on what came of it."""

    def warn(self, message: str) -> None:
        """Something is missing or was retried, and the run goes on."""


def amount(number: int, noun: str) -> str:
    """``1 file``, ``3 files``: for an operator."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def dollars(cost: float | None) -> str:
    """What something cost, for an operator; a price that is not known is not guessed."""
    return "price unknown" if cost is None else f"{cost:.4f} USD"


class Silence:
    """Progress that nobody listens to."""

    def start(self, stage: str, total: int | None = None) -> None: ...

    def advance(self, stage: str, steps: int = 1) -> None: ...

    def finish(self, stage: str, summary: str) -> None: ...

    def warn(self, message: str) -> None: ...
