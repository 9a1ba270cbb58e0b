"""How a role is told of a person: the words, and the order in which the person and the item stand around them."""

from __future__ import annotations

import re

from digest.claims.told import ITEM, PERSON

_I = re.IGNORECASE
_OPENS = r"opened|submitted|filed|created|wrote|authored|sent|posted|raised|reported|started|drafted|contributed|pushed"
_OPENED = (
    r"opened|submitted|filed|created|written|authored|sent(?: in)?|posted|raised|reported|started|drafted|contributed"
)
_OPENS_ZH = "提交|创建|开启|发起|提出|打开|新建|撰写|编写|贡献|上报|报告|开立|递交|新开"
_THE = r"(?:the |a |an |this )?(?:PR |issue |pull request |bug |bug report |RFC |patch )?"
_IT = r"(?:了|的)?\s*(?:这个|该|一个)?\s*(?:PR|Issue|议题|拉取请求|补丁|RFC)?\s*"
_BESIDE = r"\s*(?:was|is|were|为|是|即|[:：,，、(（])*\s*(?:由)?\s*"
_OBJECTION = (
    r"changes requested|requested changes|requests? for changes|change requests?|\bveto\b|\bblock\b(?! size)"
    r"|(?:修改|变更|更改|返工|修订)(?:的)?(?:要求|请求)|否决(?:票|意见)"
)
_WITHDRAWS = (
    r"(?:withdr[ae]w\w*|lift\w*|dismiss\w*|drop\w*|clear\w*|retract\w*|remov\w+|take\w* back|resolv\w+"
    r"|撤(?:回|下|销|掉|除)|解除|取消|收回|放弃|去掉)"
)

