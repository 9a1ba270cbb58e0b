"""A sentence in which code finds nothing to check has to be about its item all the same."""

from __future__ import annotations

import pytest

from digest.claims import Claim, Section, Sources, judge
from digest.writing.bearing import is_empty
from digest.writing.draft import drafted, settled
from tests.claims.window import SNAPSHOT
from tests.writing.model import failed, is_repair, says, section, truth, written

SOURCES = Sources.of(SNAPSHOT)


def published(text: str, about: int | None = 101) -> bool:
    claim = Claim(section=Section.FOCUS if about else Section.SUMMARY, about=about, text=text)
    judged = judge(claim, SOURCES)
    return judged.is_published and not is_empty(judged, SOURCES)


@pytest.mark.parametrize(
    "text",
    [
        "one sentence",
        "another sentence",
        "The team has a great idea to raise the quality of their products.",
        "Proposes to make things better than they were before.",
        "The kernel is not good enough for everybody; it takes patience to deliver the next one to Triton.",
        "Proposes to fall back to Triton when AITER is missing. The report concerns performance and how it improves.",
        "The report was made to the squad of [[@bo-keeper]].",
    ],
)
def test_a_sentence_without_a_word_of_its_item_says_nothing(text: str):
    assert not published(text)
    assert not published(f"[[#102]]: {text}", None)


@pytest.mark.parametrize(
    "text",
    [
        "Proposes to fall back to Triton when the library is missing.",
        "Whether falling back silently is wanted is still open, since decode gets slower.",
        "拟在缺少依赖时退回较慢的路径。",
    ],
)
def test_a_paraphrase_and_a_translation_are_about_their_item(text: str):
    assert published(text)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Proposes to fall back to [insert topic here] without AITER.", "filled in"),
        ("[*] proposes to fall back on the topic of [topic: Triton 3.1].", "filled in"),
        ("[#N] a bug is proposed to the topic of [Bug: Triton].", "filled in"),
        ("拟在缺少 [库名] 时退回 Triton。", "filled in"),
        ("Would fall back to Triton. The default is a choice. It is the answer.", "one sentence"),
        ("拟退回 Triton。默认值不变。启动不再失败。", "one sentence"),
    ],
)
def test_a_form_that_was_not_filled_in_and_a_speech_are_written_again(text: str, form: str):
    (told,) = drafted([Claim(section=Section.FOCUS, about=101, text=text)], SOURCES)
    assert form in " ".join(told.form)


def test_a_form_that_was_not_filled_in_is_not_published_though_it_was_written_twice():
    claim = Claim(section=Section.FOCUS, about=101, text="[*] proposes to fall back on the topic of [topic: Triton].")
    judged, _ = settled(drafted([claim, claim], SOURCES), SOURCES, chinese=False)
    assert not [one for one in judged if one.is_published]


async def test_a_repair_that_copies_the_prompt_s_example_is_not_published(serve):
    lie = {"about": 101, "part": "what", "text": "[[#101]]：decode 变慢 73%。"}

    def script(ask):
        if is_repair(ask):
            return says(*({"claim": name, "text": "one sentence", "evidence": ["e1"]} for name in failed(ask)))
        return truth(ask) if section(ask) is not Section.FOCUS else says(lie)

    narrative = await written(await serve(script))
    assert narrative.published(Section.FOCUS, 101) == ()
    assert "one sentence" not in [one.claim.text for one in narrative.judged if one.is_published]
