"""Reads any Markdown report into statements: sentences, table cells and list lines, each with what it speaks of.

The parser is CommonMark's with tables. Chinese and English sentences are told apart by their marks. Nothing here knows
GitHub's data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from digest.claims.foreign.statement import Link, Statement, numbers

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


def read(markdown: str) -> tuple[Statement, ...]:
    """The statements in order. Front matter, HTML and code blocks are none."""
    text = markdown.removeprefix("\ufeff").replace("\r\n", "\n")
    text = _FRONT_MATTER.sub(lambda found: "\n" * found[0].count("\n"), text)
    return tuple(_Walk().over(MarkdownIt("commonmark").enable("table").parse(text)))


@dataclass(frozen=True)
class _Head:
    """What a heading or an entry of a list says of everything below it."""

    items: tuple[int, ...] = ()
    text: str = ""
    line: int = 0


@dataclass
class _Walk:
    """One way through the tokens. ``entries`` holds a head for each list entry that is open, the outermost first."""

    headings: list[tuple[int, _Head]] = field(default_factory=list)
    entries: list[_Head] = field(default_factory=list)
    section: str = ""
    lead: _Head = _Head()
    """A paragraph of bold words alone, which heads the list behind it."""
    columns: list[str] = field(default_factory=list)
    cells: list[Token] = field(default_factory=list)
    level: int = 0
    place: str = "text"

    def over(self, tokens: list[Token]) -> Iterator[Statement]:
        for token in tokens:
            match token.type:
                case "heading_open":
                    self.level, self.place = int(token.tag[1]), "heading"
                case "list_item_open":
                    self.entries.append(_Head())
                case "list_item_close":
                    self.entries.pop()
                case "thead_open":
                    self.columns, self.place = [], "columns"
                case "tbody_open":
                    self.place = "row"
                case "tr_open":
                    self.cells = []
                case "tr_close" if self.place == "row":
                    yield from self._row()
                case "table_close" | "heading_close":
                    self.place = "text"
                case "inline":
                    yield from self._inline(token)

    def _inline(self, token: Token) -> Iterator[Statement]:
        match self.place:
            case "columns":
                self.columns.append(_Inline.of(token).text.strip())
            case "row":
                self.cells.append(token)
            case "heading":
                yield from self._heading(_Inline.of(token))
            case _:
                yield from self._paragraph(_Inline.of(token))

    def _heading(self, inline: _Inline) -> Iterator[Statement]:
        while self.headings and self.headings[-1][0] >= self.level:
            self.headings.pop()
        self.lead = _Head()
        items = numbers(inline.text)
        if not items:
            self.section = inline.text.strip()
        self.headings.append((self.level, _Head(items, inline.text, inline.line)))
        if items:
            yield from inline.statements(Statement(0, "", heading=self.section, label="heading"))

    @property
    def _titles(self) -> tuple[str, ...]:
        return tuple(head.text for _, head in self.headings)

    def _context(self) -> tuple[int, ...]:
        heads = [*(head for _, head in self.headings), *([self.lead] if self.entries else []), *self.entries]
        return next((head.items for head in reversed(heads) if head.items), ())

    def _above(self) -> _Head:
        return next((head for head in reversed(self.entries[:-1]) if head.text), _Head())

    def _paragraph(self, inline: _Inline) -> Iterator[Statement]:
        above = self._above()
        context = self._context()
        if not self.entries:
            is_head = inline.bold and inline.bold >= len(inline.text.rstrip(" :："))
            self.lead = _Head(numbers(inline.text), inline.text, inline.line) if is_head else _Head()
        if self.entries and not self.entries[-1].text:
            named = numbers(inline.lead)
            self.entries[-1] = _Head(named, inline.text, inline.line)
        like = Statement(
            0,
            "",
            context=context,
            label=inline.label,
            heading=self.section,
            headings=self._titles,
            above=above.text,
            above_line=above.line,
            is_data=bool(self.entries) and _is_data(inline.text),
        )
        yield from inline.statements(like)

    def _row(self) -> Iterator[Statement]:
        """The first short cell that names items says what the row speaks of."""
        inlines = [_Inline.of(cell) for cell in self.cells]
        named = next((numbers(one.text) for one in inlines if numbers(one.text) and len(one.text) < _SHORT_CELL), ())
        context = named or self._context()
        for place, inline in enumerate(inlines):
            label = self.columns[place] if place < len(self.columns) else ""
            like = Statement(0, "", context=context, label=label, row=inlines[0].text.strip(), heading=self.section)
            like = replace(like, headings=self._titles)
            yield from inline.statements(like)


_SHORT_CELL = 60
_DATA = re.compile(r"^#\d+\s.* [—–-]{1,2} (?:by|作者|由)\s*\S+.*\(.*\d{4}-\d\d-\d\d.*\)\s*$", re.DOTALL)


def _is_data(text: str) -> bool:
    """Whether an entry is a line of one of the report's lists: number, title, author, time."""
    return _DATA.match(text.replace("`", "")) is not None


