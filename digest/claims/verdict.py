"""What the check says of a claim, and what was done with it. The words are those of ``report.json``."""

from __future__ import annotations

from enum import StrEnum

from digest.claims.claim import Claim
from digest.model import Value


class Verdict(StrEnum):
    """Whether the fetched data bears a claim out."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    """Something in it stands nowhere in what it cites."""
    REFUTED = "refuted"
    """The data says otherwise."""
    UNCHECKED = "unchecked"
    """It cites something that exists, and holds nothing else that code can check."""


class Kind(StrEnum):
    """What kind of fact a reason is about."""

    REFERENCE = "reference"
    KIND = "kind"
    STATE = "state"
    PERSON = "person"
    ROLE = "role"
    EMPLOYER = "employer"
    TITLE = "title"
    NUMBER = "number"
    IDENTIFIER = "identifier"
    COUNT = "count"
    DATE = "date"
    LINK = "link"
    HEAT = "heat"
    TERM = "term"
    REPETITION = "repetition"


class Reason(Value):
    """Why a claim is not supported. ``detail`` is for an operator, and for the model that repairs it."""

    kind: Kind
    detail: str


class Outcome(StrEnum):
    """What was done with a claim. Only what is kept or repaired is published."""

    KEPT = "kept"
    REPAIRED = "repaired"
    DROPPED = "dropped"


class Judged(Value):
    """A claim with its verdict. There are reasons exactly where the verdict is unsupported or refuted."""

    claim: Claim
    verdict: Verdict
    reasons: tuple[Reason, ...] = ()
    outcome: Outcome

    @property
    def is_published(self) -> bool:
        return self.outcome is not Outcome.DROPPED
