"""Reads a report that somebody else wrote, and says of each statement whether the data bears it out."""

from digest.claims.foreign.check import Checked, Verification, verify
from digest.claims.foreign.reading import read
from digest.claims.foreign.statement import Statement

__all__ = ["Checked", "Statement", "Verification", "read", "verify"]
