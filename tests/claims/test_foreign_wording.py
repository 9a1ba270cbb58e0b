"""Reports that others write tell the same in many words: what is false is refuted in each, what is right in none."""

from __future__ import annotations

import pytest

from digest.claims.foreign import verify
from digest.claims.verdict import Kind, Verdict
from digest.facts.focus import Focus
from tests.made import at, comment, issue, pull, snapshot

LISTED = {"depth": "listed"}
DATA = snapshot(
    pull(1001, "Load GGUF without a config", "ann", comments=(comment("c1", "bob", "09:00", "I looked at it."),)),
    pull(1002, "Merge the two loaders", "bob", created_at=at("09:00", 1), merged_at=at("11:00"), labels=("ready",)),
    pull(1003, "Speed up the sampler", "cy-amd", closed_at=at("12:30")),
    issue(1004, "It hangs", "dan", created_at=at("01:00"), closed_at=at("15:00"), labels=("stale",)),
    pull(1005, "[ROCm] Tune the GEMM on MI355X", "cy-amd", **LISTED),
    pull(1006, "Update PyTorch to 2.9.1, C++17 and --fast-skinny-gemm: 3.9% better", "eve", **LISTED),
    issue(1007, "Garbage on B300", "dan", **LISTED),
    pull(1008, "Name the flag", "bob", merged_at=at("18:00"), created_at=at("16:30"), labels=("ready",)),
    issue(1009, "Another", "dan", closed_at=at("16:00"), labels=("stale",)),
)
AREAS = (Focus(name="AMD", companies=("AMD",), logins=("*-amd",)),)

WRONG = {
    Kind.STATE: (
        "`ann` 的 PR #1001 解决了没有 config 就不能加载的问题。",
        "由 `ann` 提交的 PR #1001 新增了 GGUF 加载。",
        "`ann` 在 PR #1001 中实现了 GGUF 加载。",
        "`ann` 通过 PR #1001 完成了 GGUF 的加载。",
        "PR #1001 引入了新的加载方式。",
        "加载失败已由 PR #1001 解决。",
        "加载失败已在 #1001 中修复。",
        "**依赖**：PR #1001 移除了 config。",
        "vLLM 支持了没有 config 的 GGUF，见 #1001。",
        "`ann` added loading without a config in #1001.",
        "#1001 completed the loader.",
        "GGUF files now load without a config, thanks to #1001.",
        "With #1001, GGUF files now load.",
        "此前 PR #1003 也已合入主干。",
        "PR #1003 于 12:30 合并。",
        "#1003 remains open.",
        "The last try, #1003, is still open.",
        "#1003 仍然开放。",
        "没有 config 的文件如今也能加载（#1001）。",
        "The loader now works without a config (#1001).",
        "加载失败由 `ann` 在 #1001 中修复。",
        "GGUF 的加载在 `ann` 的 #1001 中得到恢复。",
        "#1001 换用了新的 loader。",
        "PR #1001：GGUF 的加载不再报错。",
        "`ann` 的 #1001 堵上了这个漏洞。",
        "#1001 让 vLLM 可以加载没有 config 的 GGUF。",
        "GGUF 的加载已经可用（#1001）。",
        "借助 #1001 新引入的加载方式，终于有了 GGUF。",
        "`ann` cut the config out, so files load without it (#1001).",
        "Files are now loaded at once without a config (#1001).",
        "The loader gained GGUF thanks to `ann` (#1001).",
        "`ann` ripped out the config for good in #1001.",
        "The loader no longer needs a config, after ann's work in #1001.",
    ),
    Kind.ROLE: (
        "`bob` 的 PR #1001 拟支持 GGUF。",
        "GGUF loading is proposed in #1001 by `bob`.",
        "`bob`'s #1001 proposes to load GGUF.",
        "The author of #1001, `bob`, proposes to load GGUF.",
        "PR #1001：`bob` 提交的这个 PR 拟支持 GGUF。",
    ),
    Kind.DATE: (
        "#1002 was merged on the very day on which it had been opened.",
        "#1002 was merged on 2 March.",
        "#1002 landed on 2 March.",
        "Issue #1004 从提出到关闭不到 3 小时。",
        "Issue #1004 在 3 小时内关闭。",
    ),
    Kind.COUNT: (
        "Of the merged PRs, 5 carry the `ready` label.",
        "关闭的 Issue 中有 7 个带 `stale` 标签。",
        "`dan` 一人提交了 6 个 Issue。",
        "`bob` had four PRs merged.",
        "bob had 4 pull requests merged.",
        "Maintainers worked through 36 issues.",
    ),
    Kind.IDENTIFIER: (
        "PR #1005 拟在 MI300X 上调优 GEMM。",
        "PR #1006 拟把 PyTorch 升级到 2.10。",
        "PR #1006 打算用 C++20。",
        "PR #1006 拟提供 `--fast-wide-gemm`。",
        "#1007 reports garbage on a B200.",
    ),
    Kind.KIND: (
        "Two issues, #1004 and #1001, wait.",
        "#1004、#1001 两个 Issue 都在等待。",
        "Users filed issues about a hang (#1004) and GGUF (#1001).",
    ),
    Kind.TITLE: ("#1005（Prometheus 指标抽象）与 #1006 仍在评审中。",),
    Kind.NUMBER: ("By its title #1006 would be 9.3% better.",),
    Kind.EMPLOYER: ("#1003 的作者 `cy-amd` 是英特尔工程师。",),
}

