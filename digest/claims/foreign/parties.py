"""Words of a foreign report that say who did what, and whom somebody works for, in English and Chinese."""

from __future__ import annotations

import re

from digest.claims.foreign.words import MARK

_I = re.IGNORECASE | re.ASCII

AUTHOR = (
    r"报告者|报告人|提出者|提出人|提案者|提案人|提问者|提交者|发起者|发起人|作者|创建者|创建人|开启者"
    r"|\b(?:(?:authors?|reporters?|submitters?|proposers?)\b|opened by|filed by|reported by|authored by|submitted by"
    r"|created by"
    r"|proposed by|raised by|written by)"
)

REVIEWER = r"审查者|审阅者|评审者|评审人|审核者|\b(?:reviewers?\b|reviewed by)"

APPROVER = r"批准者|\bapproved by"

MERGER = r"合并者|合并人|\bmerged by"

CONTRIBUTOR = r"贡献者|\bcontributors?\b"

LOGIN = r"`?@?(?!\d+`?\b(?!-))[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?(?:\[bot\])?`?"

LOGINS = rf"{LOGIN}(?:\s*(?:[,，、/&]|和|与|及|\band\b)\s*{LOGIN})*"

ROLES = tuple(
    (
        role,
        re.compile(
            rf"(?:{words})(?:s)?(?: of (?:the )?(?:PR |issue )?#\d+(?:,| is| was))?\s*(?:是|为|即|[:：])?"
            rf"\s*(?P<open>[（(]?)\s*(?P<logins>{LOGINS})\s*(?P<close>[)）]?)",
            _I,
        ),
    )
    for role, words in (
        ("author", AUTHOR),
        ("reviewer", REVIEWER),
        ("approver", APPROVER),
        ("merger", MERGER),
        ("contributor", CONTRIBUTOR),
    )
)
"""Who is said to be what: a role with the logins beside it."""

OPENED_THIS = re.compile(
    rf"(?P<logins>{LOGIN})\s*(?:提交|提出|创建|开启|发起|报告)(?:了|的)(?:这个|该|此|本)\s*(?:PR|Issue|提案|议题)(?!\s*[#\d])"
    rf"|(?P<en>{LOGIN})\s+(?:opened|submitted|filed) this (?:PR|pull request|issue)\b",
    _I,
)
"""Of the item that the statement stands below."""

_REVIEW = "评审|评论|意见|审查|审核|修改|反馈|回复|要求|看法|质疑|提醒|测试|批准|讨论"

_ENDED = (
    r"\b(?:merged|landed|closed|approved|reviewed|superseded|replaced|reverted|tested|confirmed|reproduced|picked up"
    r"|taken over|commented|discussed)\b"
)

DID = (
    (
        "author",
        re.compile(
            rf"(?P<logins>{LOGIN})\s*[)）]?\s*(?:提交|提出|创建|开启|发起|报告|新建)了?(?:的)?\s*(?:一个|该"
            rf"|这个)?\s*(?:关于[^，]{{0,20}}的)?\s*"
            rf"(?:PR|Issue|提案|RFC|问题|修复)?\s*(?:PR|Issue)?\s*[（(]?\s*{MARK}"
            rf"|(?P<en>{LOGIN})\s+(?:opened|submitted|filed|authored|created|reported|raised"
            rf"|wrote)\s+(?:the )?(?:PR|issue|pull request|bug|RFC)?\s*{MARK}",
            _I,
        ),
    ),
    (
        "author",
        re.compile(
            rf"(?P<logins>{LOGIN})\s*的\s*(?:这个|该|新|草稿)?\s*{MARK}(?!\s*(?:上|中|里|下)?的?(?:{_REVIEW}))"
            rf"|^(?:(?!{_ENDED})[^{MARK}])*{MARK},?\s*(?:by|from)\s+(?P<en>{LOGIN})",
            _I,
        ),
    ),
    (
        "author",
        re.compile(
            rf"(?:^|[^\w`])(?P<logins>{LOGIN})['’]s\s+{MARK}(?P<en>)",
            _I,
        ),
    ),
    (
        "merger",
        re.compile(rf"由\s*(?P<logins>{LOGIN})\s*合[并入]|(?P<en>{LOGIN})\s+merged\s+(?:the )?(?:PR\s*)?{MARK}", _I),
    ),
    (
        "author",
        re.compile(
            rf"由[^，,。；;]{{0,14}}?[（(]?\s*(?P<logins>`{LOGIN}`|{LOGIN})\s*[)）]?\s*(?:提交|提出|创建|开启"
            rf"|发起|报告)(?P<en>)",
            _I,
        ),
    ),
)

