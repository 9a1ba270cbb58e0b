"""Asking a model: what providers do wrong, and what comes of it."""

from __future__ import annotations

import json
import logging
import subprocess
import sys

import pytest
from pydantic import BaseModel, SecretStr

from digest.deadline import Deadline
from digest.errors import ModelFailed, OutOfTime
from digest.llm import Client, ModelSettings
from tests.openai_server import Ask, Fail, Hang, OpenAIServer, Say

KEY = "sk-live-0123456789abcdefSECRET"
QUESTION = ({"role": "user", "content": "Answer in JSON: what is the word?"},)


class Word(BaseModel):
    word: str


def says(word: str) -> Say:
    return Say(json.dumps({"word": word}))


def settings(server: OpenAIServer, *more: str, **changes) -> ModelSettings:
    given = {"api_key": SecretStr(KEY), "api_base": server.base, "backoff": 0.0, "timeout": 20.0} | changes
    return ModelSettings(models=("openai/first", *more), **given)


async def ask(server: OpenAIServer, *more: str, **changes):
    async with Client(settings(server, *more, **changes)) as client:
        return await client.ask(QUESTION, Word)


async def test_an_answer_comes_with_its_tokens_and_its_model(serve):
    server = await serve(lambda _: says("kernel"), key=KEY)
    answer = await ask(server)
    assert answer.value == Word(word="kernel")
    assert answer.model == "openai/first"
    assert (answer.usage.llm_calls, answer.usage.completion_tokens) == (1, 4)
    assert server.asked[0].format == "json_object"


async def test_an_unknown_price_stays_unknown_and_a_known_one_is_counted(serve):
    server = await serve(lambda _: says("kernel"))
    assert (await ask(server)).usage.cost_usd is None
    async with Client(
        ModelSettings(models=("openai/gpt-4o-mini",), api_key=SecretStr(KEY), api_base=server.base)
    ) as client:
        priced = await client.ask(QUESTION, Word)
    assert priced.usage.cost_usd is not None
    assert priced.usage.cost_usd > 0


@pytest.mark.parametrize("status", [400, 422, 500])
async def test_a_provider_that_refuses_the_format_is_asked_without_it_from_then_on(serve, status):
    server = await serve(
        lambda asked: Fail(status, "response_format is not supported") if asked.format else says("kernel")
    )
    async with Client(settings(server)) as client:
        for _ in range(3):
            assert (await client.ask(QUESTION, Word)).value.word == "kernel"
    plain = [asked.format for asked in server.asked if not asked.format]
    assert [asked.format for asked in server.asked][-3:] == plain == ["", "", ""]


@pytest.mark.parametrize(
    "text",
    [
        '<think>maybe {"word": "wrong"}?</think>\n```json\n{"word": "kernel"}\n```\nDone.',
        'the word may be {"word": 1} </think> {"word": "kernel"}',
        'Sure! {not json} Here it is: {"word": "kernel"} (as asked)',
        '{"thought": "none"} {"word": "kernel"}',
        '\ufeff  {"word": "kernel", "more": [1, 2]}',
    ],
)
async def test_json_is_found_among_thoughts_fences_and_talk(serve, text):
    server = await serve(lambda _: Say(text))
    assert (await ask(server)).value.word == "kernel"


@pytest.mark.parametrize(
    "wrong",
    [
        Say('{"word": "ker', finish="length"),
        Say(""),
        Say(None),
        Say("I would rather talk about something else."),
        Say('{"words": ["kernel"]}'),
        Fail(503),
        Fail(429, headers={"Retry-After": "0"}),
    ],
)
async def test_what_may_be_better_the_second_time_is_asked_again(serve, wrong):
    server = await serve(lambda asked: says("kernel") if asked.turn else wrong)
    assert (await ask(server)).value.word == "kernel"
    assert len(server.asked) == 2


async def test_tokens_of_an_unusable_answer_are_counted(serve):
    server = await serve(lambda asked: says("kernel") if asked.turn else Say("x" * 400, finish="length"))
    async with Client(settings(server)) as client:
        answer = await client.ask(QUESTION, Word)
    assert answer.usage == client.usage
    assert (answer.usage.llm_calls, answer.usage.completion_tokens) == (2, 104)


