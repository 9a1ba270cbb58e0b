"""The words that reading a foreign report looks for, in English and Chinese.

A list here errs the other way than those for our own claims: a right sentence must not be refuted, so a word counts
only where its form leaves no doubt, and any hedge before it in the clause takes it back.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE | re.ASCII
"""ASCII, since a Chinese character would count as a letter, and "PR" in "PR并" as no whole word."""

MARK = "\ufffc"
"""Stands for a reference to an item in the text of a clause."""

_GONE_ZH = "修复|解决|修正|纠正|消除|根除|修好|攻克|根治|搞定"
_CHANGED_ZH = (
    "新增|增加|添加|加入|引入|实现|集成|移除|删除|去除|去掉|清理|替换|重命名|启用|禁用|升级|支持|优化|提升|提高"
    "|改进|改善|增强|强化|回退|回滚|重构|弃用|废弃|发布|更新|改变|修改|降低|减少|避免|统一|调整|跳过|融合|恢复|扩展"
    "|扩大|丰富|简化|加速|加快|缩短|保障|保证|确保|完善|拆分|迁移|补充|补全|放宽|收紧|切换|开启|打通|解禁|节省"
    "|内置|上线"
    "|落地|交付|完成|采用|提供|加上|换成|改成|改为|合入"
)

GONE = re.compile(
    rf"(?:{_GONE_ZH})了|(?:已|已经|均已|都已|现已|得以|得到了?|成功|被|彻底|完全|正式)(?:{_GONE_ZH})(?!方案|补丁"
    rf"|的?\s*PR)"
    r"|不再(?:出现|复现|崩溃|报错)",
)
"""Says in Chinese that a problem is gone."""

CHANGED = re.compile(
    rf"(?:{_CHANGED_ZH})了"
    rf"|(?<!曾)(?:现已|均已|都已|已经|已|正式|成功)(?:{_CHANGED_ZH})(?!方案|补丁|的?\s*PR)"
    r"|被(?:移除|删除|去除|替换|重命名|回退|回滚|弃用|废弃|加入|添加|引入)(?!的)"
    rf"|(?:已|已经)(?:将|把)[^，,。；;]{{2,60}}?(?:{_CHANGED_ZH}|合并|整合)"
    r"|进行了(?:重构|优化|改造|改进|升级|精简|清理|拆分|统一|修复|调整|扩展|适配)"
)
"""Says in Chinese that the code is different now."""

DISPOSED = re.compile(
    rf"{MARK}\s*(?:[（(][^（）()]*[)）])?\s*(?:[^，,。；;\ufffc]{{0,30}}[，,]\s*)?(?:进一步|直接|则|也)?(?P<verb>将|把)"
    r"(?!会|在|于|被|有|由|能|可|与|对|为|是|随|按|继续|作为|来|重新|如何)[^，,。；;]{2,60}?"
    r"(?:融合|合并|整合|集成|提升|提高|降低|减少|缩短|压缩|调整|改为|改成|替换|移动|移至|移到|迁移|重命名|转换"
    r"|拆分|抽取"
    r"|统一|添加|加入|扩展|升级|回退|设为|设置为|默认)"
)
"""A pull request that disposes of something ("#1 将 A 融合到 B 中"): told as done, in a verb without a tense."""

GAINED = re.compile(
    r"^\s*(?:从而|进而|并|同时|由此)?(?:将|把|使得?)(?!会|在|被)[^，,。；;]{2,40}?(?:提升|提高|加快|加速|降低"
    r"|减少|缩短|压缩)"
    r"(?:了|约|近|至|到|为|最高|高达|多达|\s)*\d"
)
"""A result with its measure, as the clause of a pull request."""

_DELIVERED_ZH = (
    rf"(?:{_GONE_ZH}|新增|添加|加入|引入|实现|移除|删除|支持|启用|禁用|落地|完成|恢复|优化|升级|重构|回退|撤销|弃用"
    r"|补齐)"
)
DELIVERED = re.compile(
    rf"(?:已|已经|均已|都已|现已)(?:由|被|在|经|经由|通过|随|随着)\s*[^，,。；;{MARK}]{{0,24}}{MARK}[^，,。；;{MARK}]{{0,8}}?"
    rf"(?P<verb>{_DELIVERED_ZH})(?!方案|补丁|的?\s*PR|请求)"
)
"""Says in Chinese through which pull request something is done: 已由 #1 解决."""

