"""Whether the numbers and identifiers that a claim types stand in what it cites."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims import words
from digest.claims.measures import NUMBER, check_numbers
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
    yield from check_numbers(plain, text)


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
        joined = re.match(r"\s+([A-Za-z]+?)s?(?![A-Za-z])", prose[found.end() :])
        if joined and _stands(f"{token}{joined[1]}".casefold(), text):
            continue
        if not _is_borne_out(token, text, names):
            yield Reason(kind=Kind.IDENTIFIER, detail=f"{token} stands nowhere in what is cited")


def _is_number(token: str) -> bool:
    return NUMBER.fullmatch(token) is not None or _DAY.fullmatch(token) is not None


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
