"""Reading placeholders: any text can be read, and nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.claims import CountRef, ItemRef, PersonRef, QuoteRef, Text, parse
from digest.model import ListName

PIECES = st.sampled_from(
    [
        "[[",
        "]]",
        "[",
        "]",
        "|",
        "#1",
        "[[#12]]",
        "[[@ada]]",
        "[[count:prs_merged]]",
        "[[quote:IC_x|a b]]",
        "quote:",
        "@",
        "文",
        " ",
        "\n",
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=5))).map("".join))
def test_any_text_is_read_and_given_back(text):
    parsed = parse(text)
    assert str(parsed) == text
    assert parse(str(parsed)) == parsed


@given(
    st.text(alphabet="ab [] c|", min_size=1).filter(
        lambda words: words.strip() and "[[" not in words and "]]" not in words
    )
)
def test_a_quote_may_hold_brackets_and_bars(words):
    if words.startswith("["):
        words = f"x{words}"
    assert parse(f"[[quote:E_1|{words}]]").segments == (QuoteRef("E_1", words),)


def test_all_kinds_are_told_apart():
    parsed = parse("a [[#12]] b [[@ci[bot]]], [[count:prs_merged]][[quote:IC_kw=|see a[i]]]。")
    assert parsed.segments == (
        Text("a "),
        ItemRef(12),
        Text(" b "),
        PersonRef("ci[bot]"),
        Text(", "),
        CountRef(ListName.PRS_MERGED),
        QuoteRef("IC_kw=", "see a[i]"),
        Text("。"),
    )
    assert parsed.problems == ()


@pytest.mark.parametrize(
    "text",
    [
        "[[#012]]",
        "[[#0]]",
        "[[ #1 ]]",
        "[[#1",
        "#1]]",
        "[[@]]",
        "[[@a b]]",
        "[[count:stars]]",
        "[[quote:E]]",
        "[[quote:E| ]]",
        "[[quote:|a b]]",
        "[[#1|x]]",
        "[[]]",
        "[[#١]]",
    ],
)
def test_what_looks_like_a_placeholder_and_is_none_is_a_problem(text):
    parsed = parse(f"see {text}.")
    assert parsed.problems
    assert all(isinstance(segment, Text) for segment in parsed.segments)
