"""The check: true claims pass, each kind of lie is dropped for its reason."""

from __future__ import annotations

import pytest

from digest.claims import Claim, Judged, Outcome, Part, Section, Sources, Verdict, judge, judge_all, parse
from digest.model import Snapshot
from digest.templating import folder
from tests.claims.window import SNAPSHOT

SOURCES = Sources.of(SNAPSHOT)


def claim(text: str, about: int | None = None, evidence: tuple[str, ...] = ()) -> Claim:
    section = Section.SUMMARY if about is None else Section.DISCUSSIONS
    return Claim(section=section, about=about, text=text, evidence=evidence)


TRUE = [
    "[[#101]] proposes to fall back to Triton when AITER is missing; decode was 25% slower at batch 8 on MI300X.",
    "[[#101]] 拟在缺少 AITER 时回退到 Triton：batch 8 时 decode 由 412 ms 变为 309 ms。",
    "[[#101]] 尚未合并，[[@bo-keeper]] 要求两个 env flag 把关：[[quote:R_1|Please gate it on two env flags]]。",
    "[[@ada-kern]] 反对静默回退（[[#101]]）：[[quote:C_1|I do not think we should fall back silently]]。",
    "[[@cy-smith]] now agrees to log a warning instead in [[#101]]: [[quote:C_2|Fair point, you are right.]]",
    "Until [[#101]] is merged, set `ENGINE_USE_AITER=0`.",
    "合并前可先设 `ENGINE_USE_AITER=0`（[[#101]]）。",
    "[[#102]] removed `--swap-space`, which had no effect since v0.9.2.",
    "[[#102]] 移除了 --swap-space，该参数自 v0.9.2 起无效。",
    "[[#102]] was approved and merged.",
    "[[#103]] 来自用户的环境。",
    "[[#101]] is not approved yet.",
    'The title of [[#101]] is "Fall back to Triton when AITER is missing".',
    "[[#102]], approved by [[@ada-kern]], was merged by [[@bo-keeper]].",
    "FP8 KV cache 在 H100 上 1024 个 token 之后输出乱码（[[#103]]，仍开放），[[@fin-user]] 也遇到。",
    "[[@bo-keeper]] asks in [[#103]] which commit it is and cannot reproduce it on main.",
    "[[#104]] was closed: the crash on exit is fixed.",
    "[[#105]] was closed without being merged.",
    "关闭了 [[count:issues_closed]] 个 issue，其中 [[#104]] 已修复。",
    "作者 [[@cy-smith]] 在 [[#101]] 中同意改为记录警告。",
    "Once [[#101]] is merged, AITER may be missing.",
    "[[#101]] has not yet been merged.",
    "如果 [[#101]] 被合并，缺少 AITER 时走 Triton。",
    "[[#101]] 触及 engine/attention/fallback.py。",
    "Users of acme/engine who set `--swap-space` must drop it ([[#102]]).",
]


@pytest.mark.parametrize("text", TRUE)
def test_a_true_claim_is_kept(text):
    judged = judge(claim(text), SOURCES)
    assert judged.reasons == ()
    assert judged.outcome is Outcome.KEPT


