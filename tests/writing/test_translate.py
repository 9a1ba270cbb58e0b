"""The published claims in another language: by a model that translates, one that errs, one that lies, and none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from pydantic import SecretStr

from digest.claims import Claim, Outcome, Part, Section, Sources, judge_all
from digest.deadline import Deadline
from digest.llm import Client, ModelSettings, Recorder, Recording
from digest.writing import Narrative, replay_translation, translate, translate_by
from tests.claims.window import SNAPSHOT
from tests.openai_server import Ask, Fail, Hang, Say
from tests.writing.model import CLAIMS, FACTS, KEY, settings, truth, written
from tests.writing.test_cache import Memory

ENGLISH = {
    "拟在缺少 AITER 时退回 Triton，免得启动失败。": "Proposes to fall back to Triton without AITER, so it starts.",
    "缺少 AITER 时该退回 Triton 还是报错？": "Without AITER, fall back to Triton or raise an error?",
    "⟦person⟧ 反对静默退回：⟦quote⟧。": "⟦person⟧ objects to a silent fallback: ⟦quote⟧.",
    "⟦person⟧ 要求两个 env flag 把关。": "⟦person⟧ asks for two env flags as a gate.",
    "`kv_cache_dtype=fp8` 在 H100 上为何输出乱码？": "Why does `kv_cache_dtype=fp8` garble the output on H100?",
    "⟦person⟧ 在 main 上无法复现，等待 commit 信息。": "⟦person⟧ cannot reproduce it on main; which commit is it?",
    "⟦person⟧ 称 v0.9.2 同样出错。": "⟦person⟧ says that v0.9.2 fails as well.",
    "移除了自 v0.9.2 起无效的 `--swap-space`，须从启动命令里去掉。": ""
    "Removes `--swap-space`, without effect since v0.9.2; drop it from the start command.",
    "⟦pr⟧ 与 ⟦pr⟧ 都拟调整 NVFP4 的 tile。": "⟦pr⟧ and ⟦pr⟧ both propose to tune NVFP4 tiles.",
    "是否按 ⟦person⟧ 的要求用两个 env flag 把关。": "Whether two env flags gate it, as ⟦person⟧ asks.",
    "⟦pr⟧ 移除了 `--swap-space`，启动命令须去掉它。": "⟦pr⟧ removes `--swap-space`; drop it from the start command.",
}
CHINESE = {english: chinese for chinese, english in ENGLISH.items()}
ASKED = "⟦person⟧ 要求两个 env flag 把关。"
"""The text that a test spoils; its item is an open pull request."""
Spoil = Callable[[str], str]


def sent(ask: Ask) -> dict[int, str]:
    """The texts of a prompt by their numbers."""
    data = re.split(r"^---- .*$", ask.task, flags=re.MULTILINE)[1]
    return {int(number): text for number, text in re.findall(r"^(\d+)(?: \([^)]*\))?: (.+)$", data, re.MULTILINE)}


def plain(text: str) -> str:
    return re.sub(r"⟦([a-z]+)\d+⟧", r"⟦\1⟧", text)


def said(texts: dict[int, str]) -> Say:
    told = [{"n": number, "text": text} for number, text in texts.items()]
    return Say(json.dumps({"texts": told}, ensure_ascii=False))


def into(words: dict[str, str], text: str) -> str:
    """The translation of a text, with its own tokens."""
    tokens = iter(re.findall(r"⟦[a-z]+\d+⟧", text))
    return re.sub(r"⟦[a-z]+⟧", lambda _: next(tokens), words[plain(text)])


def english(ask: Ask) -> Say:
    return said({number: into(ENGLISH, text) for number, text in sent(ask).items()})


def is_repair(ask: Ask) -> bool:
    return "did not pass" in ask.task


def spoiling(spoil: Spoil, text: str = ASKED, *, always: bool = True) -> Callable[[Ask], Say]:
    """A translator that errs in one text: each time, or until it is told of it."""

    def script(ask: Ask) -> Say:
        done = {number: into(ENGLISH, one) for number, one in sent(ask).items()}
        if always or not is_repair(ask):
            done |= {number: spoil(done[number]) for number, one in sent(ask).items() if plain(one) == text}
        return said(done)

    return script


async def chinese(serve) -> Narrative:
    """What a model wrote first, and one claim of it that was dropped."""
    narrative = await written(await serve(truth))
    lie = judge_all([Claim(section=Section.WATCH, about=101, text="[[@gus-new]] 反对。")], Sources.of(SNAPSHOT))
    return narrative.model_copy(update={"judged": (*narrative.judged, *lie)})


async def translated(serve, script, **changes) -> Narrative:
    server = await serve(script)
    return await translate(await chinese(serve), FACTS, SNAPSHOT, "en", settings(server, **changes))


def texts(narrative: Narrative) -> list[str]:
    return [one.claim.text for one in narrative.judged if one.is_published]


async def test_a_true_translation_is_published_with_the_placeholders_of_its_source(serve):
    server, source = await serve(english, key=KEY), await chinese(serve)
    narrative = await translate(source, FACTS, SNAPSHOT, "en", settings(server))
    assert (narrative.language, narrative.degraded, len(server.asked)) == ("en", (), 1)
    assert (narrative.verification.kept, narrative.verification.claims) == (CLAIMS, CLAIMS)
    quote = "[[quote:C_1|I do not think we should fall back silently]]"
    topic, position, ask = narrative.published(Section.DISCUSSIONS, 101)
    assert position.text == f"[[@ada-kern]] objects to a silent fallback: {quote}."
    assert (position.part, position.evidence, ask.text) == (
        Part.POSITION,
        ("C_1",),
        "[[@bo-keeper]] asks for two env flags as a gate.",
    )
    assert topic.text == "Without AITER, fall back to Triton or raise an error?"
    assert narrative.sources == source.sources
    assert (narrative.models, narrative.prompt_version) == (("openai/first",), source.prompt_version)
    assert Narrative.model_validate_json(narrative.model_dump_json()) == narrative


async def test_the_prompt_holds_no_quote_no_name_and_nothing_that_was_dropped(serve):
    server = await serve(english)
    await translate(await chinese(serve), FACTS, SNAPSHOT, "en", settings(server))
    (ask,) = server.asked
    for absent in ("fall back silently", "ada-kern", "bo-keeper", "gus-new", "[[#", "[[@"):
        assert absent not in ask.task, absent
    assert "from Simplified Chinese (zh-CN) into English (en)" in ask.prompt
    assert "(open pull request): 拟在缺少 AITER" in ask.task
    assert "AITER: AI Tensor Engine for ROCm" in ask.prompt
    assert "MoE" not in ask.prompt, "of the glossary only what stands in the texts"
    fence = re.findall(r"^---- DATA ([0-9a-f]{20})$", ask.task, re.MULTILINE)
    assert ask.prompt.count(fence[0]) == 3


async def test_into_chinese_it_works_as_well(serve):
    source = await translated(serve, english)

    def back(ask: Ask) -> Say:
        return said({number: into(CHINESE, text) for number, text in sent(ask).items()})

    server = await serve(back)
    narrative = await translate(source, FACTS, SNAPSHOT, "zh-CN", settings(server))
    assert texts(narrative) == texts(await chinese(serve))
    assert (narrative.verification.dropped, narrative.degraded) == (0, ())
    assert "from English (en) into Simplified Chinese (zh-CN)" in server.asked[0].prompt


# What is refused

TOKEN = re.compile(r"⟦[a-z]+\d+⟧")
WRONG: dict[str, tuple[Spoil, str]] = {
    "lost": (lambda text: TOKEN.sub("Somebody", text), "is missing"),
    "doubled": (lambda text: f"{text[:-1]}, and {TOKEN.findall(text)[0]} says so.", "stands there 2 times"),
    "invented": (lambda text: f"{text[:-1]}, see ⟦pr77⟧.", "is no token"),
    "altered": (lambda text: TOKEN.sub("⟦person99⟧", text), "is no token"),
    "of another text": (lambda text: TOKEN.sub("⟦person1⟧", text), "is no token"),
    "typed by hand": (lambda text: TOKEN.sub("[[@bo-keeper]]", text), "was typed"),
    "an item added": (lambda text: f"{text[:-1]} in [[#102]].", "was typed"),
    "a broken token": (lambda text: text.replace("⟧", ""), "is missing"),
    "a changed number": (lambda text: text.replace("two", "three"), "three is not in the text"),
    "a lost number": (lambda text: text.replace("two ", ""), "两 is in the text and missing here"),
    "a number added": (lambda text: f"{text[:-1]} at batch 8.", "8 is not in the text"),
    "a flag added": (lambda text: f"{text[:-1]}: `ENGINE_USE_AITER=0`.", "is not in the text"),
    "a name added": (lambda text: f"{text[:-1]} for Triton.", "Triton is not in the text"),
    "a mention": (lambda text: f"{text[:-1]}, says @ada-kern.", "a mention was typed"),
    "a reference": (lambda text: f"{text[:-1]} (#102).", "a number of an item was typed"),
    "a link": (lambda text: f"{text[:-1]}, see https://evil.example.", "a link was typed"),
    "markup": (lambda text: f"<b>{text}</b>", "markup was typed"),
    "a state": (lambda text: f"{text[:-1]}, and it was merged.", "is told of #101 (open)"),
    "an employer": (lambda text: f"{text[:-1]} on behalf of AMD.", "an employer was typed"),
    "a quote": (lambda text: f"{text[:-1]}: “fall back is fine”.", "in quotation marks"),
    "another sentence": (lambda text: f"{text} It is the better way.", "more sentences"),
    "no translation": (lambda text: f"{TOKEN.findall(text)[0]} 要求 two env flags 把关。", "there is Chinese in it"),
    "filler": (lambda text: f"{text[:-1]}, which is worth watching.", "filler"),
    "hidden text": (lambda text: f"{text[:-1]} &lt;!-- x --&gt;.", "markup was typed"),
    "much more": (lambda text: f"{text[:-1]}, {'as it was before in every way, ' * 12}so.", "too long"),
    "nothing": (lambda text: " ", "it was not translated"),
}


@pytest.mark.parametrize("wrong", WRONG)
async def test_what_is_not_what_the_source_says_is_dropped_from_that_language_alone(serve, wrong):
    spoil, reason = WRONG[wrong]
    narrative = await translated(serve, spoiling(spoil))
    totals = narrative.verification
    assert (totals.claims, totals.kept, totals.repaired, totals.dropped) == (CLAIMS, CLAIMS - 1, 0, 1)
    assert len(narrative.published(Section.DISCUSSIONS, 101)) == 2
    (dropped,) = totals.dropped_claims
    assert reason in " ".join(one.detail for one in dropped.reasons)
    assert narrative.degraded == ()


async def test_two_items_that_changed_places_are_refused(serve):
    text = "⟦pr⟧ 与 ⟦pr⟧ 都拟调整 NVFP4 的 tile。"

    def turned(told: str) -> str:
        first, second = TOKEN.findall(told)
        return told.replace(first, "X").replace(second, first).replace("X", second)

    narrative = await translated(serve, spoiling(turned, text))
    assert narrative.published(Section.TRENDS) == ()
    assert "have to keep this order" in narrative.verification.dropped_claims[0].reasons[0].detail


TERMS = {
    "a term that was translated": ("KV cache 与 MoE 的 kernel", "KV cache and mixture-of-experts kernels"),
    "a name that was lost": ("Triton 的 kernel", "the kernel"),
    "a version that was changed": ("v0.9.2 的 kernel", "kernel of v0.9.3"),
    "a unit that was changed": ("慢 25%", "slower by 25 ms"),
    "figures that changed places": ("由 412 ms 降到 309 ms", "from 309 ms to 412 ms"),
    "a wrong expansion": ("AITER 的 kernel", "kernel of AITER (Advanced Inference Tensor Engine Runtime)"),
}
KEPT = {
    "a large number": ("1.2 万 tokens", "12,000 tokens"),
    "a percentage": ("慢 25%", "25 percent slower"),
    "how often": ("重试 3 次", "retries 3 times"),
    "an expansion": ("混合专家的 kernel", "kernel of MoE"),
    "a plural": ("LLM 的 GPU", "GPUs of LLMs"),
    "figures": ("由 412 ms 降到 309 ms", "from 412 ms down to 309 ms"),
}
BODY = (
    "KV cache and MoE kernel, Triton and AITER on v0.9.2 and v0.9.3: 25% slower, 25 ms more, 12,000 tokens, 1.2 万 "
    "tokens, retried 3 times, 3 次; LLM on GPUs, mixture of experts.\n\n412 ms before, 309 ms after: 412 ms -> 309 ms."
)


async def told_of(serve, before: str, after: str) -> Narrative:
    """A claim on an open pull request whose body bears out both, so that only the comparison can refuse one."""
    items = tuple(one.model_copy(update={"body": BODY}) if one.number == 101 else one for one in SNAPSHOT.items)
    snapshot = SNAPSHOT.model_copy(update={"items": items})
    claim = Claim(section=Section.FOCUS, about=101, part=Part.WHAT, text=f"拟改 cache：{before}。")
    judged = judge_all([claim], Sources.of(snapshot))
    assert judged[0].is_published, judged[0].reasons
    server = await serve(lambda ask: said({1: f"Proposes to change the cache: {after}."}))
    source = Narrative(language="zh-CN", judged=judged)
    return await translate(source, FACTS, snapshot, "en", settings(server))


@pytest.mark.parametrize("case", TERMS)
async def test_terms_names_and_figures_stay_what_they_are(serve, case):
    narrative = await told_of(serve, *TERMS[case])
    assert (texts(narrative), narrative.verification.dropped) == ([], 1)


@pytest.mark.parametrize("case", KEPT)
async def test_other_spellings_of_the_same_are_the_same(serve, case):
    narrative = await told_of(serve, *KEPT[case])
    assert narrative.verification.dropped_claims == ()
    assert texts(narrative) == [f"Proposes to change the cache: {KEPT[case][1]}."]


@pytest.mark.parametrize("text", ["Why does `kv_cache_dtype=fp8` garble the output on H100?", "`fp8` fails on H100"])
async def test_what_was_left_in_english_is_not_chinese(serve, text):
    judged = judge_all([Claim(section=Section.FOCUS, about=103, text=text)], Sources.of(SNAPSHOT))
    server = await serve(lambda ask: said(sent(ask)))
    source = Narrative(language="en", judged=judged)
    narrative = await translate(source, FACTS, SNAPSHOT, "zh-CN", settings(server))
    assert bool(texts(narrative)) == (text == "`fp8` fails on H100"), "three words may all be terms"


async def test_what_would_be_said_twice_is_said_once(serve):
    told = [
        Claim(section=Section.SUMMARY, text="[[#102]] 移除了 `--swap-space`。"),
        Claim(section=Section.SUMMARY, text="[[#102]] 已移除 `--swap-space`。"),
    ]
    source = Narrative(language="zh-CN", judged=judge_all(told, Sources.of(SNAPSHOT)))
    server = await serve(
        lambda ask: said({n: f"{TOKEN.findall(text)[0]} removes `--swap-space`." for n, text in sent(ask).items()})
    )
    narrative = await translate(source, FACTS, SNAPSHOT, "en", settings(server))
    assert texts(narrative) == ["[[#102]] removes `--swap-space`."]
    assert [one.reasons[0].kind for one in narrative.verification.dropped_claims] == ["repetition"]


# Repair


async def test_what_failed_is_translated_once_more_with_the_reasons(serve):
    wrong = "⟦person4⟧ asks for three env flags, and it was merged."
    server = await serve(spoiling(lambda text: TOKEN.sub(TOKEN.findall(text)[0], wrong), always=False))
    narrative = await translate(await chinese(serve), FACTS, SNAPSHOT, "en", settings(server))
    assert len(server.asked) == 2
    assert list(sent(server.asked[1]).values()) == [
        text for text in sent(server.asked[0]).values() if plain(text) == ASKED
    ]
    for told in ("asks for three env flags", "number: three is not in the text", "state: 'merged' is told of #101"):
        assert told in server.asked[1].task, told
    totals = narrative.verification
    assert (totals.kept, totals.repaired, totals.dropped) == (CLAIMS - 1, 1, 0)
    (mended,) = [one for one in narrative.judged if one.outcome is Outcome.REPAIRED]
    assert mended.claim.text == "[[@bo-keeper]] asks for two env flags as a gate."


@pytest.mark.parametrize("trouble", [Fail(400), Say("no"), Say('{"texts": []}'), Say('{"texts": [{"n": "x"}]}')])
async def test_a_repair_that_fails_costs_the_claim_alone(serve, trouble):
    first = spoiling(lambda text: "")
    narrative = await translated(serve, lambda ask: trouble if is_repair(ask) else first(ask))
    assert (narrative.verification.kept, narrative.verification.dropped) == (CLAIMS - 1, 1)
    assert narrative.degraded == ()


async def test_of_an_answer_that_is_cut_off_the_whole_texts_are_published_and_the_rest_asked_for(serve):
    def cut(ask: Ask) -> Say:
        text = english(ask).text or ""
        return english(ask) if is_repair(ask) else Say(text[: len(text) * 2 // 3], finish="length")

    narrative = await translated(serve, cut)
    assert narrative.verification.repaired > 0
    assert (narrative.verification.dropped, narrative.degraded) == (0, ())


@pytest.mark.parametrize("form", ["a list", "numbers as text", "thoughts and a fence"])
async def test_an_answer_is_read_in_whatever_form_it_comes(serve, form):
    def shaped(ask: Ask) -> Say:
        told = json.loads(english(ask).text or "")
        if form == "a list":
            return Say(json.dumps([*told["texts"], {"n": 3}]))
        if form == "numbers as text":
            return Say(json.dumps({"texts": [{"n": str(one["n"]), "text": one["text"]} for one in told["texts"]]}))
        return Say(f"<think>{{}}</think>\n```json\n{json.dumps(told)}\n```")

    narrative = await translated(serve, shaped)
    assert (narrative.verification.kept, narrative.degraded) == (CLAIMS, ())


# What it costs, and what fails


async def test_a_second_run_makes_no_call_and_says_the_same(serve):
    state = Memory()
    server, source = await serve(spoiling(lambda text: "", always=False)), await chinese(serve)
    first = await translate(source, FACTS, SNAPSHOT, "en", settings(server), store=state)
    second = await translate(source, FACTS, SNAPSHOT, "en", settings(server), store=state)
    assert len(server.asked) == 2
    assert second.judged == first.judged
    assert (second.usage.llm_calls, second.usage.cached_calls, second.models) == (0, 2, first.models)
    third = await translate(source, FACTS, SNAPSHOT, "en", settings(server), store=state, refresh=True)
    assert (third.usage.llm_calls, len(server.asked)) == (2, 4)


async def test_a_recording_translates_without_a_network_and_what_is_not_in_it_is_left_out(serve):
    source = await chinese(serve)
    async with Client(settings(await serve(spoiling(lambda text: "", always=False)))) as client:
        recorder = Recorder(client)
        made = await translate_by(source, FACTS, SNAPSHOT, "en", recorder)
    recording = Recording(by="a reader", answers=dict(recorder.answers))
    narrative = await replay_translation(source, FACTS, SNAPSHOT, "en", recording)
    assert (narrative.judged, narrative.recorded, narrative.models) == (made.judged, True, ("a reader",))
    empty = await replay_translation(source, FACTS, SNAPSHOT, "en", Recording(by="a reader"))
    assert (empty.judged, empty.degraded) == ((), ())


async def test_a_dead_provider_leaves_no_claims_and_one_line(serve):
    models = ModelSettings(
        models=("openai/first",), api_key=SecretStr(KEY), api_base="http://127.0.0.1:9/v1", backoff=0
    )
    narrative = await translate(await chinese(serve), FACTS, SNAPSHOT, "en", models)
    (line,) = narrative.degraded
    assert (narrative.judged, narrative.language, line.stage) == ((), "en", "writing")
    assert line.reason.startswith("translation into en: ")
    assert "could not be reached" in line.reason
    assert KEY not in narrative.model_dump_json()


async def test_a_deadline_ends_it_with_one_line(serve):
    server = await serve(lambda ask: Hang())
    source = await chinese(serve)
    narrative = await translate(source, FACTS, SNAPSHOT, "en", settings(server), Deadline.after(0.3))
    assert (narrative.judged, len(narrative.degraded)) == ((), 1)
    assert narrative.degraded[0].reason.startswith("translation into en: ")


async def test_without_a_model_or_without_claims_nothing_is_asked(serve):
    server = await serve(english)
    assert await translate(await chinese(serve), FACTS, SNAPSHOT, "en", None) == Narrative.silent("en")
    nothing = Narrative.silent("zh-CN")
    assert await translate(nothing, FACTS, SNAPSHOT, "en", settings(server)) == Narrative.silent("en")
    assert server.asked == []


@pytest.mark.parametrize("limit", [0.0001, 0.02, 0.045, 0.06, 0.2])
async def test_a_limit_of_cost_is_never_passed_and_what_it_took_away_is_said(serve, limit):
    def at_length(ask: Ask) -> Say:
        told = english(ask).text or ""
        return Say(told + " " * (4 * ask.room - len(told)))

    server, source = await serve(at_length), await chinese(serve)
    given = settings(server, max_cost=limit).model_copy(update={"models": ("openai/gpt-4",)})
    narrative = await translate(source, FACTS, SNAPSHOT, "en", given)
    charged = sum(len(ask.prompt) // 4 * 30e-6 + ask.room * 60e-6 for ask in server.asked)
    assert charged <= limit
    assert bool(narrative.degraded) == (len(narrative.judged) < CLAIMS)
    assert all("--max-cost" in one.reason for one in narrative.degraded)
    assert narrative.published(Section.SUMMARY) or not server.asked, "the summary goes last"


def many(claims: int) -> Narrative:
    """As many claims as a page has room for, each as long as it may be."""
    words = "在批量与长度不同时结果不同，作者拟改 kernel 的回退路径，并等 reviewer 在 MI300X 上实测"
    told = [
        Claim(
            section=Section.DISCUSSIONS, about=101, part=Part.POSITION, text=f"[[@ada-kern]] 认为{words[place % 9 :]}。"
        )
        for place in range(claims)
    ]
    judged = [one.model_copy(update={"outcome": Outcome.KEPT}) for one in judge_all(told, Sources.of(SNAPSHOT))]
    return Narrative(language="zh-CN", judged=tuple(judged))


@pytest.mark.parametrize("claims", [1, 40, 106, 400])
async def test_however_many_claims_there_are_a_language_takes_four_calls(serve, claims):
    server = await serve(lambda ask: said(dict.fromkeys(sent(ask), "⟦pr1⟧")))
    narrative = await translate(many(claims), FACTS, SNAPSHOT, "en", settings(server))
    assert 1 < len(server.asked) <= 4
    assert sum(ask.room for ask in server.asked[:-1]) <= settings(server).max_completion_tokens
    assert texts(narrative) == []
    assert narrative.verification.dropped == narrative.verification.claims


async def test_a_call_that_fails_costs_its_own_claims_and_one_line(serve):
    def script(ask: Ask) -> Say | Fail:
        numbers = list(sent(ask))
        return Fail(400, "no") if numbers[0] > 1 else said(dict.fromkeys(numbers, "⟦pr1⟧"))

    server = await serve(script)
    narrative = await translate(many(106), FACTS, SNAPSHOT, "en", settings(server))
    assert len(narrative.degraded) == 1
    assert 0 < narrative.verification.claims < 106


async def test_a_small_window_gets_fewer_texts_and_the_run_goes_on(serve):
    def small(ask: Ask) -> Say | Fail:
        room = len(ask.prompt) / 3.6 + ask.room
        return Fail(400, "This model's maximum context length is 1800 tokens.") if room > 1_800 else english(ask)

    narrative = await translated(serve, small)
    assert narrative.degraded == ()
    assert narrative.verification.kept > 0
