"""Sentences on counts, measurements and names."""

from __future__ import annotations

from bench.lies.frames.form import Frames

COUNT: dict[str, dict[str, Frames]] = {
    "issues_opened": {
        "en": (
            "{c} issues were opened.",
            "There are {c} new issues.",
            "People opened {c} issues.",
            "The day brought {c} new issues.",
            "{c} issues were filed.",
        ),
        "zh": (
            "新增 {c} 个 Issue。",
            "当天新开 {c} 个议题。",
            "{c} 个新 Issue。",
            "有 {c} 个 Issue 新建。",
            "收到 {c} 个新议题。",
        ),
    },
    "issues_closed": {
        "en": (
            "{c} issues were closed.",
            "People closed {c} issues.",
            "There are {c} closed issues.",
            "{c} issues got closed.",
            "The day closed {c} issues.",
        ),
        "zh": (
            "关闭 {c} 个 Issue。",
            "{c} 个议题被关闭。",
            "当天关闭了 {c} 个 Issue。",
            "有 {c} 个 Issue 关闭。",
            "{c} 个 Issue 得到关闭。",
        ),
    },
    "prs_opened": {
        "en": (
            "{c} pull requests were opened.",
            "There are {c} new PRs.",
            "People opened {c} pull requests.",
            "The day brought {c} new pull requests.",
            "{c} pull requests were submitted.",
        ),
        "zh": (
            "新增 {c} 个 PR。",
            "当天新开 {c} 个 PR。",
            "{c} 个新 PR。",
            "有 {c} 个 PR 新建。",
            "收到 {c} 个新 PR。",
        ),
    },
    "prs_merged": {
        "en": (
            "{c} pull requests were merged.",
            "{c} PRs went in.",
            "Maintainers merged {c} PRs.",
            "{c} PRs landed.",
            "The day merged {c} pull requests.",
        ),
        "zh": (
            "合并 {c} 个 PR。",
            "{c} 个 PR 被合并。",
            "当天合入 {c} 个 PR。",
            "有 {c} 个 PR 合入。",
            "{c} 个 PR 完成合并。",
        ),
    },
    "prs_closed_unmerged": {
        "en": (
            "{c} pull requests were closed without a merge.",
            "{c} PRs were closed unmerged.",
            "{c} PRs ended unmerged.",
            "{c} pull requests were closed, not merged.",
        ),
        "zh": (
            "{c} 个 PR 关闭但未合并。",
            "未合并就关闭的 PR 有 {c} 个。",
            "{c} 个 PR 未合并而关闭。",
            "有 {c} 个 PR 没有合并就关闭。",
        ),
    },
}

TYPED_COUNT: dict[str, Frames] = {
    "en": (
        "{k} pull requests were merged, {n} among them.",
        "{n} is one of {k} new issues.",
        "{k} people took part in {n}.",
        "{n} drew {k} comments.",
        "{k} users confirm {n}.",
        "{n} blocks {k} other pull requests.",
        "{n} touches {k} files.",
        "{n} is the work of {k} months.",
    ),
    "zh": (
        "包括 {n} 在内，合并 {k} 个 PR。",
        "{n} 是 {k} 个新 Issue 之一。",
        "{k} 人参与了 {n}。",
        "{n} 有 {k} 条评论。",
        "{k} 名用户确认 {n}。",
        "{n} 挡住了 {k} 个 PR。",
        "{n} 涉及 {k} 个文件。",
        "{n} 耗时 {k} 个月。",
    ),
}

RATIO: dict[str, Frames] = {
    "en": (
        "{c} of {d} pull requests were merged.",
        "The merge rate is {c} to {d}.",
        "With {c} merges for {d} new PRs the backlog grows.",
        "{c} merges against {d} openings is a good ratio.",
        "More than half of the {c} went in.",
        "A third of {c} were closed.",
        "Twice as many PRs were opened as merged: {c}.",
        "The share of {c} in {d} is large.",
        "{c} out of {d} went in.",
        "For each of the {c} merged there are {d} new ones.",
        "{c}/{d} is the score.",
        "{c} divided by {d} is low.",
        "Nearly all of {c} were handled.",
        "{c} per {d} is good.",
        "{c} outnumber {d}.",
        "Of {d} new pull requests {c} were merged.",
    ),
    "zh": (
        "{d} 个 PR 中有 {c} 个合并。",
        "合并率为 {c}/{d}。",
        "{c} 与 {d} 之比偏低。",
        "{c} 个合并对 {d} 个新增，比例不错。",
        "{c} 中过半已合并。",
        "{c} 占 {d} 的大部分。",
        "新增是合并的两倍：{c}。",
        "{c} 的三分之一被关闭。",
        "{d} 里头有 {c} 合并。",
        "每 {d} 个就有 {c} 个合并。",
        "{c}÷{d} 不高。",
        "{c} 几乎全部合并。",
        "{c} 超过 {d}。",
        "新增的 {d} 个 PR，合并了 {c} 个。",
        "{c} 比 {d}，差距明显。",
        "其中 {c} 个是 {d} 的。",
    ),
}

