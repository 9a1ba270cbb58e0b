"""From a model's text to a value, whatever is around it and wherever it was cut."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from digest.llm.refusal import Fault, Refusal
from digest.llm.reply import read


class One(BaseModel):
    text: str


class Many(BaseModel):
    claims: list[One]


WHOLE = json.dumps({"claims": [{"text": f'say "{place}" }}] \\ 说'} for place in range(4)]}, ensure_ascii=False)


@pytest.mark.parametrize("at", range(len(WHOLE)))
def test_of_an_answer_cut_anywhere_every_whole_entry_is_kept_and_no_other(at):
    whole = WHOLE[:at].count('"}') - (WHOLE[:at].count('\\"}'))
    told, fault = saved(WHOLE[:at])
    assert told == [f'say "{place}" }}] \\ 说' for place in range(whole)]
    assert (fault is None) == (whole > 0)


def saved(text: str) -> tuple[list[str], Fault | None]:
    try:
        return [one.text for one in read(text, Many, cut=True).claims], None
    except Refusal as refusal:
        return [], refusal.fault


@pytest.mark.parametrize("at", range(0, len(WHOLE), 7))
def test_nothing_is_saved_of_an_answer_that_is_broken_and_was_not_cut_off(at):
    with pytest.raises(Refusal):
        read(WHOLE[:at], Many)


@pytest.mark.parametrize(
    "text",
    [
        '{"claims": [{"text": "a",}, {"text": "b"},],}',
        '```json\n{"claims": [{"text": "a"}, {"text": "b"}]}\n```',
        '{"claims": []} and then {"claims": [{"text": "a"}, {"text": "b"}]}',
        '<think>{"claims": [{"text": "x"}, {"text": "y"}]}</think>{"claims": [{"text": "a"}, {"text": "b"}]}',
        'See [1] and [[#5]]: {"claims": [{"text": "a"}, {"text": "b"}]}',
        '<reasoning>hm</reasoning> <think>never ends {"claims": [{"text": "a"}, {"text": "b"}]}',
    ],
)
def test_the_answer_is_found(text):
    assert [one.text for one in read(text, Many).claims] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "cut", "fault"),
    [
        ("", False, Fault.EMPTY),
        ("", True, Fault.TRUNCATED),
        ("<think>" + "on and on " * 50, True, Fault.THOUGHT),
        ("<think>done</think>", False, Fault.EMPTY),
        ("I cannot help with that.", False, Fault.UNREADABLE),
        ("{" * 10_000, False, Fault.UNREADABLE),
        ("[" * 100_000, False, Fault.UNREADABLE),
        ('{"a":' * 5_000, True, Fault.TRUNCATED),
    ],
)
def test_what_is_no_answer_is_told_apart(text, cut, fault):
    with pytest.raises(Refusal) as caught:
        read(text, Many, cut)
    assert caught.value.fault is fault


@given(st.text(max_size=300), st.booleans())
def test_no_text_is_too_strange(text, cut):
    with contextlib.suppress(Refusal):
        read(text, Many, cut)
