"""What came of an item in the same window: later issues and pull requests that name it.

The answer to a question often stands in a change that somebody opened hours after it was put.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from digest.facts import pairs, prose, stance
from digest.facts.states import state_at
from digest.facts.values import Quote, Sequel, State
from digest.facts.voices import is_bot, of_body, quote
from digest.model import Item
from digest.window import Window

MOST = 3
"""Sequels of one item, the newest."""
_NONE = re.compile(
    r"\bbut (?:it is )?(?:no|not a) (?:fix|solution)\b|\bdoes(?: not|n't) (?:fix|solve)\b|并?不(?:能)?修复", re.I
)
"""The one that names it says that it brings it no further."""


def sequels(items: Iterable[Item], window: Window, bots: tuple[str, ...] = ()) -> Mapping[int, tuple[Sequel, ...]]:
    """By the number of the item that they name. What was closed unmerged leads nowhere, so it is none."""
    found: dict[int, list[Sequel]] = defaultdict(list)
    by_number = {item.number: item for item in items}
    for item in sorted(by_number.values(), key=lambda one: (one.created_at, one.number)):
        if item.created_at not in window or is_bot(item.author, bots) or not _stands(item, window):
            continue
        for number in sorted(pairs.named_by(item) & by_number.keys()):
            words = _words(item, number)
            if by_number[number].created_at < item.created_at and not (words and _NONE.search(words.text)):
                found[number].append(Sequel(number=item.number, quote=words))
    return {number: tuple(told[-MOST:]) for number, told in found.items()}


def _stands(item: Item, window: Window) -> bool:
    state = state_at(item, window.end)
    return state.is_open or state in (State.MERGED, State.COMPLETED)


def _words(item: Item, number: int) -> Quote | None:
    """The sentence that names it."""
    sentences = (s for passage in prose.read(item.body).passages for s in passage.sentences)
    told = next((s for s in sentences if number in pairs.numbers_in(s, pairs.home(item))), None)
    return quote(of_body(item), stance.shorten(told), cut=True) if told else None