_GONE_EN = (
    r"fix(?:es|ed)|(?:re)?solv(?:es|ed)|cur(?:es|ed)|eliminat(?:es|ed)|address(?:es|ed)|correct(?:s|ed)|repair(?:s|ed)"
)
_CHANGED_EN = (
    r"add(?:s|ed)|remov(?:es|ed)|introduc(?:es|ed)|implement(?:s|ed)|enabl(?:es|ed)|disabl(?:es|ed)|replac(?:es|ed)"
    r"|renam(?:es|ed)|deprecat(?:es|ed)|bump(?:s|ed)|upgrad(?:es|ed)|refactor(?:s|ed)|revert(?:s|ed)"
    r"|optimi[sz](?:es|ed)"
    r"|improv(?:es|ed)|speeds up|sped up|drop(?:s|ped)|mov(?:es|ed)|switch(?:es|ed)|ship(?:s|ped)|releas(?:es|ed)"
    r"|updat(?:es|ed)|chang(?:es|ed)|deliver(?:s|ed)|unif(?:ies|ied)|cuts|reduc(?:es|ed)|boost(?:s|ed)|fus(?:es|ed)"
    r"|extend(?:s|ed)|expand(?:s|ed)|simplif(?:ies|ied)|brings|brought|lands|landed|made|makes|rewrote|rewrites|splits?"
    r"|no longer|now \w+s|complet(?:es|ed)|finish(?:es|ed)|lets|allow(?:s|ed)|prevent(?:s|ed)|restor(?:es|ed)"
    r"|support(?:s|ed)(?! (?:the (?:idea|claim|view|proposal|approach|case)|th(?:is|at)\b|#|\ufffc))"
)
_FILLERS = (
    r"(?:(?:has|have|had|also|now|finally|fully|already|successfully|completely|just|thereby|further|cleanly)\s+){0,3}"
)
_PARENS = r"(?:\s*[\[(][^()\[\]]*[\])])?"
_NOUNS = r"(?:changes|updates|moves|drops|cuts|releases|lands|bumps|boosts|ships|splits|fixes(?=\s*[:#\ufffc]))\b"
"""Behind a colon these are things, not what somebody does."""
_SUBJECT = (
    rf"(?:{MARK}{_PARENS}(?:\s*(?:,|and|&|/)\s*(?:PRs? )?{MARK}{_PARENS})*|^[^:]{{0,60}}:\s*(?:it|this)?(?!\s*{_NOUNS})"
    r"|\b(?:it|which|this (?:PR|change|patch|fix|pull request)|the (?:PR|change|patch|pull request)))"
)
ACTIVE_GONE = re.compile(rf"{_SUBJECT}\s*(?:also\s)?,?\s*{_FILLERS}(?P<verb>{_GONE_EN})\b", _I)
ACTIVE_CHANGED = re.compile(rf"{_SUBJECT}\s*,?\s*{_FILLERS}(?P<verb>{_CHANGED_EN})\b", _I)
_BE = r"\b(?:was|were|is now|are now|has been|have been|is|are|got|gets?|being now)\s+(?:\w+ly\s+|now\s+|finally\s+)?"
PASSIVE_GONE = re.compile(
    rf"{_BE}(?P<verb>fixed|(?:re)?solved|cured|eliminated|corrected|repaired|sorted out|gone)\b", _I
)
PASSIVE_CHANGED = re.compile(
    r"\b(?P<now>can now)\b|"
    rf"{_BE}(?P<verb>added|removed|introduced|implemented|enabled|disabled|replaced|renamed|deprecated|bumped|upgraded"
    r"|refactored|reverted|optimi[sz]ed|dropped|shipped|released|delivered|unified|supported|landed)\b",
    _I,
)

