"""The list as the state machine reads it: CSV, a line an item. Its own options stand in the last column, as JSON.

https://docs.aws.amazon.com/step-functions/latest/dg/input-output-itemreader.html
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping

from digest.errors import SettingsError
from handler.many.order import Options

COLUMNS = ("repository", "date", "before", "options")


def table(items: Iterable[Options], before: Iterable[str]) -> bytes:
    """The list, with a line of names before it; ``before`` has the day that each item follows, or nothing."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    found = zip(items, before, strict=True)
    writer.writerows((item["repository"], item["date"], day, _options(item)) for item, day in found)
    return text.getvalue().encode()


def rows(data: bytes) -> tuple[Options, ...]:
    """The items of a list."""
    return tuple(item(row) for row in csv.DictReader(io.StringIO(data.decode(), newline="")))


def item(row: Mapping[str, object]) -> Options:
    """The run options of one line. Raises SettingsError for one whose last column is no JSON object."""
    try:
        own = json.loads(str(row.get("options") or "{}"))
    except ValueError:
        own = None
    if not isinstance(own, dict):
        raise SettingsError('item: options: this is no JSON object; leave it empty or write {"language": ["en"]}')
    return {"repository": row.get("repository"), "date": row.get("date"), **own}


def _options(item: Options) -> str:
    own = {name: value for name, value in item.items() if name not in COLUMNS}
    return json.dumps(own, ensure_ascii=False) if own else ""
