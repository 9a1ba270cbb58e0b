"""What somebody in a thread has to have said before a claim may: what it came to, and what is to come."""

from __future__ import annotations

from collections.abc import Iterator

from digest.claims import dispositions, forecasts, moments
from digest.claims.grounds import Grounds
from digest.claims.placeholders import Parsed
from digest.claims.told import sentences
from digest.claims.verdict import Kind, Reason

_FORMS = (*dispositions.FORMS, *forecasts.FORMS, *moments.FORMS)


def check_unsaid(parsed: Parsed, grounds: Grounds) -> Iterator[Reason]:
    """A reason for each that no text of what is cited says."""
    for sentence in sentences(parsed):
        for told, said in _FORMS:
            found = told.search(sentence.text)
            if found and not said.search(grounds.text):
                yield Reason(kind=Kind.STATE, detail=f"{found[0]!r}: no text of what is cited says so")
