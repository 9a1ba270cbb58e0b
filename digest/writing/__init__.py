"""From facts to a narrative: claims that a model writes and code checks."""

from digest.writing.narrative import DroppedClaim, Estimated, Narrative, Verification
from digest.writing.write import compose, replay, write

__all__ = ["DroppedClaim", "Estimated", "Narrative", "Verification", "compose", "replay", "write"]
