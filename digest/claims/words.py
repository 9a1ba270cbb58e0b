"""The words that the check looks for, in English and Chinese: one place to read and to extend.

A list here errs towards dropping a true claim rather than printing a false one.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE

DONE = re.compile(
    r"\b(?:fix(?:es|ed)|(?:re)?solv(?:es|ed)|complet(?:es|ed)|finish(?:es|ed)|deliver(?:s|ed)|address(?:es|ed))\b"
    r"|(?:已|已经|得到|得以|成功|被|彻底|完全)(?:修复|解决|完成)|(?:修复|解决|完成)了|修好|修复完毕|不再(?:出现"
    r"|复现|崩溃|报错)|不复存在|成为过去|(?:问题|故障|错误|隐患)(?:已经?|就此|随之)?(?:消失|消除|不见)"
    r"|已(?:经)?(?:由|被|经|通过|在|随)"
    r"[^，。；,]{0,24}(?:修复|解决|消除)"
    r"|\b(?:is|are) (?:now )?gone\b|\bput(?:s)? an end to\b|\bno more\b",
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
    r"\b(?:merg(?:es|ed)|landed|lands|went in|shipped|made it in(?:to)?|(?:is|are|got|now) in (?:main|master"
    r"|the main branch))\b"
    r"|\bthe merge of\b|(?:已|已经|被|正式|顺利|完成|获得?|得到|成功|最终|今日|今天|当天|当日|昨日|随后|即|均"
    r"|都)(?:被)?合(?:并|入)"
    r"|合(?:并|入)了|(?:合(?:并|入)(?:到|至|进)?|[并进]入了?)主(?:干|线|分支)|(?:随着|因为?|由于"
    r"|自从?)[^，。；,]{0,4}\ufffc[^，。；,]{0,4}合(?:并|入)"
    r"|\ufffc\s*合(?:并|入)(?:完成|完毕|成功)?$",
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
    r"not (?:yet )?(?:been )?merged|yet to be merged|awaits?|await(?:s|ing) (?:a )?(?:merge|review))\b"
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

BROUGHT = re.compile(
    r"\ufffc(?:\s*[（(][^（）()]*[)）])?\s*(?:(?:has|have|had|also|now|finally|fully|already|just|thus)\s+)*"
    r"(?!(?:asked|waited|touched|mentioned|discussed|reported|measured|opened|proposed|conflicted|needed|wanted|planned"
    r"|aimed|tried|intended|claimed|stalled|received|drew|lacked|depended|concerned|targeted|followed|collected"
    r"|attempted"
    r"|suggested|failed|duplicated|referenced|cited|was|were|had|said|got|closed|based|labelled|labeled|called|titled"
    r"|marked|rebased|named|stated|argued|described|listed|tested|told|linked|stayed|remained|seemed|looked"
    r"|expired|used"
    r"|sought|considered|written|filed|submitted|sent|authored|created|blocked)\b)"
    r"(?:[a-z]+ed|brought|put|gave|took|cut|got rid|let|built|rewrote|sped|kept|led|paid|turned)\b"
    r"|\ufffc[^，。；,\ufffc\u25cc：:]{0,12}?(?<!提出|引发|收到|获得|触发|涉及|讨论|测得|给出|报告|经历|进行"
    r"|触及|提到|得到|面临|存在|报出|写明|说明"
    r"|列出|记录|请求|要求|遇到|描述|引起|列举|复现|附上|产生|留下|暴露|披露|提及|关闭|撤回|合并|合入|提交|创建"
    r"|发起|开启|指出|收集|涵盖|测试|测量|评论|批准|影响)了(?!解)"
    r"|\ufffc\s*(?:还|也|则)?(?:带来|补上|弥补|终结|消除|改善|确保|保证|杜绝|加快|加速|缩短|扩大|根除|兑现)",
    _I,
)
"""What a change does to the code or to its users, as done: an open pull request can only be about to."""

SINCE = re.compile(
    r"\b(?:thanks to|owing to|because of|with|since|after|as of|due to)\s+\ufffc(?!\s*(?:open|pending|unmerged"
    r"|still|not|'s|’s))"
    r"|(?:借助|得益于|多亏|有了|凭借|随着|靠着|归功于|因为|通过)\s*\ufffc|自(?:从)?\s*\ufffc\s*(?:起|以来|之后"
    r"|后|开始)",
    _I,
)
"""In front of an open pull request it says that something already comes of it."""

CONDITION = re.compile(
    r"^\W*(?:if|once|unless|until|as soon as|before|should)\b.*(?:merg|land|accept|approv)"
    r"|^\s*(?:若|如果|一旦|假如|待|倘若|只有).*(?:合并|合入|采纳|通过|落地)|合并(?:之?前|之?后)\s*$",
    _I,
)
"""A clause that makes what follows it in the sentence wait for a merge."""

PAST = re.compile(r"\b(?:was|were|has|have|had|did|\w+ed)\b|了|已", _I)
"""Even behind a condition it says that something came about."""

HEDGE = re.compile(
    # Right in front of the verb, with nothing but small words between: "will soon be merged", "尚未被修复".
    r"(?:\b(?:not|never|without|would|will|could|should|can|cannot|may|might|must|to|be|being|is yet)|n't|n’t)"
    r"(?:\W+(?:not|be|been|being|get|have|has|also|soon|finally|still|yet|ever|fully))*\s*$"
    r"|(?:尚未|仍未|还未|并未|未|没有|没|不会|不|拟|将会|将|会|应当|应该|应|可以|可|需要|需|若|待|等待)(?:先|再"
    r"|能|完全|全部|立即|最终)?\s*$"
    r"|将(?:在|于|随|由)[^。；，,;：:\u25cc]{1,10}$"
    # In front of the clause: "until the flag is removed", "如果该参数被移除".
    r"|\b(?:if|once|unless|until|before|whether|propos(?:es?|al|ing)|plans?|intends?|aims?|wants?|tries"
    r"|attempts?|asks?"
    r"|suggests?|claims?|expects?|requests?|hopes?)\b(?:[^\w:;\u25cc]+\w+){0,4}[^\w:;\u25cc]*$"
    r"|(?:计划|打算|希望|提议|建议|旨在|试图|尝试|意图|准备|拟在|如果|一旦|直到|是否|要求|请求|预计|声称)"
    r"[^。；，,;：:\u25cc]{0,10}$"
    r"|^\s*(?:若|如果|一旦|假如|倘若)[^。；，,;：:]{0,12}$",
    _I,
)
"""Stands before a word of completion and takes the completion from it."""

RATIO = re.compile(
    r"\b(?:ratios?|proportions?|percentages?|shares?|majority|half|thirds?|quarters?|fifths?|tenths?|fractions?"
    r"|most|bulk) (?:of|to)\b"
    r"|\b(?:ratio|backlog|twice|double|thrice|times (?:as|more))\b|比例|占比|比率|之比|百分之|大多数|大部分|绝大"
    r"|过半|多半|分之"
    r"|一半|半数|几成|[一二三四五六七八九]成|净增|(?:两|三|数|多|\d)\s*倍",
    _I,
)
RATE = re.compile(r"\b(?:merge|close|closure|resolution|completion) rates?\b|(?:合并|关闭|解决|完成|吸收)率", _I)
DIVIDED = re.compile(r"\[\[count:\w+\]\]\s*(?:/|:|：|÷|per\b|of\b|out of\b|中|占|里|比)[^\[]{0,12}\[\[count:", _I)
"""A proportion: of header counts it means nothing, since the lists hold different items."""

EMPLOYER = re.compile(
    r"\b(?:employees?|engineers?|developers?|staff|team|people|folks|researchers?)\s+(?:at|from|of|with)\s+[A-Z]"
    r"|\b[A-Z][\w-]*(?:'s|’s)\s*\ufffc|\bon behalf of [A-Z]|\ufffc\s*(?:\(|of|from|at|with)\s*[A-Z][a-z]*[A-Z]"
    r"|(?:代表|就职|任职)[^，。；]{0,6}[A-Z]"
    r"|\b[A-Z][\w-]*(?:'s|’s)?\s+(?:employees?|engineers?|staff)\b|\bworks? (?:at|for)\s+[A-Z]|\bemployed\b"
    r"|(?:来自|任职于|就职于|供职于|隶属于?)\s*(?:[A-Z]|[\u4e00-\u9fff]{1,8}?(?:公司|团队|的(?:工程师|员工"
    r"|开发者|维护者)))|[A-Za-z]\s*(?:公司|员工|工程师|团队|官方"
    r"|方面的开发者)",
)
"""Whom somebody works for is known from the settings alone, never from a model."""

HEAT = re.compile(
    r"\b(?:hotly|heated(?:ly)?|fierce(?:ly)?|controvers(?:y|ial|ially)|widely (?:discussed|debated)|hottest"
    r"|lively debate|uproar|outcry"
    r"|firestorm|divisive|polari[sz]\w+|split(?:s)? the (?:community|maintainers|team)|opinions? clash\w*"
    r"|clash of|(?:strong|broad|wide"
    r"|heavy|fierce|overwhelming) (?:opposition|consensus|support|agreement|criticism|resistance)|(?:everybody"
    r"|everyone|all|nobody)"
    r" (?:agree[sd]?|object(?:s|ed)?|disagree[sd]?)|unanimous\w*|much[- ]debated|passionate\w*|bitter\w*)\b"
    r"|热议|激烈|争论不休|广泛(?:讨论|关注|共识|支持|赞同)|高度关注|备受(?:关注|争议|瞩目)|受争议|争议(?:很|较"
    r"|极|颇|巨)?大|引发(?:关注|争议|热)"
    r"|最热|轩然大波|针锋相对|剑拔弩张|强烈(?:反对|支持|抵制)|一致(?:赞成|同意|反对|支持|认为|通过)"
    r"|社区[^，。；]{0,10}分裂|众说纷纭|普遍(?:赞成|支持|反对|认为)|沸沸扬扬",
    _I,
)
"""How much people argued is computed, not told."""

DISPUTED = re.compile(
    r"\b(?:disput(?:e|ed|es)|debat(?:e|ed|es)|consensus|contested|disagree(?:s|d|ment)?|opposition)\b|争议|争论"
    r"|分歧|共识|辩论",
    _I,
)
"""Needs two people who spoke in a thread that is cited."""

OBEYED = re.compile(
    r"\bas (?:instructed|told|requested|an ai)\b|\bignor(?:e|ing) (?:the |all |any |previous|earlier|prior)"
    r"|\b(?:previous|earlier|prior|above) "
    r"(?:rules|instructions)\b|\bI (?:was|am|have been|must|will|recommend|cannot|can't|apologi[sz]e)\b"
    r"|\bsystem (?:note|prompt|message)\b"
    r"|\bdear (?:reader|user)|\bplease (?:star|visit|subscribe|install|run|follow|click|buy|donate)"
    r"|\bAI (?:model|assistant)\b|\blanguage model\b"
    r"|\bpwned\b|\bjailbreak|\b(?:buys?|sells?|subscribe|sponsor(?:ed|s)?|discount)\b"
    r"|按照?(?:指示|要求|吩咐)，|忽略(?:之前|以上|上述|所有|先前)|(?:之前|以上|上述|先前)的(?:规则|指令|指示)"
    r"|我(?:被要求|是一个|推荐|必须|将会?|无法|建议)"
    r"|系统(?:提示|消息|指令)|亲爱的|点赞|关注我|作为(?:一个|一名)?\s*(?:AI|人工智能|语言模型|助手)|你(?:现在"
    r"|必须|是|应该)|请(?:访问|安装|运行|订阅|购买|点击)|购买|推荐(?:所有|大家)",
    _I,
)
"""Speaks to the reader, or of the speaker: no sentence of a report does, whoever asked for it."""

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
    r"[\ufffc\u25cc\ue000-\uf8ff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]"
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
