"""The log of a step: lines that are never read as commands, groups, masks, and what is told beside the log."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from typing import TextIO

from handler import console, workflow
from handler.secrecy import masked

TITLE = "vllm-digest"


class Lines(io.TextIOBase):
    """A stream for everything that anybody prints: each line is made plain, and without secrets, on its way."""

    def __init__(self, stream: TextIO, hidden: Sequence[str]) -> None:
        super().__init__()
        self._stream = stream
        self._hidden = hidden
        self._open = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *whole, self._open = (self._open + text).split("\n")
        for line in whole:
            print(workflow.plain(masked(line, self._hidden)), file=self._stream, flush=True)
        return len(text)

    def close_line(self) -> None:
        """Ends a line that was begun, so that a command has one of its own."""
        if self._open:
            self.write("\n")


@dataclass
class Runner:
    """The runner of GitHub Actions, as a step talks to it: all on one stream, since two have no common order."""

    stream: TextIO
    hidden: Sequence[str]
    lines: Lines = field(init=False)

    def __post_init__(self) -> None:
        self.lines = Lines(self.stream, self.hidden)

    def mask(self) -> None:
        """Hides the secrets in the logs of the whole job; comes before all else. The runner looks at lines."""
        for secret in self.hidden:
            if "\n" not in secret and "\r" not in secret:
                self._tell(workflow.command("add-mask", secret))

    @contextmanager
    def instead(self) -> Iterator[None]:
        """Whatever is printed in this block goes through `lines`, also by code that is not ours."""
        with redirect_stdout(self.lines), redirect_stderr(self.lines):
            yield
        self.lines.close_line()

    @contextmanager
    def group(self, title: str) -> Iterator[None]:
        """What is printed in this block is folded under the title."""
        self._tell(workflow.command("group", self._clean(title)))
        try:
            yield
        finally:
            self._tell(workflow.command("endgroup"))

    def say(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self.lines)

    def annotate(self, level: str, messages: Sequence[str]) -> None:
        """Shows the messages on the run's page, the most important first. What GitHub would drop is counted."""
        distinct = list(dict.fromkeys(self._clean(one) for one in messages))
        if len(distinct) > workflow.ANNOTATIONS:
            rest = len(distinct) - workflow.ANNOTATIONS + 1
            self.say(*distinct[-rest:])
            distinct[-rest:] = [f"and {rest} more; they stand in the log"]
        for message in distinct:
            self._tell(workflow.command(level, message, title=TITLE))

    def _clean(self, message: str) -> str:
        return " ".join(masked(message, self.hidden).split())

    def _tell(self, command: str) -> None:
        self.lines.close_line()
        print(command, file=self.stream, flush=True)


@dataclass
class Log(console.Log):
    """The progress of a run in that log. Its warnings are kept, to be shown when it is known which matter most.

    ``worded`` makes of a line what the reader of the log knows it as.
    """

    worded: Callable[[str], str] = str
    warnings: list[str] = field(default_factory=list)

    def warn(self, message: str) -> None:
        super().warn(message)
        self.warnings.append(message)

    def _say(self, line: str) -> None:
        super()._say(self.worded(line))
