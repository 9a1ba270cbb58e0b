"""What an item is about, in its author's own words."""

from __future__ import annotations

import re

from digest.facts import prose, stance
from digest.facts.values import Quote
from digest.facts.voices import is_reaction, of_body, quote
from digest.model import Item

_PURPOSE = re.compile(
    r"purpose|summary|description|motivation|what|why|overview|describe the bug|feature|背景|目的", re.I
)
_ASIDE = re.compile(r"test|result|checklist|environment|todo|note|footer|benchmark|reproduc", re.I)
_BOILERPLATE = re.compile(
    r"^(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|related(?: to)?|see|part of|follow[- ]?up (?:to|of)"
    r"|depends on|supersedes|replaces)?"
    r"[\s:]*(?:#\d+|https?://\S+)[\s.,;and#\d]*$|^co-authored-by|^signed-off-by",
    re.I,
)


def gist(item: Item) -> Quote | None:
    """The first sentence that tells what it is for, and is more than the title again. None without one."""
    passages = prose.read(item.body).passages
    purposeful = [p for p in passages if _PURPOSE.search(p.heading)]
    rest = [p for p in passages if not _ASIDE.search(p.heading)]
    for passage in (*purposeful, *rest):
        for sentence in passage.sentences:
            if _tells(sentence, item.title):
                return quote(of_body(item), stance.shorten(sentence))
    return None


def _tells(sentence: str, title: str) -> bool:
    if len(sentence) < 20 or is_reaction(sentence) or _BOILERPLATE.search(sentence):
        return False
    return _words(sentence) - _words(title) != set() and sentence.casefold().strip(" .") not in title.casefold()


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{3,}", text.casefold()))
