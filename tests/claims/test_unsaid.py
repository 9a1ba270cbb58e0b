"""What nobody in a thread said of it, no claim says: what it came to, and what is to come."""

from __future__ import annotations

import pytest

from digest.claims import Verdict
from tests.claims.test_decisions import judged


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (90207, "The repeated token of the AITER MoE is not a bug."),
        (90207, "An answer to this question has been asked before."),
        (90224, "输出乱码不是 bug。"),
        (90313, "Ending a step early works as intended."),
        (90214, "The growth of host memory will not be fixed."),
    ],
)
def test_what_nobody_in_the_thread_found_is_no_disposition_of_it(about, text):
    assert judged(about, text).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (90240, "The kernel is not there; it will take another day to release the next one."),
        (90224, "The padding will need several more weeks."),
        (90299, "The new default is ready to be shipped."),
        (90214, "内存问题还需要两个月才能解决。"),
        (90088, "A decision will be announced shortly."),
        (90088, "修复即将到来。"),
    ],
)
def test_what_nobody_in_the_thread_spoke_of_is_not_told_to_come(about, text):
    assert judged(about, text).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (90224, "[[@priya--amd]] will send the check first."),
        (90218, "It is ready for another look of [[@mira--kernel]]."),
        (90102, "A test of the sliding window is to come this week."),
    ],
)
def test_what_somebody_did_say_is_to_come_may_be_told(about, text):
    assert not [one for one in judged(about, text).reasons if "no text of what is cited says so" in one.detail]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("报告里点名了 [[#89983]]。", False),
        ("The report names [[#89983]] as the first suspect.", False),
        ("[[@chen--infer]] 怀疑 [[#89983]]，报告里没有说。", True),
    ],
)
def test_a_report_names_only_what_stands_in_its_own_text(text, holds):
    told = [one for one in judged(90313, text).reasons if "the report on" in one.detail]
    assert (not told) is holds
