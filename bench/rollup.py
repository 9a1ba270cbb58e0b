"""What a roll-up costs: seconds from seven stored busy days to a page, and the calls and tokens of its writing.

The days are the bundled one told of a week, each with about 210 list lines and what goes on from the day before.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

from bench.writing import Cost, Row, facts_of, measure
from digest.model import RepositoryName, Snapshot
from digest.narrating import SPAN_LIMITS
from digest.span import parse_week
from digest.stored import stored
from handler.cli import main
from tests.weeks import HERE, WEEK, week, write_week

NOW = datetime(2026, 3, 10, tzinfo=UTC)


def rows() -> Iterator[Row]:
    """The table's lines."""
    with tempfile.TemporaryDirectory() as there, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        reports = Path(there) / "reports"
        write_week(reports, week())
        begin = time.perf_counter()
        status = main(["rollup", "--repository", HERE, "--week", WEEK, "--out", str(reports)])
        seconds = time.perf_counter() - begin
        rollup = stored(reports, RepositoryName.parse(HERE), parse_week(WEEK), NOW)
    assert status == 0
    yield "roll-up of seven busy days, without a model", f"{seconds:.1f} s, {len(rollup.items):,} items"
    cost = cost_of(rollup)
    kept = cost.calls <= SPAN_LIMITS["max_calls"] and cost.prompt <= SPAN_LIMITS["max_prompt_tokens"]
    totals = cost.narrative.verification
    yield (
        f"writing, its week: at most {SPAN_LIMITS['max_calls']} calls, {SPAN_LIMITS['max_prompt_tokens']:,} in",
        f"{'kept' if kept else 'NOT KEPT'}: {cost.calls} calls, {cost.prompt:,} + {cost.completion:,} tokens; "
        f"{totals.claims} claims, {totals.kept} kept, {totals.repaired} repaired, {totals.dropped} dropped",
    )


def cost_of(rollup: Snapshot) -> Cost:
    """By the script that says as much as a prompt lets it, and of whose claims one in three fails."""
    return asyncio.run(measure(rollup, facts_of(rollup), SPAN_LIMITS))
