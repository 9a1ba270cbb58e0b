"""The feed, read by a feed reader's parser."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import feedparser
import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.model import ListName
from digest.rendering.index import Entry, Index
from digest.rendering.site.build import Look, front, listing
from digest.rendering.site.feed import MOST, feed
from digest.rendering.site.inline import printable

START = datetime(2026, 3, 2, 16, tzinfo=UTC)
HOME = "https://example.org/reports"


def entry(nth: int = 0, **fields: object) -> Entry:
    """The report of the ``nth`` day."""
    start = START + timedelta(days=nth)
    told = {
        "repository": "o/n",
        "start": start,
        "end": start + timedelta(days=1),
        "timezone": "Asia/Shanghai",
        "name": f"{start + timedelta(days=1):%Y-%m-%d}",
        "title": "vLLM",
        "languages": ("zh-CN", "en"),
        "counts": {name: at for at, name in enumerate(ListName)},
        "first_line": {"zh-CN": "第一句", "en": "The first line"},
        "as_of": start + timedelta(days=1, minutes=20),
    }
    return Entry.model_validate({**told, **fields})


def parsed(data: bytes) -> feedparser.FeedParserDict:
    """What a reader has of it. A fault that the parser worked around is one."""
    made = feedparser.parse(data)
    assert not made.bozo, made.get("bozo_exception")
    assert made.version == "atom10"
    return made


def test_a_reader_has_the_newest_reports_first_with_their_first_line_and_counts():
    made = parsed(feed(Index.of(map(entry, range(3))).entries, "zh-CN", of="o/n", base_url=HOME))
    assert made.feed.title == "vLLM 开发动态报告"
    assert made.feed.updated == "2026-03-05T16:20:00Z"
    first = made.entries[0]
    assert [one.title for one in made.entries] == [f"vLLM 开发动态报告 - 2026-03-0{day}" for day in (5, 4, 3)]
    assert first.summary.startswith("第一句 — 新 Issue 0 | 关闭 Issue 1")
    assert first.link == f"{HOME}/o/n/2026-03-05/report.zh-CN.html"
    assert (first.published, first.updated) == ("2026-03-05T16:00:00Z", "2026-03-05T16:20:00Z")


def test_a_report_keeps_its_identity_when_it_is_written_anew():
    before = parsed(feed([entry()], "zh-CN", of="o/n"))
    later = entry(as_of=START + timedelta(days=9), first_line={"zh-CN": "改写"}, title="Renamed", counts={})
    after = parsed(feed([later], "zh-CN", of="o/n", base_url=HOME))
    assert after.entries[0].id == before.entries[0].id == "tag:vllm-digest,2026:o/n/2026-03-03/zh-CN"
    assert after.feed.id == before.feed.id
    assert after.entries[0].updated > before.entries[0].updated


def test_reports_and_languages_have_identities_of_their_own():
    ids = [
        one.id
        for language in ("zh-CN", "en")
        for repository in ("o/n", "o/m")
        for one in parsed(feed([entry(0, repository=repository), entry(1, repository=repository)], language)).entries
    ]
    assert len(set(ids)) == len(ids) == 8


def test_without_an_address_links_are_relative_to_the_feed():
    made = listing(Index.of([entry()]), "https://github.com/o/n")["o/n/feed.xml"]
    assert parsed(made).entries[0].link == "2026-03-03/report.zh-CN.html"
    assert b'rel="self"' not in made
    [whole] = parsed(front([Index.of([entry()])])["feed.xml"]).entries
    assert whole.link == "o/n/2026-03-03/report.zh-CN.html"


def test_every_language_has_a_feed_and_a_report_without_it_is_told_in_its_first():
    files = listing(Index.of([entry(0, languages=("zh-CN",)), entry(1)]), "https://github.com/o/n", Look(base_url=HOME))
    html, feeds = (sorted(name for name in files if name.endswith(end)) for end in (".html", ".xml"))
    assert html == ["o/n/index.en.html", "o/n/index.html", "o/n/index.zh-CN.html"]
    assert feeds == ["o/n/feed.en.xml", "o/n/feed.xml", "o/n/feed.zh-CN.xml"]
    made = parsed(files["o/n/feed.en.xml"])
    assert [one.link.rpartition("/")[2] for one in made.entries] == ["report.en.html", "report.zh-CN.html"]
    assert [one.summary.split(" — ")[0] for one in made.entries] == ["The first line", "第一句"]
    assert next(link.href for link in made.feed.links if link.rel == "self") == f"{HOME}/o/n/feed.en.xml"


def test_a_feed_ends_after_a_month():
    assert len(parsed(feed(Index.of(map(entry, range(40))).entries, "zh-CN")).entries) == MOST


@pytest.mark.parametrize("text", ["<b>&amp;\"'", "\x00\x0b\x1b\ufffe\ud800", "\u202e👩‍👧 مرحبا", "]]>", "<![CDATA["])
def test_a_hostile_title_or_line_is_text_in_a_reader(text: str):
    made = parsed(feed([entry(title=text, first_line={"zh-CN": text})], "zh-CN", of="o/n"))
    assert made.feed.title_detail.type == made.entries[0].summary_detail.type == "text/plain"
    assert made.entries[0].summary.startswith(printable(text).strip())


@given(st.text(), st.text())
def test_any_title_and_line_make_a_feed_that_is_xml(title: str, line: str):
    root = ElementTree.fromstring(feed([entry(title=title, first_line={"zh-CN": line})], "zh-CN", of="o/n"))
    summary = root.findtext(".//{*}summary") or ""
    assert "".join(printable(line).split()) in "".join(summary.split())


def test_the_feeds_of_two_sites_are_two_and_a_projects_feed_is_one():
    entries = Index.of([entry()]).entries
    homes = [parsed(feed(entries, "en", base_url=base)).feed.id for base in ("", HOME, "https://other.example/")]
    assert homes == [f"tag:vllm-digest,2026:{where}en" for where in ("", "example.org/reports/", "other.example/")]
    assert parsed(feed(entries, "en", of="o/n", base_url=HOME)).feed.id == "tag:vllm-digest,2026:o/n/en"
