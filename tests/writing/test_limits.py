"""How much of what passed the check is published, and in which order it gives way."""

from __future__ import annotations

from digest.claims import Claim, Part, Section
from digest.writing import limits
from digest.writing.filler import filler


def claim(section: Section, text: str, about: int | None = None, part: Part | None = None) -> Claim:
    return Claim(section=section, about=about, part=part, text=text)


def han(count: int) -> str:
    return "字" * count


def test_a_claim_is_as_wide_as_it_is_on_the_page():
    short = claim(Section.CHANGES, "[[@ada-kern]] 说 `x`，[[quote:C_1|not so]]", 1)
    assert limits.extent(short) == 4 + 0.5 + 1 + 0.5 + 1.5 + 1 + 2 + 3
    assert not limits.is_too_long(claim(Section.CHANGES, han(60), 1))
    assert limits.is_too_long(claim(Section.CHANGES, han(61), 1))


def test_a_section_takes_no_more_characters_than_it_has_room_for():
    told = [claim(Section.SUMMARY, han(100)) for _ in range(5)] + [claim(Section.SUMMARY, han(20))]
    assert limits.chosen(told, chinese=True) == [0, 1, 2, 3, 5]


def test_letters_take_no_room_in_chinese_and_do_in_english():
    told = [claim(Section.FOCUS, "a" * 180, number, Part.WHAT) for number in range(30)]
    assert len(limits.chosen(told, chinese=True)) == 30
    assert len(limits.chosen(told, chinese=False)) == limits.ROOM[Section.FOCUS] // 45


def test_every_item_has_its_sentence_before_one_has_two():
    told = [claim(Section.FOCUS, han(90), number, part) for number in range(1, 9) for part in (Part.WHAT, Part.OPEN)]
    kept = [told[place] for place in limits.chosen(told, chinese=True)]
    assert {one.about for one in kept if one.part is Part.WHAT} == set(range(1, 9))
    assert [one.about for one in kept if one.part is Part.OPEN] == [1, 2, 3, 4]


def test_in_a_discussion_the_question_and_how_it_stands_come_first_and_both_sides_before_the_rest():
    parts = (Part.POSITION, Part.POSITION, Part.POSITION, Part.DISPUTE, Part.TOPIC, Part.OUTCOME)
    told = [claim(Section.DISCUSSIONS, han(40), number, part) for number in range(8) for part in parts]
    kept = [told[place] for place in limits.chosen(told, chinese=True)]
    by_thread = [[one.part for one in kept if one.about == number] for number in range(8)]
    assert all({Part.TOPIC, Part.OUTCOME} <= set(told_of_it) for told_of_it in by_thread)
    assert sum(len(told_of_it) for told_of_it in by_thread) == limits.ROOM[Section.DISCUSSIONS] // 40
    assert by_thread[0].count(Part.POSITION) == 2
    assert all(part.count(Part.DISPUTE) == 0 for part in by_thread)


def test_an_item_has_no_more_sentences_than_its_section_gives_it():
    told = [claim(Section.CHANGES, f"改动 {place}", 7) for place in range(3)]
    assert limits.chosen(told, chinese=True) == [0]
    told = [claim(Section.DISCUSSIONS, f"立场 {place}", 7, Part.POSITION) for place in range(9)]
    assert len(limits.chosen(told, chinese=True)) == 7


def test_filler_is_known_in_both_languages_and_facts_are_not():
    for text in (
        "该问题值得持续关注",
        "引发了广泛讨论",
        "性能显著提升",
        "社区活跃",
        "This drew much attention",
        "a significant improvement",
    ):
        assert filler(text), text
    for text in (
        "`--x` 默认关闭",
        "TTFT 由 812 ms 降到 701 ms（MI355X）",
        "reviewers ask for a test",
        "attention backend 改为 unified",
    ):
        assert not filler(text), text