async def test_a_whole_answer_that_was_cut_off_is_not_taken(serve):
    server = await serve(lambda _: Say('{"word": "kernel"}', finish="length"))
    with pytest.raises(ModelFailed, match="cut off"):
        await ask(server)


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_a_wrong_key_or_name_is_known_after_one_call(serve, status):
    server = await serve(lambda _: Fail(status))
    async with Client(settings(server)) as client:
        for _ in range(3):
            with pytest.raises(ModelFailed, match=f"HTTP {status}"):
                await client.ask(QUESTION, Word)
    assert len(server.asked) == 1


async def test_the_next_model_takes_over_without_the_first_one_s_key(serve, monkeypatch):
    second = await serve(lambda _: says("second"))
    monkeypatch.setenv("OPENAI_API_BASE", second.base)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-second")
    first = await serve(lambda _: Fail(500))
    answer = await ask(first, "openai/second")
    assert (answer.value.word, answer.model) == ("second", "openai/second")
    assert [asked.key for asked in second.asked] == ["sk-of-the-second"]


async def test_a_model_that_keeps_failing_is_not_asked_any_more(serve):
    server = await serve(lambda _: Fail(400))
    async with Client(settings(server)) as client:
        for _ in range(6):
            with pytest.raises(ModelFailed):
                await client.ask(QUESTION, Word)
    assert len(server.asked) == 6, "three questions, each with the format and without"


async def test_a_provider_that_is_not_there_fails_at_once():
    given = ModelSettings(models=("openai/first",), api_key=SecretStr(KEY), api_base="http://127.0.0.1:9/v1", backoff=0)
    async with Client(given) as client:
        with pytest.raises(ModelFailed, match="could not be reached"):
            await client.ask(QUESTION, Word)


async def test_a_hanging_provider_is_left_after_the_time_out(serve):
    server = await serve(lambda _: Hang())
    with pytest.raises(ModelFailed, match="--model-timeout"):
        await ask(server, timeout=0.2)
    assert len(server.asked) == 2


async def test_a_wait_beyond_the_deadline_is_not_begun(serve):
    server = await serve(lambda _: Fail(429, headers={"Retry-After": "60"}))
    async with Client(settings(server), Deadline.after(30)) as client:
        with pytest.raises(ModelFailed, match="rate limit"):
            await client.ask(QUESTION, Word)
    assert len(server.asked) == 1


async def test_no_call_is_made_after_the_deadline(serve):
    server = await serve(lambda _: says("late"))
    async with Client(settings(server), Deadline.after(0)) as client:
        with pytest.raises(OutOfTime):
            await client.ask(QUESTION, Word)
    assert server.asked == []


@pytest.mark.parametrize("failure", [Fail(401), Fail(400), Fail(429, headers={"Retry-After": "0"}), Fail(500)])
async def test_no_message_or_log_holds_the_key(serve, failure, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    server = await serve(lambda _: failure)
    with pytest.raises(ModelFailed) as caught:
        await ask(server)
    assert server.asked[0].key == KEY
    told = [str(caught.value), repr(settings(server)), caplog.text, *capfd.readouterr()]
    error = caught.value
    while error := error.__cause__ or (None if error.__suppress_context__ else error.__context__):
        told.append(str(error))
    assert not [text for text in told if KEY in text]


async def test_no_more_than_the_allowed_calls_run_at_once(serve):
    import asyncio

    server = await serve(lambda _: Hang())
    async with Client(settings(server, concurrency=2, timeout=5.0)) as client:
        calls = [asyncio.create_task(client.ask(QUESTION, Word)) for _ in range(5)]
        await asyncio.wait(calls, timeout=1.0)
        assert len(server.asked) == 2
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)


def test_litellm_is_not_imported_before_the_first_call():
    late = ("litellm", "openai", "httpx", "jinja2", "babel")
    code = f"import sys, digest.llm, digest.writing; print([m for m in {late} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_script_can_see_what_was_asked():
    asked = Ask(
        0, KEY, {"model": "first", "messages": [{"role": "system", "content": "a"}, {"role": "user", "content": "b"}]}
    )
    assert (asked.model, asked.prompt, asked.task, asked.format) == ("first", "a\nb", "b", "")
