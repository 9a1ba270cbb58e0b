"""Inline Markdown as HTML: states as badges, "see discussion 3" as a link, everything else to the letter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape

from markdown_it.token import Token

from digest.rendering.catalogue import Catalogue

_STATES = {
    "issue.open": "open",
    "issue.completed": "closed",
    "issue.closed": "closed",
    "issue.not_planned": "closed",
    "issue.duplicate": "closed",
    "pull_request.open": "open",
    "pull_request.draft": "draft",
    "pull_request.merged": "merged",
    "pull_request.closed": "closed",
}
"""How a state looks. Where a language has one word for several, the first decides."""
_WHOLE = 24
"""Characters of code that fit on the line of any phone: they are not broken, since a break at a hyphen misleads."""

_NO_TEXT = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What neither HTML nor XML may hold: https://www.w3.org/TR/xml/#charsets, and the control characters besides."""
_NUMBER = re.compile(r"#([1-9][0-9]{0,9})")
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_DAY = re.compile(r"(\.\./[0-9]{4}-[0-9]{2}-[0-9]{2}/report\.[A-Za-z0-9-]+)\.md")
"""From a roll-up to one of its days: on the site pages link pages."""


def printable(text: str) -> str:
    """The text without the characters that no page may hold."""
    return _NO_TEXT.sub("", text)


def html(text: str) -> str:
    """Any text, safe between tags and in attributes. What is no text at all is taken out of the whole page."""
    return escape(text) if _MARKUP.search(text) else text


_MARKUP = re.compile("[&<>\"']")
"""Most texts hold none of it, and are asked for it a million times for a year of reports."""


def plain(children: Sequence[Token] | None) -> str:
    """The text alone."""
    parts = (" " if one.type in ("softbreak", "hardbreak") else one.content for one in children or ())
    return printable("".join(parts))


def _linked(children: Sequence[Token], place: int) -> int | None:
    """The number of the item to which the link that opens at ``place`` leads, if its text is one."""
    shape = [child.type for child in children[place : place + 3]]
    if shape != ["link_open", "text", "link_close"]:
        return None
    found = _NUMBER.fullmatch(children[place + 1].content)
    return int(found[1]) if found else None


@dataclass(frozen=True)
class Inline:
    """Prints inline Markdown in one language. ``places`` are the discussions of the page, by their number."""

    t: Catalogue
    places: Mapping[str, int] = field(default_factory=dict)

    def html(self, children: Sequence[Token] | None) -> str:
        return "".join(self._pieces(children or ()))

    def subject(self, children: Sequence[Token] | None) -> int | None:
        """The item that a line is about: the one that it opens with, behind its kind and a discussion's number."""
        texts = children or ()
        if not texts or texts[0].type == "link_open":
            return _linked(texts, 0) if texts else None
        opens = texts[0].type == "text" and self._kind.fullmatch(texts[0].content)
        return _linked(texts, 1) if opens else None

    @cached_property
    def _kind(self) -> re.Pattern[str]:
        kinds = "|".join(re.escape(self.t(f"kind.{kind}")) for kind in ("issue", "pull_request"))
        return re.compile(rf"(?:[0-9]+\. )?(?:(?:{kinds})\s*)?")

    def _pieces(self, children: Sequence[Token]) -> Iterator[str]:
        opened: list[str] = []
        after_item = False
        for place, child in enumerate(children):
            if child.type == "text":
                yield self._after_item(child.content) if after_item else self._words(child.content)
            elif child.type == "link_open":
                opened.append(_link(child, _linked(children, place)))
                yield opened[-1]
            elif child.type == "link_close":
                yield "</a>" if opened.pop() else ""
            else:
                yield _piece(child)
            after_item = child.type == "link_close" and _linked(children, place - 2) is not None

    def _after_item(self, text: str) -> str:
        found = self._state.match(text)
        if found is None:
            return self._words(text)
        look = self._looks[found["state"]]
        seen = f' <span class="meta">{html(found["seen"].strip("， "))}</span>' if found["seen"] else ""
        rest = text[found.end() :]
        gap = " " if rest[:1] in ("[", "`") or rest[:1].isalnum() else ""
        return f' <span class="state {look}">{html(found["state"])}</span>{seen}{gap}{self._words(rest)}'

    @cached_property
    def _looks(self) -> dict[str, str]:
        """How each word for a state looks."""
        looks: dict[str, str] = {}
        for state, look in _STATES.items():
            looks.setdefault(self.t(f"state.{state}"), look)
        return looks

    @cached_property
    def _state(self) -> re.Pattern[str]:
        """A state as it stands behind an item's link; of an item that was last seen earlier, as of then."""
        words = "|".join(re.escape(word) for word in sorted(self._looks, key=len, reverse=True))
        shape = self.t("item.short", link="\0", state="\1").partition("\0")[2].split("\1")
        before, after = (*map(re.escape, shape), "")[:2]
        seen = re.escape(self.t("span.seen", state="", day="\0")).replace("\0", r"[0-9-]+")
        gone = re.escape(self.t("span.gone", state=""))
        return re.compile(f"{before}(?P<state>{words})(?P<seen>{seen}(?:{gone})?)?{after}")

    @cached_property
    def _see(self) -> re.Pattern[str]:
        """Where a line points at a discussion of the page."""
        before, _, after = self.t("focus.see_discussion", n="\0").partition("\0")
        return re.compile(f"{re.escape(before)}(?P<n>[0-9]+){re.escape(after)}")

    def _words(self, text: str) -> str:
        """Text, in which a pointer at a discussion leads there."""
        parts = []
        at = 0
        for found in self._see.finditer(text) if self.places else ():
            if number := self.places.get(found["n"]):
                shown = html(found.group(0))
                parts += [html(text[at : found.start()]), f'<a class="see" href="#i{number}">{shown}</a>']
                at = found.end()
        return "".join((*parts, html(text[at:])))


def _link(token: Token, number: int | None) -> str:
    """The start of a link; nothing for an address that no page should lead to."""
    address = str(token.attrs.get("href", ""))
    if day := _DAY.fullmatch(address):
        return f'<a href="{day[1]}.html">'
    if not _ADDRESS.match(address):
        return ""
    name = ' class="item"' if number else ""
    return f'<a{name} href="{html(address)}">'


_TAGS = {
    "strong_open": "<strong>",
    "strong_close": "</strong>",
    "em_open": "<em>",
    "em_close": "</em>",
    "softbreak": "\n",
    "hardbreak": "<br>",
}


def _piece(token: Token) -> str:
    if token.type == "code_inline":
        return code(html(token.content))
    return _TAGS.get(token.type) or html(token.content)


def code(clean: str) -> str:
    """Code, from text that is safe already."""
    short = ' class="short"' if len(clean) <= _WHOLE else ""
    return f"<code{short}>{clean}</code>"
