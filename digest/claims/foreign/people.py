"""Whether the people that a statement names did what it says, and work for whom it says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from digest.claims.foreign import parties
from digest.claims.foreign.clauses import Clause, clauses
from digest.claims.foreign.finding import Finding, held, refuted, supported, unsupported
from digest.claims.foreign.statement import REFERENCE, Statement
from digest.claims.sources import Sources
from digest.claims.verdict import Kind
from digest.facts.focus import Focus, belongs
from digest.model import Item, ListName, Person


def check_people(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """Roles first; somebody with a role is not looked up as a mere participant as well."""
    named: set[str] = set()
    for role, login, items in _roles(statement, sources):
        named.add(login)
        yield from _role(role, login, items, sources)
    yield from _present(statement, named, sources)
    yield from _among(statement, sources)
    yield from _employers(statement, sources)


# Roles


def _roles(statement: Statement, sources: Sources) -> Iterator[tuple[str, str, tuple[Item, ...]]]:
    """Each role that the statement gives to a login, with the items that it is told of."""
    about = _items(statement.speaks_of, sources)
    for role, pattern in parties.ROLES:
        for found in pattern.finditer(statement.text):
            own = _nearest(statement.text, found, sources) or about
            for login in _logins(found, sources):
                yield role, login, own
    for clause in clauses(statement, sources):
        for role, pattern in parties.DID:
            for found in pattern.finditer(clause.text):
                login = (found["logins"] or found["en"] or "").strip("`@").casefold()
                if login in sources.logins or f"`{login}`" in clause.text.casefold():
                    yield role, login, _items(_told_of(role, clause, statement), sources)
    for found in parties.OPENED_THIS.finditer(statement.text) if len(about) == 1 else ():
        login = (found["logins"] or found["en"]).strip("`@").casefold()
        if login in sources.logins:
            yield "author", login, about
    yield from _labelled(statement, about)


def _told_of(role: str, clause: Clause, statement: Statement) -> tuple[int, ...]:
    """Who only says something may say it in any item of the sentence, or of what stands around it."""
    near = clause.named or clause.carried
    return near if role != "contributor" else tuple(dict.fromkeys((*near, *statement.around)))


def _nearest(text: str, found: re.Match[str], sources: Sources) -> tuple[Item, ...]:
    """Where a sentence tells of several items, a role in brackets behind one of them belongs to that one."""
    before = list(REFERENCE.finditer(text[: found.start()]))
    if before and re.fullmatch(r"[^，,。；;]{0,6}[（(\[][^（）()]{0,12}", text[before[-1].end() : found.start()]):
        return _items((int(re.findall(r"\d+", before[-1][0])[-1]),), sources)
    return ()


def _labelled(statement: Statement, about: tuple[Item, ...]) -> Iterator[tuple[str, str, tuple[Item, ...]]]:
    """A cell under the column "作者" that holds but logins."""
    cell = re.fullmatch(rf"\s*(?P<logins>{parties.LOGINS})\s*", statement.text)
    for role, told in (("author", parties.AUTHOR), ("contributor", parties.CONTRIBUTOR), ("merger", parties.MERGER)):
        if cell and re.search(told, statement.label, re.IGNORECASE):
            for login in re.findall(parties.LOGIN, cell["logins"]):
                if login.casefold() not in _WORDS:
                    yield role, login.strip("`@").casefold(), about


def _logins(found: re.Match[str], sources: Sources) -> tuple[str, ...]:
    """In backticks or brackets anything may be a login; in open text only somebody who is known."""
    told = [one for one in re.findall(parties.LOGIN, found["logins"]) if one.strip("`@").casefold() not in _WORDS]
    sure = bool(found["open"] and found["close"])
    plain = [one.strip("`@").casefold() for one in told if sure or one[0] in "`@" or one.casefold() in sources.logins]
    return tuple(dict.fromkeys(plain))


_WORDS = frozenset(
    {
        "a",
        "al",
        "amd",
        "an",
        "and",
        "are",
        "author",
        "bot",
        "bug",
        "by",
        "closed",
        "et",
        "for",
        "google",
        "has",
        "have",
        "he",
        "in",
        "intel",
        "is",
        "issue",
        "issues",
        "it",
        "maintainer",
        "maintainers",
        "merged",
        "meta",
        "none",
        "nvidia",
        "of",
        "on",
        "open",
        "or",
        "pr",
        "prs",
        "reviewer",
        "rfc",
        "she",
        "that",
        "the",
        "they",
        "this",
        "vllm",
        "was",
        "who",
        "with",
    }
)
"""What a role may stand beside that is nobody's login."""


def _items(numbers: Iterable[int], sources: Sources) -> tuple[Item, ...]:
    return tuple(sources.items[number] for number in numbers if number in sources.items)


