"""From facts to a narrative: claims that a model writes and code checks."""

from digest.writing.narrative import DroppedClaim, Narrative, Verification
from digest.writing.write import write

__all__ = ["DroppedClaim", "Narrative", "Verification", "write"]
