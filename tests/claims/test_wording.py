"""What a claim counts, dates, expands, quotes and feels in its own words, against the sample."""

from __future__ import annotations

import pytest

from digest.claims import Claim, Judged, Section, Sources, judge
from digest.model import Snapshot
from digest.templating import folder

SOURCES = Sources.of(Snapshot.model_validate_json((folder() / "sample" / "snapshot.json").read_bytes()))


def judged(about: int | None, text: str, *evidence: str) -> Judged:
    section = Section.SUMMARY if about is None else Section.DISCUSSIONS
    return judge(Claim(section=section, about=about, text=text, evidence=evidence), SOURCES)


def kinds(result: Judged) -> set[str]:
    return {reason.kind for reason in result.reasons}


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (None, "14 of the new issues concern LoRA, [[#90222]] among them."),
        (None, "Twelve PRs touch ROCm, [[#90102]] first."),
        (None, "十一个 PR 涉及 ROCm，如 [[#90102]]。"),
        (None, "当天共有 12 项补丁与 ROCm 有关，含 [[#90102]]。"),
        (90207, "三十多位用户遇到。"),
        (None, "与 ROCm 相关的 PR 共 9 个，包括 [[#90102]]。"),
        (None, "过半的 PR 与 ROCm 有关，如 [[#90102]]。"),
        (None, "Of the merged PRs, 9 touch ROCm, [[#90102]] among them."),
        (90207, "近十位用户确认。"),
        (90207, "9 users confirm it."),
        (90207, "17 人参与。"),
        (90203, "2 maintainers oppose it."),
    ],
)
def test_items_and_people_that_a_claim_counts_itself_are_refused(about, text):
    assert "count" in kinds(judged(about, text))


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (90207, "With 32 or fewer requests it is right."),
        (90207, "并发超过 32 时输出重复，见该 Issue。"),
        (90224, "TP=4 的 issue 里没有乱码。"),
        (90203, "许多用户的提示词超过 8k。"),
    ],
)
def test_numbers_of_other_things_are_no_counts(about, text):
    assert judged(about, text).is_published


@pytest.mark.parametrize(
    "text",
    [
        "许多用户对此深感不满。",
        "Many users are unhappy with the stalls.",
        "Numerous people complain.",
        "不少开发者表示不满。",
        "多数反对这样做。",
        "It met with strong criticism.",
        "该问题引来强烈不满。",
        "用户普遍不满。",
        "Users are up in arms.",
    ],
)
def test_a_crowd_needs_as_many_who_wrote(text):
    assert kinds(judged(90033, text)) == {"heat"}


@pytest.mark.parametrize("day", ["Thursday", "周四", "星期三", "礼拜四", "Thu", "Saturday", "周末", "the weekend"])
def test_a_weekday_has_to_stand_there_or_be_a_day_of_the_item(day):
    assert "date" in kinds(judged(90207, f"v0.42.2: {day}"))


@pytest.mark.parametrize("day", ["Friday", "周五", "星期五", "礼拜五", "Fri", "Tuesday", "周二"])
def test_a_weekday_is_the_same_in_any_spelling(day):
    assert judged(90207, f"v0.42.2: {day}").is_published


def test_how_often_in_a_week_is_no_weekday():
    assert judged(90207, "一周五次运行，每周一次汇总。").is_published


@pytest.mark.parametrize(
    "text",
    [
        "MLA (multi-layer attention) decode is slow.",
        "The multi-layer attention (MLA) decode is slow.",
        "拟为多层注意力（MLA）decode 使用 AITER kernel。",
        "MLA（多级缓存注意力）decode。",
        "KV (kernel vector) cache.",
        "KV（核向量）cache。",
        "MLA 即多层注意力。",
        "MLA stands for multi-layer attention.",
    ],
)
def test_what_is_as_long_as_an_expansion_has_to_be_the_terms(text):
    assert "term" in kinds(judged(90240, text))


@pytest.mark.parametrize(
    "text",
    [
        "MLA (multi-head latent attention) decode.",
        "拟为多头潜在注意力（MLA）decode 提速。",
        "MLA（仅 MI355X）decode。",
        "KV (off by default) cache.",
        "注意力后端（MLA）的 decode。",
        "MLA stands for multi-head latent attention.",
        "MLA 即多头潜在注意力。",
    ],
)
def test_right_expansions_and_remarks_in_brackets_are_none_of_its_business(text):
    assert "term" not in kinds(judged(90240, text))


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (89731, "[[@theo--sched]] wants [[quote:IC_89731004|it as a public interface]]."),
        (90207, "[[@jun--amd]] prefers to [[quote:IC_90207007|turn it off]]."),
        (90224, "[[@hanna--fp4]]: [[quote:IC_90224004|free for everyone]]."),
        (90240, "[[@leo--mla]]: [[quote:IC_90240002|sets the block size by hand]]."),
    ],
)
def test_words_that_lose_their_not_are_no_quote(about, text):
    assert kinds(judged(about, text)) == {"person"}


def test_a_not_in_another_clause_takes_nothing_back():
    told = "[[@nora--ops]]: [[quote:IC_90203003|a default that changes latency by a third must be announced]]."
    assert judged(90203, told).is_published
