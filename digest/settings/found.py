"""A setting as it was found: its text, before it means anything, and the place where it stands."""

from __future__ import annotations

from dataclasses import dataclass

from digest.errors import UsageError
from digest.facts.focus import Focus

Text = str | tuple[str, ...] | tuple[Focus, ...]


@dataclass(frozen=True)
class Found:
    """``source`` is what `config check` shows, ``where`` is how an error names the place."""

    text: Text
    source: str
    where: str

    def fault(self, error: UsageError, flag: str) -> UsageError:
        """The same error, told of the place where the setting stands instead of its flag."""
        return type(error)(f"{self.where}: {str(error).removeprefix(f'{flag}: ')}")
