"""A claim's text with short tokens in the place of its placeholders: ⟦person3⟧ for ``[[@login]]``.

A translator then sees no name that it could misspell and no quote that it could translate, and nobody pays for their
words. What kind of thing a token stands for is told by its name, since grammar needs that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from digest.claims import CountRef, ItemRef, Kind, PersonRef, Reason, Segment, Sources, Text, parse

_TOKEN = re.compile(r"⟦([a-z]+\d+)⟧")


@dataclass(frozen=True)
class Opaque:
    """``tokens`` by their names, in the order of the text."""

    text: str
    tokens: Mapping[str, Segment]

    @classmethod
    def of(cls, text: str, sources: Sources, first: int = 1) -> Opaque:
        """The text, its tokens numbered from ``first``: texts that are shown together share no number."""
        told = ""
        tokens: dict[str, Segment] = {}
        for segment in parse(text).segments:
            if isinstance(segment, Text):
                told += segment.text
                continue
            name = f"{_kind(segment, sources)}{first + len(tokens)}"
            tokens[name] = segment
            told += f"⟦{name}⟧"
        return cls(" ".join(told.split()), tokens)

    def problems(self, told: str) -> Iterator[Reason]:
        """Why ``told`` does not hold every token once, with those of a kind in their order, and nothing like one."""
        found = _TOKEN.findall(told)
        for name, count in Counter(found).items():
            if name not in self.tokens:
                yield _reason(f"⟦{name}⟧ is no token of the text")
            elif count > 1:
                yield _reason(f"⟦{name}⟧ stands there {count} times")
        for name in self.tokens:
            if name not in found:
                yield _reason(f"⟦{name}⟧ is missing")
        if rest := re.search(r"[⟦⟧]|\[\[|\]\]", _TOKEN.sub("", told)):
            yield _reason(f"{rest[0]!r} was typed")
        if sorted(found) == sorted(self.tokens):
            yield from self._turned(found)

    def _turned(self, found: list[str]) -> Iterator[Reason]:
        """Two people who change places say each what the other said: no rule on words would find that."""
        for kind in dict.fromkeys(map(_letters, self.tokens)):
            source, told = ([name for name in names if _letters(name) == kind] for names in (self.tokens, found))
            if source != told:
                yield _reason(f"the tokens {', '.join(f'⟦{name}⟧' for name in source)} have to keep this order")

    def restored(self, told: str) -> str:
        """With the placeholders again. What is no token of this text stays as it is."""
        return _TOKEN.sub(lambda found: str(self.tokens.get(found[1], found[0])), told)


def _kind(segment: Segment, sources: Sources) -> str:
    match segment:
        case ItemRef(number=number):
            return "pr" if sources.items[number].is_pull else "issue"
        case PersonRef():
            return "person"
        case CountRef():
            return "count"
    return "quote"


def _letters(name: str) -> str:
    return name.rstrip("0123456789")


def _reason(detail: str) -> Reason:
    return Reason(kind=Kind.REFERENCE, detail=detail)
