"""Cuts what people wrote to what a model needs: their own words, without dumps, secrets and hidden text."""

from __future__ import annotations

import re

from digest.facts.prose import visible
from digest.masking import masked

LEFT_OUT = "[…]"
LONGEST_CODE = 8
"""Lines of a code block that is kept: a command and its variables, no log."""

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_DETAILS = re.compile(r"<details\b.*?(?:</details\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"^ {0,3}(?P<mark>`{3,}|~{3,}).*?(?:^ {0,3}(?P=mark)[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)|<img\b[^>]*>", re.IGNORECASE)
# What is quoted of another is not its author's, and stands in full where that other wrote it.
_QUOTED = re.compile(r"^ {0,3}>.*(?:\n|\Z)", re.MULTILINE)
_LOG = re.compile(
    r"(?:^[ \t]*(?:\(?\w+ pid=|\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|(?:INFO|DEBUG|WARNING|ERROR|WARN"
    r"|CRITICAL)\b[ :]|Traceback |File \"|at \S+\().*(?:\n|\Z)){3,}",
    re.MULTILINE,
)
_BORDERS = ("\n\n", "\n", "。", ". ", "! ", "? ", " ")


def excerpt(text: str, limit: int) -> str:
    """At most about ``limit`` characters: dumps go first, then all code, then the end, at a border of sense."""
    told = _tidy(_without_dumps(masked(visible(text).replace("\r\n", "\n"))))
    if len(told) > limit:
        told = _tidy(_FENCE.sub(f"{LEFT_OUT}\n", told))
    return cut(told, limit)


def line(text: str, limit: int = 300) -> str:
    """A title as one line."""
    return cut(" ".join(masked(visible(text)).split()), limit)


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


def _without_dumps(text: str) -> str:
    text = _DETAILS.sub(f"{LEFT_OUT}\n", _COMMENT.sub("", text))
    text = _FENCE.sub(_short_code, text)
    return _QUOTED.sub("", _LOG.sub(f"{LEFT_OUT}\n", _IMAGE.sub("", text)))


def _short_code(found: re.Match[str]) -> str:
    code = found[0]
    return code if code.count("\n") <= LONGEST_CODE + 1 else f"{LEFT_OUT}\n"


def _tidy(text: str) -> str:
    return re.sub(r"[ \t]*\n(?:[ \t]*\n)+", "\n\n", text).strip()
