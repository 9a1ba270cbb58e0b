"""`site`, the real command over folders of reports: what it writes, what it leaves, what it says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from handler import pages
from tests.cli.conftest import Command, tree
from tests.reports import HERE, LAST, write_days


@pytest.fixture
def reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Three days of reports, as `run` writes them."""
    folder = tmp_path / "reports"
    write_days(folder, 3)
    capsys.readouterr()
    return folder


def names(out: str, below: Path) -> list[str]:
    return sorted(str(Path(line).relative_to(below)) for line in out.splitlines())


def test_it_writes_home_list_feed_and_pages_and_prints_their_paths(digest: Command, reports: Path):
    result = digest("site", "reports")
    assert (result.status, result.err) == (0, "3 reports: 9 files written, the others are as they were\n")
    days = [f"{HERE}/2026-03-0{day}/report.zh-CN.html" for day in (1, 2, 3)]
    beside = [f"{HERE}/{name}" for name in ("feed.xml", "index.html", "index.json")]
    assert names(result.out, Path("reports")) == [*days, *beside, "feed.xml", "index.html", "index.json"]


def test_a_second_time_it_writes_nothing(digest: Command, reports: Path):
    digest("site", "reports")
    first = {path: path.stat().st_mtime_ns for path in reports.rglob("*")}
    result = digest("site", "reports")
    assert (result.status, result.out) == (0, "")
    assert {path: path.stat().st_mtime_ns for path in reports.rglob("*")} == first


def test_a_day_more_touches_its_page_the_one_before_and_the_lists(digest: Command, reports: Path):
    digest("site", "reports")
    write_days(reports, 1, LAST + timedelta(days=1))
    assert names(digest("site", "reports").out, Path("reports")) == [
        f"{HERE}/2026-03-03/report.zh-CN.html",
        f"{HERE}/2026-03-04/report.zh-CN.html",
        *(f"{HERE}/{name}" for name in ("feed.xml", "index.html", "index.json")),
        *("feed.xml", "index.html", "index.json"),
    ]


def test_a_day_less_leaves_no_link_to_it(digest: Command, reports: Path):
    digest("site", "reports")
    for path in (reports / HERE / "2026-03-02").iterdir():
        path.unlink()
    digest("site", "reports")
    made = {name: data for name, data in tree(reports).items() if name.endswith((".html", ".xml", "index.json"))}
    assert made
    assert not [name for name, data in made.items() if b"2026-03-02/" in data]


def test_what_a_run_writes_alone_becomes_part_of_the_site(digest: Command, tmp_path: Path):
    digest("sample", "--out", "reports")
    page = tmp_path / "reports" / HERE / LAST.isoformat() / "report.zh-CN.html"
    assert b"../index.html" not in page.read_bytes()
    assert str(page.relative_to(tmp_path)) in digest("site", "reports").out.splitlines()
    assert b"../index.html" in page.read_bytes()


def test_feeds_have_the_address_that_is_given(digest: Command, reports: Path):
    digest("site", "reports", "--base-url", "https://example.org/r/")
    feed = (reports / HERE / "feed.xml").read_text(encoding="utf-8")
    assert f'href="https://example.org/r/{HERE}/2026-03-03/report.zh-CN.html"' in feed
    again = digest("site", "reports", VLLM_DIGEST_BASE_URL="https://example.org/r")
    assert again.out == ""


def test_lists_are_in_the_newest_reports_language_or_the_one_that_is_given(digest: Command, reports: Path):
    digest("site", "reports")
    assert '<html lang="zh-CN"' in (reports / "index.html").read_text(encoding="utf-8")
    digest("site", "reports", "--language", "EN")
    assert '<html lang="en"' in (reports / "index.html").read_text(encoding="utf-8")


def test_an_older_report_without_a_list_of_its_languages_has_those_of_its_files(digest: Command, reports: Path):
    path = reports / HERE / "2026-03-02" / "report.json"
    told = json.loads(path.read_bytes())
    del told["languages"], told["first_line"], told["name"], told["title"]
    path.write_text(json.dumps(told))
    assert digest("site", "reports").status == 0
    assert (path.parent / "report.zh-CN.html").is_file()


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:1000])


def _emptied(path: Path) -> None:
    path.write_text("{}")


def _of_another(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"example-org/vllm-sample", b"example-org/elsewhere"))


def _half_a_character(path: Path) -> None:
    path.write_text(json.dumps({**json.loads(path.read_bytes()), "title": "\ud800"}))


def _in_no_zone(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"Asia/Shanghai", b"Mars/Olympus"))


@pytest.mark.parametrize("spoil", [_cut, _emptied, _of_another, _half_a_character, _in_no_zone])
def test_a_broken_report_is_named_and_passed_over_and_the_rest_is_built(
    digest: Command, reports: Path, spoil: Callable[[Path], None]
):
    broken = reports / HERE / "2026-03-02" / "report.json"
    spoil(broken)
    result = digest("site", "reports")
    assert result.status == 1
    warning, total = result.err.splitlines()
    assert warning.startswith(f"warning: reports/{HERE}/2026-03-02/report.json is passed over: ")
    assert total.startswith("2 reports: ")
    assert not (broken.parent / "report.zh-CN.html").exists()
    assert "2026-03-02" not in (reports / HERE / "feed.xml").read_text(encoding="utf-8")


