"""Says the published claims of a narrative in another language, and keeps what still is borne out.

All claims go out in a few calls, and what fails the check in one more. A claim whose translation fails again is not
published in that language: what code says of its item stands there alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from digest.claims import Judged, Outcome, Section, Sources, judge_all, parse
from digest.deadline import NEVER, Deadline
from digest.errors import RemoteError
from digest.facts.values import Facts
from digest.llm import Asks, Cache, Client, Estimate, ModelSettings, Need, NotRecorded, Question, Recorded, Recording
from digest.model import Degradation, Snapshot
from digest.progress import Progress, Silence
from digest.state import Store
from digest.writing import prompts
from digest.writing.faithful import judge_translation, unanswered
from digest.writing.narrative import Estimated, Narrative
from digest.writing.texts import FRAME, Order, Sent, Translated, numbered, split

STAGE = "writing"
MOST_REPAIRED = 24
"""Claims that the repair may hold."""
ORDER = (Section.SUMMARY, Section.FOCUS, Section.DISCUSSIONS, Section.CHANGES, Section.WATCH, Section.TRENDS)
"""Under a limit of cost the last sections are left to code first."""


async def translate(
    narrative: Narrative,
    facts: Facts,
    snapshot: Snapshot,
    language: str,
    models: ModelSettings | None,
    deadline: Deadline = NEVER,
    progress: Progress | None = None,
    *,
    store: Store | None = None,
    refresh: bool = False,
) -> Narrative:
    """The narrative in ``language``; an empty one where there are no models, or nothing was published.

    The limits of ``models`` hold for this language alone, so a ``max_cost`` is what the languages before it have
    left. Answers are kept in ``store``, and not asked for again unless ``refresh``. Raises nothing for a model that
    fails or a deadline that passes: what is missing stands in ``degraded``.
    """
    if models is None or not any(one.is_published for one in narrative.judged):
        return Narrative.silent(language)
    async with Client(models, deadline, Cache(store, refresh) if store else None) as client:
        return await translate_by(narrative, facts, snapshot, language, client, progress, models.max_cost)


async def replay_translation(
    narrative: Narrative,
    facts: Facts,
    snapshot: Snapshot,
    language: str,
    recording: Recording,
    progress: Progress | None = None,
) -> Narrative:
    """The narrative in ``language`` by answers that were recorded: no network. What was not recorded is left out."""
    told = await translate_by(narrative, facts, snapshot, language, Recorded(recording), progress)
    return told.model_copy(update={"recorded": True})


async def translate_by(
    narrative: Narrative,
    facts: Facts,
    snapshot: Snapshot,
    language: str,
    asked: Asks,
    progress: Progress | None = None,
    max_cost: float | None = None,
) -> Narrative:
    """The narrative in ``language`` by whoever is ``asked``."""
    sources = await asyncio.to_thread(Sources.of, snapshot)
    translator = _Translator(facts, sources, narrative.language, language, asked, progress or Silence())
    texts = tuple(numbered(narrative, facts, sources))
    batches, estimate, cut = await translator.planned(texts, max_cost)
    translator.progress.finish(STAGE, str(estimate))
    drafts, failures = await translator.all(batches)
    judged = await asyncio.to_thread(_settled, drafts, sources)
    degraded = tuple(
        Degradation(stage=STAGE, reason=f"translation into {language}: {why}", passing=why.passing)
        for why in (*cut, *failures)
    )
    translator.tell(judged, degraded)
    return Narrative(
        language=language,
        judged=judged,
        sources=_sources(judged, narrative),
        models=asked.used,
        prompt_version=prompts.version(),
        usage=asked.usage,
        degraded=degraded,
        estimate=Estimated(
            calls=estimate.calls,
            prompt_tokens=estimate.prompt,
            completion_tokens=estimate.completion,
            cost_usd=estimate.cost,
        ),
    )


@dataclass(frozen=True)
class _Draft:
    """A text, and what was said for it; nothing where the answer left it out."""

    text: Sent
    judged: Judged
    said: str = ""

    @property
    def failures(self) -> tuple[str, ...]:
        """What the repair is told."""
        said = (f"was: {self.said}",) if self.said else ()
        return (*said, *(f"did not pass: {one.kind}: {one.detail}" for one in self.judged.reasons))


@dataclass(frozen=True)
class _Lacking:
    """Why a part is missing, and whether that may be over in a while."""

    reason: str
    passing: bool = False

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True)
class _Translator:
    facts: Facts
    sources: Sources
    source: str
    language: str
    asked: Asks
    progress: Progress

    async def planned(
        self, texts: tuple[Sent, ...], max_cost: float | None
    ) -> tuple[list[tuple[Sent, ...]], Estimate, tuple[_Lacking, ...]]:
        """The calls of as many sections as the limit of cost allows, before the first is made; and what it cut."""
        told = [section for section in ORDER if any(one.claim.section is section for one in texts)]
        estimate, limit = Estimate(0, 0, 0, 0.0), f"--max-cost: {max_cost} USD is"
        for most in range(len(told), 0, -1):
            batches = split([one for one in texts if one.claim.section in told[:most]])
            estimate = await self.asked.estimate(self._questions(batches))
            if not self._has_room(estimate):
                limit = "the limits of calls and tokens are"
            elif max_cost is None or estimate.cost is None or estimate.cost <= max_cost:
                left = f"{limit} not enough for {', '.join(told[most:])}"
                return batches, estimate, () if most == len(told) else (_Lacking(left),)
        return [], estimate, (_Lacking(f"{limit} not enough for a single call"),)

    def _has_room(self, estimate: Estimate) -> bool:
        free = self.asked.free
        return estimate.calls <= free.calls and estimate.prompt <= free.prompt

    async def all(self, batches: list[tuple[Sent, ...]]) -> tuple[tuple[_Draft, ...], tuple[_Lacking, ...]]:
        """What became of the texts whose calls were answered, and why the other calls were not."""
        questions = self._questions(batches)
        await self.asked.hold(questions)
        spare = self.asked.free
        self.progress.start(STAGE, len(batches))
        async with asyncio.TaskGroup() as group:
            made = [group.create_task(self._part(*pair)) for pair in zip(questions, batches, strict=True)]
        parts = [one.result() for one in made]
        drafts = tuple(draft for part in parts if not isinstance(part, _Lacking) for draft in part)
        failures = tuple(dict.fromkeys(part for part in parts if isinstance(part, _Lacking)))
        return await self._repaired(drafts, spare), failures

    async def _part(self, question: Question, texts: tuple[Sent, ...]) -> tuple[_Draft, ...] | _Lacking:
        """The drafts of a call, or why it failed."""
        try:
            answer = await self.asked.ask(question, Translated)
            return await asyncio.to_thread(self._drafts, texts, answer.value.by_number)
        except NotRecorded:
            return ()
        except RemoteError as error:
            return _Lacking(str(error), error.passing)
        finally:
            self.progress.advance(STAGE)

    def _drafts(self, texts: Iterable[Sent], said: Mapping[int, str]) -> tuple[_Draft, ...]:
        return tuple(self._draft(text, said.get(text.number, "")) for text in texts)

    def _draft(self, text: Sent, said: str) -> _Draft:
        if not said:
            return _Draft(text, unanswered(text.claim))
        return _Draft(text, judge_translation(text.claim, text.opaque, said, self.language, self.sources), said)

    async def _repaired(self, drafts: tuple[_Draft, ...], spare: Need) -> tuple[_Draft, ...]:
        """The drafts, with those that failed translated once more. A repair that fails leaves them as they were."""
        failed = self._with_room([one for one in drafts if not one.judged.is_published])
        if not failed:
            return drafts
        texts = tuple(one.text for one in failed)
        order = self._order(texts, {one.text.number: one.failures for one in failed})
        question = order.question("repair")
        if not await self._may_repair(question, spare):
            return drafts
        again = await self._part(question, texts)
        answered = () if isinstance(again, _Lacking) else again
        good = {one.text.number: _mended(one) for one in answered if one.judged.is_published}
        return tuple(good.get(one.text.number, one) for one in drafts)

    async def _may_repair(self, question: Question, spare: Need) -> bool:
        """Of a roll-up, whose limits are tight: by what they leave beside what was planned, so in a re-run too."""
        if self.facts.span is None:
            return True
        need = await self.asked.estimate([question])
        return need.calls <= spare.calls and need.prompt <= spare.prompt

    def _with_room(self, failed: list[_Draft]) -> list[_Draft]:
        """As many of them as the limits of the run leave room for."""
        free = self.asked.free
        left = free.completion if free.calls else 0
        kept: list[_Draft] = []
        for one in failed[:MOST_REPAIRED]:
            left -= one.text.answer
            if left < 0:
                break
            kept.append(one)
        return kept

    def _questions(self, batches: list[tuple[Sent, ...]]) -> list[Question]:
        longest = sum(one.answer for batch in batches for one in batch)
        room = self.asked.free.completion - FRAME * len(batches)
        share = min(1.0, room / longest) if longest else 1.0
        return [self._order(batch, share=share).question(str(place)) for place, batch in enumerate(batches, 1)]

    def _order(
        self, texts: tuple[Sent, ...], failures: Mapping[int, tuple[str, ...]] | None = None, share: float = 1.0
    ) -> Order:
        return Order(self.facts.repository, self.source, self.language, texts, failures or {}, share)

    def tell(self, judged: Sequence[Judged], degraded: Iterable[Degradation]) -> None:
        for missing in degraded:
            self.progress.warn(missing.reason)
        spent = self.asked.usage
        kept = sum(one.is_published for one in judged)
        self.progress.finish(
            STAGE,
            f"{kept} of {len(judged)} claims translated into {self.language} by "
            f"{', '.join(self.asked.used) or 'no model'}; {spent.llm_calls} calls, "
            f"{spent.prompt_tokens} + {spent.completion_tokens} tokens",
        )


def _mended(draft: _Draft) -> _Draft:
    return replace(draft, judged=draft.judged.model_copy(update={"outcome": Outcome.REPAIRED}))


def _settled(drafts: Sequence[_Draft], sources: Sources) -> tuple[Judged, ...]:
    """What becomes of all claims. They are judged once more side by side, so that the page says nothing twice."""
    good = [one for one in drafts if one.judged.is_published]
    final = judge_all((one.judged.claim for one in good), sources)
    twice = {one.text.number: judged for one, judged in zip(good, final, strict=True) if not judged.is_published}
    return tuple(twice.get(one.text.number, one.judged) for one in drafts)


def _sources(judged: Iterable[Judged], narrative: Narrative) -> dict[str, str]:
    told = [one.claim for one in judged if one.is_published]
    cited = {evidence for claim in told for evidence in claim.evidence}
    cited |= {quote.evidence for claim in told for quote in parse(claim.text).quotes}
    return {evidence: url for evidence, url in narrative.sources.items() if evidence in cited}
