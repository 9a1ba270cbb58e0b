"""The pages that list reports: all projects, and one project's reports newest first with a chart of their counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import get_args

from digest.rendering.catalogue import Catalogue
from digest.rendering.index import Entry, Index
from digest.rendering.site import naming
from digest.rendering.site.charts import counts
from digest.rendering.site.inline import printable
from digest.rendering.site.shell import filled
from digest.span import Kind


def project(index: Index, language: str, repository_url: str, catalogues: Path | None = None) -> bytes:
    """``OWNER/NAME/index.html``. The index is not empty."""
    t = naming.words(language, catalogues)
    newest = index.newest
    tags = naming.tags(index.entries)
    values = {
        "t": t,
        "title": t("site.project", project=newest.title),
        "home": naming.in_language("index.html", language, tags),
        "feed": naming.in_language("feed.xml", language, tags),
        "languages": naming.lists(tags, catalogues),
        "description": naming.told(newest, language),
        "repository": newest.repository,
        "repository_url": repository_url,
        "rows": [_row(entry, t, f"{entry.name}/", catalogues) for entry in index.entries],
        "chart": counts(index.of_kind(None), t),
    }
    return filled("project.html.j2", values)


def home(projects: Iterable[Index], language: str, catalogues: Path | None = None) -> bytes:
    """``index.html`` with every project, the one with the newest report first."""
    t = naming.words(language, catalogues)
    indexes = list(projects)
    tags = naming.tags(entry for index in indexes for entry in index.entries)
    values = {
        "t": t,
        "title": t("site.projects"),
        "description": "",
        "feed": naming.in_language("feed.xml", language, tags),
        "languages": naming.lists(tags, catalogues),
        "projects": [_project(index, t, catalogues) for index in indexes],
    }
    return filled("home.html.j2", values)


def _project(index: Index, t: Catalogue, catalogues: Path | None) -> Mapping[str, object]:
    newest = index.newest
    return {
        "title": newest.title,
        "repository": newest.repository,
        "href": f"{newest.repository}/{naming.in_language('index.html', t.language, naming.tags(index.entries))}",
        "reports": len(index.entries),
        "newest": _row(newest, t, f"{newest.path}/", catalogues),
        "rollups": [_row(one, t, f"{one.path}/", catalogues) for one in _rollups(index) if one is not newest],
    }


def _rollups(index: Index) -> Iterator[Entry]:
    """The newest week and the newest month that were rolled up."""
    for kind in get_args(Kind):
        yield from index.of_kind(kind)[:1]


def _row(entry: Entry, t: Catalogue, folder: str, catalogues: Path | None) -> Mapping[str, object]:
    """A report in a list; ``folder`` leads to it from the list's page."""
    return {
        "day": naming.day(entry),
        "kind": t(f"span.report.{entry.kind}") if entry.kind else "",
        "href": folder + naming.page(entry, t.language),
        "told": printable(naming.told(entry, t.language)),
        "language": naming.chosen(entry, t.language),
        "counts": naming.numbers(entry, t),
        "languages": naming.languages(entry, catalogues, folder),
        "degraded": entry.degraded,
    }
