"""Finds sentences that say nothing of the items they stand with: a weak model's own, or the prompt's examples.

Code can check no fact in such a sentence, since there is none in it.
"""

from __future__ import annotations

import re

from digest.claims import Judged, Parsed, Sources, parse

SHARED = 2
"""Words that a sentence has to have in common with all that stands in its items. A paraphrase has more."""
LEAST_SHARE = 3
"""Of its words at least one in so many."""
MOST_SENTENCES = 2
_STEM = 5
"""Letters by which words are compared: `compile`, `compiled` and `compiling` are one."""
# Words that stand in every thread, and those of proposing, which are asked for.
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "about after also been before being between bugs change code could does each else from have here into issue "
        "item just like make more most need none only open other over part proposes proposed pull request same should "
        "some such than that their them then there these they this those until user users what when where which while "
        "will with would",
    )
)
_LEFT_OPEN = re.compile(
    r"[\[<{](?:insert|your|fill in|add|describe|placeholder|TODO|TBD)\b[^\]>}\n]*[\]>}]", re.IGNORECASE
)
_END = re.compile(r"[a-z)`\"'”][.!?](?=\s)|[。！？]")
_WORD = re.compile(r"[a-z]{4,}")
_HAN = re.compile(r"[\u3400-\u9fff]")


def is_empty(judged: Judged, sources: Sources) -> bool:
    """Whether nothing ties the sentence to what it is about. One in Chinese is not asked: it may be a translation."""
    parsed = parse(judged.claim.text)
    if not judged.is_published or _HAN.search(parsed.typed) or _holds_facts(parsed):
        return False
    cited = (judged.claim.about, *parsed.items)
    numbers = tuple(dict.fromkeys(number for number in cited if number is not None and number in sources.items))
    told = _stems(parsed.typed)
    shared = len(told & _stems(sources.text(numbers)))
    return bool(numbers) and (shared < SHARED or shared * LEAST_SHARE < len(told))


def left_open(text: str) -> str:
    """What a model left to be filled in by somebody else, like `[insert topic here]`; nothing where there is none."""
    found = _LEFT_OPEN.search(text)
    return found[0] if found else ""


def rambles(text: str) -> bool:
    """Whether it is more than two sentences, where one was asked for."""
    return len(_END.findall(text.strip() + " ")) > MOST_SENTENCES


def _holds_facts(parsed: Parsed) -> bool:
    """Whether there is something in it that was checked: figures, names of code, people, counts, quotes."""
    return bool(parsed.people or parsed.counts or parsed.quotes or re.search(r"[0-9`_]|--[a-z]", parsed.typed))


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in _WORD.findall(text.casefold()) if word not in _COMMON)
