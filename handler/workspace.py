"""The job's folder: it is mounted into the container, and belongs to the account that the runner's other steps have."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path


def is_inside(path: Path, folder: Path) -> bool:
    """Whether later steps can find the path; what lies elsewhere goes with the container."""
    return (folder / path).resolve().is_relative_to(folder.resolve())


def from_outside(path: Path, folder: Path) -> str:
    """How later steps call a path: below the folder, which has another name outside of the container."""
    return str((folder / path).resolve().relative_to(folder.resolve())) if is_inside(path, folder) else str(path)


def hand_over(written: Iterable[Path], folder: Path) -> None:
    """Gives what root wrote below these paths to whom the folder belongs, so that later steps may change it.

    Without that a runner of one's own could not even clean its workspace:
    https://github.com/actions/checkout/issues/211
    """
    owner = folder.stat()
    if os.geteuid() != 0 or owner.st_uid == 0:
        return
    for root in written:
        for path in _written(folder / root, folder):
            with suppress(OSError):
                if path.lstat().st_uid == 0:
                    os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _written(root: Path, folder: Path) -> Iterator[Path]:
    """What is at and below a path inside the folder, and the folders that lead there."""
    if not os.path.lexists(root) or not is_inside(root, folder):
        return
    leading = (parent for parent in root.parents if parent != folder and parent.is_relative_to(folder))
    below = (Path(at) / name for at, folders, files in os.walk(root) for name in (*folders, *files))
    yield from (root, *leading, *below)
