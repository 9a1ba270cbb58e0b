"""What of a text reaches a model: its author's words, without dumps and secrets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.masking import MASK, masked
from digest.writing.excerpt import LEFT_OUT, cut, excerpt, line

SECRETS = [
    "ghp_0123456789abcdefghijABCDEFGHIJ012345",
    "github_pat_11ABCDEFG0123456789_abcdefghijklmnop",
    "sk-proj-abcdefghijklmnopqrstuvwx",
    "sk-ant-api03-abcdefghijklmnop",
    "AKIAIOSFODNN7EXAMPLE",
    "hf_abcdefghijklmnopqrstuvwx",
    "xoxb-123456789012-abcdefghijkl",
    "AIzaSyA0123456789abcdefghijklmnopqrstuv",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nabc\n-----END RSA PRIVATE KEY-----",
]


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("around", ["{}", "export KEY={} # mine", '{{"k": "{}"}}', "用 {} 登录"])
def test_a_secret_of_a_common_shape_is_masked(secret, around):
    text = masked(around.format(secret))
    assert secret not in text
    assert MASK in text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("HF_TOKEN=abcd1234efgh5678", "abcd1234efgh5678"),
        ('"api_key": "abcd1234efgh5678"', "abcd1234efgh5678"),
        ("Authorization: Bearer abcd1234efgh5678ijkl", "abcd1234efgh5678ijkl"),
        ("curl -H 'authorization: bearer abcd1234efgh5678ijkl'", "abcd1234efgh5678ijkl"),
        ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", "wJalrXUtnFEMI/K7MDENG"),
        ("https://bot:hunter2hunter2@example.org/x", "hunter2hunter2"),
    ],
)
def test_a_secret_is_known_by_its_name(text, secret):
    assert secret not in masked(text)


@pytest.mark.parametrize(
    "text", ["max_num_batched_tokens=8192", "tokens per second: 5,090", "the token ids are padded", "sk-learn"]
)
def test_what_is_no_secret_stays(text):
    assert masked(text) == text


def test_code_stays_where_it_is_short_and_goes_where_it_is_a_log():
    log = "```\n" + "line\n" * 50 + "```"
    assert excerpt("Run:\n```\nA=1 serve x\n```\nor\n" + log, 500) == f"Run:\n```\nA=1 serve x\n```\nor\n{LEFT_OUT}"


def test_log_lines_without_a_fence_go_too():
    told = excerpt("It fails:\n" + "INFO 05-04 12:00:00 engine.py:1] step\n" * 30 + "after a minute.", 500)
    assert told == f"It fails:\n{LEFT_OUT}\nafter a minute."


def test_what_is_quoted_of_others_goes():
    assert excerpt("> they said this\n> and that\n\nNo.", 100) == "No."


def test_a_long_text_ends_at_a_sentence():
    assert cut("One sentence here. Another sentence that is long.", 30) == f"One sentence here. {LEFT_OUT}"
    assert cut("第一句话。第二句话很长很长很长。", 8) == f"第一句话。 {LEFT_OUT}"


@given(st.text(max_size=400), st.integers(min_value=10, max_value=100))
def test_no_text_is_too_strange_or_gets_longer_than_its_limit(text, limit):
    assert len(excerpt(text, limit)) <= limit + len(LEFT_OUT) + 1
    assert "\n" not in line(text)
