"""Asking a model: what providers do wrong, and what comes of it."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import time
from dataclasses import replace
from itertools import groupby

import pytest
from pydantic import BaseModel, SecretStr

from digest.deadline import Deadline
from digest.errors import ModelFailed, OutOfTime
from digest.llm import Client, Message, ModelSettings, Question
from tests.openai_server import Ask, Fail, Hang, OpenAIServer, Say, Slow

KEY = "sk-live-0123456789abcdefSECRET"
SHORT: tuple[Message, ...] = ({"role": "user", "content": "Answer in JSON: what is the word?"},)
QUESTION = Question("the word", lambda _: SHORT, most=2_000, answer=300)
FORMATS = ("json_schema", "json_object by schema", "json_object", "")
LOCAL = {400: "'response_format.type' must be 'json_object'", 422: "no such field", 500: "Internal Server Error"}


class Word(BaseModel):
    word: str


class Words(BaseModel):
    words: list[Word]


def says(word: str) -> Say:
    return Say(json.dumps({"word": word}))


def settings(server: OpenAIServer, *more: str, **changes) -> ModelSettings:
    given = {"api_key": SecretStr(KEY), "api_base": server.base, "backoff": 0.0, "timeout": 20.0} | changes
    return ModelSettings(models=("openai/first", *more), **given)


async def ask(server: OpenAIServer, *more: str, question: Question = QUESTION, schema: type = Word, **changes):
    async with Client(settings(server, *more, **changes)) as client:
        return await client.ask(question, schema)


async def ask_each(client: Client, count: int, question: Question = QUESTION) -> list[object]:
    """One question after the other; what failed is in the list as its error."""
    told: list[object] = []
    for _ in range(count):
        try:
            told.append((await client.ask(question, Word)).value.word)
        except ModelFailed as error:
            told.append(error)
    return told


async def test_an_answer_comes_with_its_tokens_and_its_model(serve):
    server = await serve(lambda _: says("kernel"), key=KEY)
    answer = await ask(server)
    assert answer.value == Word(word="kernel")
    assert answer.model == "openai/first"
    assert (answer.usage.llm_calls, answer.usage.completion_tokens) == (1, 4)
    assert server.asked[0].room == QUESTION.answer


async def test_a_provider_is_asked_for_a_schema_in_which_every_field_is_required(serve):
    server = await serve(lambda _: Say('{"words": [{"word": "kernel"}]}'))
    await ask(server, schema=Words)
    told = server.asked[0].body["response_format"]
    assert told["type"] == "json_schema"
    assert told["json_schema"]["strict"] is True
    schema = told["json_schema"]["schema"]
    assert (schema["required"], schema["additionalProperties"]) == (["words"], False)
    assert schema["$defs"]["Word"]["required"] == ["word"]


@pytest.mark.parametrize("status", [400, 422, 500])
@pytest.mark.parametrize("modes", [1, 2, 3])
async def test_what_form_of_answer_a_provider_takes_is_learnt_once(serve, status, modes):
    *refused, taken = FORMATS[: modes + 1]
    server = await serve(lambda asked: Fail(status, LOCAL[status]) if asked.format in refused else says("kernel"))
    async with Client(settings(server)) as client:
        assert await ask_each(client, 3) == ["kernel"] * 3
    # litellm itself tries once more after a 422.
    formats = [form for form, _ in groupby(asked.format for asked in server.asked)]
    assert formats == [*refused, taken]
    assert [asked.format for asked in server.asked][-3:] == [taken] * 3


async def test_a_server_that_takes_a_schema_beside_the_format_gets_the_same_one(serve):
    """As llama.cpp's server does: for a format that it does not know it fails with 500."""
    server = await serve(lambda asked: Fail(500) if asked.format == "json_schema" else says("kernel"))
    await ask(server)
    first, second = (asked.body["response_format"] for asked in server.asked)
    assert second == {"type": "json_object", "schema": first["json_schema"]["schema"]}


