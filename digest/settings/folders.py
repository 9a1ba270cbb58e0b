"""Whether a folder can be written to: asked before a run asks anybody for anything."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from digest.errors import SettingsError
from digest.s3 import Location


def required_writable(option: str, root: Path | Location, below: Path = Path()) -> None:
    """Tries a file without a name in the nearest folder that there is. Raises SettingsError, naming the option.

    A bucket is not asked: what is wrong with one is told where it is used.
    """
    if isinstance(root, Location):
        return
    folder = root / below
    while not os.path.lexists(folder) and folder.parent != folder:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        told = f"{option}: {root} cannot be written to: {folder}: {error.strerror or error}; name another folder"
        raise SettingsError(told) from None
