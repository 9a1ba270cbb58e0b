"""Keys that are just tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import SecretStr

from digest.deadline import Deadline
from digest.github.pool import Key, Pool
from digest.github.variables import TOKEN
from digest.model import RepositoryName

SIGHT = "give a token that can see it"


@dataclass(frozen=True)
class Fixed:
    """A token that somebody made, and that nobody here can renew."""

    secret: SecretStr
    name: str = TOKEN
    sight: str = SIGHT

    async def token(self, deadline: Deadline) -> str:  # noqa: ARG002
        return self.secret.get_secret_value().strip()

    def refused(self, token: str, status: int, at: float) -> bool:  # noqa: ARG002
        return False


@dataclass(frozen=True)
class Tokens:
    """Keys for every repository alike. ``name`` is what holds them all."""

    keys: Sequence[Key]
    name: str = TOKEN
    _pool: Pool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_pool", Pool(self.keys))

    async def pool(self, repository: RepositoryName, deadline: Deadline) -> Pool:  # noqa: ARG002
        return self._pool


def single(token: SecretStr, name: str = TOKEN) -> Tokens:
    """The keys that are one token, held by the variable of that name."""
    return Tokens((Key(Fixed(token, name)),), name)
