"""Answers that were recorded, asked as a model is: the same page again, without a network."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from digest.errors import ModelFailed, UnreadableInput
from digest.llm.client import Answer, Asks, Estimate
from digest.llm.ledger import Need
from digest.llm.question import Question
from digest.llm.refusal import Refusal
from digest.llm.reply import read
from digest.model import Usage, Value

V = TypeVar("V", bound=BaseModel)


class NotRecorded(ModelFailed):
    """There is no answer to this question in the recording: its part of the page is written without one."""


class Entry(Value):
    """An answer, and for whom to read what it is about."""

    name: str
    text: str


class Recording(Value):
    """Answers by the key of their question. ``by`` says who gave them, for the foot of the page."""

    by: str
    answers: dict[str, Entry] = {}

    @classmethod
    def load(cls, path: Path) -> Recording:
        """Raises UnreadableInput for anything that is no recording."""
        try:
            return cls.model_validate_json(path.read_bytes())
        except (OSError, ValidationError) as error:
            raise UnreadableInput(f"{path} is no recording of answers: {type(error).__name__}") from None


class Recorded:
    """Answers from a recording."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self.usage = Usage()
        self.worth = Usage()

    @property
    def used(self) -> tuple[str, ...]:
        return (self._recording.by,) if self.usage.cached_calls else ()

    @property
    def free(self) -> Need:
        return Need(2**31, 2**31, 2**31, math.inf)

    async def estimate(self, questions: Sequence[Question]) -> Estimate:
        """Nothing: it is all there."""
        return Estimate(len(questions), 0, 0, 0.0)

    async def hold(self, questions: Sequence[Question]) -> None:
        """Nothing has to be set aside."""

    async def ask(self, question: Question, schema: type[V]) -> Answer[V]:
        """The answer to the question whose content is the same. Raises NotRecorded."""
        entry = self._recording.answers.get(question.key)
        if entry is None:
            raise NotRecorded(f"no answer to {question.name} was recorded")
        try:
            value = read(entry.text, schema)
        except Refusal as refusal:
            raise ModelFailed(f"the recorded answer to {question.name}: {refusal}") from None
        usage = Usage(cached_calls=1)
        self.usage += usage
        return Answer(value, usage, self._recording.by, entry.text)


class Recorder:
    """Asks somebody else, and writes down what they answered."""

    def __init__(self, asked: Asks) -> None:
        self._asked = asked
        self._answers: dict[str, Entry] = {}

    @property
    def usage(self) -> Usage:
        return self._asked.usage

    @property
    def worth(self) -> Usage:
        return self._asked.worth

    @property
    def used(self) -> tuple[str, ...]:
        return self._asked.used

    @property
    def free(self) -> Need:
        return self._asked.free

    async def estimate(self, questions: Sequence[Question]) -> Estimate:
        return await self._asked.estimate(questions)

    async def hold(self, questions: Sequence[Question]) -> None:
        await self._asked.hold(questions)

    @property
    def answers(self) -> Mapping[str, Entry]:
        return self._answers

    async def ask(self, question: Question, schema: type[V]) -> Answer[V]:
        answer = await self._asked.ask(question, schema)
        self._answers[question.key] = Entry(name=question.name, text=answer.text)
        return answer
