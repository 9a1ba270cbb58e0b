"""Answers that were paid for are not asked for again: not by a second run, nor after a kill."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from digest.claims import Section
from digest.state import FolderStore
from digest.writing import write
from tests.claims.window import SNAPSHOT
from tests.openai_server import Ask, Fail, Hang, Say
from tests.writing.model import CALLS, FACTS, KEY, is_repair, says, section, settings, truth, written


@dataclass
class Memory:
    """A state in memory; ``broken`` keys read as something else."""

    kept: dict[str, bytes] = field(default_factory=dict)

    def read(self, key: str) -> bytes | None:
        return self.kept.get(key)

    def write(self, key: str, data: bytes) -> None:
        self.kept[key] = data


def files(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*.json")}


def lies_first(ask: Ask) -> Say:
    if section(ask) is Section.WATCH:
        return says({"about": 101, "text": "[[@bo-keeper]] 的两个 env flag 已合并。"})
    if is_repair(ask):
        return says({"claim": "f1", "text": "[[@bo-keeper]] 要求的两个 env flag 是否补上。"})
    return truth(ask)


async def test_a_second_run_makes_no_call_and_writes_the_same(serve, tmp_path: Path):
    server = await serve(lies_first)
    first = await written(server, store=FolderStore(tmp_path))
    asked = len(server.asked)
    second = await written(server, store=FolderStore(tmp_path))
    assert len(server.asked) == asked == CALLS + 1
    assert second.judged == first.judged
    assert (second.models, second.degraded) == (first.models, ())
    assert (second.usage.llm_calls, second.usage.cached_calls) == (0, CALLS + 1)
    assert (second.usage.prompt_tokens, second.usage.cost_usd) == (0, 0.0)
    kept = files(tmp_path)
    assert {name.split("/")[0] for name in kept} == {"llm"}
    assert KEY.encode() not in b"".join(kept.values())


async def test_a_run_that_was_killed_pays_only_for_what_was_not_answered(serve):
    state = Memory()
    answered = asyncio.Event()

    def dies(ask: Ask) -> Say | Hang:
        if ask.turn < 3:
            return truth(ask)
        answered.set()
        return Hang()

    server = await serve(dies)
    run = asyncio.create_task(written(server, store=state, concurrency=1))
    await answered.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert len(state.kept) == 3
    server.script = truth
    narrative = await written(server, store=state)
    assert (narrative.usage.cached_calls, narrative.usage.llm_calls) == (3, CALLS - 3)
    assert len(server.asked) == 4 + CALLS - 3


async def test_an_answer_that_could_not_be_used_is_asked_for_again(serve):
    state = Memory()
    server = await serve(lambda ask: Say("no") if section(ask) is Section.TRENDS else truth(ask))
    assert (await written(server, store=state)).degraded
    server.script = truth
    narrative = await written(server, store=state)
    assert (narrative.degraded, narrative.usage.llm_calls) == ((), 1)


async def test_another_model_language_or_text_is_another_question(serve):
    state = Memory()
    server = await serve(truth)
    await written(server, store=state)
    for given, language in (
        (settings(server), "en"),
        (settings(server).model_copy(update={"models": ("openai/b",)}), "zh-CN"),
    ):
        before = len(server.asked)
        await write(FACTS, SNAPSHOT, language, given, store=state)
        assert len(server.asked) == before + CALLS
    changed = SNAPSHOT.items[1].model_copy(
        update={"body": "The flag `--swap-space` had no effect since v0.9.2. Really."}
    )
    snapshot = SNAPSHOT.model_copy(update={"items": (SNAPSHOT.items[0], changed, *SNAPSHOT.items[2:])})
    narrative = await written(server, snapshot=snapshot, store=state)
    assert narrative.usage.llm_calls == 2, "only the calls that show that text: changes and trends"


async def test_what_a_fall_back_answered_is_kept_as_well(serve, monkeypatch):
    second = await serve(truth)
    monkeypatch.setenv("OPENAI_API_BASE", second.base)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-second")
    first = await serve(lambda _: Fail(401))
    state = Memory()
    await written(first, "openai/second", store=state)
    again = await written(first, "openai/second", store=state)
    assert (len(first.asked), again.models, again.usage.llm_calls) == (1, ("openai/second",), 0)


async def test_with_refresh_everything_is_asked_again_and_kept(serve):
    state = Memory()
    server = await serve(truth)
    await written(server, store=state)
    narrative = await written(server, store=state, refresh=True)
    assert (narrative.usage.llm_calls, len(server.asked)) == (CALLS, 2 * CALLS)
    assert (await written(server, store=state)).usage.llm_calls == 0


async def test_a_state_that_holds_something_else_is_no_answer(serve):
    state = Memory()
    server = await serve(truth)
    await written(server, store=state)
    for key in state.kept:
        state.kept[key] = b'{"text": "no JSON"}'
    assert (await written(server, store=state)).usage.llm_calls == CALLS
