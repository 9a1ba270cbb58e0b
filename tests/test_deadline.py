"""Deadlines, on a clock that a test turns by hand."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from digest.deadline import NEVER, Deadline
from digest.errors import OutOfTime


@dataclass
class Clock:
    seconds: float = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_a_deadline_tells_what_is_left_and_never_less_than_nothing():
    clock = Clock()
    deadline = Deadline.after(60, clock)
    assert deadline.left() == 60
    clock.seconds += 45
    assert deadline.left() == 15
    clock.seconds += 45
    assert deadline.left() == 0


def test_a_wait_is_cut_to_what_is_left():
    clock = Clock()
    deadline = Deadline.after(60, clock)
    assert deadline.limit(20) == 20
    clock.seconds += 50
    assert deadline.limit(20) == 10


def test_a_wait_that_would_last_until_the_deadline_is_not_allowed():
    deadline = Deadline.after(60, Clock())
    assert deadline.allows(59.9)
    assert not deadline.allows(60)


def test_a_passed_deadline_stops_the_run_and_says_what_it_was_doing():
    clock = Clock()
    deadline = Deadline.after(60, clock)
    deadline.check("fetching")
    clock.seconds += 60
    with pytest.raises(OutOfTime, match=r"--deadline.*while fetching") as raised:
        deadline.check("fetching")
    assert raised.value.exit_status == 1


def test_a_stage_gets_an_earlier_deadline_so_that_later_ones_have_time():
    assert Deadline.after(60, Clock()).before(10).left() == 50


@pytest.mark.parametrize("deadline", [NEVER, Deadline.after(None), NEVER.before(10)])
def test_without_a_limit_everything_is_allowed(deadline: Deadline):
    assert deadline.left() == math.inf
    assert deadline.limit(20) == 20
    assert deadline.allows(1e9)
    deadline.check("waiting")
