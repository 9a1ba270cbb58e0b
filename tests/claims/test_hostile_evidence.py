"""Evidence that is made to take long holds no check up."""

from __future__ import annotations

import time

import pytest

from digest.claims import Claim, Section, Sources, judge_all
from tests.made import at, comment, issue, pull, snapshot

LONGEST = 65_536
"""Characters that GitHub allows in a body."""

SECONDS = 1.5
"""Of CPU, for a dozen claims: several times what the worst of them takes here."""

PIECES = (
    *("agree ", "I agree, not ", "fixed ", "approved ", "not approved ", "同意", "修复了", "批准", "不"),
    *("12 ms ", "5.2% ", "1 -> 2 ", "May 5 ", "v0.42.1 ", "H100 ", "AITER MLA ", "`--x` ", "a.b "),
    *("#1 ", "@bob ", "bob: ", "- ", "| 1 | 2 |\n"),
)

TEXTS = (
    "[[@bob]] agreed with [[@eve]] on [[#1]].",
    "[[@bob]] 与 [[@eve]] 就 [[#1]] 达成一致。",
    "[[@bob]] fixed the crash of [[#1]] in 12 ms.",
    "[[@bob]] 修复了 [[#1]]，快了 5.2%。",
    "[[#1]] was approved by [[@bob]].",
    "[[#1]] 已获批准，[[@bob]] 没有反对。",
    "[[#2]] adds `--x` and goes from 1 to 2 ms on an H100 with v0.42.1.",
    "[[#1]]: AITER is slow, says [[@bob]]: [[quote:c1|{words}]].",
    "[[#1]] came on May 5, a Tuesday.",
    "Three people want [[#1]] closed.",
    "[[#2]] is tested by [[@eve]], who measured 2 ms.",
    "[[@bob]] 要求 [[#2]] 先修复，5.2% 太慢。",
)


@pytest.mark.parametrize("piece", PIECES)
def test_claims_on_a_comment_of_one_thing_repeated_are_judged_at_once(piece: str) -> None:
    body = (piece * LONGEST)[:LONGEST]
    talk = (comment("c1", "bob", "09:00", body), comment("c2", "eve", "09:10", "I disagree."))
    sources = Sources.of(
        snapshot(
            issue(1, "[Bug]: garbage", body=body, comments=talk),
            pull(2, "Add `--x`", body=body, merged_at=at("10:00"), comments=(comment("c3", "eve", "09:20", body),)),
        )
    )
    claims = [
        Claim(
            section=Section.DISCUSSIONS,
            text=text.format(words=(piece * 4).strip()[:40]),
            evidence=("c1",) if "#1" in text else ("c3",),
        )
        for text in TEXTS
    ]
    start = time.process_time()
    judge_all(claims, sources)
    assert time.process_time() - start < SECONDS
