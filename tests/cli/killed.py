"""A door for one test: `run`, in a process that kills itself at one of the events that its progress tells.

    python -m tests.cli.killed EVENT REPOSITORY DATE OUT STATE [MODEL ...]

``EVENT`` is the number of the event, from 1, or 0 for none; the events are printed as they come.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from digest import pipeline
from digest.deadline import NEVER
from digest.settings.find import settings


@dataclass
class Killer:
    """Progress that ends in SIGKILL."""

    at: int
    events: int = 0

    def start(self, stage: str, total: int | None = None) -> None:
        self._event("start", stage)

    def advance(self, stage: str, steps: int = 1) -> None:
        self._event("advance", stage)

    def finish(self, stage: str, summary: str) -> None:
        self._event("finish", stage)

    def warn(self, message: str) -> None:
        self._event("warn", message)

    def _event(self, what: str, stage: str) -> None:
        self.events += 1
        print(what, stage, flush=True)
        if self.events == self.at:
            os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    flags = {"repository": sys.argv[2], "date": sys.argv[3], "out": sys.argv[4], "state": sys.argv[5]}
    asked = settings({**flags, "model": sys.argv[6:]}, os.environ, Path.cwd())
    asyncio.run(pipeline.run(asked, now=datetime.now(UTC), progress=Killer(int(sys.argv[1])), deadline=NEVER))


if __name__ == "__main__":
    main()
