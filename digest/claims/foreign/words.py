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

OF_ITS_OWN = re.compile(
    r"\b(?:after|before|once|when|since|as|in which|on which|until)\b[^,.;\ufffc]{0,24}$|(?:在|待|等)\s*$",
    re.IGNORECASE,
)
"""In front of a reference it makes the next verb that one's own, and a time of what the clause is about."""

BE = re.compile(r"\s*(?:was|were|is|had been|has been|got)?\s*(?:finally |also )?", re.IGNORECASE)

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

MERGED_HEDGE_NOT = re.compile(
    r"(?<!合并)(?<!合入)(?<!落地)(?:此前|之前|早先|曾经?|以前)|\b(?:previously|earlier)\b", re.IGNORECASE
)
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
    r"没有合(?:并|入)|未能合(?:并|入)|开放中|进行中|仍开放|仍在|尚未|未合并|待合并|待审|等待(?:合并|审查|评审|进一步)|草案|草稿|审查中|评审中"
    r"|开发中|推进中|拟"
    r"|\b(?:open|still|draft|WIP|in progress|under review|in review|pending|not (?:yet )?merged|unmerged|proposed)\b",
    _I,
)
"""Says of an item that it is not done: then a verb beside it misleads nobody."""

HEDGE = re.compile(
    r"\b(?:none|neither|nobody|no one)\b"
    r"|旨在|计划|(?<![模虚])拟(?!合)|打算|希望|试图|尝试|提议|建议|提出|提案|致力|目标|意在|可能|有望|或许|预计"
    r"|若(?!干)|如果"
    r"|一旦|假如|有待|期待|需要|仍需|还需|应(?:该|当)|理应|将(?:会|在|于|被|由|能|有|可)|能否|是否|如何|为了"
    r"|以便|以期|用于"
    r"|等待|请求|准备|愿意|承诺|声称|表示|反馈|认为|指出|[声据自报]称|期望|不会|不能|未(?!来)|没有|没能|尚|并非"
    r"|不代表|并不"
    r"|不意味|无法|即将|正在|推动|草案|探索|质疑|怀疑|疑似|要求|倾向|讨论|此前|之前|早先|曾经?|以前|上游|原本"
    r"|原先|理论上|依赖|取决|前提|假设"
    r"|\b(?:would|will|could|should|can|may|might|must|propos\w+|plans?|aims?|intends?|wants?|tr(?:y|ies|ying)"
    r"|attempts?|suggests?|asks?"
    r"|requests? (?=(?:that|to|an?|the)\b)|expects?|hopes?|if|(?<!at )once|until|unless|when|whether|not"
    r"|never|without|claims?|says?|said|argues?"
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
    r"截止后|窗口(?:结束)?(?:之?后)|\b(?:only )?later\b|\bafter (?:this|the) (?:window|period)\b"
    r"|(?<!提交)(?<!创建)(?<!提出)(?<!开启)(?<!的)次日"
    r"|\bafter the (?:window|cut-?off|end of the window)\b|\bthe next day\b"
    r"|\bthe day after\b",
    _I,
)

SEE_AT_END = re.compile(r"[，,]\s*(?:见|参见|详见|see)\s*$", _I)

_ONE = r"(?:the\s+)?(?:PRs?|pull requests?)?\s*#\d+"

OWED_BEHIND = re.compile(
    rf"\s*(?:after [\w'’-]* ?(?:work|change|patch|fix) in {_ONE}|(?:见|参见|详见|see)\s*{_ONE}\s*(?:[.。；;]|$)"
    rf"|(?:thanks to|courtesy of)\s*{_ONE})",
    _I,
)

OWED_BEFORE = re.compile(rf"\W*with\s+{_ONE}\s*", _I)

CONDITION = re.compile(
    r"\s*(?:if|once|when|should|as soon as|unless|according to)\b|\s*(?:若|如果|如能|一旦|待|等到?|倘若|只要)", _I
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
    r"|\b(?P<what_en>merged|landed|went in|closed|opened|created|filed|submitted) (?:at \d{1,2}:\d\d )?on"
    r" (?P<day_en>\d{4}-\d\d-\d\d|[A-Z][a-z]+ \d{1,2}|\d{1,2} [A-Z][a-z]+)",
)
