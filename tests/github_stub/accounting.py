"""What was asked of the stub, and what it came to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass
class Call:
    """One request. ``nodes`` and ``cost`` are GitHub's measures of its query, ``points`` what was charged for it."""

    number: int
    at: datetime
    query: str = ""
    operation: str | None = None
    variables: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    nodes: int = 0
    cost: int = 0
    points: int = 0
    status: int = 0
    errors: tuple[str, ...] = ()
    """The types (or, without one, the messages) of the errors in the answer."""
    faulty: bool = False
    account: str = ""
    """Whose points it drew on."""

    @property
    def request_id(self) -> str:
        return f"{self.number:04X}:1A2B:3C4D5E:6F7081:{int(self.at.timestamp()):08X}"


@dataclass(frozen=True)
class Account:
    """The sum over the requests so far."""

    requests: int
    points: int
    largest: int
    statuses: dict[int, int]

    @classmethod
    def of(cls, calls: Iterable[Call]) -> Account:
        listed = list(calls)
        statuses: dict[int, int] = {}
        for call in listed:
            statuses[call.status] = statuses.get(call.status, 0) + 1
        largest = max((call.nodes for call in listed), default=0)
        return cls(len(listed), sum(call.points for call in listed), largest, statuses)
