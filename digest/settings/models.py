"""What can be known of a model without asking it: whether litellm knows its provider, and whether it has a key.

Only what is sure counts as a fault. Cloud providers may know who asks by a role, and a server of one's own may ask
for no key, so there nothing is said. https://docs.litellm.ai/docs/set_keys
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import get_close_matches
from types import ModuleType

from digest.errors import SettingsError
from digest.settings.values import Settings

_SIGN_IN = ("github_copilot", "chatgpt")
"""Providers that litellm signs in to, over the network, as soon as it looks at one of their models."""

_OTHER_NAMES = {
    "ANTHROPIC_API_KEY": "ANTHROPIC_AUTH_TOKEN",
    "COHERE_API_KEY": "CO_API_KEY",
    "HUGGINGFACE_API_KEY": "HF_TOKEN",
    "REPLICATE_API_KEY": "REPLICATE_API_TOKEN",
    "VOLCENGINE_API_KEY": "ARK_API_KEY",
}
"""Variables that do as well, but that litellm's own check does not look at."""


def faults(settings: Settings) -> dict[str, SettingsError]:
    """The models that cannot answer, each with the reason. Loads litellm, which takes seconds; asks nobody."""
    if not settings.uses_model:
        return {}
    from digest.llm import provider

    litellm = provider.load()
    return dict(_faults(litellm, settings))


def _faults(litellm: ModuleType, settings: Settings) -> Iterator[tuple[str, SettingsError]]:
    for number, model in enumerate(settings.models):
        own = number == 0
        told = _unknown(litellm, model) or _keyless(
            litellm, model, has_key=own and settings.api_key is not None, base=settings.api_base if own else None
        )
        if told:
            or_flag = ", or --api-key" if own and told.startswith("there is no key") else ""
            yield model, SettingsError(f"--model: {told}{or_flag}")


def _unknown(litellm: ModuleType, model: str) -> str:
    """Why litellm would not know whom to ask."""
    given, slash, name = model.partition("/")
    known = sorted(str(getattr(one, "value", one)) for one in litellm.provider_list)
    if slash and given in known:
        return "" if name else f"{model!r} names a provider and no model; write PROVIDER/MODEL, like openai/gpt-5"
    if _provider(litellm, model):
        return ""
    near = get_close_matches(given.lower(), known, n=1) if slash else []
    hint = f"did you mean {near[0]}/{name}?" if near else "write PROVIDER/MODEL, like openai/gpt-5"
    return f"the provider of {model!r} is not known; {hint} (https://docs.litellm.ai/docs/providers)"


def _provider(litellm: ModuleType, model: str) -> str:
    try:
        return str(litellm.get_llm_provider(model)[1])
    except Exception:  # litellm's errors for an unknown model are many
        return ""


def _keyless(litellm: ModuleType, model: str, *, has_key: bool, base: str | None) -> str:
    """Which variable the key is missing from."""
    if has_key or model.partition("/")[0] in _SIGN_IN:
        return ""
    missing = litellm.validate_environment(model)["missing_keys"]
    # Other things than keys (a region, an address, AWS's pair) can be known from elsewhere.
    if not missing or not all(name.endswith("_API_KEY") for name in missing):
        return ""
    _, provider, found, _ = litellm.get_llm_provider(model)
    others = (_OTHER_NAMES.get(name, "") for name in missing)
    if found or any(os.environ.get(name) for name in others) or (base and provider != "openai"):
        return ""
    return f"there is no key for {model}; set {' or '.join(missing)}"
