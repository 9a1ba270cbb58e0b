"""``snapshot.json``: a snapshot as a file, written by one run and given to another."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from digest.errors import SettingsError, UnreadableInput
from digest.model import RepositoryName, Snapshot


def snapshot_json(snapshot: Snapshot) -> bytes:
    """One line: two megabytes, indented, would be three."""
    return snapshot.model_dump_json(by_alias=True).encode() + b"\n"


def read_snapshot(path: Path) -> Snapshot:
    """The snapshot in a file. Raises UnreadableInput for anything else."""
    try:
        snapshot = Snapshot.model_validate_json(path.read_bytes())
        # It names a folder below --out.
        RepositoryName.parse(str(snapshot.repository))
    except OSError as error:
        raise UnreadableInput(f"--snapshot: {path} cannot be read: {error.strerror or error}") from None
    except ValidationError as error:
        raise UnreadableInput(f"--snapshot: {path} is no snapshot of this version: {_first(error)}") from None
    except SettingsError:
        raise UnreadableInput(f"--snapshot: {path} is of no repository that can be") from None
    return snapshot


def _first(error: ValidationError) -> str:
    """Where the first fault is, without the value: it may be anybody's text."""
    fault = error.errors(include_input=False, include_url=False)[0]
    place = ".".join(str(part) for part in fault["loc"])
    return f"{place}: {fault['msg']}" if place else str(fault["msg"])