MEASURED: dict[str, Frames] = {
    "en": (
        "{n} reports a change from {a} to {b} {u}.",
        "In {n} the author measured {b} {u} after {a} {u} before.",
        "The figure in {n}: {a} -> {b} {u}.",
        "{n} would take it from {a} {u} to {b} {u}.",
        "According to {n} it goes from {a} {u} to {b} {u}.",
        "{n}: {a} {u} before, {b} {u} after.",
        "Measured in {n}: from {a} to {b} {u}.",
        "{n} tells of {b} {u} instead of {a} {u}.",
        "{n} cuts it from {a} {u} to {b} {u} by its author's account.",
        "{a} {u} become {b} {u} in {n}.",
        "{n} shows {b} {u}, where main has {a} {u}.",
        "{n}: {a} {u} → {b} {u}.",
        "{n} lists {a} {u} as the old and {b} {u} as the new figure.",
        "Its author saw {b} {u} in {n}, down or up from {a} {u}.",
    ),
    "zh": (
        "{n} 报告由 {a} {u} 变为 {b} {u}。",
        "{n} 测得从 {a} 到 {b} {u}。",
        "{n} 的数据：{a} -> {b} {u}。",
        "{n} 预计从 {a} {u} 变到 {b} {u}。",
        "据 {n}，改动前 {a} {u}，改动后 {b} {u}。",
        "{n}：此前 {a} {u}，之后 {b} {u}。",
        "{n} 中由 {a} 变成 {b} {u}。",
        "{n} 给出 {b} {u}，原先是 {a} {u}。",
        "{n} 的作者称从 {a} {u} 变到 {b} {u}。",
        "{n} 中 {a} {u} 成了 {b} {u}。",
        "{n}：{a} {u} → {b} {u}。",
        "{n} 的旧值 {a} {u}，新值 {b} {u}。",
        "{n} 由原来的 {a} {u} 到 {b} {u}。",
        "{n}：main 上 {a} {u}，改后 {b} {u}。",
    ),
}

PERCENT: dict[str, Frames] = {
    "en": (
        "{n} is about a gain of {p}%.",
        "{n} would be {p} percent faster.",
        "{n} saves {p} % of memory.",
        "The loss in {n} is {p} per cent.",
        "{n} measures {p}x the throughput.",
        "In {n}, throughput rises by {p} %.",
        "{n} sees latency drop by {p} percent.",
        "{n} costs {p} percentage points.",
    ),
    "zh": (
        "{n} 的收益为 {p}%。",
        "{n} 预计快百分之{z}。",
        "{n} 可省 {p}% 的显存。",
        "{n} 的损失是 {p} 个百分点。",
        "{n} 测得 {p} 倍吞吐。",
        "{n} 中吞吐提升 {p}%。",
        "{n} 中延迟下降百分之{z}。",
        "{n} 的代价是 {p}％。",
    ),
}

NAMED: dict[str, Frames] = {
    "en": (
        "{n} is about `{i}`.",
        "{n} mentions `{i}`.",
        "See `{i}` in {n}.",
        "Users of `{i}` may read {n}.",
        "`{i}` is discussed in {n}.",
        "{n} concerns {i}.",
        "In {n} somebody names {i}.",
        "Whoever depends on {i} finds it in {n}.",
    ),
    "zh": (
        "{n} 涉及 `{i}`。",
        "{n} 提到 `{i}`。",
        "使用 `{i}` 的人请看 {n}。",
        "`{i}` 见于 {n}。",
        "{n} 讨论 {i}。",
        "{n} 与 {i} 有关。",
        "在 {n} 中有人提到 {i}。",
        "依赖 {i} 的用户可读 {n}。",
    ),
}

CROWD: dict[str, Frames] = {
    "en": (
        "Many users are unhappy about {n}.",
        "Numerous people complain in {n}.",
        "{n} met with strong dissatisfaction.",
        "A lot of users are waiting for {n}.",
        "{n} annoys countless users.",
        "Several maintainers are against {n}.",
    ),
    "zh": (
        "{n} 引来众多用户的不满。",
        "大量用户抱怨 {n}。",
        "{n} 招致强烈反感。",
        "许多人在等 {n}。",
        "不少开发者反对 {n}。",
        "{n} 让多位维护者失望。",
    ),
}

COUNTED: dict[str, Frames] = {
    "en": (
        "{k} of the merged pull requests are like {n}.",
        "{n} is one of {k} PRs on it.",
        "{k} users hit {n}.",
        "{k} maintainers read {n}.",
        "{k} people answered in {n}.",
        "There are {k} open issues like {n}.",
    ),
    "zh": (
        "包括 {n} 在内，有 {k} 个相关 PR。",
        "{n} 等 {k} 个 Issue 属于此类。",
        "{k} 位用户遇到 {n}。",
        "{k} 人参与 {n}。",
        "{k} 名维护者看了 {n}。",
        "与 {n} 类似的有 {k} 个已知 Issue。",
    ),
}
