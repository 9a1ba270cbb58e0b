"""The last fence before a log: whoever let a secret into a message, it is not printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

_NAMED = re.compile(
    r"(TOKENS?|(API|ACCESS|PRIVATE|MASTER|ACCOUNT|SIGNING|ENCRYPTION|DEPLOY|SSH)_?KEY|PASSWORD|PASSWD)$"
    r"|SECRET|BEARER_TOKEN"
)
"""Names of secrets: ours, and those of providers of models. A job has other keys: of its cache, of a database."""
_MAYBE = re.compile(r"(KEY|CREDENTIALS|CREDENTIALS_JSON)$")
"""Names of what may be secret, a path or an ordinary word: it is one if it looks so."""
_SHORTEST = 6
"""What is shorter is no secret, and would blot out ordinary words. So would letters of one case, up to ..."""
_LONGEST_WORD = 8
_LOOK = re.compile(r"(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[^\s/\\]{20,}|\s*\{.*", re.DOTALL)
"""Of a key of any kind, long and mixed; or JSON, which providers take for what a file of theirs holds."""
MASK = "********"


def secrets(environ: Mapping[str, str], arguments: Sequence[str] = ()) -> tuple[str, ...]:
    """The secrets that a process was given, by its environment and its command line, the longest first.

    Of several lines, written out or not (tokens, a private key), each is one: nobody prints them in one piece.
    """
    given = {part.strip() for value in _given(environ, arguments) for part in (value, *_lines(value))}
    return tuple(sorted(filter(_is_no_word, given), key=lambda one: (-len(one), one)))


def _is_no_word(value: str) -> bool:
    plain = value.isalpha() and (value.islower() or value[1:].islower() or value.isupper())
    return len(value) >= _SHORTEST and not (plain and len(value) <= _LONGEST_WORD)


def _lines(value: str) -> Iterator[str]:
    """Without those around a private key, which everybody knows."""
    return (line for line in value.replace("\\n", "\n").splitlines() if not line.startswith("-----"))


def masked(text: str, hidden: Iterable[str]) -> str:
    """The text without any of the secrets."""
    for secret in sorted(hidden, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return text


def _is_secret(name: str, value: str) -> bool:
    return bool(_NAMED.search(name) or (_MAYBE.search(name) and _LOOK.fullmatch(value)))


def _given(environ: Mapping[str, str], arguments: Sequence[str]) -> Iterator[str]:
    yield from (value for name, value in environ.items() if _is_secret(name.upper().replace("-", "_"), value))
    yield from (value for flag, value in pairwise(arguments) if flag == "--api-key")
    yield from (one.partition("=")[2] for one in arguments if one.startswith("--api-key="))