_RESULT_EN = (
    r"add(?:s|ed)|implement(?:s|ed)|introduc(?:es|ed)|complet(?:es|ed)|finish(?:es|ed)|enabl(?:es|ed)|fix(?:es|ed)"
    r"|(?:re)?solv(?:es|ed)|remov(?:es|ed)|eliminat(?:es|ed)|brought|brings|deliver(?:s|ed)|ship(?:s|ped)|land(?:s|ed)"
    r"|replac(?:es|ed)|renam(?:es|ed)|deprecat(?:es|ed)|rewrote|refactor(?:s|ed)|unif(?:ies|ied)|restor(?:es|ed)"
)
_OF_A_THREAD_EN = (
    r"comments?|concerns?|feedback|reviews?|nits?|conflicts?|tests?|typos?|lint\w*|benchmarks?|numbers|data|results"
    r"|details|logs?|descriptions?|repro\w*|labels?|examples?|traces?|titles?|questions?|links?|notes?|context"
)
THROUGH = re.compile(
    rf"\b(?P<verb>{_RESULT_EN})\b(?!(?: [\w'-]+){{0,4}} (?:{_OF_A_THREAD_EN})\b)(?:[^,.;:{MARK}]|[.:](?=\S)){{2,90}}?"
    rf"\b(?:in|with|via|through) (?:the )?{MARK}",
    _I,
)
"""Says of somebody what they did through a pull request. What they did in its thread is another thing."""
OWN_THREAD = re.compile(
    r"^[^，,。；;]{0,16}(?:评论|描述|标题|数据|复现|日志|说明|建议|意见|信息|结果|方案|回复|反馈|评审|审查|审核|标签|讨论"
    r"|测试|用例|证据|链接|脚本|步骤|清单|要求|条件|批准|分析|解释|冲突|注释)"
)
"""Behind a verb it makes what somebody did one of a thread's own matters."""
OWED_TO = re.compile(
    rf"\b(?P<verb>now|no longer|can)\b[^.;]*?\b(?:thanks to|courtesy of)\s+(?:the )?{MARK}"
    rf"|^\W*with {MARK},?\s[^.;]*?\b(?:now|no longer|can)\b",
    _I,
)
"""Says in English that something is so because of a pull request."""

MERGED = re.compile(
    r"(?:于|在)\s*(?:\d{1,2}:\d\d|[^，,。；;\ufffc]{0,12}?(?:[日号时分天]|凌晨|上午|中午|下午|晚上?))\s*(?:左右|许)?(?:被"
    r"|正式|获)?合(?:并|入)(?!前|后|的|请求|冲突)|"
    rf"(?:随着|由于|因为?|在)\s*(?:PR\s*)?{MARK}[^，,。；;]{{0,6}}(?:合[并入]|落地)(?:之?后)?$"
    rf"|\bwith {MARK} (?:in place|merged|in)\b|"
    r"(?<!to be )\b(?:merged|landed|went in|made it in(?:to main)?|is in main)\b"
    r"|(?:已|已经|被|正式|最终|顺利|成功|随后|均|都|当天即?|及时|迅速|快速|即)(?:被)?合(?:并|入)(?!请求|冲突|率"
    r"|节奏|效率|流程|前|后的)"
    r"|合(?:并|入)了(?!\s*\d|\s*[一二三四五六七八九十百两几多数]+\s*[个条])|合(?:并|入)(?:到|至|进)?主(?:干|线|分支)"
    r"|(?:[并进]入(?:了)?|进了|进到|合到)主(?:干|线|分支)",
    _I,
)
CLOSED = re.compile(
    r"\b(?:was|were|has been|have been|is|got) (?:now )?closed\b|(?:已|已经|被|最终"
    r"|随后)[^，,。；;]{0,6}关闭(?!不)|关闭了(?!\s*\d)",
    _I,
)
MERGED_HEDGE_NOT = re.compile(r"此前|之前|早先|曾经?|以前|\b(?:previously|earlier)\b", re.IGNORECASE)
"""Of a merge they only say when it was."""
STILL_OPEN = re.compile(r"\b(?:open|awaits?)\b|开放|打开|等待|(?:审查|评审)", re.IGNORECASE | re.ASCII)
"""Words of `OPEN` that fit nothing that is closed, merged or not."""
BARE_OPEN = re.compile(
    r"^\W*(?:(?:and|but|it|which|though|yet|both|目前|现在|该\s*(?:PR|Issue)|它|但|而)\s*)*"
    r"(?:(?:is|are|remains?|stays?)\b|仍|还|依然|等待|尚未|未|没有)",
    re.IGNORECASE | re.ASCII,
)
"""How a clause begins that says it of what the clause before spoke of."""
OPEN = re.compile(
    r"\b(?:still open|remains? open|(?:is|are) (?:still )?open(?! to| for|-)|stays? open"
    r"|not (?:yet )?(?:been )?merged|unmerged"
    r"|yet to be merged|awaits? (?:a )?(?:merge|review))\b"
    r"|(?:仍|还|依然|目前|仍然)(?:处于|为|在|是)?(?:开放|打开|`?open\b)|(?:未|尚未|仍未|还未|没有)(?:被)?(?:合并"
    r"|合入|关闭)"
    r"|等待(?:合并|审查|评审)|(?:仍|还)在(?:审查|评审|推进|讨论)",
    _I,
)
UNDER_WAY = re.compile(
    r"开放中|进行中|仍开放|仍在|尚未|未合并|待合并|待审|等待(?:合并|审查|评审|进一步)|草案|草稿|审查中|评审中"
    r"|开发中|推进中|拟"
    r"|\b(?:open|still|draft|WIP|in progress|under review|in review|pending|not (?:yet )?merged|unmerged|proposed)\b",
    _I,
)
"""Says of an item that it is not done: then a verb beside it misleads nobody."""

