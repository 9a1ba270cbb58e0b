"""What a run may spend: set aside, taken, and given back."""

from __future__ import annotations

from digest.llm.ledger import Ledger, Need, limit


def test_what_is_set_aside_for_one_question_cannot_be_spent_by_another():
    ledger = Ledger(limit(10, 1_000, 100, None))
    assert ledger.hold("summary", Need(1, 600, 50))
    assert not ledger.take("repair", Need(1, 500, 10))
    assert ledger.take("repair", Need(1, 400, 50))
    assert ledger.take("summary", Need(1, 600, 50))
    assert ledger.free == Need(8, 0, 0, float("inf"))


def test_what_a_call_did_not_use_comes_back():
    ledger = Ledger(limit(2, 1_000, 100, 0.5))
    need = Need(1, 900, 100, 0.5)
    assert ledger.take("a", need)
    assert not ledger.take("b", Need(1, 10, 1, 0.1))
    ledger.settle(need, Need(1, 300, 20, 0.1))
    assert ledger.take("b", Need(1, 700, 80, 0.4))
    assert not ledger.take("c", Need(1, 0, 0))


def test_more_than_there_is_cannot_be_set_aside():
    ledger = Ledger(limit(1, 100, 100, 1.0))
    assert not ledger.hold("a", Need(1, 101, 1))
    assert not ledger.hold("a", Need(1, 1, 1, 1.1))
    assert ledger.hold("a", Need(1, 100, 100, 1.0))
    ledger.release("a")
    assert ledger.free == Need(1, 100, 100, 1.0)


def test_a_call_that_is_too_large_leaves_what_was_set_aside_for_it():
    ledger = Ledger(limit(2, 100, 100, None))
    ledger.hold("a", Need(1, 50, 50))
    ledger.hold("b", Need(1, 50, 50))
    assert not ledger.take("a", Need(1, 60, 50))
    assert ledger.take("a", Need(1, 50, 50))
