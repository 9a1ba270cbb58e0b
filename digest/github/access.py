"""Where GitHub is, as whom it is asked, and how one waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Protocol

from digest.deadline import Deadline
from digest.errors import RateLimited, RemoteError
from digest.github.pool import Pool
from digest.github.variables import TOKEN
from digest.model import RepositoryName, Value


class Keys(Protocol):
    """As whom GitHub may be asked. They are shared by all that asks, and know what was learnt of each."""

    @property
    def name(self) -> str:
        """What holds them, as errors name it: a variable of the environment."""
        ...

    async def pool(self, repository: RepositoryName, deadline: Deadline) -> Pool:
        """Those that are for a repository. Raises Again, Limited or a RemoteError where that cannot be known."""
        ...


@dataclass
class Limits:
    """What the limits said that were not waited for. ``until`` is when the last of them lifts, by GitHub's clock."""

    until: datetime | None = None

    def noted(self, error: RemoteError) -> RemoteError:
        """The error, to be raised."""
        if isinstance(error, RateLimited) and error.until is not None:
            self.until = max(error.until, self.until or error.until)
        return error


@dataclass(frozen=True)
class Access:
    """A GitHub (github.com or an Enterprise Server) and the keys to it. No token shows when it is printed."""

    keys: Keys = field(repr=False)
    graphql_url: str = "https://api.github.com/graphql"
    limits: Limits = field(default_factory=Limits)
    timeout: float = 20.0
    """Seconds for one request. GitHub itself gives up on a query after 10:
    https://docs.github.com/en/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api#query-timeouts"""
    concurrency: int = 4
    """Requests at the same time; GitHub's secondary limits look at that."""
    retries: int = 5
    """How often one request is tried again."""


class Errand(Value):
    """What GitHub is asked for, as errors say it. Without other words it is to read the repository of a report.

    ``token`` and ``sight`` are those of the key that is used: its name, and what makes it see a private repository.
    """

    subject: str
    option: str = "--repository"
    token: str = TOKEN
    doing: str = "read"
    needs: str = "read access to contents, issues and pull requests"
    sight: str = "give a token that can see it"


@dataclass(frozen=True)
class Patience:
    """How the fetch waits: given from outside, so that tests run the real code without waiting."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    random: Random = field(default_factory=Random)
    recounts: tuple[float, ...] = (5.0, 20.0)
    """Seconds before each new count where the receipt does not match: the search index lags by seconds."""
