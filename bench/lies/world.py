"""What the bundled sample holds, in the lists that sentences are filled from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from digest import templating
from digest.claims import Evidence, Sources
from digest.facts.prose import split
from digest.facts.states import state_at
from digest.facts.values import State
from digest.model import Item, Snapshot


@dataclass(frozen=True)
class Measure:
    number: int
    before: str
    after: str
    unit: str


@dataclass(frozen=True)
class World:
    """What the sample holds, in the lists that sentences are filled from."""

    sources: Sources

    @classmethod
    def sample(cls) -> World:
        path = templating.folder() / "sample" / "snapshot.json"
        return cls(Sources.of(Snapshot.model_validate_json(path.read_text(encoding="utf-8"))))

    @cached_property
    def items(self) -> list[Item]:
        return [item for item in self.sources.items.values() if item.depth != "listed"]

    def state(self, item: Item) -> State:
        return state_at(item, self.sources.window.end)

    @cached_property
    def open_pulls(self) -> list[Item]:
        return [item for item in self.items if item.is_pull and self.state(item).is_open]

    @cached_property
    def merged(self) -> list[Item]:
        return [item for item in self.items if self.state(item) is State.MERGED and item.merged_by]

    @cached_property
    def later(self) -> list[Item]:
        return [item for item in self.open_pulls if item.merged_at is not None]

    @cached_property
    def quotable(self) -> list[tuple[Evidence, str]]:
        found = []
        for piece in self.sources.evidence.values():
            for sentence in split(re.sub(r"^>.*$|```.*?```|`|\[\[|\]\]", "", piece.text, flags=re.M | re.S)):
                if (
                    5 <= len(sentence.split()) <= 18
                    and sentence in " ".join(piece.text.split())
                    and "|" not in sentence
                ):
                    found.append((piece, sentence))
        return found

    @cached_property
    def measures(self) -> list[Measure]:
        form = re.compile(
            r"(?<![\d.])(\d[\d,.]*)\s*(ms|us|s|GiB|GB)?\s*->\s*(\d[\d,.]*\d|\d)\s*(ms|us|s|GiB|GB|output tok/s)?"
        )
        found = []
        for piece in self.sources.evidence.values():
            for before, unit, after, other in form.findall(piece.text):
                told = (other or unit).replace("output ", "")
                if before != after and told:
                    found.append(Measure(piece.number, before, after, told))
        return found

    @cached_property
    def names(self) -> list[tuple[int, str]]:
        """Flags, variables and calls in backticks of a body, each with its item."""
        form = re.compile(r"`(--[a-z][\w-]+|VLLM_\w+|[a-z]+_[a-z_]+)`")
        return [(item.number, name) for item in self.items for name in form.findall(item.body)]

    @cached_property
    def versions(self) -> list[tuple[int, str]]:
        form = re.compile(r"\bv\d+\.\d+(?:\.\d+)?\b|\b(?:MI3\d\dX|H[12]00|RTX 5090|Larch-\d+B)\b")
        return [(piece.number, name) for piece in self.sources.evidence.values() for name in form.findall(piece.text)]

    def text(self, number: int) -> str:
        return self.sources.text([number])

    def writers(self, item: Item) -> int:
        return len({piece.author for piece in self.sources.by_item[item.number]})
