"""Which of several tokens is asked with next: GitHub's hourly points belong to each account or installation.

https://docs.github.com/en/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api#primary-rate-limit

Times are seconds on the clock of the run's deadline.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from digest.deadline import Deadline


class Source(Protocol):
    """Where a token comes from: it is there, or it is made when it is asked for."""

    @property
    def name(self) -> str:
        """What holds it, as errors name it."""
        ...

    @property
    def sight(self) -> str:
        """What to do so that it sees a private repository, as errors say it."""
        ...

    async def token(self, deadline: Deadline) -> str:
        """The token to send now. Raises Unauthorized where there is none, Again or Limited where there may be soon."""
        ...

    def refused(self, token: str, status: int, at: float) -> bool:
        """Takes note of what GitHub answered to a token: True where it no longer takes it, and another is to be had.

        Raises Again where it may take it soon.
        """
        ...


@dataclass(eq=False)
class Points:
    """What is known of the points of an account. An amount that nobody told yet is taken for the largest."""

    remaining: float = math.inf
    renewed_at: float = -math.inf
    """When they come back."""
    rests_until: float = -math.inf
    """Nothing is asked before then: GitHub said so."""

    def left(self, at: float) -> float:
        """As far as it is known."""
        return self.remaining if at < self.renewed_at else math.inf

    def learn(self, headers: Mapping[str, str], date: datetime | None, at: float) -> None:
        """What an answer tells; an Enterprise Server without limits tells nothing."""
        remaining, reset = headers.get("x-ratelimit-remaining", ""), headers.get("x-ratelimit-reset", "")
        if remaining.isdigit() and reset.isdigit() and date is not None:
            self.remaining = int(remaining)
            self.renewed_at = at + int(reset) - date.timestamp()

    def rest(self, until: float) -> None:
        self.rests_until = max(self.rests_until, until)


@dataclass(frozen=True, eq=False)
class Key:
    """A source of tokens, and the points that they draw on: those of an installation are one for all its tokens."""

    source: Source = field(repr=False)
    points: Points = field(default_factory=Points)


class Pool:
    """Keys that are good for the same, of which one is taken for each request."""

    def __init__(self, keys: Sequence[Key]) -> None:
        self.keys = tuple(keys)

    def pick(self, at: float) -> Key:
        """The free one with the most points; where none is free, the one that is next."""
        free = [key for key in self.keys if key.points.rests_until <= at]
        if not free:
            return min(self.keys, key=lambda key: key.points.rests_until)
        return max(free, key=lambda key: key.points.left(at))

    def held(self, at: float) -> float:
        """Seconds until one of them is free."""
        return max(0.0, min(key.points.rests_until for key in self.keys) - at)

    def rest(self, until: float) -> None:
        """Nothing is asked with any of them before then."""
        for key in self.keys:
            key.points.rest(until)

    def goes_on_without(self, key: Key) -> bool:
        """Drops a key that GitHub refuses. False where there is no other."""
        others = tuple(one for one in self.keys if one is not key)
        self.keys = others or self.keys
        return bool(others)
