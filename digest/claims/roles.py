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

ROLES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (role, re.compile(form, _I))
    for role, form in (
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
    )
)
"""Whoever stands at the mark of a person has that role in what is cited."""

ALONE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("approver", re.compile(r"\bapprov(?:ed|es|al)\b|\bsign(?:s|ed) off\b|\bsign-off\b|\bLGTM\b|批准|签核|认可了", _I)),
    (
        "objector",
        re.compile(
            r"\brequest(?:s|ed)? (?:for )?changes\b|\bchanges requested\b|\bask(?:s|ed) for changes\b"
            r"|\bblock(?:s|ed) the merge\b"
            r"|要求(?:作出|做出)?修改|修改要求|请求(?:更改|修改)|要求更改",
            _I,
        ),
    ),
)
"""Words that give a role to the one person of a sentence, wherever that person stands."""

REPLY = re.compile(
    rf"(?:\b(?:to|answers?|answered|tells?|told|asks?|asked|with)|回复|答复|回应|对|向|告诉|询问)\s*{PERSON}\s*$", _I
)
"""Whoever stands there is spoken to."""
