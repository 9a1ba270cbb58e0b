"""Numbers as people write them: 1,234, 十二, 1.2 万, 百分之二十五."""

from __future__ import annotations

import re

_DIGITS: dict[str, float] = {digit: place for place, digit in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "半": 0.5,
}
_SMALL = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10_000, "亿": 100_000_000}
_POWERS: dict[str, int] = _LARGE | _SMALL
ENGLISH = {
    word: place
    for place, word in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 1
    )
}
"""Numbers that are mostly told in words."""
NUMERAL = r"[零〇一二两三四五六七八九十百千万亿]+(?:点[零〇一二三四五六七八九]+)?"


def value(text: str) -> float | None:
    """What a numeral says, in digits (with thousands separators, 万 and 亿) or in Chinese; None for anything else."""
    plain = text.strip().replace(",", "").replace("，", "")
    if found := re.fullmatch(r"(\d+(?:\.\d+)?)\s*([千万亿]?)", plain):
        return float(found[1]) * _POWERS.get(found[2], 1)
    if re.fullmatch(NUMERAL, plain):
        whole, _, decimals = plain.partition("点")
        return _whole(whole) + sum(_DIGITS[one] / float(10 ** (place + 1)) for place, one in enumerate(decimals))
    return None


def _whole(numeral: str) -> float:
    """``一百二十`` and the like; digits in a row are read as digits (``二零二六``)."""
    if len(numeral) > 1 and all(one in _DIGITS for one in numeral):
        return float("".join(str(_DIGITS[one]) for one in numeral))
    total = section = digit = 0.0
    for one in numeral:
        if one in _DIGITS:
            digit = _DIGITS[one]
        elif one in _SMALL:
            section, digit = section + (digit or 1) * _SMALL[one], 0
        else:
            total, section, digit = (total + section + digit) * _LARGE[one], 0, 0
    return total + section + digit


def plain(number: float) -> str:
    """As digits, without a needless point: 12.0 is ``12``."""
    return f"{number:.6f}".rstrip("0").rstrip(".")
