"""How many tokens a text is, counted without a tokenizer: those of most models would have to be fetched.

Texts are counted by kinds of characters. Against the tokenizers cl100k, o200k, Anthropic's and DeepSeek's the count of
English prose, tables, code and environment dumps is between 2 % under and 30 % over theirs; Chinese is counted as the
oldest of them does, up to 90 % over the newest, which put two characters into a token. What it is for, keeping a
limit, bears that.
"""

from __future__ import annotations

import re
from functools import lru_cache

_RUN = re.compile(
    r"(?P<word>[A-Za-z]+)|(?P<number>[0-9]+)|(?P<space>[ \t]+)|(?P<line>\n+)|(?P<mark>[!-~])|(?P<wide>[⺀-￯])|.",
    re.DOTALL,
)
_MARGIN = 1.05


@lru_cache(maxsize=4096)
def count(text: str) -> int:
    """Tokens of the text, rather too many than too few."""
    return int(_MARGIN * sum(_weight(run) for run in _RUN.finditer(text))) + 1 if text else 0


def head(text: str, tokens: int) -> int:
    """How many characters from the start are at most so many tokens."""
    left = (tokens - 1) / _MARGIN
    for run in _RUN.finditer(text):
        left -= _weight(run)
        if left < 0:
            return run.start()
    return len(text)


def _weight(run: re.Match[str]) -> float:
    length = run.end() - run.start()
    match run.lastgroup:
        case "word":
            return 1.0 if length <= 6 else 1.0 + (length - 6) / 4
        case "number":
            return 1.0 if length <= 3 else (length + 1) // 2
        case "space":
            return 0.0 if length == 1 else 1.0
        case "line":
            return 1.0
        case "mark":
            return 0.9
        case "wide":
            return 1.1
    return max(1.0, 0.75 * len(run[0].encode("utf-8", "surrogatepass")))
