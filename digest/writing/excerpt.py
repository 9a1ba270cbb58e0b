"""Cuts what people wrote to what a model needs: their own words, without dumps, secrets, hidden text and orders."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby

from digest.facts.prose import visible
from digest.llm import tokens
from digest.masking import masked
from digest.writing.suspicion import LEFT_OUT, gives_orders, without_encoded

LONGEST_CODE = 8
"""Lines of a code block that is kept: a command and its variables, no log."""
LONGEST_READ = 60_000
"""Characters of a text that are looked at; people say what they mean long before that."""
LONGEST_LISTING = 5
"""Lines of machine output in a row that are kept."""

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_DETAILS = re.compile(r"<details\b.*?(?:</details\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"^ {0,3}(?P<mark>`{3,}|~{3,}).*?(?:^ {0,3}(?P=mark)[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)|<img\b[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][a-z0-9-]*(?:\s[^<>]{0,400})?/?>", re.IGNORECASE)
# What a repository's template says below every body, and the rules that stand around it.
_TEMPLATE = re.compile(
    r"^[ *_#>]*BEFORE SUBMITTING\b.*(?:\n|\Z)|^ {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*(?:\n|\Z)", re.MULTILINE | re.I
)
# What is quoted of another is not its author's, and stands in full where that other wrote it.
_QUOTED = re.compile(r"^ {0,3}>.*(?:\n|\Z)", re.MULTILINE)
_MACHINE = re.compile(
    r"\s*(?:"
    # Logs and tracebacks.
    r"\(?\w+ pid=|\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|(?:INFO|DEBUG|WARNING|ERROR|WARN|CRITICAL|TRACE)\b[ :]"
    r"|Traceback |File \"|at \S+\(|\w+(?:Error|Exception)\b:|[~^ ]+$|\[rank\d|#\d+ 0x|frame #\d+"
    # Versions, environments, processors and cards.
    r"|\[?(?:pip3?|conda)\]|[\w.-]+ *==+ *[\w.+-]+|[A-Za-z][\w ()./\[\]-]{1,40}: {1,}\S|[A-Z][A-Z0-9_]{2,}="
    r"|={4,}|\+[-=+]{4,}|-{8,}"
    r"|\|? *(?:N/A|\d+) |[\w./-]{80,}|0x[0-9a-f]+|[\w./-]+ +[\d.]+\S* +\S+$"
    r")",
)
# Forms that GitHub's templates put into a text, ticked or not.
_CHECKBOX = re.compile(r"^ {0,3}[-*] \[[ xX]\] .*(?:\n|\Z)", re.MULTILINE)
_HEADING = re.compile(r"#{1,6} ")
_TABLE = re.compile(r"\s*\|.*\|\s*$")
_BORDERS = ("\n\n", "\n", "。", ". ", "! ", "? ", "；", " ")


@lru_cache(maxsize=8192)
def prepared(text: str) -> str:
    """What people said in the text, whole. Pure, and remembered: a text is looked at for several sections."""
    told = _without_dumps(visible(text[:LONGEST_READ]).replace("\r\n", "\n"))
    return _tidy(_without_empty_headings(_tidy(without_encoded(masked(told)))))


@lru_cache(maxsize=8192)
def is_hostile(text: str) -> bool:
    """Whether what is left of the text gives orders to a model."""
    return gives_orders(prepared(text))


def excerpt(text: str, limit: int) -> str:
    """At most about ``limit`` characters: dumps go first, then all code, then the end, at a border of sense."""
    told = prepared(text)
    if len(told) > limit:
        told = _tidy(_FENCE.sub(f"{LEFT_OUT}\n", told))
    return cut(told, limit)


def line(text: str, limit: int = 300) -> str:
    """A title as one line. One that is meant for a model is not shown."""
    told = " ".join(without_encoded(masked(visible(text))).split())
    return LEFT_OUT if gives_orders(told) else cut(told, limit)


def cut(text: str, limit: int) -> str:
    """The start of the text up to the last border of sense in the second half of the limit."""
    if len(text) <= limit:
        return text
    head = text[:limit]
    for border in _BORDERS:
        at = head.rfind(border)
        if at >= limit // 2:
            return f"{head[: at + len(border)].rstrip()} {LEFT_OUT}"
    return f"{head} {LEFT_OUT}"


def fit(text: str, most: int) -> str:
    """The same by tokens."""
    if tokens.count(text) <= most:
        return text
    return cut(text, max(0, tokens.head(text, most - 3)))


def _without_dumps(text: str) -> str:
    text = _DETAILS.sub(f"{LEFT_OUT}\n", _COMMENT.sub("", text))
    text = _FENCE.sub(_short_code, text)
    text = _CHECKBOX.sub("", _TEMPLATE.sub("", _IMAGE.sub("", text)))
    return _without_listings(_TAG.sub("", _QUOTED.sub("", text)))


def _without_empty_headings(text: str) -> str:
    """Without headings under which nothing is left."""
    kept: list[str] = []
    for paragraph in reversed(text.split("\n\n")):
        is_empty = not kept or _HEADING.match(kept[-1])
        if paragraph == LEFT_OUT or (_HEADING.match(paragraph) and "\n" not in paragraph and is_empty):
            continue
        kept.append(paragraph)
    return "\n\n".join(reversed(kept)) or (LEFT_OUT if text else "")


def _without_listings(text: str) -> str:
    """Machine output that stands between what its author says, line after line. Tables stay: they hold measurements."""
    kept: list[str] = []
    for is_machine, lines in groupby(text.split("\n"), key=_is_machine):
        block = list(lines)
        kept += [LEFT_OUT] if is_machine and len(block) > LONGEST_LISTING else block
    return "\n".join(kept)


def _is_machine(line: str) -> bool:
    return bool(_MACHINE.match(line)) and not _TABLE.match(line)


def _short_code(found: re.Match[str]) -> str:
    code = found[0]
    return code if code.count("\n") <= LONGEST_CODE + 1 else f"{LEFT_OUT}\n"


def _tidy(text: str) -> str:
    return re.sub(r"[ \t]*\n(?:[ \t]*\n)+", "\n\n", text).strip()
