"""How a call can fail, in our own words: the provider's may hold the key that it was sent."""

from __future__ import annotations

from enum import Enum


class Fault(Enum):
    """What was wrong, as told to an operator."""

    DENIED = "the key was refused: check --api-key, or the provider's own variable"
    MISSING = "there is no such model at this address: check --model and --api-base"
    REJECTED = "the provider refused the request"
    LIMITED = "the provider's rate limit did not lift"
    TIMEOUT = "no answer within --model-timeout"
    UNAVAILABLE = "the provider failed"
    UNREACHABLE = "the provider could not be reached: check --api-base and the network"
    EMPTY = "the answer was empty"
    TRUNCATED = "the answer was cut off by the model's limit"
    FILTERED = "the provider's filter withheld the answer"
    UNREADABLE = "the answer was not the JSON asked for"


_TRIES = {
    Fault.LIMITED: 4,
    Fault.UNAVAILABLE: 3,
    Fault.UNREACHABLE: 2,
    Fault.TIMEOUT: 2,
    Fault.EMPTY: 2,
    Fault.TRUNCATED: 2,
    Fault.UNREADABLE: 2,
}
"""How often a call is made, by what was wrong the last time. Those that are missing stay wrong."""


class Refusal(Exception):
    """A call without a usable answer. ``wait`` is for how many seconds the provider asked, if it did."""

    def __init__(self, fault: Fault, status: int | None = None, wait: float | None = None) -> None:
        self.fault, self.status, self.wait = fault, status, wait
        super().__init__(f"{fault.value} (HTTP {status})" if status else fault.value)

    @property
    def tries(self) -> int:
        return _TRIES.get(self.fault, 1)

    @property
    def is_final(self) -> bool:
        """Whether the model is of no use for the rest of the run."""
        return self.fault in (Fault.DENIED, Fault.MISSING)

    @property
    def may_be_the_format(self) -> bool:
        """Providers refuse a `response_format` that they do not know with 400 or 422, some local servers with 500."""
        return self.status in (400, 422, 500)
