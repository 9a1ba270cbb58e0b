"""A report in Markdown taken apart into what a page shows: its head, its sections, its five lists.

The Markdown is the one source: nothing is told here that it does not tell. What comes out is clean HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count, pairwise

import nh3
from markdown_it.token import Token

from digest.model import ListName
from digest.rendering.catalogue import Catalogue
from digest.rendering.site.inline import Inline, code, html, plain
from digest.rendering.site.reading import ENTRY, read

_MARK = re.compile(r"<!-- vllm-digest:([a-z_]+) -->\s*")
_LISTS = frozenset({*map(str, ListName), "rest"})
"""What the appendix holds; ``rest`` is what a roll-up's sections leave to it."""
_PLACE = re.compile(r"(?P<n>[0-9]+)\. ")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""A browser would break it at a hyphen."""
_CODE = re.compile(r"`([^`]+)`")
_EMOJI = re.compile(r"(?P<emoji>[^\w\s<&#(\[]+) ")


@dataclass(frozen=True)
class Part:
    """A section or a list. ``name`` is its anchor; ``heading`` and ``body`` are HTML, ``label`` is plain text."""

    name: str
    heading: str
    label: str
    body: str
    lines: int = 0
    """How many items a list has."""


@dataclass(frozen=True)
class Article:
    """A report's page in parts. ``title`` is plain text; everything else is clean HTML."""

    title: str = ""
    window: str = ""
    notices: tuple[str, ...] = ()
    lead: str = ""
    sections: tuple[Part, ...] = ()
    appendix: str = ""
    lists: tuple[Part, ...] = ()
    foot: str = ""


def article(markdown: str, t: Catalogue) -> Article:
    """The report's parts, by the marks that stand before them."""
    head, *marked = _marked(read(markdown))
    places = _places((tokens for name, tokens in marked if name == "discussions"), Inline(t))
    walk = _Walk(Inline(t, places), frozenset(places.values()))
    title, window, notices, lead = _head(head[1], walk)
    parts: dict[str, list[Part]] = {"sections": [], "lists": [], "appendix": [], "foot": []}
    names: dict[str, Iterator[int]] = {}
    for name, tokens in marked:
        nth = next(names.setdefault(name, count(1)))
        kind = "lists" if name in _LISTS else {"lists": "appendix", "foot": "foot"}.get(name, "sections")
        parts[kind].append(_part(name if nth == 1 else f"{name}-{nth}", tokens, walk, as_list=kind == "lists"))
    return Article(
        title=title,
        window=window,
        notices=notices,
        lead=lead,
        sections=tuple(parts["sections"]),
        appendix="".join(part.heading for part in parts["appendix"]),
        lists=tuple(parts["lists"]),
        foot="".join(part.body for part in parts["foot"]),
    )


def _marked(tokens: Sequence[Token]) -> list[tuple[str, list[Token]]]:
    """The tokens behind each mark; what stands before the first one has no name."""
    groups: list[tuple[str, list[Token]]] = [("", [])]
    for token in tokens:
        mark = _MARK.fullmatch(token.content) if token.type == "html_block" else None
        if mark:
            groups.append((mark[1], []))
        else:
            groups[-1][1].append(token)
    return groups


def _places(groups: Iterable[Sequence[Token]], inline: Inline) -> dict[str, int]:
    """The item of each numbered discussion."""
    found = {}
    for tokens in groups:
        for before, token in pairwise(tokens):
            place = _PLACE.match(plain(token.children)) if before.type == "heading_open" else None
            number = inline.subject(token.children)
            if place and number:
                found[place["n"]] = number
    return found


