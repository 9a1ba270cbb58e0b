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


@pytest.mark.parametrize(("environ", "secret"), HELD.values(), ids=HELD.keys())
def test_what_the_environment_holds_is_masked_in_whole_and_in_part(environ: dict[str, str], secret: str):
    assert masked(f"error: {secret} was refused", secrets(environ)) == "error: ******** was refused"


def test_what_stands_around_every_key_is_no_secret():
    told = "a key begins with -----BEGIN RSA PRIVATE KEY-----"
    assert masked(told, secrets({"VLLM_DIGEST_APP_PRIVATE_KEY": pair().private})) == told
