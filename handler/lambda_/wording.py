"""The settings as the reader of a Lambda's log knows them: a function has no flags."""

from __future__ import annotations

import re
from collections.abc import Mapping

from digest.settings.found import Found
from digest.settings.options import OPTIONS

DEADLINE = "deadline"
TIMEOUT = "the function's timeout"
"""What ends a call that is given no deadline."""
_FLAG = re.compile(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)(?![\w-])")

Names = Mapping[str, str]
"""By option."""


def names(found: Mapping[str, Found] | None = None) -> Names:
    """Where each option stands: in the event, the environment or the config file; else the variable that sets it."""
    known = {option.name: option.variable for option in OPTIONS} | {DEADLINE: TIMEOUT}
    given = {name: one.where for name, one in (found or {}).items() if not one.where.startswith("--")}
    return {**known, **given}


def worded(message: str, told: Names) -> str:
    """The message with those where it names flags."""
    return _FLAG.sub(lambda flag: told.get(flag[1], flag[0]), message)
