"""Finds the sentence that says most, so that a page can quote people to the letter.

A sentence that is found is shown as its author's, never as a fact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from digest.facts import cues
from digest.facts.values import Quote
from digest.facts.voices import Said, passages, quote, sentences

LONGEST_QUOTE = 180
"""Characters; about two lines of a page."""

_WORTH_CUTTING = 80
_EMPTY = -4
_WIDE_STOPS = ("。", "！", "？", "；")
_NAME = re.compile(r"`[^`]+`|(?<![\w-])--[a-z][\w-]+|\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b")
_ASIDE = re.compile(r"^(?:thanks|thank you|hi|hello|hey|sorry|cc|fyi|nit|great|nice|感谢|谢谢|你好)\b", re.I)
# What is left out must not turn what is said: a condition or an exception belongs to it.
_TURNS = re.compile(
    r"\b(?:but|unless|provided|except|however|if|only|until|again|although|though|not|never|once|as long as)\b"
    r"|但|除非|前提|如果|不过|然而",
    re.I,
)


@lru_cache(maxsize=65_536)
def weight(sentence: str) -> int:
    """How much a sentence says. Higher is better; under zero is not worth quoting."""
    score = 3 * cues.has_figure(sentence) + 2 * cues.is_objection(sentence) + 2 * cues.is_proposal(sentence)
    score += bool(_NAME.search(sentence)) + 2 * cues.is_firm(sentence)
    score -= 3 * bool(_ASIDE.search(sentence))
    score -= 4 * sentence.endswith((":", "："))
    score -= 2 * (len(sentence) < 25) + 2 * (len(sentence) > LONGEST_QUOTE) + 4 * (len(sentence) < 8)
    return score


def best(one: Said, limit: int = LONGEST_QUOTE) -> Quote | None:
    """The sentence that says most, with its neighbours as far as they fit."""
    found = [(weight(s), -order, passage, at) for order, passage, at, s in _places(one)]
    if not found:
        return None
    _, _, passage, at = max(found)
    return around(one, passage, at, limit)


def around(one: Said, passage: tuple[str, ...], at: int, limit: int = LONGEST_QUOTE) -> Quote:
    """One sentence with its neighbours of the same paragraph, as far as they fit: what follows it first.

    What follows and does not fit is cut after a clause.
    """
    start, end = at, at + 1
    while end < len(passage) and _length(passage[start : end + 1]) <= limit and _may_follow(passage[end]):
        end += 1
    while start > 0 and _length(passage[start - 1 : end]) <= limit and weight(passage[start - 1]) >= 0:
        start -= 1
    text = _joined(passage[start:end])
    if end < len(passage) and limit - len(text) > _WORTH_CUTTING and _may_follow(passage[end]):
        text = _joined((text, passage[end]))
    return quote(one, shorten(text, limit), cut=len(text) > limit or text != " ".join(sentences(one)))


def _may_follow(sentence: str) -> bool:
    return weight(sentence) > _EMPTY and not _ASIDE.search(sentence)


def _places(one: Said) -> Iterator[tuple[int, tuple[str, ...], int, str]]:
    """Each sentence with its place in the whole, its paragraph, and its place there."""
    order = 0
    for passage in passages(one):
        for at, sentence in enumerate(passage):
            yield order, passage, at, sentence
            order += 1


def _joined(said: tuple[str, ...]) -> str:
    """Sentences side by side again: a space between them, none after a full-width stop."""
    text = ""
    for sentence in said:
        text += sentence if not text or text.endswith(_WIDE_STOPS) else f" {sentence}"
    return text


def _length(said: tuple[str, ...]) -> int:
    return len(_joined(said))


def shorten(text: str, limit: int = LONGEST_QUOTE) -> str:
    """At most ``limit`` characters, cut after a clause or a word, never inside `code`, and marked by an ellipsis.

    A text whose rest would turn it around is given half as much room again, and then up to where it turns.
    """
    if len(text) <= limit:
        return text
    head = _head(text, limit)
    if _TURNS.search(text[len(head) :]):
        if len(text) <= 2 * limit:
            return text
        head = _head(text, limit + limit // 2)
    return head + ELLIPSIS


ELLIPSIS = "…"


def _head(text: str, limit: int) -> str:
    head = text[:limit]
    clause = max(head.rfind(mark) for mark in (", ", "; ", ": ", " — ", "，", "；", "："))
    head = head[:clause] if clause > limit // 2 else head[: max(head.rfind(" "), limit // 2)]
    if head.count("`") % 2:
        head = head[: head.rfind("`")]
    return head.rstrip(" ,;:—-，；：(（")


def first(
    said: Iterable[Said], holds: Callable[[str], bool], limit: int = LONGEST_QUOTE, *, context: bool = False
) -> Quote | None:
    """The first sentence for which ``holds``, in the order given; with ``context``, its neighbours too."""
    for one in said:
        for _, passage, at, sentence in _places(one):
            if holds(sentence):
                return around(one, passage, at, limit) if context else quote(one, shorten(sentence, limit))
    return None
