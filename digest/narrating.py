"""The narratives of a run: written by models, replayed from a recording, or none.

Answers of models are kept in the state one by one, as they come. So a run that was killed, and one that is started
again, asks for what is not there yet and for nothing else.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from digest.deadline import Deadline
from digest.facts.values import Facts
from digest.llm import ModelSettings, Recording, provider
from digest.model import Degradation, Snapshot
from digest.progress import Progress, Silence
from digest.settings import models
from digest.settings.values import Settings
from digest.state import Store, store
from digest.writing import Narrative, replay, replay_translation, translate, write

STAGE = "writing"
WRITING = 3
"""How much of a limit of cost the writing gets for each part that a translation gets, which takes far less.

The parts are fixed, so that a run which finds everything in the state plans what the run before it did.
"""

SPAN_LIMITS = {"max_calls": 8, "max_prompt_tokens": 30_000}
"""What the models of a roll-up may be asked, for all languages together: its days were written already."""

RECORDED = "zh-CN"
"""The language that the answers for the bundled sample were written in."""


async def narrate(
    settings: Settings, snapshot: Snapshot, facts: Facts, progress: Progress, deadline: Deadline
) -> tuple[Narrative, ...]:
    """The narratives of the languages in which there is one, in the order of the settings.

    The first language's is written, the others say the same. Raises nothing for a model that fails: what is missing
    stands in ``degraded``.
    """
    if settings.recording is not None:
        return await _replayed(settings.recording, settings.languages, snapshot, facts, progress)
    if not settings.uses_model:
        progress.finish(STAGE, "by code, without a model" if facts.sample else settings.why_no_model)
        return ()
    if not facts.is_empty and not deadline.left() and not provider.is_loaded():
        return (_unasked(settings.languages[0], progress),)
    faults = {} if facts.is_empty else await asyncio.to_thread(models.faults, settings)
    able = tuple(model for model in settings.models if model not in faults)
    narrator = _Narrator(settings, snapshot, facts, progress, deadline, able)
    if not able:
        reason = "; ".join(str(fault).removeprefix("--model: ") for fault in faults.values())
        return await narrator.kept(f"--model: {reason}")
    for fault in faults.values():
        progress.warn(f"{fault}; the other models are asked")
    return await narrator.all()


UNASKED = "no time was left to ask a model; give the run more"


def _unasked(language: str, progress: Progress) -> Narrative:
    """None, where the time that is left is not enough to look at what the state holds: that takes litellm."""
    progress.warn(UNASKED)
    progress.finish(STAGE, "by code, since no time is left")
    lacking = Degradation(stage=STAGE, reason=UNASKED, passing=True)
    return Narrative.silent(language).model_copy(update={"degraded": (lacking,)})


def is_usable(narrative: Narrative) -> bool:
    """Whether anything of it is published."""
    return any(one.is_published for one in narrative.judged)


async def _replayed(
    path: Path, languages: Sequence[str], snapshot: Snapshot, facts: Facts, progress: Progress
) -> tuple[Narrative, ...]:
    """By answers that were recorded for a language, else by those that translate what was written in another.

    Raises UnreadableInput for a file that holds no recording.
    """
    recording = await asyncio.to_thread(Recording.load, path)
    written = [await replay(facts, snapshot, language, recording) for language in dict.fromkeys((*languages, RECORDED))]
    told = {one.language: one for one in written if one.models}
    source = next(iter(told.values()), None)
    for language in languages:
        if source is not None and language not in told:
            said = await replay_translation(source, facts, snapshot, language, recording)
            told |= {language: said} if said.models else {}
    shown = tuple(told[language] for language in languages if language in told)
    progress.finish(STAGE, f"by recorded answers of {recording.by}" if shown else "by code, without a model")
    return shown


@dataclass(frozen=True)
class _Narrator:
    """``able`` are the models that can be asked."""

    settings: Settings
    snapshot: Snapshot
    facts: Facts
    progress: Progress
    deadline: Deadline
    able: tuple[str, ...]

    async def all(self) -> tuple[Narrative, ...]:
        first, *others = self.settings.languages
        written = await self._written(first)
        if not is_usable(written):
            return (written,)
        return (written, *[await self._translated(written, language) for language in others])

    async def kept(self, reason: str) -> tuple[Narrative, ...]:
        """What the state holds, where nobody can be asked for a ``reason``: no call has time before this deadline."""
        over = replace(self, able=self.settings.models, deadline=Deadline.after(0), progress=Silence())
        told = await over.all()
        self.progress.finish(STAGE, "from the state" if is_usable(told[0]) else "by code, since no model can be asked")
        lacking = (Degradation(stage=STAGE, reason=reason),)
        return tuple(one.model_copy(update={"degraded": lacking}) if one.degraded else one for one in told)

    async def _written(self, language: str) -> Narrative:
        return await write(
            self.facts,
            self.snapshot,
            language,
            self._models(WRITING),
            self.deadline,
            self.progress,
            store=self._store,
            refresh=self.settings.refresh,
        )

    async def _translated(self, told: Narrative, language: str) -> Narrative:
        return await translate(
            told,
            self.facts,
            self.snapshot,
            language,
            self._models(1),
            self.deadline,
            self.progress,
            store=self._store,
            refresh=self.settings.refresh,
        )

    @property
    def _store(self) -> Store:
        return store(self.settings.state)

    def _models(self, parts: int) -> ModelSettings:
        """Those that can be asked, for ``parts`` of the limit. Key and address are for the first of all alone."""
        settings = self.settings
        first = self.able[0] == settings.models[0]
        asked = ModelSettings(
            models=self.able,
            api_key=settings.api_key if first else None,
            api_base=settings.api_base if first else None,
            timeout=settings.model_timeout,
            max_cost=_share(settings.max_cost, parts, WRITING + len(settings.languages) - 1),
        )
        if self.facts.span is None:
            return asked
        return asked.model_copy(update=_limits_of_span(len(settings.languages), is_written=parts == WRITING))


def _limits_of_span(languages: int, *, is_written: bool) -> dict[str, int]:
    """The part of a roll-up's limits that the writing has, or each translation: the half of the writing's."""
    limits = {}
    for name, whole in SPAN_LIMITS.items():
        written = whole * 2 // (languages + 1)
        limits[name] = written if is_written else (whole - written) // (languages - 1)
    return limits


def _share(cost: float | None, parts: int, whole: int) -> float | None:
    """Some parts of the whole, down to the millionth of a dollar."""
    return cost if cost is None or parts == whole else math.floor(cost * parts / whole * 1e6) / 1e6
