"""Whatever a weak model says: the run ends, the page is whole, and what it says of its claims adds up.

Whether what was published is true is for a reader: each run prints its claims beside the items that they are about
(the folder that it names holds the page, the snapshot, and what the server said).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from digest.claims import Judged, parse
from digest.model import ListName, Snapshot, members
from digest.rendering.record import Record
from tests.model.server import serving
from tests.model.windows import WINDOWS, small

CONTEXT = 4096
LANGUAGE = "en"
"""A model of this size writes no Chinese."""


@pytest.mark.parametrize("window", WINDOWS)
def test_a_weak_model_makes_a_thinner_page_and_none_that_is_broken(window: str, tmp_path: Path):
    snapshot = small(WINDOWS[window])
    (tmp_path / "small.json").write_text(snapshot.model_dump_json(by_alias=True), encoding="utf-8")
    began = time.monotonic()
    with serving(tmp_path / "server.log", CONTEXT) as base:
        done = run(tmp_path, base)
    assert done.returncode == 0, done.stderr
    [folder] = (tmp_path / "reports" / "example-org" / "vllm-sample").iterdir()
    record = Record.model_validate_json((folder / "report.json").read_bytes())
    page = (folder / f"report.{LANGUAGE}.md").read_text(encoding="utf-8")
    tell(window, record, snapshot, folder, time.monotonic() - began)
    assert record.generator.models == ("openai/local",), "the model answered nothing that could be read"
    adds_up(record)
    is_whole(page, record, snapshot)


def run(folder: Path, base: str) -> subprocess.CompletedProcess[str]:
    """The real command, as a user would run it."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("VLLM_DIGEST_")}
    command = [Path(sys.executable).parent / "vllm-digest", "run", "--snapshot", "small.json", "--language", LANGUAGE]
    command += ["--model", "openai/local", "--api-base", base, "--api-key", "x", "--model-timeout", "300"]
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, timeout=1200, check=False)


def adds_up(record: Record) -> None:
    told = record.verification
    assert record.narrative is not None
    assert told == record.narrative.verification
    assert told.claims == told.kept + told.repaired + told.dropped
    assert told.claims == told.supported + told.unsupported + told.refuted + told.unchecked
    assert len(told.dropped_claims) == told.dropped
    assert all(one.verdict not in ("unsupported", "refuted") for one in record.narrative.judged if one.is_published)
    assert record.usage.llm_calls > 0
    assert record.usage.completion_tokens > 0


def is_whole(page: str, record: Record, snapshot: Snapshot) -> None:
    """Every item stands in its list, and nothing of a model's notation stands anywhere."""
    appendix = page.split("<!-- vllm-digest:lists -->")[1]
    for name in ListName:
        told = members(snapshot.items, name, snapshot.window)
        assert record.lists[name] == tuple(item.number for item in told)
        assert record.counts[name] == len(told)
        assert all(item.url in appendix for item in told)
    assert not re.search(r"\[\[(?:[#@]|count:|quote:)", page)
    assert page.startswith("# vLLM")
    assert "<!-- vllm-digest:foot -->" in page
    assert "openai/local" in page


def tell(window: str, record: Record, snapshot: Snapshot, folder: Path, seconds: float) -> None:
    told, usage = record.verification, record.usage
    print(f"\n== {window}: {len(snapshot.items)} items, {seconds:.0f} s, {folder}")
    print(f"calls {usage.llm_calls}, tokens {usage.prompt_tokens} + {usage.completion_tokens}")
    print(f"claims {told.claims}: kept {told.kept}, repaired {told.repaired}, dropped {told.dropped}")
    for part in record.degraded:
        print(f"degraded: {part.stage}: {part.reason}")
    for one in record.narrative.judged if record.narrative else ():
        if one.is_published:
            print(_shown(one, snapshot))


def _shown(one: Judged, snapshot: Snapshot) -> str:
    """A claim as the model wrote it, and the items that it is about or cites."""
    claim = one.claim
    items = {item.number: item for item in snapshot.items}
    cited = dict.fromkeys((*([claim.about] if claim.about else []), *parse(claim.text).items))
    lines = [f"- {claim.section}{f'/{claim.part}' if claim.part else ''}, {one.verdict}: {claim.text}"]
    lines += [f"    #{number}: {items[number].title} | {items[number].url}" for number in cited]
    return "\n".join(lines)