HEDGE = re.compile(
    r"旨在|计划|(?<![模虚])拟(?!合)|打算|希望|试图|尝试|提议|建议|提出|提案|致力|目标|意在|可能|有望|或许|预计"
    r"|若(?!干)|如果"
    r"|一旦|假如|有待|期待|需要|仍需|还需|应(?:该|当)|理应|将(?:会|在|于|被|由|能|有|可)|能否|是否|如何|为了"
    r"|以便|以期|用于"
    r"|等待|请求|准备|愿意|承诺|声称|表示|反馈|认为|指出|[声据自报]称|期望|不会|不能|未(?!来)|没有|没能|尚|并非"
    r"|不代表|并不"
    r"|不意味|无法|即将|正在|推动|草案|探索|质疑|怀疑|疑似|要求|倾向|讨论|此前|之前|早先|曾经?|以前|上游|原本"
    r"|原先|理论上|依赖|取决|前提|假设"
    r"|\b(?:would|will|could|should|can|may|might|must|propos\w+|plans?|aims?|intends?|wants?|tr(?:y|ies|ying)"
    r"|attempts?|suggests?|asks?"
    r"|requests?|expects?|hopes?|if|once|until|unless|when|whether|not|never|without|claims?|says?|said|argues?"
    r"|argued|reports?"
    r"|reported|according|goal|designed|meant|seeks?|yet to|previously|earlier|before|used to|upstream|notes?"
    r"|noted)\b|n['’]t\b",
    _I,
)
"""Anywhere before the verb in its clause, it takes the completion back, or puts it into somebody's mouth."""

MATTER = re.compile(r"^\W*[^：:，,。；;\ufffc]{0,20}(?:依赖|讨论|上游|推动|探索)[^：:，,。；;\ufffc]{0,10}[：:]")
"""A label in front of a sentence, which says what it is about: its words are no hedge."""

PERSON_SUBJECT = re.compile(
    r"(?:用户|维护者|作者|报告者|提问者|提交者|贡献者|开发者|工程师|员工|社区|团队|他|她|某人)[^，,。；;]{0,24}$"
    r"|\b(?:users?|maintainers?|authors?|reporters?|contributors?|reviewers?|he|she|they|team|community"
    r"|people)\b[^,.;]{0,40}$",
    _I,
)
"""Whoever does something here is no pull request."""

