"""Every statement of a report, held against snapshots: a verdict each, with reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from digest.claims.foreign.counts import check_counts
from digest.claims.foreign.dates import check_dates
from digest.claims.foreign.finding import Finding, unsupported
from digest.claims.foreign.kinds import check_kinds, check_links, check_references, is_of_the_class_above
from digest.claims.foreign.lists import check_line
from digest.claims.foreign.names import check_evidence, check_heat, check_names
from digest.claims.foreign.people import check_people
from digest.claims.foreign.reading import read
from digest.claims.foreign.rivals import check_rivals
from digest.claims.foreign.shares import check_shares
from digest.claims.foreign.span import window_of
from digest.claims.foreign.statement import Statement
from digest.claims.foreign.states import check_states
from digest.claims.foreign.tables import check_tables
from digest.claims.sources import Sources, fold, together
from digest.claims.verdict import Kind, Reason, Verdict
from digest.facts.focus import Focus
from digest.model import Snapshot, Value


class Checked(Value):
    """One statement of the report, as ``verify --json`` prints it."""

    line: int
    text: str
    refs: tuple[int, ...]
    verdict: Verdict
    reasons: tuple[Reason, ...] = ()


class Verification(Value):
    """What the data says of a report."""

    claims: tuple[Checked, ...]
    totals: dict[Verdict, int]

    @property
    def is_refuted(self) -> bool:
        return self.totals[Verdict.REFUTED] > 0


def verify(markdown: str, snapshots: Sequence[Snapshot], focus: tuple[Focus, ...] = ()) -> Verification:
    """A report against one or more snapshots of its repository, as of the end of the window that the report names.

    ``focus`` are the areas by which employers are known. Any text can be read.
    """
    statements = read(markdown)
    snapshot = together(snapshots)
    sources = Sources.of(snapshot, focus, window_of(statements, snapshot.window))
    claims = tuple(_all(statements, sources))
    return Verification(claims=claims, totals={one: sum(claim.verdict is one for claim in claims) for one in Verdict})


def _all(statements: Iterable[Statement], sources: Sources) -> Iterator[Checked]:
    told: dict[tuple[str, tuple[int, ...]], int] = {}
    findings = [(one, [*_findings(one, sources), *_again(one, told)]) for one in statements]
    misled = {
        (one.above_line, one.above): wrong
        for one, found in findings
        for wrong in found
        if is_of_the_class_above(one, wrong)
    }
    for statement, found in findings:
        own = (wrong for (line, above), wrong in misled.items() if line == statement.line and statement.text in above)
        yield _checked(statement, [*found, *own])


def _checked(statement: Statement, findings: list[Finding]) -> Checked:
    verdict = next((one for one in _GRAVEST if any(found.verdict is one for found in findings)), Verdict.UNCHECKED)
    wrong = (one for one in findings if one.verdict in (Verdict.REFUTED, Verdict.UNSUPPORTED))
    reasons = sorted(wrong, key=lambda one: _GRAVEST.index(one.verdict))
    told = tuple(dict.fromkeys(Reason(kind=one.kind, detail=one.detail) for one in reasons))
    return Checked(line=statement.line, text=statement.plain, refs=statement.speaks_of, verdict=verdict, reasons=told)


_GRAVEST = (Verdict.REFUTED, Verdict.UNSUPPORTED, Verdict.SUPPORTED)


def _findings(statement: Statement, sources: Sources) -> Iterator[Finding]:
    yield from check_references(statement, sources)
    yield from check_links(statement, sources)
    if statement.is_data:
        yield from check_line(statement, sources)
        return
    yield from check_tables(statement, sources)
    yield from check_kinds(statement, sources)
    yield from check_states(statement, sources)
    yield from check_people(statement, sources)
    yield from check_counts(statement, sources)
    yield from check_shares(statement, sources)
    yield from check_dates(statement, sources)
    yield from check_names(statement, sources)
    yield from check_rivals(statement, sources)
    yield from check_heat(statement, sources)
    yield from check_evidence(statement, sources)


_LONG = 24
"""Characters from which on a sentence said twice is no formula ("争议焦点：无")."""


def _again(statement: Statement, told: dict[tuple[str, tuple[int, ...]], int]) -> Iterator[Finding]:
    if statement.is_data or statement.label or len(statement.text) < _LONG:
        return
    text = (fold(statement.text), statement.speaks_of)
    if text in told:
        yield unsupported(Kind.REPETITION, f"the same stands on line {told[text]}")
    told.setdefault(text, statement.line)
