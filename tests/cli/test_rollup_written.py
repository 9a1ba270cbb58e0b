"""`rollup` with a model: what a week costs, and that a second time costs nothing."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

from bench.writing import scripted
from digest.narrating import SPAN_LIMITS
from tests.cli.conftest import Command, Result
from tests.cli.rollups import ROLL, page, record, stored
from tests.openai_server import Ask, Say
from tests.openai_server.plugin import serve

__all__ = ["serve", "stored"]


async def written(digest: Command, server: Any, *flags: str) -> Result:
    asked = ("--model", "openai/any", "--api-base", server.base, *flags)
    return await asyncio.to_thread(lambda: digest(*ROLL, *asked, VLLM_DIGEST_API_KEY="sk-not-to-be-seen"))


async def test_a_week_takes_eight_calls_and_thirty_thousand_tokens_at_most(digest: Command, serve, stored: Path):
    server = await serve(lambda ask: Say(scripted(ask)))
    assert (await written(digest, server)).status == 0
    paid = record()["usage"]
    assert len(server.asked) == paid["llm_calls"] <= SPAN_LIMITS["max_calls"] == 8
    assert paid["prompt_tokens"] <= SPAN_LIMITS["max_prompt_tokens"] == 30_000
    assert record()["verification"]["kept"] > 20
    assert record()["degraded"] == []
    assert all("one section of a weekly report" in ask.prompt for ask in server.asked)
    before = page()
    again = await written(digest, server)
    assert (len(server.asked), record()["usage"]["llm_calls"]) == (paid["llm_calls"], 0)
    assert again.err.splitlines()[-1].startswith("GitHub: nothing asked; model: 0 calls")
    assert page() == before


async def test_two_languages_share_the_limits(digest: Command, serve, stored: Path):
    server = await serve(_writes_and_translates)
    await written(digest, server, "--language", "zh-CN", "--language", "en")
    paid = record()["usage"]
    assert paid["llm_calls"] <= SPAN_LIMITS["max_calls"]
    assert paid["prompt_tokens"] <= SPAN_LIMITS["max_prompt_tokens"]
    assert "PRs were merged in the window" in page("en")
    await written(digest, server, "--language", "zh-CN", "--language", "en")
    assert (len(server.asked), record()["usage"]["llm_calls"]) == (paid["llm_calls"], 0)


def _writes_and_translates(ask: Ask) -> Say:
    texts = re.findall(r"^(\d+): .*?(⟦count\d+⟧)", ask.task, re.MULTILINE)
    if texts:
        said = [{"n": int(n), "text": f"{count} PRs were merged in the window."} for n, count in texts]
        return Say(json.dumps({"texts": said}))
    told = [{"text": "窗口内合并的 PR 共 [[count:prs_merged]] 个。"}] if "Write the summary" in ask.task else []
    return Say(json.dumps({"claims": told}))
