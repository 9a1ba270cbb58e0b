"""Pieces of a page fit, read by themselves, and hold all of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from digest.rendering.pieces import FOLD, UNFOLD, length, pieces

WORDS = st.text(st.sampled_from("ab 中😀#|-"), min_size=1, max_size=60).map(lambda text: "x" + text.strip())
ENTRIES = st.lists(WORDS.map(lambda text: f"- {text}"), min_size=1, max_size=12)
FOLDED = ENTRIES.map(lambda lines: [FOLD, "<summary>New (3)</summary>", "", *lines, "", UNFOLD])
TABLE = ENTRIES.map(
    lambda lines: ["| a | b |", "| --- | --- |", *(f"| {line.replace('|', '')} |" for line in lines), ""]
)
PAGES = st.lists(st.one_of(ENTRIES, FOLDED, TABLE), min_size=1, max_size=6).map(
    lambda blocks: "\n".join(line for block in blocks for line in ["### Head", *block])
)
LIMITS = st.integers(150, 600)


@given(PAGES, LIMITS, LIMITS)
def test_every_piece_fits_and_is_whole(page: str, first: int, rest: int) -> None:
    cut = pieces(page, first, rest)
    assert length(cut[0]) <= first
    assert all(length(piece) <= rest for piece in cut[1:])
    for piece in cut:
        lines = piece.splitlines()
        assert lines.count(FOLD) == lines.count(UNFOLD) == sum(line.startswith("<summary>") for line in lines)


@given(PAGES, LIMITS, LIMITS)
def test_nothing_is_lost_and_nothing_changes_its_place(page: str, first: int, rest: int) -> None:
    entries = [line for line in page.splitlines() if line.startswith(("- ", "| - ", "### "))]
    told = [line for piece in pieces(page, first, rest) for line in piece.splitlines()]
    assert [line for line in told if line.startswith(("- ", "| - ", "### "))] == entries


@given(PAGES)
def test_what_fits_is_one_piece(page: str) -> None:
    assert pieces(page, 100_000) == (page.strip("\n") + "\n",)


@given(PAGES, LIMITS)
def test_a_table_goes_on_below_its_head(page: str, limit: int) -> None:
    for piece in pieces(page, limit, limit):
        lines = piece.splitlines()
        for place, line in enumerate(lines):
            if line.startswith("| - "):
                above = [one for one in lines[:place] if one.startswith("|") and not one.startswith("| - ")]
                assert above[-2:] == ["| a | b |", "| --- | --- |"]


def test_a_line_that_no_piece_holds_is_cut_at_a_space() -> None:
    line = "- " + "word " * 100
    cut = pieces(line.strip(), 120, 120)
    assert all(length(piece) <= 120 for piece in cut)
    assert "".join(piece.replace("\n", "") for piece in cut) == line.strip()
