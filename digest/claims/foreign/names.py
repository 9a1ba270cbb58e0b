"""Whether titles, identifiers, terms and topics that a statement tells are those of its items."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims.families import family_of, members_in
from digest.claims.figures import check_figures
from digest.claims.foreign import words
from digest.claims.foreign.clauses import Clause, clauses
from digest.claims.foreign.finding import Finding, held, refuted, supported, unsupported
from digest.claims.foreign.statement import REFERENCE, Statement, numbers
from digest.claims.glossary import glossary
from digest.claims.measures import check_directions
from digest.claims.sources import Sources, fold
from digest.claims.verdict import Kind
from digest.claims.words import TYPED_QUOTE
from digest.model import Item, ListName


def check_names(statement: Statement, sources: Sources) -> Iterator[Finding]:
    yield from _title(statement, sources)
    yield from _siblings(statement, sources)
    yield from _topics(statement, sources)
    yield from _instances(statement, sources)
    for term, expansion in glossary().misread(statement.plain):
        yield refuted(Kind.TERM, f"{term} does not stand for {expansion!r}")


# Titles

_CALLED = re.compile(
    r"(?:titled|entitled|called|with the title|标题(?:为|是)?|题为"
    r"|名为)\s*[:：]?\s*[“\"「『《](?P<told>[^”\"」』》]{6,})[”\"」』》]",
    re.IGNORECASE,
)
_ALIKE = 0.5
_SAME = 0.85


def _title(statement: Statement, sources: Sources) -> Iterator[Finding]:
    items = _items(statement.speaks_of or statement.context, sources)
    if found := _CALLED.search(statement.text):
        if len(items) == 1:
            yield _held_title(found["told"], items[0], sources, called=True)
    elif words.TITLE_LABEL.fullmatch(statement.label) and len(items) == 1:
        yield _held_title(statement.text, items[0], sources)
    elif found := _BEHIND.match(statement.text):
        named = _items(numbers(found[1]), sources)
        if len(named) == 1 and len(_words(found["told"])) > _LEAST:
            yield _held_title(found["told"], named[0], sources)


# What stands behind a reference at the beginning: "PR #1: Fix the flag (merged)", "Issue #1 ([Bug] It breaks)：…".
_BEHIND = re.compile(
    rf"\W*(?:closed |merged )?(?:PR|Pull Request"
    rf"|Issue)?\s*({REFERENCE.pattern})(?:\s*[（(\[][^（）()\[\]]{{2,8}}[)）\]])?\s*[:：（(]?\s*(?P<told>[A-Z\[][^，。；]{{12,}}?)(?:[)）]?\s*[：]|$)",
    re.IGNORECASE,
)
_LEAST = 3


def _held_title(told: str, item: Item, sources: Sources, called: bool = False) -> Finding:
    """Titles change, and are told in other words. Another item's title, or a quote that has little of it, is wrong."""
    alike = _alike(told, item.title)
    if alike >= _ALIKE or _words(item.title) == set():
        return supported(Kind.TITLE)
    other = next(
        (one for one in sources.items.values() if one.number != item.number and _alike(told, one.title) >= _SAME), None
    )
    if other is not None and len(_words(told)) > _LEAST:
        return refuted(Kind.TITLE, f"{told!r} is the title of #{other.number}, not of #{item.number}")
    if called and alike < _ALIKE / 2 and _is_one_script(told, item.title):
        return refuted(Kind.TITLE, f"the title of #{item.number} is {item.title!r}")
    return (
        unsupported(Kind.TITLE, f"the title of #{item.number} is {item.title!r}")
        if called
        else supported(Kind.REFERENCE)
    )


def _alike(one: str, other: str) -> float:
    left, right = _words(one), _words(other)
    return (
        len(left & right) / max(1, min(len(left), len(right)))
        if min(len(left), len(right)) > 1
        else float(left == right)
    )


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]{2}", text.casefold()))


