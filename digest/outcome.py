"""What came of a run, as the doors tell it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from pydantic import InstanceOf

from digest.errors import Degraded, RemoteError, Unfinished
from digest.model import Degradation, ListName, RepositoryName, Usage, Value
from digest.publishing.publish import Preview
from digest.rendering.github import GitHubPage
from digest.rendering.record import Publication
from digest.window import Window


class Outcome(Value):
    """What came of a run: the files written, what is in them, and what is missing.

    ``usage`` is what this run itself asked for; the record tells also what the fetch cost, whenever that was.
    ``in_vain`` says that models were to write and gave nothing that can be published.
    """

    repository: RepositoryName
    window: Window
    paths: tuple[Path, ...]
    counts: Mapping[ListName, int]
    usage: Usage = Usage()
    degraded: tuple[Degradation, ...] = ()
    in_vain: bool = False
    publications: tuple[Publication, ...] = ()
    resumes: datetime | None = None
    """When a limit of GitHub's lifts that held something back: a run after that gets what is missing."""
    previews: tuple[Preview, ...] = ()
    """Of a dry run: what publishing would change."""
    dropped: int = 0
    """Claims of the first narrative that did not pass the check, as the record counts them."""
    github: Mapping[str, InstanceOf[GitHubPage]] = {}
    """The pages as they are on GitHub, by language."""

    def required_published(self) -> Outcome:
        """Itself. Raises RemoteError when there were targets and every one of them failed.

        That is Unfinished, where the next run of the window may well have it published.
        """
        told = self.publications or self.previews
        if told and all(one.status == "failed" for one in told):
            passing = self.publications and all(one.passing for one in self.publications)
            kind = Unfinished if passing else RemoteError
            raise kind("--publish: " + "; ".join(f"{one.target}: {one.error}" for one in told))
        return self

    def required_finished(self) -> Outcome:
        """Itself. Raises Unfinished when something is missing that the next run of the window may well have."""
        if passing := [part for part in self.degraded if part.passing]:
            told = "; ".join(f"{part.stage}: {part.reason}" for part in passing)
            raise Unfinished(f"what could be published was, and the next run goes on from the state: {told}")
        return self

    def required_whole(self) -> Outcome:
        """Itself. Raises Degraded, for ``--strict``, when something is missing."""
        if self.degraded:
            told = "; ".join(f"{part.stage}: {part.reason}" for part in self.degraded)
            raise Degraded(f"--strict: what was written is not whole: {told}")
        return self
