"""How a run shows what it does: bars on a terminal, plain lines in a log. All of it goes to stderr."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import TextIOBase
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

DOING = {
    "list": "asking GitHub what happened",
    "hydrate": "reading what was said in the threads",
    "receipt": "comparing with GitHub's own counts",
    "facts": "gathering the facts",
    "writing": "asking the model",
    "render": "writing the pages",
    "keep": "saving the files",
    "publishing": "bringing the report to its targets",
    "backfill": "making the reports",
}
"""What a stage does, in plain words."""

QUICK = ("facts", "render", "keep")
"""Stages whose end is there as soon as their beginning: a log tells only what came of them."""

_QUARTERS = 4
_LONG = 8
"""Steps from which on a stage tells its quarters."""


def progress(stream: TextIO) -> Log | Terminal:
    """What fits the stream."""
    return Terminal() if stream.isatty() else Log(stream)


@dataclass
class Log:
    """Plain lines: what a stage does, its quarters where it is long, what came of it."""

    stream: TextIO | TextIOBase
    _totals: dict[str, int] = field(default_factory=dict)
    _done: dict[str, int] = field(default_factory=dict)

    def start(self, stage: str, total: int | None = None) -> None:
        self._totals[stage] = total or 0
        self._done[stage] = 0
        if stage in QUICK:
            return
        steps = f", {total} in all" if total and total >= _LONG else ""
        self._say(f"{stage}: {DOING.get(stage, 'at work')}{steps}")

    def advance(self, stage: str, steps: int = 1) -> None:
        total, before = self._totals.get(stage, 0), self._done.get(stage, 0)
        self._done[stage] = after = before + steps
        if total >= _LONG and before * _QUARTERS // total < after * _QUARTERS // total < _QUARTERS:
            self._say(f"{stage}: {after} of {total}")

    def finish(self, stage: str, summary: str) -> None:
        self._say(f"{stage}: {summary}")

    def warn(self, message: str) -> None:
        self._say(f"warning: {message}")

    def close(self) -> None:
        """Nothing is left open."""

    def _say(self, line: str) -> None:
        print(" ".join(line.split()), file=self.stream, flush=True)


class Terminal:
    """A bar for the stage that runs, a line for each that is done. Rich is imported when the first one starts."""

    def __init__(self) -> None:
        self._bars: Bars | None = None
        self._tasks: dict[str, TaskID] = {}

    def start(self, stage: str, total: int | None = None) -> None:
        bars = self._bars = self._bars or _bars()
        bars.start()
        if stage in self._tasks:
            bars.remove_task(self._tasks[stage])
        self._tasks[stage] = bars.add_task(DOING.get(stage, stage), total=total)

    def advance(self, stage: str, steps: int = 1) -> None:
        if self._bars and stage in self._tasks:
            self._bars.advance(self._tasks[stage], steps)

    def finish(self, stage: str, summary: str) -> None:
        self._say(f"{stage}: {summary}")
        if self._bars and stage in self._tasks:
            self._bars.remove_task(self._tasks.pop(stage))
            if not self._tasks:
                self._bars.stop()

    def warn(self, message: str) -> None:
        self._say(f"warning: {message}")

    def close(self) -> None:
        """Takes the bars away; for the end of a run, good or bad."""
        if self._bars:
            self._bars.stop()

    def _say(self, line: str) -> None:
        bars = self._bars = self._bars or _bars()
        bars.console.print(" ".join(line.split()), markup=False, highlight=False, soft_wrap=True)


def _bars() -> Bars:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)
