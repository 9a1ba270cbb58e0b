"""Times as reports show them: minutes, in the window's zone, with its offset."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo


def full(moment: datetime, zone: ZoneInfo) -> str:
    """``2026-03-03 11:21 (UTC+8)``, the form of the lists."""
    local = moment.astimezone(zone)
    return f"{local:%Y-%m-%d %H:%M} ({offset(local)})"


def short(moment: datetime, zone: ZoneInfo) -> str:
    """``03-04 16:20``, beside a quote."""
    return f"{moment.astimezone(zone):%m-%d %H:%M}"


def offset(local: datetime) -> str:
    """``UTC``, ``UTC+8``, ``UTC-3:30``."""
    shift = local.utcoffset() or timedelta()
    minutes = int(abs(shift).total_seconds()) // 60
    if not minutes:
        return "UTC"
    hours, rest = divmod(minutes, 60)
    sign = "-" if shift < timedelta() else "+"
    return f"UTC{sign}{hours}" + (f":{rest:02d}" if rest else "")
