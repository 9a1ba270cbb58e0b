"""Whether numbers stand, with their units and in their order, in what a claim cites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from digest.claims import units
from digest.claims.numerals import NUMERAL, plain, value
from digest.claims.sources import fold
from digest.claims.verdict import Kind, Reason

_UNIT = {spelling: spellings for spellings in units.UNITS for spelling in spellings}
_SPELLINGS = "|".join(re.escape(one) for one in sorted(_UNIT, key=len, reverse=True))
NUMBER = re.compile(
    rf"(?<![A-Za-z0-9_.])(?P<number>\d+(?:,\d{{3}})*(?:\.\d+)?)(?:\s?(?P<unit>{_SPELLINGS})(?![a-z]))?(?![0-9_]"
    rf"|\.[0-9])",
    re.IGNORECASE,
)
_PERCENT = re.compile(rf"百分之(?P<numeral>{NUMERAL}|\d[\d.]*)")


def check_numbers(prose: str, text: str) -> Iterator[Reason]:
    """Reasons for each number in ``prose`` that is not in ``text``, in whatever spelling."""
    source = text.replace("％", "%")
    told = fold(_PERCENT.sub(_in_digits, prose))
    for found in NUMBER.finditer(told):
        if not _has_number(found["number"], found["unit"], source):
            kind = Kind.DATE if _is_date(told, found) else Kind.NUMBER
            yield Reason(kind=kind, detail=f"{found[0].strip()} stands nowhere in what is cited")
    for found in units.CHINESE_NUMERAL.finditer(_PERCENT.sub(" ", prose)):
        if not _has_numeral(found[1], source):
            yield Reason(kind=Kind.NUMBER, detail=f"{found[1]} stands nowhere in what is cited")
    for word in _ENGLISH.findall(told):
        if not _has_word(word, source):
            yield Reason(kind=Kind.NUMBER, detail=f"{word} stands nowhere in what is cited")
    for found in units.FACTORS.finditer(told):
        if not any(re.search(same, source) for same in _same_factor(found[0])):
            yield Reason(kind=Kind.NUMBER, detail=f"{found[0]} stands nowhere in what is cited")


def _same_factor(told: str) -> tuple[str, ...]:
    """The spellings of a factor: 翻倍 is doubled."""
    return next(
        (same for same in units.FACTOR_WORDS if any(re.fullmatch(one, told) for one in same)), (re.escape(told),)
    )


def _in_digits(found: re.Match[str]) -> str:
    """百分之二十五 is 25%."""
    number = value(found["numeral"])
    return found[0] if number is None else f"{plain(number)}%"


def _is_date(prose: str, found: re.Match[str]) -> bool:
    around = prose[max(0, found.start() - 5) : found.end() + 3]
    return bool(re.search(r"\d{4}-\d|\d-\d{2}(?!\d)|\d{1,2}:\d{2}|[年月日号]", around))


_LEFT, _RIGHT = r"(?<![0-9.])(?<![0-9],)", r"(?![0-9]|[.,][0-9])"
_LARGE = {"万": 10_000, "亿": 100_000_000}


def _has_number(number: str, unit: str | None, text: str) -> bool:
    """With its unit where one is told. Thousands may be told with or without separators."""
    digits = number.replace(",", "")
    spelled = "|".join({re.escape(number), re.escape(digits), re.escape(_grouped(digits))})
    if unit is None:
        return re.search(rf"{_LEFT}(?:{spelled}){_RIGHT}", text) is not None
    if unit in _LARGE and _has_number(plain(float(digits) * _LARGE[unit]), None, text):
        return True
    return _has_unit(spelled, "|".join(re.escape(one) for one in _UNIT[unit.lower()]), text)


def _has_unit(spelled: str, spellings: str, text: str) -> bool:
    """Beside the number, behind the one that it is compared with, or in a head of its table's row or column."""
    beside = rf"[\s-]?(?:(?:output|input|total) )?(?:{spellings})(?![a-z])"
    compared = r"\s*(?:->|→|=>|–|to|vs\.?|and|到|至|/)\s*[\d.,]*\d"
    in_row = rf"\|[^|]*(?<![a-z])(?:{spellings})[^|a-z]*(?:\|[^|]*){{0,3}}?\|\s*\**(?:{spelled})\**\s*\|"
    if re.search(rf"{_LEFT}(?:{spelled})(?:{compared})?{beside}", text) or re.search(in_row, text):
        return True
    in_cell = re.search(rf"\|\s*\**(?:{spelled})\**\s*\|", text)
    return in_cell is not None and re.search(rf"[(\[](?:{spellings})[)\]]", text) is not None