async def test_what_fields_may_hold_is_told_to_servers_that_take_a_schema_beside_the_format_alone(serve):
    server = await serve(lambda asked: Fail(500) if asked.format == "json_schema" else Say('{"words": []}'))
    chosen = replace(QUESTION, choices={"word": ("kernel", None), "words": (1, 2)})
    await ask(server, question=chosen, schema=Words)
    first, second = (asked.body["response_format"] for asked in server.asked)
    assert "enum" not in str(first)
    assert second["schema"]["$defs"]["Word"]["properties"]["word"] == {"enum": ["kernel", None]}
    assert second["schema"]["properties"]["words"] == {"type": "array", "items": {"enum": [1, 2]}, "maxItems": 2}


async def test_questions_that_are_asked_side_by_side_learn_it_once_as_well(serve):
    server = await serve(lambda asked: Fail(500, "no") if asked.format == "json_schema" else says("kernel"))
    async with Client(settings(server)) as client:
        await asyncio.gather(*(client.ask(QUESTION, Word) for _ in range(6)))
    assert len(server.asked) == 7


async def test_a_server_that_fails_in_every_form_is_not_asked_for_each_again_and_again(serve):
    server = await serve(lambda _: Fail(500))
    with pytest.raises(ModelFailed, match="provider failed"):
        await ask(server)
    assert len(server.asked) <= 4


@pytest.mark.parametrize(
    "text",
    [
        '<think>maybe {"word": "wrong"}?</think>\n```json\n{"word": "kernel"}\n```\nDone.',
        'the word may be {"word": 1} </think> {"word": "kernel"}',
        '<think>\nIt is not said. {"word": "kernel"}',
        'Sure! {not json} Here it is: {"word": "kernel"} (as asked)',
        '{"thought": "none"} {"word": "kernel"}',
        '\ufeff  {"word": "kernel", "more": [1, 2]}',
        '```\n{"word": "kernel",}\n```',
        '{"word": "kernel", "more": [1, 2,], }',
        'The form was {"word": "x"}, so: {"word": "kernel", "because": "it was asked for"}',
    ],
)
async def test_json_is_found_among_thoughts_fences_talk_and_stray_commas(serve, text):
    server = await serve(lambda _: Say(text))
    assert (await ask(server)).value.word == "kernel"