def _head(tokens: Sequence[Token], walk: _Walk) -> tuple[str, str, tuple[str, ...], str]:
    """Title, window, notices, and what else stands before the sections.

    The first quoted paragraph tells window and counts, a line each; the counts are shown from the index.
    """
    title = next((plain(token.children) for token in tokens if token.type == "inline" and token.level == 1), "")
    quoted = [token for token in tokens if token.type == "inline" and token.level > 1]
    lines = [line for token in quoted[1:] for line in _lines(token)]
    window = _DAY.sub(r'<span class="day">\g<0></span>', walk.inline.html(_lines(quoted[0])[0])) if quoted else ""
    rest = [token for token in tokens[3:] if token.level == 0 and token.type not in ("blockquote_open", "hr")]
    at = next((place for place, token in enumerate(tokens) if token.type == "blockquote_close"), 2)
    lead = walk.html(tokens[at + 1 :]) if rest else ""
    return title, _cleaner().clean(window), tuple(_cleaner().clean(walk.inline.html(one)) for one in lines), lead


def _lines(token: Token) -> list[list[Token]]:
    """The lines of a paragraph."""
    lines: list[list[Token]] = [[]]
    for child in token.children or ():
        if child.type == "softbreak":
            lines.append([])
        else:
            lines[-1].append(child)
    return lines


def _part(name: str, tokens: list[Token], walk: _Walk, *, as_list: bool) -> Part:
    opens = bool(tokens) and tokens[0].type == "heading_open"
    heading = walk.inline.html(tokens[1].children) if opens else ""
    label = plain(tokens[1].children) if opens else ""
    rest = tokens[3:] if opens else tokens
    return Part(
        name=name,
        heading=_cleaner().clean(_EMOJI.sub(r'<span class="emoji">\g<emoji></span> ', heading, count=1)),
        label=_EMOJI.sub("", label, count=1),
        body=walk.html(rest, as_list=as_list),
        lines=walk.subjects(rest) if as_list else 0,
    )


_TAGS = {
    "bullet_list_open": "<ul>",
    "bullet_list_close": "</ul>",
    "ordered_list_open": "<ol>",
    "ordered_list_close": "</ol>",
    "list_item_close": "</li>",
    "blockquote_open": "<blockquote>",
    "blockquote_close": "</blockquote>",
    "table_open": '<div class="wide"><table role="table">',
    "table_close": "</table></div>",
    "thead_open": '<thead role="rowgroup">',
    "thead_close": "</thead>",
    "tbody_open": '<tbody role="rowgroup">',
    "tbody_close": "</tbody>",
    "tr_close": "</tr>",
    "th_close": "</th>",
    "td_close": "</td>",
    "hr": "",
}


