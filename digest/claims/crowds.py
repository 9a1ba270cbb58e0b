"""How many items or people a claim says there are, in its own count: code counts, a model does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from digest.claims.numerals import ENGLISH, value
from digest.claims.sources import Sources
from digest.claims.verdict import Kind, Reason

_I = re.IGNORECASE
_TEENS = "eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_IN_DIGITS = {word: 11 + place for place, word in enumerate(_TEENS.split("|"))} | {
    word: 20 + 10 * place for place, word in enumerate(_TENS.split("|"))
}
_ONES = {word: number for word, number in ENGLISH.items() if number < len("零一二三四五六七八九")}
_NUMERAL = (
    rf"(?:\d+(?:,\d{{3}})*|(?:{_TEENS}|(?:{_TENS})(?:[ -](?:{'|'.join(_ONES)}))?|a? ?dozens?|scores|hundreds"
    rf"|thousands)\b"
    r"|[一二两三四五六七八九]?[百千万][零一二三四五六七八九十百千]*|[一二三四五六七八九]?十[一二三四五六七八九]?)"
)
_FEW_SPELLED = {place: (word, "零一二三四五六七八九"[place]) for word, place in _ONES.items()} | {
    2: ("two", "两", "二")
}
_PEOPLE = (
    r"(?:users?|people|persons?|maintainers?|reviewers?|developers?|contributors?|participants?|commenters?"
    r"|reporters?|engineers?|customers?|operators?|voices|colleagues|authors)\b"
)
_PEOPLE_ZH = (
    r"(?:用户|使用者|维护者|评审者|审查者|开发者|贡献者|参与者|评论者|报告者|工程师|客户|运维|作者|网友|同事"
    r"|人(?![工类为天月机]))"
)
_ITEMS = r"(?:PRs?|pull requests?|issues?|bug reports|tickets)\b"
_ITEMS_ZH = r"(?:PR(?![A-Za-z])|Issue|pull request|bug(?![A-Za-z])|议题|拉取请求|合并请求|补丁|问题报告|缺陷)"
_OF_OTHERS = (
    r"(?!\s?(?:请求|token|卡|节点|词元|样本|文件|块|头|层|GPU|序列|线程|进程|rank|月|小时|步|专家|expert|worker"
    r"|提示词|字段|参数|标志|版本|并发|周|星期))"
)
"""Behind a number these are counted, not the items that may stand after them."""
_TYPED = re.compile(
    # "Eleven of the merged pull requests", "9 个 ROCm 相关 PR", "10 人", "三十多位用户".
    rf"(?<![A-Za-z0-9_.=\ufffc第-])(?P<number>{_NUMERAL})(?!分)(?:\+|多|余|来|几)?"
    rf"(?:\s?(?:of|more|new|other)?(?:\s(?:the|our|its|all))?(?:\s(?!and\b|or\b)[A-Za-z][\w-]*){{0,2}}\s?"
    rf"(?:(?P<items>{_ITEMS})|(?P<people>{_PEOPLE}))"
    rf"|\s?(?:[个条项份]{_OF_OTHERS}[^，,。；;：:\d一二三四五六七八九十]{{0,12}}?)?(?P<items_zh>{_ITEMS_ZH})"
    rf"|\s?[个位名](?:[^，,。；;：:\d]{{0,6}}?)(?P<people_zh>{_PEOPLE_ZH})|\s?(?P<heads>人(?![工类为天月机]))"
    r"|\s?位(?P<stand>(?=[，,。；;]|$|都|均|表示|认为|反对|支持|赞成|参与|提到)))",
    _I,
)
_PRODUCT = re.compile(r"(?:[A-Z]{2,}\w*|Python|Arc|Gaudi|Radeon|GeForce|Ubuntu|Torch|Ray)\s$")
"""In front of a number it makes a name of it: "RTX 5090 users" are no 5,090 users."""


def check_typed_counts(
    prose: str, cited: Iterable[int], sources: Sources, named: int = 0, people: int = 0
) -> Iterator[Reason]:
    """A reason for each number of people or items that no text of what is cited has in front of the same noun.

    So few that the claim names them all, which are ``named`` items and ``people``, it may count itself.
    """
    text = sources.text(cited)
    yield from _few(prose, text, named, of_items=True)
    yield from _few(prose, text, people, of_items=False)
    for found in _TYPED.finditer(prose):
        of_items = bool(found["items"] or found["items_zh"])
        if not _PRODUCT.search(prose[: found.start()]) and not _is_written(found["number"], of_items, text):
            yield Reason(kind=Kind.COUNT, detail=f"{found[0].strip()!r} is a count of the claim's own")
    for found in (one for form in (_SHARE, _AHEAD) for one in form.finditer(prose)):
        if found[0].casefold() not in text:
            yield Reason(kind=Kind.COUNT, detail=f"{found[0].strip()!r} is a count of the claim's own")


_FEW = {
    True: re.compile(
        rf"(?<![A-Za-z0-9_.=\ufffc第-])(?:(?P<number>[二两三四五六七八九]|[2-9])\s?[个条项份]\s?{_ITEMS_ZH}"
        rf"|\b(?P<word>two|three|four|five|six|seven|eight|nine|[2-9]) (?:[a-z]+ )?{_ITEMS})",
        _I,
    ),
    False: re.compile(
        rf"(?<![A-Za-z0-9_.=第-])(?:(?P<number>[三四五六七八九])\s?[个位名][^，,。；;：:\d]{{0,6}}?{_PEOPLE_ZH}"
        rf"|\b(?P<word>three|four|five|six|seven|eight|nine) (?:[a-z]+ )?{_PEOPLE})",
        _I,
    ),
}
"""Whether items, or people, are counted that are so few that their number is told in a word. Two may be "both"."""


def _few(prose: str, text: str, named: int, of_items: bool) -> Iterator[Reason]:
    for found in _FEW[of_items].finditer(prose):
        told = str(found["number"] or found["word"])
        if (_ONES.get(told.casefold()) or value(told)) != named and not _is_written(told, of_items, text):
            yield Reason(kind=Kind.COUNT, detail=f"{found[0].strip()!r} is a count of the claim's own")


def _is_written(number: str, of_items: bool, text: str) -> bool:
    noun = f"(?:{_ITEMS}|{_ITEMS_ZH})" if of_items else f"(?:{_PEOPLE}|{_PEOPLE_ZH})"
    spellings = "|".join(re.escape(one) for one in _spellings(number))
    return re.search(rf"(?<![\w.])(?:{spellings})\s?[个位名条项]?(?:\s?[a-z-]+){{0,2}}?\s?{noun}", text, _I) is not None


def _spellings(number: str) -> Iterator[str]:
    told = number.casefold().strip()
    yield told
    tens, _, ones = re.sub(r"[ -]", " ", told).partition(" ")
    worth = _IN_DIGITS.get(tens, 0) + _ONES.get(ones, 0) or value(told)
    if worth:
        yield f"{worth:.0f}"
        yield f"{worth:,.0f}"
        yield from _FEW_SPELLED.get(int(worth), ())


_SHARE = re.compile(
    rf"(?:\b(?:most|half|a third|two thirds|a quarter|the majority|the bulk|nearly all"
    rf"|almost all)\s+(?:of\s+)?(?:the\s+)?"
    rf"(?:\w+\s+){{0,2}}?{_ITEMS}|(?:过半|半数|大半|大多数|绝大多数|多数|一半|三分之[一二]|四分之[一三]|近半"
    rf"|大部分)(?:的)?"
    rf"[^，,。；;\d]{{0,8}}?{_ITEMS_ZH})",
    _I,
)
_AHEAD = re.compile(
    # The noun first: "PR 共 9 个", "用户有 9 位", "of the merged PRs, 9 touch".
    rf"(?:{_ITEMS_ZH}[^，,。；;：:\d]{{0,10}}?(?P<number>{_NUMERAL})\s?[个项条](?=\s*(?:[，,。；;]|$))"
    rf"|{_PEOPLE_ZH}[^，,。；;：:\d]{{0,8}}?(?P<heads>{_NUMERAL})\s?[位名人个](?=\s*(?:[，,。；;]|$))"
    rf"|\bof the (?:\w+ ){{0,2}}(?:{_ITEMS}|{_PEOPLE}),?\s(?P<of>{_NUMERAL})(?![\w.%]))",
    _I,
)

# Crowds without a number

_CROWD = re.compile(
    rf"(?P<many>\b(?:many|numerous|countless|lots of|a lot of|plenty of|scores of|most|a large number of|a host of"
    rf"|a crowd of|an army of)\s+(?:of\s+)?(?:the\s+)?(?:[A-Za-z-]+\s+){{0,2}}?{_PEOPLE}"
    rf"|(?:众多|大量|许多|很多|无数|大批|诸多|成群|广大|绝大多数|多数"
    rf"|大多数)(?:的)?[^，,。；;\d]{{0,6}}?{_PEOPLE_ZH})"
    rf"|(?P<several>\b(?:users|people|customers)\b[^,.;]{{0,16}}?\b(?:unhappy|angry|upset|annoyed|frustrated"
    rf"|dissatisfied"
    rf"|complain\w*|furious|disappointed|up in arms)\b|(?:用户|社区|大家)[^，。；]{{0,6}}?(?:不满|抱怨|愤|失望|怨"
    rf"|吐槽)"
    rf"|(?:抱怨|吐槽|不满)(?:之?声)?[^，。；]{{0,4}}(?:此起彼伏|四起|不断|不绝)|\b(?:several|various|multiple"
    rf"|a number of|a few)\s+(?:[A-Za-z-]+\s+){{0,2}}?{_PEOPLE}"
    rf"|(?:多位|多名|不少|数位|好几[位个]|若干|多数|各位)(?:的)?[^，,。；;\d]{{0,6}}?(?:{_PEOPLE_ZH}|(?=反对|支持"
    rf"|表示|认为)))",
    _I,
)
_LOAD = re.compile(r"\b(?:with|under|for|serving|simulat\w+)\s+$|(?:并发|模拟|同时有|面向|服务)\s*$", _I)
"""In front of it the crowd is a load, not people who spoke."""


def check_crowds(prose: str, cited: Iterable[int], sources: Sources) -> Iterator[Reason]:
    """A reason where many people are told of, and neither so many wrote in what is cited nor does a text say so."""
    numbers = tuple(cited)
    for found in _CROWD.finditer(prose):
        least = MANY if found["many"] else SEVERAL
        if _LOAD.search(prose[: found.start()]) or len(sources.writers(numbers)) >= least:
            continue
        if not any(_same(found, told) for told in _CROWD.finditer(sources.text(numbers))):
            yield Reason(kind=Kind.HEAT, detail=f"{found[0]!r} is told of fewer than {least} who wrote")


MANY, SEVERAL = 5, 3
"""So many have to have written in the items before "many", or "several", is told of them."""


def _same(one: re.Match[str], other: re.Match[str]) -> bool:
    return bool(one["many"]) is bool(other["many"])
