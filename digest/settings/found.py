"""A setting as it was found: its text, before it means anything, and the place where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from digest.errors import DigestError
from digest.facts.focus import Focus

E = TypeVar("E", bound=DigestError)
Text = str | tuple[str, ...] | tuple[Focus, ...]


@dataclass(frozen=True)
class Found:
    """``source`` is what `config check` shows, ``where`` is how an error names the place."""

    text: Text
    source: str
    where: str

    def fault(self, error: E, flag: str) -> E:
        """The same error, told of the place where the setting stands instead of its flag."""
        return type(error)(f"{self.where}: {str(error).removeprefix(f'{flag}: ')}")
