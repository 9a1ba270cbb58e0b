"""The count of tokens, against the tokenizers whose files come with litellm."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.llm import tokens
from digest.llm.provider import load
from digest.templating import folder

SNAPSHOT = json.loads((folder() / "sample" / "snapshot.json").read_bytes())
ITEMS = SNAPSHOT["items"]
TEXTS = {
    "titles": "\n".join(item["title"] for item in ITEMS),
    "bodies": "\n".join(item.get("body", "") for item in ITEMS),
    "comments": "\n".join(one.get("body", "") for item in ITEMS for one in item.get("comments", [])),
    "chinese": "作者拟在缺少该库时退回较慢的路径，并打印一行警告；评审要求补充两种批量下的实测数据。" * 20,
    "environment": "\n".join(f"[pip3] nvidia-cuda-runtime-cu12=={n}.4.127 0x7f3a{n:04x}" for n in range(200)),
    "code": Path(tokens.__file__).read_text(encoding="utf-8"),
}


@pytest.fixture(scope="module")
def tokenizers() -> dict[str, Callable[[str], int]]:
    files = Path(str(load().__file__)).parent / "litellm_core_utils" / "tokenizers"
    os.environ.setdefault("TIKTOKEN_CACHE_DIR", str(files))
    import tiktoken
    from tokenizers import Tokenizer

    gpt4, gpt4o = (tiktoken.get_encoding(name) for name in ("cl100k_base", "o200k_base"))
    claude, deepseek = (
        Tokenizer.from_file(str(files / f"{name}_tokenizer.json")) for name in ("anthropic", "deepseek")
    )
    return {
        "cl100k": lambda text: len(gpt4.encode(text, disallowed_special=())),
        "o200k": lambda text: len(gpt4o.encode(text, disallowed_special=())),
        "anthropic": lambda text: len(claude.encode(text).ids),
        "deepseek": lambda text: len(deepseek.encode(text).ids),
    }


@pytest.mark.parametrize("kind", TEXTS)
def test_it_is_never_much_under_what_a_tokenizer_counts(kind, tokenizers):
    mine = tokens.count(TEXTS[kind])
    theirs = {name: count(TEXTS[kind]) for name, count in tokenizers.items()}
    assert mine >= 0.97 * max(theirs.values()), (mine, theirs)
    assert mine <= 2.1 * min(theirs.values()), (mine, theirs)


@given(st.text(max_size=200), st.integers(min_value=1, max_value=60))
def test_the_head_of_a_text_has_no_more_tokens_than_asked_for(text, most):
    assert tokens.count(text[: tokens.head(text, most)]) <= most


@given(st.text(max_size=100), st.text(max_size=100))
def test_more_text_is_never_fewer_tokens(one, more):
    assert tokens.count(one) <= tokens.count(one + more) + 1


def test_no_text_is_no_tokens():
    assert tokens.count("") == 0
    assert tokens.head("", 5) == 0
