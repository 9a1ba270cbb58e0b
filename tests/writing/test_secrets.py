"""A key in a log, of any common shape, never reaches a prompt."""

from __future__ import annotations

import pytest

from digest.model import Comment
from tests.claims.window import ADA, SNAPSHOT, comment
from tests.writing.model import truth, written

SHAPES = {
    "github": ("ghp_0123456789abcdefghijABCDEFGHIJ012345", "{}"),
    "github app": ("ghs_0123456789abcdefghijABCDEFGHIJ012345", "token {}"),
    "github app, as of 2026": ("ghs_12345_eyJhbGciOiJSUzI1NiJ9.eyJqdGkiOjF9.c2ln-bmF0dXJl", "token {}"),
    "fine-grained": ("github_pat_11ABCDEFG0123456789_abcdefghijklmnop", "{}"),
    "openai": ("sk-proj-abcdefghijklmnopqrstuvwx", "OPENAI_API_KEY={}"),
    "anthropic": ("sk-ant-api03-abcdefghijklmnop", "key is {}"),
    "hugging face": ("hf_abcdefghijklmnopqrstuvwx", "export HF_TOKEN={}"),
    "hugging face, cut": ("hf_abcdefghijklmnop", "HF_TOKEN={}"),
    "aws id": ("AKIAIOSFODNN7EXAMPLE", "{}"),
    "aws secret": ("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "aws_secret_access_key = {}"),
    "aws secret in json": ("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", '"SecretAccessKey": "{}"'),
    "google": ("AIzaSyA0123456789abcdefghijklmnopqrstuv", "?key={}"),
    "slack": ("xoxb-123456789012-abcdefghijkl", "{}"),
    "gitlab": ("glpat-abcdefghij0123456789", "{}"),
    "npm": ("npm_abcdefghijklmnopqrstuvwxyz0123456789", "//registry:_authToken={}"),
    "jwt": ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", "Bearer {}"),
    "bearer": ("abcd1234efgh5678ijkl9012", "Authorization: Bearer {}"),
    "basic": ("dXNlcjpodW50ZXIyaHVudGVyMg==", "Authorization: Basic {}"),
    "url": ("hunter2hunter2", "https://bot:{}@example.org/simple"),
    "password": ("hunter2hunter2", "password: {}"),
    "flag": ("hunter2hunter2hunter2", "vllm serve x --api-key {}"),
    "header": ("0123456789abcdef0123456789abcdef", "api-key: {}"),
    "nvidia": ("nvapi-abcdefghijklmnopqrstuvwxyz0123456789", "{}"),
    "private key": ("MIIEpAIBAAKCAQEA7bq", "-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----"),
}
AROUND = {
    "prose": "It fails when I start it, {} is what I set.",
    "log": "(EngineCore pid=7) INFO 05-04 12:00:00 started\n{}\n(EngineCore pid=7) ERROR 05-04 12:00:01 died",
    "code": "```bash\n{}\nvllm serve x\n```",
}


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("shape", SHAPES)
async def test_a_secret_of_a_common_shape_is_in_no_prompt(serve, shape, around):
    secret, form = SHAPES[shape]
    told = AROUND[around].format(form.format(secret))
    items = [
        one.model_copy(update={"body": f"{one.body}\n\n{told}", "comments": (*one.comments, said(told))})
        for one in SNAPSHOT.items
    ]
    server = await serve(truth)
    await written(server, snapshot=SNAPSHOT.model_copy(update={"items": tuple(items)}))
    assert server.asked
    assert not [ask.task for ask in server.asked if secret in ask.prompt]


def said(text: str) -> Comment:
    return comment("C_9", ADA, 10, text)
