"""The site around published reports: their pages, the lists of them, the feeds. Made from what is there.

Several runs may do so at once, in any order. Whoever writes looks again afterwards, and goes on until what is there is
what the indexes say; so whoever writes last has seen all of it, without a lock and without conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from digest.errors import RemoteError
from digest.publishing import shelf
from digest.publishing.place import Change
from digest.rendering.index import Index
from digest.rendering.report import Report
from digest.rendering.site.build import Look, Read, front, listing, report_pages
from digest.rendering.site.build import Report as Told
from digest.rendering.site.report import places

TURNS = 20
"""How often a run writes what others have made out of date."""
PAGE = ".html"


class Ground(Protocol):
    """Where a site stands: files by their paths below its root."""

    def read(self, path: str) -> bytes | None: ...

    def write(self, path: str, data: bytes) -> None: ...

    def folders(self, path: str) -> Iterable[str]:
        """The names of the folders right below."""
        ...


def stored(report: Report) -> dict[str, bytes]:
    """The report's files that stand there as they are: a page is made anew, for its place among the others."""
    return {name: data for name, data in report.files.items() if not name.endswith(PAGE)}


def changes(ground: Ground, report: Report, index: Index, look: Look) -> list[Change]:
    """What `keep_up` would write when the project's index is this one. Pages are told by their size."""
    return [
        Change(name=path, old=None, new=data.decode()) for path, data in _differing(ground, report, index, look).items()
    ]


def keep_up(ground: Ground, report: Report, look: Look) -> None:
    """Brings the site up to the index that is there. Raises RemoteError when others go on changing it."""
    for _ in range(TURNS):
        index = shelf.read_index(ground.read(f"{report.repository}/{shelf.INDEX}"))
        differing = _differing(ground, report, index, look)
        if not differing:
            return
        for path, data in differing.items():
            ground.write(path, data)
    raise RemoteError(f"others changed the site around {report.repository} {TURNS} times meanwhile; run again")


def _differing(ground: Ground, report: Report, index: Index, look: Look) -> dict[str, bytes]:
    """The pages of the report and of its neighbours, and the lists, where they are not what they should be."""
    read = _with(report, ground)
    told = Told.of(report.files[shelf.REPORT])
    lists = listing(index, told.repository_url, look) | front([index, *_others(ground, report)], look)
    # Whoever publishes the report writes the index of its project, in turn with others.
    lists.pop(f"{report.repository}/{shelf.INDEX}", None)
    differing = {path: data for path, data in lists.items() if ground.read(path) != data}
    return {**dict(_pages(read, report, index, look)), **differing}


def _with(report: Report, ground: Ground) -> Read:
    """Reads as if the report were there already."""
    own = {f"{report.entry.path}/{name}": data for name, data in stored(report).items()}
    return lambda path: own.get(path) or ground.read(path)


def _pages(read: Read, report: Report, index: Index, look: Look) -> Iterator[tuple[str, bytes]]:
    """A neighbour that cannot be read keeps the page that it has."""
    alike = index.of_kind(report.entry.kind)
    names = [entry.name for entry in alike]
    at = names.index(report.entry.name) if report.entry.name in names else len(names)
    stand = places(index)
    for entry in alike[max(0, at - 1) : at + 2]:
        try:
            yield from report_pages(entry, stand[entry.name], read, look)
        except ValueError:
            continue


def _others(ground: Ground, report: Report) -> Iterator[Index]:
    """The indexes of the other projects."""
    for owner in ground.folders(""):
        for name in ground.folders(owner):
            if f"{owner}/{name}" != str(report.repository):
                yield shelf.read_index(ground.read(f"{owner}/{name}/{shelf.INDEX}"))
