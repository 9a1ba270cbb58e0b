"""Whether somebody who is told to refuse, or to accept, says the opposite in what is cited of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims.decisions import SAYS_YES
from digest.claims.grounds import Grounds
from digest.claims.placeholders import Parsed
from digest.claims.told import behind_each, sentences
from digest.claims.verdict import Kind, Reason

_I = re.IGNORECASE
_NOT = r"(?<!not )(?<!n['’]t )(?<!never )(?<!no longer )"
_REFUSES = re.compile(
    rf"{_NOT}\b(?:refus(?:es|ed)|reject(?:s|ed)|objects|objected|oppos(?:es|ed)|den(?:ies|ied)|disagree[sd]?|insist(?:s|ed)"
    r"|keeps (?:defending|insisting)|is against|declin(?:es|ed))\b"
    r"|(?<!不)(?:不同意|不接受|不赞成|不认可|不打算|否认|拒绝|反对|坚持)",
    _I,
)
_ACCEPTS = re.compile(
    rf"{_NOT}\b(?:accept(?:s|ed)|support(?:s|ed)|welcom(?:es|ed)|endors(?:es|ed)|is (?:fine|ok|happy) with)\b"
    r"|(?<![不没未难])(?:接受|支持|赞成|同意|认可)(?![的了]?(?:条件|前提|与否))",
    _I,
)
_GIVES_IN = re.compile(
    r"(?:^|\n|[.!?] )\W*(?:you(?:['’]re| are) right|agreed|good (?:idea|point|catch)|fair (?:point|enough)|ok(?:ay)?\b"
    r"|sure\b|makes sense|convinced)|\bi was wrong\b|\bi (?:am|['’]m) convinced\b|你说得对|有道理|没问题",
    _I,
)
_NO = re.compile(
    r"\b(?:not|no|nor|never|but|however|against|object\w*|disagree\w*|rather|without|cannot|unless|still|instead|wrong"
    r"|fails?|worse|only|should)\b|n['’]t\b|[不没未非但]|反对",
    _I,
)


def check_stances(parsed: Parsed, grounds: Grounds) -> Iterator[Reason]:
    """A reason for each person whose own words, as far as they are cited, hold but the other thing."""
    for sentence in sentences(parsed):
        for login, told in behind_each(sentence):
            wrote = grounds.cited_of(login)
            refused, accepted = _REFUSES.search(told), _ACCEPTS.search(told)
            # What is told first is the stance; the other word is of what it is taken to.
            if refused and (not accepted or refused.start() < accepted.start()):
                if _GIVES_IN.search(wrote) and not _NO.search(wrote):
                    yield _reason(login, refused)
            elif accepted and _NO.search(wrote) and not SAYS_YES.search(wrote):
                yield _reason(login, accepted)


def _reason(login: str, found: re.Match[str]) -> Reason:
    return Reason(kind=Kind.PERSON, detail=f"{found[0]!r}: {login} says the opposite in what is cited")
