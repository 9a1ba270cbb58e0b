"""The words that the check looks for, in English and Chinese: one place to read and to extend.

A list here errs towards dropping a true claim rather than printing a false one.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE

DONE = re.compile(
    r"\b(?:fix(?:es|ed)|(?:re)?solv(?:es|ed)|complet(?:es|ed)|finish(?:es|ed)|deliver(?:s|ed)|address(?:es|ed))\b"
    r"|(?:已|已经|得到|得以|成功|被|彻底|完全)(?:修复|解决|完成)|(?:修复|解决|完成)了|修好|修复完毕|不再(?:出现"
    r"|复现|崩溃|报错)",
    _I,
)
"""Says that a problem is gone: needs something merged, or an issue closed as completed."""

CHANGED = re.compile(
    r"\b(?:add(?:s|ed)|remov(?:es|ed)|introduc(?:es|ed)|implement(?:s|ed)|enabl(?:es|ed)|disabl(?:es|ed)"
    r"|replac(?:es|ed)|"
    r"renam(?:es|ed)|deprecat(?:es|ed)|bump(?:s|ed)|upgrad(?:es|ed)|refactor(?:s|ed)|revert(?:s|ed)|optimiz(?:es|ed)|"
    r"improv(?:es|ed)|speeds up|sped up|support(?:s|ed)|drop(?:s|ped)|mov(?:es|ed)|switch(?:es|ed)|ship(?:s|ped)|"
    r"releas(?:es|ed)|update[sd]|chang(?:es|ed)|mak(?:es)|made|allow(?:s|ed)|no longer|now)\b"
    r"|(?:已|已经|得到|得以|成功|被)(?:新增|添加|加入|引入|实现|移除|删除|替换|重命名|改为|启用|禁用|升级|支持"
    r"|优化|回退|重构|弃用|发布|更新|改进)"
    r"|(?:新增|增加|添加|加入|引入|实现|移除|删除|去掉|替换|重命名|启用|禁用|升级|支持|优化|提升|改进|回退|重构"
    r"|弃用|发布|更新|改变|修改|降低|统一)了"
    r"|改为了|改成了|落地|上线|现已|现在|从此|自此|不再(?:需要|支持|依赖|使用)",
    _I,
)
"""Says that the code is different now: needs a merged pull request where pull requests are cited."""

PLAIN_VERB = re.compile(
    r"\ufffc\s*(?:（[^（）]*）|\([^()]*\))?\s*(?:中|通过\S{1,12}?|也|则|又|还|并)?\s*"
    r"(?:修复|解决|新增|增加|添加|加入|引入|实现|移除|删除|去掉|替换|重命名|启用|禁用|升级|支持|优化|提升|改进"
    r"|回退|重构|弃用|改为|将(?!在|会|于|被|随|由|待|关闭|合并|重新|继续|作为)|把|使|让)"
)
"""A Chinese verb right behind a reference has no tense: "[[#1]] 移除 X" tells it as done."""

MERGED = re.compile(
    r"\b(?:merg(?:es|ed)|landed|lands|went in)\b|(?:已|已经|被|正式)合(?:并|入)|合(?:并|入)了|合(?:并"
    r"|入)至?主(?:干|线|分支)",
    _I,
)
"""Needs a merged pull request."""

CLOSED = re.compile(r"\bclose[sd]\b|(?:已|已经|被)关闭|关闭了", _I)
"""Needs an item that is no longer open."""

APPROVED = re.compile(r"\bapproved\b|(?:已|获|被|得到|经)批准|批准了", _I)
"""Needs an approving review that still stands, where pull requests are cited."""

OPEN = re.compile(
    r"\b(?:still open|remains? open|is open|are open|stays? open|(?:is|are|was|were)(?: still)?(?: not"
    r"|n't)(?: yet)? (?:merged|closed|fixed)|unmerged|"
    r"not (?:yet )?merged|yet to be merged|awaits?|await(?:s|ing) (?:a )?(?:merge|review))\b"
    r"|(?:仍|还|依然|目前)?(?:开放中|处于开放)|仍(?:然)?开放|(?:未|尚未|仍未|还未|还没有?|没有)(?:被)?(?:合并"
    r"|合入|关闭|修复|解决)|等待(?:合并|审查|评审)",
    _I,
)
"""Needs an item that is open, or a pull request that is not merged."""

OPINION = re.compile(
    r"\u25cc\s*(?:\w+ )?(?:now|supports?|supported)\b|\bnow (?:agrees?|thinks?|wants?|asks?|prefers?)\b"
    r"|\badded that\b"
    r"|\bchang(?:es|ed) (?:his|her|their|its) (?:mind|view|position|vote)\b|\bdrop(?:s|ped) (?:his|her|their"
    r"|the) (?:objection|request)\b"
    r"|\b(?:makes?|made) (?:clear|sense|the (?:point|case))\b|\bpull requests? (?:to|that)\b|改变了(?:看法|立场"
    r"|主意|态度)|支持了(?:这|该)",
    _I,
)
"""What a person (U+25CC) does with a view, in words that could also be told of code."""

HEDGE = re.compile(
    # Right in front of the verb, with nothing but small words between: "will soon be merged", "尚未被修复".
    r"(?:\b(?:not|never|without|would|will|could|should|can|cannot|may|might|must|to|be|being|is yet)|n't|n’t)"
    r"(?:\W+(?:not|be|been|being|get|have|has|also|soon|finally|still|yet|ever|fully))*\s*$"
    r"|(?:尚未|仍未|还未|并未|未|没有|没|不会|不|拟|将会|将|会|应当|应该|应|可以|可|需要|需|若|待|等待)(?:先|再"
    r"|能|完全|全部|立即|最终)?$"
    r"|将(?:在|于|随|由)[^。；，,;：:\u25cc]{1,10}$"
    # In front of the clause: "until the flag is removed", "如果该参数被移除".
    r"|\b(?:if|once|unless|until|before|whether|propos(?:es?|al|ing)|plans?|intends?|aims?|wants?|tries"
    r"|attempts?|asks?"
    r"|suggests?|claims?|expects?|requests?|hopes?)\b(?:[^\w:;\u25cc]+\w+){0,4}[^\w:;\u25cc]*$"
    r"|(?:计划|打算|希望|提议|建议|旨在|试图|尝试|意图|准备|拟在|如果|一旦|直到|是否|要求|请求|预计|声称)"
    r"[^。；，,;：:\u25cc]{0,10}$",
    _I,
)
"""Stands before a word of completion and takes the completion from it."""

RATIO = re.compile(
    r"\b(?:ratio|proportion|percentage|share|majority|half|most) of\b|比例|占比|比率|之比|百分之|大多数|过半"
    r"|一半|几成|净增|(?:两|三|数|多)倍于",
    _I,
)
RATE = re.compile(r"\b(?:merge|close|closure|resolution|completion) rates?\b|(?:合并|关闭|解决|完成|吸收)率", _I)
DIVIDED = re.compile(r"\[\[count:\w+\]\]\s*(?:/|:|：|÷|per\b|of\b|out of\b|中|占|里|比)[^\[]{0,12}\[\[count:", _I)
"""A proportion: of header counts it means nothing, since the lists hold different items."""

EMPLOYER = re.compile(
    r"\b(?:employees?|engineers?|developers?|staff|team|people|folks|researchers?)\s+(?:at|from|of|with)\s+[A-Z]"
    r"|\b[A-Z][\w-]*(?:'s|’s)?\s+(?:employees?|engineers?|staff)\b|\bworks? (?:at|for)\s+[A-Z]|\bemployed\b"
    r"|(?:来自|任职于|就职于|供职于|隶属于?)\s*(?:[A-Z]|[\u4e00-\u9fff]{1,8}?(?:公司|团队|的(?:工程师|员工"
    r"|开发者|维护者)))|[A-Za-z]\s*(?:公司|员工|工程师|团队|官方"
    r"|方面的开发者)",
)
"""Whom somebody works for is known from the settings alone, never from a model."""

HEAT = re.compile(
    r"\b(?:hotly|heated(?:ly)?|fierce(?:ly)?|controvers(?:y|ial)|widely discussed|hottest|lively debate)\b"
    r"|热议|激烈|争论不休|广泛讨论|高度关注|广泛关注|备受关注|引发关注|最热",
    _I,
)
"""How much people argued is computed, not told."""

SPEECH = re.compile(
    r"([A-Za-z][A-Za-z0-9_-]{1,38})\s*(?:也|则|又|还|曾|明确|随后|最后|进一步)?\s*"
    r"(?:认为|指出|表示|提出|建议|反对|同意|提到|回应|要求|质疑|主张|批准|评论|报告|承诺|解释|确认|撤回|补充)"
    r"|\b([A-Za-z][A-Za-z0-9_-]{1,38})\s+(?:argues?|argued|says?|said|thinks?|objects?|objected|agrees?|agreed"
    r"|asks?|asked|"
    r"proposes?|proposed|suggests?|suggested|approves?|approved|replied|replies|confirms?|confirmed|commented"
    r"|reported)\b",
)
"""A word in front of a verb of speech: somebody's name, unless it is one of `SPEAKERS`."""

