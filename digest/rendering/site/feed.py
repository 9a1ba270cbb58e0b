"""The reports as an Atom feed (https://www.rfc-editor.org/rfc/rfc4287).

A report keeps its identity when it is written anew, so that a reader sees it once. Without the address of the site
links are relative to the feed's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from digest.rendering.index import Entry
from digest.rendering.site import naming
from digest.rendering.site.shell import filled
from digest.rendering.titles import titled

_ADDRESS = re.compile("^[a-z]+://")
"""Feeds of all projects are told apart by where they are; a project's feed is the same one on every site."""
MOST = 30
"""Reports in a feed."""


def feed(
    entries: Sequence[Entry],
    language: str,
    *,
    of: str = "",
    name: str = "feed.xml",
    base_url: str = "",
    catalogues: Path | None = None,
) -> bytes:
    """The newest reports in one language. ``of`` is the project, nothing for all; ``entries`` are newest first.

    ``base_url`` is the address of the site, as a reader of the feed would reach it.
    """
    t = naming.words(language, catalogues)
    shown = entries[:MOST]
    title = t("site.project", project=shown[0].title) if of else t("site.projects")
    base = f"{base_url.rstrip('/')}/" if base_url else ""
    values = {
        "t": t,
        "id": naming.identity(*filter(None, (of or _ADDRESS.sub("", base_url).rstrip("/"), language))),
        "title": title,
        "updated": _moment(max(entry.as_of for entry in shown)),
        "base": f"{base}{of}/" if base and of else base,
        "name": name,
        "list": name.replace("feed.", "index.", 1).removesuffix(".xml") + ".html",
        "entries": list(_entries(shown, language, of, catalogues)),
    }
    return filled("feed.xml.j2", values)


def _entries(entries: Iterable[Entry], language: str, of: str, catalogues: Path | None) -> Iterable[Mapping[str, str]]:
    for entry in entries:
        tag = naming.chosen(entry, language)
        t = naming.words(tag, catalogues)
        folder = entry.name if of else entry.path
        yield {
            "language": tag,
            "id": naming.identity(entry.repository, entry.name, tag),
            "title": titled(t, entry.title, entry.name, naming.day(entry)),
            "published": _moment(entry.end),
            "updated": _moment(entry.as_of),
            "href": f"{folder}/{naming.page(entry, tag)}",
            "summary": " — ".join(filter(None, (naming.told(entry, language), naming.numbers(entry, t)))),
        }


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"
