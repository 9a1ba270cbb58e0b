"""The whole way: fetch a window, gather its facts, write, render, keep.

The steps of the fetch and what a model wrote are kept in the state as soon as they are done, so that a run which was
killed goes on from there. Facts and pages are made anew: they follow from those two in less than a second, and from
the code that is there now, while a state outlives the code that filled it.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from pydantic import BaseModel, SecretStr, ValidationError

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
from digest.settings import models
from digest.settings.folders import required_writable
from digest.settings.values import Settings, Subject
from digest.state import Checkpoints, FolderStore, Shelf, write_atomically
from digest.window import Window

if TYPE_CHECKING:
    from digest.llm import ModelSettings
    from digest.writing import Narrative

V = TypeVar("V", bound=BaseModel)

RENDERING = 10.0
"""Seconds that are kept back from the writing, so that what there is still becomes a report."""


class Outcome(Value):
    """What came of a run: the files written, what is in them, and what is missing.

    ``usage`` is what this run itself asked for; the record tells what its stages cost, whenever they were made.
    """

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
    given = await _given(settings)
    stages = await asyncio.to_thread(_stages, settings, given, now)
    snapshot = await _snapshot(settings, given, stages, now, progress, deadline)
    subject = settings.subject(snapshot.repository)
    since = await _watched(settings, snapshot.repository, snapshot.window)
    progress.start("facts")
    facts = gather(snapshot, subject.focus, subject.bots, since)
    progress.finish("facts", f"{amount(len(facts.items), 'item')}, {amount(len(facts.discussions), 'discussion')}")
    text = snapshot_json(snapshot)
    narrative = await _written(settings, stages, snapshot, facts, text, progress, deadline.before(RENDERING))
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
        usage=_less(made.usage, sum(stages.reused, given.usage if given else Usage())),
        degraded=made.degraded,
    )


async def fetch(settings: Settings, *, now: datetime, progress: Progress, deadline: Deadline) -> Outcome:
    """Only the fetch: writes snapshot.json where `run` does. Raises as `run` does."""
    stages = await asyncio.to_thread(_stages, settings, None, now)
    snapshot = await _fetched(settings, stages, now, progress, deadline)
    paths = await _kept(settings, snapshot, {"snapshot.json": snapshot_json(snapshot)}, progress)
    counts = {name: len(members(snapshot.items, name, snapshot.window)) for name in ListName}
    return Outcome(
        repository=snapshot.repository,
        window=snapshot.window,
        paths=paths,
        counts=counts,
        usage=_less(snapshot.usage, sum(stages.reused, Usage())),
        degraded=snapshot.degraded,
    )


def amount(number: int, noun: str) -> str:
    """``1 file``, ``3 files``: for an operator."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _less(whole: Usage, part: Usage) -> Usage:
    """What is left of the whole without the part; an unknown price stays unknown."""
    counts = {name: value - getattr(part, name) for name, value in whole if name != "cost_usd"}
    unknown = whole.cost_usd is None or part.cost_usd is None
    return Usage(**counts, cost_usd=None if unknown else (whole.cost_usd or 0.0) - (part.cost_usd or 0.0))


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


@dataclass(frozen=True)
class _Stages(Checkpoints):
    """Checkpoints that know what the values that they gave back had cost: this run did not ask for those again.

    ``needs`` raises where something is missing that making a value takes.
    """

    needs: Callable[[], object] | None = None
    reused: list[Usage] = field(default_factory=list)

    async def once(
        self,
        stage: str,
        reads: object,
        of: type[V],
        make: Callable[[], Awaitable[V]],
        final: Callable[[V], bool] = lambda _: True,
    ) -> V:
        was_made = False

        async def making() -> V:
            nonlocal was_made
            was_made = True
            if self.needs:
                self.needs()
            return await make()

        value = await super().once(stage, reads, of, making, final)
        if not was_made:
            self.reused.append(getattr(value, "usage", Usage()))
        return value