def _role(role: str, login: str, items: tuple[Item, ...], sources: Sources) -> Iterator[Finding]:
    """Authors are known of every item; mergers and reviews where they were read."""
    told = f"{login} is no {role} of {_list(items)}"
    if not items:
        return
    match role:
        case "author":
            yield held(Kind.ROLE, any(item.author.login.casefold() == login for item in items), told)
        case "merger":
            mergers = {item.merged_by.login.casefold() for item in items if item.merged_by}
            if mergers:
                yield held(Kind.ROLE, login in mergers, told)
        case "contributor":
            if any(item.author.login.casefold() == login for item in items):
                yield supported(Kind.PERSON)
            else:
                yield from _took_part(login, items, sources)
        case _:
            yield from _reviewed(role, login, items, told)


def _reviewed(role: str, login: str, items: tuple[Item, ...], told: str) -> Iterator[Finding]:
    read = [item for item in items if item.depth != "listed"]
    verdicts = {review.state for item in read for review in item.reviews if review.author.login.casefold() == login}
    if (verdicts and role == "reviewer") or "APPROVED" in verdicts:
        yield supported(Kind.ROLE)
    elif read and all(item.depth == "thread" and item.complete for item in read):
        yield refuted(Kind.ROLE, told)
    elif read:
        yield unsupported(Kind.ROLE, told)


def _list(items: Iterable[Item]) -> str:
    return ", ".join(f"#{item.number}" for item in items)


# Taking part


_CODE = re.compile(r"`@?([A-Za-z0-9][A-Za-z0-9-]{1,38})`|@([A-Za-z0-9][A-Za-z0-9-]{1,38})")


def _present(statement: Statement, named: set[str], sources: Sources) -> Iterator[Finding]:
    """Somebody in backticks whom the snapshot knows took part in what the statement speaks of."""
    items = _items(statement.around, sources)
    for found in _CODE.finditer(statement.text):
        login = (found[1] or found[2]).casefold()
        if login in sources.logins and login not in named and items:
            yield from _took_part(login, items, sources)


def _took_part(login: str, items: tuple[Item, ...], sources: Sources) -> Iterator[Finding]:
    numbers = [item.number for item in items]
    if login in sources.people(numbers):
        yield supported(Kind.PERSON)
    elif all(sources.knows_all_said(number) for number in numbers):
        yield refuted(Kind.PERSON, f"{login} took no part in {_list(items)}")
    elif all(item.depth != "listed" for item in items):
        yield unsupported(Kind.PERSON, f"{login} took no part in what was fetched of {_list(items)}")


def _among(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """Among the 60 new PRs, `a` and `b` …: they opened one of them."""
    for name, pattern in parties.AMONG:
        found = pattern.search(statement.text)
        if not found or statement.refs:
            continue
        authors = {item.author.login.casefold() for item in sources.listed(ListName(name))}
        for code in _CODE.finditer(statement.text, found.end()):
            login = (code[1] or code[2]).casefold()
            if login in sources.logins:
                yield held(Kind.PERSON, login in authors, f"{login} has no part in {name}")


# Employers


def _employers(statement: Statement, sources: Sources) -> Iterator[Finding]:
    for pattern in parties.EMPLOYERS:
        for found in pattern.finditer(statement.text):
            for login in re.findall(parties.LOGIN, found["logins"]):
                plain = login.strip("`@").casefold()
                if (login[0] in "`@" or plain in sources.logins) and plain not in _WORDS:
                    yield _employer(plain, found["company"], bool(found["not"]), sources)


def _employer(login: str, company: str, denied: bool, sources: Sources) -> Finding:
    """By the focus settings and profiles alone; nobody's employer is inferred from silence."""
    person = sources.persons().get(login, Person(login=login))
    areas = [area for area in sources.focus if _is_called(company, area)]
    known = any(belongs(person, area) for area in areas) or _says(person.company, company)
    told = f"{login} is told to be {'not ' if denied else ''}of {company}"
    if known:
        return refuted(Kind.EMPLOYER, told) if denied else supported(Kind.EMPLOYER)
    if person.company and not denied:
        return refuted(Kind.EMPLOYER, f"{told}; the profile says {person.company!r}")
    elsewhere = next((area for area in sources.focus if area.companies and belongs(person, area)), None)
    if elsewhere is not None and not denied:
        return refuted(Kind.EMPLOYER, f"{told}; the settings count them to {elsewhere.name}")
    return unsupported(Kind.EMPLOYER, f"{told}; no profile or setting says so")


def _says(stated: str, company: str) -> bool:
    return re.search(rf"(?<![a-z]){re.escape(company.casefold())}(?![a-z])", stated.casefold()) is not None


def _is_called(company: str, area: Focus) -> bool:
    return any(_says(name, company) for name in (area.name, *area.companies))