def test_what_is_no_folder_is_an_error_that_says_what_to_name(digest: Command, tmp_path: Path):
    result = digest("site", "nowhere")
    assert result.status == 2
    assert result.error == "DIR: nowhere is no folder; name the one that `run` writes to (--out)"


@pytest.mark.parametrize(
    ("flag", "value", "told"),
    [
        ("--language", "tlh", "--language: there is no catalogue for 'tlh'"),
        ("--base-url", "ftp://x", "--base-url: this is no http(s) address"),
    ],
)
def test_a_wrong_setting_is_told_before_anything_is_written(
    digest: Command, reports: Path, flag: str, value: str, told: str
):
    before = tree(reports)
    result = digest("site", "reports", flag, value)
    assert result.status == 2
    assert result.error.startswith(told)
    assert tree(reports) == before


def test_a_place_that_cannot_be_written_to_is_named(digest: Command, reports: Path):
    (reports / "index.html").mkdir()
    result = digest("site", "reports")
    assert result.status == 2
    assert "reports/index.html cannot be written" in result.err


def test_an_empty_folder_is_a_site_that_says_so(digest: Command, tmp_path: Path):
    (tmp_path / "reports").mkdir()
    result = digest("site", "reports")
    assert result.status == 0
    assert "There are no reports yet." in (tmp_path / "reports" / "index.html").read_text(encoding="utf-8")


def test_a_catalogue_of_ones_own_is_found_by_the_config_file(digest: Command, reports: Path, tmp_path: Path):
    from digest import templating

    (tmp_path / "i18n").mkdir()
    english = (templating.folder() / "i18n" / "en.yml").read_text(encoding="utf-8")
    own = english.replace('projects: "Development reports"', 'projects: "Reports, mate"')
    (tmp_path / "i18n" / "en-AU.yml").write_text(own, encoding="utf-8")
    (tmp_path / "vllm-digest.yml").write_text("catalogues: i18n\n")
    assert digest("site", "reports", "--language", "en-au").status == 0
    assert "Reports, mate" in (reports / "index.html").read_text(encoding="utf-8")


def test_many_reports_are_made_on_two_processes_and_are_the_same_as_on_one(
    digest: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    write_days(tmp_path / "reports", pages.MANY, languages=("zh-CN", "en"))
    assert digest("site", "reports").status == 0
    on_two = tree(tmp_path / "reports")
    for path in (tmp_path / "reports").rglob("*.html"):
        path.unlink()

    def refused(*_: object, **__: object) -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(pages, "ProcessPoolExecutor", refused)
    assert digest("site", "reports").status == 0
    assert tree(tmp_path / "reports") == on_two
    assert sum(name.endswith(".html") for name in on_two) == 2 * pages.MANY + 6


def test_a_folder_in_the_place_of_a_page_is_one_line(digest: Command, reports: Path):
    (reports / HERE / LAST.isoformat() / "report.zh-CN.html").mkdir()
    result = digest("site", "reports")
    told = f"error: DIR: reports/{HERE}/2026-03-03/report.zh-CN.html cannot be read: Is a directory\n"
    assert (result.status, result.err) == (2, told)


def test_each_language_of_a_site_has_its_own_way_through_it(digest: Command, tmp_path: Path):
    write_days(tmp_path / "reports", 2, languages=("zh-CN", "en"))
    digest("site", "reports")
    made = {name: data.decode() for name, data in tree(tmp_path / "reports").items() if name.endswith(".html")}
    for tag, other in (("en", "zh-CN"), ("zh-CN", "en")):
        page = made[f"{HERE}/2026-03-03/report.{tag}.html"]
        assert f'class="back" href="../index.{tag}.html"' in page
        assert re.search(rf'rel="alternate" type="application/atom\+xml" title="[^"]+" href="../feed.{tag}.xml"', page)
        listed = made[f"{HERE}/index.{tag}.html"]
        assert f'href="2026-03-03/report.{tag}.html"' in listed
        assert f'class="back" href="../../index.{tag}.html"' in listed
        assert f'href="feed.{tag}.xml"' in listed
        assert f'hreflang="{other}" href="index.{other}.html"' in listed
        home = made[f"index.{tag}.html"]
        assert f'href="{HERE}/index.{tag}.html"' in home
        assert f'hreflang="{other}" href="index.{other}.html"' in home


def test_no_list_or_feed_is_left_behind_by_another_language_of_the_lists(digest: Command, tmp_path: Path):
    """What a build in Chinese wrote, a later one in English brings up to date, and the other way round."""
    folder = tmp_path / "reports"
    write_days(folder, 2, languages=("zh-CN", "en"))
    digest("site", "reports")
    first = set(tree(folder))
    write_days(folder, 1, LAST + timedelta(days=1), languages=("zh-CN", "en"))
    digest("site", "reports", "--language", "en")
    lists = {
        name: data for name, data in tree(folder).items() if name.rpartition("/")[2].startswith(("index.", "feed."))
    }
    assert set(lists) == {name for name in first if name in lists}
    assert [name for name, data in lists.items() if b"2026-03-04" not in data] == []
