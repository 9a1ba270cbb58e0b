"""Keeps the answers of models, so that nothing is asked (and paid for) twice: not by a second run, nor after a kill."""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import dataclass

from pydantic import ValidationError

from digest.llm.question import Question
from digest.model import Usage, Value
from digest.state import Store


class Kept(Value):
    """An answer as it came: text, so that a better reader can read it again."""

    text: str
    cut: bool = False
    usage: Usage = Usage()
    """What it cost when it was made."""


@dataclass(frozen=True)
class Cache:
    """Answers by model, prompt and the prompt's version, in a state. With ``refresh`` they are kept but not used."""

    store: Store
    refresh: bool = False

    async def read(self, question: Question, model: str) -> Kept | None:
        """The answer that was kept. None without one, or where it cannot be read back."""
        if self.refresh:
            return None
        data = await asyncio.to_thread(self.store.read, _key(question, model))
        if data is None:
            return None
        try:
            return Kept.model_validate_json(data)
        except ValidationError:
            return None

    async def keep(self, question: Question, model: str, answer: Kept) -> None:
        data = answer.model_dump_json().encode()
        await asyncio.to_thread(self.store.write, _key(question, model), data)


def _key(question: Question, model: str) -> str:
    """By the whole prompt, also where a model got a shorter one: the content is the same."""
    told = json.dumps([model, question.version, question.whole], ensure_ascii=False)
    digest = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
    return f"llm/{digest[:2]}/{digest[2:34]}.json"
