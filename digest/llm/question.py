"""What a model is asked: a prompt that can be made shorter, and how long the answer may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypedDict

from digest.llm import tokens


class Message(TypedDict):
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


Prompt = Callable[[int], tuple[Message, ...]]
"""The turns in at most so many tokens; none where that is too few to ask anything. They show the schema, say JSON."""


Choices = Mapping[str, Sequence[int | str | None]]
"""Values by the name of a field, wherever in the answer it stands; of a list those of its entries."""


@dataclass(frozen=True)
class Question:
    """One question, for an operator by its ``name``.

    ``key`` names its content whatever words the prompt puts around it, so that an answer can be recorded; ``version``
    names those words. ``most`` is the longest prompt and ``answer`` the longest answer, in tokens.
    """

    name: str
    prompt: Prompt
    most: int
    answer: int
    key: str = ""
    version: str = ""
    shorter: str = "Your last answer was cut off. Answer again, with fewer and shorter claims."
    """The turn that is added after an answer that was cut off."""
    choices: Choices = field(default_factory=dict)
    """What the fields of an answer may hold, for local servers that hold a model to it."""
    expected: int = 0
    """Tokens of the prompt where it is not known yet what it will hold."""

    @property
    def whole(self) -> tuple[Message, ...]:
        return self.prompt(self.most)


def size(messages: tuple[Message, ...]) -> int:
    """Tokens of the turns, with what a provider's chat template puts around each."""
    return sum(tokens.count(message["content"]) + 6 for message in messages) + 6
