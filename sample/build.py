"""Compiles the made-up day in these YAML files into the snapshot that ``vllm-digest sample`` reports on.

    python -m sample.build

The YAML is written for people: times are local (+08:00) and short, ``say`` holds what was said, in order.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import yaml

from digest.model import Item, ListName, Reference, Snapshot, Tally, members
from digest.window import Window, day
from sample.entries import DAY, REPOSITORY, TIMEZONE, URL, Book, Entry, moment, reference

HERE = Path(__file__).parent
TARGET = HERE.parent / "templates" / "sample" / "snapshot.json"


def main() -> None:
    """Write the snapshot where the package looks for it."""
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text(build()), encoding="utf-8")


def text(snapshot: Snapshot) -> str:
    """JSON with a value a line, so that a change to the sample can be read in a diff."""
    data = snapshot.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return json.dumps({"schema": snapshot.format, **data}, ensure_ascii=False, indent=1) + "\n"


def build() -> Snapshot:
    """The whole sample, from the files beside this one."""
    book = Book(**_read("people.yml"))
    window = day(DAY, TIMEZONE)
    items = _sorted(book.item(entry, window) for entry in _entries())
    extra = _read("day.yml")
    return Snapshot(
        repository=REPOSITORY,
        repository_url=URL,
        window=window,
        as_of=moment(extra["as_of"]),
        items=_linked_back(items),
        releases=tuple(book.release(each) for each in extra["releases"]),
        receipt={name: _tally(items, name, window) for name in ListName},
        sample=True,
    )


def _linked_back(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Each issue with the pull requests that say they close it."""
    closers: dict[int, list[Reference]] = defaultdict(list)
    for item in items:
        for link in item.closes:
            if link.repository == str(REPOSITORY):
                closers[link.number].append(reference(item.number))
    return tuple(item.model_copy(update={"closed_by": tuple(closers[item.number])}) for item in items)


def _tally(items: Iterable[Item], name: ListName, window: Window) -> Tally:
    count = len(members(items, name, window))
    return Tally(ours=count, github=count)


def _sorted(items: Iterable[Item]) -> tuple[Item, ...]:
    return tuple(sorted(items, key=lambda item: item.number))


def _read(name: str) -> Entry:
    return dict(yaml.safe_load((HERE / name).read_text(encoding="utf-8")))


def _entries() -> list[Entry]:
    files = sorted(HERE.glob("items-*.yml"))
    return [entry for path in files for entry in yaml.safe_load(path.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    main()
