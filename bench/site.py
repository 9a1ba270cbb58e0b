"""What the site of a year costs on this machine: every page made, none, and one day added."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from bench.process import Cost, cost
from tests.reports import LAST, write_days

REPORTS, SECONDS, MEGABYTES = 365, 10.0, 300


def rows() -> Iterator[tuple[str, str]]:
    """A year of reports as large as the sample's (209 list lines, 87 kB of Markdown), in one language and in two."""
    for languages in (("zh-CN",), ("zh-CN", "en")):
        yield from _rows(languages)


def _rows(languages: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    told = f"site in {' and '.join(languages)}"
    with tempfile.TemporaryDirectory() as there:
        folder = Path(there)
        _write(folder, REPORTS, languages)
        whole = cost("site", there)
        yield f"{told}, {REPORTS} reports: at most {SECONDS:.0f} s, {MEGABYTES} MB", f"{_kept(whole)}: {whole}"
        yield f"{told}, again, nothing changed", str(cost("site", there))
        _write(folder, 1, languages, LAST + timedelta(days=1))
        before = _written(folder)
        added = cost("site", there)
        changed = sorted(name for name, at in _written(folder).items() if before.get(name) != at)
        yield f"{told}, one day added", f"{added}; {len(changed)} files written"


def _write(folder: Path, days: int, languages: tuple[str, ...], last: date = LAST) -> None:
    """Without what the command that makes the sample says."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        write_days(folder, days, last, languages)


def _written(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def _kept(spent: Cost) -> str:
    return "kept" if spent.seconds <= SECONDS and spent.megabytes <= MEGABYTES else "NOT KEPT"
