"""The only place that touches litellm: loads it on the first call, quietly, and speaks of its errors in our words."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import ModuleType

from pydantic import SecretStr

from digest.llm.question import Message
from digest.llm.refusal import Fault, Refusal
from digest.model import Usage

CONNECT = 15.0
"""Seconds to wait for a connection: a provider that is not there is known sooner than one that thinks."""

# Prices, tokenizers and notices come from the package, not from the network, and litellm's log stays silent: its
# messages quote the provider's, which may quote the key. https://docs.litellm.ai/docs/proxy/config_settings
_ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_LOCAL_BLOG_POSTS": "True",
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_SUPPRESS_STARTUP_OUTPUT": "true",
    # In its development mode litellm reads a `.env` file of the working folder.
    "LITELLM_MODE": "PRODUCTION",
}
_LOGGERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")


@dataclass(frozen=True)
class Reply:
    """A model's answer as it came. ``thoughts`` are the tokens that the provider says it spent on thinking."""

    text: str
    finish: str
    usage: Usage
    thoughts: int = 0
    declined: bool = False


@dataclass(frozen=True)
class Endpoint:
    """A model and how to reach it. Without key and base litellm looks into its environment."""

    model: str
    key: SecretStr | None = None
    base: str | None = None


async def complete(
    endpoint: Endpoint, messages: Sequence[Message], limit: float, options: Mapping[str, object]
) -> Reply:
    """One call, once, within ``limit`` seconds. Raises Refusal, whatever went wrong."""
    litellm = await asyncio.to_thread(load)
    try:
        async with asyncio.timeout(limit):
            response = await litellm.acompletion(**_call(endpoint, messages, limit, options))
    except TimeoutError:
        raise Refusal(Fault.TIMEOUT) from None
    except Exception as error:
        # From None: a chained exception would print the provider's own words, and the request's headers.
        raise _refusal(error) from None
    if response is None:
        # litellm drops the parameters that a 422 complains of, tries once more, and then returns nothing.
        raise Refusal(Fault.REJECTED, 422)
    return _reply(litellm, response)


@dataclass
class _Users:
    """How many runs of this process ask models now. litellm's sessions belong to the process, and so to all of them."""

    count: int = 0


_USERS = _Users()


@asynccontextmanager
async def opened() -> AsyncIterator[None]:
    """For as long as models are asked: the last of all that do so side by side closes litellm's sessions behind it."""
    _USERS.count += 1
    try:
        yield
    finally:
        _USERS.count -= 1
        if not _USERS.count:
            await _close()


async def _close() -> None:
    """Costs nothing where litellm was never loaded."""
    litellm = sys.modules.get("litellm")
    if litellm is not None:
        await litellm.close_litellm_async_clients()
        litellm.in_memory_llm_clients_cache.flush_cache()


def is_loaded() -> bool:
    """Whether nothing is to be waited for."""
    return "litellm" in sys.modules


def load() -> ModuleType:
    """The module, which takes seconds to load the first time."""
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    import litellm

    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.drop_params = True
    return litellm


def _call(
    endpoint: Endpoint, messages: Sequence[Message], limit: float, options: Mapping[str, object]
) -> dict[str, object]:
    import httpx

    call: dict[str, object] = {
        **options,
        "model": endpoint.model,
        "messages": [dict(message) for message in messages],
        "timeout": httpx.Timeout(limit, connect=min(CONNECT, limit)),
        # Retries are ours: litellm's and the openai package's know nothing of the run's deadline.
        "num_retries": 0,
        "max_retries": 0,
    }
    if endpoint.key is not None:
        call["api_key"] = endpoint.key.get_secret_value()
    if endpoint.base is not None:
        call["api_base"] = endpoint.base
    return call


