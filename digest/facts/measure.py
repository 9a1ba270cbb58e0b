"""The figures that a pull request's author gives: a sentence of theirs, or a row of their table."""

from __future__ import annotations

import re

from digest.facts import prose, stance
from digest.facts.values import Measurement
from digest.model import Item

_DEVICE = re.compile(
    r"\b(?:MI\d{3}[A-Z]?|[ABHL]\d{2,3}s?|GB?[H]?200|GB300|B[23]00|H[12]00|RTX ?(?:PRO )?\d{4}|SM ?\d{2,3}|gfx\d+\w*|TPU ?v\d\w*|"
    r"Gaudi ?\d|Xeon|EPYC|Instinct|Arc B\d+)\b"
)
_MODEL = re.compile(
    r"\b(?:Qwen|Llama|DeepSeek|Mixtral|Mistral|Gemma|GLM|Kimi|gpt-oss|Phi|Granite|Nemotron|MiniCPM|InternVL|Whisper|Grok|Step)[\w.-]*", re.I
)
_BEFORE = re.compile(r"\b(?:before|main|base(?:line)?|current|old|eager|upstream|without)\b|修改前|之前", re.I)
_AFTER = re.compile(r"\b(?:after|this pr|pr|new|patched|with|fused|ours|branch)\b|修改后|之后|本 ?PR", re.I)
_CHANGE = re.compile(
    r"->|→|\b(?:from|to|vs\.?|versus|faster|slower|improve\w*|reduc\w*|increas\w*|drops?|rises?|speed-?up|down|up|gains?|saves?)\b"
    r"|提升|降低|减少|加快", re.I
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
    for table in text.tables:
        before, after = _column(table.header, _BEFORE), _column(table.header, _AFTER)
        if before is None or after is None or before == after:
            continue
        for row in table.rows:
            if len(row) > max(before, after) and _NUMBER.search(row[before]) and _NUMBER.search(row[after]):
                return _row(table.header, row, before, after)
    return None


def _column(header: tuple[str, ...], kind: re.Pattern[str]) -> int | None:
    return next((index for index, cell in enumerate(header) if kind.search(cell)), None)


def _row(header: tuple[str, ...], row: tuple[str, ...], before: int, after: int) -> str:
    """`label: before → after`, with the unit that the column's head gives in parentheses."""
    label = " ".join(cell for index, cell in enumerate(row[: min(before, after)]) if cell and index < 3)
    unit = re.search(r"\(([^)]+)\)", header[after])
    told = f"{row[before]} → {row[after]}" + (f" {unit.group(1)}" if unit else "")
    return f"{label}: {told}" if label else told


def _from_sentences(text: prose.Text) -> str | None:
    figures = [s for s in text.sentences if stance.has_figure(s) and (_CHANGE.search(s) or _DEVICE.search(s))]
    if not figures:
        return None
    return max(figures, key=lambda s: (bool(_CHANGE.search(s)), bool(_DEVICE.search(s)), bool(_MODEL.search(s)), -len(s)))


def _conditions(text: str) -> tuple[str, ...]:
    """Devices and models, as first written, two of each at most."""
    devices = list(dict.fromkeys(found.group(0) for found in _DEVICE.finditer(text)))
    models = list(dict.fromkeys(found.group(0).rstrip(".-") for found in _MODEL.finditer(text)))
    # With several devices or models it is not known which one a figure belongs to, so none is claimed.
    return tuple(names[0] for names in (devices, models) if len(names) == 1)


def _beside(told: str, conditions: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in conditions if name.casefold() not in told.casefold())
