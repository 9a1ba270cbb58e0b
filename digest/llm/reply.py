"""From a model's text to a value: models think aloud, put fences round JSON, and talk before and after it."""

from __future__ import annotations

import json
import re
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from digest.llm.refusal import Fault, Refusal

V = TypeVar("V", bound=BaseModel)


def read(text: str, schema: type[V]) -> V:
    """The first JSON object in the text that is what was asked for. Raises Refusal."""
    told = _without_thoughts(text)
    if not told:
        raise Refusal(Fault.EMPTY)
    for candidate in _objects(told):
        try:
            return schema.model_validate(candidate)
        except ValidationError:
            continue
    raise Refusal(Fault.UNREADABLE)


_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
# Some chat templates open the thought in the prompt, so that only its end is in the answer.
_END_OF_THOUGHT = re.compile(r"^.*?</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_MOST = 20
"""How many places are tried: a text full of braces is not searched for ever."""


def _without_thoughts(text: str) -> str:
    return _END_OF_THOUGHT.sub("", _THOUGHT.sub("", text)).strip()


def _objects(text: str) -> list[object]:
    """What can be read as JSON from each opening brace that is not inside something read before."""
    decoder, found, at = json.JSONDecoder(strict=False), [], 0
    for _ in range(_MOST):
        at = text.find("{", at)
        if at < 0:
            break
        try:
            value, at = decoder.raw_decode(text, at)
            found.append(value)
        except (ValueError, RecursionError):
            at += 1
    return found