SPEAKERS = re.compile(
    r"it|he|she|they|who|that|which|and|also|but|then|both|each|nobody|everyone|one|another|others|the|"
    r"authors?|reviewers?|maintainers?|reporters?|contributors?|users?|comments?|reviews?|prs?|issues?|rfc"
    r"|title|body|"
    r"description|thread|discussion|tests?|ci|not|later|first|finally|further|still|already|ha[sd]|have|is|are"
    r"|was|were|"
    r"be|been|being|to|now|only|therefore|so|thus|again|instead|since|because|when|if|as|where|why|how|what|or|nor",
    _I,
)
"""Words in front of a verb of speech that are nobody's name."""

ROLES = (
    (
        "author",
        re.compile(
            r"(?:\b(?:authors?|reporters?|opened by|written by|submitted by|created by)|作者|提交者|报告者"
            r"|发起人)\s*(?:是|为|即|,|，|:|：)?\s*\ufffc",
            _I,
        ),
    ),
    ("reviewer", re.compile(r"(?:\breviewers?|审查者|审阅者|评审者|评审人)\s*(?:是|为|即|,|，|:|：)?\s*\ufffc", _I)),
    (
        "maintainer",
        re.compile(
            r"(?:\b(?:maintainers?|core developers?|committers?|members?)|维护者|核心开发者|核心成员)\s*(?:是"
            r"|为|即|,|，|:|：)?\s*\ufffc",
            _I,
        ),
    ),
    ("approver", re.compile(r"(?:\bapproved by|批准者|获得?)\s*\ufffc", _I)),
    ("approver", re.compile(r"\ufffc\s*(?:has |have |already |已|已经)?\s*(?:approve[sd]?\b|批准)", _I)),
    ("merger", re.compile(r"\bmerged by\s*\ufffc|由\s*\ufffc\s*合[并入]", _I)),
)
"""A role and how it is told of the person beside it (U+FFFC is a placeholder)."""