def _grouped(digits: str) -> str:
    whole, dot, rest = digits.partition(".")
    return f"{int(whole):,}{dot}{rest}"


_BY_WORD = {word: (number, spellings) for number, spellings in units.NUMBER_WORDS.items() for word in spellings}
_ENGLISH = re.compile(r"\b(" + "|".join(word for word in _BY_WORD if word.isascii() and word != "both") + r")\b")


def _has_numeral(numeral: str, text: str) -> bool:
    """几 and 数 say no number; another numeral has to stand in the text in some spelling."""
    if set(numeral) <= set("几数"):
        return True
    if numeral in _BY_WORD:
        return _has_word(numeral, text)
    number = value(numeral)
    return numeral in text or (number is not None and _has_number(plain(number), None, text))


def _has_word(word: str, text: str) -> bool:
    number, spellings = _BY_WORD[word]
    return _has_number(str(number), None, text) or any(_spelled(one, text) for one in spellings)


def _spelled(word: str, text: str) -> bool:
    return re.search(rf"\b{word}\b", text) is not None if word.isascii() else word in text


# Directions

_A, _B = (rf"(?<![A-Za-z\d_.=\-])(?P<{name}>\d[\d,.]*)(?![\d_-])" for name in "ab")
_WITH = r"\s*(?:(?:output |input |total )?[A-Za-zµ%％/]{0,8}|毫秒|秒|倍)?\s*"
ORDERS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:从|由|自)\s*{_A}{_WITH}[\u4e00-\u9fff]{{0,6}}?(?:到|至|为|成)\s*(?:了|约)?\s*{_B}",
        rf"\bfrom\s+{_A}{_WITH}(?:\w+\s+)?(?:down |up )?to\s+{_B}",
        rf"\b(?:chang|mov|turn|go|went|rais|lift|cut|lower|drop|fall|fell|grow|grew|rose|ris|tak|bring|brought|push)\w*"
        rf"\s+(?:\w+\s+){{0,3}}?{_A}{_WITH}to\s+{_B}",
        rf"{_B}{_WITH}(?:now|afterwards|after|with (?:it|the change|this (?:pr|change)))"
        rf",?\s+(?:and |against )?{_A}{_WITH}(?:before|without|on main)",
        rf"{_A}{_WITH}(?:→|->|=>)\s*{_B}",
        rf"{_A}{_WITH}(?:become|becomes|became|turns? into|成了|变成|变为)\s*{_B}",
        rf"(?:旧值|原值|main\s*上?|old(?: figure)?)(?:是|为|:|：)?\s*{_A}[^。；;]{{0,16}}?(?:新值|改后"
        rf"|new(?: figure)?)(?:是|为|:|：)?\s*{_B}",
        rf"(?:由|从)原(?:来|先)的?\s*{_A}{_WITH}[^\d]{{0,8}}{_B}",
        rf"{_B}{_WITH}[^\d.;]{{0,24}}?(?:down or up|up|down),? from\s+{_A}",
        rf"{_B}{_WITH}[^\d.;]{{0,12}}?where main has\s+{_A}",
        rf"{_A}{_WITH}before\b[^.;]{{0,12}}?{_B}",
        rf"(?:此前|改动前|之前|原先|原来|修改前|优化前)(?:是|为|约)?\s*{_A}[^。；;]{{0,16}}?(?:之后|改动后"
        rf"|修改后|优化后|现在|如今)(?:是|为|约)?\s*{_B}",
        rf"{_B}{_WITH}[(（,，]?\s*(?:was|were|原为|原是|原来|before:?|previously)\s*{_A}",
        rf"{_B}{_WITH}(?:instead of|rather than|up from|down from|(?:and )?not|after)\s+{_A}",
        rf"{_B}{_WITH}[，,（(]?\s*(?:原先|原来|此前|之前|而非|而不是)(?:是|为)?\s*{_A}",
    )
)
_NEAR = 400
_MOST_PLACES = 200
"""Of one number in a text. What stands there more often says nothing of an order."""
_EARLIER = re.compile(
    r"\s*[(（]?(?:before|previously|earlier|without)\b(?!\s+\w)|\s*[(（]?(?:之前|此前)[)）]?[。.;；]", re.IGNORECASE
)
_TURNED = re.compile(r"\b(?:was|from|instead of|down from|up from|previously|vs\.?)\b|原|此前|之前", re.IGNORECASE)


