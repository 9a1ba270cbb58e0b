"""The log: one JSON object a line, with the keys that CloudWatch knows a line's time and level by.

https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-logformat.html
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Literal, TypeVar

from digest.errors import DigestError
from handler.console import DOING, QUICK
from handler.lambda_.wording import Names, names, worded
from handler.secrecy import masked

Level = Literal["INFO", "WARN", "ERROR"]
E = TypeVar("E", bound=DigestError)


@dataclass(frozen=True)
class Journal:
    """``write`` takes a line, ``about`` stands in each, and none of ``hidden`` does. ``names`` are told for flags."""

    write: Callable[[str], object]
    now: Callable[[], datetime]
    about: Mapping[str, str] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set, repr=False)
    names: Names = field(default_factory=names, repr=False)

    def on(self, **about: str) -> Journal:
        return replace(self, about={**self.about, **about})

    def naming(self, names: Names) -> Journal:
        return replace(self, names=names)

    def hide(self, secrets: Iterable[str]) -> None:
        """From now on, here and wherever else this log is written."""
        self.hidden.update(secrets)

    def info(self, message: str, **more: object) -> None:
        self._say("INFO", message, more)

    def warn(self, message: str, **more: object) -> None:
        self._say("WARN", message, more)

    def error(self, message: str, **more: object) -> None:
        self._say("ERROR", message, more)

    def masked(self, text: str) -> str:
        return masked(text, self.hidden)

    def told(self, text: str) -> str:
        """A text that may leave the function."""
        return self.masked(worded(text, self.names))

    def clean(self, error: E) -> E:
        """The error as it may leave the function, with all that it knows beside its message."""
        told = copy(error)
        told.args = (self.told(str(error)),)
        return told

    def _say(self, level: Level, message: str, more: Mapping[str, object]) -> None:
        moment = self.now().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = {"timestamp": moment, "level": level, "message": worded(message, self.names), **self.about, **more}
        # Before it is JSON, which writes a key of several lines in another way.
        told = {name: self.masked(value) if isinstance(value, str) else value for name, value in line.items()}
        self.write(json.dumps(told, ensure_ascii=False) + "\n")


@dataclass(frozen=True)
class Stages:
    """A run's progress, in the log: what each stage does and what came of it."""

    journal: Journal

    def start(self, stage: str, total: int | None = None) -> None:  # noqa: ARG002 - nobody sees it grow
        if stage not in QUICK:
            self.journal.info(f"{stage}: {DOING.get(stage, 'at work')}", stage=stage)

    def advance(self, stage: str, steps: int = 1) -> None:
        """Told by the end of the stage."""

    def finish(self, stage: str, summary: str) -> None:
        self.journal.info(f"{stage}: {summary}", stage=stage)

    def warn(self, message: str) -> None:
        self.journal.warn(message)
