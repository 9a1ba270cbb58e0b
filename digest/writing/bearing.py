"""Finds sentences that say nothing of the items they stand with: a weak model's own, or the prompt's examples.

Code can check no fact in such a sentence, since there is none in it.
"""

from __future__ import annotations

import re

from digest.claims import Judged, Sources, parse
from digest.claims.told import COUNT, QUOTE, Sentence, sentences

SHARED = 2
"""Words that a sentence has to have in common with all that stands in its items. A paraphrase has more."""
LEAST_SHARE = 0.5
"""Of its words that they have to share. The bundled page's own share six in ten and more."""
WITH_AN_ITEM = 1 / 3
"""Where it names an item, whose state stands beside it."""
FEW = 3
"""Words from which on a sentence on a person says more than who it was."""
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
        "will with would ask asked asks comes gets goes keep keeps once said says since still takes want wanted wants "
        "whether",
    )
)
_LEFT_OPEN = re.compile(
    r"[\[<{](?:insert|your|fill in|add|describe|placeholder|TODO|TBD)\b[^\]>}\n]*[\]>}]", re.IGNORECASE
)
_BRACKETS = re.compile(r"\[(?!\d+/(?:\d+|[NnXx])\])[^\]\n]{0,60}\]?|(?<!/[\dNnXx])\]")
"""Not the place in a series that a title has in front: [2/N]."""
_CODE = re.compile(r"`[^`\n]*`")
_END = re.compile(r"[a-z)`\"'”][.!?](?=\s)|[。！？]")
_WORD = re.compile(r"[a-z]{4,}")
_HAN = re.compile(r"[\u3400-\u9fff]")
_FACT = re.compile(rf"[0-9`_{COUNT}{QUOTE}]|--[a-z]")
"""Figures, names of code, counts, quotes: those were checked."""


def is_empty(judged: Judged, sources: Sources) -> bool:
    """Whether nothing ties one of its sentences to what it is about.

    One in Chinese is not asked: it may be a translation. Nor is one that says little more than who is meant.
    """
    parsed = parse(judged.claim.text)
    if not judged.is_published or _HAN.search(parsed.typed):
        return False
    cited = (judged.claim.about, *parsed.items)
    numbers = tuple(dict.fromkeys(number for number in cited if number is not None and number in sources.items))
    known = _stems(sources.text(numbers))
    return bool(numbers) and any(_is_off(sentence, known) for sentence in sentences(parsed))


def _is_off(sentence: Sentence, known: frozenset[str]) -> bool:
    """Whether a sentence in which there is nothing to check has too few words of its items."""
    told = _stems(sentence.text)
    if _FACT.search(sentence.text) or (sentence.people and len(told) < FEW):
        return False
    shared = len(told & known)
    least = WITH_AN_ITEM if sentence.items else LEAST_SHARE
    return bool(told) and (shared < SHARED or shared < least * len(told))


def left_open(text: str) -> str:
    """What a model left to be filled in by somebody else, like `[topic]`; nothing where there is none.

    Outside of code nobody who says something needs square brackets: placeholders of ours have two.
    """
    typed = _CODE.sub(" ", parse(text).typed)
    found = _LEFT_OPEN.search(typed) or _BRACKETS.search(typed)
    return found[0] if found else ""


def rambles(text: str) -> bool:
    """Whether it is more than two sentences, where one was asked for."""
    return len(_END.findall(text.strip() + " ")) > MOST_SENTENCES


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in _WORD.findall(text.casefold()) if word not in _COMMON)
