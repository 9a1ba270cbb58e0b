"""What a translator is sent: claims as numbered texts, in few calls, and what it answers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from digest import templating
from digest.claims import Claim, Sources
from digest.facts.prose import visible
from digest.facts.values import Facts
from digest.llm import Message, Question
from digest.llm import size as size_of
from digest.llm.tokens import count
from digest.model import RepositoryName
from digest.writing import prompts
from digest.writing.faithful import is_chinese_text, terms_in
from digest.writing.narrative import Narrative
from digest.writing.opaque import Opaque

MOST_CALLS = 3
"""Calls that translate; one more repairs what failed in all of them."""
ANSWER = 3_300
"""Tokens of an answer above which the claims are split: models have longest answers of 4,096 and more."""
FRAME = 30
"""Tokens of an answer beside its texts."""


@dataclass(frozen=True)
class Sent:
    """A claim as it is sent. ``state`` is that of the item that it is about."""

    number: int
    claim: Claim
    opaque: Opaque
    state: str = ""

    @property
    def told(self) -> str:
        return self.opaque.text

    @property
    def answer(self) -> int:
        """Tokens of its translation, rather too many: Chinese takes more of them for what English says."""
        return 20 + int(count(self.told) * (1.15 if is_chinese_text(self.told) else 1.7))


def numbered(narrative: Narrative, facts: Facts, sources: Sources) -> Iterator[Sent]:
    """The published claims in their order; no two tokens have the same name."""
    tokens = 1
    for number, claim in enumerate((one.claim for one in narrative.judged if one.is_published), 1):
        opaque = Opaque.of(claim.text, sources, tokens)
        tokens += len(opaque.tokens)
        item = None if claim.about is None else facts.items.get(claim.about)
        state = f"{item.state} {'pull request' if item.is_pull else 'issue'}" if item else ""
        yield Sent(number, claim, opaque, state)


def split(texts: Sequence[Sent]) -> list[tuple[Sent, ...]]:
    """In as few calls as their answers fit, and as many as there may be; in order, and of nearly the same length."""
    total = sum(one.answer for one in texts)
    calls = min(-(-total // ANSWER), MOST_CALLS)
    batches: list[list[Sent]] = [[] for _ in range(calls)]
    before = 0
    for text in texts:
        batches[before * calls // total].append(text)
        before += text.answer
    return [tuple(batch) for batch in batches if batch]


@dataclass(frozen=True)
class Order:
    """One call: the texts, and of those that failed before what was said and why that did not pass.

    ``share`` is how much of the longest answer the limits of the run have room for.
    """

    repository: RepositoryName
    source: str
    language: str
    texts: tuple[Sent, ...]
    failures: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    share: float = 1.0

    def question(self, name: str) -> Question:
        return Question(
            name=f"translation into {self.language}, {name}",
            prompt=self._within,
            most=size_of(self._messages(self.texts)),
            answer=FRAME + int(max(self.share, 0.0) * sum(one.answer for one in self.texts)),
            key=f"translation{'/repair' if self.failures else ''}/{self.language}/{self._content[:16]}",
            version=prompts.version(),
            shorter="Your last answer was cut off. Answer again with nothing but the JSON object.",
        )

    @property
    def _content(self) -> str:
        """A name for what is to be translated."""
        return _digest(f"{one.number} {one.state} {one.claim.text}" for one in self.texts)

    @property
    def _fence(self) -> str:
        """A word that nobody who wrote any of it can have known: it is computed from all of it."""
        return _digest((self._content, *(said for told in self.failures.values() for said in told)))[:20]

    def _within(self, most: int) -> tuple[Message, ...]:
        """The turns with as many of the texts as so many tokens hold; the others count as not translated."""
        texts = self.texts
        turns = self._messages(texts)
        while size_of(turns) > most:
            texts = texts[: len(texts) - max(1, len(texts) // 8)]
            if not texts:
                return ()
            turns = self._messages(texts)
        return turns

    def _messages(self, texts: Sequence[Sent]) -> tuple[Message, ...]:
        given = {
            "repository": self.repository,
            "source": self.source,
            "language": self.language,
            "fence": self._fence,
            "texts": texts,
            "again": self.failures,
            "terms": _terms(texts, self.language),
        }
        environment = templating.environment()
        names = ("translate_system", "translate")
        system, user = (environment.get_template(f"prompts/{name}.j2").render(given).strip() for name in names)
        return ({"role": "system", "content": system}, {"role": "user", "content": user})


def _digest(told: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(told).encode("utf-8", "surrogatepass")).hexdigest()


def _terms(texts: Iterable[Sent], language: str) -> dict[str, list[str]]:
    """The glossary's terms that stand in the texts, with what they stand for in the language."""
    found = terms_in("\n".join(one.told for one in texts))
    chinese = prompts.is_chinese(language)
    return {term: [one for one in told if is_chinese_text(one) is chinese] for term, told in found.items()}


class Translation(BaseModel):
    """A text under the number that it was sent by."""

    model_config = ConfigDict(frozen=True)

    n: int
    text: str


class Translated(BaseModel):
    """What a model answers."""

    model_config = ConfigDict(frozen=True)

    texts: tuple[Translation, ...]

    @model_validator(mode="before")
    @classmethod
    def _is_object(cls, value: Any) -> Any:  # noqa: ANN401
        """A bare list is what was meant, and what is no translation costs no other."""
        told = value.get("texts") if isinstance(value, dict) else value
        return {"texts": [one for one in told if _is_translation(one)]} if isinstance(told, list) else value

    @property
    def by_number(self) -> Mapping[int, str]:
        return {one.n: " ".join(visible(one.text).split()) for one in reversed(self.texts) if one.text.strip()}


def _is_translation(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("text"), str) and str(value.get("n", "")).isdecimal()
