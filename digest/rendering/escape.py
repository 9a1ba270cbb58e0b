"""Makes any text safe inside Markdown: a CommonMark parser gives back the very same plain text.

Titles and quotes come from anybody. Only what Markdown would act on is escaped, so that the source of a report
stays readable. https://spec.commonmark.org/0.31.2/#backslash-escapes
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

# What acts where: `_` only at the border of a word, `&` only before a whole character reference. A report defines no
# link labels, so of brackets only `](` acts, and `[ROCm][Bugfix]` stays readable. `~` and `$` are GitHub's extensions.
_ACTIVE = re.compile(r"[\\`*<$~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)|(?<=<)!|\](?=\()")
_ACTIVE_IN_LINK = re.compile(rf"{_ACTIVE.pattern}|[\[\]]")
_LINE_START = re.compile(r"^(?:(?P<mark>[#>+=-])|(?P<number>\d{1,9})(?P<after>[.)]))")
_CLAUSE = re.compile(r"[,;:](?=\s)|\s—\s|[，；：、]")
_ADDRESS = re.compile(r"(?<=\])\([^()\s]*\)")
_CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)")


def plain(text: str) -> str:
    """The text as inline Markdown, every character kept; white space that would break the line becomes a space."""
    return _ACTIVE.sub(_escaped, _one_line(text))


def opening(text: str) -> str:
    """`plain` for text that starts a line, where `#`, `-`, `1.` and the like act too."""
    return _LINE_START.sub(_escaped_start, plain(text))


def words(text: str, escaped: Callable[[str], str] = plain) -> str:
    """`plain`, but what its author set in backticks stays code."""
    parts = []
    at = 0
    text = _one_line(text)
    for found in _CODE.finditer(text):
        parts += [escaped(text[at : found.start()]), found.group(0)]
        at = found.end()
    return "".join((*parts, escaped(text[at:])))


def label(text: str) -> str:
    """`words` for the text of a link, where every bracket counts."""
    return words(text, lambda part: _ACTIVE_IN_LINK.sub(_escaped, part))


def code(text: str) -> str:
    """The text as a code span, whatever backticks it holds.

    https://spec.commonmark.org/0.31.2/#code-spans
    """
    text = _one_line(text).strip() or " "
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def cell(markdown: str) -> str:
    """Markdown for a cell of a table: a `|` that is not escaped yet would end it, also inside code."""
    return re.sub(r"(?<!\\)\|", r"\\|", markdown)


def url(address: str) -> str:
    """An address as a link's destination: what would end it is percent-encoded."""
    return re.sub(r"[\s()<>\\\"]", lambda found: "".join(f"%{byte:02X}" for byte in found.group(0).encode()), address)


def isolated(text: str) -> str:
    """A name that stands in sentences: it turns none of the words around it, nor do they turn it.

    Its own controls of direction go; one in a script from right to left is isolated, as
    https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates has it, which plain text knows as well as HTML.
    """
    text = _DIRECTION.sub("", text)
    turns = any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in text)
    return f"\u2068{text}\u2069" if turns else text


_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def width(text: str) -> float:
    """How wide a text is, in Chinese characters: anything narrow counts half."""
    return sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.5 for c in text)


def shown(markdown: str) -> float:
    """How wide inline Markdown is where it is read: without the addresses of its links."""
    return width(_ADDRESS.sub("", markdown))


def clause(text: str, limit: float) -> str:
    """As many whole clauses as ``limit`` Chinese characters hold; nothing if that is less than half of the text."""
    if width(text) <= limit:
        return text
    borders = [found.end() for found in _CLAUSE.finditer(text) if width(text[: found.start()]) <= limit]
    kept = text[: borders[-1]].rstrip(" ,;:—，；：、") if borders else ""
    return kept if width(kept) * 2 >= width(text) and kept.count("`") % 2 == 0 else ""


def whole(figures: Sequence[str], limit: float) -> str:
    """As many of the figures as ``limit`` Chinese characters hold: half of a row would be another measurement."""
    told = ""
    for place in range(1, len(figures) + 1):
        if width(longer := "; ".join(figures[:place])) > limit:
            break
        told = longer
    return told


def fit(text: str, limit: float) -> str:
    """The text, cut at a word with an ellipsis where it is wider than ``limit`` Chinese characters."""
    if width(text) <= limit:
        return text
    kept = ""
    room = limit - 1
    for character in text:
        room -= width(character)
        if room < 0:
            break
        kept += character
    border = kept.rfind(" ")
    kept = kept[:border] if border > len(kept) * 2 // 3 else kept
    if kept.count("`") % 2:
        kept = kept[: kept.rfind("`")]
    return kept.rstrip(" ,;:，；：") + "…"


def _one_line(text: str) -> str:
    return re.sub(r"[\r\n\t\v\f\u2028\u2029]+", " ", text)


def _escaped(found: re.Match[str]) -> str:
    return "\\" + found.group(0)


def _escaped_start(found: re.Match[str]) -> str:
    if found["mark"]:
        return "\\" + found["mark"]
    return f"{found['number']}\\{found['after']}"
