"""What several people of the window worked on: names that titles share, and labels of one part of the project.

A name is a model, a technique or a piece of hardware. A label that many items carry is no topic but a habit.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from digest.facts.focus import Focus, speaks_of
from digest.facts.values import Topic
from digest.facts.voices import is_bot
from digest.model import Item

ITEMS = 3
AUTHORS = 3
MOST = 6

# A topic is a name: it holds a digit or an inner capital, or is written in capitals (Qwen3.5, FlashInfer, MLA).
_TERM = re.compile(r"(?<![\w/.-])[A-Za-z][A-Za-z0-9]*(?:[.-][A-Za-z0-9]+)*(?![\w/])")
_NO_TOPIC = frozenset(
    re.findall(
        r"\S+",
        """
        bug bugfix fix feature feat rfc ci doc docs pr wip misc refactor core perf performance test tests
        model models usage hardware frontend kernel build chore draft api cpu gpu gpus cuda oom json llm
        vllm v0 v1 main ux todo ok id ids usability installation new
        """,
    )
)
_KINDS = frozenset(
    re.findall(
        r"\S+",
        """
        bug enhancement feature feature-request rfc usage question help-wanted good-first-issue first-good-issue
        documentation docs stale keep-open unstale ready needs-rebase ci ci/build ci-failure ci-bug performance
        installation dependencies duplicate invalid wontfix new-model frontend backend core triage needs-triage
        misc refactor chore release verified
        """,
    )
)
"""Labels that say what kind of work an item is, or how far it is."""
WIDEST = 1 / 12
"""The share of the window's items from which on a label names no topic any more."""


def topics(items: Iterable[Item], bots: tuple[str, ...] = (), focus: Iterable[Focus] = ()) -> tuple[Topic, ...]:
    """The most shared names, then labels; each item under one topic at most.

    Words and labels of a focus area are told in its section.
    """
    people = [item for item in items if not is_bot(item.author, bots)]
    spelled: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    found: dict[str, list[Item]] = defaultdict(list)
    areas = tuple(focus)
    for item in people:
        for term in dict.fromkeys(_TERM.findall(item.title)):
            if term.casefold() not in _NO_TOPIC and _is_name(term) and not any(speaks_of(term, one) for one in areas):
                found[term.casefold()].append(item)
                spelled[term.casefold()][term] += 1
    named = _greedy(found, spelled)
    told = {number for one in named for number in one.numbers}
    return tuple([*named, *_greedy(_by_label(people, areas), spelled, told)][:MOST])


def ranked(found: Iterable[Topic], first: Iterable[int]) -> tuple[Topic, ...]:
    """With the items of each topic in that order, the others behind: of several days' not all are named."""
    places = {number: place for place, number in enumerate(dict.fromkeys(first))}
    last = len(places)
    return tuple(
        one.model_copy(update={"numbers": tuple(sorted(one.numbers, key=lambda n: (places.get(n, last), n)))})
        for one in found
    )


def _by_label(items: list[Item], areas: tuple[Focus, ...]) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        for label in item.labels:
            if label.casefold().replace(" ", "-") not in _KINDS and not any(speaks_of(label, one) for one in areas):
                found[label].append(item)
    return {label: labelled for label, labelled in found.items() if len(labelled) <= len(items) * WIDEST}


def _is_name(term: str) -> bool:
    return len(term) > 2 and (any(c.isdigit() for c in term) or term.isupper() or any(c.isupper() for c in term[1:]))


def _greedy(
    found: dict[str, list[Item]], spelled: dict[str, dict[str, int]], told_already: Iterable[int] = ()
) -> list[Topic]:
    told = set(told_already)
    chosen: list[Topic] = []
    for word in sorted(found, key=lambda w: (-len(found[w]), w)):
        fresh = [item for item in found[word] if item.number not in told]
        authors = {item.author.login for item in fresh}
        if len(fresh) < ITEMS or len(authors) < AUTHORS:
            continue
        told |= {item.number for item in fresh}
        spellings = spelled.get(word, {word: 1})
        spelling = max(spellings, key=lambda s: (spellings[s], s))
        numbers = tuple(sorted(item.number for item in fresh))
        chosen.append(Topic(word=spelling, numbers=numbers, authors=len(authors)))
    return chosen
