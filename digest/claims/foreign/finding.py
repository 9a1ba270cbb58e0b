"""What one check says of one statement."""

from __future__ import annotations

from digest.claims.verdict import Kind, Verdict
from digest.model import Value


class Finding(Value):
    """``verdict`` is what this alone would make of the statement; ``detail`` says why, for an operator."""

    kind: Kind
    verdict: Verdict
    detail: str = ""


def supported(kind: Kind) -> Finding:
    return Finding(kind=kind, verdict=Verdict.SUPPORTED)


def unsupported(kind: Kind, detail: str) -> Finding:
    return Finding(kind=kind, verdict=Verdict.UNSUPPORTED, detail=detail)


def refuted(kind: Kind, detail: str) -> Finding:
    return Finding(kind=kind, verdict=Verdict.REFUTED, detail=detail)


def held(kind: Kind, holds: bool, detail: str) -> Finding:
    """Supported if it holds, else refuted: for what the data knows for certain."""
    return supported(kind) if holds else refuted(kind, detail)