def _is_one_script(one: str, other: str) -> bool:
    return bool(re.search(r"[\u4e00-\u9fff]", one)) == bool(re.search(r"[\u4e00-\u9fff]", other))


# Names of one family: whoever tells of MXFP4 does not mean an item on NVFP4


def _siblings(statement: Statement, sources: Sources) -> Iterator[Finding]:
    for clause in clauses(statement, sources):
        for before, items in _glossed(clause):
            named = members_in(before)
            for family in {family_of(name) for name in named}:
                told = {name for name in named if family_of(name) == family}
                if len(told) == 1:
                    yield from _sibling(told.pop(), family, _items(items, sources), sources)


def _glossed(clause: Clause) -> Iterator[tuple[str, tuple[int, ...]]]:
    """(what stands before a bracket with references, the references): "the MXFP4 work (#1, #2)"."""
    start = 0
    for found in re.finditer(r"[（(]([^（）()]*)[)）]", clause.text):
        items = tuple(n for at, group in clause.places if found.start() < at < found.end() for n in group)
        if items:
            yield re.split(r"[、/]", clause.text[start : found.start()])[-1], items
            start = found.end()


def _sibling(name: str, family: str, items: tuple[Item, ...], sources: Sources) -> Iterator[Finding]:
    for item in items:
        text = sources.text((item.number,))
        if name.casefold() in text:
            yield supported(Kind.IDENTIFIER)
            continue
        others = {one for one in members_in(item.title) if family_of(one) == family}
        if others:
            yield refuted(
                Kind.IDENTIFIER, f"{name} is told of #{item.number}, which is about {', '.join(sorted(others))}"
            )


# Topics


