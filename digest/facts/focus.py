"""Focus areas: which items belong to an ecosystem that a reader follows, and why.

By labels, whole words of the title, login patterns, companies as profiles state them, and paths touched. Each
match says what it matched by, so that a reader can judge it; an item that carries only the label is doubtful.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from digest.facts import prose
from digest.facts.values import Matched
from digest.model import Item, Person, Value

_DENIED = re.compile(r"\b(?:no|not an?|non|without(?: an?| any)?|isn't an?)[ -](?:\w+ )?$", re.I)
_ABSENT = re.compile(r"\bN/A\b|could not collect|not (?:found|available|installed)|: ?(?:none|false|no)$", re.I)


_FORMER = re.compile(r"\b(?:ex|former(?:ly)?|previously|not)\b|离职|前", re.I)
_BEFORE_COMPANY = re.compile(r"(?:.*(?:@|\bat\s|[,;/|&])\s*)?", re.I)


class Focus(Value):
    """What a reader follows. ``logins`` and ``paths`` are patterns with ``*``; case does not matter anywhere."""

    name: str
    labels: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    logins: tuple[str, ...] = ()
    companies: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


def match(item: Item, focus: Focus) -> Matched | None:
    """Why the item belongs to the area, or None. ``by`` holds `kind:value` pairs, the strongest first."""
    labels = [f"label:{label}" for label in item.labels if label.casefold() in _folded(focus.labels)]
    others = [*_by_title(item, focus), *_by_author(item.author, focus), *_by_path(item, focus)]
    if not labels and not others:
        return None
    alone = not others and not _says_a_word(item, focus)
    return Matched(number=item.number, by=(*others, *labels), by_label_alone=alone)


def belongs(person: Person, focus: Focus) -> bool:
    """Whether somebody is of the area's people, by the settings and their profile alone."""
    return any(_by_author(person, focus))


def matches(items: Iterable[Item], focus: Focus) -> tuple[Matched, ...]:
    found = (match(item, focus) for item in items)
    return tuple(one for one in found if one is not None)


def _by_title(item: Item, focus: Focus) -> Iterator[str]:
    if found := _word(focus.words).search(item.title):
        yield f"title:{found.group(0)}"


def _by_author(person: Person, focus: Focus) -> Iterator[str]:
    login = person.login.casefold()
    if any(fnmatch.fnmatchcase(login, pattern) for pattern in _folded(focus.logins)):
        yield f"login:{person.login}"
    elif person.company and _works_for(person.company, focus):
        yield f"company:{person.company}"


def _works_for(company: str, focus: Focus) -> bool:
    """Whether the profile's company is one of the area's: named first, or after an `@` or "at", not a former one."""
    if _FORMER.search(company):
        return False
    found = _word(focus.companies).search(company)
    return found is not None and _BEFORE_COMPANY.fullmatch(company[: found.start()]) is not None


def _by_path(item: Item, focus: Focus) -> Iterator[str]:
    patterns = _folded(focus.paths)
    for file in item.files:
        if any(fnmatch.fnmatchcase(file.path.casefold(), pattern) for pattern in patterns):
            yield f"path:{file.path}"
            return


def _says_a_word(item: Item, focus: Focus) -> bool:
    """Whether its own text speaks of the area: other than to deny it, and other than a dump that says "N/A"."""
    words = _word((*focus.words, *focus.labels))
    lines = (item.title, *prose.visible(item.body).splitlines())
    return any(_affirms(line, found) for line in lines for found in words.finditer(line))


def _affirms(line: str, found: re.Match[str]) -> bool:
    return not _ABSENT.search(line) and not _DENIED.search(line[: found.start()])


def speaks_of(text: str, focus: Focus) -> bool:
    """Whether a word of the area stands in the text."""
    return bool(_word((*focus.words, *focus.labels)).search(text))


@lru_cache(maxsize=256)
def _folded(patterns: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(pattern.casefold() for pattern in patterns)


@lru_cache(maxsize=256)
def _word(words: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the words, whole: an ASCII letter or digit on either side makes it another word."""
    if not words:
        return re.compile(r"(?!)")
    told = "|".join(re.escape(word).replace(r"\*", "[A-Za-z0-9]*") for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{told})(?![A-Za-z0-9])", re.I)