OBJECT_BEFORE = re.compile(
    r"(?:自|因|待|等待|除了|除|类似|参考|依赖|基于|继|见|参见|相比|不同于|并非|关联到?|"
    r"\b(?:since|from|after|before|until|once|besides|unlike|like|see|cf\.?|than|on top of|instead of|duplicate of))"
    r"\s*(?:了)?\s*(?:PRs?|issues?|pull request)?\s*$",
    _I,
)
OBJECT_AFTER = re.compile(
    r"^\s*(?:[（(][^（）()]*[)）])?\s*(?:所?(?:引入(?!了)|导致|造成|引发|带来(?!了))|之?后(?!续)|之?前|提到|中提出"
    r"|'s )",
    _I,
)
"""What stands around a reference that is not what the clause is about."""

LATER_NOTE = re.compile(r"[〔（(\[]\s*(?:截止后|窗口(?:结束)?后|after the (?:window|cut-?off))[^〕）)\]]*[〕）)\]]", _I)
"""A note that something came after the window: what it says is not told as of the window."""
LATER = re.compile(
    r"截止后|窗口(?:结束)?(?:之?后)|(?<!提交)(?<!创建)(?<!提出)(?<!开启)(?<!的)次日"
    r"|\bafter the (?:window|cut-?off|end of the window)\b|\bthe next day\b"
    r"|\bthe day after\b",
    _I,
)

SEE_AT_END = re.compile(r"[，,]\s*(?:见|参见|详见|see)\s*$", _I)
_ONE = r"(?:the\s+)?(?:PRs?|pull requests?)?\s*#\d+"
OWED_BEHIND = re.compile(
    rf"\s*(?:(?:见|参见|详见|see)\s*{_ONE}\s*(?:[.。；;]|$)|(?:thanks to|courtesy of)\s*{_ONE})", _I
)
OWED_BEFORE = re.compile(rf"\W*with\s+{_ONE}\s*", _I)
CONDITION = re.compile(
    r"\s*(?:if|once|when|should|as soon as|unless)\b|\s*(?:若|如果|如能|一旦|待|等到?|倘若|只要)", _I
)
"""Opens a clause on which the next ones hang."""

SEE = re.compile(r"[（(\[]\s*(?:见|参见|详见|参考|类似|关联|另见|see|cf\.?|related|similar)", _I)

MARKERS = (
    ("merged", re.compile(r"已合并|已合入|merged|合并", _I)),
    ("unmerged", re.compile(r"已?关闭未合并|未合并已?关闭|closed (?:unmerged|without merg\w+)", _I)),
    ("closed", re.compile(r"已关闭|closed|已解决|关闭", _I)),
    ("open", re.compile(r"开放中?|进行中|未合并|审查中|待合并|open|draft|草稿|仍开放|in progress|still open", _I)),
)
"""States as a word alone in brackets, or in a cell, behind a reference."""

STATUS_LABEL = re.compile(r"^(?:当前|最新|目前|最终)?状态$|^(?:current )?(?:status|state)$", _I)
_U = re.IGNORECASE
STATUS = (
    (
        "merged",
        re.compile(
            r"^\W*(?:该?\s*PR\s*)?(?:已经?)?(?:被)?(?:合并|合入)(?!前|后)|^\W*(?:it (?:is|was) |the PR (?:is"
            r"|was) )?merged\b",
            _U,
        ),
    ),
    ("closed", re.compile(r"^\W*(?:该?\s*(?:PR|Issue|问题|议题)\s*)?(?:已经?|被)+(?:被)?关闭|^\W*closed\b", _U)),
    (
        "open",
        re.compile(
            r"^\W*(?:该?\s*(?:PR|Issue|问题|议题|讨论))?\s*(?:仍|还|依然|目前|处于|为|是|保持)*\s*[`*]*(?:开放"
            r"|打开|open)(?!源)",
            _U,
        ),
    ),
)
"""How the first clause behind "当前状态：" tells a state."""

