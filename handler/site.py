"""`site`: the pages of a folder of reports, written where their bytes changed.

Exit status 0: done. 1: something was passed over that should be a report. 2: the folder or a setting cannot be used.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from digest.errors import UnreadableInput, WindowError
from digest.window import zone

if TYPE_CHECKING:
    from digest.rendering.index import Entry, Index
    from digest.rendering.site.build import Look, Report

PASSED_OVER = 1


@dataclass
class Built:
    """What came of it: the files written, how many reports there are, and what was passed over."""

    root: Path
    written: list[Path] = field(default_factory=list)
    reports: int = 0
    warnings: list[str] = field(default_factory=list)


def build(root: Path, look: Look) -> Built:
    """Makes the site. Raises UnreadableInput for what is no folder, SettingsError where nothing can be written."""
    from digest.rendering.site.build import front, listing
    from handler.pages import keep

    if not root.is_dir():
        raise UnreadableInput(f"DIR: {root} is no folder; name the one that `run` writes to (--out)")
    built = Built(root)
    # What was imported is no garbage: left to it, each of the many collections would walk all of it again.
    gc.freeze()
    projects = []
    for folder in _projects(root, built):
        index, told = _read(root, folder, built)
        if index.entries:
            projects.append(index)
            built.written += _pages(root, index, told, look)
            for path, data in listing(index, told[index.entries[0].name].repository_url, look).items():
                built.written += keep(root, path, data)
    for path, data in front(projects, look).items():
        built.written += keep(root, path, data)
    return built


def lines(built: Built) -> Iterator[str]:
    """For stderr: what was passed over, and the sum."""
    for warning in built.warnings:
        yield f"warning: {warning}"
    yield f"{_n(built.reports, 'report')}: {_n(len(built.written), 'file')} written, the others are as they were"


def _n(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _projects(root: Path, built: Built) -> Iterator[Path]:
    """Folders ``OWNER/NAME`` in which something may be a report."""
    for owner in _folders(root, built):
        yield from _folders(owner, built)


def _folders(place: Path, built: Built) -> list[Path]:
    try:
        return sorted(path for path in place.iterdir() if path.is_dir() and not path.name.startswith("."))
    except OSError as error:
        built.warnings.append(f"{place} cannot be read: {error.strerror or error}")
        return []


def _read(root: Path, folder: Path, built: Built) -> tuple[Index, dict[str, Report]]:
    """A project's reports, and what their pages need beside that."""
    from digest.rendering.index import Index

    found = {}
    entries = []
    for place in _folders(folder, built):
        try:
            read = _report(root, place)
        except (OSError, ValueError, WindowError) as error:
            built.warnings.append(f"{place / 'report.json'} is passed over: {_why(error)}")
            continue
        if read:
            entries.append(read[0])
            found[read[0].name] = read[1]
    built.reports += len(entries)
    return Index.of(entries), found


def _why(error: Exception) -> str:
    return " ".join(str(error.strerror if isinstance(error, OSError) and error.strerror else error).split())


def _report(root: Path, place: Path) -> tuple[Entry, Report] | None:
    """The report in a folder; None where there is none. Raises ValueError or WindowError for a broken one."""
    from digest.rendering.index import Entry
    from digest.rendering.site.build import Report

    path = place / "report.json"
    if not path.is_file():
        return None
    data = json.loads(path.read_bytes())
    entry = Entry.of(data)
    # JSON can hold halves of characters, which no page and no index can: this raises ValueError for them.
    entry.model_dump_json()
    zone(entry.timezone)
    here = place.relative_to(root).as_posix()
    if entry.path != here:
        raise ValueError(f"it is the report {entry.path}, and lies at {here}")
    return entry.model_copy(update={"languages": _languages(entry, place)}), Report.of(data)


def _languages(entry: Entry, place: Path) -> tuple[str, ...]:
    """The languages in which it can be read, as the report names them; an older report does not."""
    there = {path.name.removeprefix("report.").removesuffix(".md") for path in place.glob("report.*.md")}
    return tuple(tag for tag in entry.languages if tag in there) or tuple(sorted(there))


def _pages(root: Path, index: Index, told: dict[str, Report], look: Look) -> list[Path]:
    from digest.rendering.site.report import places
    from handler.pages import Standing, make

    stand = places(index)
    return make(root, [Standing(one, stand[one.name], told[one.name]) for one in index.entries], look)


def known_language(given: object, catalogues: Path | None) -> str:
    """The language as its catalogue is called, nothing where none is given. Raises SettingsError for one without."""
    from digest.rendering.catalogue import load

    return load(str(given), catalogues).language if given else ""
