"""Reports to publish, and a desk whose waits take no time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from pydantic import SecretStr

from digest.facts.gather import gather
from digest.github.access import Access, Patience
from digest.github.keys import single
from digest.model import Item, Snapshot, Usage
from digest.publishing.desk import Desk
from digest.publishing.publish import publish
from digest.publishing.targets import parse
from digest.rendering.index import Entry
from digest.rendering.look import Look
from digest.rendering.markdown import github_page, markdown
from digest.rendering.quiet import Quiet
from digest.rendering.record import Publication, record, record_json
from digest.rendering.report import Report
from digest.snapshots import snapshot_json
from digest.window import Window
from tests.github_stub import GitHub, Repository, World
from tests.made import HERE, URL, issue, pull

START = datetime(2026, 3, 3, tzinfo=UTC)
Publishing = Callable[..., Awaitable[tuple[Publication, ...]]]


def window(day: int = 0) -> Window:
    start = START + timedelta(days=day)
    return Window(start=start, end=start + timedelta(days=1), timezone="UTC", day=start.date())


def report(
    *items: Item,
    day: int = 0,
    languages: Iterable[str] = ("en",),
    private: bool = False,
    title: str = "Engine",
    span: Window | None = None,
    server: str = "https://github.com",
    seen_public: bool = False,
) -> Report:
    """The report of a day (or of ``span``), as the pipeline makes it; ``server`` is the GitHub that it is for."""
    span = span or window(day)
    snapshot = Snapshot(repository=HERE, repository_url=URL, items=items, window=span, as_of=span.end, private=private)
    facts = gather(snapshot)
    looks = [Look(title=title, language=language) for language in languages]
    pages = {look.language: markdown(facts, None, look) for look in looks}
    made = record(facts, (), Usage(), title, pages)
    files = {f"report.{language}.md": page.encode() for language, page in pages.items()}
    files |= {"report.json": record_json(made), "snapshot.json": snapshot_json(snapshot)}
    github = {look.language: github_page(facts, None, look, Quiet(server)) for look in looks}
    return Report(HERE, Entry.of(files["report.json"]), private, files, github, seen_public)


def small(day: int = 0, **more: object) -> Report:
    created = window(day).start
    items = (issue(1, "It fails", created_at=created), pull(2, "Mend it", created_at=created))
    return report(*items, day=day, **more)  # type: ignore[arg-type]


def large(entries: int = 400, characters: int = 90_000) -> Report:
    """So many entries in the lists, in so many characters of a page."""
    title = "A title that goes on " + "and on " * 16
    items = [issue(n, f"{title}{n:05}", created_at=START, labels=("bug",)) for n in range(1, entries + 1)]
    made = report(*items)
    assert len(made.file("en")) >= characters
    return made


async def _sleep(_: float) -> None:
    """No time passes."""


@pytest.fixture
def desk(github: GitHub) -> Desk:
    """On a GitHub where everybody sees the repository that reports are of."""
    github.world.repository(str(HERE))
    access = Access(single(SecretStr("ghs_stub")), github.url)
    return Desk(access=access, patience=Patience(sleep=_sleep, random=Random(7)))


@pytest.fixture
def news(world: World) -> Repository:
    return newsroom(world)


def newsroom(world: World) -> Repository:
    """A repository to publish into, with a category, a branch and a label; and the one that reports are of."""
    world.repository(str(HERE))
    repository = world.repository("acme/news")
    world.category("General", repository)
    world.category("Daily digest", repository)
    world.label("digest", repository)
    world.account("ann")
    world.commit(repository, "main", {"README.md": b"Read me.\n"}, "Start")
    return repository


@pytest.fixture
def to(desk: Desk) -> Publishing:
    """``await to(report, "dir:x", "pr:o/r")``."""

    async def publishing(made: Report, *targets: str, at: Desk = desk) -> tuple[Publication, ...]:
        return await publish([parse(target) for target in targets], made, at)

    return publishing


def mutations(github: GitHub) -> list[str]:
    return [str(call.operation) for call in github.calls if call.query.lstrip().startswith("mutation")]
