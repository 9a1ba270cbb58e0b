"""The whole way: fetch a window, gather its facts, write, render, keep.

The steps of the fetch and what a model wrote are kept in the state as soon as they are done, so that a run which was
killed goes on from there. Facts and pages are made anew: they follow from those two in less than a second, and from
the code that is there now, while a state outlives the code that filled it.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Coroutine, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pydantic import ValidationError

from digest import __version__
from digest.deadline import Deadline
from digest.errors import Degraded, SettingsError, UnreadableInput
from digest.facts.followups import MEMORY, watched
from digest.facts.gather import gather
from digest.facts.values import Facts, WatchList
from digest.model import Degradation, ListName, RepositoryName, Snapshot, Usage, Value, members
from digest.progress import Progress
from digest.rendering.catalogue import load
from digest.rendering.look import Look
from digest.rendering.markdown import markdown
from digest.rendering.record import record
from digest.settings.values import Settings, Subject
from digest.state import Checkpoints, FolderStore, Shelf, write_atomically
from digest.window import Window

if TYPE_CHECKING:
    from digest.llm import ModelSettings
    from digest.writing import Narrative

RENDERING = 10.0
"""Seconds that are kept back from the writing, so that what there is still becomes a report."""


class Outcome(Value):
    """What came of a run: the files written, what is in them, and what is missing."""

    repository: RepositoryName
    window: Window
    paths: tuple[Path, ...]
    counts: Mapping[ListName, int]
    usage: Usage = Usage()
    degraded: tuple[Degradation, ...] = ()

    def required_whole(self) -> Outcome:
        """Itself. Raises Degraded, for ``--strict``, when something is missing."""
        if self.degraded:
            told = "; ".join(f"{part.stage}: {part.reason}" for part in self.degraded)
            raise Degraded(f"--strict: what was written is not whole: {told}")
        return self


class Stage(Protocol):
    """`run` or `fetch`, as a door calls it."""

    def __call__(
        self, settings: Settings, *, now: datetime, progress: Progress, deadline: Deadline
    ) -> Coroutine[object, object, Outcome]: ...


async def run(settings: Settings, *, now: datetime, progress: Progress, deadline: Deadline) -> Outcome:
    """The whole way. ``now`` decides which day is the newest.

    Raises UsageError for settings that cannot be, RemoteError when GitHub does not give the window; then nothing
    is written. A model that fails raises nothing: the report says so.
    """
    settings = with_known_languages(settings)
    snapshot = await _snapshot(settings, now, progress, deadline)
    subject = settings.subject(snapshot.repository)
    since = await _watched(settings, snapshot.repository, snapshot.window)
    progress.start("facts")
    facts = gather(snapshot, subject.focus, subject.bots, since)
    progress.finish("facts", f"{len(facts.items)} items, {len(facts.discussions)} discussions")
    text = snapshot_json(snapshot)
    narrative = await _written(settings, snapshot, facts, text, progress, deadline.before(RENDERING))
    progress.start("render", len(settings.languages))
    pages = _rendered(settings, subject, facts, narrative)
    progress.finish("render", ", ".join(settings.languages))
    made = record(facts, narrative, snapshot.usage)
    told = made.model_dump_json(by_alias=True, indent=2).encode() + b"\n"
    paths = await _kept(settings, snapshot, {**pages, "report.json": told, "snapshot.json": text}, progress)
    await _remember(settings, facts)
    return Outcome(
        repository=facts.repository,
        window=facts.window,
        paths=paths,
        counts=facts.counts,
        usage=made.usage,
        degraded=made.degraded,
    )


async def fetch(settings: Settings, *, now: datetime, progress: Progress, deadline: Deadline) -> Outcome:
    """Only the fetch: writes snapshot.json where `run` does. Raises as `run` does."""
    snapshot = await _fetched(settings, now, progress, deadline)
    paths = await _kept(settings, snapshot, {"snapshot.json": snapshot_json(snapshot)}, progress)
    counts = {name: len(members(snapshot.items, name, snapshot.window)) for name in ListName}
    return Outcome(
        repository=snapshot.repository,
        window=snapshot.window,
        paths=paths,
        counts=counts,
        usage=snapshot.usage,
        degraded=snapshot.degraded,
    )


def with_known_languages(settings: Settings) -> Settings:
    """The settings with each language as its catalogue is called (``zh-cn`` is ``zh-CN``), once.

    Raises SettingsError for one that cannot be written: before anything is asked of anybody.
    """
    found = (load(language, settings.catalogues).language for language in settings.languages)
    return settings.model_copy(update={"languages": tuple(dict.fromkeys(found))})


def folder_of(out: Path, repository: RepositoryName, window: Window) -> Path:
    """Where the files of a report lie."""
    return out / repository.owner / repository.name / window.name


def snapshot_json(snapshot: Snapshot) -> bytes:
    """One line: two megabytes, indented, would be three."""
    return snapshot.model_dump_json(by_alias=True).encode() + b"\n"


def read_snapshot(path: Path) -> Snapshot:
    """The snapshot in a file. Raises UnreadableInput for anything else."""
    try:
        snapshot = Snapshot.model_validate_json(path.read_bytes())
        # It names a folder below --out.
        RepositoryName.parse(str(snapshot.repository))
    except OSError as error:
        raise UnreadableInput(f"--snapshot: {path} cannot be read: {error.strerror or error}") from None
    except ValidationError as error:
        raise UnreadableInput(f"--snapshot: {path} is no snapshot of this version: {_first(error)}") from None
    except SettingsError:
        raise UnreadableInput(f"--snapshot: {path} is of no repository that can be") from None
    return snapshot


def _first(error: ValidationError) -> str:
    """Where the first fault is, without the value: it may be anybody's text."""
    fault = error.errors(include_input=False, include_url=False)[0]
    place = ".".join(str(part) for part in fault["loc"])
    return f"{place}: {fault['msg']}" if place else str(fault["msg"])


