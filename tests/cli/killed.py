"""A door for one test: `run`, in a process that kills itself at one of the events that its progress tells.

    python -m tests.cli.killed EVENT NUMBER REPOSITORY DATE OUT STATE

``EVENT`` is like "start hydrate"; the run dies at the ``NUMBER``-th such one. The events are printed as they come.
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

    at: str
    number: int

    def start(self, stage: str, total: int | None = None) -> None:
        self._event("start", stage)

    def advance(self, stage: str, steps: int = 1) -> None:
        self._event("advance", stage)

    def finish(self, stage: str, summary: str) -> None:
        self._event("finish", stage)

    def warn(self, message: str) -> None:
        self._event("warn", message)

    def _event(self, what: str, stage: str) -> None:
        print(what, stage, flush=True)
        self.number -= f"{what} {stage}" == self.at
        if not self.number:
            os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    event, number, *where = sys.argv[1:]
    given = dict(zip(("repository", "date", "out", "state"), where, strict=True))
    if os.environ.get("VLLM_DIGEST_SNAPSHOT"):
        del given["repository"], given["date"]
    asked = settings(given, os.environ, Path.cwd())
    killer = Killer(event, int(number))
    asyncio.run(pipeline.run(asked, now=datetime.now(UTC), progress=killer, deadline=NEVER))


if __name__ == "__main__":
    main()
