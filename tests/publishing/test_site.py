"""The site around published reports is what `vllm-digest site` makes of the same reports, whoever came first."""

from __future__ import annotations

import asyncio
from pathlib import Path

from digest.model import RepositoryName
from digest.publishing.desk import Desk
from digest.rendering.index import Entry
from digest.rendering.report import Report
from digest.rendering.site.build import Look
from handler.cli import main
from tests.cli.conftest import tree
from tests.made import issue
from tests.publishing.conftest import START, Publishing, report, small


def pages(root: Path) -> dict[str, bytes]:
    return {name: data for name, data in tree(root).items() if name.endswith((".html", ".xml", "index.json"))}


async def made_anew(root: Path) -> dict[str, bytes]:
    """The same reports, and the site that the command makes of them."""
    for name in pages(root):
        (root / name).unlink()
    assert await asyncio.to_thread(main, ["site", str(root)]) == 0
    return pages(root)


def elsewhere(made: Report) -> Report:
    """The same report of another project."""
    files = {name: data.replace(b'"repository": "o/n"', b'"repository": "a/b"') for name, data in made.files.items()}
    repository = RepositoryName(owner="a", name="b")
    return Report(repository, Entry.of(files["report.json"]), made.private, files, made.github)


async def test_day_by_day_it_is_the_site_of_all_days(to: Publishing, tmp_path: Path):
    for day in (0, 2, 3, 1):
        await to(small(day=day, languages=("en", "zh-CN")), f"dir:{tmp_path}")
    there = pages(tmp_path)
    assert len([name for name in there if name.startswith("o/n/2026")]) == 8
    assert there == await made_anew(tmp_path)


async def test_many_runs_at_once_make_one_site(to: Publishing, tmp_path: Path):
    reports = [small(day=day) for day in range(4)]
    reports += [elsewhere(one) for one in reports]
    done = await asyncio.gather(*(to(one, f"dir:{tmp_path}") for one in reports))
    assert [one.status for [one] in done] == ["created"] * 8
    there = pages(tmp_path)
    assert there["index.html"].count(b"<h2>") == 2
    assert there == await made_anew(tmp_path)


async def test_a_new_day_rewrites_its_page_the_one_before_and_the_lists(to: Publishing, tmp_path: Path):
    for day in range(3):
        await to(small(day=day), f"dir:{tmp_path}")
    before = pages(tmp_path)
    await to(small(day=3), f"dir:{tmp_path}")
    changed = {name for name, data in pages(tmp_path).items() if before.get(name) != data}
    days = {f"o/n/2026-03-0{day}/report.en.html" for day in (5, 6)}
    lists = {"index.html", "index.json", "feed.xml"}
    assert changed == days | lists | {f"o/n/{name}" for name in lists}


async def test_a_page_that_was_lost_comes_back(to: Publishing, tmp_path: Path):
    for day in range(2):
        await to(small(day=day), f"dir:{tmp_path}")
    whole = pages(tmp_path)
    (tmp_path / "o/n/2026-03-03/report.en.html").unlink()
    (tmp_path / "index.html").write_text("lost")
    [again] = await to(small(day=1), f"dir:{tmp_path}")
    assert again.status == "updated"
    assert pages(tmp_path) == whole


async def test_a_neighbour_that_is_broken_keeps_nobody_from_publishing(to: Publishing, tmp_path: Path):
    await to(small(), f"dir:{tmp_path}")
    (tmp_path / "o/n/2026-03-03/report.json").write_text("broken")
    [done] = await to(report(issue(3, "Another", created_at=START), day=1), f"dir:{tmp_path}")
    assert done.status == "created"


async def test_feeds_have_the_address_of_the_desk(to: Publishing, desk: Desk, tmp_path: Path):
    at = Desk(patience=desk.patience, site=Look(base_url="https://example.org"))
    await to(small(), f"dir:{tmp_path}", at=at)
    assert b'href="https://example.org/o/n/2026-03-03/report.en.html"' in (tmp_path / "o/n/feed.xml").read_bytes()