async def _snapshot(settings: Settings, now: datetime, progress: Progress, deadline: Deadline) -> Snapshot:
    if settings.snapshot is None:
        return await _fetched(settings, now, progress, deadline)
    snapshot = await asyncio.to_thread(read_snapshot, settings.snapshot)
    progress.finish("fetch", f"{len(snapshot.items)} items from {settings.snapshot}")
    return snapshot


async def _fetched(settings: Settings, now: datetime, progress: Progress, deadline: Deadline) -> Snapshot:
    """From GitHub, or from the state; the fetch keeps its own checkpoints there."""
    window = settings.window(now)
    token = settings.github.required_token()
    from digest.github.access import Access
    from digest.github.fetch import fetch

    access = Access(token=token, graphql_url=settings.github.graphql_url, server_url=settings.github.server_url)
    kept = _checkpoints(settings, settings.repository, window)
    follow = tuple(await _watched(settings, settings.repository, window))
    return await fetch(
        settings.repository,
        window,
        access,
        kept,
        deadline,
        progress,
        strategy=settings.strategy,
        follow=follow,
        now=now,
    )


async def _watched(settings: Settings, repository: RepositoryName, window: Window) -> Mapping[int, datetime]:
    """What the reports of the last days told their readers to watch, and since when."""
    lists = await _watch_lists(settings, repository).before(window, WatchList, MEMORY)
    return watched(lists, window)


async def _remember(settings: Settings, facts: Facts) -> None:
    """Keeps what this report tells to watch, for the next ones. A sample has none."""
    if not facts.sample:
        told = WatchList(end=facts.window.end, numbers=tuple(one.number for one in facts.watch))
        await _watch_lists(settings, facts.repository).put(facts.window, told)


def _watch_lists(settings: Settings, repository: RepositoryName) -> Shelf:
    return Shelf(FolderStore(settings.state), repository, "watch")


def _checkpoints(settings: Settings, repository: RepositoryName, window: Window) -> Checkpoints:
    return Checkpoints(FolderStore(settings.state), repository, window, settings.refresh)


async def _written(
    settings: Settings, snapshot: Snapshot, facts: Facts, text: bytes, progress: Progress, deadline: Deadline
) -> Narrative | None:
    """What a model wrote, kept by everything that it was told; None where none is to write.

    What a dead provider left undone is not kept, so that the next run asks again.
    """
    if not settings.uses_model:
        progress.finish("writing", settings.why_no_model)
        return None
    from digest.writing import Narrative, prompts, write

    async def make() -> Narrative:
        return await write(facts, snapshot, settings.languages[0], _models(settings), deadline, progress)

    kept = _checkpoints(settings, snapshot.repository, snapshot.window)
    reads = {
        "version": __version__,
        "prompts": prompts.version(),
        "told": _content(text, facts),
        "models": settings.models,
        "language": settings.languages[0],
    }
    return await kept.once("narrative", reads, Narrative, make, final=lambda narrative: not narrative.degraded)


def _content(text: bytes, facts: Facts) -> str:
    """A name for all that a writer reads."""
    return hashlib.sha256(text + facts.model_dump_json().encode()).hexdigest()


def _models(settings: Settings) -> ModelSettings:
    from digest.llm import ModelSettings

    return ModelSettings(
        models=settings.models,
        api_key=settings.api_key,
        api_base=settings.api_base,
        timeout=settings.model_timeout,
    )


def _rendered(settings: Settings, subject: Subject, facts: Facts, narrative: Narrative | None) -> dict[str, bytes]:
    """A page for each language. What the model wrote is in the first; the others are written by code."""
    pages = {}
    for number, language in enumerate(settings.languages):
        first = number == 0
        look = Look(
            title=subject.title, language=language, version=__version__, with_model=settings.uses_model and first
        )
        page = markdown(facts, narrative if first else None, look, settings.catalogues)
        pages[f"report.{language}.md"] = page.encode()
    return pages


async def _kept(
    settings: Settings, snapshot: Snapshot, files: Mapping[str, bytes], progress: Progress
) -> tuple[Path, ...]:
    """Writes the files, each whole or not at all. Raises SettingsError where that cannot be."""
    folder = folder_of(settings.out, snapshot.repository, snapshot.window)
    progress.start("keep", len(files))
    for name, data in files.items():
        await asyncio.to_thread(_write, folder / name, data)
        progress.advance("keep")
    progress.finish("keep", f"{len(files)} files in {folder}")
    return tuple(folder / name for name in files)


def _write(path: Path, data: bytes) -> None:
    try:
        write_atomically(path, data)
    except OSError as error:
        raise SettingsError(f"--out: {path} cannot be written: {error.strerror or error}") from None
