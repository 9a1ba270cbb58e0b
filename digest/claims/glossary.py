"""The glossary: terms that no language translates, what they stand for, and the words that tell topics apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from digest import templating


@dataclass(frozen=True)
class Glossary:
    """``terms``: each with its right expansions. ``topics``: each with letters that a text on it has."""

    terms: Mapping[str, tuple[str, ...]]
    topics: Mapping[str, tuple[str, ...]]

    def misread(self, text: str) -> Iterator[tuple[str, str]]:
        """Each (term, expansion) of the text in which the expansion is not one of the term's."""
        for term, expansion in _expanded(text):
            known = self.terms.get(term)
            if known and _is_expansion(term, expansion, self.terms) and not _is_one(expansion, known):
                yield term, expansion


@lru_cache(maxsize=1)
def glossary() -> Glossary:
    """Every bundled file read into one."""
    import yaml

    terms: dict[str, tuple[str, ...]] = {}
    topics: dict[str, tuple[str, ...]] = {}
    for path in sorted((templating.folder() / "glossary").glob("*.yml")):
        told = yaml.safe_load(path.read_text(encoding="utf-8"))
        for into, part in ((terms, "terms"), (topics, "topics")):
            for name, spellings in told[part].items():
                into[name] = (*into.get(name, ()), *map(str, spellings))
    return Glossary(terms, topics)


_TERM = r"(?<![\w-])(?P<term>[A-Z][A-Za-z]{0,5}\d{0,2}[A-Z]{0,2})"
_LATIN = r"[A-Z][A-Za-z0-9]*(?:[ -](?:[A-Za-z0-9][A-Za-z0-9-]*)){1,6}"
_CHINESE = r"[\u4e00-\u9fff]{2,12}"
_BEHIND = re.compile(rf"{_TERM}s?\s?[（(](?P<expansion>{_LATIN}|{_CHINESE})[)）,，;；]")
_BEFORE = re.compile(rf"(?P<expansion>{_LATIN}|{_CHINESE})\s?[（(]{_TERM}s?[)）]")
_MEANS = re.compile(
    rf"{_TERM}\s?(?:即|全称(?:为|是)?|代表|stands for|short for|, i\.e\.,?)\s?(?P<expansion>{_LATIN}|{_CHINESE})"
)


def _expanded(text: str) -> Iterator[tuple[str, str]]:
    for pattern in (_BEHIND, _MEANS):
        for found in pattern.finditer(text):
            yield found["term"], found["expansion"]
    for found in _BEFORE.finditer(text):
        yield found["term"], _trimmed(found["term"], found["expansion"])


def _trimmed(term: str, words: str) -> str:
    """Of the words before a bracket, as many as the term has letters: what stands further ahead is the sentence's."""
    parts = re.split(r"[ -]", words)
    for start in range(len(parts)):
        rest = parts[start:]
        if _initials(rest) == term.upper() or len(rest) == len(term):
            return " ".join(rest)
    return ""


def _initials(words: list[str]) -> str:
    return "".join(word[0] for word in words if word and word.lower() not in _SMALL).upper()


_SMALL = frozenset({"of", "for", "to", "the", "and", "per", "with", "from", "by", "in"})


def _is_expansion(term: str, told: str, terms: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether the words mean to say what the letters stand for, and are no remark in brackets."""
    if re.fullmatch(_CHINESE, told):
        return any(told in known for name, known in terms.items() if name != term)
    words = re.split(r"[ -]", told)
    return len(words) > 1 and bool(words[0]) and words[0][0].upper() == term[0].upper() and _spells(words, term)


def _spells(words: list[str], term: str) -> bool:
    """With or without the small words: "per" is a letter of TPOT, "of" none of MoE."""
    return _alike(_initials(words), term.upper()) or _alike("".join(word[:1] for word in words).upper(), term.upper())


def _alike(initials: str, term: str) -> bool:
    return initials == term or (len(initials) == len(term) and initials[-1] == term[-1])


def _is_one(told: str, known: tuple[str, ...]) -> bool:
    return any(_plain(told) == _plain(one) for one in known)


def _plain(text: str) -> str:
    return re.sub(r"[\s-]+", "", text.casefold()).removesuffix("s")