ROLES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (role, re.compile(form, _I))
    for role, form in (
        (
            "author",
            rf"{ITEM}\s*(?:的)?(?:提交人|提交者|作者|报告者|报告人|发起人)(?:是|为|即|:|：|\s)*{PERSON}"
            rf"|contribution by\s+{PERSON}",
        ),
        (
            "author",
            rf"{PERSON}\s*(?:is|was) the (?:one|person) who (?:{_OPENS})"
            rf"|{PERSON}\s*launched\s+{_THE}{ITEM}|由\s*{PERSON}\s*(?:写|做|开)",
        ),
        ("author", rf"{ITEM}\s*是\s*{PERSON}\s*(?:{_OPENS_ZH}|写|开|做|报)的"),
        (
            "merger",
            rf"merge (?:of {ITEM} )?(?:was|is)? ?(?:done |carried out |made )?by\s+{PERSON}"
            rf"|合并(?:是)?由\s*{PERSON}|{PERSON}\s*(?:完成了?|执行了?)\s*(?:{ITEM}\s*的)?合[并入]",
        ),
        (
            "author",
            rf"{ITEM}\s*(?:is|was)\s*(?:the work of|due to|a work of|owed to)\s*{PERSON}|{ITEM}\s*(?:is"
            rf"|was)\s*{PERSON}(?:'s|’s)",
        ),
        (
            "author",
            rf"{PERSON}\s*(?:put up|came up with|is behind|made|prepared|brought up|put forward)\s+{_THE}{ITEM}"
            rf"|\b(?:put forward|proposed|prepared|made) by\s+{PERSON}",
        ),
        (
            "author",
            rf"(?:behind|author of)\s+{_THE}{ITEM}\s*(?:stands|is|was)\s+{PERSON}"
            rf"|{PERSON},? who (?:{_OPENS})\s+{_THE}{ITEM}",
        ),
        (
            "author",
            rf"{ITEM}\s*(?:是|系|为|乃)\s*{PERSON}\s*(?:的(?:作品|手笔|工作|提案|PR|Issue)|所(?:写|提|作|发|开|报"
            rf"|建))",
        ),
        (
            "author",
            rf"{PERSON}\s*(?:写|拿出|推出|带来|贡献|抛出|起草)了?\s*{ITEM}|(?:写|起草"
            rf"|做)\s*{ITEM}\s*的(?:人)?(?:是|为)\s*{PERSON}"
            rf"|{ITEM}\s*(?:的)?背后(?:的人)?(?:是|为)\s*{PERSON}",
        ),
        (
            "merger",
            rf"{PERSON}\s*(?:landed|pulled|shipped)\b|\b(?:landed|pulled in|shipped) by\s+{PERSON}"
            rf"|{PERSON}\s*(?:pressed|pushed|hit) the merge",
        ),
        ("merger", rf"{PERSON}\s*(?:把|将)\s*{ITEM}\s*(?:给)?合|被\s*{PERSON}\s*合|{PERSON}\s*点(?:了|下)?合并"),
        ("author", rf"{PERSON}\s*(?:has |had |also |first )?(?:{_OPENS})\s+{_THE}{ITEM}"),
        ("author", rf"\b(?:{_OPENED}) by\s+{PERSON}"),
        (
            "author",
            rf"\b(?:authors?|reporters?|submitters?|creators?)\b(?: of (?:{ITEM}|it|this|the \w+))?{_BESIDE}{PERSON}",
        ),
        ("author", rf"{PERSON}\s*(?:,|is|was|as)\s*(?:the |its )?(?:authors?|reporters?|submitters?|creators?)\b"),
        (
            "author",
            rf"{ITEM}\s*(?:,?\s*(?:a |an |the )?(?:PR|issue|pull request|patch|RFC|bug report|request"
            rf"|proposal)? )?(?:by|comes from|is from|came from|originates from)\s+{PERSON}",
        ),
        ("author", rf"{PERSON}(?:'s|’s)\s+(?:own )?(?:PR |issue |pull request |patch )?{ITEM}"),
        ("author", rf"{PERSON}\s*(?:也|又|新|曾|先)?(?:{_OPENS_ZH}){_IT}{ITEM}"),
        ("author", rf"由\s*{PERSON}\s*(?:{_OPENS_ZH})"),
        (
            "author",
            rf"(?:作者|提交者|提交人|报告者|报告人|发起人|发起者|提出者|提案人|提问者|创建者)(?:是|为|即|就是|,"
            rf"|，|:|：|\s)*{PERSON}",
        ),
        ("author", rf"{PERSON}\s*(?:是|为|作为|（|\()\s*(?:{ITEM}\s*的)?(?:作者|提交者|报告者|发起人|提出者|提案人)"),
        ("author", rf"(?:{_OPENS_ZH}){_IT}{ITEM}\s*的(?:人)?(?:是|为)\s*{PERSON}"),
        ("author", rf"{ITEM}\s*(?:出自|来自)\s*{PERSON}"),
        ("reviewer", rf"\breviewers?\b{_BESIDE}{PERSON}|\breviewed by\s+{PERSON}|{PERSON}\s*(?:has |also )?reviewed\b"),
        ("reviewer", rf"(?:审查者|审阅者|评审者|评审人){_BESIDE}{PERSON}|{PERSON}\s*(?:已|也)?(?:审查|评审|审阅)了"),
        ("maintainer", rf"\b(?:maintainers?|core developers?|committers?|members?)\b{_BESIDE}{PERSON}"),
        (
            "maintainer",
            rf"{PERSON}\s*(?:,|is|as|\()\s*(?:an?|the|one of the)?\s*(?:core )?(?:maintainers?|committers?)\b",
        ),
        (
            "maintainer",
            rf"(?:维护者|核心开发者|核心成员|核心维护者){_BESIDE}{PERSON}|{PERSON}\s*(?:是|为|（|\()(?:核心)?维护者",
        ),
        (
            "merger",
            rf"\bmerged by\s+{PERSON}|{PERSON}\s*(?:has |also |then |finally )?merged\b|{PERSON}\s+who merged\b",
        ),
        ("merger", rf"由\s*{PERSON}\s*(?:完成)?合[并入]|{PERSON}\s*(?:已|也|随后|最终)?合[并入]了?"),
        ("merger", rf"合[并入]{_IT}{ITEM}\s*的(?:人)?(?:是|为)\s*{PERSON}|合并(?:者|人){_BESIDE}{PERSON}"),
        (
            "closer",
            rf"\bclosed by\s+{PERSON}|{PERSON}\s*(?:has |also |then )?closed\s+{_THE}{ITEM}|由\s*{PERSON}\s*关闭",
        ),
        ("closer", rf"{PERSON}\s*(?:已|也|随后|最终)?关闭了?\s*{ITEM}"),
        # Whoever is to withdraw a request for changes has made one.
        ("objector", rf"{PERSON}\s*(?:'s|’s|的)\s*(?:{_OBJECTION})"),
        ("objector", rf"{PERSON}[^，,。；;\u25cc]{{0,16}}?{_WITHDRAWS}[^，,。；;\u25cc]{{0,20}}?(?:{_OBJECTION})"),
        (
            "objector",
            rf"(?:{_OBJECTION})(?: (?:of|from|by)\s+|[^，,。；;\u25cc]{{0,8}}?(?:由|来自|出自|被)\s*){PERSON}",
        ),
    )
)
"""Whoever stands at the mark of a person has that role in what is cited."""

