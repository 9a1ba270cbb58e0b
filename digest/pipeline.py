"""The whole way: fetch a window, gather its facts, write, render, keep.

The steps of the fetch and the answers of models are kept in the state as soon as they are there, so that a run which
was killed goes on from there. Facts, claims and pages are made anew: they follow from those two in seconds, and from
the code that is there now, while a state outlives the code that filled it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

from digest import __version__
from digest.deadline import Deadline
from digest.delivering import deliver
from digest.facts.followups import MEMORY, numbers, read_lists, watched
from digest.facts.gather import gather
from digest.facts.values import Facts, WatchList
from digest.keeping import RECORD, folder_of, kept, write
from digest.model import ListName, RepositoryName, Snapshot, Usage, members
from digest.narrating import UNASKED, is_usable, narrate
from digest.outcome import Outcome
from digest.progress import Progress, amount
from digest.rendering.catalogue import load
from digest.rendering.github import GitHubPage
from digest.rendering.index import Entry
from digest.rendering.look import Look
from digest.rendering.markdown import github_page, markdown
from digest.rendering.quiet import Quiet
from digest.rendering.record import record, record_json
from digest.rendering.report import Report
from digest.rendering.site.report import Source, page
from digest.settings.credentials import Credentials
from digest.settings.folders import required_writable
from digest.settings.values import Settings, Subject
from digest.snapshots import read_snapshot, snapshot_json
from digest.stages import Stages
from digest.state import Shelf, store
from digest.window import Window
from digest.writing import Narrative

RENDERING = 10.0
"""Seconds that are kept back from fetching and writing, so that what there is still becomes a report ..."""
TARGETS = 30.0
"""... and is published, where it is to be."""
FETCHING = 0.5
"""The least share of a deadline that the fetch has: of a very short one not all else can be kept back."""


class Stage(Protocol):
    """`run` or `fetch`, or `digest.rolling.rollup`, as a door calls it."""

    def __call__(
        self, settings: Settings, *, now: datetime, progress: Progress, deadline: Deadline
    ) -> Coroutine[object, object, Outcome]: ...


async def run(
    settings: Settings,
    *,
    now: datetime,
    progress: Progress,
    deadline: Deadline,
    credentials: Credentials | None = None,
) -> Outcome:
    """The whole way. ``now`` decides which day is the newest; runs side by side may share their ``credentials``.

    Raises UsageError for settings that cannot be, RemoteError when GitHub does not give the window; then nothing
    is written. A model that fails raises nothing: the report says so.
    """
    gathered = await gather_window(settings, now=now, progress=progress, deadline=deadline, credentials=credentials)
    return await report(gathered, progress=progress, deadline=deadline)


@dataclass(frozen=True)
class Gathered:
    """What is known of a window before anything is written of it. ``spent_before`` is what other runs had paid."""

    settings: Settings
    subject: Subject
    snapshot: Snapshot
    facts: Facts
    credentials: Credentials
    seen_public: bool
    spent_before: Usage = field(default_factory=Usage)


async def gather_window(
    settings: Settings,
    *,
    now: datetime,
    progress: Progress,
    deadline: Deadline,
    credentials: Credentials | None = None,
) -> Gathered:
    """The first half of `run`: the window is fetched, and its facts are computed. Raises as `run` does."""
    settings = with_known_languages(settings)
    settings.required_publishable()
    credentials = credentials or Credentials(settings.github)
    given = await _given(settings)
    stages = await asyncio.to_thread(_stages, settings, given, now)
    fetching = deadline.before(min(kept_back(settings), deadline.left() * (1 - FETCHING)))
    snapshot = await _snapshot(settings, given, stages, now, progress, fetching, credentials)
    seen = _is_seen_public(snapshot, fresh=given is None and not stages.reused)
    spent_before = sum(stages.reused, given.usage if given else Usage())
    return await gather_facts(settings, snapshot, credentials, progress, spent_before=spent_before, seen_public=seen)


async def gather_facts(
    settings: Settings,
    snapshot: Snapshot,
    credentials: Credentials,
    progress: Progress,
    *,
    spent_before: Usage,
    seen_public: bool,
) -> Gathered:
    """What there is to tell of a snapshot, wherever it is from."""
    subject = settings.subject(snapshot.repository)
    since = await _watched(settings, snapshot.repository, snapshot.window) if snapshot.rollup is None else {}
    progress.start("facts")
    facts = await asyncio.to_thread(gather, snapshot, subject.focus, subject.bots, since)
    progress.finish("facts", f"{amount(len(facts.items), 'item')}, {amount(len(facts.discussions), 'discussion')}")
    return Gathered(settings, subject, snapshot, facts, credentials, seen_public, spent_before)


async def report(
    gathered: Gathered, *, progress: Progress, deadline: Deadline, turn: asyncio.Lock | None = None
) -> Outcome:
    """The second half: the page is written, checked, kept and published.

    Who has several reports written at once gives a ``turn``: they are published one after the other, since they may
    share an index.
    """
    settings, snapshot, facts = gathered.settings, gathered.snapshot, gathered.facts
    narratives = await narrate(settings, snapshot, facts, progress, deadline.before(kept_back(settings)))
    progress.start("render", len(settings.languages))
    pages, github = _rendered(settings, gathered.subject, facts, narratives)
    progress.finish("render", ", ".join(settings.languages))
    made = record(facts, narratives, snapshot.usage, gathered.subject.title, pages)
    files = {f"report.{language}.md": text.encode() for language, text in pages.items()}
    files |= _as_html(settings, facts, pages, Entry.of(record_json(made)))
    files |= {RECORD: record_json(made), "snapshot.json": snapshot_json(snapshot)}
    paths = await kept(settings, snapshot, files, progress)
    await remember(gathered)
    told = Report(facts.repository, Entry.of(files[RECORD]), snapshot.private, files, github, gathered.seen_public)
    async with turn or nullcontext():
        delivery = await deliver(settings, told, progress, deadline, gathered.credentials)
    made = delivery.told_in(made)
    if made.publications:
        await asyncio.to_thread(
            write, folder_of(settings.out, facts.repository, facts.window) / RECORD, record_json(made)
        )
    return Outcome(
        repository=facts.repository,
        window=facts.window,
        paths=paths,
        counts=facts.counts,
        usage=made.usage.less(gathered.spent_before),
        degraded=made.degraded,
        publications=made.publications,
        previews=delivery.previews,
        dropped=made.verification.dropped,
        github=github,
        resumes=gathered.credentials.limits.until if made.degraded else None,
        in_vain=any(map(_was_tried, narratives)) and not any(map(is_usable, narratives)),
    )


def _was_tried(narrative: Narrative) -> bool:
    """Whether a model was asked; on a quiet day there is nothing to ask, and without time nobody is."""
    failed = any(part.reason != UNASKED for part in narrative.degraded)
    return bool(failed or narrative.usage.llm_calls or narrative.usage.cached_calls)


async def fetch(
    settings: Settings,
    *,
    now: datetime,
    progress: Progress,
    deadline: Deadline,
    credentials: Credentials | None = None,
) -> Outcome:
    """Only the fetch: writes snapshot.json where `run` does. Takes and raises what `run` does."""
    stages = await asyncio.to_thread(_stages, settings, None, now)
    credentials = credentials or Credentials(settings.github)
    snapshot = await _fetched(settings, stages, now, progress, deadline, credentials)
    paths = await kept(settings, snapshot, {"snapshot.json": snapshot_json(snapshot)}, progress)
    counts = {name: len(members(snapshot.items, name, snapshot.window)) for name in ListName}
    return Outcome(
        repository=snapshot.repository,
        window=snapshot.window,
        paths=paths,
        counts=counts,
        usage=snapshot.usage.less(sum(stages.reused, Usage())),
        degraded=snapshot.degraded,
        resumes=credentials.limits.until if snapshot.degraded else None,
    )


def with_known_languages(settings: Settings) -> Settings:
    """The settings with each language as its catalogue is called (``zh-cn`` is ``zh-CN``), once.

    Raises SettingsError for one that cannot be written: before anything is asked of anybody.
    """
    found = (load(language, settings.catalogues).language for language in settings.languages)
    return settings.model_copy(update={"languages": tuple(dict.fromkeys(found))})


def kept_back(settings: Settings) -> float:
    """Seconds before the deadline at which the writing ends."""
    return RENDERING + TARGETS * bool(settings.publish)


def _stages(settings: Settings, given: Snapshot | None, now: datetime) -> Stages:
    """Where the stages of the run are kept.

    Raises UsageError for a window that is not over, and for folders that cannot be written to: before anything is
    asked of anybody.
    """
    repository = given.repository if given else settings.repository
    window = given.window if given else settings.window(now)
    required_writable("--out", settings.out, folder_of(Path(), repository, window))
    if settings.uses_model or not (given and given.sample):
        required_writable("--state", settings.state, folder_of(Path(), repository, window))
    return Stages(store(settings.state), repository, window, settings.refresh)


def _is_seen_public(snapshot: Snapshot, *, fresh: bool) -> bool:
    """Whether there is no doubt that everybody may see the repository; an older snapshot's word is not enough."""
    return not snapshot.private and (fresh or snapshot.sample)


