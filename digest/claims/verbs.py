"""Words that tell a state or a deed, those that take it back, and those that do no harm, in English and Chinese.

A list of completion errs towards dropping a true claim rather than printing a false one.
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

THINGS = re.compile(
    r"(?:fixes|changes|updates|drops)\s*(?:$|[,.;:)]|(?:alone|are|were|and|or|only|of|for|from|that|which|can|could|would"
    r"|will|go|first|separately|themselves|together|in)\b)",
    _I,
)
THINGS_BEFORE = re.compile(
    r"\b(?:the|these|those|its|their|his|her|such|both|two|three|all|any|other|further|several|more|small|no)\s+"
    r"(?:(?!(?:PR|pull|request|patch|change|commit|it|this|that)\b)[\w-]+\s+){0,2}$",
    _I,
)
"""Words that are verbs or nouns, with what stands around them where they are nouns."""

OPENS_PLAN = re.compile(r"\s*(?:Proposes?|Would|Wants?|Aims?|Plans?|Whether|拟|计划|打算|提议|旨在|是否)", _I)
ADDS = re.compile(
    r"\s*(?:which (?:is|would be) |and |or )?(?:\w+ed|off|on)\s+(?:by|unless|when|if|only|with|through|via|per|where)\b"
    r"|[^,.;]{0,60}\b(?:is|are|be) (?:added|removed|enabled|disabled|fixed|renamed|replaced|dropped|supported)\s*$",
    _I,
)
"""How a clause goes on with a plan: "…, enabled by pointing it to a folder"; "whether A and B are added"."""

CHANGED = re.compile(
    r"\b(?:add(?:s|ed)|remov(?:es|ed)|introduc(?:es|ed)|implement(?:s|ed)|enabl(?:es|ed)|disabl(?:es|ed)"
    r"|replac(?:es|ed)|"
    r"renam(?:es|ed)|deprecat(?:es|ed)|bump(?:s|ed)|upgrad(?:es|ed)|refactor(?:s|ed)|revert(?:s|ed)|optimiz(?:es|ed)|"
    r"improv(?:es|ed)|speeds up|sped up|support(?:s|ed)|drop(?:s|ped)|mov(?:es|ed)|switch(?:es|ed)|ship(?:s|ped)|"
    r"releas(?:es|ed)|update[sd]|chang(?:es(?! requested)|ed)|mak(?:es)|made|allow(?:s|ed)|no longer|now)\b"
    r"|(?:已|已经|得到|得以|成功|被)(?:新增|添加|加入|引入|实现|移除|删除|替换|重命名|改为|启用|禁用|升级|支持"
    r"|优化|回退|重构|弃用|发布|更新|改进)"
    r"|(?:新增|增加|添加|加入|引入|实现|移除|删除|去掉|替换|重命名|启用|禁用|升级|支持|优化|提升|改进|回退|重构"
    r"|弃用|发布|更新|改变|修改|降低|统一)了"
    r"|改为了|改成了|落地|上线|现已|现在|从此|自此|不再(?:需要|支持|依赖|使用)",
    _I,
)
"""Says that the code is different now: needs a merged pull request where pull requests are cited."""

_BEHIND = (
    r"(?<![在于对向])(?<![在于对向]\s)\ufffc\s*(?:（[^（）]*）|\([^()]*\))?\s*(?:中|通过\S{1,12}?|也|则|又|还|并)?\s*"
)
PLAIN_VERB = re.compile(
    rf"{_BEHIND}"
    r"(?:修复|解决|新增|增加|添加|加入|引入|实现|移除|删除|去掉|替换|重命名|启用|禁用|升级|支持|优化|提升|改进"
    r"|回退|重构|弃用|改为|将(?!在|会|于|被|随|由|待|关闭|合并|重新|继续|作为))"
)
"""A Chinese verb right behind a reference has no tense: "[[#1]] 移除 X" tells it as done.

