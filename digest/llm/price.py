"""What a model costs and can hold, by the tables that came with litellm: nothing is fetched."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from digest.llm.provider import load

UNDERCOUNT = 1.1
"""A prompt may be this much longer than it was counted."""


@dataclass(frozen=True)
class Known:
    """US dollars for a token, None where they are not known; the longest prompt; whether it thinks first."""

    prompt: float | None = None
    completion: float | None = None
    window: int | None = None
    thinks: bool = False

    def cost(self, prompt: int, completion: int) -> float | None:
        """What such a call costs at the most."""
        if self.prompt is None or self.completion is None:
            return None
        return self.prompt * prompt * UNDERCOUNT + self.completion * completion


async def known(model: str) -> Known:
    """What is known of a model. Loads litellm."""
    litellm = await asyncio.to_thread(load)
    try:
        told = litellm.get_model_info(model)
    except Exception:
        # It raises many kinds of error for a model that it does not know.
        return Known()
    prompt, completion = told.get("input_cost_per_token"), told.get("output_cost_per_token")
    return Known(
        prompt=None if prompt is None else float(prompt),
        completion=None if completion is None else float(completion),
        window=told.get("max_input_tokens"),
        thinks=bool(told.get("supports_reasoning")),
    )
