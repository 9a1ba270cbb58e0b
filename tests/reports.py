"""Folders of reports as `run` writes them, for tests and benches: the bundled sample's day, told of many days."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from handler.cli import main

LAST = date(2026, 3, 3)
"""The sample's day."""
HERE = "example-org/vllm-sample"


def write_days(folder: Path, days: int, last: date = LAST, languages: tuple[str, ...] = ("zh-CN",)) -> None:
    """Reports for that many days up to ``last``, with the counts of each day moved a little."""
    made = dict(_sample(languages))
    record = json.loads(made.pop("report.json"))
    by_chance = random.Random(days)
    for nth in range(days):
        day = last - timedelta(days=nth)
        place = folder / HERE / day.isoformat()
        place.mkdir(parents=True, exist_ok=True)
        for name, data in made.items():
            (place / name).write_bytes(data.replace(LAST.isoformat().encode(), day.isoformat().encode()))
        (place / "report.json").write_text(json.dumps(_moved(record, day, by_chance)), encoding="utf-8")


def _moved(record: dict[str, Any], day: date, by_chance: random.Random) -> dict[str, Any]:
    start = f"{day - timedelta(days=1)}T16:00:00Z"
    window = {**record["window"], "start": start, "end": f"{day}T16:00:00Z", "day": day.isoformat()}
    counts = {name: max(0, round(by_chance.gauss(n, n / 5))) for name, n in record["counts"].items()}
    if day == LAST:
        counts = record["counts"]
    return {**record, "window": window, "name": day.isoformat(), "as_of": f"{day}T16:25:00Z", "counts": counts}


@cache
def _sample(languages: tuple[str, ...]) -> Mapping[str, bytes]:
    """The sample's report, in Markdown and as a record."""
    with tempfile.TemporaryDirectory() as there:
        flags = [flag for language in languages for flag in ("--language", language)]
        assert main(["sample", "--out", there, *flags]) == 0
        place = Path(there) / HERE / LAST.isoformat()
        names = (*(f"report.{language}.md" for language in languages), "report.json")
        return {name: (place / name).read_bytes() for name in names}
