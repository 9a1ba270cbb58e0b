"""Which models to ask, with how much patience, and what that may cost."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, SecretStr


class ModelSettings(BaseModel):
    """``models`` are litellm's names, in the order in which they are tried.

    ``api_key`` and ``api_base`` are for the first model only; the others, and the first without them, find
    theirs in litellm's own environment variables (https://docs.litellm.ai/docs/providers). ``timeout`` is for
    one call, in seconds, ``backoff`` the wait before the first retry where the provider names none.

    ``max_cost`` is in US dollars and never passed; a model whose price is not known is not asked under it. The
    other three limits hold for all calls of one language together, retries and repairs included.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    models: tuple[str, ...] = Field(min_length=1)
    api_key: SecretStr | None = None
    api_base: str | None = None
    timeout: float = Field(default=180, gt=0)
    concurrency: int = Field(default=4, ge=1)
    backoff: float = Field(default=1.0, ge=0)
    max_cost: float | None = Field(default=None, ge=0)
    max_calls: int = Field(default=25, ge=0)
    max_prompt_tokens: int = Field(default=70_000, ge=0)
    max_completion_tokens: int = Field(default=12_000, ge=0)
    """Of the answers themselves. What a model thinks before them is counted in the usage and the cost alone."""
