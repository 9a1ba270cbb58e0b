"""From a model's text to a value: models think aloud, put fences round JSON, and talk before and after it."""

from __future__ import annotations

import json
import re
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from digest.llm.refusal import Fault, Refusal
from digest.llm.scan import mended

V = TypeVar("V", bound=BaseModel)


def read(text: str, schema: type[V], cut: bool = False) -> V:
    """The longest JSON value in the text that is what was asked for; of an answer ``cut`` off, what is whole of it.

    Raises Refusal.
    """
    told = without_thoughts(text, cut)
    if not told:
        raise Refusal(Fault.THOUGHT if cut and text.strip() else Fault.TRUNCATED if cut else Fault.EMPTY)
    for candidate in sorted(_values(told, cut), key=lambda found: -found[0]):
        try:
            return schema.model_validate(candidate[1])
        except ValidationError:
            continue
    raise Refusal(Fault.TRUNCATED if cut else Fault.UNREADABLE)


_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
# Some chat templates open the thought in the prompt, so that only its end is in the answer.
_END_OF_THOUGHT = re.compile(r"^.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
_OPEN_THOUGHT = re.compile(r"<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_MOST = 40
"""How many places are tried: a text full of braces is not searched for ever."""


def without_thoughts(text: str, cut: bool = False) -> str:
    """The answer itself. A thought that never ends hides nothing where the answer was not cut off."""
    told = _END_OF_THOUGHT.sub("", _THOUGHT.sub("", text))
    if opened := _OPEN_THOUGHT.search(told):
        told = told[: opened.start()] if cut else told[: opened.start()] + told[opened.end() :]
    return told.strip().strip("\ufeff").strip()


def _values(text: str, cut: bool) -> list[tuple[int, object]]:
    """What can be read as JSON from each opening bracket that is not inside something read before, with its length."""
    found: list[tuple[int, object]] = []
    at = 0
    for _ in range(_MOST):
        opening = _OPENING.search(text, at)
        if opening is None:
            break
        value, end = _value(text, opening.start(), cut)
        if end:
            found.append((end - opening.start(), value))
        at = end or opening.start() + 1
    return found


# An array counts only where objects are in it: `[1]` and `[[#5]]` stand in prose.
_OPENING = re.compile(r"\{|\[(?=\s*\{)")


def _value(text: str, at: int, cut: bool) -> tuple[object, int]:
    """The value that starts there and where it ends; 0 where none does."""
    try:
        return json.JSONDecoder(strict=False).raw_decode(text, at)
    except (ValueError, RecursionError):
        pass
    whole, end = mended(text[at:], cut)
    try:
        return (json.loads(whole, strict=False), at + end) if whole else (None, 0)
    except (ValueError, RecursionError):
        return None, 0