async def _given(settings: Settings) -> Snapshot | None:
    """The snapshot that the run starts from, if there is one."""
    return await asyncio.to_thread(read_snapshot, settings.snapshot) if settings.snapshot else None


async def _snapshot(
    settings: Settings,
    given: Snapshot | None,
    stages: Stages,
    now: datetime,
    progress: Progress,
    deadline: Deadline,
    credentials: Credentials,
) -> Snapshot:
    if given is None:
        return await _fetched(settings, stages, now, progress, deadline, credentials)
    progress.finish("fetch", f"{amount(len(given.items), 'item')} from {settings.snapshot}")
    return given


async def _fetched(
    settings: Settings,
    stages: Stages,
    now: datetime,
    progress: Progress,
    deadline: Deadline,
    credentials: Credentials,
) -> Snapshot:
    """From GitHub, or from the state; the fetch keeps its own checkpoints there.

    The token is asked for where something is to be fetched. Raises MissingToken.
    """
    from digest.github.fetch import fetch

    follow = tuple(await _watched(settings, settings.repository, stages.window))
    return await fetch(
        settings.repository,
        stages.window,
        credentials.reading,
        replace(stages, needs=settings.github.required_token),
        deadline,
        progress,
        strategy=settings.strategy,
        follow=follow,
        now=now,
        piecewise=settings.piecewise,
    )


