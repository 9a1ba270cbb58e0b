"""Prints what the program costs, one measure after the other: all, or those that the arguments name by their modules.

``make bench BENCH_ARGS="site rollup"``
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence

from bench import fetch, function, lies, process, rollup, site, writing

Measure = Callable[[], Iterable[tuple[str, str]]]

MEASURES: dict[str, Measure] = {
    "fetch": fetch.rows,
    "process": process.rows,
    "function": function.rows,
    "site": site.rows,
    "writing": writing.rows,
    "rollup": rollup.rows,
    "lies": lies.rows,
}
"""Each gives lines of (what, how much)."""


def chosen(names: Sequence[str]) -> list[Measure]:
    """Raises KeyError for a name that is none."""
    return [MEASURES[name] for name in names or MEASURES]


def main(names: Sequence[str]) -> int:
    """Returns the exit status: 2 where a name is none."""
    try:
        measures = chosen(names)
    except KeyError as error:
        print(f"bench: there is no measure {error}; there are {', '.join(MEASURES)}", file=sys.stderr)
        return 2
    for measure in measures:
        for what, how_much in measure():
            print(f"{what:<48} {how_much}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