TITLE_LABEL = re.compile(r"标题|title|主题", _I)

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
_LOGIN = r"`?@?(?!\d+`?\b(?!-))[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?(?:\[bot\])?`?"
_MANY = rf"{_LOGIN}(?:\s*(?:[,，、/&]|和|与|及|\band\b)\s*{_LOGIN})*"
ROLES = tuple(
    (
        role,
        re.compile(
            rf"(?:{words})(?:s)?(?: of (?:the )?(?:PR |issue )?#\d+(?:,| is| was))?\s*(?:是|为|即|[:：])?"
            rf"\s*(?P<open>[（(]?)\s*(?P<logins>{_MANY})\s*(?P<close>[)）]?)",
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

_REVIEW = "评审|评论|意见|审查|审核|修改|反馈|回复|要求|看法|质疑|提醒|测试|批准|讨论"
_ENDED = (
    r"\b(?:merged|landed|closed|approved|reviewed|superseded|replaced|reverted|tested|confirmed|reproduced|picked up"
    r"|taken over|commented|discussed)\b"
)
DID = (
    (
        "author",
        re.compile(
            rf"(?P<logins>{_LOGIN})\s*[)）]?\s*(?:提交|提出|创建|开启|发起|报告|新建)了?(?:的)?\s*(?:一个|该"
            rf"|这个)?\s*(?:关于[^，]{{0,20}}的)?\s*"
            rf"(?:PR|Issue|提案|RFC|问题|修复)?\s*(?:PR|Issue)?\s*[（(]?\s*{MARK}"
            rf"|(?P<en>{_LOGIN})\s+(?:opened|submitted|filed|authored|created|reported|raised"
            rf"|wrote)\s+(?:the )?(?:PR|issue|pull request|bug|RFC)?\s*{MARK}",
            _I,
        ),
    ),
    (
        "author",
        re.compile(
            rf"(?P<logins>{_LOGIN})\s*的\s*(?:这个|该|新|草稿)?\s*{MARK}(?!\s*(?:上|中|里|下)?的?(?:{_REVIEW}))"
            rf"|^(?:(?!{_ENDED})[^{MARK}])*{MARK},?\s*(?:by|from)\s+(?P<en>{_LOGIN})",
            _I,
        ),
    ),
    (
        "author",
        re.compile(
            rf"(?:^|[^\w`])(?P<logins>{_LOGIN})['’]s\s+{MARK}(?P<en>)",
            _I,
        ),
    ),
    (
        "merger",
        re.compile(rf"由\s*(?P<logins>{_LOGIN})\s*合[并入]|(?P<en>{_LOGIN})\s+merged\s+(?:the )?(?:PR\s*)?{MARK}", _I),
    ),
    (
        "author",
        re.compile(
            rf"由[^，,。；;]{{0,14}}?[（(]?\s*(?P<logins>`{_LOGIN}`|{_LOGIN})\s*[)）]?\s*(?:提交|提出|创建|开启"
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
            r"|拉取请求)s?\s*(?:的?作者)?\s*(?:中|里|之中)|\bamong the (?:\d+ )?(?:new|opened) (?:PRs|pull requests)",
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
        rf"|[A-Z][A-Za-z]+)\s*{_STAFF}\s*[（(]?\s*(?P<logins>{_MANY})"
    ),
    re.compile(
        rf"(?P<logins>{_LOGIN})\s*(?:[（(，,]|是|为|也是)?\s*(?P<not>非|不是|并非)?\s*(?:一名|一位"
        rf"|来自)?\s*(?P<company>{COMPANIES}|[A-Z][A-Za-z]+)\s*{_STAFF}"
    ),
    re.compile(
        rf"(?P<not>不|并非|非)?来自\s*(?P<company>{COMPANIES})\s*(?:公司"
        rf"|团队)?\s*(?:的)?\s*[（(]?\s*(?P<logins>{_MANY})"
    ),
    re.compile(
        rf"(?P<logins>{_LOGIN})\s*[（(，,]?\s*(?P<not>不|并非|非)?(?:来自|任职于|就职于"
        rf"|供职于)\s*(?P<company>{COMPANIES}|[A-Z][A-Za-z]+)"
    ),
    re.compile(
        rf"\b(?P<company>{COMPANIES})(?:['’]s)?\s+(?:engineers?|employees?|staff|developers?"
        rf"|contributors?)\s*\(?(?P<logins>{_MANY})(?P<not>(?!))?",
        _I,
    ),
    re.compile(
        rf"(?P<logins>{_LOGIN})\s*[,(]?\s*(?:is |who is |who )?(?P<not>not )?(?:an? )?(?:from|of|at|works at"
        rf"|works for)\s+(?P<company>{COMPANIES})\b"
    ),
    re.compile(
        rf"(?P<logins>{_LOGIN})\s*[,(]\s*(?:an?|the)\s+(?P<not>non-)?(?P<company>{COMPANIES})\s+(?:engineer"
        rf"|employee|developer)"
    ),
)
"""Whom somebody is said to work for, or not to."""

HEAT = re.compile(
    r"热议|激烈(?:的)?(?:讨论|争论|辩论)|争论不休|广泛讨论|热烈讨论|引发(?:了)?(?:争议|激烈|广泛)|争议(?:很|较"
    r"|极)大|存在(?:较大)?(?:争议|分歧)"
    r"|达成(?:了)?共识|社区(?:普遍|一致)(?:认为|支持|反对)"
    r"|\b(?:hotly|heated(?:ly)?|fiercely|controvers(?:y|ial)|widely discussed|lively debate"
    r"|reached (?:a )?consensus|split the community"
    r"|drew (?:strong|heavy) (?:criticism|opposition))\b",
    _I,
)
NO_HEAT = re.compile(
    r"(?:无|没有|并无|未见|尚无|未)(?:[^，,。；;]{0,6})$|\b(?:no|without|little|hardly any|not)\b[^,.;]{0,12}$", _I
)

SAME_DAY = re.compile(
    r"(?:创建|提交|开启|提出|打开|发起)(?:的)?(?:当天|当日|同日|同一天)|(?:当天|当日|同日|同一天)(?:内|即|便"
    r"|就)*(?:被)?(?:合并|合入|关闭|解决|修复)"
    r"|\b(?:merged|closed|fixed|landed|resolved) (?:on |within )?the (?:very )?same day|same[- ]day (?:merge|fix)"
    r"|the (?:very |same )?day (?:on which )?(?:it|they|[^.;]{0,20}) (?:was|were|had been) (?:opened|created"
    r"|submitted|filed)",
    _I,
)
OPENING = re.compile(r"创建|提交|开启|提出|打开|发起|opened|created|submitted|filed", _I)
WITHIN = re.compile(
    r"(?:创建|提交|开启|提出)后?(?:的)?\s*(?P<number>\d+)\s*(?P<unit>分钟|小时|天)(?:内|后)(?:即|便|就"
    r"|被)*(?:合并|关闭)"
    r"|(?:提出|创建|提交|开启|打开|报告)(?:之?后)?(?:到|至)(?:被)?(?:关闭|合并|合入|修复|解决)[^。；;\d]{0,10}"
    r"(?P<number_to>\d+)\s*个?(?P<unit_to>分钟|小时|天)"
    r"|(?:在|于)\s*(?P<number_in>\d+)\s*个?(?P<unit_in>分钟|小时|天)之?内(?:即|便|就|被)*(?:合并|合入|关闭)"
    r"|\b(?:merged|closed) (?:only |just |within |in )?(?:under |less than )?(?P<number_en>\d+)"
    r" (?P<unit_en>minutes?|hours?|days?)(?: after| of|(?=\W*$))",
    _I,
)
ON_DAY = re.compile(
    r"(?:于|在)\s*(?P<day>\d{4}-\d\d-\d\d"
    r"|\d{1,2}\s*月\s*\d{1,2}\s*日)(?:\s*\d{1,2}:\d\d)?[^，,。；;]{0,6}?(?P<what>合并|关闭|创建|提交|开启|提出)"
    r"|\b(?P<what_en>merged|closed|opened|created|filed|submitted) (?:at \d{1,2}:\d\d )?on"
    r" (?P<day_en>\d{4}-\d\d-\d\d|[A-Z][a-z]+ \d{1,2}|\d{1,2} [A-Z][a-z]+)",
)
