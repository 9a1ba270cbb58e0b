"""A report's page: its Markdown in the frame of the site, between the reports before and after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from markupsafe import Markup

from digest.model import ListName
from digest.rendering.index import Entry, Index
from digest.rendering.site import naming
from digest.rendering.site.article import Article, Part, article
from digest.rendering.site.charts import areas
from digest.rendering.site.shell import filled

Areas = Sequence[tuple[str, int]]


@dataclass(frozen=True)
class Neighbour:
    """The report before or after: its folder's name, its day, and the languages that it has."""

    name: str
    day: str
    languages: tuple[str, ...]


@dataclass(frozen=True)
class Place:
    """Where a report stands. One that stands alone, as a run writes it, leads nowhere."""

    home: bool = False
    languages: tuple[str, ...] = ()
    """Those of the project's reports: in each of them there is a list."""
    previous: Neighbour | None = None
    next: Neighbour | None = None


ALONE = Place()


def places(index: Index) -> dict[str, Place]:
    """The place of each report of a project, by its folder's name. A page changes when its entry or its place does.

    A day stands between days, a week between weeks.
    """
    tags = naming.tags(index.entries)
    found = {}
    for kind in dict.fromkeys(entry.kind for entry in index.entries):
        entries = index.of_kind(kind)
        for at, entry in enumerate(entries):
            newer = _neighbour(entries[at - 1]) if at else None
            older = _neighbour(entries[at + 1]) if at + 1 < len(entries) else None
            found[entry.name] = Place(home=True, languages=tags, previous=older, next=newer)
    return found


def _neighbour(entry: Entry) -> Neighbour:
    return Neighbour(entry.name, naming.day(entry), entry.languages)


@dataclass(frozen=True)
class Source:
    """What a page is made from: the report in Markdown, its repository's address, where its merged work went."""

    markdown: str
    repository_url: str
    areas: Areas = ()


def page(
    source: Source,
    entry: Entry,
    language: str,
    place: Place = ALONE,
    *,
    catalogues: Path | None = None,
    fingerprint: str = "",
) -> bytes:
    """The page ``report.LANGUAGE.html``. The same bytes for the same report in the same place."""
    t = naming.words(language, catalogues)
    told = article(source.markdown, t)
    name, _, day = told.title.rpartition(" - ")
    values = {
        "t": t,
        "title": told.title,
        "description": naming.told(entry, language),
        "heading": {"name": name or day, "day": day if name else ""},
        "entry": entry,
        "counts": {str(one): entry.counts.get(one, 0) for one in ListName},
        "article": _marked(told),
        "languages": naming.languages(entry, catalogues),
        "place": _linked(place, language),
        "repository_url": source.repository_url,
        "areas": areas(source.areas),
        "fingerprint": fingerprint,
    }
    return filled("report.html.j2", values)


def _linked(place: Place, language: str) -> dict[str, object]:
    return {
        "home": f"../{naming.in_language('index.html', language, place.languages)}" if place.home else "",
        "feed": f"../{naming.in_language('feed.xml', language, place.languages)}",
        "previous": _link(place.previous, language),
        "next": _link(place.next, language),
    }


def _link(one: Neighbour | None, language: str) -> dict[str, str] | None:
    if one is None:
        return None
    tag = language if language in one.languages or not one.languages else one.languages[0]
    return {"href": f"../{one.name}/report.{tag}.html", "label": one.day}


def _marked(told: Article) -> Article:
    """The same with its HTML marked as clean, so that the template does not escape it again."""
    return replace(
        told,
        window=_clean(told.window),
        notices=tuple(map(_clean, told.notices)),
        lead=_clean(told.lead),
        appendix=_clean(told.appendix),
        foot=_clean(told.foot),
        sections=_parts(told.sections),
        lists=_parts(told.lists),
    )


def _parts(parts: Iterable[Part]) -> tuple[Part, ...]:
    return tuple(replace(part, heading=_clean(part.heading), body=_clean(part.body)) for part in parts)


def _clean(text: str) -> Markup:
    return Markup(text)
