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

    def misread(self, text: str, strict: bool = False) -> Iterator[tuple[str, str]]:
        """Each (term, expansion) of the text in which the expansion is not one of the term's.

        If ``strict``, whatever is as long as an expansion is taken for one, also where its letters do not fit.
        """
        for term, expansion in _expanded(text):
            known = self.terms.get(term)
            if known and _is_expansion(term, expansion, self.terms) and not _is_one(expansion, known):
                yield term, expansion
        for term, expansion in _bracketed(text) if strict else ():
            if (known := self.terms.get(term)) and not _ends_right(expansion, known):
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


# What is as long as an expansion

_WORDS = r"[A-Za-z][A-Za-z0-9]*(?:[ -][A-Za-z0-9]+){1,6}"
_MIXED = r"[\u4e00-\u9fff]{1,6}\s?(?:tokens?|KV|GPU|CPU)\s?[\u4e00-\u9fff]{1,6}"
_AS_LONG = re.compile(rf"{_TERM}s?\s?[（(]\s*(?P<expansion>{_WORDS}|{_MIXED}|{_CHINESE})\s*[)）,，;；]")
_RUN = re.compile(
    rf"(?P<expansion>[A-Za-z][A-Za-z0-9]*(?:[ -][A-Za-z0-9]+)*|[\u4e00-\u9fff]{{3,}})\s?[（(]\s*{_TERM}s?\s*[)）]"
)
_MEANING = re.compile(
    rf"{_TERM}\s?(?:即(?![将可便使刻时])|全称(?:为|是)?|代表|指(?![出明向定派标])(?:的是)?|意为|意即|也就是"
    rf"|stands for|is short for|short for"
    rf"|means|abbreviates)\s?(?P<expansion>{_WORDS}|[\u4e00-\u9fff]{{3,12}})"
)
_REMARK = re.compile(
    r"\b(?:on|in|with|for|off|only|see|not|an?|the|from|since|by|or|at|as|still|yet|now|again|both|each|all|is|are"
    r"|was|also|here|there|today|later|per|via|up|to|than|one|two|default|same|closed|open|merged|like|no|if|when"
    r"|e|i)\b",
    re.IGNORECASE,
)
_REMARK_ZH = re.compile(
    r"[仅只未已没见如即或的了需除约该此可会有为共每是均都也各用]|时$|默认|不(?!足)|关闭|开启|测试|夜间|失败|通过"
    r"|同上|同理|以上|以下|例如"
)
_CLASS_ZH = re.compile(
    r"(?:方式|类型|格式|精度|后端|模型|量化|策略|场景|情况|指标|数值|配置|模式|规模|任务|步骤|检查|流程)$"
)
"""Words in front of a term that say what kind of thing it is: 注意力后端（MLA）."""


def _bracketed(text: str) -> Iterator[tuple[str, str]]:
    """(term, words) for each bracket that is as long as an expansion and no remark."""
    for found in _AS_LONG.finditer(text):
        term, told = found["term"], found["expansion"]
        if _is_chinese(told):
            if 3 <= len(re.sub(r"[A-Za-z ]", "", told)) <= 8 and not _REMARK_ZH.search(told):
                yield term, told
        elif len(re.split(r"[ -]", told)) == _letters(term) and not _is_remark(term, told):
            yield term, told
    for found in _MEANING.finditer(text):
        told = found["expansion"]
        few = re.split(r"[ -]", told)[: _letters(found["term"])]
        yield found["term"], told if _is_chinese(told) else " ".join(few)
    for found in _RUN.finditer(text):
        term, run = found["term"], found["expansion"]
        if _is_chinese(run):
            if not _CLASS_ZH.search(run) and not _REMARK_ZH.search(run[-3:]):
                yield term, run
            continue
        last = re.split(r"[ -]", run)[-_letters(term) :]
        # A sentence stands in front as well, so here at least the first letter and the last have to fit.
        ends = (last[0][:1] + last[-1][:1]).upper()
        if len(last) == _letters(term) > 1 and ends == term[0].upper() + term[-1].upper():
            yield term, " ".join(last)


def _is_remark(term: str, told: str) -> bool:
    """Small words are a remark's, unless the first word has the term's first letter: "total time for training"."""
    found = {word.casefold() for word in _REMARK.findall(told)}
    return bool(found - (_SMALL if told[0].casefold() == term[0].casefold() else frozenset()))


def _letters(term: str) -> int:
    return sum(letter.isalpha() for letter in term)


def _is_chinese(text: str) -> bool:
    return "\u4e00" <= text[0] <= "\u9fff"


def _ends_right(told: str, known: tuple[str, ...]) -> bool:
    told = _plain(told)
    # What stands around it is the sentence's; an expansion may have a small word more than the term has letters.
    return any(told.endswith(one) or told.startswith(one) or one.startswith(told) for one in map(_plain, known))


def _spells(words: list[str], term: str) -> bool:
    """With or without the small words: "per" is a letter of TPOT, "of" none of MoE."""
    return _alike(_initials(words), term.upper()) or _alike("".join(word[:1] for word in words).upper(), term.upper())


def _alike(initials: str, term: str) -> bool:
    return initials == term or (len(initials) == len(term) and initials[-1] == term[-1])


def _is_one(told: str, known: tuple[str, ...]) -> bool:
    return any(_plain(told) == _plain(one) for one in known)


def _plain(text: str) -> str:
    return re.sub(r"[\s-]+", "", text.casefold()).removesuffix("s")
