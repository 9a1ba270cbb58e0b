"""The layout of published reports in a folder or a bucket, and the files beside them that are made from a listing.

OWNER/NAME/WINDOW/report.LANGUAGE.md …      one report
OWNER/NAME/index.json                       all of them, newest first
OWNER/NAME/latest.json, OWNER/NAME/latest   the newest one: its entry, and the name of its folder alone
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping

from digest.rendering.index import Entry, Index

REPORT = "report.json"
INDEX = "index.json"

_TYPES = {
    ".md": "text/markdown; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".xml": "application/atom+xml; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
_LATEST_AGE = 300
_REPORT_AGE = 3600


def content_type(name: str) -> str:
    """All that is published is text in UTF-8, and says so: a browser that guesses shows Chinese as noise."""
    return next((kind for end, kind in _TYPES.items() if name.endswith(end)), "text/plain; charset=utf-8")


def cache_control(name: str) -> str:
    """A report changes when its window is published again, what points to the newest one every day."""
    is_report = name.count("/") > 2
    return f"public, max-age={_REPORT_AGE if is_report else _LATEST_AGE}"


def read_index(data: bytes | None) -> Index:
    """What a present ``index.json`` says. One that cannot be read counts as absent: it is made from the listing."""
    try:
        return Index.read(data) if data else Index()
    except ValueError:
        return Index()


def is_whole(names: Collection[str], languages: Iterable[str]) -> bool:
    """Whether a folder of a report with these files has the pages of all the languages, and what comes last."""
    return {REPORT, *(f"report.{language}{end}" for language in languages for end in (".md", ".html"))} <= {*names}


def unknown(index: Index, listed: Iterable[str], own: Entry) -> tuple[str, ...]:
    """Windows of which there is a report and no entry: another run's, or one whose index was lost."""
    return tuple(sorted(set(listed) - index.names - {own.name}))


def brought_up(index: Index, own: Entry, found: Mapping[str, bytes | None], listed: Iterable[str]) -> Index:
    """The index with the report's own entry and those of the reports that were ``found``, without what is gone."""
    names = {*listed} - {own.name}
    kept = [entry for entry in index.entries if entry.name in names and entry.repository == own.repository]
    return Index.of([*kept, *_entries(own.repository, found), own])


def _entries(repository: str, reports: Mapping[str, bytes | None]) -> Iterable[Entry]:
    """Of the reports that can be read. One that was copied here from elsewhere is none of the project's."""
    for name, data in reports.items():
        try:
            entry = Entry.of(data or b"")
        except ValueError:
            continue
        if entry.path == f"{repository}/{name}":
            yield entry


def latest(index: Index) -> Mapping[str, bytes]:
    """The files that point to the newest report: a day's, not a roll-up of it."""
    newest = index.newest
    entry = {"schema": 1, **newest.model_dump(mode="json"), "path": newest.path}
    return {
        "latest.json": json.dumps(entry, ensure_ascii=False, indent=2).encode() + b"\n",
        "latest": newest.name.encode() + b"\n",
    }


def alike(name: str, old: bytes | None, new: bytes) -> bool:
    """Whether a file that is there tells the same. What a run paid is no news: a re-run pays nothing."""
    if old == new or old is None or not name.endswith(REPORT):
        return old == new
    try:
        return _told(old) == _told(new)
    except (ValueError, AttributeError):
        return False


def _told(data: bytes) -> object:
    record = json.loads(data)
    narratives = [_unpaid(one) for one in record.get("narratives", ())]
    return _unpaid({**record, "narrative": _unpaid(record.get("narrative")), "narratives": narratives})


def _unpaid(part: object) -> object:
    return {key: value for key, value in part.items() if key != "usage"} if isinstance(part, dict) else part
