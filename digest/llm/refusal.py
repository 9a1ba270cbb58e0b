"""How a call can fail, in our own words: the provider's may hold the key that it was sent."""

from __future__ import annotations

from enum import Enum


class Fault(Enum):
    """What was wrong, as told to an operator."""

    DENIED = "the key was refused: check --api-key, or the provider's own variable"
    MISSING = "there is no such model at this address: check --model and --api-base"
    QUOTA = "the account has no credit left"
    REJECTED = "the provider refused the request"
    OVERFLOW = "the prompt is too long for the model"
    LIMITED = "the provider's rate limit did not lift"
    TIMEOUT = "no answer within --model-timeout"
    UNAVAILABLE = "the provider failed"
    UNREACHABLE = "the provider could not be reached: check --api-base and the network"
    EMPTY = "the answer was empty"
    TRUNCATED = "the answer was cut off by the model's limit"
    THOUGHT = "the model used up its limit on thinking"
    FILTERED = "the provider's filter withheld the answer"
    DECLINED = "the model declined to answer"
    UNREADABLE = "the answer was not the JSON asked for"
    SPENT = "the run's own limit of calls, tokens or cost (--max-cost) leaves no room for it"
    UNPRICED = "its price is not known, so --max-cost cannot be kept with it"


_TRIES = {
    Fault.OVERFLOW: 5,
    Fault.LIMITED: 4,
    Fault.UNAVAILABLE: 3,
    Fault.UNREACHABLE: 2,
    Fault.TIMEOUT: 2,
    Fault.EMPTY: 2,
    Fault.TRUNCATED: 2,
    Fault.THOUGHT: 2,
    Fault.UNREADABLE: 2,
}
"""How often a call is made, by what was wrong the last time. Those that are missing stay wrong."""

_FINAL = (Fault.DENIED, Fault.MISSING, Fault.QUOTA, Fault.UNPRICED)
_SILENT = (Fault.UNREACHABLE, Fault.TIMEOUT, Fault.UNAVAILABLE)
_PASSING = (Fault.LIMITED, *_SILENT)
_OURS = (Fault.SPENT, Fault.FILTERED, Fault.DECLINED, Fault.OVERFLOW)


class Refusal(Exception):
    """A call without a usable answer.

    ``wait`` is for how many seconds the provider asked, if it did, and ``window`` how many tokens it says that the
    model can hold. ``tried`` counts further calls that were made in this one.
    """

    def __init__(
        self,
        fault: Fault,
        status: int | None = None,
        wait: float | None = None,
        window: int | None = None,
        tried: int = 0,
    ) -> None:
        self.fault, self.status, self.wait, self.window, self.tried = fault, status, wait, window, tried
        super().__init__(f"{fault.value} (HTTP {status})" if status else fault.value)

    @property
    def tries(self) -> int:
        return _TRIES.get(self.fault, 1) - self.tried

    @property
    def is_final(self) -> bool:
        """Whether the model is of no use for the rest of the run."""
        return self.fault in _FINAL

    @property
    def is_silence(self) -> bool:
        """Whether nobody answered. A model that never did is not asked another question."""
        return self.fault in _SILENT

    @property
    def is_passing(self) -> bool:
        """Whether the model may well answer in a while."""
        return self.fault in _PASSING

    @property
    def is_about_the_question(self) -> bool:
        """Whether another question may well be answered."""
        return self.fault in _OURS

    @property
    def may_be_the_format(self) -> bool:
        """Providers refuse a `response_format` that they do not know with 400 or 422, some local servers with 500."""
        return self.status in (400, 422, 500) and self.fault in (Fault.REJECTED, Fault.UNAVAILABLE)
