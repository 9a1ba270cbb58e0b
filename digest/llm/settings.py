"""Which models to ask, and with how much patience."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, SecretStr


class ModelSettings(BaseModel):
    """``models`` are litellm's names, in the order in which they are tried.

    ``api_key`` and ``api_base`` are for the first model only; the others, and the first without them, find
    theirs in litellm's own environment variables (https://docs.litellm.ai/docs/providers). ``timeout`` is for
    one call, in seconds, ``backoff`` the wait before the first retry where the provider names none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    models: tuple[str, ...] = Field(min_length=1)
    api_key: SecretStr | None = None
    api_base: str | None = None
    timeout: float = Field(default=180, gt=0)
    concurrency: int = Field(default=4, ge=1)
    backoff: float = Field(default=1.0, ge=0)
