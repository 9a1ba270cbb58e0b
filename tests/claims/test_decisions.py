"""Agreements, approvals and objections, against the sample."""

from __future__ import annotations

import pytest

from digest.claims import Verdict
from tests.claims.test_wording import judged, kinds


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (90305, "Both sides agree on a warning."),
        (90305, "It was decided to let TP=4 pass."),
        (90305, "Maintainers and users reached consensus."),
        (90305, "各方在 TP=4 上达成一致。"),
        (90067, "All sides settled on dropping Python 3.10 in v0.43."),
        (90224, "双方商定先 padding、后拒绝加载。"),
        (90224, "大家同意先 padding。"),
    ],
)
def test_an_agreement_of_nobody_is_refused(about, text):
    assert judged(about, text).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("about", "text", "evidence"),
    [
        (90305, "[[@gita--quant]] and [[@hanna--fp4]] agreed that half blocks pass.", "IC_90305004"),
        (90305, "[[@gita--quant]] 与 [[@hanna--fp4]] 商定放行半块。", "IC_90305004"),
        (90305, "[[@hanna--fp4]] came to terms with an exception for TP=4.", "IC_90305004"),
    ],
)
def test_whoever_agreed_says_so_in_what_is_cited(about, text, evidence):
    assert "person" in kinds(judged(about, text, evidence))


@pytest.mark.parametrize(
    ("about", "text", "evidence"),
    [
        (90224, "[[@priya--amd]] agreed to refuse first.", "IC_90224006"),
        (90224, "[[@priya--amd]] 同意先拒绝加载、再做 padding。", "IC_90224006"),
        (90067, "[[@felix--edge]] 与 [[@gus--cpu]] 都接受 v0.44。", "IC_90067003 IC_90067004"),
        (90207, "[[@jun--amd]] 更愿意修复，但若赶不上，同意关闭。", "IC_90207007"),
        (90305, "Whether both sides agree on TP=4 is open.", "IC_90305004"),
        (90305, "对 TP=4 尚未达成一致。", "IC_90305004"),
    ],
)
def test_agreements_that_were_made_and_those_that_were_not_may_be_told(about, text, evidence):
    assert judged(about, text, *evidence.split()).reasons == ()


@pytest.mark.parametrize(
    "text",
    [
        "会议通过了该 RFC，附三个条件。",
        "The RFC got the go-ahead on three conditions.",
        "会议原则上批准了该 RFC。",
        "RFC 获通过。",
        "RFC 定稿了。",
        "The RFC has the maintainers' blessing.",
    ],
)
def test_an_issue_is_approved_only_where_a_text_says_so(text):
    assert judged(89731, text).verdict is Verdict.REFUTED


@pytest.mark.parametrize("text", ["Not approved as it is.", "会议未按原样批准。", "Whether it is approved is open."])
def test_that_it_was_not_approved_may_be_told(text):
    assert judged(89731, text).is_published


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (90266, "[[@nora--ops]] 要求变更：必须有固定长度的开关。"),
        (90266, "[[@nora--ops]] voted against the controller."),
        (90211, "等待 [[@rosa--cache]] 撤下 changes requested。"),
        (90211, "Waits for [[@rosa--cache]] to lift her changes requested."),
        (90211, "[[@nora--ops]] 的修改要求尚未撤回。"),
    ],
)
def test_who_is_to_withdraw_an_objection_has_made_one(about, text):
    assert "role" in kinds(judged(about, text))


@pytest.mark.parametrize(
    "text",
    ["[[@theo--sched]]'s changes requested still stand.", "[[@theo--sched]] 不撤回修改要求，除非声明 `releases_gil`。"],
)
def test_the_objector_may_be_told_as_one(text):
    assert judged(90211, text).is_published