def _stages(settings: Settings, given: Snapshot | None, now: datetime) -> _Stages:
    """Where the stages of the run are kept.

    Raises UsageError for a window that is not over, and for folders that cannot be written to: before anything is
    asked of anybody.
    """
    repository = given.repository if given else settings.repository
    window = given.window if given else settings.window(now)
    required_writable("--out", settings.out, folder_of(Path(), repository, window))
    if settings.uses_model or not (given and given.sample):
        required_writable("--state", settings.state, folder_of(Path(), repository, window))
    return _Stages(FolderStore(settings.state), repository, window, settings.refresh)


async def _given(settings: Settings) -> Snapshot | None:
    """The snapshot that the run starts from, if there is one."""
    return await asyncio.to_thread(read_snapshot, settings.snapshot) if settings.snapshot else None


async def _snapshot(
    settings: Settings,
    given: Snapshot | None,
    stages: _Stages,
    now: datetime,
    progress: Progress,
    deadline: Deadline,
) -> Snapshot:
    if given is None:
        return await _fetched(settings, stages, now, progress, deadline)
    progress.finish("fetch", f"{amount(len(given.items), 'item')} from {settings.snapshot}")
    return given


async def _fetched(
    settings: Settings, stages: _Stages, now: datetime, progress: Progress, deadline: Deadline
) -> Snapshot:
    """From GitHub, or from the state; the fetch keeps its own checkpoints there.

    The token is asked for where something is to be fetched. Raises MissingToken.
    """
    from digest.github.access import Access
    from digest.github.fetch import fetch

    github = settings.github
    token = github.token or SecretStr("")
    access = Access(token=token, graphql_url=github.graphql_url, server_url=github.server_url)
    follow = tuple(await _watched(settings, settings.repository, stages.window))
    return await fetch(
        settings.repository,
        stages.window,
        access,
        replace(stages, needs=github.required_token),
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


async def _written(
    settings: Settings,
    stages: _Stages,
    snapshot: Snapshot,
    facts: Facts,
    text: bytes,
    progress: Progress,
    deadline: Deadline,
) -> Narrative | None:
    """What a model wrote, kept by everything that it was told; None where none is to write.

    What a dead provider left undone is not kept, so that the next run asks again.
    """
    if not settings.uses_model:
        progress.finish("writing", "by code, without a model" if facts.sample else settings.why_no_model)
        return None
    from digest.writing import Narrative, prompts, write

    async def make() -> Narrative:
        faults = {} if facts.is_empty else await asyncio.to_thread(models.faults, settings)
        able = _models(settings, set(faults))
        if able is None:
            reason = "; ".join(str(fault).removeprefix("--model: ") for fault in faults.values())
            progress.finish("writing", "by code, since no model can be asked")
            return Narrative(
                language=settings.languages[0], degraded=(Degradation(stage="writing", reason=f"--model: {reason}"),)
            )
        for fault in faults.values():
            progress.warn(f"{fault}; the other models are asked")
        return await write(facts, snapshot, settings.languages[0], able, deadline, progress)

    reads = {
        "version": __version__,
        "prompts": prompts.version(),
        "told": _content(text, facts),
        "models": settings.models,
        "language": settings.languages[0],
    }
    return await stages.once("narrative", reads, Narrative, make, final=lambda narrative: not narrative.degraded)


def _content(text: bytes, facts: Facts) -> str:
    """A name for all that a writer reads."""
    return hashlib.sha256(text + facts.model_dump_json().encode()).hexdigest()


def _models(settings: Settings, unable: Set[str]) -> ModelSettings | None:
    """Those that can be asked; None where there are none. Key and address are for the first of the settings alone."""
    from digest.llm import ModelSettings

    able = tuple(model for model in settings.models if model not in unable)
    if not able:
        return None
    first = able[0] == settings.models[0]
    return ModelSettings(
        models=able,
        api_key=settings.api_key if first else None,
        api_base=settings.api_base if first else None,
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
    progress.finish("keep", f"{amount(len(files), 'file')} in {folder}")
    return tuple(folder / name for name in files)


def _write(path: Path, data: bytes) -> None:
    try:
        write_atomically(path, data)
    except OSError as error:
        raise SettingsError(f"--out: {path} cannot be written: {error.strerror or error}") from None
