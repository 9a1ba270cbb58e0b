"""Whether what became of a name or a version is told the right way round: which replaced which."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims.sources import fold
from digest.claims.verdict import Kind, Reason

_NAME = r"`?[\w./=-]{1,80}`?"
_OLD_FIRST = (
    rf"(?P<old>{_NAME})\s*(?:\S{{0,8}}\s)?(?:->|→|=>|(?:is |was |now |has been )*(?:renamed|replaced)"
    rf"(?: to| as| by| with)?|(?:被)?(?:改名|重命名|更名|替换|换)(?:为|成)|升(?:级)?到|改(?:为|成))\s*(?P<new>{_NAME})",
    rf"\b(?:renam\w*|replac\w*|bump\w*|switch\w*)\s+(?:the \w+ )?(?P<old>{_NAME})"
    rf"\s+(?:to|as|into|by|with)\s+(?P<new>{_NAME})",
    rf"\bfrom\s+(?:\w+ )?(?P<old>{_NAME})\s+(?:back |up |down )?to\s+(?P<new>{_NAME})",
    rf"(?:从|由|把|将)\s*(?P<old>{_NAME})\s*(?:改名|重命名|更名|替换|升级?|降级?|换|改|退)?(?:到|至|为|成|回)\s*(?P<new>{_NAME})",
)
_NEW_FIRST = (
    rf"(?P<new>{_NAME})\s+(?:now )?(?:replac\w+|takes the place of|supersed\w+)\s+(?P<old>{_NAME})",
    rf"(?P<new>{_NAME})\s*(?:取代|代替|替代)了?\s*(?P<old>{_NAME})",
    rf"(?P<new>{_NAME})\s+(?:instead of|in place of)\s+(?P<old>{_NAME})",
)
_FORMS = tuple(re.compile(form, re.IGNORECASE) for form in (*_OLD_FIRST, *_NEW_FIRST))
_LINES = re.compile(r"(?<=[.;!?。；])\s")
_IDENTIFIER = re.compile(r"--?\w|.*[_./=]|.*\d.*\.|v?\d+\.\d+")


def check_turns(prose: str, text: str) -> Iterator[Reason]:
    """A reason for each pair of names that ``text``, folded, tells the other way round and never this way."""
    told = dict.fromkeys(_turns(fold(prose)))
    near = (
        (line for line in _LINES.split(text) if any(old in line and new in line for old, new in told)) if told else ()
    )
    said = {pair for line in near for pair in _turns(line)}
    for old, new in told:
        if (new, old) in said and (old, new) not in said:
            yield Reason(kind=Kind.IDENTIFIER, detail=f"it is {new} that became {old}")


def _turns(text: str) -> Iterator[tuple[str, str]]:
    for form in _FORMS:
        for found in form.finditer(text):
            old, new = (found[name].strip("`").rstrip(".") for name in ("old", "new"))
            if old != new and _IDENTIFIER.match(old) and _IDENTIFIER.match(new):
                yield old, new
