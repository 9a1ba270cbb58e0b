"""The files of a report on disk, below ``--out``."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from digest.errors import SettingsError
from digest.model import RepositoryName, Snapshot
from digest.progress import Progress, amount
from digest.settings.values import Settings
from digest.state import write_atomically
from digest.window import Window

RECORD = "report.json"


def folder_of(out: Path, repository: RepositoryName, window: Window) -> Path:
    """Where the files of a report lie."""
    return out / repository.owner / repository.name / window.name


async def kept(
    settings: Settings, snapshot: Snapshot, files: Mapping[str, bytes], progress: Progress
) -> tuple[Path, ...]:
    """Writes the files, each whole or not at all. Raises SettingsError where that cannot be."""
    folder = folder_of(settings.out, snapshot.repository, snapshot.window)
    progress.start("keep", len(files))
    for name, data in files.items():
        await asyncio.to_thread(write, folder / name, data)
        progress.advance("keep")
    progress.finish("keep", f"{amount(len(files), 'file')} in {folder}")
    return tuple(folder / name for name in files)


def write(path: Path, data: bytes) -> None:
    """The file, whole. Raises SettingsError where that cannot be."""
    try:
        write_atomically(path, data)
    except OSError as error:
        raise SettingsError(f"--out: {path} cannot be written: {error.strerror or error}") from None
