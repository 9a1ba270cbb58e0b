"""Where what a model wrote stands, and what it takes the place of."""

from __future__ import annotations

from digest.claims import Claim, Judged, Outcome, Part, Section, Verdict
from digest.facts.focus import Focus
from digest.facts.gather import gather
from digest.model import Item, Release, Usage
from digest.rendering.look import Look
from digest.rendering.markdown import markdown
from digest.writing.narrative import Narrative
from tests.made import at, comment, issue, person, pull, review, snapshot

FOCUS = (Focus(name="AMD/ROCm", words=("ROCm",)),)
BUG = issue(
    1,
    "[Bug]: ROCm gives garbage output",
    labels=("bug",),
    body="With 33 requests the output is garbage on 4 cards.",
    comments=(comment("c", "bob", "09:00", "A workaround until there is a fix: set `VLLM_SORT=0`."),),
)
MERGED = pull(2, "[ROCm] Remove `--old-flag`", created_at=at("09:00", 1), merged_at=at("10:00"))
OPEN = pull(3, "[ROCm] Tune it", reviews=(review("r", "rex", "09:00", "CHANGES_REQUESTED", "The fallback is wrong."),))
OTHER = pull(4, "[Core] Remove `--other-flag`", created_at=at("09:00", 1), merged_at=at("11:00"))


def narrated(*claims: tuple[Section, int | None, Part | None, str]) -> Narrative:
    judged = tuple(
        Judged(
            claim=Claim(section=section, about=about, part=part, text=text),
            verdict=Verdict.SUPPORTED,
            outcome=Outcome.KEPT,
        )
        for section, about, part, text in claims
    )
    return Narrative(language="zh-CN", judged=judged, models=("m",))


def page(*claims: tuple[Section, int | None, Part | None, str]) -> str:
    return judged_by(narrated(*claims), BUG, MERGED, OPEN, OTHER)


def line(text: str, start: str) -> str:
    return next(one for one in text.splitlines() if one.startswith(start))


def test_what_is_written_of_a_bug_takes_the_place_of_its_symptom() -> None:
    text = page((Section.FOCUS, 1, Part.WHAT, "33 个请求以上输出乱码"))
    told = line(text, "- Issue [#1](https://github.com/o/n/issues/1)（开放中）[Bug]")
    assert "：33 个请求以上输出乱码" in told
    assert "With 33 requests" not in told
    assert "VLLM_SORT=0" in told


def test_what_is_written_of_a_way_round_takes_the_place_of_the_quote() -> None:
    text = page((Section.FOCUS, 1, Part.OPEN, "可设 `VLLM_SORT=0`"))
    told = line(text, "- Issue [#1](https://github.com/o/n/issues/1)（开放中）[Bug]")
    assert "可设 `VLLM_SORT=0`" in told
    assert "A workaround until" not in told


def test_a_claim_does_not_name_again_what_its_line_names() -> None:
    text = page((Section.FOCUS, 2, Part.WHAT, "[[#2]]：移除旧开关，取代它的见 [[#4]]"))
    told = line(text, "- PR [#2](https://github.com/o/n/pull/2)（已合并）[ROCm]")
    assert "：移除旧开关，取代它的见 PR [#4](https://github.com/o/n/pull/4)（已合并）" in told
    assert told.count("[#2]") == 1


def test_a_short_sentence_stands_in_the_table_and_a_long_one_below_it() -> None:
    text = page((Section.FOCUS, 3, Part.WHAT, "拟调整分块"), (Section.FOCUS, 3, Part.OPEN, "[[@rex]] 要求先改回退路径"))
    assert "| 拟调整分块 |" in text
    assert "- PR [#3](https://github.com/o/n/pull/3)（开放中）：`rex` 要求先改回退路径" in text
    long = page((Section.FOCUS, 3, Part.WHAT, "拟" + "调整分块" * 16))
    assert "| [ROCm] Tune it |" in long
    assert "- PR [#3](https://github.com/o/n/pull/3)（开放中）：拟调整分块" in long


def test_a_written_change_takes_the_cell_of_its_effect() -> None:
    text = page((Section.CHANGES, 4, None, "去掉 `--other-flag`，启动脚本里删掉它"))
    row = line(text, "| 移除 `--other-flag` |")
    assert "| 去掉 `--other-flag`，启动脚本里删掉它 |" in row


