"""What of the days is shown on the run's page: each thing that went wrong once, the most important first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from digest.model import Degradation
from handler import failure, workspace
from handler.days import Day


@dataclass(frozen=True)
class Annotations:
    """``more`` are warnings that belong to no day."""

    days: Sequence[Day]
    folder: Path
    more: Sequence[str] = ()

    def errors(self) -> list[str]:
        return self._dated((failure.told(day.error), day) for day in self.days if day.error)

    def warnings(self) -> list[str]:
        """What is missing from reports, then what somebody should look at; nothing that an error says already."""
        errors = [failure.told(day.error) for day in self.days if day.error]
        told = [(message, day) for find in (_missing, self._strange) for day in self.days for message in find(day)]
        own = self._dated((message, day) for message, day in told if not _is_said(message, errors))
        return [*own, *(one for one in self.more if not _is_said(one, errors))]

    def _strange(self, day: Day) -> Iterator[str]:
        """Warnings that name a setting; what was tried again and went well stays in the log."""
        yield from (told for told in day.warnings if told.startswith("--"))
        if day.outcome and not workspace.is_inside(day.outcome.paths[0], self.folder):
            yield f"--out: {day.outcome.paths[0]} lies outside of the workspace, where no later step finds it"

    def _dated(self, told: Iterable[tuple[str, Day]]) -> list[str]:
        """Each message once, with the days that it is of where there are several."""
        days: dict[str, list[str]] = {}
        for message, day in told:
            days.setdefault(message, []).append(day.name)
        several = len(self.days) > 1
        return [f"{', '.join(dict.fromkeys(of))}: {message}" if several else message for message, of in days.items()]


def _missing(day: Day) -> Iterator[str]:
    degraded = day.outcome.degraded if day.outcome else ()
    if day.outcome and day.outcome.in_vain and not any(part.stage == "writing" for part in degraded):
        yield "nothing usable came from a model: the page is written by code"
    yield from map(_lack, degraded)


def _lack(part: Degradation) -> str:
    """What is missing, under the setting that it names, or its stage."""
    if part.stage == "publishing":
        return f"--publish {part.reason}"
    return part.reason if part.reason.startswith("--") else f"{part.stage}: {part.reason}"


def _is_said(message: str, errors: Iterable[str]) -> bool:
    """Whether an error says it: as a whole, or all that stands behind the name of what it befell."""
    reason = message.partition(" ")[2] if message.startswith("--") else message
    return any(reason in error or error in message for error in errors)