async def _watched(settings: Settings, repository: RepositoryName, window: Window) -> Mapping[int, datetime]:
    """What the reports of the last days told their readers to watch, and since when."""
    if settings.watched is not None:
        return watched(read_lists(await asyncio.to_thread(settings.watched.read_bytes)), window)
    lists = await _watch_lists(settings, repository).before(window, WatchList, MEMORY)
    return watched(lists, window)


async def remember(gathered: Gathered) -> None:
    """Keeps what the report of a window tells to watch, for those of the days after it.

    A sample has none; a roll-up tells what its days do.
    """
    facts = gathered.facts
    if not facts.sample and facts.span is None:
        told = WatchList(end=facts.window.end, numbers=numbers(facts.watch))
        await _watch_lists(gathered.settings, facts.repository).put(facts.window, told)


def is_remembered(settings: Settings, window: Window) -> bool:
    """Whether it is known what the report of the window tells to watch. Blocks."""
    return _watch_lists(settings, settings.repository).holds(window)


def _watch_lists(settings: Settings, repository: RepositoryName) -> Shelf:
    return Shelf(store(settings.state), repository, "watch")


def _rendered(
    settings: Settings, subject: Subject, facts: Facts, narratives: Sequence[Narrative]
) -> tuple[dict[str, str], dict[str, GitHubPage]]:
    """A page for each language, as a file and as it is on GitHub, by code where no model told anything in it."""
    told = {one.language: one for one in narratives}
    quiet = Quiet(settings.github.server_url)
    pages, github = {}, {}
    for language in settings.languages:
        narrative = told.get(language)
        look = Look(
            title=subject.title,
            language=language,
            version=__version__,
            site=settings.base_url,
            with_model=narrative is not None,
        )
        pages[language] = markdown(facts, narrative, look, settings.catalogues)
        github[language] = github_page(facts, narrative, look, quiet, settings.catalogues)
    return pages, github


def _as_html(settings: Settings, facts: Facts, pages: Mapping[str, str], entry: Entry) -> dict[str, bytes]:
    """The same pages for a browser, each standing alone: the site links them with each other."""
    areas = tuple((share.login, share.count) for share in facts.activity.areas)
    made = {language: Source(text, facts.repository_url, areas) for language, text in pages.items()}
    return {
        f"report.{language}.html": page(source, entry, language, catalogues=settings.catalogues)
        for language, source in made.items()
    }
