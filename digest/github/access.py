"""Where GitHub is, and as whom it is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random

from pydantic import Field, SecretStr

from digest.model import Value


class Access(Value):
    """A GitHub (github.com or an Enterprise Server) and the token for it. The token never shows when printed."""

    token: SecretStr
    graphql_url: str = "https://api.github.com/graphql"
    server_url: str = "https://github.com"
    timeout: float = Field(default=20.0, gt=0)
    """Seconds for one request. GitHub itself gives up on a query after 10:
    https://docs.github.com/en/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api#query-timeouts"""
    concurrency: int = Field(default=4, ge=1)
    """Requests at the same time; GitHub's secondary limits look at that."""
    retries: int = Field(default=5, ge=0)
    """How often one request is tried again."""


class Errand(Value):
    """What GitHub is asked for, as errors say it. Without other words it is to read the repository of a report."""

    subject: str
    option: str = "--repository"
    token: str = "GITHUB_TOKEN"
    doing: str = "read"
    needs: str = "read access to contents, issues and pull requests"


@dataclass(frozen=True)
class Patience:
    """How the fetch waits: given from outside, so that tests run the real code without waiting."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    random: Random = field(default_factory=Random)
    recounts: tuple[float, ...] = (5.0, 20.0)
    """Seconds before each new count where the receipt does not match: the search index lags by seconds."""