def _reply(litellm: ModuleType, response: object) -> Reply:
    usage = getattr(response, "usage", None)
    spent = Usage(
        llm_calls=1,
        prompt_tokens=getattr(usage, "prompt_tokens", 0) or 0,
        completion_tokens=getattr(usage, "completion_tokens", 0) or 0,
        cost_usd=_cost(litellm, response),
    )
    details = getattr(usage, "completion_tokens_details", None)
    thoughts = getattr(details, "reasoning_tokens", 0) or 0
    for choice in getattr(response, "choices", None) or ():
        said = choice.message.content or ""
        # https://platform.openai.com/docs/guides/structured-outputs#refusals
        declined = not said and bool(getattr(choice.message, "refusal", None))
        return Reply(said, choice.finish_reason or "", spent, thoughts, declined)
    return Reply("", "", spent)


def _cost(litellm: ModuleType, response: object) -> float | None:
    """None where litellm has no price for the model; it raises many kinds of error for that."""
    try:
        return float(litellm.completion_cost(completion_response=response))
    except Exception:
        return None


def _refusal(error: Exception) -> Refusal:
    """By the HTTP status that litellm gives to whatever it raises (https://docs.litellm.ai/docs/exception_mapping)."""
    status = getattr(error, "status_code", None)
    if _is_connection(error):
        return Refusal(Fault.UNREACHABLE)
    if overflow := _overflow(error, status):
        return overflow
    if type(error).__name__ == "ContentPolicyViolationError":
        return Refusal(Fault.FILTERED, status)
    match status:
        case 401 | 403:
            return Refusal(Fault.DENIED, status)
        case 402:
            return Refusal(Fault.QUOTA, status)
        case 404:
            return Refusal(Fault.MISSING, status)
        case 408 | 504:
            return Refusal(Fault.TIMEOUT, status)
        case 429:
            return Refusal(Fault.QUOTA if _NO_CREDIT.search(str(error)) else Fault.LIMITED, status, _retry_after(error))
        case int() if 400 <= status < 500:
            return Refusal(Fault.REJECTED, status)
        case int():
            return Refusal(Fault.UNAVAILABLE, status, _retry_after(error))
    return Refusal(Fault.UNAVAILABLE)


# https://platform.openai.com/docs/guides/error-codes#api-errors: the same status as for a limit that lifts.
_NO_CREDIT = re.compile(r"insufficient_quota|exceeded your current quota|billing", re.IGNORECASE)
# What providers and local servers say of a prompt that their model cannot hold, beside litellm's own class for it.
_TOO_LONG = re.compile(
    r"context[ _](?:length|window|size|limit)|maximum (?:context|prompt|input)|(?:prompt|input) is too long"
    r"|too many (?:input |prompt )?tokens|request too large|reduce the length|n_ctx|max_model_len",
    re.IGNORECASE,
)
_WINDOW = re.compile(
    r"(?:maximum context length (?:is|of)|context (?:window|length|size|limit)(?: is| of)?|max_model_len|n_ctx)"
    r"\D{0,4}(\d{3,7})",
    re.IGNORECASE,
)


def _overflow(error: Exception, status: int | None) -> Refusal | None:
    """For a prompt that is too long, whatever the status that says so."""
    named = type(error).__name__ == "ContextWindowExceededError" or status == 413
    if not named and (status not in (400, 422, 429, 500) or not _TOO_LONG.search(str(error))):
        return None
    told = _WINDOW.search(str(error))
    return Refusal(Fault.OVERFLOW, status, wait=0.0, window=int(told[1]) if told else None)


def _is_connection(error: BaseException | None) -> bool:
    """Some failed connections come from litellm with a status 500; what it raised them from tells more."""
    while error is not None:
        if type(error).__name__ in ("APIConnectionError", "ConnectError", "ClientConnectorError", "ConnectTimeout"):
            return True
        error = error.__cause__ or error.__context__
    return False


def _retry_after(error: Exception) -> float | None:
    """Seconds or an HTTP date: https://www.rfc-editor.org/rfc/rfc9110#name-retry-after."""
    for headers in (
        getattr(getattr(error, "response", None), "headers", None),
        getattr(error, "litellm_response_headers", None),
    ):
        value = headers.get("retry-after") if headers else None
        if value:
            return _seconds(str(value))
    return None


def _seconds(value: str) -> float | None:
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
