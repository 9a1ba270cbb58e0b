"""The figures that a pull request's author gives: a sentence of theirs, or a row of their table."""

from __future__ import annotations

import re
from itertools import takewhile

from digest.facts import cues, prose
from digest.facts.values import Measurement
from digest.model import Item

CARD = r"(?:MI\d{2,3}[A-Z]?|[HABLT]\d{2,3}[sS]?|GB?[H]?200|GB\d{3}|RTX ?(?:PRO ?)?\d{4}|Gaudi ?\d|Arc ?[A-Z]?\d+)"
"""A card by the shape of its name, for a regular expression."""
_DEVICE = re.compile(rf"\b(?:{CARD}|SM ?\d{{2,3}}|gfx\d+\w*|TPU ?v\d\w*|Xeon|EPYC|Instinct)\b")
# A name with its size (`Llama-70B-FP8`), or one of the families that are known by name alone.
_MODEL = re.compile(
    r"\b[A-Z][A-Za-z0-9.]*(?:-[A-Za-z0-9.]+)*-\d+(?:\.\d+)?[BMT]\b(?:-[\w.]+)*"
    r"|\b(?:Qwen|Llama|DeepSeek|Mixtral|Mistral|Gemma|GLM|Kimi|gpt-oss|Granite|Nemotron|MiniCPM|InternVL"
    r"|Whisper)[\w.-]*"
)
_OURS = re.compile(r"\b(?:this pr|after|new|patched|ours|branch|pr)\b|修改后|之后|本 ?PR", re.I)
_UNIT = re.compile(r"\((%|ms|s|us|µs|GB/s|[KMGT]i?B|tok(?:en)?s?/s|req/s|TFLOPS|J|W)\)", re.I)
# A column's head: before and after in so many words, or a short word for them that stands alone.
_BEFORE = re.compile(
    r"\b(?:before|main|baseline|upstream)\b|^(?:base|current|old|eager)(?:\s*[,(].*)?$|修改前|之前", re.I
)
_AFTER = re.compile(
    r"\b(?:after|this pr|patched)\b|^(?:pr|new|fused|ours|branch)(?:\s*[,(].*)?$|修改后|之后|本 ?PR", re.I
)
# Two figures side by side, or one that is a ratio: a mere size is no measurement.
_COMPARES = re.compile(
    r"\d[^.;]{0,30}(?:->|→|\bto\b|\bvs\.?|\bversus\b|\binstead of\b)\s*[^.;]{0,12}\d"
    r"|(?<![\w.])\d+(?:\.\d+)?\s?(?:%|x\b(?!\s*[A-Z])|×|倍)",
    re.I,
)
_BARE = re.compile(r"[\d.,kK]+")
_PLAIN_HEAD = re.compile(
    r"(?:the )?(?:before|main|base(?:line)?|current|old|upstream|after|(?:with )?this pr|pr|new|patched|branch|ours)",
    re.I,
)
_SIDE = re.compile(rf"\s+\({_PLAIN_HEAD.pattern}\)$", re.I)
_TWO = re.compile(
    r"\d\s*(?:\w+/?\w*\s*)?(?:->|→|\bto\b|\bvs\.?|\bversus\b)\s*\d|(?:faster|slower|less|more"
    r"|higher|lower)\b",
    re.I,
)
_NO_RESULT = re.compile(
    r"\b(?:expect\w*|up to|should|could|would|hope|noise|stuck|concurrency from|batch size from"
    r"|on main\b(?!.*(?:->|→))|"
    r"with \d+\s?% of|version)\b",
    re.I,
)
_RESULTS = re.compile(r"result|benchmark|performance|eval|accuracy|结果|性能", re.I)
_METRIC = re.compile(
    r"\b(?:tok(?:en)?s?/s|req/s|clips/s|throughput|latency|ttft|tpot|itl|accuracy|score|gsm8k|mmlu|ruler"
    r"|perplexity|memory|speed-?up|bandwidth)\b"
    r"|吞吐|延迟|精度|显存",
    re.I,
)
_NUMBER = re.compile(r"\d")


def measured(item: Item) -> Measurement | None:
    """The most telling figure of the body: a before-and-after row, else a sentence that compares. None without one.

    Its conditions are what its author wrote right above the table or in its corner, else the one device and the one
    model of the title: what else a body names may belong to other figures. A figure in a sentence that names no device
    was taken on the one that the plan of the test names, where the body names no other.
    """
    text = prose.read(item.body)
    found = _from_tables(text) or _from_sentences(text)
    if found is None:
        return None
    told, intro = found
    conditions = (intro.rstrip(" :：."),) if _is_condition(intro) else _conditions(item.title)
    if told.endswith(".") and not _DEVICE.search(" ".join((told, *conditions))):
        conditions = _planned(text) or conditions
    return Measurement(
        number=item.number,
        text=told,
        conditions=_beside(told, conditions),
        url=item.url,
        is_sentence=told.endswith("."),
    )


def _from_tables(text: prose.Text) -> tuple[str, str] | None:
    """The rows, or the columns, that give a figure before and after, and under which conditions.

    These stand above the table, or in its first cell.
    """
    for table in text.tables:
        if told := _across(table) or _down(table):
            return told, table.intro if _is_condition(table.intro) else f"{table.header[0]}:"
    return None


