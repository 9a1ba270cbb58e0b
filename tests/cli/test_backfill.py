"""`backfill`: each day that lacks a report gets one, the same as single runs would have written."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Result, tree
from tests.cli.test_followups import moment
from tests.github_stub import GitHub, World
from tests.github_stub.faults import bad_credentials, bad_gateway, mentions
from tests.openai_server import Ask, Fail, Say
from tests.openai_server.plugin import serve

__all__ = ["serve"]

REPOSITORY = "acme/engine"
FIRST = date(2026, 3, 1)
UNTIL = date(2026, 3, 31)
DAYS = (UNTIL - FIRST).days
SPAN = ("--repository", REPOSITORY, "--since", str(FIRST), "--until", str(UNTIL), "--timezone", "UTC")
REQUESTS_A_DAY = 25


def at(number: int, hour: int) -> str:
    return f"{FIRST + timedelta(days=number)}T{hour:02}:00:00Z"


@pytest.fixture
def month(github: GitHub, world: World) -> dict[str, str]:
    """Thirty days in which something happens every day, and a bug of one day is spoken of and mended on the next."""
    world.repository(REPOSITORY)
    world.now = moment("2026-04-20T00:00:00Z")
    for number in range(DAYS):
        _day(world, number)
    return {"GITHUB_GRAPHQL_URL": github.url, "GITHUB_TOKEN": "ghs_stub"}


def _day(world: World, number: int) -> None:
    bug = 1000 + 10 * number
    more = {"repository": REPOSITORY, "author": "ann"}
    mended = moment(at(number + 1, 9)) if number + 1 < DAYS else None
    body = "Since v1.2 the output is wrong: `engine --fast` gives garbage where it was right."
    issue = world.issue(
        bug,
        title="[Bug]: Garbage output with `--fast`",
        body=body,
        created=moment(at(number, 2)),
        closed=mended,
        labels=["bug"],
        **more,
    )
    for hour, login, said in (
        (3, "bob", "I see it as well with `--fast` on."),
        (4, "cho", "It is the cache, not `--fast`."),
        (5, "bob", "No: without the cache it is the same."),
    ):
        world.comment(issue, login, moment(at(number, hour)), said)
    world.pull(
        bug + 1, title="Mend `--fast`", created=moment(at(number, 6)), merged=mended, files=["engine/fast.py"], **more
    )


def pages(folder: Path) -> dict[str, bytes]:
    """What was written, by its path below the folder of reports; a killed process may leave a part of a file behind."""
    return {path: data for path, data in tree(folder).items() if not path.endswith(".part")}


def test_thirty_days_are_the_same_bytes_as_thirty_single_runs(
    digest: Command, github: GitHub, month: dict[str, str], tmp_path: Path
) -> None:
    for number in range(DAYS):
        day = str(FIRST + timedelta(days=number))
        single = ("run", "--repository", REPOSITORY, "--date", day, "--timezone", "UTC")
        assert digest(*single, "--out", "singly", "--state", "state-singly", **month).status == 0
    asked_singly = len(github.calls)
    github.calls.clear()

    done = digest("backfill", *SPAN, **month)
    assert done.status == 0, done.err
    assert pages(tmp_path / "reports") == pages(tmp_path / "singly")
    assert len(list((tmp_path / "reports").rglob("report.json"))) == DAYS
    # Two questions of the estimate come on top, and no day asks for more than a single run does.
    assert len(github.calls) == asked_singly + 2
    assert len(github.calls) <= REQUESTS_A_DAY * DAYS
    second = (tmp_path / f"reports/{REPOSITORY}/2026-03-02/report.zh-CN.md").read_text(encoding="utf-8")
    assert "### 👀" in second, "what the first day told to watch is answered for by the second"


def test_days_that_have_a_report_are_left_alone(digest: Command, github: GitHub, month: dict[str, str]) -> None:
    assert digest("backfill", *SPAN[:-3], "2026-03-05", *SPAN[-2:], **month).status == 0
    github.calls.clear()
    before = tree(Path("reports"))
    again = digest("backfill", *SPAN[:-3], "2026-03-05", *SPAN[-2:], **month)
    assert (again.status, again.out) == (0, "")
    assert "4 days, 2026-03-01 to 2026-03-04 UTC, 4 of them with a report, 0 to make" in again.err
    assert github.calls == []
    Path(f"reports/{REPOSITORY}/2026-03-02/report.zh-CN.md").unlink()
    third = digest("backfill", *SPAN[:-3], "2026-03-05", *SPAN[-2:], **month)
    assert {Path(line).parent.name for line in third.out.splitlines()} == {"2026-03-02"}
    assert tree(Path("reports")) == before


def test_what_it_will_cost_is_told_before_it_starts(digest: Command, github: GitHub, month: dict[str, str]) -> None:
    told = digest("backfill", *SPAN, "--model", "gpt-4o", "--dry-run", **month, OPENAI_API_KEY="sk-none")
    assert (told.status, told.out) == (0, "")
    assert "30 days, 2026-03-01 to 2026-03-30 UTC, 0 of them with a report, 30 to make" in told.err
    requests, points = (
        int(one.replace(",", ""))
        for one in re.search(r"about ([\d,]+) requests and ([\d,]+) points", told.err).groups()
    )
    assert 4 * DAYS < requests < REQUESTS_A_DAY * DAYS
    assert requests < points
    assert re.search(r"about [\d,]+ calls of a model, [\d,]+ \+ [\d,]+ tokens, \d+\.\d+ USD", told.err)
    assert len(github.calls) == 2
    assert not Path("reports").exists() or not list(Path("reports").rglob("*.md"))


def test_a_backfill_that_was_killed_anywhere_sends_no_request_twice(
    digest: Command, github: GitHub, month: dict[str, str], tmp_path: Path
) -> None:
    span = (*SPAN[:-3], "2026-03-06", *SPAN[-2:])
    assert digest("backfill", *span, "--out", "whole", "--state", "state-whole", **month).status == 0
    whole = Counter((call.operation, repr(call.variables)) for call in github.calls)
    for number in (2, 4, 9, 17):
        github.calls.clear()
        _killed_at(number, github, (*span, "--out", f"cut-{number}", "--state", f"state-{number}"), month)
        assert len(github.calls) >= number
        again = digest("backfill", *span, "--out", f"cut-{number}", "--state", f"state-{number}", **month)
        assert again.status == 0, again.err
        assert pages(tmp_path / f"cut-{number}") == pages(tmp_path / "whole"), f"killed at request {number}"
        asked = Counter((call.operation, repr(call.variables)) for call in github.calls)
        # What was under way when the process died was sent and never heard: it is all that is sent once more.
        under_way = sum((asked - whole).values())
        assert under_way <= 4, f"killed at request {number}: {asked - whole}"


def _killed_at(number: int, github: GitHub, arguments: tuple[str, ...], environ: dict[str, str]) -> None:
    """A real process, killed while its ``number``-th request is answered."""
    script = Path(sys.executable).parent / "vllm-digest"
    process = subprocess.Popen(
        [script, "backfill", *arguments],
        env={**os.environ, **environ},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )

    github.before_request(number, lambda _: process.kill())
    _, err = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL, err.decode()


async def test_no_token_is_spent_twice(digest: Command, month: dict[str, str], serve, tmp_path: Path) -> None:
    asked: Counter[str] = Counter()

    def counts(ask: Ask) -> Say:
        asked[ask.prompt] += 1
        return Say(json.dumps({"claims": []}))

    server = await serve(counts)
    span = (*SPAN[:-3], "2026-03-04", *SPAN[-2:], "--model", "openai/any", "--api-base", server.base)

    async def run(until: str, out: str):
        arguments = (*SPAN[:-3], until, *SPAN[-2:], *span[8:], "--out", out)
        return await asyncio.to_thread(lambda: digest("backfill", *arguments, **month, VLLM_DIGEST_API_KEY="sk-any"))

    assert (await run("2026-03-03", "reports")).status == 0
    first = sum(asked.values())
    assert first
    # The pages are lost, the state is not: nobody is asked again for the days that were.
    again = await run("2026-03-04", "elsewhere")
    assert again.status == 0, again.err
    assert max(asked.values()) == 1
    assert "3 of 3" in again.err


def test_a_day_that_fails_costs_no_other_day(digest: Command, github: GitHub, month: dict[str, str]) -> None:
    github.fail(bad_gateway(), when=mentions("2026-03-02T00:00:00Z..2026-03-02T23:59:59Z"))
    span = (*SPAN[:-3], "2026-03-05", *SPAN[-2:])
    done = digest("backfill", *span, "--deadline", "20", **month)
    assert done.status == 1
    assert "acme/engine 2026-03-02: " in done.err
    assert {Path(line).parent.name for line in done.out.splitlines()} >= {"2026-03-01"}


def test_a_token_that_is_refused_stops_all_of_it_at_once(
    digest: Command, github: GitHub, month: dict[str, str]
) -> None:
    github.fail(bad_credentials(), skip=2)
    done = digest("backfill", *SPAN, **month)
    assert done.status == 1
    assert done.err.splitlines()[-1].startswith("error: 30 of 30 days have no report; the first of them: GITHUB_TOKEN")
    assert len(github.calls) == 3


def test_with_targets_a_day_is_made_that_one_of_them_lacks(
    digest: Command, github: GitHub, month: dict[str, str], tmp_path: Path
) -> None:
    span = (*SPAN[:-3], "2026-03-04", *SPAN[-2:])
    targets = ("--publish", "dir:one", "--publish", "dir:two")
    assert digest("backfill", *span, *targets, **month).status == 0
    shutil.rmtree(tmp_path / "two" / REPOSITORY / "2026-03-02")
    shutil.rmtree(tmp_path / "reports")
    github.calls.clear()
    again = digest("backfill", *span, *targets, **month)
    assert again.status == 0, again.err
    assert {Path(line).parent.name for line in again.out.splitlines()} == {"2026-03-02"}
    assert tree(tmp_path / "two") == tree(tmp_path / "one")
    assert github.calls == [], "the day's snapshot is in the state, and so is what GitHub counts in the span"


def test_what_is_wrong_with_one_repository_stops_no_other(digest: Command, month: dict[str, str]) -> None:
    span = (*SPAN[:-3], "2026-03-03", *SPAN[-2:])
    done = digest("backfill", *span, "--repository", "acme/gone", **month)
    assert done.status == 1
    assert {Path(line).parent.name for line in done.out.splitlines()} == {"2026-03-01", "2026-03-02"}
    assert "acme/gone: what it will cost is not known: --repository: GitHub has no acme/gone" in done.err
    assert done.err.splitlines()[-1].startswith("error: 2 of 4 days have no report; the first of them: --repository")


@pytest.mark.parametrize(
    "damage",
    [
        ("report.json", "{"),
        ("report.zh-CN.md", ""),
        ("snapshot.json", None),
        ("snapshot.json", "{"),
        ("snapshot.json", "[]"),
        ("snapshot.json", '{"as_of": "2026-03-20T00:00:00Z"}'),
        ("report.zh-CN.md", "# A page that was cut"),
        ("report.zh-CN.html", "<!doctype html><html>"),
    ],
)
def test_a_report_that_is_damaged_is_made_again(digest: Command, month: dict[str, str], damage) -> None:
    span = (*SPAN[:-3], "2026-03-02", *SPAN[-2:])
    assert digest("backfill", *span, **month).status == 0
    name, text = damage
    path = Path(f"reports/{REPOSITORY}/2026-03-01/{name}")
    whole = path.read_bytes()
    path.unlink() if text is None else path.write_text(text)
    again = digest("backfill", *span, **month)
    assert "0 of them with a report, 1 to make" in again.err
    assert path.read_bytes() == whole


def test_a_day_of_another_zone_is_another_day(digest: Command, month: dict[str, str]) -> None:
    span = (*SPAN[:-3], "2026-03-02")
    assert digest("backfill", *span, "--timezone", "UTC", **month).status == 0
    assert "1 to make" in digest("backfill", *span, "--timezone", "Asia/Shanghai", "--dry-run", **month).err


async def test_a_day_that_a_model_failed_on_is_made_again_where_a_model_is_to_write(
    digest: Command, month: dict[str, str], serve
) -> None:
    server = await serve(lambda ask: Fail(401))
    span = (*SPAN[:-3], "2026-03-02", *SPAN[-2:], "--model", "openai/any", "--api-base", server.base)

    async def run() -> Result:
        return await asyncio.to_thread(lambda: digest("backfill", *span, **month, VLLM_DIGEST_API_KEY="sk-any"))

    assert "degraded: writing" in (await run()).err
    server.script = lambda ask: Say(json.dumps({"claims": []}))
    assert "1 to make" in (await run()).err
    assert "0 to make" in (await run()).err


def test_a_repository_is_one_however_it_is_spelt(digest: Command, month: dict[str, str]) -> None:
    told = digest("backfill", *SPAN, "--repository", "Acme/Engine", "--dry-run", **month)
    assert told.err.count("30 to make") == 1


def test_two_repositories_are_filled_side_by_side(digest: Command, world: World, month: dict[str, str]) -> None:
    world.repository("acme/other")
    world.issue(5, repository="acme/other", title="It fails", created=moment(at(1, 3)), author="ann")
    span = (*SPAN[:-3], "2026-03-04", *SPAN[-2:])
    done = digest("backfill", *span, "--repository", "acme/other", **month)
    assert done.status == 0, done.err
    assert {tuple(Path(line).parts[1:4]) for line in done.out.splitlines()} == {
        ("acme", name, f"2026-03-0{day}") for name in ("engine", "other") for day in (1, 2, 3)
    }


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "--since: a backfill needs the first day"),
        (("--since", "yesterday"), "--since: 'yesterday' is no calendar date"),
        (("--since", "2026-03-01", "--until", "2026-03-01"), "--until: must be later than --since"),
        (("--since", "2026-03-01", "--until", "2099-01-01"), "--until: 2098-12-31 lies in the future"),
        (("--since", "2099-01-01"), "--since: 2099-01-01 lies in the future"),
        (
            ("--since", "2011-12-30", "--until", "2011-12-31", "--timezone", "Pacific/Apia"),
            "--since: Pacific/Apia skipped 2011-12-30",
        ),
        (("--since", "2026-03-01", "--jobs", "0"), "--jobs: '0' is no number of days at once"),
        (("--since", "2026-03-01", "--repository", "engine"), "--repository: 'engine'"),
    ],
)
def test_a_mistake_is_told_before_anything_is_asked(
    digest: Command, github: GitHub, arguments: tuple[str, ...], told: str
) -> None:
    done = digest("backfill", *arguments, GITHUB_GRAPHQL_URL=github.url, GITHUB_TOKEN="ghs_stub")
    assert done.status == 2
    assert done.error.startswith(told)
    assert github.calls == []
