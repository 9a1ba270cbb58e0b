"""Reports are read as CommonMark has it: the quick way and the library's own give the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from digest.rendering import escape
from digest.rendering.site.reading import _parser

DOCS = Path(__file__).parents[3] / "docs"


def both(markdown: str) -> tuple[str, str]:
    """The document as HTML, read the quick way and by the library alone. Addresses are taken as they stand in both."""
    quick, library = _parser(), MarkdownIt("commonmark").enable("table")
    library.normalizeLink = quick.normalizeLink
    library.validateLink = quick.validateLink
    return quick.render(markdown), library.render(markdown)


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_a_report_is_read_to_the_letter(language: str):
    quick, library = both((DOCS / f"sample-report.{language}.md").read_text(encoding="utf-8"))
    assert quick == library


MARKUP = st.sampled_from(
    [
        *("`", "``", "*", "**", "_", "[", "](", "](u)", ")", "!", "![", "<", ">", "<b>", "<!-- x -->", "~", "|"),
        *("&amp;", "&#35;", "&", "\\", "\\*", "\\`", "\\\n", "#7", "[#7](https://h/7)", "[`a`](https://h/8)"),
        *("- ", "- [#9](https://h/9) ", "\n", "\n\n", "\n- ", "\n  - ", "\n---\n", "\n# ", "\n> ", "\n    ", "1. "),
        *("\t", " ", "  \n", "\u3000", "\xa0", "\x1f", "中", "「a」", "a", "_b", "\u202e", "😀"),
    ]
)
TEXT = st.lists(st.one_of(MARKUP, st.text(max_size=3)), max_size=30).map("".join)


@given(TEXT)
def test_any_markdown_is_read_to_the_letter(markdown: str):
    quick, library = both(markdown)
    assert quick == library


@given(st.lists(TEXT, min_size=1, max_size=4), TEXT)
def test_a_list_of_items_is_read_to_the_letter_whatever_stands_in_it_and_behind_it(titles: list[str], behind: str):
    lines = [f"- [#{n}](https://github.com/o/n/issues/{n}) {title}" for n, title in enumerate(titles, 1)]
    quick, library = both("### List\n" + "\n".join(lines) + "\n" + behind)
    assert quick == library


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_a_list_of_escaped_titles_is_read_to_the_letter(titles: list[str]):
    lines = [f"- [#{n}](https://github.com/o/n/pull/{n}) {escape.plain(title)}" for n, title in enumerate(titles, 1)]
    quick, library = both("\n".join(lines) + "\n\n---\n")
    assert quick == library
