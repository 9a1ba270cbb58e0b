"""The stages of a run that are kept in the state, and what those had cost that did not have to run again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel

from digest.model import Usage
from digest.state import Checkpoints

V = TypeVar("V", bound=BaseModel)


@dataclass(frozen=True)
class Stages(Checkpoints):
    """Checkpoints that know what the values that they gave back had cost: this run did not ask for those again.

    ``needs`` raises where something is missing that making a value takes.
    """

    needs: Callable[[], object] | None = None
    reused: list[Usage] = field(default_factory=list)

    async def once(
        self,
        stage: str,
        reads: object,
        of: type[V],
        make: Callable[[], Awaitable[V]],
        final: Callable[[V], bool] = lambda _: True,
    ) -> V:
        """As `Checkpoints.once`; a value that is kept needs nothing, and its ``usage`` counts as reused."""
        was_made = False

        async def making() -> V:
            nonlocal was_made
            was_made = True
            if self.needs:
                self.needs()
            return await make()

        value = await super().once(stage, reads, of, making, final)
        if not was_made:
            self.reused.append(getattr(value, "usage", Usage()))
        return value
