"""Whether what became of a name or a version is told the right way round: which replaced which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from digest.claims.grounds import Grounds
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
_IDENTIFIER = re.compile(r"--?\w|.*[_./=]|.*\d.*\.|v?\d+\.\d+")


def check_turns(prose: str, grounds: Grounds) -> Iterator[Reason]:
    """A reason for each pair of names that the evidence tells the other way round and never this way."""
    told = dict.fromkeys(_turns(fold(prose)))
    if not told:
        return
    said = {pair for sentence in grounds.sentences if _names_both(sentence, told) for pair in _turns(sentence)}
    for old, new in told:
        if (new, old) in said and (old, new) not in said:
            yield Reason(kind=Kind.IDENTIFIER, detail=f"it is {new} that became {old}")


def _names_both(sentence: str, told: Iterable[tuple[str, str]]) -> bool:
    return any(old in sentence and new in sentence for old, new in told)


def _turns(text: str) -> Iterator[tuple[str, str]]:
    for form in _FORMS:
        for found in form.finditer(text):
            old, new = (found[name].strip("`").rstrip(".") for name in ("old", "new"))
            if old != new and _IDENTIFIER.match(old) and _IDENTIFIER.match(new):
                yield old, new
