"""What is known of a model before anybody is asked: whether its provider is one, and whether it has a key."""

from __future__ import annotations

import os

import pytest
from pydantic import SecretStr

from digest.model import RepositoryName
from digest.settings.models import faults
from digest.settings.values import Settings


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No key of anybody."""
    for name in os.environ:
        if name.endswith(("_API_KEY", "_TOKEN", "_API_BASE")):
            monkeypatch.delenv(name)
    return monkeypatch


def told(*models: str, key: str | None = None, base: str | None = None, no_llm: bool = False) -> dict[str, str]:
    asked = Settings(
        repository=RepositoryName(owner="acme", name="rocket"),
        models=models,
        api_key=SecretStr(key) if key else None,
        api_base=base,
        no_llm=no_llm,
    )
    return {model: str(fault) for model, fault in faults(asked).items()}


@pytest.mark.parametrize(
    ("model", "variable"),
    [
        ("openai/gpt-5", "OPENAI_API_KEY"),
        ("gpt-4o", "OPENAI_API_KEY"),
        ("anthropic/claude-sonnet-4-5", "ANTHROPIC_API_KEY"),
        ("deepseek/deepseek-chat", "DEEPSEEK_API_KEY"),
        ("gemini/gemini-2.5-pro", "GOOGLE_API_KEY or GEMINI_API_KEY"),
    ],
)
def test_a_missing_key_is_told_with_the_variable_that_it_is_wanted_in(model: str, variable: str):
    assert told(model) == {model: f"--model: there is no key for {model}; set {variable}, or --api-key"}


def test_a_key_in_its_variable_or_in_the_settings_is_a_key(bare: pytest.MonkeyPatch):
    assert told("openai/gpt-5", key="sk-x") == {}
    bare.setenv("OPENAI_API_KEY", "sk-x")
    assert told("openai/gpt-5") == {}


@pytest.mark.parametrize(
    ("model", "variable"),
    [
        ("anthropic/claude-sonnet-4-5", "ANTHROPIC_AUTH_TOKEN"),
        ("gemini/gemini-2.5-pro", "GEMINI_API_KEY"),
        ("together_ai/x", "TOGETHER_API_KEY"),
        ("perplexity/sonar", "PERPLEXITY_API_KEY"),
        ("huggingface/x", "HF_TOKEN"),
        ("replicate/x", "REPLICATE_API_TOKEN"),
        ("volcengine/x", "ARK_API_KEY"),
    ],
)
def test_another_name_of_the_variable_does_as_well(bare: pytest.MonkeyPatch, model: str, variable: str):
    assert list(told(model)) == [model]
    bare.setenv(variable, "x")
    assert told(model) == {}


def test_key_and_address_are_those_of_the_first_model_alone():
    second = "--model: there is no key for openai/gpt-5; set OPENAI_API_KEY"
    assert told("anthropic/x", "openai/gpt-5", key="x") == {"openai/gpt-5": second}


@pytest.mark.parametrize(
    "model",
    ["ollama/qwen3:32b", "hosted_vllm/x", "bedrock/x", "sagemaker/x", "vertex_ai/x", "azure/x", "github_copilot/gpt-4"],
)
def test_who_may_need_no_key_or_is_known_by_a_role_is_not_doubted(model: str):
    assert told(model) == {}


def test_a_server_of_ones_own_may_need_no_key_but_the_client_of_openai_wants_one():
    assert told("deepseek/x", base="http://127.0.0.1:9") == {}
    assert list(told("openai/x", base="http://127.0.0.1:9")) == ["openai/x"]


@pytest.mark.parametrize(
    ("model", "hint"),
    [
        ("gpt", "write PROVIDER/MODEL, like openai/gpt-5"),
        ("opnai/gpt-5", "did you mean openai/gpt-5?"),
        ("xyzzy/a/b", "write PROVIDER/MODEL, like openai/gpt-5"),
    ],
)
def test_a_provider_that_nobody_knows_is_told(model: str, hint: str):
    where = "(https://docs.litellm.ai/docs/providers)"
    assert told(model) == {model: f"--model: the provider of {model!r} is not known; {hint} {where}"}


def test_a_provider_without_a_model_is_told():
    assert told("openai/")["openai/"].startswith("--model: 'openai/' names a provider and no model; write ")


def test_models_that_nobody_will_ask_are_not_looked_at():
    assert told("gpt", no_llm=True) == {}
    assert told() == {}
