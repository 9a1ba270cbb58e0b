"""How tests read a roll-up: its record, its page, the sections of that."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from digest.model import Item, Snapshot
from digest.window import day as window_of
from tests.made import HERE, snapshot
from tests.weeks import HERE as SAMPLE_HERE
from tests.weeks import WEEK

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