LIES = [
    ("reference", "[[#999]] proposes a fall back."),
    ("reference", "The day was busy and the engine improves."),
    ("reference", "As in #101, the fall back is slow ([[#101]])."),
    ("reference", "PR 102 and [[#101]] differ."),
    ("reference", "[[#101]] rests on [[quote:C_77|I do not think we should]]."),
    ("reference", "[[#102]]: [[quote:C_1|I do not think we should fall back silently]]."),
    ("reference", "[[#101]] is [[broken]]."),
    ("person", "[[@ada-kern]] 反对 [[#103]]。"),
    ("person", "eve-user wants a fall back in [[#101]]."),
    ("person", "zed-nobody 反对 [[#101]]。"),
    ("person", "Thanks to @ada-kern for [[#101]]."),
    ("person", "[[#101]]: [[quote:C_1|we should always fall back]]."),
    ("person", "[[#101]]: [[quote:C_1|think we should fall back silently]]."),
    ("person", "[[#101]]: [[quote:C_1|silently]]."),
    ("person", "[[#101]]: [[quote:R_1|fall back is fine]]."),
    ("reference", "[[#101]]: [[quote:C_3|Merging this tomorrow then]]."),
    ("role", "作者 [[@ada-kern]] 在 [[#101]] 中反对。"),
    ("role", "Maintainer [[@ada-kern]] objects in [[#101]]."),
    ("role", "[[@bo-keeper]] approved [[#101]]."),
    ("role", "[[#102]] was merged by [[@ada-kern]]."),
    ("employer", "An engineer from AMD opened [[#101]]."),
    ("employer", "来自英伟达的工程师提出 [[#101]]。"),
    ("employer", "The team of [[@cy-smith]] ran [[#101]]."),
    ("employer", "[[@cy-smith]]'s company runs [[#101]]."),
    ("employer", "[[@cy-smith]] 的团队在用 [[#101]]。"),
    ("employer", "来自 NVIDIA 的 [[@cy-smith]] 提出 [[#101]]。"),
    ("state", "[[#101]] fixed the slow path."),
    ("state", "[[#101]] adds a fall back to Triton."),
    ("state", "[[#101]] now falls back to Triton."),
    ("state", "[[#101]] 已合并。"),
    ("state", "[[#101]] 修复了 decode 变慢。"),
    ("state", "[[#101]] 移除 AITER。"),
    ("state", "[[#102]] removed the flag, and [[#101]] added a fall back."),
    ("state", "[[#103]] 已解决。"),
    ("state", "[[#105]] was merged."),
    ("state", "[[#106]] was merged."),
    ("state", "[[#102]] is still open."),
    ("state", "[[#102]] 尚未合并。"),
    ("state", "[[#101]] 的性能问题已修复。"),
    ("state", "[[#101]] was approved."),
    ("state", "[[#101]] 已获批准。"),
    ("state", "[[#101]] 现在默认回退。"),
    ("state", "[[#101]] closes [[#103]]."),
    ("identifier", "[[#101]] was mer\u200bged."),
    ("identifier", "[[#101]] was m\u0435rged."),
    ("identifier", "[[#101]] was ｍｅｒｇｅｄ."),
    ("identifier", "[[#101]] \u25cc now falls back."),
    ("reference", "[[#101]] 同 ＃102。"),
    ("title", '[[#101]] says "we must always fall back".'),
    ("title", "[[#101]] “默认使用调度器” 引出分歧。"),
    ("number", "[[#101]] 慢百分之三十。"),
    ("state", "[[#101]] 中不稳定的问题已解决。"),
    ("state", "AITER 等已合并（[[#101]]）。"),
    ("state", "What can be slow in [[#101]] is fixed."),
    ("state", "Thanks to [[@ada-kern]] [[#101]] fixed decode."),
    ("state", "[[#101]]：[[quote:C_1|I do not think we should]] [[#103]] fixed it."),
    ("identifier", "[[#101]] 触及 engine/attentions。"),
    ("number", "[[#101]]: 310 ms per batch."),
    ("number", "[[#101]] proposes a fall back: 35% slower before."),
    ("number", "[[#101]]: decode was 25x slower."),
    ("number", "[[#101]]: 309 GB are saved."),
    ("number", "[[#101]]: the gain is twofold, twice as fast."),
    ("number", "[[#103]] 影响四个模型。"),
    ("number", "[[#101]]: Merging is 99% sure."),
    ("identifier", "[[#101]]: set `ENGINE_USE_TRITON=1`."),
    ("identifier", "[[#101]]: MI300 is slower."),
    ("identifier", "[[#101]] 拟回退到 Marlin。"),
    ("identifier", "[[#102]]: --swap-spaces has no effect."),
    ("identifier", "[[#102]]: no effect since v0.9.1."),
    ("count", "[[count:prs_merged]] of [[count:prs_opened]] were taken."),
    ("count", "合并率较高，[[count:prs_merged]] 个 PR。"),
    ("count", "[[count:prs_merged]] 个 PR，占比过半。"),
    ("date", "[[#101]] dates from 2026-03-01."),
    ("link", "[[#101]]: see https://evil.example/x."),
    ("link", "[[#101]]: see evil.io/x."),
    ("link", "[[#101]] <b>matters</b>."),
    ("link", "[the fall back](x) in [[#101]]."),
    ("heat", "[[#101]] 引发激烈讨论。"),
]


