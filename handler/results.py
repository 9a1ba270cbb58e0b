"""What later steps and readers get of the days: the outputs, and the step's summary."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from digest.outcome import Outcome
from handler import workspace
from handler.days import Day

_BETWEEN = "\n\n---\n\n"


def without_report(*, due: bool) -> dict[str, str]:
    """The outputs where no report was made, each still of its kind. All is missing from one that was ``due``."""
    return {
        "report-path": "",
        "report-url": "",
        "urls": "[]",
        "counts": "{}",
        "degraded": str(due).lower(),
        "dropped-claims": "0",
        "cost-usd": "",
    }


@dataclass(frozen=True)
class Results:
    """``newest`` is where the newest day's report stood before, if no run was needed for it."""

    days: Sequence[Day]
    newest: Sequence[str]
    folder: Path

    def outputs(self) -> dict[str, str]:
        """Of the newest day; ``urls`` are those of all days."""
        outcome = None if self.newest or not self.days else self.days[-1].outcome
        every = [url for day in self.days for url in _addresses(day.outcome)]
        told = without_report(due=bool(self.days) and not self.newest)
        told["report-url"] = _best([*_addresses(outcome), *self.newest])
        told["urls"] = json.dumps([*every, *self.newest])
        if outcome:
            told["report-path"] = workspace.from_outside(outcome.paths[0], self.folder)
            told |= _figures(outcome)
        return told

    def summary(self, room: int) -> str:
        """The newest report that was made, in at most ``room`` bytes: as many languages as fit, the first one first."""
        outcome = next((day.outcome for day in reversed(self.days) if day.outcome), None)
        return _BETWEEN.join(self._pages(outcome, room)) if outcome else ""

    def _pages(self, outcome: Outcome, room: int) -> Iterator[str]:
        address = _best(_addresses(outcome))
        web = address if address.startswith("http") else ""
        for path, page in zip(outcome.paths, outcome.github.values(), strict=False):
            text = page.step_summary(room, workspace.from_outside(path, self.folder), web)
            if not text:
                return
            yield text
            room -= len((text + _BETWEEN).encode())


def _figures(outcome: Outcome) -> Mapping[str, str]:
    cost = outcome.usage.cost_usd
    return {
        "counts": json.dumps({str(name): count for name, count in outcome.counts.items()}),
        "degraded": str(bool(outcome.degraded)).lower(),
        "dropped-claims": str(outcome.dropped),
        "cost-usd": "" if cost is None else f"{cost:.6f}".rstrip("0").rstrip("."),
    }


def _addresses(outcome: Outcome | None) -> list[str]:
    return [one.url for one in outcome.publications if one.url] if outcome else []


def _best(addresses: Sequence[str]) -> str:
    """The first that a browser can open, else the first."""
    return next((one for one in addresses if one.startswith("http")), addresses[0] if addresses else "")