def test_what_would_settle_an_item_is_told_in_a_models_words() -> None:
    text = page((Section.WATCH, 1, None, "看修复是否合入"))
    watch = text.partition("<!-- vllm-digest:watch -->")[2]
    assert line(watch, "- Issue [#1]").endswith("（开放中）：看修复是否合入")


def test_a_bug_elsewhere_names_what_would_settle_it_whatever_is_written_of_it() -> None:
    named = comment("c", "bob", "09:00", "The same place as in #4, which set `VLLM_SORT=1`.")
    bug = issue(7, "[Bug]: hangs with 33 requests", body="It hangs with 33 requests on 4 cards.", comments=(named,))
    fix = pull(8, "Wake it", closes=(7,))
    written = (Section.FOCUS, 7, Part.WHAT, "33 个请求以上停住"), (Section.FOCUS, 7, Part.OPEN, "[[@bob]] 说同 [[#4]]")
    told = judged_by(narrated(*written), bug, OTHER)
    assert line(told, "- Issue [#7]").endswith("。待：修复 PR（GitHub 上没有关联的）")
    told = judged_by(narrated(*written), bug, OTHER, fix)
    assert line(told, "- Issue [#7]").endswith("。待：PR [#8](https://github.com/o/n/pull/8)（开放中）合并")
    told = judged_by(narrated((Section.FOCUS, 7, Part.WHAT, "[[#8]] 拟唤醒它")), bug, OTHER, fix)
    assert line(told, "- Issue [#7]").count("[#8]") == 1


def test_a_bug_of_the_focus_does_not_repeat_what_would_settle_it() -> None:
    told = page((Section.FOCUS, 1, Part.OPEN, "可设 `VLLM_SORT=0`"))
    assert "待：" not in line(told, "- Issue [#1](https://github.com/o/n/issues/1)（开放中）[Bug]")


def test_what_the_summary_cites_is_not_told_there_again_by_code() -> None:
    without = page().partition("<!-- vllm-digest:focus -->")[0]
    assert "[#1]" in without
    told = page((Section.SUMMARY, None, None, "[[#1]] 会输出乱码")).partition("<!-- vllm-digest:focus -->")[0]
    assert told.count("[#1]") == 1


def test_the_foot_tells_what_the_answers_cost_whoever_paid_for_them() -> None:
    spent = Usage(llm_calls=14, prompt_tokens=48_358, completion_tokens=10_363, cost_usd=0.0231)
    told = judged_by(Narrative(language="zh-CN", judged=kept("[[#1]] 会输出乱码"), models=("m",), worth=spent))
    assert "模型调用 14 次，输入 48,358、输出 10,363 token，约 0.0231 美元。" in told
    unknown = judged_by(
        Narrative(
            language="zh-CN",
            judged=kept("[[#1]] 会输出乱码"),
            models=("m",),
            worth=spent.model_copy(update={"cost_usd": None}),
        )
    )
    assert "价格未知" in unknown


def test_recorded_answers_are_said_to_be_recorded() -> None:
    narrative = Narrative(language="zh-CN", judged=kept("[[#1]] 会输出乱码"), models=("a reader",), recorded=True)
    assert "事先手写并录制" in judged_by(narrative)


def kept(text: str) -> tuple[Judged, ...]:
    claim = Claim(section=Section.SUMMARY, text=text)
    return (Judged(claim=claim, verdict=Verdict.SUPPORTED, outcome=Outcome.KEPT),)


def judged_by(narrative: Narrative, *items: Item) -> str:
    return markdown(gather(snapshot(*(items or (BUG,))), FOCUS), narrative, Look(title="vLLM"))


def debated(number: int, *people: str) -> Item:
    said = tuple(
        comment(f"d{number}{place}", who, f"{9 + place:02}:00", "I disagree, the default should stay as it is.")
        for place, who in enumerate((*people, *people))
    )
    return issue(number, f"A debate {number}", comments=said)


def argued(*claims: tuple[Section, int | None, Part | None, str]) -> str:
    """A page on which the debate 30 has one line."""
    hot = [debated(number, "bob", "eve", "sam", "kim") for number in range(10, 17)]
    return judged_by(narrated(*claims), *hot, debated(30, "bob", "eve", "sam"))


