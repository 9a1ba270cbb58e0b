"""The clauses of a statement, with the items that each one is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from digest.claims.foreign import words
from digest.claims.foreign.statement import REFERENCE, Statement, numbers
from digest.claims.foreign.words import MARK
from digest.claims.sources import Sources


@dataclass(frozen=True)
class Clause:
    """``text`` has a mark for each reference; ``places`` are where they stand and which items they name.

    ``carried`` are the items of the clauses before, or of what stands above the statement.
    """

    text: str
    places: tuple[tuple[int, tuple[int, ...]], ...]
    carried: tuple[int, ...]
    is_cited_behind: bool = False
    """Whether it names nothing, and its sentence ends in brackets that do."""
    is_conditional: bool = False
    """A clause before it in the sentence opens with an "if": what it tells is so only then."""

    @property
    def named(self) -> tuple[int, ...]:
        """All items that it names and that it can be about; where it only says where to see it, those."""
        own = _flat(items for at, items in self.places if not self._is_object(at))
        return own or _flat(items for at, items in self.places if self._is_source(at))

    def _is_source(self, at: int) -> bool:
        """Whether the clause ends in "…, see #1", which is then what it tells of."""
        return words.SEE_AT_END.search(self.text[:at]) is not None and not self.text[at + 1 :].strip(" .。）)")

    def subject(self, verb: int) -> tuple[int, ...]:
        """What a verb at ``verb`` is told of: items named before it or in brackets behind it, else the carried ones."""
        told = _flat(i for at, i in self.places if not self._is_object(at) and (at < verb or self._is_bracketed(at)))
        return told or _flat(items for at, items in self.places if self._is_source(at)) or self.carried

    def _is_object(self, at: int) -> bool:
        before, after = self.text[:at], self.text[at + 1 :]
        return bool(words.OBJECT_BEFORE.search(before) or words.OBJECT_AFTER.search(after) or self._is_see(at))

    def _is_see(self, at: int) -> bool:
        opened = max(self.text.rfind("（", 0, at), self.text.rfind("(", 0, at), self.text.rfind("[", 0, at))
        return opened >= 0 and words.SEE.match(self.text[opened:at] + " ") is not None

    def _is_bracketed(self, at: int) -> bool:
        before = self.text[:at]
        return len(re.findall(r"[(（]", before)) > len(re.findall(r"[)）]", before))


def _flat(groups: Iterator[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(number for group in groups for number in group))


def clauses(statement: Statement, sources: Sources) -> tuple[Clause, ...]:
    """Titles that the statement tells and words that it quotes are taken out: they are somebody else's."""
    found: list[Clause] = []
    behind = numbers(at_end[0]) if (at_end := _AT_END.search(statement.text)) else ()
    carried = behind or statement.before or statement.context
    told = words.LATER_NOTE.sub(" ", _QUOTED.sub("“”", statement.text))
    is_conditional = False
    for text in _split(without_titles(told, sources)):
        marked, places = _marked(text)
        clause = Clause(marked, places, carried, bool(behind) and not places, is_conditional)
        carried = clause.named or carried
        is_conditional = is_conditional or words.CONDITION.match(text) is not None
        found.append(clause)
    return tuple(found)


_AT_END = re.compile(r"[（(]\s*(?:(?:PR|Issue)?\s*#\d+[、,，/\s]*)+[)）]\W*$", re.IGNORECASE)
_QUOTED = re.compile(r"“[^”]*”|「[^」]*」|『[^』]*』|\"[^\"]{3,}\"")
_BORDER = re.compile(
    r"[，；。！？;!?\n]|,(?=\s|[\u4e00-\u9fff])|\.(?=\s)|\s(?:while|whereas|but|although)\s"
    r"|(?:\band\b|并|同时)(?=\s*(?:PR|Issue)?\s*#\d[^，。；,]{2,20}(?:了|ed\b|es\b|s\b))"
    r"|(?<=[\u4e00-\u9fff）)])(?:但是?|而(?!非|且|言))"
)


def _split(text: str) -> Iterator[str]:
    """At commas and stops that stand outside of brackets and backticks."""
    start = 0
    for found in _BORDER.finditer(text):
        before = text[start : found.start()]
        if _is_whole(before) and not _is_row(text, found) and not _is_owed(before, text[found.end() :]):
            yield before
            start = found.end()
    yield text[start:]


def _is_owed(before: str, after: str) -> bool:
    """A comma before "see #1" or "thanks to #1", or behind "with #1", parts it from nothing."""
    return words.OWED_BEHIND.match(after) is not None or words.OWED_BEFORE.fullmatch(before) is not None


def _is_whole(text: str) -> bool:
    opened = len(re.findall(r"[(（\[]", text)) - len(re.findall(r"[)）\]]", text))
    return opened <= 0 and text.count("`") % 2 == 0


def _is_row(text: str, found: re.Match[str]) -> bool:
    """A comma between two references joins them: "#1, #2 and #3"."""
    return found[0].strip() in {",", "，"} and bool(
        re.search(r"#\d+\s*(?:[（(][^（）()]*[)）])?\s*$", text[: found.start()])
        and re.match(r"\s*(?:and\s+)?(?:PRs?\s*|issues?\s*)?#\d", text[found.end() :], re.IGNORECASE)
    )


def _marked(text: str) -> tuple[str, tuple[tuple[int, tuple[int, ...]], ...]]:
    marked, end = "", 0
    places: list[tuple[int, tuple[int, ...]]] = []
    for found in REFERENCE.finditer(text):
        lead = re.sub(
            r"(?:PR|Pull Request|Issue|拉取请求|议题)s?\s*$", "", text[end : found.start()], flags=re.IGNORECASE
        )
        marked += lead
        places.append((len(marked), numbers(found[0])))
        marked += MARK
        end = found.end()
    return marked + text[end:], tuple(places)


def without_titles(text: str, sources: Sources) -> str:
    """The text without the titles that stand behind references, as far as they are told."""
    for found in reversed(list(REFERENCE.finditer(text))):
        for number in numbers(found[0])[-1:]:
            if number in sources.items:
                text = text[: found.end()] + _without(text[found.end() :], sources.items[number].title)
    return text


_LEAST = 14


def _without(rest: str, title: str) -> str:
    lead = re.match(r"[\s:：(（\[`\"“-]*(?:[（(\[](?:[^）)\]]{1,8})[）)\]]\s*[:：]?\s*)?", rest)
    for start in {lead.end() if lead else 0, len(rest) - len(rest.lstrip(" :：(（-"))}:
        length = _common(rest[start:], title)
        if length >= min(_LEAST, len(title)) > 3:
            return rest[:start] + rest[start + length :]
    return rest


def _common(told: str, title: str) -> int:
    """How many characters of ``told`` are the beginning of the title, white space, backticks and case aside."""
    at, place = 0, 0
    while at < len(told) and place < len(title):
        if told[at] in " \u00a0`*'’‘":
            at += 1
        elif title[place] in " \u00a0`*'’‘":
            place += 1
        elif told[at].casefold() == title[place].casefold():
            at, place = at + 1, place + 1
        else:
            break
    return at
