"""A statement: one sentence (or list line) of a report that somebody else wrote, with where it stands and of what."""

from __future__ import annotations

import re
from dataclasses import dataclass

REFERENCE = re.compile(
    r"(?<![\w/&#-])#(?P<first>[1-9]\d{1,8})(?P<more>(?:\s?/\s?#?[1-9]\d{3,8})*)(?![\w.]\w)"
    r"|\b(?:PRs?|pull requests?|issues?|拉取请求)\s?(?:No\.\s?)?(?P<bare>[1-9]\d{3,8})(?![\w.%])",
    re.IGNORECASE | re.ASCII,
)
"""How a report names an item: ``#123``, ``#123/124``, ``PR 12345``. ``owner/name#1`` is another repository's."""


def numbers(text: str) -> tuple[int, ...]:
    """The items that a text names, in order, each once."""
    found = (re.findall(r"\d+", one[0]) for one in REFERENCE.finditer(text))
    return tuple(dict.fromkeys(int(number) for group in found for number in group))


@dataclass(frozen=True)
class Link:
    """A link of a report: where it goes, and what it shows."""

    text: str
    href: str


@dataclass(frozen=True)
class Statement:
    """``line`` is 1-based. ``text`` keeps its backticks, and nothing else of Markdown.

    ``context`` are the items that what stands above speaks of: a heading, the entry of a list that this one is below,
    the head of a table's row. ``before`` are those that the same paragraph named last, ``earlier`` all that it named
    before this sentence. ``label`` is what a cell's column, or the bold words before a colon, call it; ``row`` is the
    first cell of its row. ``heading`` is the one that it stands below, ``headings`` are all of these. ``above`` is the
    sentence that a nested entry belongs to.
    """

    line: int
    text: str
    refs: tuple[int, ...] = ()
    context: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    earlier: tuple[int, ...] = ()
    label: str = ""
    row: str = ""
    heading: str = ""
    headings: tuple[str, ...] = ()
    above: str = ""
    above_line: int = 0
    links: tuple[Link, ...] = ()
    is_data: bool = False

    @property
    def plain(self) -> str:
        return self.text.replace("`", "")

    @property
    def speaks_of(self) -> tuple[int, ...]:
        """Its own items, else those of its context."""
        return self.refs or self.before or self.context

    @property
    def around(self) -> tuple[int, ...]:
        """All items that its reader has in mind: somebody in it may have spoken in any of them."""
        return tuple(dict.fromkeys((*self.refs, *self.earlier, *self.context)))