RIGHT = (
    "`ann` 的 PR #1001 旨在解决加载问题。",
    "`ann` 在 PR #1001 中补充了测试数据。",
    "`bob` added tests in #1001.",
    "If #1001 lands, GGUF files are loaded without a config.",
    "`bob` 的 PR #1002 合并了两个 loader。",
    "两个 loader 的重复已由 #1002 解决。",
    "此前 PR #1002 已合入主干。",
    "PR #1002 于 11:00 合并。",
    "#1001 remains open.",
    "#1003 was closed and is not merged.",
    "#1001 by `ann` is open; #1002 was merged by its author.",
    "`bob` 的 #1001 评审还没有结束。",
    "#1002 was merged on 3 March.",
    "#1002 landed on 3 March.",
    "#1004、#1009 两个 Issue 已关闭。",
    "#1002 在提交次日之后合并。",
    "PR #1008 在 2 小时内合并。",
    "2 merged PRs carry the `ready` label.",
    "2 issues were closed as stale.",
    "2 PRs were opened and merged within the window.",
    "1 new issue concerns the loader.",
    "`dan` 提交了 2 个 Issue。",
    "PR #1005 拟在 MI355X 上调优，MI300X 不受影响。",
    "PR #1006 拟把 PyTorch 升级到 2.9.1，当前为 2.8.0。",
    "#1007 reports garbage on B300, which a B200 does not show.",
    "#1003 的作者 `cy-amd` 来自 AMD。",
    "dan opened 2 issues.",
    "#1005（MI355X 的 GEMM）与 #1006（C++17）仍在评审中。",
    "Of the 2 closed issues, 2 carry the `stale` label.",
    "`ann` 不再反对 #1001。",
    "#1001 replaces #1003, which was closed before.",
    "窗口内第一个新 PR 是 ann 的 #1001。",
    "在 #1001 合并之前，仍要带 config。",
    "`ann` 的 #1001 回应了评审意见并更新了描述。",
    "#1001 and #1003, none of which has been merged.",
    "#1003 was closed shortly after #1002 went in.",
    "#1003 拆分了两个 loader，但最终没有合并。",
    "According to its title, #1001 loads GGUF without a config.",
)


def held(text: str) -> tuple[Verdict, set[Kind]]:
    [claim] = verify(f"- {text}\n", [DATA], AREAS).claims
    return claim.verdict, {reason.kind for reason in claim.reasons}


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in WRONG.items() for text in texts])
def test_what_is_false_is_refuted_in_whichever_words(kind: Kind, text: str):
    verdict, kinds = held(text)
    assert verdict is Verdict.REFUTED
    assert kind in kinds


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_right_is_refuted_in_none(text: str):
    verdict, kinds = held(text)
    assert verdict is not Verdict.REFUTED, kinds


def test_bullets_below_a_bold_reference_speak_of_it():
    text = "**#1001: Load GGUF**\n\n- Effect: files are loaded without a config now, the crash has been solved.\n"
    assert verify(text, [DATA], AREAS).claims[-1].verdict is Verdict.REFUTED


def test_the_window_may_stand_in_a_title_alone():
    text = "# What happened, 2026-03-03 00:00 (UTC) to 2026-03-03 10:00 (UTC)\n\n- #1002 was merged.\n"
    assert verify(text, [DATA], AREAS).is_refuted
