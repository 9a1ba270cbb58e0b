"""`verify`: any Markdown report held against snapshots, and how the outcome is told.

Exit status 0: nothing refuted; 1: something refuted; 2: the report, a snapshot or a setting cannot be read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from digest.errors import SettingsError, UnreadableInput

if TYPE_CHECKING:
    from digest.claims.foreign import Checked, Verification
    from digest.model import Snapshot

REFUTED = 1


def outcome(report: Path, given: Mapping[str, object], environ: Mapping[str, str], folder: Path) -> Verification:
    """What the data says of the report. Raises UsageError for what cannot be read."""
    from digest.claims.foreign import verify
    from digest.settings.find import settings

    snapshots = _snapshots(_paths(given, environ, folder))
    flags = {name: value for name, value in given.items() if name in ("config", "verbose")}
    quiet = {name: value for name, value in environ.items() if name == "VLLM_DIGEST_CONFIG"}
    subject = settings(flags, quiet, folder).subject(snapshots[0].repository)
    return verify(_text(folder / report), snapshots, subject.focus)


def _paths(given: Mapping[str, object], environ: Mapping[str, str], folder: Path) -> list[Path]:
    told = given.get("snapshot") or environ.get("VLLM_DIGEST_SNAPSHOT", "").splitlines()
    paths = [folder / str(one).strip() for one in told if str(one).strip()] if isinstance(told, list | tuple) else []
    if not paths:
        raise SettingsError("--snapshot: names no snapshot.json to hold the report against")
    return paths


def _snapshots(paths: Sequence[Path]) -> list[Snapshot]:
    from digest.snapshots import read_snapshot

    read = [read_snapshot(path) for path in paths]
    names = {str(snapshot.repository).casefold() for snapshot in read}
    if len(names) > 1:
        raise UnreadableInput(f"--snapshot: the files are of several repositories: {', '.join(sorted(names))}")
    return read


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnreadableInput(f"REPORT: {path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UnreadableInput(f"REPORT: {path} is no UTF-8 text") from None


def lines(verification: Verification, as_json: bool) -> Iterator[str]:
    """For people: a line for each statement that is not borne out, and totals. For programs: the contract's JSON."""
    if as_json:
        yield json.dumps(verification.model_dump(mode="json"), ensure_ascii=False, indent=2)
        return
    for claim in verification.claims:
        if claim.reasons:
            yield _line(claim)
    totals = ", ".join(f"{number} {verdict.value}" for verdict, number in verification.totals.items())
    yield f"{len(verification.claims)} claims: {totals}"


def _line(claim: Checked) -> str:
    why = "; ".join(f"{reason.kind.value}: {reason.detail}" for reason in claim.reasons)
    return f"{claim.line}: {claim.verdict.value}: {why} | {_short(claim.text)}"


_LONGEST = 100


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
