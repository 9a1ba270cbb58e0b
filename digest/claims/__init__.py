"""What a claim is, the evidence that it rests on, and the check that decides whether it is published.

Pure: no model and no network.
"""

from digest.claims.check import judge, judge_all
from digest.claims.claim import Claim, Part, Section
from digest.claims.evidence import Evidence, evidence_of
from digest.claims.placeholders import CountRef, ItemRef, Parsed, PersonRef, QuoteRef, Segment, Text, parse
from digest.claims.sources import Sources
from digest.claims.verdict import Judged, Kind, Outcome, Reason, Verdict

__all__ = [
    "Claim",
    "CountRef",
    "Evidence",
    "ItemRef",
    "Judged",
    "Kind",
    "Outcome",
    "Parsed",
    "Part",
    "PersonRef",
    "QuoteRef",
    "Reason",
    "Section",
    "Segment",
    "Sources",
    "Text",
    "Verdict",
    "evidence_of",
    "judge",
    "judge_all",
    "parse",
]
