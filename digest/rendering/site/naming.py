"""How a report is called on the site: its day, its address, its languages, its identity in a feed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from digest.errors import SettingsError
from digest.model import ListName
from digest.rendering import moments
from digest.rendering.catalogue import REFERENCE, Catalogue, load
from digest.rendering.index import Entry
from digest.window import zone


@dataclass(frozen=True)
class Language:
    """A language that a report has, by its own name, and where the report lies in it."""

    tag: str
    name: str
    href: str


@lru_cache(maxsize=64)
def words(language: str, catalogues: Path | None = None) -> Catalogue:
    """The words of the site in that language; those of the reference for one whose catalogue is not here."""
    try:
        return load(language, catalogues)
    except SettingsError:
        return Catalogue(language=language, messages=load(REFERENCE).messages)


def day(entry: Entry) -> str:
    """What a report is of, as people say it: its day, week or month, or both ends of a window that is none of them."""
    if entry.kind or len(entry.name) == len("2026-03-03"):
        return entry.name
    local = zone(entry.timezone)
    return f"{moments.full(entry.start, local)} ~ {moments.full(entry.end, local)}"


def page(entry: Entry, language: str) -> str:
    """The page's file in the report's folder: in that language, if the report has it, else in its first."""
    return f"report.{chosen(entry, language)}.html"


def chosen(entry: Entry, language: str) -> str:
    return language if language in entry.languages or not entry.languages else entry.languages[0]


def languages(entry: Entry, catalogues: Path | None, below: str = "") -> tuple[Language, ...]:
    """The report's languages; ``below`` leads to its folder."""
    return tuple(
        Language(tag, words(tag, catalogues)("site.language"), f"{below}{page(entry, tag)}") for tag in entry.languages
    )


def told(entry: Entry, language: str) -> str:
    """The day's first line."""
    return entry.first_line.get(chosen(entry, language), "")


def numbers(entry: Entry, t: Catalogue) -> str:
    """The five counts in a line."""
    return t("site.feed_line", **{str(name): entry.counts.get(name, 0) for name in ListName})


def identity(*parts: str) -> str:
    """A feed's name for something, the same for ever (https://www.rfc-editor.org/rfc/rfc4151)."""
    return "tag:vllm-digest,2026:" + "/".join(parts)


def first_language(entries: Sequence[Entry]) -> str:
    """The language of a list of reports: the first one of the newest report."""
    return next((entry.languages[0] for entry in entries if entry.languages), REFERENCE)


def tags(entries: Iterable[Entry]) -> tuple[str, ...]:
    """The languages that any of the reports has, in an order that does not depend on the newest one."""
    return tuple(sorted({tag for entry in entries for tag in entry.languages}))


def in_language(name: str, language: str, among: Sequence[str]) -> str:
    """A list's or a feed's file in a language: ``index.en.html`` where reports have several, else ``index.html``.

    Which files there are depends on the reports alone, so that whatever built the site before left none that nobody
    brings up to date.
    """
    stem, _, end = name.rpartition(".")
    return f"{stem}.{language}.{end}" if len(among) > 1 and language in among else name


def lists(among: Sequence[str], catalogues: Path | None) -> tuple[Language, ...]:
    """The list of reports that a page belongs to, in each language that there is; nothing where there is one."""
    if len(among) < 2:
        return ()
    return tuple(
        Language(tag, words(tag, catalogues)("site.language"), in_language("index.html", tag, among)) for tag in among
    )
