"""A model of a run, and what the run has learnt about it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from digest.llm import tokens
from digest.llm.mode import Mode
from digest.llm.price import Known
from digest.llm.provider import Endpoint, Reply
from digest.llm.question import Question, size
from digest.llm.refusal import Fault, Refusal
from digest.llm.reply import without_thoughts

BREAKER = 3
"""After so many failed questions in a row a model is not asked again."""
THINKING = 4_000
"""Tokens that a model which thinks before it answers gets for that, beside those of the answer."""
LEAST = 600
"""A prompt of fewer tokens than that has no room for any data."""
SPARE = 64
"""Tokens of a window that are left alone: chat templates take some."""


@dataclass
class Line:
    """``learning`` is held by the one question from which a run learns what a model can do, if it is there at all."""

    endpoint: Endpoint
    mode: Mode = Mode.SCHEMA
    is_sure: bool = False
    failures: int = 0
    fault: str = ""
    is_passing: bool = False
    """Whether what failed last may be over in a while."""
    is_open: bool = True
    window: int | None = None
    thinks: bool = False
    rested: float = 0.0
    """The moment, on the event loop's clock, until which the provider asked not to be asked."""
    known: Known | None = None
    learning: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def model(self) -> str:
        return self.endpoint.model

    @property
    def has_all_to_show(self) -> bool:
        """Whether nothing is known yet of how it answers."""
        return not self.is_sure

    def learn(self, known: Known) -> None:
        """What is known before the first call."""
        self.known = known
        self.window = known.window
        self.thinks = known.thinks

    def room(self, question: Question) -> int:
        """Tokens of the longest answer, thoughts included."""
        longest = question.answer + (THINKING if self.thinks else 0)
        return longest if self.window is None else min(longest, self.window // 3)

    def most(self, question: Question) -> int:
        """Tokens of the longest prompt that the model can be given for the question."""
        if self.window is None:
            return question.most
        return min(question.most, self.window - self.room(question) - SPARE)

    def overflowed(self, refusal: Refusal, question: Question, prompt: int) -> None:
        """A prompt was too long: the window is what the provider says, where that is news, else half."""
        said = refusal.window
        window = prompt + self.room(question)
        half = max(window // 2, LEAST)
        self.window = said if said is not None and said < (self.window or window) else half

    def answered(self, reply: Reply) -> int:
        """Tokens of the answer itself. A model that thinks aloud says so only by its answer."""
        told = reply.usage.completion_tokens or tokens.count(reply.text)
        if reply.thoughts:
            return max(0, told - reply.thoughts)
        visible = without_thoughts(reply.text, cut=True)
        return told if visible == reply.text.strip() else min(told, tokens.count(visible))

    def cut_off(self, reply: Reply, question: Question) -> Refusal:
        """Why an answer without anything whole in it was cut off: by the model's window, its thoughts, or its length.

        Some local servers give an answer what room the prompt leaves of the window, and do not say so.
        """
        prompt, told = reply.usage.prompt_tokens, reply.usage.completion_tokens
        if prompt > LEAST and 0 < told < self.room(question) // 4 and not reply.thoughts:
            self.window = min(prompt + told, self.window or prompt + told)
            return Refusal(Fault.OVERFLOW, wait=0.0)
        if reply.thoughts or not without_thoughts(reply.text, cut=True):
            self.thinks = True
            return Refusal(Fault.THOUGHT)
        return Refusal(Fault.TRUNCATED)

    def succeeded(self) -> None:
        self.failures = 0

    def failed(self, refusal: Refusal) -> None:
        self.fault, self.is_passing = f"{self.model}: {refusal}", refusal.is_passing
        if refusal.is_about_the_question:
            return
        self.failures += 1
        never = refusal.is_silence and not self.is_sure
        self.is_open = self.is_open and not refusal.is_final and not never and self.failures < BREAKER


def cost(line: Line, prompt: int, completion: int) -> float | None:
    """US dollars of a call at the most; None where the price is not known."""
    return line.known.cost(prompt, completion) if line.known else None


def prompt_size(line: Line, question: Question) -> int:
    """Tokens of the question as the model will get it."""
    return size(question.prompt(line.most(question)))
