"""What the writing may cost: calls, tokens and money, on a busy day and on one that is ten times as wordy."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest

from bench.writing import CALLS, COMPLETION, PROMPT, facts_of, measure, sample, wordy
from digest.claims import Section
from digest.llm import tokens
from digest.writing import findings, plan, write
from digest.writing.limits import MOST
from tests.claims.window import SNAPSHOT
from tests.openai_server import Ask, Fail, Hang, Say
from tests.writing.model import FACTS, KEY, is_repair, says, section, settings, truth, written

SAMPLE = sample()
OF_SAMPLE = facts_of(SAMPLE)
PRICED = "openai/gpt-4o-mini"
DEAR = "openai/gpt-4"
"""30 and 60 US dollars for a million tokens; no known model is dearer that takes such prompts."""


@pytest.mark.parametrize("many", [1, 10])
async def test_a_busy_day_keeps_its_limits_however_wordy_it_is(many):
    day = SAMPLE if many == 1 else wordy(SAMPLE)
    cost = await measure(day, OF_SAMPLE)
    assert (cost.calls <= CALLS, cost.prompt <= PROMPT, cost.completion <= COMPLETION) == (True, True, True)
    told = {one.claim.section for one in cost.narrative.judged if one.is_published}
    assert told >= {Section.FOCUS, Section.DISCUSSIONS, Section.CHANGES, Section.TRENDS, Section.WATCH}
    assert cost.narrative.verification.repaired > 0
    assert cost.narrative.degraded == ()


async def test_the_newest_positions_get_into_a_wordy_day_and_its_dumps_do_not():
    prompts = "\n".join((await measure(wordy(SAMPLE), OF_SAMPLE)).prompts)
    for debate in OF_SAMPLE.discussions:
        for position in debate.positions:
            words = " ".join(re.sub(r"\s+", " ", position.quote.text).split()[:6])
            assert words in re.sub(r"\s+", " ", prompts), (debate.number, position.login)
    assert "engine.py:400" not in prompts
    assert "Library 100:" not in prompts


async def test_nothing_that_a_model_answers_makes_the_calls_more(serve):
    server = await serve(lambda ask: Say('{"claims": [{"text": "' + "x" * 20, finish="length"))
    narrative = await write(OF_SAMPLE, SAMPLE, "zh-CN", settings(server))
    assert len(server.asked) <= CALLS
    assert narrative.judged == ()
    assert narrative.degraded


@pytest.mark.parametrize("limit", [{"max_calls": 3}, {"max_prompt_tokens": 5_000}, {"max_completion_tokens": 1_500}])
async def test_a_limit_of_a_run_is_kept_and_what_it_costs_is_said(serve, limit):
    server = await serve(truth)
    narrative = await written(server, **limit)
    assert len(server.asked) <= limit.get("max_calls", 99)
    assert narrative.usage.prompt_tokens <= limit.get("max_prompt_tokens", 10**6)
    assert narrative.usage.completion_tokens <= limit.get("max_completion_tokens", 10**6)
    assert narrative.judged
    assert "limit of calls, tokens or cost" in narrative.degraded[0].reason


def at_length(ask: Ask) -> Say:
    """As long an answer as it may be, all of it paid for; what can be read of it fails the check."""
    told = json.dumps({"claims": [{"about": 90207, "claim": "f1", "text": "[[#999]] x"}]})
    return Say(told + " " * (4 * ask.room - len(told)))


@pytest.mark.parametrize("most", [0.02, 0.15, 0.25, 0.6, 1.5])
async def test_a_limit_of_cost_is_never_passed_and_what_it_took_away_is_said(serve, most):
    server = await serve(at_length)
    given = settings(server, max_cost=most).model_copy(update={"models": (DEAR,)})
    narrative = await write(OF_SAMPLE, SAMPLE, "zh-CN", given)
    charged = sum(len(ask.prompt) // 4 * 30e-6 + ask.room * 60e-6 for ask in server.asked)
    assert charged <= most
    assert narrative.usage.cost_usd == pytest.approx(charged)
    assert "--max-cost" in narrative.degraded[0].reason
    assert (len(server.asked) == 0) == (most < 0.1)


async def test_with_little_money_there_are_fewer_threads_then_shorter_evidence_then_fewer_sections(serve):
    seen = []
    for most in (1.8, 1.3, 0.9, 0.6, 0.3, 0.15):
        server = await serve(lambda ask: says())
        given = settings(server, max_cost=most).model_copy(update={"models": (DEAR,)})
        await write(OF_SAMPLE, SAMPLE, "zh-CN", given)
        asked = [section(ask) for ask in server.asked]
        threads = sum(
            len(re.findall(r"^(?:PR|issue) ", a.task, re.M)) for a in server.asked if section(a) is Section.DISCUSSIONS
        )
        seen.append((threads, sum(tokens.count(ask.prompt) for ask in server.asked), len(set(asked))))
    for more, fewer in pairwise(seen):
        assert all(b <= a for a, b in zip(more, fewer, strict=True)), seen
    assert seen[0] > seen[-1]


async def test_the_cost_is_known_before_the_first_call_and_after_the_last(serve):
    server = await serve(truth)
    given = settings(server).model_copy(update={"models": (PRICED,)})
    narrative = await write(FACTS, SNAPSHOT, "zh-CN", given)
    assert narrative.estimate is not None
    assert narrative.estimate.cost_usd is not None
    assert narrative.usage.cost_usd is not None
    assert 0 < narrative.usage.cost_usd < narrative.estimate.cost_usd < 0.02


async def test_a_price_that_is_not_known_is_said_to_be_unknown(serve):
    narrative = await written(await serve(truth))
    assert narrative.usage.cost_usd is None
    assert narrative.estimate is not None
    assert narrative.estimate.cost_usd is None


async def test_under_a_limit_of_cost_a_model_without_a_known_price_is_not_asked(serve, monkeypatch):
    second = await serve(truth)
    monkeypatch.setenv("OPENAI_API_BASE", second.base)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-second")
    first = await serve(truth)
    alone = await written(first, max_cost=1.0)
    assert (first.asked, alone.judged) == ([], ())
    assert "its price is not known" in alone.degraded[0].reason
    narrative = await written(first, PRICED, max_cost=1.0)
    assert first.asked == []
    assert narrative.models == (PRICED,)
    assert narrative.usage.cost_usd is not None


async def test_repairs_use_what_is_left_and_never_what_the_summary_needs(serve):
    def script(ask: Ask) -> Say:
        if is_repair(ask) or section(ask) is Section.SUMMARY:
            return truth(ask)
        return says(*({"about": 101, "part": "what", "text": f"[[#999]] {place}"} for place in range(40)))

    server = await serve(script)
    narrative = await written(server, max_prompt_tokens=20_000)
    assert [ask for ask in server.asked if section(ask) is Section.SUMMARY]
    assert sum(server.count(ask.prompt) for ask in server.asked) == narrative.usage.prompt_tokens <= 20_000
    assert narrative.published(Section.SUMMARY)


@pytest.mark.parametrize("trouble", [Fail(503), Fail(500), Fail(400), Fail(401), Hang()])
async def test_a_dead_model_costs_a_busy_day_little_time(serve, trouble):
    server = await serve(lambda _: trouble)
    narrative = await write(OF_SAMPLE, SAMPLE, "zh-CN", settings(server, timeout=0.3))
    [missing] = narrative.degraded
    assert missing.passing is (trouble not in (Fail(400), Fail(401))), "what is away may be back, what refuses will not"
    assert narrative.judged == ()
    assert KEY not in narrative.model_dump_json()
    assert len(server.asked) <= 12


def test_the_sums_of_the_plan_keep_the_limits_by_construction():
    """Whatever the day: the longest prompts and answers of all calls, and one repair at least for each section."""
    calls = {section: plan.MOST_CALLS.get(section, 1) for section in plan.ORDER}
    calls[Section.DISCUSSIONS] += 1
    prompts = sum(plan.PROMPT[section] * count for section, count in calls.items())
    claims = {
        Section.FOCUS: plan.MOST_FOCUS + findings.MOST_TWICE,
        Section.DISCUSSIONS: plan.MOST_THREADS * plan.MOST_OF_THREAD + plan.MOST_BRIEF,
        Section.CHANGES: plan.MOST_CHANGES,
        Section.TRENDS: MOST[Section.TRENDS],
        Section.WATCH: 6,
        Section.SUMMARY: 6,
    }
    answers = sum(plan.CLAIM[section] * count + 60 * calls[section] for section, count in claims.items())
    answers += plan.MOST_NAMED * plan.NAME
    assert prompts + plan.MOST_ALONE * plan.ALONE <= PROMPT
    assert answers <= COMPLETION
    assert sum(calls.values()) + plan.MOST_ALONE + len(calls) <= CALLS
