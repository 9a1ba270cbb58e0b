"""Fills a frame with what the sample holds, or with what it does not."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from bench.lies.frames.form import Frames
from bench.lies.world import World
from digest.model import Item

Make = Callable[["Maker"], "tuple[str, ...] | str"]


@dataclass(frozen=True)
class Maker:
    """Fills frames in one language, by one seed."""

    world: World
    random: random.Random
    language: str

    def pick(self, things: list[object]) -> object:
        return self.random.choice(things)

    def frame(self, of: dict[str, Frames], **fill: object) -> str:
        return self.random.choice(of[self.language]).format(**fill)

    def item(self, items: list[Item] | None = None) -> Item:
        return self.random.choice(items or self.world.items)

    def stranger(self, item: Item) -> str:
        """Somebody who is not the author: half the time one who took part."""
        present = sorted(self.world.sources.people([item.number]) - {item.author.login.casefold()})
        absent = sorted(self.world.sources.logins - {item.author.login.casefold()})
        return self.random.choice(present if present and self.random.random() < 0.5 else absent)

    def number_not_in(self, text: str, low: int = 11, high: int = 97) -> int:
        free = [n for n in range(low, high) if not re.search(rf"(?<!\d){n}(?!\d)", text)]
        return self.random.choice(free or [high + 914])

    def day(self, when: date) -> str:
        if self.language == "zh":
            return self.random.choice((f"{when.month} 月 {when.day} 日", when.isoformat()))
        return self.random.choice((f"{when:%B} {when.day}", f"{when.day} {when:%B}", when.isoformat()))


def ref(number: int) -> str:
    return f"[[#{number}]]"


def person(login: str) -> str:
    return f"[[@{login}]]"