@dataclass
class _Walk:
    """Goes over blocks. An item's anchor is its discussion, if there is one, else the first line about it."""

    inline: Inline
    discussed: frozenset[int] = frozenset()
    anchored: set[int] = field(default_factory=set)

    def html(self, tokens: Sequence[Token], *, as_list: bool = False) -> str:
        return _cleaner().clean("".join(self._blocks(tokens, as_list)))

    def _blocks(self, tokens: Sequence[Token], as_list: bool) -> Iterator[str]:
        columns: list[str] = []
        closing = ""
        cell = 0
        for place, token in enumerate(tokens):
            kind = token.type
            if kind == ENTRY:
                anchor = self._anchor(self.inline.subject(token.children), self.discussed)
                yield f"<li{anchor}>{self._text(token, as_list)}</li>"
            elif kind == "inline":
                if tokens[place - 1].type == "th_open":
                    columns.append(plain(token.children))
                yield self._text(token, as_list)
            elif kind in ("paragraph_open", "heading_open"):
                opening, closing = self._opening(tokens, place)
                yield opening
            elif kind in ("paragraph_close", "heading_close"):
                yield "" if token.hidden else closing
            elif kind in ("list_item_open", "tr_open"):
                cell = 0
                yield self._anchored(tokens, place)
            elif kind == "table_open":
                columns.clear()
                yield _TAGS[kind]
            elif kind in ("td_open", "th_open"):
                yield _cell(kind, columns, cell)
                cell += 1
            else:
                yield _TAGS[kind] if kind in _TAGS else f"<pre>{html(token.content)}</pre>"

    def _opening(self, tokens: Sequence[Token], place: int) -> tuple[str, str]:
        """The tags around a paragraph or a heading. A paragraph that is all bold is a heading in fact."""
        token, text = tokens[place], tokens[place + 1]
        if token.hidden:
            return "", ""
        if token.type == "heading_open":
            return f"<h3{self._anchor(self.inline.subject(text.children), frozenset())}>", "</h3>"
        return ("<h3><small>", "</small></h3>") if _is_bold(text) else ("<p>", "</p>")

    def _anchored(self, tokens: Sequence[Token], place: int) -> str:
        """The start of a list entry or a table's row, with the anchor of the item that it is about."""
        if tokens[place].type == "list_item_open":
            inside = tokens[place + 2 : place + 3]
            return f"<li{self._anchor(self._subject(inside), self.discussed)}>"
        end = next(at for at in range(place, len(tokens)) if tokens[at].type == "tr_close")
        return f'<tr role="row"{self._anchor(self._subject(tokens[place:end]), self.discussed)}>'

    def subjects(self, tokens: Iterable[Token]) -> int:
        """How many of these texts are about an item."""
        return sum(self._subject([token]) is not None for token in tokens)

    def _subject(self, tokens: Iterable[Token]) -> int | None:
        """The first item that one of these texts is about."""
        found = (self.inline.subject(token.children) for token in tokens if token.type in ("inline", ENTRY))
        return next((number for number in found if number is not None), None)

    def _anchor(self, number: int | None, elsewhere: frozenset[int]) -> str:
        if number is None or number in self.anchored or number in elsewhere:
            return ""
        self.anchored.add(number)
        return f' id="i{number}"'

    def _text(self, token: Token, as_list: bool) -> str:
        return self._row(token) if as_list else self.inline.html(token.children)

    def _row(self, token: Token) -> str:
        """A line of a list: item, title, labels, and who and when."""
        children = token.children or []
        tail = children[3:]
        parts = "".join(child.content for child in tail).strip().rsplit(" — ", 2)
        if self.inline.subject(children) is None or len(parts) < 3 or any(child.type != "text" for child in tail):
            return self.inline.html(children)
        title, told, by = map(html, parts)
        title = _CODE.sub(lambda found: code(found[1]), title)
        link = self.inline.html(children[:3])
        labels = ",".join(f"<bdi>{label}</bdi>" for label in told.split(","))
        return f'{link} <bdi>{title}</bdi> <span class="meta">{labels} — {by}</span>'


def _is_bold(token: Token) -> bool:
    children = [child for child in token.children or () if child.type != "text" or child.content]
    inside = sum(child.type == "strong_open" for child in children)
    return inside == 1 and children[0].type == "strong_open" and children[-1].type == "strong_close"


def _cell(kind: str, columns: Sequence[str], nth: int) -> str:
    """The start of a table's cell. On a phone each cell stands on a line of its own, behind its column's name."""
    if kind == "th_open":
        return '<th role="columnheader" scope="col">'
    label = columns[nth] if nth < len(columns) else ""
    return f'<td role="cell" data-label="{html(label)}">'


_INLINE = ("a", "bdi", "br", "code", "em", "small", "span", "strong")
_BLOCKS = ("blockquote", "div", "h3", "li", "ol", "p", "pre", "table", "tbody", "td", "th", "thead", "tr", "ul")


@cache
def _cleaner() -> nh3.Cleaner:
    """Lets through what this module writes, and nothing else: the last fence, whoever let something in before it."""
    roles = {"role", "id"}
    return nh3.Cleaner(
        tags={*_INLINE, *_BLOCKS},
        attributes={
            "a": {"href"},
            "h3": {"id"},
            "li": {"id"},
            "table": roles,
            "thead": roles,
            "tbody": roles,
            "tr": roles,
            "td": {*roles, "data-label"},
            "th": {*roles, "scope"},
        },
        allowed_classes={
            "a": {"item", "see"},
            "div": {"wide"},
            "code": {"short"},
            "span": {"state", "emoji", "meta", "day", *("open", "draft", "merged", "closed")},
        },
        url_schemes={"http", "https"},
        link_rel=None,
    )