@pytest.mark.parametrize(
    "wrong",
    [
        Say('{"word": "ker', finish="length"),
        Say(""),
        Say(None),
        Say("", choices=0),
        Say("I would rather talk about something else."),
        Say('{"words": ["kernel"]}'),
        Say("<think>it is"),
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


async def test_of_an_answer_that_was_cut_off_the_whole_entries_are_taken(serve):
    server = await serve(lambda _: Say('{"words": [{"word": "a"}, {"word": "b}]"}, {"word": "c', finish="length"))
    assert [one.word for one in (await ask(server, schema=Words)).value.words] == ["a", "b}]"]
    assert len(server.asked) == 1


async def test_after_an_answer_that_was_cut_off_without_a_whole_entry_a_shorter_one_is_asked_for(serve):
    server = await serve(
        lambda asked: says("kernel") if "shorter" in asked.task else Say('{"word": "ker', finish="length")
    )
    assert (await ask(server)).value.word == "kernel"
    assert [len(asked.body["messages"]) for asked in server.asked] == [1, 2]


@pytest.mark.parametrize(
    "thought", [Say("<think>long " * 9, finish="length"), Say("", finish="length", thoughts=300), Say("", "length")]
)
async def test_a_model_that_thinks_gets_room_for_its_thoughts_from_then_on(serve, thought):
    server = await serve(lambda asked: says("kernel") if asked.room > 1_000 else thought)
    async with Client(settings(server)) as client:
        assert await ask_each(client, 2) == ["kernel"] * 2
    assert len(server.asked) == 3


@pytest.mark.parametrize("wrong", [Say("", finish="content_filter"), Say(None, refusal="I cannot do that.")])
async def test_what_a_filter_withholds_or_a_model_declines_is_not_asked_twice(serve, wrong):
    server = await serve(lambda asked: wrong)
    with pytest.raises(ModelFailed, match=r"withheld|declined"):
        await ask(server)
    assert len(server.asked) == 1


async def test_a_question_that_was_declined_says_nothing_about_the_next_one(serve):
    server = await serve(lambda asked: Say(None, refusal="No.") if asked.turn < 5 else says("kernel"))
    async with Client(settings(server)) as client:
        assert (await ask_each(client, 6))[-1] == "kernel"


@pytest.mark.parametrize("status", [401, 402, 403, 404])
async def test_a_wrong_key_or_name_is_known_after_one_call(serve, status):
    server = await serve(lambda _: Fail(status))
    async with Client(settings(server)) as client:
        for _ in range(3):
            with pytest.raises(ModelFailed, match=f"HTTP {status}"):
                await client.ask(QUESTION, Word)
    assert len(server.asked) == 1


async def test_an_account_without_credit_is_not_waited_for(serve):
    server = await serve(lambda _: Fail(429, "You exceeded your current quota, please check your plan and billing"))
    with pytest.raises(ModelFailed, match="no credit"):
        await ask(server)
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
    server = await serve(lambda asked: says("kernel") if not asked.turn else Fail(400))
    async with Client(settings(server)) as client:
        told = await ask_each(client, 8)
    assert [isinstance(one, ModelFailed) for one in told] == [False] + [True] * 7
    assert len(server.asked) == 4


@pytest.mark.parametrize("silence", [Fail(503), Fail(502), Hang()])
async def test_a_model_that_never_answered_costs_one_question(serve, silence):
    server = await serve(lambda _: silence)
    async with Client(settings(server, timeout=0.2)) as client:
        began = time.monotonic()
        told = await asyncio.gather(*(client.ask(QUESTION, Word) for _ in range(10)), return_exceptions=True)
    assert all(isinstance(one, ModelFailed) for one in told)
    assert len(server.asked) <= 3
    assert time.monotonic() - began < 5


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


def dated(seconds: float) -> str:
    from email.utils import formatdate

    return formatdate(time.time() + seconds, usegmt=True)


@pytest.mark.parametrize("header", ["0.4", None])
@pytest.mark.parametrize("status", [429, 503])
async def test_the_provider_s_own_waiting_time_is_kept(serve, header, status):
    wait = header or dated(1.5)
    moments: list[float] = []

    def script(asked: Ask) -> Say | Fail:
        moments.append(time.monotonic())
        return says("kernel") if asked.turn else Fail(status, headers={"Retry-After": wait})

    await ask(await serve(script))
    assert moments[1] - moments[0] >= 0.35


async def test_while_one_call_waits_for_a_limit_the_others_wait_with_it(serve):
    moments: list[float] = []

    def script(asked: Ask) -> Say | Fail | Slow:
        moments.append(time.monotonic())
        if asked.turn == 1:
            return Fail(429, headers={"Retry-After": "0.6"})
        return Slow(says("kernel"), 0.2) if asked.turn == 2 else says("kernel")

    async with Client(settings(await serve(script), concurrency=2)) as client:
        await client.ask(QUESTION, Word)
        await asyncio.gather(*(client.ask(QUESTION, Word) for _ in range(4)))
    assert len(moments) == 6
    assert min(moments[3:]) - moments[1] >= 0.55


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


def long_prompt(most: int) -> tuple[Message, ...]:
    return ({"role": "user", "content": "JSON " + "word " * (most - 60)},)


LONG = Question("a long one", long_prompt, most=8_000, answer=500)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "This model's maximum context length is 3000 tokens. However, you requested 8500 tokens."),
        (400, "Requested tokens (8500) exceed context window of 3000"),
        (500, "the request exceeds the available context size (3000 tokens), try increasing it: n_ctx 3000"),
        (413, "Request too large for model: please reduce the length of the messages"),
        (400, "prompt is too long: 8500 tokens > 3000 maximum"),
    ],
)
async def test_a_prompt_that_is_too_long_is_made_shorter_and_the_next_ones_fit_at_once(serve, status, message):
    def script(asked: Ask) -> Say | Fail:
        return Fail(status, message) if asked.prompt.count("word") + asked.room > 3_000 else says("kernel")

    server = await serve(script)
    async with Client(settings(server)) as client:
        assert await ask_each(client, 2, LONG) == ["kernel"] * 2
        needed = len(server.asked)
    assert needed <= 5
    assert not server.asked[-1].prompt.count("word") < 800, "no shorter than needed"