_REVERSED = re.compile(
    r"\b(?:instead of|rather than|up from|down from|from|compared (?:to|with)|against|versus|vs\.?|where main"
    r"|than|after|over)\b"
    r"|原先|原为|原是|原来是|此前|而非|而不是|相比|对比|优于|比",
    re.IGNORECASE,
)
_PAIR = re.compile(
    rf"{_A}(?!\s?[个次条台张组位])(?!\d){_WITH}"
    rf"[^\d。；;.]{{0,30}}?{_B}\s?(?:{_SPELLINGS})(?![a-z])(?!(?<=x) ?(?-i:[A-Z]))",
    re.IGNORECASE,
)
_ADJACENT = 40


def check_directions(prose: str, text: str, strict: bool = False) -> Iterator[Reason]:
    """A reason for a measurement told from A to B where the text has them the other way round.

    If ``strict``, two numbers with a unit that the text sets side by side keep their order even where no word tells
    one, unless a word between them turns it round.
    """
    told = [found for order in ORDERS for found in order.finditer(prose)]
    for found in told:
        right, wrong = (_gap(found[one], found[other], text, _OWNED) for one, other in (("a", "b"), ("b", "a")))
        if wrong < right:
            yield _turned(found)
    for found in _PAIR.finditer(prose) if strict else ():
        if not told and not _REVERSED.search(found[0]):
            right, wrong = (_gap(found[one], found[other], text) for one, other in (("a", "b"), ("b", "a")))
            if wrong < min(right, _ADJACENT):
                yield _turned(found)


def _turned(found: re.Match[str]) -> Reason:
    return Reason(kind=Kind.NUMBER, detail=f"{found[0].strip()!r} is told the other way round")


_OWNED = re.compile(r"(?:\band|,|;|、|，|和|与)\s*[A-Za-z][\w.-]{2,}\s*$")
"""In front of a number: it is something else's, and no later value of the same ("pyav 1.9 s and torchcodec 1.4 s")."""


def _gap(one: str, other: str, text: str, beside: re.Pattern[str] | None = None) -> float:
    """How near ``one`` stands before ``other``; "9 (was 12)" has them turned round.

    Two numbers with ``beside`` between them stand only side by side.
    """
    if one.rstrip(".,") == other.rstrip(".,"):
        return float("inf")
    first, second = (re.compile(rf"(?<![\d.,]){re.escape(n.rstrip('.,'))}(?!\d|[.,]\d)") for n in (one, other))
    gaps = [float("inf")]
    for start, end, told in ((first, second, False), (second, first, True)):
        for at in islice(start.finditer(text), _MOST_PLACES):
            near = end.search(text, at.end(), at.end() + _NEAR)
            if near and beside and beside.search(text[at.end() : near.start()]):
                continue
            if near and _is_turned(text, at.end(), near) is told:
                gaps.append(near.start() - at.end())
    return min(gaps)


def _is_turned(text: str, end: int, near: re.Match[str]) -> bool:
    """Whether the later number is the earlier value: "9 (was 12)", "0 crashes, 17 before"."""
    return bool(_TURNED.search(text[end : near.start()][:_CLOSE]) or _EARLIER.match(text, near.end()))


_CLOSE = 24
"""Characters behind a number in which a word says that an earlier one follows."""
