"""Names and figures beside an item of which little more than the title is known, where the title has another one.

A report that tells of MI300X under a reference whose title says MI355X, and never names that, has mistaken something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims.families import family_of, members_in
from digest.claims.foreign import words
from digest.claims.foreign.finding import Finding, refuted, unsupported
from digest.claims.foreign.statement import REFERENCE, Statement
from digest.claims.sources import Sources, fold
from digest.claims.verdict import Kind
from digest.model import Item


def check_rivals(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """Of statements on one item that was not read."""
    items = [sources.items[number] for number in statement.speaks_of if number in sources.items]
    for item in items:
        if item.depth == "listed":
            yield from _glossed(statement.text, item)
    if len(items) != 1 or items[0].depth != "listed":
        return
    [item] = items
    told = REFERENCE.sub(" ", words.LATER_NOTE.sub(" ", statement.text))
    title = f"{item.title} {' '.join(item.labels)}"
    for name, known in (one for rule in _RULES for one in rule(told, title)):
        yield refuted(Kind.IDENTIFIER, f"{name} is told of #{item.number}; its title has {known}")
    yield from _figures(told, title, item)


def _of_a_family(told: str, title: str) -> Iterator[tuple[str, str]]:
    """Cards that the title has not, where it has others that are not told: MI300X is one of the MI300s."""
    ours, theirs = _cards(told), _cards(title)
    if theirs and not any(_is_one(name, known) for name in ours for known in theirs):
        yield from ((name, ", ".join(theirs)) for name in ours)


def _cards(text: str) -> tuple[str, ...]:
    return tuple(name for name in members_in(text) if family_of(name) == "card")


def _is_one(name: str, other: str) -> bool:
    return name.startswith(other) or other.startswith(name)


_EXCLUSIVE = frozenset({"MXFP4", "NVFP4"})
"""Other formats may well stand in a body beside the title's."""
_SPACED = re.compile(r"\b(SM)\s+(?=\d)")


def _formats(told: str, title: str) -> Iterator[tuple[str, str]]:
    """Two formats that are never one: who tells of NVFP4 beside a title on MXFP4 alone means something else."""
    ours, theirs = (_EXCLUSIVE & set(members_in(text)) for text in (told, title))
    if len(ours) == len(theirs) == 1 and ours != theirs:
        yield min(ours), min(theirs)


_NAMED = re.compile(r"(?<![\w.+-])[A-Za-z][A-Za-z+]*-?\d+(?:\.\d+)*[A-Za-z]{0,2}(?!\w)", re.ASCII)
_RELEASE = re.compile(
    r"(?<![\w.])(?P<of>[A-Za-z]{3,})\s*(?:(?:to|at|version|is)\s+|[\u4e00-\u9fff]{1,8}\s*)?"
    r"v?(?P<version>\d+(?:\.\d+)+)(?![\w%])"
)


def _of_a_shape(told: str, title: str) -> Iterator[tuple[str, str]]:
    """C++20 for C++17, SM100 for SM103, "PyTorch 2.10" for "PyTorch to 2.9.1"."""
    ours, theirs = _by_shape(told), _by_shape(title)
    for shape in ours.keys() & theirs.keys():
        if not ours[shape] & theirs[shape]:
            yield ", ".join(sorted(ours[shape])), ", ".join(sorted(theirs[shape]))
    versions = {found["of"].casefold(): found["version"] for found in _RELEASE.finditer(title)}
    for found in _RELEASE.finditer(told):
        known = versions.get(found["of"].casefold(), "")
        if known and known not in told and found["version"] not in title:
            yield f"{found['of']} {found['version']}", known


def _by_shape(text: str) -> dict[str, set[str]]:
    """Names by what they are without their digits; cards and formats have rules of their own."""
    found: dict[str, set[str]] = {}
    for name in map(str.casefold, _NAMED.findall(_SPACED.sub(r"\1", text))):
        if not members_in(name):
            found.setdefault(_shape(name), set()).add(name)
    return found


def _shape(name: str) -> str:
    return re.sub(r"\d+", "0", name.casefold())


_FLAG = re.compile(r"--[a-z][a-z0-9]*(?:-[a-z0-9]+)+|\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){2,}\b")
_ALIKE = 0.6


def _flags(told: str, title: str) -> Iterator[tuple[str, str]]:
    """A flag or variable that differs in a part or so from the title's, which is not told."""
    theirs = [one for one in _FLAG.findall(title) if one not in told]
    for name in _FLAG.findall(told):
        for known in theirs if name not in title else ():
            one, other = set(re.split(r"[-_]+", name)) - {""}, set(re.split(r"[-_]+", known)) - {""}
            if len(one & other) >= _ALIKE * max(len(one), len(other)):
                yield name, known


_GLOSS = re.compile(r"#(?P<number>\d+)\s*[（(](?P<gloss>[^（）()#]{4,60})[)）]")
_NAME_IN_GLOSS = re.compile(r"`[^`]+`|(?<![\w])[A-Za-z][\w.+-]{2,}", re.ASCII)
_NO_NAMES = frozenset(
    re.findall(r"\w+", "merged open closed draft unmerged pull request issue the and for with from into see author by")
)
_LEAST = 3


def _glossed(text: str, item: Item) -> Iterator[Finding]:
    """What stands in brackets right behind a reference says what it is about: some name of it stands in the title."""
    for found in _GLOSS.finditer(text):
        names = [one.strip("`").casefold() for one in _NAME_IN_GLOSS.findall(found["gloss"])]
        told = [one for one in names if one not in _NO_NAMES and one != item.author.login.casefold()]
        is_name = any(re.search(r"[A-Z_.\d]", one) for one in _NAME_IN_GLOSS.findall(found["gloss"]))
        title = fold(item.title)
        stands = any(one[:5] in title for one in told)
        if int(found["number"]) == item.number and told and is_name and not stands and len(title.split()) > _LEAST:
            yield refuted(Kind.TITLE, f"#{item.number} is told as {found['gloss']!r}; its title is {item.title!r}")


_RULES = (_of_a_family, _formats, _of_a_shape, _flags)

_UNITS = (
    ("%", re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)\s*(?:%|percent)", re.IGNORECASE)),
    ("x", re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s*(?:[x×](?!\w)|倍)", re.IGNORECASE)),
)
_BY_TITLE = re.compile(r"标题|题目|\btitle\b", re.IGNORECASE)


def _figures(told: str, title: str, item: Item) -> Iterator[Finding]:
    """The one percentage or factor of a sentence, where the title has one too: a body may have more of them."""
    for unit, form in _UNITS:
        ours, theirs = set(form.findall(fold(told))), set(form.findall(fold(title)))
        if len(ours) == 1 and len(theirs) == 1 and ours != theirs:
            detail = f"{ours.pop()}{unit} is told of #{item.number}; its title has {theirs.pop()}{unit}"
            make = refuted if _BY_TITLE.search(told) else unsupported
            yield make(Kind.NUMBER, detail)
