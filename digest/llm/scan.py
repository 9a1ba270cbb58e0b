"""Mends JSON that is almost right: commas before a closing bracket, and an end that is missing."""

from __future__ import annotations


def mended(text: str, cut: bool) -> tuple[str, int]:
    """The JSON value at the start of the text, and how much of the text it was.

    Where the end is missing and the answer was ``cut`` off, the value ends behind the last whole entry of an array.
    ``("", 0)`` where nothing can be saved.
    """
    kept: list[str] = []
    open_brackets: list[str] = []
    saved: tuple[int, str] | None = None
    quoted = escaped = False
    for index, character in enumerate(text):
        kept.append(character)
        if quoted:
            quoted, escaped = _in_string(character, escaped)
        elif character == '"':
            quoted = True
        elif character in "{[":
            open_brackets.append(character)
        elif character in "}]":
            if not open_brackets:
                break
            open_brackets.pop()
            _drop_comma(kept)
            if not open_brackets:
                return "".join(kept), index + 1
            if character == "}" and open_brackets[-1] == "[":
                saved = len(kept), _closing(open_brackets)
    if cut and saved is not None:
        return "".join(kept[: saved[0]]) + saved[1], len(text)
    return "", 0


def _in_string(character: str, escaped: bool) -> tuple[bool, bool]:
    """Whether the string goes on, and whether the next character is escaped."""
    if escaped:
        return True, False
    return character != '"', character == "\\"


def _drop_comma(kept: list[str]) -> None:
    """Takes the comma before the closing bracket at the end away."""
    at = len(kept) - 2
    while at >= 0 and kept[at].isspace():
        at -= 1
    if at >= 0 and kept[at] == ",":
        kept[at] = ""


def _closing(open_brackets: list[str]) -> str:
    return "".join("}" if bracket == "{" else "]" for bracket in reversed(open_brackets))