def test_a_debate_without_room_is_told_in_a_models_sentence_else_by_its_last_voices() -> None:
    start = "- Issue [#30](https://github.com/o/n/issues/30)（开放中）A debate 30（3 人，6 条）："
    assert line(argued(), start).count("「I disagree") == 2
    told = argued((Section.DISCUSSIONS, 30, Part.BRIEF, "[[@bob]] 反对改默认值"))
    assert line(told, start) == start + "`bob` 反对改默认值"
    elsewhere = argued((Section.FOCUS, 30, Part.OPEN, "[[@bob]] 反对改默认值"))
    assert start not in elsewhere, "it is told at its entry in the focus"


def test_what_a_pull_request_waits_for_stands_in_its_cell_in_the_words_of_who_said_so() -> None:
    assert "[`rex`](https://github.com/o/n/r/r) 的修改要求：「The fallback is wrong.」 |" in page()
    told = page((Section.FOCUS, 3, Part.OPEN, "[[@rex]] 要求先改回退路径"))
    assert "[`rex`](https://github.com/o/n/r/r) 的修改要求 |" in told


def test_changes_to_act_on_stand_in_one_line_below_a_models_summary() -> None:
    told = page((Section.SUMMARY, None, None, "[[#1]] 会输出乱码"))
    assert line(told, "- **升级留意**：") == (
        "- **升级留意**：PR [#4](https://github.com/o/n/pull/4)（已合并）移除 `--other-flag`"
    )


def test_what_a_model_calls_a_change_stands_in_its_cell_where_code_has_no_name_for_it() -> None:
    body = "`m:hits` counted blocks. It counts tokens everywhere now; dashboards that multiply it have to drop that."
    silent = pull(5, "[Core] Count by tokens", body=body, created_at=at("09:00", 1), merged_at=at("12:00"))
    written = (Section.CHANGES, 5, None, "改按 token 计数，dashboard 要去掉一步")
    named = (Section.CHANGES, 5, Part.WHAT, "命中数改按 token 计")
    without, told = (judged_by(narrated(*claims), silent) for claims in ((written,), (written, named)))
    assert "| [Core] Count by tokens | 改按 token 计数，dashboard 要去掉一步 |" in without
    assert "| 命中数改按 token 计 | 改按 token 计数，dashboard 要去掉一步 |" in told


def test_a_full_width_mark_has_no_space_beside_it() -> None:
    told = page((Section.FOCUS, 3, Part.OPEN, "[[@rex]] 说 [[#2]] 之后 [[quote:r|The fallback is wrong.]] 才提交"))
    assert "`rex` 说 PR [#2](https://github.com/o/n/pull/2)（已合并）之后「The fallback is wrong.」才提交" in told


def test_a_figure_in_its_authors_sentence_is_told_below_where_a_model_has_it_in_the_pages_language() -> None:
    said = "On 1x MI300X the score on ruler goes from 71.4 to 78.9 with this change."
    tuned = pull(6, "[ROCm] Keep the scales", body=f"## Test Result\n\n{said}")
    told = judged_by(narrated((Section.FOCUS, 6, Part.OPEN, "1x MI300X 的 ruler 从 71.4 到 78.9")), tuned)
    assert f"| {said} |" in judged_by(narrated((Section.FOCUS, 6, Part.WHAT, "拟保留 scale")), tuned)
    assert "| 见表下 |" in told


def test_the_conditions_of_a_figure_in_a_sentence_stand_before_it() -> None:
    body = "## Test Plan\n\n`b.py`, 1x L40S, 500 clips.\n\n## Test Result\n\n14.2 -> 38.9 clips/s at batch 16."
    faster = pull(9, "[Model] Batch the encoder", body=body, created_at=at("09:00", 1), merged_at=at("10:00"))
    told = line(judged_by(narrated(), faster), "- PR [#9](https://github.com/o/n/pull/9)（已合并）[Model]")
    assert told.endswith("；作者实测 1x L40S, 500 clips: 14.2 -> 38.9 clips/s at batch 16.")


def test_a_release_says_what_its_notes_open_with() -> None:
    release = Release(
        tag="v1.2",
        name="v1.2",
        url="https://github.com/o/n/releases/tag/v1.2",
        author=person("olga"),
        published_at=at("10:00"),
        body="- Fixes a hang at shutdown\n- Pins `a==1` for *all*",
    )
    told = line(markdown(gather(snapshot(releases=(release,))), None, Look(title="vLLM")), "- **发布**")
    assert told.endswith("（03-03 10:00）：「Fixes a hang at shutdown」；「Pins `a==1` for all」")
