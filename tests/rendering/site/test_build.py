"""The site as paths and bytes: which pages a new report changes, and what the lists of reports say."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.model import ListName
from digest.rendering.catalogue import load
from digest.rendering.index import Entry, Index
from digest.rendering.site.build import Look, Report, front, listing, report_pages
from digest.rendering.site.charts import MOST, areas, counts
from digest.rendering.site.report import places
from tests.rendering.site.test_feed import entry

ZH = load("zh-CN")
GITHUB = "https://github.com/o/n"
DAYS = Index.of(map(entry, range(5)))


def text(page: bytes) -> str:
    return re.sub(
        r"\s+", " ", re.sub(r"<style>.*?</style>|<script>.*?</script>|<[^>]+>", " ", page.decode(), flags=re.S)
    )


def store(index: Index) -> dict[str, bytes]:
    """What a folder with these reports holds."""
    return {
        f"{one.path}/{name}": data
        for one in index.entries
        for name, data in (
            ("report.json", json.dumps({"repository": one.repository, "facts": {"repository_url": GITHUB}}).encode()),
            ("report.zh-CN.md", f"# vLLM 开发动态报告 - {one.name}\n\n> a\n> b\n\n---\n\nx\n".encode()),
            ("report.en.md", f"# vLLM development report - {one.name}\n\n> a\n> b\n\n---\n\nx\n".encode()),
        )
    }


def test_a_page_that_is_as_it_should_be_is_not_made_again():
    there = store(DAYS)
    place = places(DAYS)["2026-03-05"]
    first = dict(report_pages(entry(2), place, there.get))
    assert sorted(first) == ["o/n/2026-03-05/report.en.html", "o/n/2026-03-05/report.zh-CN.html"]
    assert dict(report_pages(entry(2), place, (there | first).get)) == {}
    there["o/n/2026-03-05/report.en.md"] += b"y\n"
    assert list(dict(report_pages(entry(2), place, (there | first).get))) == ["o/n/2026-03-05/report.en.html"]


def test_a_project_lists_its_reports_newest_first_with_day_line_and_counts():
    page = listing(DAYS, GITHUB)["o/n/index.html"]
    told = text(page)
    days = re.findall(r"2026-03-\d\d(?= 第一句)", told)
    assert days == [f"2026-03-0{day}" for day in (7, 6, 5, 4, 3)]
    assert (
        "2026-03-07 第一句 新 Issue 0 | 关闭 Issue 1 | 新 PR 2 | 合并 PR 3 | 关闭未合并 PR 4 · 中文 · English" in told
    )
    assert f'href="{GITHUB}"'.encode() in page


def test_a_window_that_is_no_day_is_called_by_its_ends():
    name = "20260303T032100Z_to_20260304T032100Z"
    page = listing(Index.of([entry(name=name)]), GITHUB)["o/n/index.html"]
    assert (
        f'<a href="{name}/report.zh-CN.html">2026-03-03 00:00 (UTC+8) ~ 2026-03-04 00:00 (UTC+8)</a>' in page.decode()
    )


def test_home_has_the_project_with_the_newest_report_first():
    other = Index.of([entry(9, repository="a/b", title="Other")])
    files = front([DAYS, other])
    page = files["index.html"].decode()
    assert re.findall(r'<h2><a href="([^"]+)">', page) == ["a/b/index.zh-CN.html", "o/n/index.zh-CN.html"]
    assert [one.repository for one in Index.read(files["index.json"]).entries].count("o/n") == 5


def test_a_site_without_reports_says_so():
    assert "There are no reports yet." in text(front([])["index.html"])


def test_lists_are_in_the_language_that_is_asked_for():
    page = listing(DAYS, GITHUB, Look(language="en"))["o/n/index.html"].decode()
    assert '<html lang="en"' in page
    assert "The first line" in page
    assert "5 reports" in page


def test_a_language_without_a_catalogue_here_is_shown_in_english_words():
    strange = Index.of([entry(0, languages=("xx",), first_line={"xx": "…"})])
    assert "1 report" in text(listing(strange, GITHUB)["o/n/index.html"])


HOSTILE = "<script>window.pwned=1</script>\"'&\u202e👩‍👧\x00"


def test_hostile_names_and_lines_are_text():
    page = listing(Index.of([entry(0, title=HOSTILE, first_line={"zh-CN": HOSTILE})]), GITHUB)[
        "o/n/index.html"
    ].decode()
    assert page.count("<script>") == 1
    assert "&lt;script&gt;window.pwned=1&lt;/script&gt;" in page


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"repository": 1}', b"\xff", b'{"repository":"o/n","facts":[1]}']
)
def test_what_is_no_report_is_refused_by_one_error(data: bytes):
    with pytest.raises(ValueError, match=r"no report|Expecting|decode"):
        (Entry.of(data), Report.of(data))


def test_the_chart_of_the_counts_has_the_newest_thirty_and_says_every_number():
    made = counts(Index.of(entry(nth, counts={ListName.PRS_MERGED: nth}) for nth in range(40)).entries, ZH)
    assert made is not None
    merged = made.strips[3]
    assert (merged.label, merged.newest, merged.low, merged.high) == ("合并 PR", 39, 10, 39)
    assert [bar.told for bar in merged.bars][::29] == ["2026-03-13：10", "2026-04-11：39"]
    assert len(merged.bars) == len(made.rows) == MOST
    assert made.rows[0] == ("2026-04-11", (0, 0, 0, 39, 0))


def test_one_report_or_area_makes_no_chart():
    assert counts([entry()], ZH) is None
    assert areas([("vllm/v1", 3)]) == ()


@given(st.lists(st.integers(0, 10_000), min_size=2, max_size=40))
def test_bars_stay_inside_of_their_chart(numbers: list[int]):
    made = counts([entry(nth, counts={ListName.PRS_OPENED: n}) for nth, n in enumerate(numbers)], ZH)
    assert made is not None
    for bar in made.strips[2].bars:
        assert bar.x >= 0
        assert bar.x + bar.width <= 100
        assert bar.y >= -1e-9
        assert bar.height >= 0
        assert abs(bar.y + bar.height - 44) < 1e-9


def test_areas_are_as_wide_as_they_are_large():
    made = areas([("a", 8), ("b", 4), ("c", 0), *((f"d{n}", 1) for n in range(9))])
    assert [(one.name, one.width) for one in made[:3]] == [("a", 100.0), ("b", 50.0), ("d0", 12.5)]
    assert len(made) == 8


def test_the_bars_of_few_reports_are_no_walls():
    few = counts(Index.of(map(entry, range(2))).entries, ZH)
    assert few is not None
    assert [(bar.x, bar.width) for bar in few.strips[0].bars] == [(22.0, 6.0), (72.0, 6.0)]
