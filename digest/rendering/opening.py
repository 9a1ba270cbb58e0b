"""The first thing that a page tells, as plain text: what a list of reports shows of each."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

_LISTS = "<!-- vllm-digest:lists -->"
_SILENT = frozenset({"heading_open", "blockquote_open", "table_open"})


def opening(page: str) -> str:
    """The text of the first paragraph or list entry below the page's head; nothing where a page has lists alone.

    ``page`` is a report in Markdown. Links and code give their text alone.
    """
    tokens = MarkdownIt("commonmark").enable("table").parse(page)
    inside = ""
    for place, token in enumerate(tokens):
        if inside:
            inside = "" if token.type == inside else inside
        elif token.type in _SILENT:
            inside = token.type.replace("_open", "_close")
        elif token.type == "html_block" and _LISTS in token.content:
            return ""
        elif token.type == "inline":
            return " ".join(_plain(tokens[place].children or ()).split())
    return ""


def _plain(children: Sequence[Token]) -> str:
    return "".join(" " if child.type in ("softbreak", "hardbreak") else child.content for child in children)