ALONE: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "approver",
        re.compile(
            r"\baccepted\b[^.]{0,24}\breview\b|\bapprov(?:ed|es|al)\b|\bsign(?:s|ed) off\b|\bsign-off\b|\bLGTM\b"
            r"|\bgreen[- ]?light|\bok(?:ay)?ed\b"
            r"|批准|审批|赞成票|签核|认可了|绿灯|点头|盖(?:了)?章|\bthe nod\b|\bstamped\b"
            r"|通过了[^，。；]{0,12}(?:评审|审查)|放行",
            _I,
        ),
    ),
    (
        "objector",
        re.compile(
            r"\brequest(?:s|ed)? (?:for )?changes\b|\bchanges requested\b|\bask(?:s|ed) for changes\b"
            r"|\bblock(?:s|ed) the merge\b"
            r"|\bblock(?:s|ed)\b|\bveto(?:es|ed)?\b|\bsent back\b"
            r"|\breject(?:s|ed)\b(?!\s+(?:`|(?:the |a |an )?(?:idea|default|proposal|name|suggestion|option|request)))"
            r"|否决|返工"
            r"|要求[^，。；]{0,10}(?:作出|做出|进行)?修改|demanded changes"
            r"|打回|挡下|驳回|拒绝(?:合并|合入|批准|接受|放行)"
            r"|阻止了?合并"
            r"|要求(?:作出|做出)?修改|修改要求|请求(?:更改|修改|变更|修订)|要求更改"
            r"|要求(?:作出|做出|进行)?(?:变更|修订|改动|返工|重做)(?=\s*(?:$|[，。；：:,;（(]|之?后|才|并|后))"
            r"|(?:变更|更改|修订)(?:要求|请求)"
            r"|\brequest(?:s|ed)? (?:for )?(?:modifications|revisions|rework|a rework)\b|\bsen(?:ds|t) (?:it"
            r"|this) back\b"
            r"|\bholds? up the merge\b|\bvot(?:es|ed) (?:against|it down)\b|不予(?:批准|通过|合并)|投(?:了)?反对票",
            _I,
        ),
    ),
)
"""Words that give a role to the one person of a sentence, wherever that person stands."""

REPLY = re.compile(
    rf"(?:\b(?:to|answers?|answered|tells?|told|asks?|asked|with|after|convinced by"
    rf"|following)|回复|答复|回应|对|向|被|告诉|询问|听(?:了|取|从)?|采纳了?|接受了?|认可|受|看(?:到"
    rf"|过)?了?)\s*{PERSON}\s*$",
    _I,
)
"""Whoever stands there is spoken to, or is listened to."""

AWAITED = re.compile(
    rf"(?:\b(?:whether|awaits?|awaiting|waits? (?:for|on)|waiting (?:for|on)|until|up to|pending"
    rf"|(?:put|question|asked) to|answers?)|等待?|待|尚待|要等|看|取决于|问)\s*{PERSON}\s*$",
    _I,
)
"""Whoever stands there is waited for, or was asked."""

OPEN_WHETHER = re.compile(rf"{PERSON}\s*(?:是否|会不会|何时|能否|有没有)")

BACK = re.compile(
    r"[，；,;]\s*(?:于是|两人|二人|双方|遂|随即|因此|both|so the former)[^，；,;：:\ufffc]{0,20}[：:，,]?\s*$", _I
)
"""The clause in front of a quote that is told of somebody before the last one named."""
