"""Has a model write the sections, and keeps what the snapshot bears out.

All calls but the summary's run side by side; what fails the check is written once more, with the reasons. The
summary comes last, from what code found and from the sentences that passed, so that an order which is hidden in a
thread and obeyed stays in that thread's part. A call that fails costs its own part of the page only.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from digest.claims import Claim, Judged, Section, Sources, parse
from digest.deadline import NEVER, Deadline
from digest.errors import RemoteError
from digest.facts.values import Facts
from digest.llm import (
    Asks,
    Cache,
    Client,
    Estimate,
    Message,
    ModelSettings,
    Need,
    NotRecorded,
    Question,
    Recorded,
    Recording,
)
from digest.model import Degradation, Snapshot
from digest.progress import Progress, Silence, dollars
from digest.state import Store
from digest.writing import answers, draft, plan, prompts, summary
from digest.writing.answers import Repaired, Written
from digest.writing.dossier import Dossier, numbered
from digest.writing.draft import Draft
from digest.writing.limits import MOST
from digest.writing.material import Material
from digest.writing.narrative import Estimated, Narrative
from digest.writing.plan import BRIEF, Scale, Task

STAGE = "writing"
REPAIR = {Section.DISCUSSIONS: 6_000, Section.FOCUS: 4_500}
LEAST_REPAIR = 3_400
"""Tokens of the longest prompt of a repair: a claim on people is written again from all that was said."""
MOST_SILENT = 3
"""Threads that are asked about once more because an answer left them out."""
MOST_REPAIRED = 8
"""Claims that one repair may hold."""


async def write(
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
    """The narrative in ``language``; an empty one where there are no models, or nothing happened.

    What models answer is kept in ``store``, and not asked again unless ``refresh``. Raises nothing for a model
    that fails, a provider that is dead, or a deadline that passes: what is missing stands in ``degraded``.
    """
    if models is None or facts.is_empty:
        return Narrative.silent(language)
    async with Client(models, deadline, Cache(store, refresh) if store else None) as client:
        return await compose(facts, snapshot, language, client, progress, models.max_cost)


async def replay(
    facts: Facts, snapshot: Snapshot, language: str, recording: Recording, progress: Progress | None = None
) -> Narrative:
    """The narrative by answers that were recorded: no network. What was not recorded is left to code."""
    told = await compose(facts, snapshot, language, Recorded(recording), progress)
    return told.model_copy(update={"recorded": True})


async def compose(
    facts: Facts,
    snapshot: Snapshot,
    language: str,
    asked: Asks,
    progress: Progress | None = None,
    max_cost: float | None = None,
) -> Narrative:
    """The narrative by whoever is ``asked``."""
    sources = await asyncio.to_thread(Sources.of, snapshot)
    writer = _Writer(Material(facts, sources), language, asked, progress or Silence())
    estimate, parts, cut = await writer.all(max_cost)
    drafts = [one for part in _in_order(parts) for one in part.drafts]
    judged, left_out = await asyncio.to_thread(draft.settled, drafts, sources, prompts.is_chinese(language))
    return Narrative(
        language=language,
        judged=_by_page(judged),
        sources=_sources(judged, sources),
        models=asked.used,
        prompt_version=prompts.version(),
        usage=asked.usage,
        worth=asked.worth,
        degraded=(*cut, *_degraded(parts)),
        left_out=left_out,
        estimate=_told(estimate),
    )


@dataclass(frozen=True)
class _Part:
    """What came of one call: its claims, or why there are none."""

    name: str
    section: Section
    drafts: tuple[Draft, ...] = ()
    failure: str = ""
    is_passing: bool = False
    dossier: Dossier = field(default_factory=Dossier)


def _in_order(parts: Iterable[_Part]) -> list[_Part]:
    """The summary last: where it says what another section says, it is the one that repeats it."""
    return sorted(parts, key=lambda part: plan.ORDER.index(part.section))


def _by_page(judged: Iterable[Judged]) -> tuple[Judged, ...]:
    order = list(Section)
    return tuple(sorted(judged, key=lambda one: order.index(one.claim.section)))


def _told(estimate: Estimate) -> Estimated:
    return Estimated(
        calls=estimate.calls,
        prompt_tokens=estimate.prompt,
        completion_tokens=estimate.completion,
        cost_usd=estimate.cost,
    )


def _degraded(parts: tuple[_Part, ...]) -> tuple[Degradation, ...]:
    """One line where everything failed, else one for each part."""
    failed = [part for part in parts if part.failure]
    if failed and len(failed) == len(parts):
        passing = any(part.is_passing for part in failed)
        return (Degradation(stage=STAGE, reason=failed[0].failure, passing=passing),)
    return tuple(
        Degradation(stage=STAGE, reason=f"{part.name}: {part.failure}", passing=part.is_passing) for part in failed
    )


Rest = Callable[[Claim], Claim]
"""Gives a claim what it rests on, where its writer was not shown that."""


def _as_told(claim: Claim) -> Claim:
    return claim


@dataclass(frozen=True)
class _Writer:
    material: Material
    language: str
    asked: Asks
    progress: Progress
    repairs: tuple[Section, ...] | None = None
    """Of a brief plan: the sections that may be repaired. Without one it depends on what is left of the limits."""

    async def all(self, max_cost: float | None) -> tuple[Estimate, tuple[_Part, ...], tuple[Degradation, ...]]:
        """The parts of the page, in the order of `plan.ORDER`; and what a limit of cost took away."""
        scale, tasks, estimate, is_whole = await self._planned(max_cost)
        if scale is None:
            reason = f"--max-cost: {max_cost} USD is not enough for a single call"
            return estimate, (), (Degradation(stage=STAGE, reason=reason),)
        cut = () if is_whole else (_cut(scale, max_cost),)
        self.progress.finish(STAGE, str(estimate))
        free = self.asked.free
        await self.asked.hold([self._question(task) for task in tasks])
        writer = await self._with_repairs(tasks, free) if scale.brief else self
        parts = await writer._written(scale, tasks)
        self._tell(parts, cut)
        return estimate, parts, cut

    async def _written(self, scale: Scale, tasks: tuple[Task, ...]) -> tuple[_Part, ...]:
        """The calls themselves, of all sections side by side; the summary's comes last."""
        self.progress.start(STAGE, len(tasks))
        sections = [section for section in scale.sections if section is not Section.SUMMARY]
        async with asyncio.TaskGroup() as group:
            made = [group.create_task(self._section(section, tasks)) for section in sections]
        parts = tuple(part for one in made for part in one.result())
        if Section.SUMMARY in scale.sections:
            parts = (*parts, *await self._summary(scale, parts))
        return parts

    async def _planned(self, max_cost: float | None) -> tuple[Scale | None, tuple[Task, ...], Estimate, bool]:
        """The largest scale within the limits, before the first call is made; and whether cost made it no smaller."""
        is_whole, estimate = True, Estimate(0, 0, 0, 0.0)
        for scale in plan.scales(self.material.facts):
            planned = await asyncio.to_thread(plan.tasks, self.material, scale)
            tasks = (*planned, *self._foreseen(scale))
            if scale.brief and not self._has_room(tasks):
                continue
            estimate = await self.asked.estimate([self._question(task) for task in tasks])
            if max_cost is None or estimate.cost is None or estimate.cost <= max_cost:
                return scale, tasks, estimate, is_whole
            is_whole = False
        return None, (), estimate, False

    def _has_room(self, tasks: Sequence[Task]) -> bool:
        """Whether the limits of calls and tokens hold for all of them together."""
        free = self.asked.free
        prompt, answers = sum(task.prompt for task in tasks), sum(task.answer for task in tasks)
        return len(tasks) <= free.calls and prompt <= free.prompt and answers <= free.completion

    def _foreseen(self, scale: Scale) -> tuple[Task, ...]:
        """The summary, before it is known what it will be made of."""
        if Section.SUMMARY not in scale.sections:
            return ()
        prompt = plan.room(Section.SUMMARY, scale)
        return (Task(Section.SUMMARY, Section.SUMMARY.value, Dossier(), MOST[Section.SUMMARY], prompt),)

    async def _with_repairs(self, tasks: Sequence[Task], limits: Need) -> _Writer:
        """Sets room aside for the repairs that a brief plan has, and knows of no others."""
        chosen = plan.repairs(tasks, limits.calls, limits.prompt, LEAST_REPAIR)
        await self.asked.hold([self._repair(section, Dossier(), (), LEAST_REPAIR) for section in chosen])
        return replace(self, repairs=chosen)

    async def _section(self, section: Section, tasks: Iterable[Task]) -> list[_Part]:
        """The calls of a section, and one repair of what failed in all of them."""
        parts = await self._side_by_side([task for task in tasks if task.section is section])
        if section is Section.DISCUSSIONS and self.repairs is None:
            parts += await self._silent(parts)
        return await self._repaired(parts)

    async def _side_by_side(self, tasks: Iterable[Task]) -> list[_Part]:
        async with asyncio.TaskGroup() as group:
            asked = [group.create_task(self._part(task)) for task in tasks]
        return [one.result() for one in asked]

    async def _silent(self, parts: Iterable[_Part]) -> list[_Part]:
        """Threads of which an answer said nothing usable, asked about once more on their own, as the limits allow.

        The window may have been too small for all of them, the model too weak, or one thread too loud.
        """
        answered = [part for part in parts if not part.failure and len(part.dossier.exhibits) > 1]
        told = {one.claim.about for part in answered for one in part.drafts if one.is_good}
        asked = (one for part in answered for one in part.dossier.exhibits if BRIEF not in one.why)
        silent = [one for one in asked if one.told.number not in told]
        free = self.asked.free
        tasks = [plan.alone(exhibit) for exhibit in silent]
        room = min(free.calls - 1, free.prompt // plan.ALONE, free.completion // plan.alone_answer())
        again = await self._side_by_side(tasks[: max(0, min(room, MOST_SILENT))])
        # What they would have added is no fault of the run.
        return [part for part in again if not part.failure]

    async def _summary(self, scale: Scale, parts: Iterable[_Part]) -> list[_Part]:
        kept = [one.claim for part in parts for one in part.drafts if one.is_good]
        dossier = summary.dossier(self.material, kept)
        if not dossier.exhibits:
            return []
        prompt = plan.room(Section.SUMMARY, scale)
        task = Task(Section.SUMMARY, Section.SUMMARY.value, dossier, MOST[Section.SUMMARY], prompt)
        resting = summary.Resting.on(self.material, kept)
        return await self._repaired([await self._part(task, resting)], resting)

    async def _part(self, task: Task, rest: Rest = _as_told) -> _Part:
        try:
            answer = await self.asked.ask(self._question(task), Written)
            most = task.most + task.names + task.most // 3
            claims = answers.claims(answer.value, task.section, task.dossier, most)
            drafts = await asyncio.to_thread(draft.drafted, map(rest, claims), self.material.sources)
            return _Part(task.name, task.section, drafts, dossier=task.dossier)
        except NotRecorded:
            return _Part(task.name, task.section)
        except RemoteError as error:
            return _Part(task.name, task.section, failure=str(error), is_passing=error.passing)
        finally:
            self.progress.advance(STAGE)

    def _question(self, task: Task) -> Question:
        def render(dossier: Dossier) -> tuple[Message, ...]:
            facts, name = self.material.facts, task.section.value
            return prompts.messages(name, task.section, facts, dossier, self.language, most=task.most, names=task.names)

        return Question(
            name=task.name,
            prompt=prompts.fitted(render, task.dossier),
            most=task.prompt,
            answer=task.answer,
            key=f"{task.section}/{self.language}/{task.dossier.content}",
            version=prompts.version(),
            choices=answers.choices(task.section, task.dossier),
            expected=0 if task.dossier.exhibits else task.prompt,
        )

    async def _repaired(self, parts: list[_Part], rest: Rest = _as_told) -> list[_Part]:
        """The parts of a section, with what failed written once more. A repair that fails leaves them as they were."""
        drafts = [one for part in parts for one in part.drafts]
        room = self._room_for(parts[0].section) if parts else 0
        if room < 1 or all(one.is_good for one in drafts):
            return parts
        shown = _evidence_of(drafts, [part.dossier for part in parts])
        failed = draft.failures(drafts, min(MOST_REPAIRED, room), shown.ids)
        try:
            longest = _longest_repair(parts[0].section) if self.repairs is None else LEAST_REPAIR
            answer = await self.asked.ask(self._repair(parts[0].section, shown, failed, longest), Repaired)
        except RemoteError:
            return parts
        sources = self.material.sources
        mended = await asyncio.to_thread(draft.repaired, drafts, failed, answer.value, shown.ids, sources, rest)
        return [replace(parts[0], drafts=mended), *(replace(part, drafts=()) for part in parts[1:])]

    def _room_for(self, section: Section) -> int:
        """How many claims may be written again with what is left of the run's limits."""
        if self.repairs is not None:
            return MOST_REPAIRED if section in self.repairs else 0
        free = self.asked.free
        if free.calls < 1 or free.prompt < _longest_repair(section):
            return 0
        return (free.completion - 60) // plan.CLAIM[section]

    def _repair(self, section: Section, shown: Dossier, failed: tuple[draft.Failure, ...], longest: int) -> Question:
        def render(dossier: Dossier) -> tuple[Message, ...]:
            fence = hashlib.sha256(f"{shown.fence} {draft.content(failed)}".encode()).hexdigest()[:20]
            facts = self.material.facts
            return prompts.messages("repair", section, facts, dossier, self.language, failures=failed, fence=fence)

        return Question(
            name=f"{section}, repair",
            prompt=prompts.fitted(render, shown),
            most=longest,
            answer=60 + plan.CLAIM[section] * len(failed),
            key=f"{section}/repair/{self.language}/{draft.content(failed)}",
            version=prompts.version(),
            choices=answers.repair_choices(tuple(one.name for one in failed), shown),
        )

    def _tell(self, parts: tuple[_Part, ...], cut: tuple[Degradation, ...]) -> None:
        for missing in (*cut, *_degraded(parts)):
            self.progress.warn(missing.reason)
        claims = sum(len(part.drafts) for part in parts)
        spent = self.asked.usage
        self.progress.finish(
            STAGE,
            f"{claims} claims by {', '.join(self.asked.used) or 'no model'}; {spent.llm_calls} calls, "
            f"{spent.prompt_tokens} + {spent.completion_tokens} tokens, {dollars(spent.cost_usd)}",
        )


def _longest_repair(section: Section) -> int:
    return REPAIR.get(section, LEAST_REPAIR)


def _cut(scale: Scale, max_cost: float | None) -> Degradation:
    return Degradation(stage=STAGE, reason=f"--max-cost: {max_cost} USD is enough for {scale}")


def _evidence_of(drafts: Iterable[Draft], dossiers: Iterable[Dossier]) -> Dossier:
    """The items of the claims that failed, and of what was said in them that first which the claims rest on."""
    failed = [one.claim for one in drafts if not one.is_good]
    wanted = {number for claim in failed for number in (claim.about, *parse(claim.text).items)}
    cited = {evidence for claim in failed for evidence in (*claim.evidence, *_quoted(claim))}
    shown = {one.told.number: one for dossier in dossiers for one in dossier.exhibits if one.told.number in wanted}
    return numbered(
        replace(
            one, pieces=tuple(replace(piece, rank=piece.rank + 1_000 * (piece.id not in cited)) for piece in one.pieces)
        )
        for one in shown.values()
    )


def _sources(judged: tuple[Judged, ...], sources: Sources) -> dict[str, str]:
    told = (one.claim for one in judged if one.is_published)
    cited = (evidence for claim in told for evidence in (*claim.evidence, *_quoted(claim)))
    return {evidence: sources.evidence[evidence].url for evidence in dict.fromkeys(cited)}


def _quoted(claim: Claim) -> tuple[str, ...]:
    return tuple(quote.evidence for quote in parse(claim.text).quotes)
