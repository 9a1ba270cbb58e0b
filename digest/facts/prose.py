"""Reads what people wrote in Markdown: the sentences, the tables, and under which heading they stand.

Code blocks, quotations of others, folded `<details>` (environment dumps, logs), pictures and HTML are left
out: what stays is what the author said in their own words. Sentences keep the author's spelling to the letter,
identifiers in backticks included, so that they can be quoted; keys and passwords are masked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from digest.masking import masked

LONGEST_READ = 12_000
"""Characters of a text that are read. What people say stands at its start; dumps and logs make the rest."""

LONGEST_SENTENCE = 1_000
"""Characters of a sentence. What is longer was written by a machine, and searching it takes long."""

MOST_SENTENCES = 400
"""Sentences of a text. Nobody argues longer than that."""

# `<details>` and fenced code go before parsing: they are most of the bytes, and none of the sentences.
_FENCE = re.compile(r"^ {0,3}(?P<mark>`{3,}|~{3,}).*?(?:^ {0,3}(?P=mark)[`~]*[ \t]*$|\Z)", re.M | re.S)
_DETAILS = re.compile(r"<details\b.*?(?:</details\s*>|\Z)", re.I | re.S)
_HTML_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
# What the eye does not see could still be read as words.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f]")
# A sentence ends at a full stop that is followed by a space and something that can open a sentence, or at a
# full-width one. Abbreviations and version numbers do not end one.
_BORDER = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[`*_]?[A-Z0-9\u4e00-\u9fff`@-])|(?<=[。！？；])\s*")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|vs|cf|etc|approx|resp|fig|no|al|incl)|\b[A-Z])\.$", re.I)


_STRUCK = re.compile(r"<(?P<close>/)?(?:s|del|strike)\s*>", re.I)
_LONGEST_ABBREVIATION = 12


@dataclass(frozen=True)
class Table:
    """A table of a body, as plain text cells. ``intro`` is the last sentence above it under the same heading."""

    heading: str
    intro: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Passage:
    """A paragraph or list entry, in sentences, with the heading above it (lower case)."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Text:
    """A body that was read."""

    passages: tuple[Passage, ...]
    tables: tuple[Table, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(sentence for passage in self.passages for sentence in passage.sentences)


@lru_cache(maxsize=4096)
def read(markdown: str) -> Text:
    """The author's own sentences and tables. Any text can be read; reading is pure, so it is remembered."""
    passages: list[Passage] = []
    tables: list[Table] = []
    heading = intro = ""
    tokens = iter(_parser().parse(_without_dumps(markdown)))
    for token in tokens:
        match token.type:
            case "heading_open":
                heading, intro = _plain(next(tokens)).strip(" :：#").lower(), ""
            case "blockquote_open":
                _skip(tokens, "blockquote_close")
            case "table_open":
                tables.append(_table(tokens, heading, intro))
            case "inline":
                sentences = tuple(s for s in split(_plain(token)) if len(s) <= LONGEST_SENTENCE)[:MOST_SENTENCES]
                if sentences and len(passages) < MOST_SENTENCES:
                    passages.append(Passage(heading, sentences))
                    intro = sentences[-1]
    return Text(tuple(passages), tuple(tables))


@lru_cache(maxsize=64)
def items(markdown: str) -> tuple[str, ...]:
    """The first paragraphs of the items of its lists."""
    told, tokens = [], iter(_parser().parse(_without_dumps(markdown)))
    for token in tokens:
        if token.type == "list_item_open":
            first = next((one for one in tokens if one.type in ("inline", "list_item_close")), token)
            told += [" ".join(_plain(first).split())] if first.type == "inline" else []
    return tuple(told)


def split(text: str) -> tuple[str, ...]:
    """Sentences of one paragraph. White space is folded; nothing else is changed."""
    parts: list[str] = []
    for part in _BORDER.split(" ".join(text.split())):
        if parts and _ABBREVIATION.search(parts[-1][-_LONGEST_ABBREVIATION:]):
            parts[-1] = f"{parts[-1]} {part}"
        else:
            parts.append(part)
    return tuple(part.strip() for part in parts if part.strip())


def lead(found: re.Match[str], reach: int) -> str:
    """What stands in front of a find, so far back: without a copy of all that comes before each of many."""
    return found.string[max(0, found.start() - reach) : found.start()]


def visible(text: str) -> str:
    """The text without characters that cannot be seen."""
    return _INVISIBLE.sub("", text)


def _without_dumps(markdown: str) -> str:
    text = _HTML_COMMENT.sub("", visible(markdown[: LONGEST_READ * 4]).replace("\r\n", "\n"))
    return masked(_FENCE.sub("\n", _DETAILS.sub("\n", text))[:LONGEST_READ])


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


def _skip(tokens: Iterator[Token], until: str) -> None:
    """Past the closing token, nested ones included."""
    opening, depth = until.replace("_close", "_open"), 1
    for token in tokens:
        depth += (token.type == opening) - (token.type == until)
        if depth == 0:
            return


def _table(tokens: Iterator[Token], heading: str, intro: str) -> Table:
    rows: list[list[str]] = []
    for token in tokens:
        match token.type:
            case "tr_open":
                rows.append([])
            case "inline":
                rows[-1].append(" ".join(_plain(token).split()))
            case "table_close":
                break
    return Table(heading, intro, tuple(rows[0]), tuple(map(tuple, rows[1:])))


def _plain(inline: Token) -> str:
    """What an author says, without what they struck out."""
    struck = 0
    pieces = []
    for child in inline.children or ():
        struck += (child.type == "s_open") - (child.type == "s_close") + _strikes(child)
        if not struck:
            pieces.append(_piece(child))
    return "".join(pieces)


def _strikes(token: Token) -> int:
    """1 where HTML begins to strike text out, -1 where it ends."""
    found = _STRUCK.fullmatch(token.content) if token.type == "html_inline" else None
    return 0 if found is None else -1 if found["close"] else 1


def _piece(token: Token) -> str:
    match token.type:
        case "text":
            return token.content
        case "code_inline":
            return f"`{token.content}`"
        case "softbreak" | "hardbreak":
            return " "
    return ""