def _topics(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """A bracket behind a reference that holds but a topic ("#1（睡眠模式）"), or a topic that closes a row."""
    for found in REFERENCE.finditer(statement.text):
        if gloss := re.match(
            r"\s*[（(]\s*([^（）()]{2,24}?)\s*(?:相关|功能|支持|问题|支援)?\s*[)）]", statement.text[found.end() :]
        ):
            yield from _topic(gloss[1], _items(numbers(found[0]), sources), sources)
    for clause in clauses(statement, sources):
        if row := _ROW.search(clause.text):
            told = next((topic for topic in glossary().topics if row["object"].endswith(topic)), "")
            yield from _topic(told, _items(clause.named, sources), sources)


_ROW = re.compile(
    rf"(?:为|给|针对)[^，,。；;]*{words.MARK}\s*[)）]\s*等?[^，,。；;（(]{{0,6}}?(?:新增|增加|添加|补充|优化"
    rf"|完善|改进|更新|编写|撰写)[^，,。；;（(\ufffc]{{0,6}}?(?P<object>[\u4e00-\u9fff]{{2,4}})$"
)


def _topic(topic: str, items: tuple[Item, ...], sources: Sources) -> Iterator[Finding]:
    letters = glossary().topics.get(topic.strip().casefold(), ())
    for item in items if letters else ():
        text = sources.text((item.number,))
        if any(one in text for one in letters):
            yield supported(Kind.TITLE)
        elif len(_words(item.title)) > _LEAST:
            yield refuted(Kind.TITLE, f"#{item.number} is told as {topic}; its title is {item.title!r}")


# "Several issues (A, B)": each name stands in an issue

_SEVERAL = re.compile(
    r"(?:多个|若干|数个|不少|大量|several|multiple|many|a number of)\s*(?P<noun>issues?|PRs?|pull requests?"
    r"|议题)(?!\s*[/（(]?#?\d)",
    re.IGNORECASE,
)
_NAMES = re.compile(r"[（(](?P<names>[A-Za-z][\w.+ -]*(?:\s*[,，、]\s*[A-Za-z][\w.+ -]*)+)\s*等?[)）]")


def _instances(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """A name that titles of the other kind alone have is no instance of this one."""
    several, listed = _SEVERAL.search(statement.text), _NAMES.search(statement.text)
    if not several or not listed or statement.refs or listed.start() < several.end():
        return
    is_pull = not several["noun"].casefold().startswith(("issue", "议题"))
    texts = {
        kind: [sources.text((item.number,)) for item in _touched(sources) if item.is_pull is kind]
        for kind in (True, False)
    }
    for name in re.split(r"\s*[,，、]\s*", listed["names"]):
        word = re.compile(rf"(?<![a-z0-9]){re.escape(name.strip().casefold())}(?![a-z0-9])")
        stands = {kind: any(map(word.search, told)) for kind, told in texts.items()}
        if stands[is_pull] or stands[not is_pull]:
            yield held(Kind.KIND, stands[is_pull], f"{name} stands in no {several['noun']} of the window")


def _touched(sources: Sources) -> Iterator[Item]:
    """What was there in the window: not gone before it, not opened after it."""
    for item in sources.items.values():
        ended = item.closed_at is not None and item.closed_at < sources.window.start
        if item.created_at < sources.window.end and not ended:
            yield item


# Figures, where everything was fetched


def check_evidence(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """Numbers with units and identifiers stand in what is cited: only where its texts were fetched."""
    items = _items((*statement.speaks_of, *statement.context), sources)
    if not items or any(item.depth == "listed" or not item.complete for item in items):
        return
    text = sources.text(item.number for item in items)
    told = _without_people(REFERENCE.sub(" ", words.LATER_NOTE.sub(" ", statement.text)), sources)
    for reason in check_directions(_without_verbatim(told, text), text):
        yield refuted(reason.kind, reason.detail)
    known = sources.names | sources.logins | _OURS
    for reason in check_figures(told, text, known):
        if reason.kind is not Kind.DATE and not _SMALL.match(reason.detail) and not _is_length(reason.detail, sources):
            yield unsupported(reason.kind, reason.detail)


def _is_length(detail: str, sources: Sources) -> bool:
    """Whether it is the length of one of a roll-up's lists, which a reader is told beside items of it."""
    number = detail.partition(" ")[0]
    return sources.rollup is not None and any(number == str(len(sources.rollup.events(name))) for name in ListName)


def _without_verbatim(told: str, text: str) -> str:
    """Without the quotes that stand in what is cited: the order of their figures is their author's own."""
    return TYPED_QUOTE.sub(lambda quote: " " if fold(quote[1]) in text else quote[0], told)


def _without_people(text: str, sources: Sources) -> str:
    return re.sub(r"`@?([A-Za-z0-9-]+)`", lambda found: "" if found[1].casefold() in sources.logins else found[0], text)


# Bare small numbers count what a report lists ("4 people", "discussion 6"); days are checked as days.
_SMALL = re.compile(r"(?:\d{1,2}|[^\d\W]+|\d\d-\d\d)\s(?:条|个|人|次|天|days?)?\s?stands")
_OURS = frozenset({"vllm", "status", "open", "closed", "merged", "position", "author", "rocm/amd", "amd/rocm"})


# Heat


def check_heat(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """Argument and agreement need two people who spoke: where a thread was fetched whole, that is known."""
    found = words.HEAT.search(statement.text)
    if not found or words.NO_HEAT.search(statement.text[: found.start()]):
        return
    for item in _items(statement.speaks_of, sources):
        if item.depth == "listed" or not item.complete:
            continue
        voices = {piece.author for piece in sources.by_item[item.number] if piece.what != "body" and piece.text.strip()}
        people = (voices | {item.author.login}) - _bots(voices)
        yield held(
            Kind.HEAT,
            len(people) > 1 and bool(voices - _bots(voices)),
            f"{found[0]!r} is told of #{item.number}: nobody argued there",
        )


def _bots(logins: set[str]) -> set[str]:
    return {login for login in logins if login.endswith("[bot]")}


def _items(told: tuple[int, ...], sources: Sources) -> tuple[Item, ...]:
    return tuple(sources.items[number] for number in dict.fromkeys(told) if number in sources.items)
