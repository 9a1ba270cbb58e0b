"""The hourly points of each account that asks: https://docs.github.com/en/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api#primary-rate-limit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

HOUR = timedelta(hours=1)


@dataclass
class Meter:
    """``limit`` None is that of the whole GitHub."""

    used: int = 0
    limit: int | None = None
    reset_at: datetime | None = None

    def resets_at(self, now: datetime) -> datetime:
        """The end of the hour that the first request began; the points come back then."""
        if self.reset_at is None or now >= self.reset_at:
            self.used = 0 if self.reset_at else self.used
            self.reset_at = now + HOUR
        return self.reset_at
