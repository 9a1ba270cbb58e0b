"""Reports in a folder: whole files, an index that loses nothing, nothing written twice."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from digest.publishing.desk import Desk
from digest.publishing.publish import preview
from digest.publishing.targets import parse
from digest.rendering.index import Index
from tests.cli.conftest import tree
from tests.made import issue
from tests.publishing.conftest import START, Publishing, report, small


def index(root: Path) -> Index:
    return Index.read((root / "o/n/index.json").read_bytes())


def times(root: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in root.rglob("*") if path.is_file()}


async def test_a_report_becomes_files_with_an_index_and_a_pointer_to_the_latest(to: Publishing, tmp_path: Path):
    made = small(languages=("en", "zh-CN"))
    [done] = await to(made, f"dir:{tmp_path}")
    assert (done.status, done.url) == ("created", str(tmp_path / "o/n/2026-03-03"))
    there = tree(tmp_path / "o/n")
    assert {name: there[f"2026-03-03/{name}"] for name in made.files} == made.files
    assert there["latest"] == b"2026-03-03\n"
    assert json.loads(there["latest.json"])["languages"] == ["en", "zh-CN"]
    assert index(tmp_path).entries == (made.entry,)


async def test_the_same_report_again_touches_no_file(to: Publishing, tmp_path: Path):
    await to(small(), f"dir:{tmp_path}")
    before = times(tmp_path)
    [again] = await to(small(), f"dir:{tmp_path}")
    assert again.status == "unchanged"
    assert times(tmp_path) == before


async def test_another_report_of_the_window_takes_its_place(to: Publishing, tmp_path: Path):
    await to(small(), f"dir:{tmp_path}")
    made = report(issue(3, "Another", created_at=START), title="Motor")
    [again] = await to(made, f"dir:{tmp_path}")
    assert again.status == "updated"
    assert index(tmp_path).entries == (made.entry,)


async def test_ten_runs_at_once_for_ten_windows_lose_nothing(to: Publishing, tmp_path: Path):
    done = await asyncio.gather(*(to(small(day=day), f"dir:{tmp_path}") for day in range(10)))
    assert [one.status for [one] in done] == ["created"] * 10
    assert [entry.name for entry in index(tmp_path).entries] == [f"2026-03-{day:02}" for day in range(12, 2, -1)]
    assert (tmp_path / "o/n/latest").read_bytes() == b"2026-03-12\n"


async def test_the_index_is_made_anew_from_the_reports_that_are_there(to: Publishing, tmp_path: Path):
    for day in range(3):
        await to(small(day=day), f"dir:{tmp_path}")
    whole = index(tmp_path)
    (tmp_path / "o/n/index.json").write_text('{"schema": 2}')
    (tmp_path / "o/n/2026-01-01").mkdir()
    (tmp_path / "o/n/2026-01-01/report.json").write_text("broken")
    (tmp_path / "o/n/copied").mkdir()
    (tmp_path / "o/n/copied/report.json").write_bytes(small().files["report.json"])
    await to(small(), f"dir:{tmp_path}")
    assert index(tmp_path) == whole
    (tmp_path / "o/n/2026-03-05/report.json").unlink()
    await to(small(), f"dir:{tmp_path}")
    assert [entry.name for entry in index(tmp_path).entries] == ["2026-03-04", "2026-03-03"]


async def test_a_folder_that_cannot_be_written_to_is_one_line(to: Publishing, tmp_path: Path):
    (tmp_path / "file").write_text("no folder")
    bad, good = await to(small(), f"dir:{tmp_path}/file", f"dir:{tmp_path}/site")
    assert bad.status == "failed"
    assert bad.error is not None
    assert bad.error.startswith(f"{tmp_path}/file")
    assert good.status == "created"


async def test_a_preview_says_what_would_change_and_changes_nothing(to: Publishing, desk: Desk, tmp_path: Path):
    target = parse(f"dir:{tmp_path}/site")
    [first] = await preview([target], small(), desk)
    assert (first.status, {change.old for change in first.changes}) == ("created", {None})
    assert not (tmp_path / "site").exists()
    await to(small(), str(target))
    assert (await preview([target], small(), desk))[0].status == "unchanged"
    [changed] = await preview([target], report(issue(3, "Another", created_at=START)), desk)
    assert changed.status == "updated"
    page = next(change for change in changed.changes if change.name == "o/n/2026-03-03/report.en.md")
    assert "It fails" in (page.old or "")
    assert "Another" in (page.new or "")


async def test_whatever_files_a_report_has_are_published(to: Publishing, tmp_path: Path):
    made = small()
    made.files["more.txt"] = b"more"  # type: ignore[index]
    await to(made, f"dir:{tmp_path}")
    assert (tmp_path / "o/n/2026-03-03/more.txt").read_bytes() == b"more"
