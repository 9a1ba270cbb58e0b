"""The words that the check looks for, in English and Chinese: one place to read and to extend.

A list here errs towards dropping a true claim rather than printing a false one.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE

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
    r"|\b(?:team|company|employer|colleagues?|boss)\s+(?:of|behind|around)\s+\ufffc"
    r"|\ufffc(?:'s|’s)\s+(?:team|company|employer|colleagues?|boss)\b|\ufffc\s*的?\s*(?:团队|公司|同事|东家)"
    r"|(?:代表|就职|任职)[^，。；]{0,6}[A-Z]"
    r"|\b[A-Z][\w-]*(?:'s|’s)?\s+(?:employees?|engineers?|staff)\b|\bworks? (?:at|for)\s+[A-Z]|\bemployed\b"
    r"|(?:来自|任职于|就职于|供职于|隶属于?)\s*(?:[A-Z]|[\u4e00-\u9fff]{1,8}?(?:公司|团队|的(?:工程师|员工"
    r"|开发者|维护者)))|[A-Za-z]\s*(?:公司|员工|工程师|团队|官方"
    r"|方面的开发者)",
)
"""Whom somebody works for is known from the settings alone, never from a model."""

COMPANY = re.compile(
    r"(?<![A-Za-z])(?:AMD|NVIDIA|Intel|Google|Meta|Microsoft|IBM|Red ?Hat|Amazon|AWS|Apple|Huawei|Alibaba"
    r"|Tencent|ByteDance|Baidu|Mistral"
    r"|Hugging ?Face|Anyscale|Databricks|Snowflake|Cohere|OpenAI|Qualcomm|Samsung|Neural ?Magic|英伟达|英特尔"
    r"|谷歌|微软|华为|阿里|腾讯|字节跳动"
    r"|百度|高通|三星)(?![A-Za-z])(?!\s*(?:GPUs?|CPUs?|cards?|hardware|machines?|platforms?|drivers?|stack"
    r"|servers?|nodes?|kernels?|models?|chips?"
    r"|Gaudi|Xeon|Instinct|EPYC|Zen|平台|显卡|硬件|卡|机器|芯片|驱动|服务器|节点|模型|处理器))",
)
"""A company in a sentence on a person, other than as the maker of something."""

HEAT = re.compile(
    r"\b(?:contentious|divid(?:es|ed) opinions?|emotions|lots? of attention|much attention)\b|颇具争议|两极"
    r"|讨论(?:得?(?:很|十分|非常))?热烈|备受"
    r"|\b(?:hotly|heated(?:ly)?|fierce(?:ly)?|controvers(?:y|ial|ially)|widely (?:discussed|debated)|hottest"
    r"|lively debate|uproar|outcry"
    r"|firestorm|divisive|polari[sz]\w+|split(?:s)? the (?:community|maintainers|team)|opinions? clash\w*"
    r"|clash of|(?:strong|broad|wide"
    r"|heavy|fierce|overwhelming|great|deep|loud) (?:\w+ )?(?:opposition|consensus|support|agreement|criticism"
    r"|resistance|(?:dis)?satisfaction|discontent|frustration|anger|feelings?|words|protests?|backlash|disapproval"
    r"|dissent|reactions?|dislike|displeasure|objections?|complaints?)|strongly (?:oppose[sd]?|object\w*|disagree\w*"
    r"|support\w*|against|in favou?r|dissatisfied|criticis\w+|criticiz\w+|feels?)|backlash|outrage\w*|furious\w*"
    r"|angr(?:y|ily|er)|deeply (?:unhappy|frustrated|dissatisfied)|(?:everybody"
    r"|everyone|all|nobody)"
    r" (?:agree[sd]?|object(?:s|ed)?|disagree[sd]?)|unanimous\w*|much[- ]debated|passionate\w*|bitter\w*|storm"
    r"|fought over|fight(?:s)? (?:about|over)|hot topic|tempers|enthusias\w+|fierce\w*"
    r"|(?:the )?community (?:welcomes?|loves?|hates?|rejects?|embraces?|wants?)|(?:nobody|no one|everybody"
    r"|everyone) (?:likes?|wants?|loves?|hates?))\b"
    r"|吵翻|争得|不可开交|热门话题|火药味|热火朝天|(?:社区|大家|众人|各方|所有人)(?:都|均|热烈|一致"
    r"|普遍)?(?:欢迎|力挺|支持|反对|喜欢|讨厌|拥护|看好)"
    r"|没人(?:喜欢|支持|同意)|阻力|力挺|吵得|口水战|拉锯"
    r"|热议|激烈|争论不休|广泛(?:讨论|关注|共识|支持|赞同)|高度关注|备受(?:关注|争议|瞩目)|受争议|争议(?:很|较"
    r"|极|颇|巨)?大|引发(?:关注|争议|热)"
    r"|最热|轩然大波|针锋相对|剑拔弩张|强烈|群情|怨声载道|炸(?:开了)?锅|哗然|骂声|愤怒|怒(?:斥|批)|痛批|抨击"
    r"|猛烈(?:批评|抨击|反对)|一致(?:赞成|同意|反对|支持|认为|通过)"
    r"|社区[^，。；]{0,10}分裂|众说纷纭|普遍(?:赞成|支持|反对|认为)|沸沸扬扬",
    _I,
)
"""How much people argued is computed, not told."""

DISPUTED = re.compile(
    r"\bsplits? the (?:thread|reviewers?|maintainers?)\b|\bdivided\b|意见不[一同]|看法不[一同]|未(?:能)?达成一致"
    r"|没有?达成一致"
    r"|\b(?:disput(?:e|ed|es)|debat(?:e|ed|es)|consensus|contested|disagree(?:s|d|ment)?|opposition)\b|争议|争论"
    r"|分歧|共识|辩论",
    _I,
)
"""Needs two people who spoke in a thread that is cited."""

OBEYED = re.compile(
    r"\b(?:assistant|administrators?|sysadmin)\b|^\W*output\s*:|\b(?:run|execute|install"
    r"|download)\b[^.]{0,12}\bscripts?\b|助手|管理员|^\W*输出[:：]"
    r"|(?:运行|执行|安装|下载)[^，。]{0,14}(?:脚本|程序)|"
    r"\b(?:I|I'm|I’m|I've|my|me|myself|we|we're|our|you|your|yours)\b(?!/)|[你您我咱]|\battention:|\bnote to\b"
    r"|\b(?:praise|beware"
    r"|disregard|must trust|trust (?:me|us|it))\b"
    r"|\b(?:everyone|everybody|all users) (?:must|should|has to|have to)\b|务必|无视|信任|相信|(?:所有人|大家"
    r"|人人|用户们?)(?:都)?(?:必须|应当|应该|要)|必须(?:执行|运行|安装)"
    r"|"
    r"\bas (?:instructed|told|requested|an ai)\b|\bignor(?:e|ing) (?:the |all |any |previous|earlier|prior)"
    r"|\b(?:previous|earlier|prior|above) "
    r"(?:rules|instructions)\b|\bI (?:was|am|have been|must|will|recommend|cannot|can't|apologi[sz]e)\b"
    r"|\bsystem (?:note|prompt|message)\b"
    r"|\bdear (?:reader|user)|\bplease (?:star|visit|subscribe|install|run|follow|click|buy|donate)"
    r"|\bAI (?:model|assistant)\b|\bas an? (?:large )?language model\b"
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

SPEAKS = re.compile(
    r"\b(?:say|says|said|ask|asks|asked|want|wants|wanted|object|objects|objected|agree|agrees|agreed|disagrees?"
    r"|disagreed|argues?|argued|notes?|noted"
    r"|thinks?|thought|suggests?|suggested|proposes?|proposed|prefers?|preferred|reports?|reported|confirms?"
    r"|confirmed|measures?|measured|sees?|saw"
    r"|tests?|tested|reproduces?|reproduced|comments?|commented|replies|replied|answers?|answered|explains?"
    r"|explained|points?|pointed|warns?|warned"
    r"|requests?|requested|doubts?|doubted|questions?|questioned|offers?|offered|promises?|promised|plans?"
    r"|planned|would|will|does|did|is|are|was|has|have"
    r"|had|supports?|supported|opposes?|opposed|concedes?|conceded|withdrew|withdraws?|hits?|uses?|used|finds?"
    r"|found|shows?|showed|mentions?|mentioned"
    r"|links?|linked|recommends?|recommended|insists?|insisted|keeps?|kept|calls?|called|describes?|described"
    r"|gives?|gave|names?|named|puts?|writes?"
    r"|wrote|states?|stated|declares?|claims?|claimed|expects?|expected|hopes?|hoped|fears?|feared|needs?|needed"
    r"|looks?|looked|tries|tried|can|could"
    r"|cannot|may|might|must|should|adds?|added|changes?|changed|drops?|dropped|worries|worried|considers?"
    r"|considered|sides?|holds?|held|views?|position"
    r"|words|request|answer|question|objection|concern|comment|review|reviewed|change of mind|with|approved"
    r"|merged|closed|runs?|ran|observes?|observed"
    r"|works?|worked|announced?|announces|raised? (?:the|a|an)|posted|shared|shares|posts|takes?|took|makes?"
    r"|made|patches|patched|meets?|met)\b"
    r"|认为|指出|表示|提出|建议|反对|同意|提到|回应|要求|质疑|主张|批准|评论|报告|承诺|解释|确认|撤回|补充|说"
    r"|写道|称|测|复现|遇到|支持|担心|担忧|希望|询问|问|答"
    r"|推荐|提醒|强调|坚持|反馈|发现|计划|愿意|准备|倾向|说明|给出|介绍|怀疑|接受|让步|改|保留|贴出|提供|验证|试"
    r"|看到|观察|仍|想|需要|看法|原话|意见|立场|观点|问题"
    r"|请求|不|会|能|也|曾|有|对|赞成|合并|合入|关闭|审查|评审|理由|在[^，。]{0,8}中|用|看了|预告|追问|分析|定位"
    r"|举例|比较|列出|抱怨|警告|附议|附和|呼吁|主动",
    _I,
)
"""What people do in a thread. Of somebody who is not an item's author nothing else is told."""