AMONG = (
    (
        "prs_opened",
        re.compile(
            r"(?:在|于)?(?:本期|当日|今日)?新(?:增|开|建)的?\s*\d*\s*个?\s*(?:PR"
            r"|拉取请求)s?\s*(?:的?作者)?\s*(?:中|里|之中)|\bamong the (?:\d+ )?(?:new|opened) (?:PRs|pull requests)"
            r"|新\s*(?:增的?)?\s*PR\s*的?作者(?:中|里)?(?:既|还|也)?(?:有|包括|包含)"
            r"|\bauthors of the (?:\d+ )?(?:new|opened) (?:PRs|pull requests) (?:include|are|were)\b",
            _I,
        ),
    ),
    (
        "prs_merged",
        re.compile(
            r"(?:在|于)?(?:已|被)?合并的?\s*\d*\s*个?\s*(?:PR|拉取请求)s?\s*(?:的?作者)?\s*(?:中|里|之中)"
            r"|\bamong the (?:\d+ )?merged (?:PRs|pull requests)",
            _I,
        ),
    ),
    (
        "issues_opened",
        re.compile(
            r"(?:在|于)?新(?:增|开|建)的?\s*\d*\s*个?\s*(?:Issue|议题)s?\s*(?:的?作者)?\s*(?:中|里|之中)"
            r"|\bamong the (?:\d+ )?new issues",
            _I,
        ),
    ),
)

COMPANIES = (
    r"AMD|NVIDIA|英伟达|Intel|英特尔|Google|谷歌|Meta|Microsoft|微软|IBM|Red ?Hat|Amazon|AWS|Apple|Huawei|华为"
    r"|Alibaba|阿里巴巴?"
    r"|Tencent|腾讯|ByteDance|字节跳动|Baidu|百度|Mistral(?: AI)?|Hugging ?Face|Anyscale|Databricks|Snowflake"
    r"|Cohere|OpenAI"
    r"|Qualcomm|高通|Arm|Neural ?Magic|Moonshot|DeepSeek|MiniMax|Samsung|三星"
)

_STAFF = r"(?:官方|公司|的)?\s*(?:内部|资深|高级)?(?:员工|雇员|工程师|团队成员|开发者|开发人员|贡献者|研究员|人员|成员)"

EMPLOYERS = (
    re.compile(
        rf"(?P<not>非|不是|并非|不来自)?\s*(?:来自|任职于|就职于|供职于|隶属)?\s*(?P<company>{COMPANIES}"
        rf"|[A-Z][A-Za-z]+)\s*{_STAFF}\s*[（(]?\s*(?P<logins>{LOGINS})"
    ),
    re.compile(
        rf"(?P<logins>{LOGIN})\s*(?:[（(，,]|是|为|也是)?\s*(?P<not>非|不是|并非)?\s*(?:一名|一位"
        rf"|来自)?\s*(?P<company>{COMPANIES}|[A-Z][A-Za-z]+)\s*{_STAFF}"
    ),
    re.compile(
        rf"(?P<not>不|并非|非)?来自\s*(?P<company>{COMPANIES})\s*(?:公司"
        rf"|团队)?\s*(?:的)?\s*[（(]?\s*(?P<logins>{LOGINS})"
    ),
    re.compile(
        rf"(?P<logins>{LOGIN})\s*[（(，,]?\s*(?P<not>不|并非|非)?(?:来自|任职于|就职于"
        rf"|供职于)\s*(?P<company>{COMPANIES}|[A-Z][A-Za-z]+)"
    ),
    re.compile(
        rf"\b(?P<company>{COMPANIES})(?:['’]s)?\s+(?:engineers?|employees?|staff|developers?"
        rf"|contributors?)\s*\(?(?P<logins>{LOGINS})(?P<not>(?!))?",
        _I,
    ),
    re.compile(
        rf"(?P<logins>{LOGIN})\s*[,(]?\s*(?:is |who is |who )?(?P<not>not )?(?:an? )?(?:from|of|at|works at"
        rf"|works for)\s+(?P<company>{COMPANIES})\b"
    ),
    re.compile(
        rf"(?P<logins>{LOGIN})\s*[,(]\s*(?:an?|the)\s+(?P<not>non-)?(?P<company>{COMPANIES})\s+(?:engineer"
        rf"|employee|developer)"
    ),
)
"""Whom somebody is said to work for, or not to."""
