"""The step's summary: 1 MiB at the most, since the runner throws a longer one away as a whole."""

from __future__ import annotations

import pytest

from handler import workflow
from tests.action.conftest import DAY, Job, Step
from tests.github_stub import Repository
from tests.publishing.conftest import large

PATH = "reports/o/n/2026-03-03/report.en.md"


def test_a_page_that_fits_is_there_as_a_whole():
    page = large().github["en"]
    assert page.step_summary(len(page.body.encode()), PATH) == page.body


def test_a_longer_one_ends_in_front_of_the_lists_and_says_where_the_rest_is():
    page = large().github["en"]
    text = page.step_summary(len(page.body.encode()) - 1, PATH)
    assert page.body.startswith(text.rpartition("\n_The rest")[0])
    assert text.endswith(f"\n_The rest stands in the file `{PATH}`._\n")
    assert "<details>" not in text
    assert "### " in text


@pytest.mark.parametrize("room", [0, 1, 4096, 5000, 20_000, 100_000])
def test_no_room_is_passed_and_nothing_is_left_open(room: int):
    text = large().github["en"].step_summary(room, PATH, "https://github.com/acme/news/discussions/1")
    assert len(text.encode()) <= room
    assert text.count("<details>") == text.count("</details>")
    if room < 100_000 and text:
        assert f"[`{PATH}`](https://redirect.github.com/acme/news/discussions/1)" in text


def test_what_stands_in_the_file_already_counts(act: Step, job: Job, news: Repository):
    (job.files / "summary").write_bytes(b"x" * (workflow.SUMMARY_LIMIT - 100))
    told = act({**DAY, "date": "2026-03-03"})
    assert (told.status, told.summary.strip("x")) == (0, "")


def test_the_newest_report_is_in_the_summary(act: Step, news: Repository):
    told = act({**DAY, "catch-up": "3", "publish": "dir:site", "language": "en\nzh-CN"})
    assert told.summary.startswith("# n development report - 2026-03-03")
    assert told.summary.count("\n# n ") == 1