@pytest.mark.parametrize(("kind", "text"), LIES)
def test_a_lie_is_dropped_for_its_kind(kind, text):
    judged = judge(claim(text), SOURCES)
    assert judged.outcome is Outcome.DROPPED
    assert kind in {reason.kind for reason in judged.reasons}


def test_evidence_must_belong_to_what_is_cited():
    assert judge(claim("[[#101]] waits.", evidence=("C_1",)), SOURCES).is_published
    assert not judge(claim("[[#101]] waits.", evidence=("C_4",)), SOURCES).is_published
    assert not judge(claim("[[#101]] waits.", evidence=("C_0",)), SOURCES).is_published


def test_a_thread_counts_as_cited_by_claims_about_it():
    told = "[[@ada-kern]] objects to falling back silently."
    assert judge(claim(told, about=101), SOURCES).is_published
    assert not judge(claim(told), SOURCES).is_published


def test_a_claim_with_nothing_to_check_but_its_reference_is_unchecked_and_kept():
    judged = judge(claim("[[#101]] is about the slow path."), SOURCES)
    assert (judged.verdict, judged.outcome) == (Verdict.UNCHECKED, Outcome.KEPT)


def test_what_contradicts_the_data_is_refuted_and_what_it_does_not_hold_is_unsupported():
    assert judge(claim("[[#101]] was merged."), SOURCES).verdict is Verdict.REFUTED
    assert judge(claim("[[#101]]: 35% slower."), SOURCES).verdict is Verdict.UNSUPPORTED


def test_the_same_is_told_once():
    first, second = judge_all([claim("[[#101]] waits."), claim("[[#101]]  waits.")], SOURCES)
    assert first.is_published
    assert [reason.kind for reason in second.reasons] == ["repetition"]


SAMPLE = Sources.of(Snapshot.model_validate_json((folder() / "sample" / "snapshot.json").read_bytes()))


def sampled(about: int, text: str, *evidence: str, section: Section = Section.DISCUSSIONS) -> Judged:
    """A claim on the bundled sample that rests on what its people said there, unless it names its evidence."""
    people = {login.casefold() for login in parse(text).people}
    theirs = (piece.id for piece in SAMPLE.by_item[about] if piece.author.casefold() in people)
    part = Part.WHAT if section is Section.FOCUS else None
    return judge(Claim(section=section, about=about, part=part, text=text, evidence=evidence or tuple(theirs)), SAMPLE)


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (90305, "是先修好它，还是默认关掉 sort？"),
        (90102, "`window < context` 的分支没有测试"),
        (90305, "[[@gita--quant]] 拟加一个拒绝启动的检查"),
        (90240, "`block_size` 不为 1 时 scale 被乘两次"),
        (90240, "要定的是直接报错，还是修好 Triton 路径"),
        (90102, "[[@dana--rocm]] 在 [[#90299]] 把新默认值列为首要嫌疑"),
        (
            90240,
            "[[@mira--kernel]] 听了 [[@leo--mla]] 的反对后退一步："
            "[[quote:IC_90240003|A correct Triton path would be fine]]",
        ),
        (90166, "1x MI300X 带负载关闭 100 次，崩溃从 17 次变为 0 次"),
        (90211, "[[@theo--sched]] 的 changes requested 还没有撤回"),
        (90218, "[[@jun--amd]] 被 [[@kwame--moe]] 的反例说服：[[quote:IC_90218006|OK, -1 it is]]"),
        (90207, "要等 [[#90218]] 赶周五的 v0.42.2"),
        (89655, "TP=8、并发 4 时 8x MI300X 为 310 output tok/s，8x H100 为 388"),
    ],
)
def test_words_that_only_look_like_a_fault_are_none(about: int, text: str) -> None:
    assert sampled(about, text).reasons == ()


