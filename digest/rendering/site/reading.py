"""Reads a report in Markdown as CommonMark has it, in a third of the time: a site of a year has 365 of them.

Most of a report are its five lists, whose lines all look alike. They are read here, and whatever looks in the least
otherwise is left to the library.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict


def read(markdown: str) -> list[Token]:
    return _parser().parse(markdown)


class _Parser(MarkdownIt):
    """Takes addresses as they stand: whoever prints a link looks at its address."""

    def normalizeLink(self, url: str) -> str:
        return url

    def validateLink(self, url: str) -> bool:
        del url
        return True


@cache
def _parser() -> MarkdownIt:
    parser = _Parser("commonmark").enable("table")
    parser.inline.ruler.at("text", _text)
    parser.inline.ruler.before("link", "reference_link", _link)
    parser.core.ruler.at("inline", _inline)
    parser.block.ruler.before("list", "lines", _lines)
    parser.add_render_rule(ENTRY, _rendered)
    return parser


ENTRY = "entry"
"""The type of a list's entry that holds its text itself."""
_ACTIVE = re.compile(r"[\n!&*<\[\\\]_`]")
"""Where CommonMark's inline rules begin. The library stops at every punctuation mark, for rules that are off here."""


def _text(state: StateInline, silent: bool) -> bool:
    found = _ACTIVE.search(state.src, state.pos, state.posMax)
    end = found.start() if found else state.posMax
    if end == state.pos:
        return False
    if not silent:
        state.pending += state.src[state.pos : end]
    state.pos = end
    return True


_LINK = re.compile(r"\[(?:(?P<item>#[0-9]+)|`(?P<person>[\w.-]+)`)\]\((?P<url>https?://[\w./:~#%-]+)\)", re.ASCII)
"""A link that is called by an item's number or a login, as most links of a report are."""


def _link(state: StateInline, silent: bool) -> bool:
    found = _LINK.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push("link_open", "a", 1).attrs = {"href": found["url"]}
        if item := found["item"]:
            state.push("text", "", 0).content = item
        else:
            name = state.push("code_inline", "code", 0)
            name.markup, name.content = "`", found["person"]
        state.push("link_close", "a", -1)
    state.pos = found.end()
    return True


def _inline(state: StateCore) -> None:
    """The library's rule, but for entries that were read already."""
    for token in state.tokens:
        if token.type == "inline":
            token.children = []
            state.md.inline.parse(token.content, state.md, state.env, token.children)
        elif token.type == ENTRY and not token.children:
            token.children = state.md.parseInline(token.content, state.env)[0].children


_ENTRY = re.compile(r"- (\[#[0-9]+\]\(\S[^\n]*\S)\n")
"""A list's line: it opens with an item's link, so that it can be nothing but a paragraph."""
_SIMPLE = re.compile(
    r"""\[(?P<label>\#[0-9]+)\]\((?P<url>https?://[\w./:~\#%-]+)\)
    (?P<tail>(?:[^\\`*<&_\]!] | \\[!-/:-@\[-`{-~]
    | (?<=[A-Za-z0-9])_(?=[A-Za-z0-9]) | \](?!\() | !(?!\[) | &(?!\#?\w))*)""",
    re.VERBOSE | re.ASCII,
)
"""An item's link and text in which nothing acts but backslashes."""
_ENDS = re.compile(r"\n+(?:<!-- |---\n|\Z)|\Z")
_ESCAPED = re.compile(r"\\(.)")


def _lines(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A whole list of such lines, up to a blank line behind which no list can go on."""
    if silent or state.level or state.sCount[start] or not state.src.startswith("- [#", state.bMarks[start]):
        return False
    found = []
    at = state.bMarks[start]
    while entry := _ENTRY.match(state.src, at):
        found.append(entry[1])
        at = entry.end()
    if not found or not _ENDS.match(state.src, at) or start + len(found) > end:
        return False
    state.push("bullet_list_open", "ul", 1)
    state.tokens += map(_entry, found)
    state.push("bullet_list_close", "ul", -1)
    state.line = start + len(found)
    return True


def _entry(line: str) -> Token:
    """An entry in one piece: of the library's five for each, nobody needs the other four."""
    return Token(ENTRY, "li", 0, content=line, children=_children(line), block=True)


def _rendered(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    """An entry as the library's own renderer would print it."""
    return f"<li>{self.renderInline(tokens[at].children or [], options, env)}</li>\n"


def _children(line: str) -> list[Token]:
    """What the line says, where that is simple; nothing leaves it to the library."""
    told = _SIMPLE.fullmatch(line)
    if told is None:
        return []
    return [
        Token("link_open", "a", 1, attrs={"href": told["url"]}),
        Token("text", "", 0, content=told["label"], level=1),
        Token("link_close", "a", -1),
        Token("text", "", 0, content=_ESCAPED.sub(r"\1", told["tail"])),
    ]
