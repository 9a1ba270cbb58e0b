"""Whether the numbers and identifiers that a claim types stand in what it cites."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims import words
from digest.claims.sources import fold
from digest.claims.verdict import Kind, Reason


def check_figures(prose: str, text: str, names: frozenset[str]) -> Iterator[Reason]:
    """Reasons for each figure in ``prose`` that is not in ``text``, the folded text of the cited items."""
    plain = prose
    for code in _CODE.findall(prose):
        if not _stands(fold(code), text):
            yield Reason(kind=Kind.IDENTIFIER, detail=f"`{code}` stands nowhere in what is cited")
    plain = _CODE.sub(" ", plain)
    yield from _identifiers(plain, text, names)
    yield from _numbers(plain, text)


_CODE = re.compile(r"`+([^`]+)`+")


def _stands(token: str, text: str) -> bool:
    """Whether the token stands there as a whole word; a plural of it does."""
    left = r"(?<![a-z0-9_])" if token[:1].isalnum() else ""
    right = r"(?:s|'s)?(?![a-z0-9_])" if token[-1:].isalnum() else ""
    return token in text and re.search(left + re.escape(token) + right, text) is not None


# ASCII words with what identifiers, paths, versions and model names hold: MI300X, sm_90, v0.11.0, --flag.
_TOKEN = re.compile(r"(?<![A-Za-z0-9_])(?:--?)?[A-Za-z0-9_][A-Za-z0-9_./+:=-]*")
_DAY = re.compile(r"\d{4}-\d{1,2}(?:-\d{1,2})?|\d{1,2}:\d{2}")
_CJK = re.compile(r"[\u3400-\u9fff]")


def _identifiers(prose: str, text: str, names: frozenset[str]) -> Iterator[Reason]:
    chinese = bool(_CJK.search(prose))
    for found in _TOKEN.finditer(prose):
        token = found[0].rstrip("./+:=-")
        if not token or _is_number(token) or not _is_identifier(token, chinese, _opens_sentence(prose, found)):
            continue
        if not _is_borne_out(token, text, names):
            yield Reason(kind=Kind.IDENTIFIER, detail=f"{token} stands nowhere in what is cited")


def _is_number(token: str) -> bool:
    return _NUMBER.fullmatch(token) is not None or _DAY.fullmatch(token) is not None


def _opens_sentence(prose: str, found: re.Match[str]) -> bool:
    before = prose[: found.start()].rstrip(" \"'“”‘’（(")
    return not before or before[-1] in ".:;!?。：；！？\n"


def _is_identifier(token: str, chinese: bool, opens: bool) -> bool:
    """A word that names something: by its form, or by a capital where prose would have none."""
    if token.startswith("-") or re.search(r"[_/=+:.]|[0-9]|[a-z][A-Z]|[A-Z]{2}", token):
        return True
    return token[0].isupper() and (chinese or not opens)


def _is_borne_out(token: str, text: str, names: frozenset[str]) -> bool:
    """Whole, without a plural's s, or part by part where it is a compound."""
    name = token.casefold()
    if _is_known(name, names) or _stands(name, text) or (_is_plural(name) and _stands(name[:-1], text)):
        return True
    parts = [part for part in re.split(r"[-/+]", token) if part]
    return (
        len(parts) > 1
        and not token.startswith("-")
        and all(_part(part, text, names, "/" not in token) for part in parts)
    )


def _is_plural(name: str) -> bool:
    return name.endswith("s") and name.isalnum()


def _part(part: str, text: str, names: frozenset[str], lower: bool) -> bool:
    """Plain words may join a compound (KV-cache), but are no part of a path (engine/cache)."""
    return (lower and part.islower()) or _is_known(part.casefold(), names) or _stands(part.casefold(), text)


def _is_known(name: str, names: frozenset[str]) -> bool:
    return words.TERMS.fullmatch(name) is not None or name in names


_UNIT = {spelling: spellings for spellings in words.UNITS for spelling in spellings}
_SPELLINGS = "|".join(re.escape(one) for one in sorted(_UNIT, key=len, reverse=True))
_NUMBER = re.compile(
    rf"(?<![A-Za-z0-9_.])(?P<number>\d+(?:,\d{{3}})*(?:\.\d+)?)(?:\s?(?P<unit>{_SPELLINGS})(?![a-z]))?(?![0-9_]"
    rf"|\.[0-9])",
    re.IGNORECASE,
)