async def test_a_server_that_gives_an_answer_only_what_the_prompt_leaves_is_given_shorter_prompts(serve):
    """llama.cpp's server: a prompt that just fits leaves four tokens, and the answer ends with the first bracket."""
    server = await serve(lambda asked: says("kernel") if asked.prompt.count("word") < 7_600 else Say("{", "length"))
    server.count = lambda text: len(text.split())
    async with Client(settings(server)) as client:
        assert await ask_each(client, 3, LONG) == ["kernel"] * 3
    assert len(server.asked) == 4


async def test_a_window_that_holds_no_prompt_at_all_fails_without_many_calls(serve):
    server = await serve(lambda _: Fail(400, "This model's maximum context length is 512 tokens."))
    async with Client(settings(server)) as client:
        told = await ask_each(client, 5, LONG)
    assert ["too long" in str(one) for one in told] == [True] * 5
    assert len(server.asked) == 1


async def test_a_window_that_litellm_knows_needs_no_refusal(serve):
    server = await serve(lambda _: says("kernel"))
    whole = replace(LONG, most=20_000)
    async with Client(ModelSettings(models=("openai/gpt-4",), api_key=SecretStr(KEY), api_base=server.base)) as client:
        await client.ask(whole, Word)
    assert server.asked[0].prompt.count("word") < 8_192


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


@pytest.mark.parametrize("most", [1, 4])
async def test_no_more_than_the_allowed_calls_run_at_once(serve, most):
    server = await serve(lambda _: Slow(says("kernel"), 0.05))
    async with Client(settings(server, concurrency=most)) as client:
        await asyncio.gather(*(client.ask(QUESTION, Word) for _ in range(12)))
    assert server.most_at_once == most


def test_litellm_is_not_imported_before_the_first_call():
    late = ("litellm", "openai", "httpx", "jinja2", "babel")
    code = f"import sys, digest.llm, digest.writing; print([m for m in {late} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


SILENT = """
import asyncio, socket, sys, warnings
warnings.simplefilter("error")
whom = []
real = socket.getaddrinfo
def asked(host, *more, **named):
    whom.append(host)
    return real(host, *more, **named)
socket.getaddrinfo = asked
from pydantic import BaseModel
from digest.llm import Client, ModelSettings, Question
class Word(BaseModel):
    word: str
async def main(base):
    question = Question("q", lambda _: ({"role": "user", "content": "JSON?"},), most=100, answer=50)
    async with Client(ModelSettings(models=("openai/first",), api_key="sk-x", api_base=base)) as client:
        print((await client.ask(question, Word)).value.word)
asyncio.run(main(sys.argv[1]))
print(sorted({str(one) for one in whom} - {"127.0.0.1"}))
"""


async def test_nobody_but_the_provider_is_spoken_to_and_no_session_stays_open(serve):
    server = await serve(lambda _: says("kernel"))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-X", "dev", "-W", "ignore:Items? :UserWarning", "-c", SILENT, server.base,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    out, err = await process.communicate()
    assert out.decode().split("\n")[:2] == ["kernel", "[]"], err.decode()
    assert "nclosed" not in err.decode()


def test_a_script_can_see_what_was_asked():
    asked = Ask(
        0, KEY, {"model": "first", "messages": [{"role": "system", "content": "a"}, {"role": "user", "content": "b"}]}
    )
    assert (asked.model, asked.prompt, asked.task, asked.format) == ("first", "a\nb", "b", "")


async def test_a_run_that_ends_leaves_the_sessions_of_another_that_is_still_asking(serve):
    import litellm

    server = await serve(lambda _: says("yes"))
    async with Client(settings(server)) as longer:
        await longer.ask(QUESTION, Word)
        kept = dict(litellm.in_memory_llm_clients_cache.cache_dict)
        assert kept
        assert (await ask(server)).value.word == "yes"
        assert litellm.in_memory_llm_clients_cache.cache_dict.items() >= kept.items()
    assert not litellm.in_memory_llm_clients_cache.cache_dict
