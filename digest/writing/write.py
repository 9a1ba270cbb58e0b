"""Has a model write the sections, and keeps what the snapshot bears out.

A call for each of the hottest discussions, one for the trends and one for the summary, side by side. No call sees
what another one answered, so an instruction in a thread that a model obeys stays in that thread's part. A call that
fails costs its own part of the page only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from digest.claims import Claim, Judged, Section, Sources, judge_all, parse
from digest.deadline import NEVER, Deadline
from digest.errors import RemoteError
from digest.facts.values import Facts
from digest.llm import Client, ModelSettings
from digest.model import Degradation, Snapshot
from digest.progress import Progress, Silence
from digest.writing import answers, dossier, prompts
from digest.writing.answers import Written
from digest.writing.dossier import Dossier
from digest.writing.narrative import Narrative

STAGE = "writing"
MOST_DISCUSSIONS = 8
MOST_CLAIMS = {Section.SUMMARY: 6, Section.DISCUSSIONS: 8, Section.TRENDS: 5}
"""Of a section; of one thread in the discussions."""


async def write(
    facts: Facts,
    snapshot: Snapshot,
    language: str,
    models: ModelSettings | None,
    deadline: Deadline = NEVER,
    progress: Progress | None = None,
) -> Narrative:
    """The narrative in ``language``; an empty one where there are no models, or nothing happened.

    Raises nothing for a model that fails, a provider that is dead, or a deadline that passes: what is missing
    stands in ``degraded``.
    """
    if models is None or facts.is_empty:
        return Narrative.silent(language)
    async with Client(models, deadline) as client:
        sources = Sources.of(snapshot)
        writer = _Writer(facts, snapshot, sources, language, client, progress or Silence())
        parts = await writer.all()
        judged = judge_all(_claims(parts), sources)
        return Narrative(
            language=language,
            judged=judged,
            sources=_sources(judged, sources),
            models=client.used,
            prompt_version=prompts.version(),
            usage=client.usage,
            degraded=_degraded(parts),
        )


@dataclass(frozen=True)
class _Part:
    """What came of one call: its claims, or why there are none."""

    name: str
    claims: tuple[Claim, ...] = ()
    failure: str = ""
    was_asked: bool = True
    """False where there was nothing to write about."""


def _degraded(parts: tuple[_Part, ...]) -> tuple[Degradation, ...]:
    """One line where everything failed, else one for each part."""
    failed = [part for part in parts if part.failure]
    if failed and len(failed) == sum(part.was_asked for part in parts):
        return (Degradation(stage=STAGE, reason=failed[0].failure),)
    return tuple(Degradation(stage=STAGE, reason=f"{part.name}: {part.failure}") for part in failed)


@dataclass(frozen=True)
class _Writer:
    facts: Facts
    snapshot: Snapshot
    sources: Sources
    language: str
    client: Client
    progress: Progress

    async def all(self) -> tuple[_Part, ...]:
        """In the order of the page: summary, discussions, trends."""
        threads = self.facts.discussions[:MOST_DISCUSSIONS]
        self.progress.start(STAGE, len(threads) + 2)
        async with asyncio.TaskGroup() as group:
            debates = [group.create_task(self._discussion(thread.number)) for thread in threads]
            trends = group.create_task(self._part(Section.TRENDS, dossier.of_trends(self.facts, self.snapshot)))
            summary = group.create_task(self._part(Section.SUMMARY, dossier.of_summary(self.facts, self.snapshot)))
        parts = (summary.result(), *(debate.result() for debate in debates), trends.result())
        told = f"{len(_claims(parts))} claims by {', '.join(self.client.used) or 'no model'}"
        for missing in _degraded(parts):
            self.progress.warn(missing.reason)
        self.progress.finish(STAGE, told)
        return parts

    async def _discussion(self, number: int) -> _Part:
        shown = dossier.of_thread(self.facts, self.sources.items[number])
        return await self._part(Section.DISCUSSIONS, shown, about=number)

    async def _part(self, section: Section, shown: Dossier, about: int | None = None) -> _Part:
        name = section.value if about is None else f"discussion #{about}"
        try:
            return await self._asked(name, section, shown, about)
        except RemoteError as error:
            return _Part(name, failure=str(error))
        finally:
            self.progress.advance(STAGE)

    async def _asked(self, name: str, section: Section, shown: Dossier, about: int | None) -> _Part:
        if not shown.exhibits:
            return _Part(name, was_asked=False)
        turns = prompts.messages(section.value, self.facts, shown, self.language)
        answer = await self.client.ask(turns, Written)
        return _Part(name, answers.claims(answer.value, section, shown.ids, MOST_CLAIMS[section], about))


def _sources(judged: tuple[Judged, ...], sources: Sources) -> dict[str, str]:
    told = (one.claim for one in judged if one.is_published)
    cited = (evidence for claim in told for evidence in (*claim.evidence, *_quoted(claim)))
    return {evidence: sources.evidence[evidence].url for evidence in dict.fromkeys(cited)}


def _quoted(claim: Claim) -> tuple[str, ...]:
    return tuple(quote.evidence for quote in parse(claim.text).quotes)


def _claims(parts: Iterable[_Part]) -> tuple[Claim, ...]:
    return tuple(claim for part in parts for claim in part.claims)