def _numbers(prose: str, text: str) -> Iterator[Reason]:
    plain = text.replace("％", "%")
    told = fold(prose)
    for found in _NUMBER.finditer(told):
        if not _has_number(found["number"], found["unit"], plain):
            kind = Kind.DATE if _is_date(told, found) else Kind.NUMBER
            yield Reason(kind=kind, detail=f"{found[0].strip()} stands nowhere in what is cited")
    for found in words.CHINESE_NUMERAL.finditer(prose):
        if not _has_numeral(found[1], plain):
            yield Reason(kind=Kind.NUMBER, detail=f"{found[1]} stands nowhere in what is cited")
    for word in _ENGLISH.findall(told):
        if not _has_word(word, plain):
            yield Reason(kind=Kind.NUMBER, detail=f"{word} stands nowhere in what is cited")
    for found in words.FACTORS.finditer(told):
        if found[0] not in plain:
            yield Reason(kind=Kind.NUMBER, detail=f"{found[0]} stands nowhere in what is cited")


def _is_date(prose: str, found: re.Match[str]) -> bool:
    around = prose[max(0, found.start() - 5) : found.end() + 3]
    return bool(re.search(r"\d{4}-\d|\d-\d{2}(?!\d)|\d{1,2}:\d{2}|[年月日号]", around))


def _has_number(number: str, unit: str | None, text: str) -> bool:
    """With its unit where one is told. Thousands may be told with or without separators."""
    plain = number.replace(",", "")
    spelled = "|".join({re.escape(number), re.escape(plain), re.escape(_grouped(plain))})
    left, right = r"(?<![0-9.])(?<![0-9],)", r"(?![0-9]|[.,][0-9])"
    if unit is None:
        return re.search(rf"{left}(?:{spelled}){right}", text) is not None
    if unit == "万" and _has_number(str(int(float(plain) * 10_000)), None, text):
        return True
    units = "|".join(re.escape(one) for one in _UNIT[unit.lower()])
    if re.search(rf"{left}(?:{spelled})[\s-]?(?:(?:output|input|total) )?(?:{units})(?![a-z])", text):
        return True
    # A table has its units in its heads: "| p99 (ms) | 1,910 | 64 |".
    in_cell = re.search(rf"\|\s*\**(?:{spelled})\**\s*\|", text)
    return in_cell is not None and re.search(rf"[(\[](?:{units})[)\]]", text) is not None


def _grouped(plain: str) -> str:
    whole, dot, rest = plain.partition(".")
    return f"{int(whole):,}{dot}{rest}"


_BY_WORD = {word: (value, spellings) for value, spellings in words.NUMBER_WORDS.items() for word in spellings}
_ENGLISH = re.compile(r"\b(" + "|".join(word for word in _BY_WORD if word.isascii() and word != "both") + r")\b")


def _has_numeral(numeral: str, text: str) -> bool:
    """几 and 数 say no number; another numeral has to stand in the text in some spelling."""
    if set(numeral) <= set("几数"):
        return True
    return _has_word(numeral, text) if numeral in _BY_WORD else numeral in text


def _has_word(word: str, text: str) -> bool:
    value, spellings = _BY_WORD[word]
    return _has_number(str(value), None, text) or any(_spelled(one, text) for one in spellings)


def _spelled(word: str, text: str) -> bool:
    return re.search(rf"\b{word}\b", text) is not None if word.isascii() else word in text


_FROM_TO = re.compile(
    r"(?:从|由|自)\s*(?P<a>\d[\d,.]*)\s*(?:[A-Za-zµ%％/]{0,8}|毫秒|秒|倍)?\s*[\u4e00-\u9fff]{0,6}?(?:到|至|为"
    r"|成)\s*(?:了|约)?\s*(?P<b>\d[\d,.]*)"
    r"|\bfrom\s+(?P<c>\d[\d,.]*)\s*[A-Za-zµ%/]{0,8}(?:\s\w+)?\s+(?:down |up )?to\s+(?P<d>\d[\d,.]*)"
    r"|(?P<e>\d[\d,.]*)\s*[A-Za-zµ%/]{0,8}\s*(?:→|->|=>)\s*(?P<f>\d[\d,.]*)",
    re.IGNORECASE,
)
_NEAR = 400


def check_directions(prose: str, text: str) -> Iterator[Reason]:
    """A measurement told from A to B, where the text has both near each other, but B first and never A first."""
    for found in _FROM_TO.finditer(prose):
        one, other = [group.rstrip(".,") for group in found.groups() if group]
        if one != other and _in_order(other, one, text) and not _in_order(one, other, text):
            yield Reason(kind=Kind.NUMBER, detail=f"{found[0].strip()!r} is told the other way round")


def _in_order(one: str, other: str, text: str) -> bool:
    first, second = (re.compile(rf"(?<![\d.]){re.escape(number)}(?![\d]|\.\d)") for number in (one, other))
    return any(second.search(text, at.end(), at.end() + _NEAR) for at in first.finditer(text))
