"""The pages of many reports, on two processes where there are many: one alone takes twenty seconds for a year."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from digest.errors import SettingsError
from digest.rendering.index import Entry
from digest.rendering.site.build import Look, Read, Report, is_due, report_pages
from digest.rendering.site.report import Place
from digest.state import write_atomically

MANY = 32
"""Reports from which on a second process is worth its start of half a second."""
BATCH = 8
"""Reports that are handed to a process at a time ..."""
AHEAD = 2
"""... and batches that the other one has at a time, so that it never waits for the next."""


@dataclass(frozen=True)
class Standing:
    """A report where it stands, with what its page needs to know."""

    entry: Entry
    place: Place
    told: Report


Batch = Sequence[Standing]


def keep(root: Path, path: str, data: bytes) -> Iterator[Path]:
    """Writes a file, whole or not at all, and gives its path, unless it is there with the same bytes.

    Raises SettingsError.
    """
    place = root / path
    try:
        if place.is_file() and place.read_bytes() == data:
            return
        write_atomically(place, data)
    except OSError as error:
        raise SettingsError(f"DIR: {place} cannot be written: {error.strerror or error}") from None
    yield place


def make(root: Path, reports: Iterable[Standing], look: Look) -> list[Path]:
    """Writes the pages that are not as they should be, and gives their paths. Raises SettingsError."""
    read = reader(root)
    due = [one for one in reports if is_due(one.entry, one.place, read, look, one.told)]
    batches = [due[at : at + BATCH] for at in range(0, len(due), BATCH)]
    if len(due) >= MANY:
        try:
            return _on_two(root, batches, look)
        except (BrokenExecutor, ImportError, OSError):
            pass  # Where no process can be started, or one was killed, this one makes all that is still due.
    return [path for batch in batches for path in _made(root, batch, look)]


def _on_two(root: Path, batches: Sequence[Batch], look: Look) -> list[Path]:
    """The other process takes batches from the front, some at a time, and this one from the end, until they meet.

    It is spawned, on every system: a copy of this one would have its locks and not the threads that free them.
    """
    left = deque(batches)
    written: list[Path] = []
    with ProcessPoolExecutor(1, get_context("spawn"), initializer=gc.freeze) as other:
        promised: list[Future[list[Path]]] = []
        while left:
            if sum(not one.done() for one in promised) < AHEAD:
                promised.append(other.submit(_made, root, left.popleft(), look))
            else:
                written += _made(root, left.pop(), look)
        return written + [path for one in promised for path in one.result()]


def _made(root: Path, batch: Batch, look: Look) -> list[Path]:
    """One batch, without the collector: a page is a hundred thousand objects that hold no cycles."""
    read = reader(root)
    gc.disable()
    try:
        pages = (page for one in batch for page in report_pages(one.entry, one.place, read, look, one.told))
        return [written for path, data in pages for written in keep(root, path, data)]
    finally:
        gc.enable()


def reader(root: Path) -> Read:
    """Reads files of the site that stands there. Raises SettingsError for one that cannot be read."""

    def read(path: str) -> bytes | None:
        try:
            return (root / path).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise SettingsError(f"DIR: {root / path} cannot be read: {error.strerror or error}") from None

    return read
