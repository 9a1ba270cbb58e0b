"""The last fence before a log."""

from __future__ import annotations

import pytest

from handler.secrecy import masked, secrets
from tests.keys import pair

HELD = {
    "a token": ({"GITHUB_TOKEN": "ghp_secret1"}, "ghp_secret1"),
    "a token with a line end behind it": ({"GITHUB_TOKEN": "ghp_secret1\n"}, "ghp_secret1"),
    "one of several tokens": ({"VLLM_DIGEST_GITHUB_TOKENS": "ghp_first1\n ghp_secret1 "}, "ghp_secret1"),
    "a line of a key": ({"VLLM_DIGEST_APP_PRIVATE_KEY": pair().private}, pair().traces()[5]),
    "a line of a key in one line": (
        {"VLLM_DIGEST_APP_PRIVATE_KEY": pair().private.replace("\n", "\\n")},
        pair().traces()[5],
    ),
}


NAMES = """
    GITHUB_TOKEN VLLM_DIGEST_API_KEY OPENAI_API_KEY WATSONX_APIKEY AWS_SECRET_ACCESS_KEY AZURE_CLIENT_SECRET
    AWS_BEARER_TOKEN_BEDROCK LITELLM_MASTER_KEY DATABASE_PASSWORD PGPASSWD SECRET_VALUE api-key
"""


@pytest.mark.parametrize("name", NAMES.split())
def test_names_of_secrets_are_known(name: str):
    assert secrets({name: "sk-4711"}) == ("sk-4711",)


@pytest.mark.parametrize("value", ["Ab3dEf6hIj9lMn2pQr5t", '{"client_secret": "s"}'])
@pytest.mark.parametrize("name", ["SOME_KEY", "GOOGLE_APPLICATION_CREDENTIALS", "VERTEXAI_CREDENTIALS_JSON"])
def test_what_looks_like_a_secret_is_one_under_a_name_that_tells_nothing(name: str, value: str):
    assert secrets({name: value}) == (value,)


ORDINARY = {
    "CACHE_KEY": "issues",
    "PRIMARY_KEY": "opened_at",
    "PARTITION_KEY": "vllm-project/vllm",
    "GOOGLE_APPLICATION_CREDENTIALS": "/home/runner/work/Key-0815-of-2026.json",
    "GITHUB_TOKEN": "opened",
    "DATABASE_PASSWORD": "Postgres",
    "VLLM_DIGEST_API_KEY": "none",
    "VLLM_DIGEST_GITHUB_TOKEN_ARN": "arn:aws:ssm:eu-central-1:123456789012:parameter/github",
    "VLLM_DIGEST_PUBLISH": "s3://digest/reports",
}


@pytest.mark.parametrize(("name", "value"), ORDINARY.items())
def test_ordinary_words_are_told_whatever_variable_holds_them(name: str, value: str):
    assert secrets({name: value}) == ()


@pytest.mark.parametrize(("environ", "secret"), HELD.values(), ids=HELD.keys())
def test_what_the_environment_holds_is_masked_in_whole_and_in_part(environ: dict[str, str], secret: str):
    assert masked(f"error: {secret} was refused", secrets(environ)) == "error: ******** was refused"


def test_what_stands_around_every_key_is_no_secret():
    told = "a key begins with -----BEGIN RSA PRIVATE KEY-----"
    assert masked(told, secrets({"VLLM_DIGEST_APP_PRIVATE_KEY": pair().private})) == told
