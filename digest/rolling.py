"""The report of a week or a month, out of the reports of its days. Nothing is fetched.

Its snapshot is made of theirs; from there on it goes the way of every report.
"""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path

from digest.deadline import Deadline
from digest.errors import SettingsError
from digest.keeping import folder_of
from digest.model import RollUp, Snapshot, Usage
from digest.outcome import Outcome
from digest.pipeline import gather_facts, report, with_known_languages
from digest.progress import Progress, amount
from digest.settings.credentials import Credentials
from digest.settings.folders import required_writable
from digest.settings.values import Settings
from digest.stored import stored

STAGE = "days"


async def rollup(settings: Settings, *, now: datetime, progress: Progress, deadline: Deadline) -> Outcome:
    """The report of the settings' span, by the days that are stored below ``out``. ``now`` says which are not over.

    Raises UnreadableInput where none of the days is there, and else as `digest.pipeline.run` does.
    """
    settings = with_known_languages(settings)
    settings.required_publishable()
    if settings.span is None:
        raise SettingsError("--week: name a week, like 2026-W10, or a --month, like 2026-03")
    snapshot = await asyncio.to_thread(stored, settings.out, settings.repository, settings.span, now)
    _tell(snapshot, progress)
    below = folder_of(Path(), snapshot.repository, snapshot.window)
    required_writable("--out", settings.out, below)
    if settings.uses_model:
        required_writable("--state", settings.state, below)
    # Whether everybody may see the repository is asked anew where that matters: what was stored may be old.
    seen_public = snapshot.sample and not snapshot.private
    gathered = await gather_facts(
        settings, snapshot, Credentials(settings.github), progress, spent_before=Usage(), seen_public=seen_public
    )
    return await report(gathered, progress=progress, deadline=deadline)


def _tell(snapshot: Snapshot, progress: Progress) -> None:
    told = snapshot.rollup or RollUp(days=())
    for missing in snapshot.degraded:
        progress.warn(missing.reason)
    for name in told.left_out:
        progress.warn(f"{name} is left out: it is no whole day, and would count things twice")
    progress.finish(STAGE, f"{len(told.counted)} of {amount(len(told.days), 'day')} counted")
