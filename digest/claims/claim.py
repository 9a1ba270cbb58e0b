"""A claim: one sentence of the narrative, with the evidence that it cites."""

from __future__ import annotations

from enum import StrEnum

from digest.model import Value


class Section(StrEnum):
    """Where in the report a claim stands."""

    SUMMARY = "summary"
    DISCUSSIONS = "discussions"
    TRENDS = "trends"


class Part(StrEnum):
    """What a claim about a discussion tells of it."""

    TOPIC = "topic"
    POSITION = "position"
    DISPUTE = "dispute"
    OUTCOME = "outcome"


class Claim(Value):
    """One sentence. Facts stand in ``text`` only as placeholders (`digest.claims.placeholders`).

    ``about`` is the number of the thread that a discussion's claim is about, and counts as cited.
    ``evidence`` holds the ids of what the claim rests on (`digest.claims.evidence`).
    """

    section: Section
    about: int | None = None
    part: Part | None = None
    text: str
    evidence: tuple[str, ...] = ()
