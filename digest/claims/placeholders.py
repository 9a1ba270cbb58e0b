"""Placeholders: the only way in which a model names a fact. The renderer fills them in from the data.

``[[#123]]`` is an item, ``[[@login]]`` a person, ``[[count:prs_merged]]`` the length of a list, and
``[[quote:EVIDENCE_ID|their words]]`` what somebody wrote, word for word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from digest.model import ListName


@dataclass(frozen=True)
class Text:
    """Plain text: no Markdown but `` `code` ``, no HTML, no links."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ItemRef:
    """An issue or pull request, shown with its kind, link and state."""

    number: int

    def __str__(self) -> str:
        return f"[[#{self.number}]]"


@dataclass(frozen=True)
class PersonRef:
    """An account by its login."""

    login: str

    def __str__(self) -> str:
        return f"[[@{self.login}]]"


@dataclass(frozen=True)
class CountRef:
    """How long one of the five lists is."""

    name: ListName

    def __str__(self) -> str:
        return f"[[count:{self.name}]]"


@dataclass(frozen=True)
class QuoteRef:
    """Somebody's own words, shown as a quote that links to where they stand."""

    evidence: str
    words: str

    def __str__(self) -> str:
        return f"[[quote:{self.evidence}|{self.words}]]"


Segment = Text | ItemRef | PersonRef | CountRef | QuoteRef


@dataclass(frozen=True)
class Parsed:
    """A claim's text in pieces; ``str()`` gives the text back. ``problems`` are placeholders that are none."""

    segments: tuple[Segment, ...]
    problems: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "".join(map(str, self.segments))

    @property
    def items(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(s.number for s in self.segments if isinstance(s, ItemRef)))

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(s.login for s in self.segments if isinstance(s, PersonRef)))

    @property
    def counts(self) -> tuple[ListName, ...]:
        return tuple(dict.fromkeys(s.name for s in self.segments if isinstance(s, CountRef)))

    @property
    def quotes(self) -> tuple[QuoteRef, ...]:
        return tuple(s for s in self.segments if isinstance(s, QuoteRef))

    @property
    def typed(self) -> str:
        """What the model typed itself, piece by piece."""
        return "\n".join(s.text for s in self.segments if isinstance(s, Text))

    @property
    def prose(self) -> str:
        """What the model typed itself, with a mark (U+FFFC) where a placeholder stood."""
        return "".join(s.text if isinstance(s, Text) else MARK for s in self.segments)


MARK = "\ufffc"
"""Unicode's object replacement character stands for a placeholder in `Parsed.prose`."""


def parse(text: str) -> Parsed:
    """Any text in segments. What looks like a placeholder and is none stays text, and is a problem."""
    segments = tuple(_segments(text))
    return Parsed(segments, tuple(_problems(segments)))


# The close is the last `]]` of a row of brackets, so that a quote may end with one: `[[quote:E|see a[i]]]`.
_PLACEHOLDER = re.compile(r"\[\[((?:(?!\[\[).)*?)\]\](?!\])", re.DOTALL)
_ITEM = re.compile(r"#([1-9][0-9]{0,17})")
_PERSON = re.compile(r"@([A-Za-z0-9][A-Za-z0-9_-]*(?:\[bot\])?)")
_QUOTE = re.compile(r"quote:([^|\s\[\]]+)\|(.*\S.*)", re.DOTALL)
_COUNT = re.compile(r"count:([a-z_]+)")


def _segments(text: str) -> Iterator[Segment]:
    plain, end = "", 0
    for found in _PLACEHOLDER.finditer(text):
        plain, end = plain + text[end : found.start()], found.end()
        segment = _placeholder(found[1])
        if segment is None:
            plain += found[0]
            continue
        if plain:
            yield Text(plain)
        yield segment
        plain = ""
    if plain + text[end:]:
        yield Text(plain + text[end:])


def _placeholder(inside: str) -> Segment | None:
    if found := _ITEM.fullmatch(inside):
        return ItemRef(int(found[1]))
    if found := _PERSON.fullmatch(inside):
        return PersonRef(found[1])
    if found := _QUOTE.fullmatch(inside):
        return QuoteRef(found[1], found[2])
    found = _COUNT.fullmatch(inside)
    return CountRef(ListName(found[1])) if found and found[1] in _LISTS else None


_LISTS = frozenset(ListName)


def _problems(segments: tuple[Segment, ...]) -> Iterator[str]:
    for segment in segments:
        if isinstance(segment, Text):
            for found in re.finditer(r"\[\[|\]\]", segment.text):
                around = segment.text[max(0, found.start() - 10) : found.end() + 30]
                yield f"a broken placeholder near {around!r}"
