"""Four real days, from GitHub's side to the page: what was reported then is in the lists, line by line."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from digest.deadline import Deadline
from digest.model import ListName
from digest.pipeline import run
from digest.progress import Silence
from digest.settings.find import settings as found
from tests.github_stub import World, windows
from tests.github_stub.server import TOKEN, GitHub
from tests.rendering.test_markdown import HEADINGS

FOLDER = Path(__file__).parents[2] / "shared" / "reference" / "windows"
DAYS = [path.stem for path in sorted(FOLDER.glob("*.json"))]
NOW = datetime(2026, 4, 1, tzinfo=UTC)

pytestmark = pytest.mark.skipif(not DAYS, reason="the reference windows are not here")

CLOSED_AGAIN_LATER = {29534}
"""Closed on 2025-12-11, and again on 2026-03-16: a window is told as of the fetch, by the last closing."""


@pytest.mark.parametrize("strategy", ["walk", "search"])
@pytest.mark.parametrize("day", DAYS)
async def test_the_page_has_the_reported_lines(
    day: str, strategy: str, github: GitHub, world: World, tmp_path: Path
) -> None:
    windows.load(world, FOLDER)
    told = json.loads((FOLDER / f"{day}.json").read_text(encoding="utf-8"))
    text = await page(told, strategy, github, tmp_path)
    changed = changed_titles_and_labels()
    for name in ListName:
        ours = {line["number"]: line for line in lines(text, HEADINGS[name])}
        theirs = {entry["number"]: entry for entry in told["lists"][name] if not is_known_exception(day, name, entry)}
        assert ours.keys() == theirs.keys()
        for number, entry in theirs.items():
            assert same(ours[number], entry, changed), (ours[number], entry)
    assert heading_counts(text) == [len(lines(text, HEADINGS[name])) for name in ListName]


async def page(told: dict[str, Any], strategy: str, github: GitHub, folder: Path) -> str:
    options = {
        "since": told["window"]["start"],
        "until": told["window"]["end"],
        "strategy": strategy,
        "state": str(folder / "state"),
        "out": str(folder / "out"),
    }
    settings = found(options, {"GITHUB_TOKEN": TOKEN, "GITHUB_GRAPHQL_URL": github.url}, folder)
    outcome = await run(settings, now=NOW, progress=Silence(), deadline=Deadline())
    return next(path for path in outcome.paths if path.suffix == ".md").read_text(encoding="utf-8")


def lines(text: str, heading: str) -> list[dict[str, Any]]:
    """The entries of one list, as a CommonMark parser reads them."""
    found: list[dict[str, Any]] = []
    here = ""
    for token, inline in pairwise(MarkdownIt("commonmark").parse(text)):
        if token.type == "heading_open":
            here = plain(inline)
        elif token.type == "paragraph_open" and token.level > 1 and here == heading and plain(inline) != "无":
            found.append(entry_of(inline))
    return found


def entry_of(inline: Token) -> dict[str, Any]:
    link = next(child for child in inline.children or [] if child.type == "link_open")
    # Titles may hold the separator too, so labels and login are read from the end.
    told = re.fullmatch(r"#(\d+) (.*) — (.*?) — by (\S+) \(\S+ (.{16}) \(UTC\+8\)\)", plain(inline))
    assert told is not None, plain(inline)
    number, title, labels, author, at = told.groups()
    return {
        "number": int(number),
        "link": link.attrs["href"],
        "title": title,
        "labels": [] if labels == "无标签" else labels.split(","),
        "author": author,
        "at": at,
    }


def plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def same(ours: dict[str, Any], theirs: dict[str, Any], changed: set[int]) -> bool:
    when = datetime.fromisoformat(theirs["at"]).strftime("%Y-%m-%d %H:%M")
    if (ours["author"], ours["at"]) != (theirs["author"], when):
        return False
    if not re.fullmatch(rf"https://github\.com/vllm-project/vllm/(issues|pull)/{ours['number']}", ours["link"]):
        return False
    return ours["number"] in changed or (ours["title"], sorted(ours["labels"])) == (
        theirs["title"],
        sorted(theirs["labels"]),
    )


def is_known_exception(day: str, name: ListName, entry: dict[str, Any]) -> bool:
    return day == "2025-12-10" and name is ListName.ISSUES_CLOSED and entry["number"] in CLOSED_AGAIN_LATER


def changed_titles_and_labels() -> set[int]:
    """Items that two of the days give another title or other labels."""
    seen: dict[int, tuple[str, tuple[str, ...]]] = {}
    changed: set[int] = set()
    for day in DAYS:
        told = json.loads((FOLDER / f"{day}.json").read_text(encoding="utf-8"))
        for entries in told["lists"].values():
            for entry in entries:
                now = (entry["title"], tuple(sorted(entry["labels"])))
                if seen.setdefault(entry["number"], now) != now:
                    changed.add(entry["number"])
    return changed


def heading_counts(text: str) -> list[int]:
    counts = re.search(r"^> 数据统计: (.*)$", text, re.M)
    assert counts is not None
    return [int(number) for number in re.findall(r"(\d+)(?: \||$)", counts[1])]
