"""Four real reports: what is known to be wrong in them is refuted for its kind, and what is right is not."""

from __future__ import annotations

import pytest

from tests.claims import reference

pytestmark = pytest.mark.skipif(not reference.is_here(), reason="the reference reports are not here")


@pytest.fixture(scope="module")
def reports():
    return reference.verified()


def test_wrong_claims_are_refuted_for_their_kind(reports):
    assert len(reference.caught(reference.WRONG, reports)) >= 8


def test_unmerged_work_told_as_done_is_refuted(reports):
    assert len(reference.caught(reference.OVERSTATED, reports)) >= 10


def test_right_sentences_are_not_refuted(reports):
    sentences = sum(" — by " not in claim.text for report in reports.values() for claim in report.claims)
    assert len(reference.refuted_beside(reports)) <= 0.03 * sentences


def test_no_line_of_their_lists_is_refuted(reports):
    lines = [claim for report in reports.values() for claim in report.claims if " — by " in claim.text]
    assert len(lines) == 133 + 163 + 178 + 73
    assert [claim for claim in lines if claim.reasons] == []
