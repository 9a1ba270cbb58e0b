"""The figures that a pull request's author gives: a sentence of theirs, or a row of their table."""

from __future__ import annotations

import re

from digest.facts import prose
from digest.facts.values import Measurement
from digest.model import Item

_DEVICE = re.compile(
    r"\b(?:MI\d{3}[A-Z]?|[ABHL]\d{2,3}s?|GB?[H]?200|GB300|B[23]00|H[12]00|RTX ?(?:PRO )?\d{4}|SM ?\d{2,3}"
    r"|gfx\d+\w*|TPU ?v\d\w*|"
    r"Gaudi ?\d|Xeon|EPYC|Instinct|Arc B\d+)\b"
)
# A name with its size (`Llama-70B-FP8`), or one of the families that are known by name alone.
_MODEL = re.compile(
    r"\b[A-Z][A-Za-z0-9.]*(?:-[A-Za-z0-9.]+)*-\d+(?:\.\d+)?[BMT]\b(?:-[\w.]+)*"
    r"|\b(?:Qwen|Llama|DeepSeek|Mixtral|Mistral|Gemma|GLM|Kimi|gpt-oss|Granite|Nemotron|MiniCPM|InternVL|Whisper)[\w.-]*"
)
_OURS = re.compile(r"\b(?:this pr|after|new|patched|ours|branch|pr)\b|修改后|之后|本 ?PR", re.I)
_UNIT = re.compile(r"\((%|ms|s|us|µs|GB/s|[KMGT]i?B|tok(?:en)?s?/s|req/s|TFLOPS|J|W)\)", re.I)
_BEFORE = re.compile(r"\b(?:before|main|base(?:line)?|current|old|eager|upstream|without)\b|修改前|之前", re.I)
_AFTER = re.compile(r"\b(?:after|this pr|pr|new|patched|with|fused|ours|branch)\b|修改后|之后|本 ?PR", re.I)
# Two figures side by side, or one that is a ratio: a mere size is no measurement.
_COMPARES = re.compile(
    r"\d[^.;]{0,30}(?:->|→|\bto\b|\bvs\.?|\bversus\b|\binstead of\b)\s*[^.;]{0,12}\d"
    r"|(?<![\w.])\d+(?:\.\d+)?\s?(?:%|x\b(?!\s*[A-Z])|×|倍)",
    re.I,
)
_NUMBER = re.compile(r"\d")


def measured(item: Item) -> Measurement | None:
    """The most telling figure of the body: a before-and-after row, else a sentence that compares. None without one."""
    text = prose.read(item.body)
    conditions = _conditions(" ".join((item.title, *text.sentences, *(" ".join(t.header) for t in text.tables))))
    told = _from_tables(text) or _from_sentences(text)
    if told is None:
        return None
    return Measurement(number=item.number, text=told, conditions=_beside(told, conditions), url=item.url)


def _from_tables(text: prose.Text) -> str | None:
    """The first row, or the first column, that gives a figure before and after."""
    for table in text.tables:
        if told := _across(table) or _down(table):
            return told
    return None


def _across(table: prose.Table) -> str | None:
    """Columns are before and after: `| metric | main | this PR |`."""
    before, after = _column(table.header, _BEFORE), _column(table.header, _AFTER)
    if before is None or after is None or before == after:
        return None
    for row in table.rows:
        if len(row) > max(before, after) and _NUMBER.search(row[before]) and _NUMBER.search(row[after]):
            return _row(table.header, row, before, after)
    return None


def _down(table: prose.Table) -> str | None:
    """Rows are before and after: `| branch | TTFT |`."""
    old = next((row for row in table.rows if row and _BEFORE.search(row[0])), None)
    new = next((row for row in table.rows if row and row is not old and _OURS.search(row[0])), None)
    if old is None or new is None:
        return None
    for index, name in enumerate(table.header[1:], 1):
        if index < min(len(old), len(new)) and _NUMBER.search(old[index]) and _NUMBER.search(new[index]):
            return f"{name}: {old[index]} → {new[index]}"
    return None


def _column(header: tuple[str, ...], kind: re.Pattern[str]) -> int | None:
    return next((index for index, cell in enumerate(header) if kind.search(cell)), None)


def _row(header: tuple[str, ...], row: tuple[str, ...], before: int, after: int) -> str:
    """`label: before → after`, with the unit that the column's head gives in parentheses."""
    label = " ".join(cell for index, cell in enumerate(row[: min(before, after)]) if cell and index < 3)
    unit = _UNIT.search(header[after])
    told = f"{row[before]} → {row[after]}" + (f" {unit.group(1)}" if unit else "")
    return f"{label}: {told}" if label else told


def _from_sentences(text: prose.Text) -> str | None:
    results = [s for passage in text.passages if "plan" not in passage.heading for s in passage.sentences]
    figures = [s for s in results if _NUMBER.search(s) and _COMPARES.search(s) and not s.endswith(":")]
    if not figures:
        return None
    return max(figures, key=lambda s: (bool(_DEVICE.search(s)), bool(_MODEL.search(s)), -len(s)))


def _conditions(text: str) -> tuple[str, ...]:
    """Devices and models, as first written, two of each at most."""
    devices = list(dict.fromkeys(found.group(0) for found in _DEVICE.finditer(text)))
    models = list(dict.fromkeys(found.group(0).rstrip(".-") for found in _MODEL.finditer(text)))
    # With several devices or models it is not known which one a figure belongs to, so none is claimed.
    return tuple(names[0] for names in (devices, models) if len(names) == 1)


def _beside(told: str, conditions: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in conditions if name.casefold() not in told.casefold())
