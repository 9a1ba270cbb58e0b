"""Prints what the program costs, one measure after the other."""

from __future__ import annotations

from bench import fetch, function, lies, process, rollup, site, writing

MEASURES = (fetch.rows, process.rows, function.rows, site.rows, writing.rows, rollup.rows, lies.rows)
"""Each gives lines of (what, how much)."""


def main() -> None:
    for measure in MEASURES:
        for what, how_much in measure():
            print(f"{what:<48} {how_much}", flush=True)


if __name__ == "__main__":
    main()
