"""Asks the models of a run, in their order, for values of a schema.

A model that refuses its key is left at once, one that was never there after its first question, one that fails again
and again soon after (the breaker), and when none is left every call fails without being made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type

from digest.deadline import NEVER, Deadline
from digest.errors import ModelFailed
from digest.llm import price, provider
from digest.llm.cache import Cache, Kept
from digest.llm.ledger import Ledger, Need, limit
from digest.llm.line import LEAST, Line, cost, prompt_size
from digest.llm.mode import Mode
from digest.llm.provider import Endpoint, Reply
from digest.llm.question import Message, Question, size
from digest.llm.refusal import Fault, Refusal
from digest.llm.reply import read
from digest.llm.settings import ModelSettings
from digest.model import Usage
from digest.progress import dollars

V = TypeVar("V", bound=BaseModel)

LONGEST_WAIT = 120.0
"""Seconds. A provider that asks for more patience than that counts as failed."""

NEVER_AGAIN = 99


@dataclass(frozen=True)
class Answer(Generic[V]):
    """What a model answered, what that cost (failed tries of this question included), and which model it was.

    ``text`` is the answer as it came.
    """

    value: V
    usage: Usage
    model: str
    text: str = ""


@dataclass(frozen=True)
class Estimate:
    """What questions take at the most, before any is asked; no cost where the price is not known."""

    calls: int
    prompt: int
    completion: int
    cost: float | None

    def __str__(self) -> str:
        return f"at most {self.calls} calls, {self.prompt} + {self.completion} tokens, {dollars(self.cost)}"


class Asks(Protocol):
    """Who can be asked: models (`Client`), or answers that were recorded (`digest.llm.Recorded`)."""

    @property
    def usage(self) -> Usage: ...

    @property
    def worth(self) -> Usage: ...

    @property
    def used(self) -> tuple[str, ...]: ...

    @property
    def free(self) -> Need: ...

    async def estimate(self, questions: Sequence[Question]) -> Estimate: ...

    async def hold(self, questions: Sequence[Question]) -> None: ...

    async def ask(self, question: Question, schema: type[V]) -> Answer[V]: ...


@dataclass
class _Attempt(Generic[V]):
    """One question on its way through the tries of one model."""

    question: Question
    schema: type[V]
    spent: list[Usage] = field(default_factory=list)
    text: str = ""
    was_cut: bool = False
    retried: Refusal | None = None

    def remember(self, state: RetryCallState) -> None:
        """What the try was refused for that another one follows."""
        self.retried = _refusal(state)

    def reason(self, last: Refusal) -> Refusal:
        """Why there is no answer: where no room is left for one more try, what the tries before were refused for."""
        return self.retried if last.fault is Fault.SPENT and self.retried else last

    def messages(self, most: int) -> tuple[Message, ...]:
        messages = self.question.prompt(most)
        shorter: Message = {"role": "user", "content": self.question.shorter}
        return (*messages, shorter) if self.was_cut and messages else messages


class Client:
    """The models of one run. An async context manager, so that no session stays open.

    ``usage`` is what all its calls have cost, also those whose answers could not be used; ``worth`` is what its
    answers cost when they were made, by this run or an earlier one; ``used`` are the models that answered, in the
    order of the settings. Questions with the same prompt are asked once, by ``cache``.
    """

    def __init__(self, settings: ModelSettings, deadline: Deadline = NEVER, cache: Cache | None = None) -> None:
        first, *others = settings.models
        endpoints = [Endpoint(first, settings.api_key, settings.api_base), *map(Endpoint, others)]
        self._settings = settings
        self._deadline = deadline
        self._cache = cache
        self._lines = [Line(endpoint) for endpoint in endpoints]
        self._slots = asyncio.Semaphore(settings.concurrency)
        self._sessions = provider.opened()
        self._answered: set[str] = set()
        self._ledger = Ledger(
            limit(settings.max_calls, settings.max_prompt_tokens, settings.max_completion_tokens, settings.max_cost)
        )
        self.usage = Usage()
        self.worth = Usage()

    async def __aenter__(self) -> Client:
        await self._sessions.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._sessions.__aexit__(kind, error, trace)

    @property
    def used(self) -> tuple[str, ...]:
        return tuple(model for model in self._settings.models if model in self._answered)

    async def estimate(self, questions: Sequence[Question]) -> Estimate:
        """What they take at the most with the first model, one call each."""
        line = self._lines[0]
        await self._learn(line)
        needs = [self._need(line, one, one.expected or prompt_size(line, one)) for one in questions]
        costs = [cost(line, need.prompt, line.room(question)) for need, question in zip(needs, questions, strict=True)]
        known = [one for one in costs if one is not None]
        total = sum(needs, Need(0))
        dollars = sum(known) if len(known) == len(costs) else None
        return Estimate(total.calls, total.prompt, total.completion, dollars)

    async def hold(self, questions: Sequence[Question]) -> None:
        """Sets aside what these questions will take, so that nothing that comes up before them can use it up."""
        line = self._lines[0]
        await self._learn(line)
        for question in questions:
            self._ledger.hold(question.name, self._need(line, question, question.most))

    @property
    def free(self) -> Need:
        """What may still be spent on questions that were not foreseen."""
        return self._ledger.free

    async def ask(self, question: Question, schema: type[V]) -> Answer[V]:
        """The first usable answer of the models.

        Raises ModelFailed when no model gave one, OutOfTime when the deadline passed. Neither message holds
        a key, or a provider's own words.
        """
        if (kept := await self._kept(question, schema)) is not None:
            return kept
        async with self._slots:
            try:
                for line in self._lines:
                    if (answer := await self._asked(line, _Attempt(question, schema))) is not None:
                        return answer
                raise ModelFailed(self._why(), passing=any(line.is_passing for line in self._lines))
            finally:
                self._ledger.release(question.name)

    def _why(self) -> str:
        told = "; ".join(line.fault for line in self._lines if line.fault)
        return f"--model: no model gave a usable answer ({told})"

    async def _kept(self, question: Question, schema: type[V]) -> Answer[V] | None:
        """An answer that any of the models gave earlier."""
        if self._cache is None:
            return None
        for line in self._lines:
            kept = await self._cache.read(question, line.model)
            if kept is not None and (value := _readable(kept, schema)) is not None:
                self._ledger.release(question.name)
                usage = Usage(cached_calls=1)
                self.usage += usage
                self.worth += kept.usage
                self._answered.add(line.model)
                return Answer(value, usage, line.model, kept.text)
        return None

    async def _asked(self, line: Line, attempt: _Attempt[V]) -> Answer[V] | None:
        """The answer of one model. The first question is alone: it shows whether and how the model answers."""
        if not line.is_sure:
            async with line.learning:
                await self._learn(line)
                if line.has_all_to_show:
                    return await self._ask(line, attempt)
        return await self._ask(line, attempt)

    async def _learn(self, line: Line) -> None:
        if line.known is None:
            line.learn(await price.known(line.model))

    async def _ask(self, line: Line, attempt: _Attempt[V]) -> Answer[V] | None:
        """The answer of one model, retried; None when it has failed."""
        if not line.is_open:
            return None
        retrying = AsyncRetrying(
            retry=retry_if_exception_type(Refusal),
            stop=self._is_enough,
            wait=self._wait,
            before_sleep=attempt.remember,
            reraise=True,
        )
        try:
            value: V = await retrying(self._try, line, attempt)
        except Refusal as refusal:
            # A time-out at the deadline is no fault of the model.
            self._deadline.check("a model was asked")
            line.failed(attempt.reason(refusal))
            return None
        line.succeeded()
        self._answered.add(line.model)
        spent = sum(attempt.spent, Usage())
        self.worth += spent
        return Answer(value, spent, line.model, attempt.text)

    def _is_enough(self, state: RetryCallState) -> bool:
        refusal = _refusal(state)
        wait = self._wait(state)
        return state.attempt_number >= refusal.tries or wait > LONGEST_WAIT or not self._deadline.allows(wait)

    def _wait(self, state: RetryCallState) -> float:
        asked = _refusal(state).wait
        return self._settings.backoff * 2.0 ** (state.attempt_number - 1) if asked is None else asked

    async def _try(self, line: Line, attempt: _Attempt[V]) -> V:
        reply = await self._reply(line, attempt)
        attempt.spent.append(reply.usage)
        if reply.finish == "content_filter":
            raise Refusal(Fault.FILTERED)
        if reply.declined:
            raise Refusal(Fault.DECLINED)
        cut = reply.finish == "length"
        try:
            value = read(reply.text, attempt.schema, cut)
        except Refusal:
            if not cut:
                raise
            refusal = line.cut_off(reply, attempt.question)
            attempt.was_cut = refusal.fault is not Fault.OVERFLOW
            raise refusal from None
        attempt.text = reply.text
        if self._cache is not None:
            await self._cache.keep(
                attempt.question, line.model, Kept(text=reply.text, cut=cut, usage=sum(attempt.spent, Usage()))
            )
        return value

    async def _reply(self, line: Line, attempt: _Attempt[V]) -> Reply:
        """In the mode that the provider is known to take. Until one is, a refusal may be about the mode."""
        mode, tried = line.mode, 0
        while True:
            try:
                reply = await self._call(line, attempt, mode)
                break
            except Refusal as refusal:
                lower = mode.next
                if lower is None or line.is_sure or not refusal.may_be_the_format:
                    # All modes at one go: what fails in each of them is not tried once more in each.
                    refusal.tried += tried
                    raise
                mode, tried = lower, tried + 1
        if not line.is_sure:
            line.mode, line.is_sure = mode, True
        return reply

    async def _call(self, line: Line, attempt: _Attempt[V], mode: Mode) -> Reply:
        self._deadline.check("a model was asked")
        most = line.most(attempt.question)
        if most < min(LEAST, attempt.question.most):
            raise Refusal(Fault.OVERFLOW, tried=NEVER_AGAIN)
        messages = attempt.messages(most)
        if not messages:
            raise Refusal(Fault.OVERFLOW, tried=NEVER_AGAIN)
        need = self._need(line, attempt.question, size(messages))
        if self._settings.max_cost is not None and cost(line, need.prompt, 0) is None:
            raise Refusal(Fault.UNPRICED)
        if not self._ledger.take(attempt.question.name, need):
            raise Refusal(Fault.SPENT)
        await self._rest(line)
        used = Need()
        try:
            timeout = self._deadline.limit(self._settings.timeout)
            options = {
                **mode.options(attempt.schema, attempt.question.choices),
                "max_tokens": line.room(attempt.question),
            }
            reply = await provider.complete(line.endpoint, messages, timeout, options)
            used = self._used(line, reply, need)
        except Refusal as refusal:
            used = self._lost(refusal, need)
            self._learn_from(line, refusal, attempt.question, need.prompt)
            raise
        finally:
            self._ledger.settle(need, used)
        self.usage += reply.usage
        return reply

    def _need(self, line: Line, question: Question, prompt: int) -> Need:
        dollars = cost(line, prompt, line.room(question)) or 0.0
        return Need(1, prompt, question.answer, dollars)

    def _used(self, line: Line, reply: Reply, need: Need) -> Need:
        prompt = reply.usage.prompt_tokens or need.prompt
        dollars = need.cost if reply.usage.cost_usd is None else reply.usage.cost_usd
        return Need(1, prompt, line.answered(reply), dollars)

    def _lost(self, refusal: Refusal, need: Need) -> Need:
        """What a failed call may have cost: one that was refused cost nothing, one that nobody waited for may have."""
        return need if refusal.fault is Fault.TIMEOUT else Need()

    def _learn_from(self, line: Line, refusal: Refusal, question: Question, prompt: int) -> None:
        if refusal.fault is Fault.OVERFLOW:
            line.overflowed(refusal, question, prompt)
        if refusal.fault is Fault.LIMITED and refusal.wait and refusal.wait <= LONGEST_WAIT:
            line.rested = asyncio.get_running_loop().time() + refusal.wait

    async def _rest(self, line: Line) -> None:
        """Waits as long as the provider asked another call to."""
        left = line.rested - asyncio.get_running_loop().time()
        if left > 0 and self._deadline.allows(left):
            await asyncio.sleep(left)


def _readable(kept: Kept, schema: type[V]) -> V | None:
    try:
        return read(kept.text, schema, kept.cut)
    except Refusal:
        return None


def _refusal(state: RetryCallState) -> Refusal:
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, Refusal), "only refusals are retried"
    return error