RAW_REFERENCE = re.compile(
    r"[#＃]\d+|\bGH-\d+|\b(?:PRs?|issues?|pull requests?|问题|议题|拉取请求)\s*(?:号|No\.?|number)?\s*\d{2,}", _I
)
RAW_MENTION = re.compile(r"[@＠]\s?[A-Za-z0-9]")
RAW_LINK = re.compile(
    r"[a-z][a-z0-9+.-]*://|\bwww\.|\bmailto:|\]\(|\b[a-z0-9-]+\.(?:com|org|io|net|dev|cn|ai|app|co|me|xyz|info|ru)\b",
    _I,
)
DISGUISED = re.compile(
    # Marks of our own, full-width letters and digits, and words of two alphabets (mu is a unit's).
    r"[\ufffc\u25cc\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]"
    r"|[A-Za-z](?!\u03bc)[\u0370-\u04ff]|(?!\u03bc)[\u0370-\u04ff][A-Za-z]"
)
"""Characters that read like others, and would pass every list here."""

TYPED_QUOTE = re.compile(r"[“\"「『]([^“”\"「」『』]+)[”\"」』]")
RAW_HTML = re.compile(r"<\s*[A-Za-z/!?]|&#?[A-Za-z0-9]+;")

TERMS = re.compile(
    r"prs?|ci|cd|apis?|gpus?|cpus?|llms?|rfcs?|kv|io|ui|ok|ids?|urls?|json|yaml|http|readme|todo|faq|i|github|"
    r"e\.g|i\.e|vs|wip|lgtm|docs?|python|linux|bugs?|features?|issues?|models?|tp|pp|ep|dp",
    _I,
)
"""Words with capitals that say nothing about a particular item, and need no evidence."""

UNITS = (
    ("%", "％", "percent", "per cent", "个百分点", "百分点", "percentage points", "pp"),
    ("x", "×", "times", "-fold", "fold", "倍"),
    ("ms", "毫秒", "milliseconds", "millisecond", "msec"),
    ("us", "µs", "μs", "微秒", "microseconds"),
    ("s", "sec", "secs", "second", "seconds", "秒", "秒钟"),
    ("min", "mins", "minute", "minutes", "分钟"),
    ("h", "hr", "hrs", "hour", "hours", "小时"),
    ("d", "day", "days", "天"),
    ("gb", "gib", "g"),
    ("mb", "mib"),
    ("kb", "kib"),
    ("tb", "tib"),
    ("k", "千"),
    ("m", "million", "百万"),
    ("b", "billion", "十亿"),
    ("w", "万"),
    ("tok/s", "tokens/s", "tps", "token/s", "tokens per second"),
    ("req/s", "requests/s", "qps", "rps"),
    ("tflops", "tflop/s"),
    ("gb/s", "gib/s"),
)
"""Spellings of one unit. A number whose unit is told needs that unit in the evidence."""

NUMBER_WORDS = {
    2: ("two", "两", "二", "both"),
    3: ("three", "三"),
    4: ("four", "四"),
    5: ("five", "五"),
    6: ("six", "六"),
    7: ("seven", "七"),
    8: ("eight", "八"),
    9: ("nine", "九"),
    10: ("ten", "十"),
    12: ("twelve", "a dozen", "十二"),
    20: ("twenty", "二十"),
    100: ("hundred", "百"),
    1000: ("thousand", "千"),
}

CHINESE_NUMERAL = re.compile(
    r"([两二三四五六七八九十百千万亿几数]+)(?=个|位|项|次|条|名|倍|成|种|款|台|张|处|组|轮|天|小时|分钟|秒|行"
    r"|步|人|家|份|点|类|方|万|千|卡|层)"
)
FACTORS = re.compile(
    r"\b(?:twice|doubl(?:es?|ed|ing)|tripl(?:es?|ed|ing)|halv(?:es?|ed|ing)|half|quarter|dozens?|hundreds"
    r"|thousands|tenfold)\b|百分之[零一二三四五六七八九十百点\d.]+|翻倍|翻番|减半|一半|一倍|半数",
    _I,
)
"""Factors told as words: they need the same word in the evidence."""