SPEAKERS = re.compile(
    r"it|he|she|they|who|that|which|and|also|but|then|both|each|nobody|everyone|one|another|others|the|"
    r"former|latter|longer|authors?|reviewers?|maintainers?|reporters?|contributors?|users?|comments?|reviews?|prs?|issues?|rfc"
    r"|title|body|sides?|part(?:y|ies)|teams?|groups?|meeting|requests?|patch|change|proposal|draft|"
    r"description|thread|discussion|tests?|ci|not|later|first|finally|further|still|already|ha[sd]|have|is|are"
    r"|was|were|"
    r"be|been|being|to|now|only|therefore|so|thus|again|instead|since|because|when|if|as|where|why|how|what|or|nor",
    _I,
)
"""Words in front of a verb of speech that are nobody's name."""

RAW_REFERENCE = re.compile(
    r"[#＃]\d+|\bGH-\d+|\b(?:PRs?|issues?|pull requests?|问题|议题|拉取请求)\s*(?:号|No\.?"
    r"|number)?\s*\d{2,}(?![\d.,]*\s?(?:ms|us|s|%|x|[GMKT]i?B|tok|个|条|项|倍|秒)(?![a-z]))(?!\.\d)",
    _I,
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
    r"e\.g|i\.e|vs|wip|lgtm|docs?|python|linux|chinese|english|bugs?|features?|issues?|models?|tp|pp|ep|dp",
    _I,
)
"""Words with capitals that say nothing about a particular item, and need no evidence."""
