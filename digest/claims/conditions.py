"""Whether a figure is told with its own conditions: its device, its row of a table, the value it is compared with.

Each number of a sentence may stand in the evidence while the sentence is false: the gain of one card told of another,
the last value of a table told as that of the first row, "3 of 40" where 3 of 5 failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims.grounds import Grounds
from digest.claims.measures import ORDERS
from digest.claims.sources import fold
from digest.claims.verdict import Kind, Reason
from digest.facts.measure import CARD

_CARDS = re.compile(rf"(?<![\w.])(?P<n>\d+)\s?[x×]\s?(?P<card>{CARD})(?!\w)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.,=])\d[\d,]*(?:\.\d+)?(?![\w=]|\.\d)")
_LARGEST = 12
"""Characters between two numbers of the evidence that are set against each other."""


def check_conditions(prose: str, grounds: Grounds) -> Iterator[Reason]:
    """Reasons for figures of ``prose`` that the evidence sets beside something else."""
    yield from _cards(prose, grounds)
    yield from _compared(prose, grounds)
    yield from _parts(prose, grounds)
    yield from _defaults(prose, grounds)
    yield from _labelled(prose, grounds)


def _cards(prose: str, grounds: Grounds) -> Iterator[Reason]:
    """So many cards of a kind are one thing: "8x" of one kind and another kind elsewhere do not make it."""
    for found in _CARDS.finditer(prose):
        n, card = found["n"], re.escape(fold(found["card"]))
        together = rf"(?<![\w.]){n}\s?(?:[x×*]\s?|-)?(?:\w+ )?{card}(?!\w)|(?<!\w){card}\s?[x×*]\s?{n}(?!\w)"
        if not re.search(together, grounds.text):
            yield Reason(kind=Kind.NUMBER, detail=f"{found[0]} stands nowhere in what is cited")


def _compared(prose: str, grounds: Grounds) -> Iterator[Reason]:
    """A value is told beside the one that the evidence compares it with, and in the row that it stands in."""
    found = [one for order in ORDERS for one in order.finditer(prose)]
    pairs = [(one["a"].rstrip(".,"), one["b"].rstrip(".,")) for one in found]
    for told, (before, after) in zip(found, pairs, strict=True):
        rows = [row for row in grounds.rows if _has(row, before) and _has(row, after)]
        partners = set(_partners(before, grounds))
        if partners and after not in partners and not rows:
            detail = f"{told[0].strip()!r}: the evidence sets {before} against {', '.join(sorted(partners))}"
            yield Reason(kind=Kind.NUMBER, detail=detail)
        elif rows and after not in partners:
            yield from _other_row(prose, rows, (before, after), grounds, {one for pair in pairs for one in pair})


def _other_row(
    prose: str, rows: list[str], pair: tuple[str, str], grounds: Grounds, compared: set[str]
) -> Iterator[Reason]:
    """A reason for a condition that stands in another row. Two rows may be compared in one sentence."""
    others = [row for row in grounds.rows if row not in rows]
    told = [one for one in _NUMBER.findall(prose) if one not in compared]
    told += [fold(one[0]) for one in _CARDS.finditer(prose)]
    for one in told:
        elsewhere = any(_has(row, one) for row in others) and not _has(grounds.running, one)
        if elsewhere and not any(_has(row, one) for row in rows):
            yield Reason(kind=Kind.NUMBER, detail=f"{pair[0]} and {pair[1]} stand in another row than {one}")
            return


def _partners(before: str, grounds: Grounds) -> Iterator[str]:
    """What the running text says that a value became."""
    became = rf"(?<![\w.,]){re.escape(before)}(?!\d|[.,]\d)[^\d.;|]{{0,{_LARGEST}}}?(?:->|→|=>|\bto\b|到|至|变为|变成)"
    for found in re.finditer(rf"{became}\s*(?:about |around |约)?(\d[\d,]*(?:\.\d+)?)", grounds.running):
        yield found[1].rstrip(",")


def _has(text: str, token: str) -> bool:
    return re.search(rf"(?<![\w.,]){re.escape(token)}(?!\w|[.,]\d)", text) is not None


_PARTS = (
    re.compile(r"(?<![\w.])(?P<n>\d+) (?:out )?of (?:the |its |all )?(?P<m>\d+)(?![\w.])", re.IGNORECASE),
    re.compile(
        r"(?<![\w.])(?P<m>\d+)\s*(?:次|个|轮|台)[^\d，,。；;]{0,8}?(?:中|里|有|内)[^\d，,。；;]{0,6}?(?P<n>\d+)\s*(?:次|个|轮|台)"
    ),
)
_SAID = re.compile(r"(?<![\w.])(\d+) (?:out )?of (?:the |its |all )?(?:\w+ )?(\d+)(?![\w.])")
_NEAR = 48


def _parts(prose: str, grounds: Grounds) -> Iterator[Reason]:
    """So many of so many are one fact too."""
    said = {(found[1], found[2]) for found in _SAID.finditer(grounds.text)}
    for found in (found for form in _PARTS for found in form.finditer(prose)):
        n, m = found["n"], found["m"]
        if (n, m) not in said and (any(one == n for one, _ in said) or not _are_near(n, m, grounds.text)):
            yield Reason(kind=Kind.NUMBER, detail=f"{n} of {m} stands nowhere in what is cited")


def _are_near(n: str, m: str, text: str) -> bool:
    one, other = (rf"(?<![\w.,]){re.escape(token)}(?!\d|[.,]\d)" for token in (n, m))
    return re.search(rf"{one}.{{0,{_NEAR}}}?{other}|{other}.{{0,{_NEAR}}}?{one}", text) is not None


_DEFAULT = re.compile(
    r"(?:\bdefault(?:s to| of| is)?|默认(?:值)?(?:为|是)?)\s*(?P<n>\d[\d,]*(?:\.\d+)?)(?!\w|\.\d)", re.IGNORECASE
)


def _defaults(prose: str, grounds: Grounds) -> Iterator[Reason]:
    """A number that is told as a default is told so in the evidence, or stands near that word where none is."""
    said = {found["n"] for found in _DEFAULT.finditer(grounds.text)}
    for found in _DEFAULT.finditer(prose):
        if found["n"] not in said and (said or not _are_near(found["n"], "default", grounds.text)):
            yield Reason(kind=Kind.NUMBER, detail=f"{found[0].strip()} stands nowhere in what is cited")


_LABELS = (
    re.compile(rf"(?<![\w.])\d+\s?[x×]\s?{CARD}(?!\w)", re.IGNORECASE),
    re.compile(r"(?<!\w)[TPDE]P\s?=\s?\d+", re.IGNORECASE),
)
"""Conditions of which a figure has one of each kind: so many cards, so many ranks."""
_STRETCH = re.compile(r"[，；;。]|(?<!\d),|,(?!\d)|\.(?=\s|$)")
_TIE = 4
"""Characters that make no difference to which of two labels is nearer."""


def _labelled(prose: str, grounds: Grounds) -> Iterator[Reason]:
    """A figure beside a card or a number of ranks stands beside the same one in the evidence, if beside any."""
    for stretch in _STRETCH.split(prose):
        for form in _LABELS:
            labels = {_squeezed(one[0]) for one in form.finditer(stretch)}
            if len(labels) == 1:
                yield from _beside(stretch, form, labels.pop(), grounds.sentences)


def _beside(stretch: str, form: re.Pattern[str], label: str, said: tuple[str, ...]) -> Iterator[Reason]:
    plain = form.sub(" ", stretch)
    values = [value for value in _NUMBER.findall(plain) if len(value) >= _TELLING]
    for value in dict.fromkeys((*values, *(found[0] for found in _SAID.finditer(plain)))):
        near = [found for line in said for found in _nearest(line, value, form)]
        if near and not any(label in found for found in near):
            others = ", ".join(sorted({one for found in near for one in found}))
            yield Reason(
                kind=Kind.NUMBER, detail=f"{value} is told of {label}: in the evidence it stands beside {others}"
            )


def _nearest(line: str, value: str, form: re.Pattern[str]) -> Iterator[set[str]]:
    """For each place of the value in a line that has labels: the nearest ones."""
    labels = [(one.start(), one.end(), _squeezed(one[0])) for one in form.finditer(line)]
    for at in re.finditer(rf"(?<![\w.,=]){re.escape(value)}(?![\w=]|[.,]\d)", line) if labels else ():
        gaps = [(max(start - at.end(), at.start() - end), label) for start, end, label in labels]
        least = min(gap for gap, _ in gaps)
        yield {label for gap, label in gaps if gap <= least + _TIE}


def _squeezed(label: str) -> str:
    return re.sub(r"\s", "", label).casefold().replace("×", "x")


_TELLING = 3
"""Characters of a number that is not met by chance."""
