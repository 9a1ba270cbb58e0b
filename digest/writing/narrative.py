"""The narrative: what a model wrote about a window, judged claim by claim."""

from __future__ import annotations

from collections import Counter

from digest.claims import Claim, Judged, Outcome, Reason, Section, Verdict
from digest.model import Degradation, Usage, Value


class DroppedClaim(Value):
    """A claim that was not published, and why."""

    section: Section
    text: str
    reasons: tuple[Reason, ...]


class Verification(Value):
    """What became of the claims, as ``report.json`` tells it: kept + repaired + dropped = claims."""

    claims: int = 0
    supported: int = 0
    unsupported: int = 0
    refuted: int = 0
    unchecked: int = 0
    kept: int = 0
    repaired: int = 0
    dropped: int = 0
    dropped_claims: tuple[DroppedClaim, ...] = ()

    @classmethod
    def of(cls, judged: tuple[Judged, ...]) -> Verification:
        verdicts = Counter(one.verdict for one in judged)
        outcomes = Counter(one.outcome for one in judged)
        dropped = [one for one in judged if one.outcome is Outcome.DROPPED]
        return cls(
            claims=len(judged),
            **{verdict.value: verdicts[verdict] for verdict in Verdict},
            **{outcome.value: outcomes[outcome] for outcome in Outcome},
            dropped_claims=tuple(
                DroppedClaim(section=one.claim.section, text=one.claim.text, reasons=one.reasons) for one in dropped
            ),
        )


class Estimated(Value):
    """Calls, tokens and US dollars; no cost where the price is not known."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None


class Narrative(Value):
    """All claims of one language, the dropped ones included. Without a model it holds none."""

    language: str
    judged: tuple[Judged, ...] = ()
    sources: dict[str, str] = {}
    """The address of each piece of evidence that a published claim quotes or rests on, by its id."""
    models: tuple[str, ...] = ()
    """Those that answered; where answers were recorded, who gave them."""
    recorded: bool = False
    left_out: int = 0
    """Claims that passed the check and for which their section had no room."""
    estimate: Estimated | None = None
    """What the calls were thought to take at the most, before the first was made."""
    prompt_version: str = ""
    usage: Usage = Usage()
    """What this run paid."""
    worth: Usage = Usage()
    """What the answers cost when they were made: the same in every run that uses them."""
    degraded: tuple[Degradation, ...] = ()

    @classmethod
    def silent(cls, language: str) -> Narrative:
        """The narrative of a run that was asked to use no model. Nothing is missing from it."""
        return cls(language=language)

    @property
    def verification(self) -> Verification:
        return Verification.of(self.judged)

    def published(self, section: Section, about: int | None = None) -> tuple[Claim, ...]:
        """The claims of a section that may be shown, in order; of one thread where ``about`` is its number."""
        told = (one.claim for one in self.judged if one.is_published)
        return tuple(claim for claim in told if claim.section is section and claim.about == about)
