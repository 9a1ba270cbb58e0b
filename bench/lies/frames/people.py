"""Sentences on people."""

from __future__ import annotations

from bench.lies.frames.form import Frames

AUTHOR: dict[str, Frames] = {
    "en": (
        "{n} was opened by {x}.",
        "{x} opened {n}.",
        "{x} is the author of {n}.",
        "The author of {n} is {x}.",
        "{x} submitted {n}.",
        "{n}, written by {x}, waits for nobody.",
        "{n} was filed by {x}.",
        "{x} created {n}.",
        "{n} is the work of {x}.",
        "{n} is {x}'s.",
        "{x} put up {n}.",
        "{x} came up with {n}.",
        "Behind {n} stands {x}.",
        "{x}, who wrote {n}, is known.",
        "{n} was put forward by {x}.",
        "{x} is behind {n}.",
    ),
    "zh": (
        "{n} 由 {x} 提交。",
        "{x} 提交了 {n}。",
        "{n} 的作者是 {x}。",
        "{n}（作者 {x}）值得一读。",
        "{x} 创建了 {n}。",
        "{n} 由 {x} 发起。",
        "提出 {n} 的是 {x}。",
        "{x} 开启了 {n}。",
        "{n} 是 {x} 的作品。",
        "{n} 系 {x} 所写。",
        "{x} 写了 {n}。",
        "{x} 拿出了 {n}。",
        "{n} 背后是 {x}。",
        "写 {n} 的是 {x}。",
        "{n} 为 {x} 所提。",
        "{x} 推出 {n}。",
    ),
}

ROLE: dict[str, dict[str, Frames]] = {
    "approver": {
        "en": (
            "{x} approved {n}.",
            "{n} was approved by {x}.",
            "{n} has the approval of {x}.",
            "{x} signed off on {n}.",
            "{x} has approved {n}.",
            "{x} gave {n} a green light.",
            "{n} carries the approval of {x}.",
            "{x} okayed {n}.",
        ),
        "zh": (
            "{x} 批准了 {n}。",
            "{n} 获 {x} 批准。",
            "{n} 已由 {x} 批准。",
            "{x} 已批准 {n}。",
            "{n} 得到 {x} 的批准。",
            "{x} 给 {n} 开了绿灯。",
            "{x} 通过了 {n} 的评审。",
            "{n} 有 {x} 的批准。",
        ),
    },
    "merger": {
        "en": (
            "{n} was merged by {x}.",
            "{x} merged {n}.",
            "It was {x} who merged {n}.",
            "{x} pressed the merge button on {n}.",
            "{x} landed {n}.",
            "{n} was landed by {x}.",
        ),
        "zh": (
            "{n} 由 {x} 合并。",
            "{x} 合并了 {n}。",
            "合并 {n} 的是 {x}。",
            "{n} 的合并者是 {x}。",
            "{x} 把 {n} 合了。",
            "{n} 被 {x} 合入。",
            "{x} 将 {n} 合并。",
        ),
    },
    "objector": {
        "en": (
            "{x} requested changes on {n}.",
            "{n} has a request for changes by {x}.",
            "{x} asked for changes in {n}.",
            "{x} blocked {n}.",
            "{x} vetoed {n}.",
            "{n} was sent back by {x}.",
        ),
        "zh": (
            "{x} 在 {n} 中要求修改。",
            "{n} 有 {x} 的修改要求。",
            "{x} 对 {n} 提出修改要求。",
            "{x} 挡下了 {n}。",
            "{x} 否决了 {n}。",
            "{n} 被 {x} 打回。",
        ),
    },
}

EMPLOYER: dict[str, Frames] = {
    "en": (
        "{x}, who works for {company}, comments on {n}.",
        "{x} of {company} comments on {n}.",
        "{company}'s {x} comments on {n}.",
        "{x} ({company}) comments on {n}.",
        "A {company} engineer comments on {n}.",
        "{x} comments on {n} on behalf of {company}.",
        "{x} from {company} comments on {n}.",
        "{x} is not from {company}, and comments on {n}.",
        "{x}, a {company} employee, reads {n}.",
        "{x} is paid by {company}, see {n}.",
        "{company} folks like {x} read {n}.",
        "The people at {company} sent {x} to {n}.",
        "{x} represents {company} in {n}.",
        "{company} stands behind {n}, through {x}.",
        "{x}, {company}, reads {n}.",
        "Speaking for {company}, {x} reads {n}.",
    ),
    "zh": (
        "来自 {company} 的 {x} 评论了 {n}。",
        "{company} 员工 {x} 评论了 {n}。",
        "{x}（{company}）评论了 {n}。",
        "{company} 的 {x} 评论了 {n}。",
        "{x} 任职于 {company}，评论了 {n}。",
        "{company} 团队在 {n} 中表态。",
        "{x} 代表 {company} 评论了 {n}。",
        "{x} 并非 {company} 员工，也评论了 {n}。",
        "{company} 的工程师 {x} 看了 {n}。",
        "{x} 是 {company} 的人，看了 {n}。",
        "{x} 供职 {company}，看了 {n}。",
        "{company} 派 {x} 看了 {n}。",
        "{company} 方面的 {x} 看了 {n}。",
        "{x}，{company}，看了 {n}。",
        "在 {company} 工作的 {x} 看了 {n}。",
        "{company} 内部的 {x} 看了 {n}。",
    ),
}

COMPANIES = ("NVIDIA", "Google", "Intel", "Red Hat", "Meta", "IBM", "Huawei")
