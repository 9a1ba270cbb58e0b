"""A claim: one sentence of the narrative, with the evidence that it cites."""

from __future__ import annotations

from enum import StrEnum

from digest.model import Value


class Section(StrEnum):
    """Where in the report a claim stands."""

    SUMMARY = "summary"
    FOCUS = "focus"
    DISCUSSIONS = "discussions"
    TRENDS = "trends"
    CHANGES = "changes"
    WATCH = "watch"


class Part(StrEnum):
    """What a claim about a discussion, or about an item of the focus, tells of it."""

    TOPIC = "topic"
    POSITION = "position"
    DISPUTE = "dispute"
    OUTCOME = "outcome"
    BRIEF = "brief"
    """All of a discussion that has room for one sentence."""
    WHAT = "what"
    """What is wrong, or what a change does; of a merged change outside the focus, what to call it."""
    OPEN = "open"
    """What helps meanwhile, or what is still asked for."""


class Claim(Value):
    """One sentence. Facts stand in ``text`` only as placeholders (`digest.claims.placeholders`).

    ``about`` is the number of the one item that the claim is about, in the sections that go by items; it counts as
    cited.
    ``evidence`` holds the ids of what the claim rests on (`digest.claims.evidence`).
    """

    section: Section
    about: int | None = None
    part: Part | None = None
    text: str
    evidence: tuple[str, ...] = ()