TRUE_OF_THE_SAMPLE = [
    (90102, "1x MI300X、并发 64 下由 4,310 升到 4,790 output tok/s", ("PR_sample90102",)),
    (90255, "8x MI355X 上 TTFT p50 744 -> 701 ms", ("PR_sample90255",)),
    (90235, "TP=4 的 nightly 5 次里有 3 次卡住", ("PR_sample90235",)),
    (90044, "`--tool-parser-plugin` 改名为 `--tool-parser-module`", ("PR_sample90044",)),
]


@pytest.mark.parametrize(("about", "text", "evidence"), TRUE_OF_THE_SAMPLE)
def test_a_figure_with_its_own_conditions_is_borne_out(about: int, text: str, evidence: tuple[str, ...]) -> None:
    assert sampled(about, text, *evidence).reasons == ()


@pytest.mark.parametrize(
    ("kind", "about", "text", "evidence"),
    [
        # Another person's piece, or no piece of theirs
        ("person", 90235, "[[@theo--sched]] is against waiting for the fix.", ("IC_90235005",)),
        ("person", 90243, "[[@tao--prod]] 反馈 `--stream-interval 4` 没有用。", ("IC_90243005",)),
        # A figure of the thread that stands in another piece
        ("number", 90207, "1x MI300X 上 gsm8k 由 0.12 到 0.89", ("IC_90207002",)),
        # Another card, another row, another partner, another total
        ("number", 90240, "8x MI300X 上 TPOT p50 由 27.4 降到 21.8 ms", ("PR_sample90240",)),
        ("number", 90262, "1x MI300X、batch 32：842 -> 806 ms", ("PR_sample90262",)),
        ("number", 90247, "ruler 32k 由 71.4 升到 79.6", ("PR_sample90247",)),
        ("number", 90235, "3 of 40 runs hang.", ("PR_sample90235",)),
        ("number", 90229, "Pinned memory is bounded by `--lora-pinned-gib`, default 1.9.", ("PR_sample90229",)),
        ("number", 89655, "并发 4 时 8x MI300X 为 388 output tok/s，8x H100 为 310", ("I_sample89655",)),
        # Which became which
        ("identifier", 90044, "`--tool-parser-module` 改名为 `--tool-parser-plugin`", ("PR_sample90044",)),
        # An item that has nothing to do with it
        ("reference", 90299, "首要嫌疑是 [[#90150]] 的新版本", ("I_sample90299",)),
    ],
)
def test_a_fact_of_something_else_is_not_borne_out(kind: str, about: int, text: str, evidence: tuple[str, ...]) -> None:
    judged = sampled(about, text, *evidence)
    assert not judged.is_published
    assert kind in {reason.kind for reason in judged.reasons}


def test_an_open_change_of_the_focus_is_told_as_a_plan_and_a_merged_one_as_done() -> None:
    assert not sampled(90218, "Pads the expert ids, so the output is right again.", section=Section.FOCUS).is_published
    assert sampled(90218, "Proposes to pad the expert ids.", section=Section.FOCUS).is_published
    assert not sampled(90102, "拟把 unified attention 设为默认", section=Section.FOCUS).is_published
    assert sampled(90102, "默认改用 unified attention", section=Section.FOCUS).is_published
    assert not sampled(90218, "末块的 expert id 不再是残留的", section=Section.CHANGES).is_published
