"""Sentences on items, their states and their days."""

from __future__ import annotations

from bench.lies.frames.form import Frames

MERGED: dict[str, Frames] = {
    "en": (
        "{n} was merged.",
        "{n} landed in main.",
        "{n} went in during the day.",
        "The work of {n} is in main now.",
        "{n} made it into the main branch.",
        "With {n} merged, the job is done.",
        "{n} has been merged.",
        "{n} is merged.",
        "The merge of {n} went through.",
        "{n} shipped.",
        "{n} got merged.",
        "The team pulled {n} in.",
        "{n} found its way into the code base.",
        "{n} was accepted and merged.",
        "{n} has landed.",
        "The merge button was pressed on {n}.",
    ),
    "zh": (
        "{n} 已合并。",
        "{n} 当天合入主干。",
        "{n} 已经并入主线。",
        "{n} 正式合入。",
        "{n} 顺利进入主分支。",
        "{n} 的改动已经落地。",
        "{n} 完成合并。",
        "{n} 获得合并。",
        "随着 {n} 合并，这件事结束了。",
        "{n} 今日合并。",
        "{n} 终于进了主干。",
        "{n} 被并进去了。",
        "团队接纳了 {n}。",
        "{n} 现已是代码库的一部分。",
        "{n} 已获采纳。",
        "{n} 合上了。",
        "主干已包含 {n}。",
        "{n} 已被接受并合入。",
    ),
}

MERGED_ODDLY: dict[str, Frames] = {
    "en": (
        "We can use {n} from today on.",
        "{n} is through.",
        "{n} is finally in.",
        "Yesterday's {n} is now part of main.",
    ),
    "zh": ("{n} 通过了，今天起可用。", "{n} 正式生效。"),
}

DONE: dict[str, Frames] = {
    "en": (
        "{n} fixed the problem.",
        "{n} fixes what was broken.",
        "{n} resolved the matter for good.",
        "Since {n} users have the new behaviour.",
        "Thanks to {n} the problem is gone.",
        "{n} brought the change that was asked for.",
        "{n} added what was missing.",
        "{n} put an end to it.",
        "The problem was solved by {n}.",
        "{n} now behaves as documented.",
        "{n} cured the crash.",
        "{n} makes decoding faster.",
        "{n} does away with the hang.",
        "After {n} the output is right again.",
        "{n} eliminates the leak.",
        "Users of {n} no longer see the bug.",
        "{n} rewrote the scheduler.",
        "{n} improved throughput.",
        "The leak is history since {n}.",
        "{n} has already halved the latency.",
    ),
    "zh": (
        "{n} 修复了问题。",
        "{n} 解决了这个麻烦。",
        "{n} 彻底消除了隐患。",
        "{n} 补上了缺口。",
        "{n} 带来了期待的行为。",
        "借助 {n}，问题不复存在。",
        "{n} 实现了所需的功能。",
        "自 {n} 起，用户得到新的行为。",
        "问题已由 {n} 解决。",
        "{n} 让问题成为过去。",
        "{n} 治好了崩溃。",
        "{n} 让解码更快。",
        "{n} 消灭了卡死。",
        "有 {n} 之后输出恢复正常。",
        "{n} 使内存不再泄漏。",
        "{n} 重写了调度器。",
        "{n} 提升了吞吐。",
        "{n} 上线后不再报错。",
        "{n} 成功解决了问题。",
        "{n} 已经把延迟砍掉一截。",
    ),
}

OPEN: dict[str, Frames] = {
    "en": (
        "{n} is still open.",
        "{n} remains open.",
        "{n} has not been merged yet.",
        "{n} is not merged.",
        "{n} awaits a merge.",
        "{n} stays open.",
        "As of the window {n} is unmerged.",
        "{n} is yet to be merged.",
        "{n} has yet to land.",
        "{n} isn't merged.",
        "{n} is open.",
        "Nobody has merged {n} so far.",
        "{n} is pending.",
        "{n} is under review.",
        "{n} hasn't been merged.",
        "{n} sits open.",
    ),
    "zh": (
        "{n} 仍开放。",
        "{n} 尚未合并。",
        "{n} 还没有合并。",
        "{n} 等待合并。",
        "{n} 仍处于开放状态。",
        "{n} 未被合并。",
        "窗口结束时 {n} 未合并。",
        "{n} 还未合入。",
        "{n} 还开着。",
        "{n} 没合并。",
        "{n} 目前开放。",
        "{n} 还在评审。",
        "{n} 待合并。",
        "{n} 仍在审查中。",
        "{n} 尚待合入。",
        "{n} 仍未关闭。",
    ),
}

PROPOSED: dict[str, Frames] = {
    "en": (
        "{n} proposes `{i}`.",
        "{n} would change `{i}`.",
        "{n} plans to touch `{i}`.",
        "If {n} is merged, `{i}` changes.",
    ),
    "zh": ("{n} 拟改动 `{i}`。", "{n} 提议 `{i}`。", "若 {n} 合并，`{i}` 将变化。", "{n} 计划调整 `{i}`。"),
}

