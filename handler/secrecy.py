"""The last fence before a log: whoever let a secret into a message, it is not printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

_NAMED = ("TOKEN", "TOKENS", "KEY", "SECRET", "PASSWORD")
_SHORTEST = 6
"""What is shorter is no secret, and would blot out ordinary words."""
MASK = "********"


def secrets(environ: Mapping[str, str], arguments: Sequence[str] = ()) -> tuple[str, ...]:
    """The secrets that a process was given, by its environment and its command line, the longest first.

    Of several lines, written out or not (tokens, a private key), each is one: nobody prints them in one piece.
    """
    given = {part.strip() for value in _given(environ, arguments) for part in (value, *_lines(value))}
    return tuple(sorted((one for one in given if len(one) >= _SHORTEST), key=lambda one: (-len(one), one)))


def _lines(value: str) -> Iterator[str]:
    """Without those around a private key, which everybody knows."""
    return (line for line in value.replace("\\n", "\n").splitlines() if not line.startswith("-----"))


def masked(text: str, hidden: Iterable[str]) -> str:
    """The text without any of the secrets."""
    for secret in sorted(hidden, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return text


def _given(environ: Mapping[str, str], arguments: Sequence[str]) -> Iterator[str]:
    yield from (value for name, value in environ.items() if name.upper().endswith(_NAMED))
    yield from (value for flag, value in pairwise(arguments) if flag == "--api-key")
    yield from (one.partition("=")[2] for one in arguments if one.startswith("--api-key="))