def _across(table: prose.Table) -> str | None:
    """Columns are before and after: `| metric | main | this PR |`. What the two are is told once, in the first row."""
    before, after = _column(table.header, _BEFORE), _column(table.header, _AFTER)
    if before is None or after is None or before == after:
        return None
    rows = [
        row
        for row in table.rows
        if len(row) > max(before, after) and _NUMBER.search(row[before]) and _NUMBER.search(row[after])
    ]
    told = (_row(table.header, row, before, after, previous) for row, previous in zip(rows, [(), *rows], strict=False))
    return "; ".join(told) or None


def _down(table: prose.Table) -> str | None:
    """Rows are before and after: `| branch | TTFT |`. Several rows before are all named."""
    old = [row for row in table.rows if row and _BEFORE.search(row[0])]
    new = [row for row in table.rows if row and row not in old and _OURS.search(row[0])]
    if len(new) != 1 or not 0 < len(old) < 4:
        return None
    told: list[str] = []
    for index, name in enumerate(table.header[1:], 1):
        if index < min(map(len, (*old, *new))) and all(_NUMBER.search(row[index]) for row in (*old, *new)):
            bare = told or len(old) == 1
            before = (row[index] if bare else f"{_without_side(row[0])} {row[index]}" for row in old)
            after = new[0][index] if bare else f"{_without_side(new[0][0])} {new[0][index]}"
            told.append(f"{name}: {', '.join(before)} → {after}")
    return "; ".join(told) or None


def _column(header: tuple[str, ...], kind: re.Pattern[str]) -> int | None:
    return next((index for index, cell in enumerate(header) if kind.search(cell)), None)


def _row(header: tuple[str, ...], row: tuple[str, ...], before: int, after: int, previous: tuple[str, ...] = ()) -> str:
    """`label: before → after`, with the unit of the column's head, and what else the heads say of the two.

    What the row shares with the ``previous`` one, and what the heads say, stands there already.
    """
    labels = range(min(before, after))
    shared = len(list(takewhile(lambda index: previous and row[index] == previous[index], labels[:-1])))
    label = ", ".join(_named(header[index], row[index]) for index in labels[shared:] if row[index])
    unit = _UNIT.search(header[after])
    old, new = (row[index] + ("" if previous else _told_apart(header[index])) for index in (before, after))
    told = f"{old} → {new}" + (f" {unit.group(1)}" if unit else "")
    return f"{label}: {told}" if label else told


def _named(head: str, cell: str) -> str:
    """A bare number means nothing without its column's head."""
    return f"{head} {cell}" if _BARE.fullmatch(cell) and head else cell


def _told_apart(head: str) -> str:
    """What a head says beyond "before" and "after": those are two different things then."""
    rest = _without_side(_UNIT.sub("", head).strip())
    return "" if _PLAIN_HEAD.fullmatch(rest) else f" ({rest})"


def _without_side(name: str) -> str:
    """A name without the "(main)" behind it: on which side of the arrow it stands says as much."""
    return _SIDE.sub("", name).strip()


def _from_sentences(text: prose.Text) -> tuple[str, str] | None:
    results = [s for passage in text.passages if "plan" not in passage.heading for s in passage.sentences]
    figures = [s for s in results if _COMPARES.search(s) and _measures(s) and not s.endswith(":")]
    if not figures:
        return None
    return max(figures, key=lambda s: (bool(_DEVICE.search(s)), bool(_MODEL.search(s)), -len(s))), ""


def has_results(item: Item) -> bool:
    """Whether its author gives results at all: a table below such a heading, or a sentence that compares."""
    text = prose.read(item.body)
    tables = (table for table in text.tables if _RESULTS.search(table.heading) or _COMPARES.search(table.intro))
    return any(tables) or _from_sentences(text) is not None


def _measures(sentence: str) -> bool:
    """Two values of a metric, or a gain: not a hope, a setting, or what is wrong on the main branch."""
    gains = bool(_METRIC.search(sentence)) or (cues.has_figure(sentence) and bool(_TWO.search(sentence)))
    return gains and not _NO_RESULT.search(sentence)


def _is_condition(intro: str) -> bool:
    return intro.endswith((":", "：", ".")) and bool(_DEVICE.search(intro) or _MODEL.search(intro)) and len(intro) < 90


def _conditions(title: str) -> tuple[str, ...]:
    devices = dict.fromkeys(found.group(0) for found in _DEVICE.finditer(title))
    models = dict.fromkeys(found.group(0).rstrip(".-") for found in _MODEL.finditer(title))
    return tuple(next(iter(names)) for names in (devices, models) if len(names) == 1)


def _planned(text: prose.Text) -> tuple[str, ...]:
    """Under which conditions the plan of the test says that it is run, without the command."""
    placed = [(passage.heading, s) for passage in text.passages for s in passage.sentences if _DEVICE.search(s)]
    if len(placed) != 1 or "plan" not in placed[0][0] or not _is_condition(placed[0][1]):
        return ()
    return (", ".join(part for part in placed[0][1].rstrip(" .:：").split(", ") if "`" not in part),)


def _beside(told: str, conditions: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in conditions if name.casefold() not in told.casefold())
