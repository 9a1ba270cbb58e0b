"""From facts to a narrative: claims that a model writes and code checks."""

from digest.writing.narrative import DroppedClaim, Estimated, Narrative, Verification
from digest.writing.translate import replay_translation, translate, translate_by
from digest.writing.write import compose, replay, write

__all__ = [
    "DroppedClaim",
    "Estimated",
    "Narrative",
    "Verification",
    "compose",
    "replay",
    "replay_translation",
    "translate",
    "translate_by",
    "write",
]
