"""The whole site as paths and bytes, from indexes and a way to read reports: no folder, no store, no clock.

Whoever keeps a site writes `listing` and `front`, the pages that list reports, and the `report_pages` that are not as
they should be: a new report's own, and those of its neighbours.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from digest import __version__, templating
from digest.model import Value
from digest.rendering.index import Entry, Index
from digest.rendering.site import lists, naming, report
from digest.rendering.site.feed import feed
from digest.rendering.site.report import Place, Source

GITHUB = "https://github.com"

Read = Callable[[str], bytes | None]
"""Reads a file of the site by its path below the root; None where there is none."""


class Look(Value):
    """How a site is to be. ``language`` is that of its lists; nothing takes the newest report's first."""

    language: str = ""
    base_url: str = ""
    catalogues: Path | None = None


PLAIN = Look()


@dataclass(frozen=True)
class Report:
    """What a page needs of ``report.json`` beside its entry."""

    repository_url: str
    areas: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, report: bytes | Mapping[str, Any]) -> Report:
        """Of a ``report.json``, read or not, also of another version of this program. Raises ValueError."""
        told: Mapping[str, Any] = json.loads(report) if isinstance(report, bytes) else report
        try:
            return cls._of(told)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"this is no report.json: {type(error).__name__}") from None

    @classmethod
    def _of(cls, told: Mapping[str, Any]) -> Report:
        facts = told.get("facts") or {}
        shares = facts.get("activity", {}).get("areas", ())
        return cls(
            repository_url=facts.get("repository_url") or f"{GITHUB}/{told['repository']}",
            areas=tuple((str(one["login"]), int(one["count"])) for one in shares),
        )


def listing(index: Index, repository_url: str, look: Look = PLAIN) -> dict[str, bytes]:
    """The pages of a project beside its reports: ``index.json``, and ``index.html`` and a feed for each language."""
    if not index.entries:
        return {}
    repository = index.entries[0].repository
    files = {"index.json": index.json_bytes()}
    for html, xml, language in _faces(index.entries, look):
        files[html] = lists.project(index, language, repository_url, look.catalogues)
        files[xml] = feed(
            index.entries, language, of=repository, name=xml, base_url=look.base_url, catalogues=look.catalogues
        )
    return {f"{repository}/{name}": data for name, data in files.items()}


def front(projects: Iterable[Index], look: Look = PLAIN) -> dict[str, bytes]:
    """The pages of all projects: ``index.json``, and ``index.html`` and a feed for each language."""
    by_name = sorted((one for one in projects if one.entries), key=lambda one: one.entries[0].repository)
    shown = sorted(by_name, key=lambda one: one.entries[0].end, reverse=True)
    whole = Index.of(entry for one in shown for entry in one.entries)
    files = {"index.json": whole.json_bytes()}
    for html, xml, language in _faces(whole.entries, look):
        files[html] = lists.home(shown, language, look.catalogues)
        if whole.entries:
            files[xml] = feed(whole.entries, language, name=xml, base_url=look.base_url, catalogues=look.catalogues)
    return files


def _faces(entries: Sequence[Entry], look: Look) -> Iterator[tuple[str, str, str]]:
    """The list and the feed that one meets first, and those in each language where there are several."""
    yield "index.html", "feed.xml", look.language or naming.first_language(entries)
    tags = naming.tags(entries)
    for tag in tags if len(tags) > 1 else ():
        yield naming.in_language("index.html", tag, tags), naming.in_language("feed.xml", tag, tags), tag


def report_pages(
    entry: Entry, place: Place, read: Read, look: Look = PLAIN, told: Report | None = None
) -> Iterator[tuple[str, bytes]]:
    """The pages of one report that are not there yet as they should be, a language after the other.

    A page bears the fingerprint of all that it is made from, and one with the right fingerprint is not made again.
    ``told`` is read from the report where it is not given. Raises ValueError for a broken ``report.json``.
    """
    known = told or Report.of(read(f"{entry.path}/report.json") or b"")
    for language, markdown, mark in _due(entry, place, read, look, known):
        source = Source(markdown.decode("utf-8", "replace"), known.repository_url, known.areas)
        made = report.page(source, entry, language, place, catalogues=look.catalogues, fingerprint=mark)
        yield _path(entry, language), made


def is_due(entry: Entry, place: Place, read: Read, look: Look, told: Report) -> bool:
    """Whether `report_pages` would make any. It takes a hundredth of the time that making one does."""
    return any(True for _ in _due(entry, place, read, look, told))


def _due(entry: Entry, place: Place, read: Read, look: Look, told: Report) -> Iterator[tuple[str, bytes, str]]:
    """The languages whose page is not as it should be, with the Markdown and the fingerprint of what it should be."""
    for language in entry.languages:
        markdown = read(f"{entry.path}/report.{language}.md")
        if markdown is None:
            continue
        mark = _fingerprint(markdown, entry, place, told, language, look)
        if not _bears(read(_path(entry, language)), mark):
            yield language, markdown, mark


def _path(entry: Entry, language: str) -> str:
    return f"{entry.path}/report.{language}.html"


def _bears(page: bytes | None, mark: str) -> bool:
    return page is not None and f'<meta name="vllm-digest" content="{mark}">'.encode() in page[:_HEAD]


_HEAD = 2000
"""Bytes of a page within which its fingerprint stands."""


def _fingerprint(markdown: bytes, entry: Entry, place: Place, told: Report, language: str, look: Look) -> str:
    """Of everything that a page is made from, this program included."""
    words = _words(language, look.catalogues)
    parts = (_program(), entry.model_dump_json(), repr(place), repr(told), language, words)
    digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass"))
    digest.update(markdown)
    return digest.hexdigest()[:32]


@lru_cache(maxsize=64)
def _words(language: str, catalogues: Path | None) -> str:
    """Of all words of a language: hashed once, and not for each of a year's pages."""
    words = repr(naming.words(language, catalogues).messages)
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _program() -> str:
    """The version, and the texts that pages are made with."""
    here = sorted(Path(__file__).parent.glob("*.py"))
    texts = sorted((templating.folder() / "site").iterdir())
    digest = hashlib.sha256(__version__.encode())
    for path in (*here, *texts):
        digest.update(path.read_bytes())
    return digest.hexdigest()