@dataclass(frozen=True)
class _Inline:
    """The text of a block, with the line on which each character stands and the links in it."""

    text: str
    line: int
    breaks: tuple[int, ...]
    bold: int
    """How many characters the bold words at its very start take."""
    links: tuple[tuple[int, Link], ...]

    @classmethod
    def of(cls, token: Token) -> _Inline:
        text, bold, opened, href = "", 0, 0, ""
        breaks: list[int] = []
        links: list[tuple[int, Link]] = []
        for child in token.children or ():
            match child.type:
                case "text" | "code_inline":
                    text += child.content if child.type == "text" else f"`{child.content}`"
                case "softbreak" | "hardbreak":
                    breaks.append(len(text))
                    text += "\n"
                case "strong_close" if not bold and _is_first_bold(token):
                    bold = len(text)
                case "link_open":
                    opened, href = len(text), str(child.attrs.get("href", ""))
                case "link_close":
                    links.append((opened, Link(text[opened:], href)))
        return cls(text, (token.map or [0])[0] + 1, tuple(breaks), bold, tuple(links))

    @property
    def lead(self) -> str:
        """What names the subject of an entry: the bold words at its start, or what stands before the first colon."""
        end = self.bold
        colon = _COLON.search(self.text, end)
        if colon and colon.start() - end <= _LONGEST_LEAD and not _ends_sentence(self.text[end : colon.start()]):
            end = colon.start()
        if not end:
            end = next(iter(_ends(self.text)), len(self.text))
        return self.text[:end]

    @property
    def label(self) -> str:
        """``内容`` of "**内容**：…": short words before a colon that name no item."""
        found = _COLON.search(self.text)
        told = self.text[: found.start()] if found else ""
        return "" if len(told) > _LONGEST_LABEL or numbers(told) else told.strip(" 【】[]")

    def statements(self, like: Statement) -> Iterator[Statement]:
        if like.is_data:
            yield replace(
                like,
                line=self.line,
                text=" ".join(self.text.split()),
                refs=numbers(self.text)[:1],
                links=tuple(link for _, link in self.links),
            )
            return
        start = 0
        before: tuple[int, ...] = ()
        earlier: tuple[int, ...] = ()
        for end in (*_ends(self.text), len(self.text)):
            told = self.text[start:end]
            if told.strip():
                links = tuple(link for at, link in self.links if start <= at < end)
                refs = _with_links(numbers(told), links)
                line = self.line + sum(at < start + _indent(told) for at in self.breaks)
                place = replace(like, line=line, before=before, earlier=earlier)
                yield replace(place, text=" ".join(told.split()), refs=refs, links=links)
                before, earlier = refs or before, earlier + refs
            start = end


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _is_first_bold(token: Token) -> bool:
    visible = [child for child in token.children or () if child.type != "text" or child.content.strip()]
    return bool(visible) and visible[0].type == "strong_open"


def _with_links(named: tuple[int, ...], links: tuple[Link, ...]) -> tuple[int, ...]:
    """Items that only a link's address names belong to the sentence as well."""
    linked = (int(found[1]) for link in links if (found := _ITEM_LINK.search(link.href)))
    return tuple(dict.fromkeys((*named, *linked)))


_ITEM_LINK = re.compile(r"/(?:issues|pull)/(\d+)(?:[/?#]|$)")
_COLON = re.compile(r"：|:(?=\s|$)")
_LONGEST_LEAD = 80
_LONGEST_LABEL = 40
_END = re.compile(
    r"[。！？][”’」』）)\"']*"
    r"|(?<![A-Z])(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\bcf)(?<!\bNo)(?<!\betc)(?<!\bresp)[.!?][\"')\]”’]*"
    # In front of what opens a sentence: a capital, a reference, a login such as `foo1` or `fooBar`.
    r"(?=\s+[\"'(\[“`]?[A-Z0-9`#\u4e00-\u9fff]|\s+[a-z][\w-]*\d[\w-]*\s|\s+[a-z]+[A-Z]\w*\s)"
    r"|(?<=[A-Z]{2})\.(?=\s+[A-Z])"
    r"|\n(?=\s*(?:[-*•]|\d+[.)])\s)"
)


def _ends(text: str) -> Iterator[int]:
    """Where sentences end, without the end of the text. What stands in backticks or brackets ends none."""
    for found in _END.finditer(text):
        before = text[: found.start()]
        if before.count("`") % 2 == 0 and _depth(before) == 0 and text[found.end() :].strip():
            yield found.end()


def _ends_sentence(text: str) -> bool:
    return any(True for _ in _END.finditer(text))


def _depth(text: str) -> int:
    """How many round brackets are open; a text with a stray one is read as if it had none."""
    opened = len(re.findall(r"[(（]", text)) - len(re.findall(r"[)）]", text))
    return max(0, opened) if opened <= 1 else 0
