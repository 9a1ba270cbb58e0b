"""The GitHub Action: inputs become settings, each day that is due is run, and what came of it is told to the job.

Beside the log that is told as outputs, as the step's summary, as annotations, and by the exit status.
"""

from __future__ import annotations

import asyncio
import secrets as chance
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from digest.errors import MissingToken, UsageError
from handler import failure, inputs, workflow, workspace
from handler.runner import Runner
from handler.secrecy import secrets

if TYPE_CHECKING:
    from digest.settings.find import Findings
    from digest.settings.values import Settings
    from handler.annotations import Annotations
    from handler.days import Day, Due
    from handler.results import Results

INTERRUPTED = 130


def main(environ: Mapping[str, str], folder: Path, now: datetime) -> int:
    """Runs the Action as the environment asks for it, in the job's ``folder``. Returns the exit status."""
    runner = Runner(sys.stdout, secrets(environ))
    runner.mask()
    with runner.instead():
        job = Job(environ, folder, now, runner)
        try:
            return job.run()
        except KeyboardInterrupt:
            return job.interrupted()
        except Exception as error:
            return job.failed(error)


@dataclass(frozen=True)
class Job:
    """What the Action takes from outside, read once."""

    environ: Mapping[str, str]
    folder: Path
    now: datetime
    runner: Runner

    def run(self) -> int:
        """Raises DigestError for what stops all days."""
        from digest.pipeline import with_known_languages
        from digest.settings.find import find
        from handler.annotations import Annotations
        from handler.days import status
        from handler.results import Results

        asked = inputs.days(self.environ)
        findings = find(inputs.flags(self.environ), inputs.environment(self.environ), self.folder)
        settings = _required(findings)
        try:
            settings = with_known_languages(settings)
            settings.required_publishable()
            due, days = asyncio.run(self._reported(settings, asked))
        except UsageError as error:
            raise findings.placed(error) from error
        finally:
            workspace.hand_over(_written(settings), self.folder)
        days = [day.placed(findings.placed) for day in days]
        self._annotate(Annotations(days, self.folder, [*due.warnings, *map(str, findings.unknown)]))
        self._write(Results(days, due.newest, self.folder))
        return status(days)

    def failed(self, error: Exception) -> int:
        """Tells what stopped the run, in one annotation."""
        self._trace(error)
        self.runner.annotate("error", [self._worded(failure.told(error))])
        self._write_nothing()
        return failure.status(error)

    def interrupted(self) -> int:
        """Tells that the job was cancelled."""
        self.runner.say("interrupted; what was finished is kept in the state")
        self._write_nothing()
        return INTERRUPTED

    async def _reported(self, settings: Settings, asked: int) -> tuple[Due, list[Day]]:
        from digest.deadline import Deadline
        from handler.days import Reporter

        deadline = Deadline.after(settings.deadline)
        reporter = Reporter(self.now, self.runner, deadline, failed=self._trace, worded=self._worded)
        due = await reporter.due(settings, asked)
        self.runner.say(*filter(None, [due.note]))
        return due, await reporter.done(due.runs)

    def _annotate(self, told: Annotations) -> None:
        self.runner.annotate("error", [self._worded(one) for one in told.errors()])
        self.runner.annotate("warning", [self._worded(one) for one in told.warnings()])

    def _write(self, results: Results) -> None:
        self._write_outputs(results.outputs())
        self._append("GITHUB_STEP_SUMMARY", lambda size: results.summary(workflow.SUMMARY_LIMIT - size))

    def _write_nothing(self) -> None:
        """A later step under ``if: always()`` reads outputs of the kinds that it was promised also then."""
        from handler.results import without_report

        self._write_outputs(without_report(due=True))

    def _write_outputs(self, told: Mapping[str, str]) -> None:
        delimiter = f"ghadelimiter_{chance.token_hex(16)}"
        self._append("GITHUB_OUTPUT", lambda _: workflow.outputs(told, delimiter))

    def _append(self, name: str, text: Callable[[int], str]) -> None:
        """Appends to the file that the variable names; ``text`` is told how many bytes are in it."""
        path = self.environ.get(name, "")
        if not path:
            return
        try:
            with Path(path).open("ab") as file:
                file.write(text(file.tell()).encode())
        except OSError as error:
            told = f"{name}: {path} cannot be written to: {error.strerror or error}"
            self.runner.annotate("warning", [told])

    def _worded(self, message: str) -> str:
        return inputs.as_inputs(message, self.environ)

    def _trace(self, error: Exception) -> None:
        if inputs.is_verbose(self.environ):
            self.runner.say(*"".join(traceback.format_exception(error)).splitlines())


def _required(findings: Findings) -> Settings:
    """The settings. Raises the first UsageError that there is."""
    settings = findings.required()
    if settings.snapshot is None and not settings.github.readers:
        raise MissingToken(
            f"input `{inputs.TOKEN.name}`: it is empty; leave it out, or see that its secret is set "
            "(a pull request from a fork has no secrets)"
        )
    return settings


def _written(settings: Settings) -> Iterator[Path]:
    """The folders that a run writes to."""
    from digest.publishing.targets import FolderTarget

    yield settings.out
    if isinstance(settings.state, Path):
        yield settings.state
    yield from (target.path for target in settings.publish if isinstance(target, FolderTarget))
