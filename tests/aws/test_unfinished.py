"""Time runs out, deliveries come twice, holders die: one report and one bill all the same."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.aws.conftest import (
    DAY,
    IN_S3,
    REPOSITORY,
    SCHEDULED,
    Answer,
    Function,
    Functions,
    objects,
    page,
    record,
    writes,
)
from tests.cli.test_model import is_dead, writes_a_summary
from tests.github_stub import GitHub
from tests.openai_server import Ask, Fail, Hang, OpenAIServer, Say
from tests.publishing.s3 import Proxy

KEY = "sk-not-to-be-seen"
SHORT, REQUEST = 20.0, "11111111-2222-3333-4444-555555555555"
TOLD = "38 个"
"""What the model's sentence says, once the count stands in it."""
SENTENCE = "窗口内合并的 PR 共"


def hangs(ask: Ask) -> Hang:
    return Hang()


def modelled(server: OpenAIServer) -> dict[str, str]:
    return {
        "VLLM_DIGEST_LANGUAGE": "zh-CN",
        "VLLM_DIGEST_MODEL": "openai/any",
        "VLLM_DIGEST_API_BASE": server.base,
        "VLLM_DIGEST_API_KEY": KEY,
    }


def writing(function: Function, server: OpenAIServer) -> Function:
    """The same in its events."""
    keys = {name: name.removeprefix("VLLM_DIGEST_").lower().replace("_", "-") for name in modelled(server)}
    function.settings |= {key: modelled(server)[name] for name, key in keys.items()}
    return function


async def invoke(
    function: Function, event: dict[str, Any] = SCHEDULED, seconds: float = 900.0, request: str = ""
) -> Answer:
    return await asyncio.to_thread(function.invoke, event, seconds, request)


def number(function: Function, name: str) -> Any:
    return function.metrics[-1][name]


async def test_with_20_seconds_left_and_a_model_that_hangs_the_report_goes_out_and_the_next_call_completes_it(
    functions: Functions, serve, github: GitHub, tmp_path: Path
):
    server = await serve(hangs, KEY)
    function = functions(**modelled(server))
    late = await invoke(function, seconds=SHORT, request=REQUEST)
    assert late.error.startswith("Unfinished: what could be published was, and the next run goes on from the state: wr")
    assert SENTENCE not in page(tmp_path)
    assert "## 📋 附录：详细数据列表" in page(tmp_path)
    assert [part["stage"] for part in record(tmp_path)["degraded"]] == ["writing"]
    assert [number(function, name) for name in ("Reports", "Degraded", "Unfinished", "Failed")] == [1, 1, 1, 0]

    fetched, server.script = len(github.calls), writes_a_summary
    told = (await invoke(function, request=REQUEST)).value
    assert (told["status"], told["degraded"]) == ("updated", [])
    assert f"{SENTENCE} {TOLD}" in page(tmp_path)
    assert {call.operation for call in github.calls[fetched:]} <= {"Visibility"}, "what was fetched is in the state"
    assert number(function, "PromptTokens") > 0

    paid = len(server.asked)
    assert (await invoke(function)).value["status"] == "unchanged"
    assert len(server.asked) == paid


async def test_what_a_model_said_before_it_put_us_off_is_not_paid_for_again(warm: Function, serve):
    said: list[str] = []

    def half(ask: Ask) -> Say | Fail:
        if len(said) == 3:
            return Fail(429, headers={"retry-after": "3600"})
        said.append(ask.prompt)
        return writes_a_summary(ask)

    server = await serve(half, KEY)
    function = writing(warm, server)
    late = await invoke(function, request=REQUEST)
    assert late.error.startswith("Unfinished: ")
    assert "the provider's rate limit did not lift" in late.error
    assert (number(function, "Reports"), len(said)) == (1, 3)
    before = len(server.asked)
    server.script = writes_a_summary
    assert (await invoke(function, request=REQUEST)).value["degraded"] == []
    again = [ask.prompt for ask in server.asked[before:]]
    assert again
    assert not set(said) & set(again)


async def test_a_key_that_is_refused_is_no_reason_to_try_again(warm: Function, serve):
    server = await serve(is_dead)
    function = writing(warm, server)
    told = (await invoke(function)).value
    assert (told["status"], [part["stage"] for part in told["degraded"]]) == ("created", ["writing"])
    assert [number(function, name) for name in ("Reports", "Degraded", "Unfinished", "Failed")] == [1, 1, 0, 0]
    asked = len(server.asked)
    assert (await invoke(function)).value == {**told, "status": "unchanged"}
    assert len(server.asked) == asked

    server.script = writes_a_summary
    mended = (await invoke(function, {"date": DAY})).value
    assert (mended["status"], mended["degraded"]) == ("updated", []), "by hand, what was lacking is tried for"


async def test_delivered_three_times_and_twice_at_once_there_is_one_report_and_one_bill(
    functions: Functions, serve, github: GitHub, aws: Proxy
):
    server = await serve(writes_a_summary, KEY)
    one, other = (functions(**modelled(server), **IN_S3) for _ in range(2))
    told = [answer.value for answer in await asyncio.gather(invoke(one), invoke(other))]
    told.append((await invoke(other)).value)
    assert Counter(answer["status"] for answer in told) == {"created": 1, "unchanged": 2}
    assert [answer["counts"] for answer in told] == [told[0]["counts"]] * 3
    prompts = [ask.prompt for ask in server.asked]
    assert len(prompts) == len(set(prompts)) > 0
    assert sum(line["PromptTokens"] > 0 for line in (*one.metrics, *other.metrics)) == 1
    listings = [call for call in github.calls if call.operation == "Repository"]
    assert len(listings) == 1
    assert Counter(writes(aws)).most_common(1)[0][1] == 1, "each object is written once"
    waited = [line for line in (*one.log, *other.log) if "another call is at work" in line["message"]]
    assert len(waited) == 1


def test_a_call_that_is_killed_half_way_is_done_by_the_next_delivery(
    functions: Functions, github: GitHub, tmp_path: Path
):
    first, second = functions(), functions()
    # So that what is loaded by a first call takes nothing of the time of the second, for which the others will wait.
    assert first.invoke({"repository": "no/such"}).kind == "error"
    github.before_request(len(github.calls) + 3, lambda _: first.process.kill())
    assert first.invoke(seconds=9.0).kind == "exited"
    assert not (tmp_path / "reports").exists()
    [mark] = [json.loads(mark) for key, mark in objects(f"state/{REPOSITORY}").items() if "/turn-" in key]
    assert (mark["done"], bool(mark["until"])) == (None, True)
    told = second.invoke().value
    assert (told["status"], told["degraded"]) == ("created", [])
    assert any("another call is at work" in line["message"] for line in second.log)
