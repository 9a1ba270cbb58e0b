"""Asks the models of a run, in their order, for values of a schema.

A model that refuses its key is left at once, one that fails again and again soon after (the breaker), and
when none is left every call fails without being made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import Generic, TypeVar

from pydantic import BaseModel
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type

from digest.deadline import NEVER, Deadline
from digest.errors import ModelFailed
from digest.llm import provider
from digest.llm.provider import Endpoint, Message, Reply
from digest.llm.refusal import Fault, Refusal
from digest.llm.reply import read
from digest.llm.settings import ModelSettings
from digest.model import Usage

V = TypeVar("V", bound=BaseModel)

BREAKER = 3
"""After so many failed questions in a row a model is not asked again."""
LONGEST_WAIT = 120.0
"""Seconds. A provider that asks for more patience than that counts as failed."""


class Mode(Enum):
    """What a provider can be asked for. The bare one has nothing that a provider could refuse."""

    JSON = "json"
    BARE = "bare"

    @property
    def options(self) -> dict[str, object]:
        # Little temperature: the text shall stay close to what it is about.
        return {"response_format": {"type": "json_object"}, "temperature": 0.2} if self is Mode.JSON else {}


@dataclass(frozen=True)
class Answer(Generic[V]):
    """What a model answered, what that cost (failed tries of this question included), and which model it was."""

    value: V
    usage: Usage
    model: str


@dataclass
class _Line:
    """A model, and what this run has learnt about it."""

    endpoint: Endpoint
    mode: Mode = Mode.JSON
    is_sure: bool = False
    failures: int = 0
    fault: str = ""
    is_open: bool = True

    @property
    def takes_json(self) -> bool:
        return self.is_sure and self.mode is Mode.JSON

    def succeeded(self) -> None:
        self.failures = 0

    def failed(self, refusal: Refusal) -> None:
        self.failures += 1
        self.fault = f"{self.endpoint.model}: {refusal}"
        self.is_open = self.is_open and not refusal.is_final and self.failures < BREAKER


class Client:
    """The models of one run. An async context manager, so that no session stays open.

    ``usage`` is what all its calls have cost, also those whose answers could not be used, and ``used`` the
    models that answered, in the order of the settings.
    """

    def __init__(self, settings: ModelSettings, deadline: Deadline = NEVER) -> None:
        first, *others = settings.models
        endpoints = [Endpoint(first, settings.api_key, settings.api_base), *map(Endpoint, others)]
        self._settings = settings
        self._deadline = deadline
        self._lines = [_Line(endpoint) for endpoint in endpoints]
        self._slots = asyncio.Semaphore(settings.concurrency)
        self._answered: set[str] = set()
        self.usage = Usage()

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await provider.close()

    @property
    def used(self) -> tuple[str, ...]:
        return tuple(model for model in self._settings.models if model in self._answered)

    async def ask(self, messages: Sequence[Message], schema: type[V]) -> Answer[V]:
        """The first usable answer of the models. The prompt has to show the schema, and say "JSON".

        Raises ModelFailed when no model gave one, OutOfTime when the deadline passed. Neither message holds
        a key, or a provider's own words.
        """
        async with self._slots:
            for line in self._lines:
                if line.is_open and (answer := await self._ask(line, messages, schema)):
                    return answer
            raise ModelFailed(self._why())

    def _why(self) -> str:
        told = "; ".join(line.fault for line in self._lines if line.fault)
        return f"--model: no model gave a usable answer ({told})"

    async def _ask(self, line: _Line, messages: Sequence[Message], schema: type[V]) -> Answer[V] | None:
        """The answer of one model, retried; None when it has failed."""
        spent: list[Usage] = []
        retrying = AsyncRetrying(
            retry=retry_if_exception_type(Refusal), stop=self._is_enough, wait=self._wait, reraise=True
        )
        try:
            value: V = await retrying(self._try, line, messages, schema, spent)
        except Refusal as refusal:
            # A time-out at the deadline is no fault of the model.
            self._deadline.check("a model was asked")
            line.failed(refusal)
            return None
        line.succeeded()
        self._answered.add(line.endpoint.model)
        return Answer(value, sum(spent, Usage()), line.endpoint.model)

    def _is_enough(self, state: RetryCallState) -> bool:
        refusal = _refusal(state)
        wait = self._wait(state)
        return state.attempt_number >= refusal.tries or wait > LONGEST_WAIT or not self._deadline.allows(wait)

    def _wait(self, state: RetryCallState) -> float:
        asked = _refusal(state).wait
        return self._settings.backoff * 2.0 ** (state.attempt_number - 1) if asked is None else asked

    async def _try(self, line: _Line, messages: Sequence[Message], schema: type[V], spent: list[Usage]) -> V:
        reply = await self._reply(line, messages)
        spent.append(reply.usage)
        if reply.finish == "length":
            raise Refusal(Fault.TRUNCATED)
        if reply.finish == "content_filter":
            raise Refusal(Fault.FILTERED)
        return read(reply.text, schema)

    async def _reply(self, line: _Line, messages: Sequence[Message]) -> Reply:
        """In the mode that the provider is known to take. Until one is, a refusal may be about the mode."""
        mode = line.mode
        try:
            reply = await self._call(line.endpoint, messages, mode)
        except Refusal as refusal:
            if mode is Mode.BARE or line.takes_json or not refusal.may_be_the_format:
                raise
            mode = Mode.BARE
            reply = await self._call(line.endpoint, messages, mode)
        if not line.is_sure:
            line.mode, line.is_sure = mode, True
        return reply

    async def _call(self, endpoint: Endpoint, messages: Sequence[Message], mode: Mode) -> Reply:
        self._deadline.check("a model was asked")
        timeout = self._deadline.limit(self._settings.timeout)
        reply = await provider.complete(endpoint, messages, timeout, mode.options)
        self.usage += reply.usage
        return reply


def _refusal(state: RetryCallState) -> Refusal:
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, Refusal), "only refusals are retried"
    return error
