"""How tests read a roll-up: its record, its page, the sections of that."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from digest.model import Item, ListName, Snapshot
from digest.window import day as window_of
from handler.cli import main
from tests.made import HERE, snapshot
from tests.weeks import HERE as SAMPLE_HERE
from tests.weeks import WEEK, quiet_week, store

PROJECT = Path("reports") / SAMPLE_HERE
MADE = Path("reports") / str(HERE) / WEEK
"""Where the roll-up lies of days that `made_day` made."""


def record(folder: Path = PROJECT / WEEK) -> dict[str, Any]:
    return json.loads((folder / "report.json").read_bytes())


def page(language: str = "zh-CN", folder: Path = PROJECT / WEEK) -> str:
    return (folder / f"report.{language}.md").read_text(encoding="utf-8")


def section(text: str, name: str) -> str:
    return text.split(f"<!-- vllm-digest:{name} -->\n")[1].split("<!-- vllm-digest:")[0]


def moment(day: int, clock: str) -> datetime:
    """A time of Shanghai's on a day of March."""
    return datetime.fromisoformat(f"2026-03-{day:02}T{clock}:00+08:00").astimezone(UTC)


def made_day(on: date, items: Iterable[Item] = ()) -> Snapshot:
    """A day of Shanghai's of the repository `HERE`, as it was fetched twenty minutes after its end."""
    window = window_of(on, "Asia/Shanghai")
    return snapshot(*items, window=window, as_of=window.end + timedelta(minutes=20))


ROLL = ("rollup", "--repository", SAMPLE_HERE, "--week", WEEK)


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """Seven days of the sample, below ``reports``."""
    store(tmp_path / "reports", quiet_week(), ("zh-CN", "en"))
    return tmp_path / PROJECT


@pytest.fixture(scope="module")
def rolled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's folder with the seven days and their roll-up in two languages, for tests that only read."""
    there = tmp_path_factory.mktemp("rolled")
    store(there / "reports", quiet_week(), ("zh-CN", "en"))
    assert main([*ROLL, "--language", "zh-CN", "--language", "en", "--out", str(there / "reports")]) == 0
    return there / PROJECT


def rows(text: str) -> list[list[str]]:
    """The rows of the table of days, without their markup; the sum comes last."""
    lines = [line for line in section(text, "days").splitlines() if line.startswith("| ")][2:]
    return [[re.sub(r"\*\*|\[|\]\(.*?\)", "", cell).strip() for cell in line.strip("|").split("|")] for line in lines]


def first_number(cell: str) -> int:
    found = re.match(r"[\d,]+", cell)
    assert found, cell
    return int(found[0].replace(",", ""))


def sums(days: list[dict[str, Any]]) -> dict[str, int]:
    return {name: sum(day["counts"][name] for day in days) for name in ListName}
