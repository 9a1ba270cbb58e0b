"""Secrets: found by their ARN, found again when they were rotated, and nowhere to be seen."""

from __future__ import annotations

import json
from pathlib import Path

from tests.aws.conftest import DAY, SCHEDULED, Functions, kept_parameter, kept_secret, objects, rotate
from tests.aws.test_unfinished import invoke
from tests.cli.conftest import tree
from tests.cli.test_model import is_dead, writes_a_summary
from tests.github_stub import GitHub
from tests.keys import pair

OLD, NEW = "ghs_theOldTokenThatIsHidden", "ghs_theNewTokenThatIsHidden"
PUBLISHES = "ghs_thePublishingTokenThatIsHidden"
KEY, OTHER = "sk-theOldKeyThatIsHidden", "sk-theNewKeyThatIsHidden"


async def test_rotated_secrets_are_found_by_the_call_that_is_refused_and_none_is_ever_seen(
    functions: Functions, serve, github: GitHub, tmp_path: Path
):
    github.token = OLD
    server = await serve(is_dead, KEY)
    token, key = kept_secret(json.dumps({"token": OLD, "user": "bot"})), kept_secret(KEY)
    function = functions(
        VLLM_DIGEST_GITHUB_TOKEN="",
        VLLM_DIGEST_GITHUB_TOKEN_ARN=f"{token}#token",
        VLLM_DIGEST_PUBLISH_TOKEN_ARN=kept_parameter(PUBLISHES),
        VLLM_DIGEST_API_KEY_ARN=key,
        VLLM_DIGEST_LANGUAGE="zh-CN",
        VLLM_DIGEST_MODEL="openai/any",
        VLLM_DIGEST_API_BASE=server.base,
    )
    answers = [await invoke(function)]
    assert [part["stage"] for part in answers[0].value["degraded"]] == ["writing"]
    assert {ask.key for ask in server.asked} == {KEY}

    github.token, server.key, server.script = NEW, OTHER, writes_a_summary
    rotate(token, json.dumps({"token": NEW, "user": "bot"}))
    rotate(key, OTHER)
    asked = len(github.calls)
    answers.append(await invoke(function, {**SCHEDULED, "refresh": True}))
    assert answers[1].value["degraded"] == [], "the token that was kept was refused, and the new one read at once"
    assert [line for line in function.log if line["message"].startswith("a secret is another one by now")]
    assert [call.status for call in github.calls[asked : asked + 2]] == [401, 200]

    github.token = "ghs_another"
    answers.append(await invoke(function, {"date": DAY, "refresh": True, "verbose": True}))
    assert answers[2].error.startswith("Unauthorized: ")
    answers.append(await invoke(function, {"date": DAY, "api-key": f"{OTHER} and more"}))
    assert answers[3].error.startswith("SettingsError: event: api-key: white space stands inside")
    seen = b"".join([*tree(tmp_path).values(), *objects().values(), repr(answers).encode()])
    assert function.output.read_bytes() in seen
    assert b"Traceback" in seen, "as --verbose asks for"
    for secret in (OLD, NEW, PUBLISHES, KEY, OTHER):
        assert secret.encode() not in seen


async def test_a_function_reads_as_an_app_whose_key_is_in_a_secret_and_shows_neither_key_nor_token(
    functions: Functions, github: GitHub, tmp_path: Path
):
    app = github.apps.register("12345", pair().public)
    github.apps.install(app, "example-org", ["vllm-sample"])
    github.token = None
    function = functions(
        VLLM_DIGEST_GITHUB_TOKEN="",
        VLLM_DIGEST_APP_ID="12345",
        VLLM_DIGEST_APP_PRIVATE_KEY_ARN=kept_parameter(pair().private),
    )
    answer = await invoke(function, {**SCHEDULED, "verbose": True})
    assert answer.value["degraded"] == []
    assert github.rest.minted() == 1
    seen = b"".join([*tree(tmp_path).values(), *objects().values(), repr(answer).encode()])
    assert function.output.read_bytes() in seen
    for secret in (*pair().traces(), *(one.text for one in github.apps.given), "PRIVATE KEY", "eyJ"):
        assert secret.encode() not in seen
