"""What strangers wrote stays text in Markdown, to the letter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from digest.rendering import escape

HOSTILE = [
    "[Bug]:",
    "`v0.17.0` fails with `--foo`",
    "**bold** and *it* and __init__ and _x_ and a_b_c",
    "<think> tags and #include <Python.h>",
    "<!-- vllm-digest:lists -->",
    "a | b || c",
    "see #12345 and owner/repo#1 and @someone",
    "![picture](https://example.org/x.png)",
    "[link](https://example.org)",
    "[a][b] and [c]: https://example.org",
    "&lt;script&gt; &amp; &#60; AT&T",
    "back\\slash and \\` and \\\\",
    "double  spaces  kept",
    "trailing `tick",
    "[Feature]：全角符号 — 与中文",
    "{{ jinja }} {% raw %}",
    "~~gone~~ and ~x~",
    "$a$ and $$b$$",
    "https://example.org/a_b_c?x=1&copy=2",
    "emoji 🎉 and \u202ebidi",
    "**",
    "*",
    "`",
    "``",
    "]( ](x) [x](",
    "a `code [x](y) span` b",
]
ONE_LINE = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029\x00"), max_size=60)
MARKUP = st.text(st.sampled_from(list("[]()`*_~<>!&;#|\\$ :-.1axé中\u00a0")), max_size=30)


def texts(markdown: str) -> str:
    """What a reader sees of one paragraph, and proof that it holds nothing but text."""
    tokens = [token for token in parser().parse(markdown) if token.type == "inline"]
    assert len(tokens) == 1
    return "".join(shown(child) for child in tokens[0].children or [])


def shown(token: Token) -> str:
    assert token.type in ("text", "link_open", "link_close"), token
    return token.content if token.type == "text" else ""


def parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


@pytest.mark.parametrize("title", HOSTILE)
def test_a_hostile_title_in_a_list_line_reads_back_as_itself(title: str) -> None:
    line = f"- [#1](https://example.org/1) {escape.plain(title)} — bug — by x (创建于: …)"
    assert texts(line) == f"#1 {title} — bug — by x (创建于: …)"


@given(st.one_of(ONE_LINE, MARKUP))
def test_any_title_in_a_list_line_reads_back_as_itself(title: str) -> None:
    line = f"- [#1](https://example.org/1) x{escape.plain(title)}x — bug"
    assert texts(line) == f"#1 x{title}x — bug"


@given(st.one_of(ONE_LINE, MARKUP).filter(str.strip))
def test_any_text_that_opens_a_line_stays_a_paragraph(text: str) -> None:
    text = text.strip()
    assert parser().parse(escape.opening(text))[0].type == "paragraph_open"


@given(st.one_of(ONE_LINE, MARKUP))
def test_any_quote_inside_a_link_ends_nowhere_but_at_its_end(text: str) -> None:
    tokens = parser().parseInline(f"[「{escape.label(text)}」](https://example.org/there) after")[0].children or []
    assert tokens[0].type == "link_open"
    assert tokens[0].attrs["href"] == "https://example.org/there"
    assert [token.type for token in tokens].count("link_open") == 1
    assert tokens[-1].content.endswith(" after")


@given(st.one_of(ONE_LINE, MARKUP))
def test_any_text_is_a_code_span(text: str) -> None:
    tokens = parser().parseInline(escape.code(text))[0].children or []
    assert [token.type for token in tokens] == ["code_inline"]


@given(st.one_of(ONE_LINE, MARKUP), st.one_of(ONE_LINE, MARKUP))
def test_any_text_stays_in_its_cell(one: str, other: str) -> None:
    table = f"| a | b |\n| --- | --- |\n| x{escape.cell(escape.words(one))}x | x{escape.cell(escape.words(other))}x |\n"
    tokens = parser().parse(table)
    assert [token.type for token in tokens].count("td_open") == 2
    assert tokens[-1].type == "table_close"


@given(ONE_LINE, st.integers(5, 60))
def test_a_cut_text_fits_its_cell(text: str, limit: int) -> None:
    assert escape.width(escape.fit(text, limit)) <= limit


def test_chinese_counts_whole_and_latin_half() -> None:
    assert escape.width("内核ab") == 3.0


def test_what_its_author_set_as_code_stays_code() -> None:
    assert escape.words("set `VLLM_X=*` to *1*") == r"set `VLLM_X=*` to \*1\*"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("vLLM", "vLLM"),
        ("\u202eMLLv", "MLLv"),
        ("\u2066a\u200f", "a"),
        ("שלום", "\u2068שלום\u2069"),
        ("\u2068مرحبا\u2069\u202e", "\u2068مرحبا\u2069"),
    ],
)
def test_a_name_turns_none_of_the_words_around_it(name: str, told: str):
    assert escape.isolated(name) == told
    assert escape.isolated(told) == told