Behind a reference that is a place it is somebody's: "某人在 [[#1]] 把 X 列为首要嫌疑".
"""

PLAIN_CAUSE = re.compile(rf"{_BEHIND}(?:把|使|让)")
"""So does one of causing, of a pull request: what an issue "把 X 给了 Y" is the bug."""

MERGED = re.compile(
    r"\b(?:merg(?:es|ed)|landed|lands|went in|shipped|made it in(?:to)?|pulled in|accepted|adopted|rolled out"
    r"|(?:is|are|got|now|finally) (?:in|through|live|available)(?= (?:main|master|the|since|for)\b|\s*$)"
    # What stands in a text is no code: "the conditions are in the RFC".
    r"(?! the (?:RFC|description|body|title|text|docs?|proposal|table|thread|comments?|discussion|design)\b)"
    r"|(?:found|made) its way in(?:to)?"
    r"|(?:part|piece) of (?:main|master|the (?:code ?base|main branch|release))|from (?:today|now) on"
    r"|can (?:now )?(?:be used|use))\b"
    r"|\bpulled\W{1,3}in\b|\bmerge (?:of|button)\b"
    r"|(?:已|已经|被|正式|顺利|完成|获得?|得到|成功|最终|终于|今日|今天|当天|当日|昨日|随后|即|均"
    r"|都)(?:被)?合(?:并|入)"
    r"|(?:接受|采纳|接纳|通过|评审)并合(?:并|入)|合(?:并|入|上)了|被?[并合]进(?:去|来)?了?|(?:合(?:并|入)(?:到"
    r"|至|进)?|[并进]入?了?)主(?:干|线|分支)"
    r"|主(?:干|线|分支)(?:(?:已|现|现已|已经)(?!经?[不无没])|里|中)|代码库的一部分|(?:已|获|被|得到)(?:获|被)?(?:采纳|接纳|接受"
    r"|采用)|(?:接纳|采纳|接受)了"
    r"|(?:正式|已经?|现已)(?:生效|上线|可用|启用|投产)|(?:今天|今日|即日)起(?:可用|生效)"
    r"|(?:随着|因为?|由于|自从?)[^，。；,]{0,4}\ufffc[^，。；,]{0,4}合(?:并|入)|(?<![等待候])(?<![等待候]\s)\ufffc\s*合(?:并|入)(?:完成|完毕"
    r"|成功)?$|\ufffc\s*通过了",
    _I,
)
"""Needs a merged pull request."""

CLOSED = re.compile(r"\bclose[sd]\b|(?:已|已经|被)关闭|关闭了", _I)
"""Needs an item that is no longer open."""

APPROVED = re.compile(r"\bapproved\b|(?:已|获|被|得到|经)批准|批准了", _I)
"""Needs an approving review that still stands, where pull requests are cited."""

OPEN = re.compile(
    r"\b(?:still open|remains? open|is open|are open|stays? open|sits? open|left open|pending|under review"
    r"|in review|unmerged"
    r"|(?:is|are|was|were|has|have)(?: still)?(?: not|n't|n’t)(?: yet)?(?: been)? (?:merged|closed|fixed|landed)"
    r"|not in yet|waits? for (?:a |the |its )?(?:merge|review)|not (?:yet )?(?:been )?merged|yet to (?:be merged"
    r"|land|be closed)|awaits?|wait(?:s|ing) (?:for|on) (?:an? |the |its )?(?:approval|sign-off|green light)"
    r"|await(?:s|ing) (?:a )?(?:merge|review)"
    r"|(?:nobody|no one) has (?:merged|closed))\b"
    r"|(?:仍|还|依然|目前|现在)(?:然|旧)?(?:处于)?(?:是)?(?:开放|开着|打开)|开放中|处于开放|(?:未|尚未|仍未|还未"
    r"|还没有?|没有?)(?:被|能)?(?:合(?!作|适|理)|合并"
    r"|合入|关闭|修复|解决)|(?:等待|等候|待|尚待|有待)(?:被)?(?:合并|合入|审查|评审|批准|审批|复审|放行)|(?:仍|还"
    r"|正)?在(?:审查|评审"
    r"|审阅)(?:中)?|审查中|评审中",
    _I,
)
"""Needs an item that is open, or a pull request that is not merged."""

OPINION = re.compile(
    r"\u25cc\s*(?:\w+ )?(?:now|supports?|supported)\b|\bnow (?:agrees?|thinks?|wants?|asks?|prefers?)\b"
    r"|\u25cc\s*(?:也|则|最终|随后|后来|先|便|就|于是)?(?:接受|采纳|接纳)了?"
    r"|\badded that\b|\brequest(?:s|ed|ing)? (?:for )?changes\b|\bask(?:s|ed|ing)? for changes\b"
    r"|\bchanges requested\b"
    r"|\u25cc\s*(?:\w+ )?no longer (?:asks?|wants?|insists?|thinks?|believes?|argues?|says?|prefers?|demands?|calls"
    r"|pushes|sees)\b|\u25cc\s*(?:也|现在?)?不再(?:支持|反对|坚持|需要|要求|主张)"
    r"|\bchang(?:es|ed) (?:his|her|their|its) (?:mind|view|position|vote)\b|\bdrop(?:s|ped) (?:his|her|their"
    r"|the) (?:objection|request)\b"
    r"|\b(?:makes?|made) (?:clear|sense|the (?:point|case))\b|\bpull requests? (?:to|that)\b|改变了(?:看法|立场"
    r"|主意|态度)|支持了(?:这|该)",
    _I,
)
"""What a person (U+25CC) does with a view, in words that could also be told of code."""

BROUGHT = re.compile(
    r"\ufffc(?:\s*[（(][^（）()]*[)）])?\s*(?:(?:has|have|had|also|now|finally|fully|already|just|thus)\s+)*"
    r"(?!(?:asked|waited|touched|mentioned|discussed|reported|measured|opened|proposed|conflicted|needed|wanted"
    r"|planned"
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
    r"|\ufffc\s*(?:已经?|现已|成功)(?!有|被|关闭|由|过期|失效|在|就|提|收|经|获|得|标|开|引|触|知|达)[\u4e00-\u9fff]"
    r"|\ufffc\s*(?:does|do) away with\b|\ufffc\s*(?:eliminates?|cures?|ends?|kills?|restores?|halves?|doubles?)\b"
    r"|\ufffc\s*(?:还|也|则)?(?:治好|消灭|根治|终止|恢复|使得|令|带来|补上|弥补|终结|消除|改善|确保|保证|杜绝"
    r"|加快|加速|缩短|扩大|根除|兑现)",
    _I,
)
"""What a change does to the code or to its users, as done: an open pull request can only be about to."""

SINCE = re.compile(
    r"\b(?:thanks to|owing to|because of|with|since|after|as of|due to)\s+\ufffc(?!\s*(?:open|pending|unmerged"
    r"|still|not|'s|’s))"
    r"|\bfrom \ufffc on\b|有\s*\ufffc\s*(?:之后|后|以后)|\ufffc\s*(?:上线|落地|合入|生效)(?:之?后|以后|以来)"
    r"|(?:借助|得益于|多亏|有了|凭借|随着|靠着|归功于|因为|通过)\s*\ufffc|自(?:从)?\s*\ufffc\s*(?:起|以来|之后"
    r"|后|开始)",
    _I,
)
"""In front of an open pull request it says that something already comes of it."""

PROPOSED = re.compile(
    r"\b(?:propos\w+|would|could|may|might|can|should|must|plans?|planned|aims?|intends?|tr(?:y|ies)|attempts?"
    r"|wants?|seeks?|goal|if|once|until"
    r"|unless|whether|not|n't|hopes?|expects?|suggests?|offers?|ask(?:s|ed)?)\b|n['’]t\b"
    r"|拟|计划|打算|提议|建议|提出|旨在|希望|试图|尝试|想|要求|将|会|可能|可以|应|若|如果|预计|待|未|没|不|意在"
    r"|目标|探索|准备|考虑|有望",
    _I,
)
"""Tells what is meant to be, not what is."""

NEUTRAL = re.compile(
    r"^(?:'s|’s)?\s*(?:[（(][^（）()]*[)）])?\s*(?:(?:also|still|now|currently|already|both|each|all|again|only)\s+)*"
    r"(?:$|[:：,，、；;/&（()）”」\"—-]"
    r"|(?:is|are|was|were)(?:n't| not)? (?:about|an?|the|one|open|pending|under|still|not|on|for|from|of|by"
    r"|part of (?:a|the) (?:series|discussion)"
    r"|listed|based|blocked|stale|related|similar|named|called|titled|labelled|labeled|marked|waiting|meant"
    r"|discussed|mentioned|told|explained"
    r"|affected|sent as|submitted as|reported as|without|worth|slower|larger|smaller|opened|filed|written|closed"
    r"|in (?:conflict|the|a)|behind"
    r"|unclear|due)"
    r"|(?:gets?|got|received?) (?:an?|no|\d|comments?|reviews?|feedback)"
    r"|(?:has|have|had) (?:an?|no|not|the|two|three|many|comments?|reviews?|\d|been (?:open|pending|discussed"
    r"|mentioned|opened|rebased))"
    r"|(?:and|or|in|on|at|by|for|from|of|with|to|as|than|versus|vs|who|which|that|where|waits?|awaits?|concerns?"
    r"|touch(?:es|ed)?|mentions?"
    r"|mentioned|targets?|needs?|lacks?|remains?|stays?|reports?|reported|measures?|measured|shows?|showed"
    r"|tells?|lists?|listed|describes?"
    r"|described|names?|named|contains?|covers?|deals|discuss(?:es|ed)|relates?|belongs?|depends?|conflicts?"
    r"|conflicted|follows?|continues?"
    r"|overlaps?|competes?|duplicates?|builds|claims?|says?|said|reads?|notes?|noted|warns?|argues?|argued"
    r"|collects?|does not|did not|do not"
    r"|rests?|stands?|sits|looks?|raises?|raised|documents?|explains?|answers?|asks?|links?|refers?|cites?"
    r"|compares?|tests?|tested|runs?|ran"
    r"|fails?|failed|breaks?|crash(?:es|ed)?|hangs?|sees?|saw|costs?|beside|against|about|under|stalled|drafts?"
    r"|tracks?|title|body|author|thread"
    r"|discussion|description|reviews?|comments?|cuts? it from|takes? it from)(?![A-Za-z])"
    r"|(?:是|为(?!止)|的|涉及|触及|提到|提及|提出|提议|针对|关于|讨论|等待|等|仍|还|尚|目前|需要?|缺|与|和|及|同"
    r"|属|来自|由|出自|写|说|称|列|描述|介绍"
    r"|依赖|冲突|重复|接替|接续|延续|面向|围绕|指|引用?|在|于|被(?:关闭|提|质疑|阻|要求|标|指|认|挡|拒|引用)"
    r"|已(?:关闭|过期|失效|提|有|收|知)|中|里|内|下|上(?!线|架)"
    r"|测|报告?|给出|显示|记录|题|以|当|存在|作者|标题|一(?:项|个)|使用|出现|运行|复现|失败|崩溃|卡|自身|本身|那"
    r"|这|则|也|都|均|之|有(?!效)|要|想|没|未|不"
    r"|原|此前|main|：))",
    _I,
)
"""What may stand behind an unmerged pull request without a word of proposing: it says no deed of it."""

ACTED_ON = re.compile(
    r"(?:\b(?:see|compare|read|reads|mentions?|follows?|duplicates?|cites?|links?|references?|supersedes?"
    r"|blocks?|needs?|requires?|awaits?"
    r"|concerns?|titled|called|issue|bug|name[sd]?|behind|until|unless|if|once|whether|than|is|are|was|supports?"
    r"|opposes?|wrote|opened|filed|submitted|created|authored|sent|up|forward|with|what|how)"
    r"|[看见读等]|比较|依赖|阻塞|挡住|需要|等待|提到|引用|重复|接替|涉及|支持|反对|请|名为|即|是|除|讨论|使用"
    r"|包括)\s*$",
    _I,
)
"""What may be done with an unmerged pull request by something else."""

LED_TO = re.compile(
    r"(?:\b(?:in|of|see|about|to|with|on|for|from|by|than|and|or|like|at|under|beside|against|per|that|as"
    r"|between|both|while|whereas|but|cf\.?|e\.g\.)"
    r"|[在与和及或见于对据由比向给为到跟同按如]|关于|根据|参见|依照|[（(\[,，、/:：—-])\s*$",
    _I,
)
"""What stands in front of a reference that is only a place, an object or a source."""

CONDITION = re.compile(
    r"^\W*(?:if|once|unless|until|as soon as|before|should)\b.*(?:merg|land|accept|approv)"
    r"|^\s*(?:若|如果|一旦|假如|待|倘若|只有).*(?:合并|合入|采纳|通过|落地)|合并(?:之?前|之?后)\s*$",
    _I,
)
"""A clause that makes what follows it in the sentence wait for a merge."""

ALTERNATIVE = re.compile(r"^\s*(?:还是|要么)")
"""A clause that is one of two ways which somebody has to choose from."""

PAST = re.compile(r"\b(?:was|were|has|have|had|did|\w+ed)\b|了|已", _I)
"""Even behind a condition it says that something came about."""

HEDGE = re.compile(
    r"\b(?:nobody|no one|none)\b[^,.;]{0,20}$|"
    # Right in front of the verb, with nothing but small words between: "will soon be merged", "尚未被修复".
    r"(?:\b(?:not|never|without|would|will|could|should|can|cannot|may|might|must|to|be|being|is yet)|n't|n’t)"
    r"(?:\W+(?:not|be|been|being|get|have|has|also|soon|finally|still|yet|ever|fully))*\s*$"
    r"|(?:尚未|仍未|还未|并未|未|没有|没|不会|不|拟|将会|将|会|应当|应该|应|可以|可|需要|需|若|待|等待)(?:先|再"
    r"|能|完全|全部|立即|最终)?\s*$"
    r"|将(?:在|于|随|由)[^。；，,;：:\u25cc]{1,10}$"
    # In front of the clause: "until the flag is removed", "如果该参数被移除".
    r"|\b(?:if|once|unless|until|before|whether|propos(?:es?|al|ing)|plans?|intends?|aims?|wants?|tries"
    r"|attempts?|asks?"
    r"|suggests?|claims?|expects?|requests? (?=(?:that|to|an?|the)\b)|hopes?)(?<=\w"
    r"|\s)\b(?:[^\w:;\u25cc]+\w+){0,4}[^\w:;\u25cc]*$"
    r"|(?:计划|打算|希望|提议|建议|旨在|试图|尝试|意图|准备|拟在|如果|一旦|直到|是否|要求|请求|预计|声称)"
    r"[^。；，,;：:\u25cc]{0,10}$"
    r"|^\s*(?:若|如果|一旦|假如|倘若)[^。；，,;：:]{0,12}$",
    _I,
)
"""Stands before a word of completion and takes the completion from it."""
