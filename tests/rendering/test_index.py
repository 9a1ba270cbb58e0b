"""The index of a project's reports, for all entries that there can be."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.facts.gather import gather
from digest.model import ListName, Usage
from digest.rendering.index import Entry, Index
from digest.rendering.look import Look
from digest.rendering.markdown import markdown
from digest.rendering.opening import opening
from digest.rendering.record import record
from tests.made import issue, snapshot

DAWN = datetime(2026, 3, 1, tzinfo=UTC)
MOMENTS = st.integers(0, 40).map(lambda days: DAWN + timedelta(days=days))
TEXTS = st.text(max_size=20)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    start = draw(MOMENTS)
    return Entry(
        repository="o/n",
        start=start,
        end=start + timedelta(days=draw(st.integers(1, 2))),
        timezone="UTC",
        name=f"{start:%Y-%m-%d}",
        title=draw(TEXTS),
        languages=("en",),
        counts={name: draw(st.integers(0, 99)) for name in ListName},
        first_line=draw(st.dictionaries(st.sampled_from(["en", "zh-CN"]), TEXTS)),
        as_of=draw(MOMENTS),
        degraded=draw(st.booleans()),
    )


INDEXES = st.lists(entries(), max_size=8).map(Index.of)


@given(INDEXES)
def test_an_index_is_read_back_as_it_was_written(index: Index) -> None:
    data = index.json_bytes()
    assert json.loads(data)["schema"] == 1
    assert Index.read(data) == index
    assert Index.read(data).json_bytes() == data


@given(INDEXES, INDEXES)
def test_merging_loses_no_window_and_keeps_each_once(one: Index, other: Index) -> None:
    both = one.merged(other)
    assert both.names == one.names | other.names
    assert len(both.entries) == len(both.names)


@given(INDEXES, INDEXES)
def test_of_a_window_in_both_the_newer_entry_stays(one: Index, other: Index) -> None:
    theirs, ours = ({entry.name: entry for entry in index.entries} for index in (one, other))
    for entry in one.merged(other).entries:
        rivals = [index[entry.name] for index in (theirs, ours) if entry.name in index]
        assert entry.as_of == max(rival.as_of for rival in rivals)
        assert entry in rivals
        if len({rival.as_of for rival in rivals}) == 1:
            assert entry == rivals[-1]


@given(INDEXES, INDEXES, INDEXES)
def test_the_order_of_several_merges_is_no_matter(one: Index, two: Index, three: Index) -> None:
    assert one.merged(two).merged(three) == one.merged(two.merged(three))
    assert one.merged(one) == one


@given(st.lists(entries(), max_size=8))
def test_entries_stand_newest_first(made: list[Entry]) -> None:
    ends = [entry.end for entry in Index.of(made).entries]
    assert ends == sorted(ends, reverse=True)


def test_a_report_becomes_an_entry() -> None:
    facts = gather(snapshot(issue(1, "Wrong `x` & <b>more</b>")))
    pages = {tag: markdown(facts, None, Look(title="Engine", language=tag)) for tag in ("zh-CN", "en")}
    made = record(facts, (), Usage(), "Engine", pages)
    entry = Entry.of(made.model_dump_json(by_alias=True).encode())
    assert (entry.repository, entry.name, entry.title) == ("o/n", "20260303T000000Z_to_20260304T000000Z", "Engine")
    assert entry.languages == ("zh-CN", "en")
    assert entry.counts == made.counts
    assert entry.as_of == made.as_of
    assert entry.first_line == made.first_line
    assert entry.path == "o/n/20260303T000000Z_to_20260304T000000Z"


def test_a_report_of_another_version_becomes_an_entry_too() -> None:
    made = json.loads(record(gather(snapshot(issue(1))), (), Usage()).model_dump_json(by_alias=True))
    newer = {**made, "something": "new"}
    older = {key: value for key, value in made.items() if key not in ("title", "name", "languages", "first_line")}
    older["window"]["day"] = "2026-03-03"
    assert Entry.of(json.dumps(newer).encode()).title == "n"
    assert Entry.of(json.dumps(older).encode()).name == "2026-03-03"


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"window": 1}', b'{"repository": 1, "window": {}}', b"\xff"])
def test_what_is_no_report_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Entry.of(data)


def test_the_first_line_is_what_the_page_tells_first_without_markup() -> None:
    page = "# T\n\n> Counts\n\n---\n\n### S\n- **On upgrade**: PR [#1](https://x) (merged) `--x` \\*y\\*\n- second\n"
    assert opening(page) == "On upgrade: PR #1 (merged) --x *y*"
    assert opening("# T\n\n> Counts\n") == ""
    assert opening("# T\n\nIn one\nparagraph") == "In one paragraph"
    assert opening("# T\n\n<!-- vllm-digest:lists -->\n## Lists\n\n### New\n- none\n") == ""