INVENTED: dict[str, Frames] = {
    "en": (
        "{m} proposes a change.",
        "See {m} beside {n}.",
        "{n} duplicates {m}.",
        "{m} and {n} belong together.",
        "{n} depends on {m}.",
        "Compare {n} with {m}.",
        "{m} waits.",
        "{n} follows #{k}.",
    ),
    "zh": (
        "{m} 提出改动。",
        "除 {n} 外另见 {m}。",
        "{n} 与 {m} 重复。",
        "{m} 与 {n} 同属一事。",
        "{n} 依赖 {m}。",
        "请比较 {n} 与 {m}。",
        "{m} 待定。",
        "{n} 之后是 #{k}。",
    ),
}

KIND: dict[str, dict[str, Frames]] = {
    "issue": {
        "en": (
            "The issue {n} is told here.",
            "Issue {n} is on the list.",
            "The bug report {n} is on the list.",
            "Have a look at issue {n}.",
            "{n} is an issue.",
            "The bug {n} bites.",
            "Issues such as {n} pile up.",
            "Reported as an issue: {n}.",
        ),
        "zh": (
            "议题 {n} 在列。",
            "Issue {n} 在列。",
            "问题报告 {n} 在列。",
            "请看 Issue {n}。",
            "{n} 是一个 Issue。",
            "Issue（{n}）在列。",
            "缺陷 {n} 在列。",
            "{n} 这个议题在列。",
        ),
    },
    "pull_request": {
        "en": (
            "The pull request {n} is told here.",
            "PR {n} is on the list.",
            "The patch {n} is on the list.",
            "Have a look at PR {n}.",
            "{n} is a pull request.",
            "The PR {n} waits.",
            "Pull requests such as {n} pile up.",
            "Sent as a pull request: {n}.",
        ),
        "zh": (
            "拉取请求 {n} 在列。",
            "PR {n} 在列。",
            "补丁 {n} 在列。",
            "请看 PR {n}。",
            "{n} 是一个 PR。",
            "PR（{n}）在列。",
            "合并请求 {n} 在列。",
            "{n} 这个 PR 在列。",
        ),
    },
}

RESULT: dict[str, Frames] = {
    "en": (
        "{n}: decoding works again.",
        "{n}: the default goes back to what it was.",
        "{n}: the check has been put right.",
        "{n}: the old path was restored.",
        "{n}: the output is correct again.",
        "{n}: the scales have been kept apart.",
        "{n}: the two kernels have been fused.",
        "{n}: the leak was plugged.",
        "{n}: everything is back to normal.",
        "{n}: the limit now holds for all.",
        "{n}: the tests are back on.",
        "{n}: the guard is in place.",
    ),
    "zh": (
        "{n}：默认后端已换成新 kernel。",
        "{n}：校验已经补齐。",
        "{n}：旧参数已由新参数取代。",
        "{n}：默认值恢复为旧值。",
        "{n}：新后端成为默认后端。",
        "{n}：输出已恢复正常。",
        "{n}：泄漏已堵上。",
        "{n}：两个 kernel 已合为一个。",
        "{n}：加载器现已按块读取。",
        "{n}：相关检查均已移到启动阶段。",
        "{n}：该路径已重写。",
        "{n}：默认行为改回旧的了。",
    ),
}

RELEASED: dict[str, Frames] = {
    "en": ("{v} ships with {n}.", "{v} has {n}.", "{v} contains {n}.", "{v} includes {n}.", "{n} is in {v}."),
    "zh": ("{v} 已包含 {n}。", "{v} 含有 {n}。", "{n} 已收入 {v}。", "{v} 自带 {n}。"),
}

APPROVED_ISSUE: dict[str, Frames] = {
    "en": (
        "{n} was approved in the meeting.",
        "{n} got the go-ahead.",
        "The proposal in {n} was ratified.",
        "{n} has been given the green light.",
        "{n} was adopted.",
        "The request in {n} was accepted.",
    ),
    "zh": (
        "会议通过了 {n}。",
        "{n} 已获批准。",
        "{n} 原则上获通过。",
        "{n} 的提案已获首肯。",
        "{n} 已获采纳。",
        "{n} 的请求被批准了。",
    ),
}

DATED: dict[str, Frames] = {
    "en": (
        "{n} was merged on {day}.",
        "{n}, merged on {day}, is in.",
        "The merge of {n} dates from {day}.",
        "{n} went in on {day}.",
        "On {day}, {n} was merged.",
        "{n} has been in main since {day}.",
        "{n} landed on {day}.",
        "{n} (merged on {day}) is on the list.",
        "It was on {day} that {n} landed.",
        "{n} got merged on {day}.",
        "{n} is in since {day}.",
        "{day} saw the merge of {n}.",
    ),
    "zh": (
        "{n} 于 {day} 合并。",
        "{n} 在 {day} 被合并。",
        "{day}，{n} 已合并。",
        "{n} 的合并日期是 {day}。",
        "{n} 于 {day} 合入主干。",
        "{n} 自 {day} 起在主干中。",
        "{n}（{day} 合并）在列。",
        "{n} 于 {day} 落地。",
        "{n} 的合并发生在 {day}。",
        "{day} 合并了 {n}。",
        "{n}，{day} 合入。",
        "{n} {day} 进入主干。",
    ),
}

WEEKDAY: dict[str, Frames] = {
    "en": ("{n}: {day}.", "In {n} {day} is named.", "{n} is about {day}.", "{day} is the day of {n}."),
    "zh": ("{n}：{day}。", "{n} 提到{day}。", "{n} 涉及{day}。", "{day}与 {n} 有关。"),
}
