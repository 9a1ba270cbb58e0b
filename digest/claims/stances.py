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
    r"|keeps (?:defending|insisting|objecting)|is against|declin(?:es|ed))\b"
    r"|(?<!不)(?:不同意|不接受|不赞成|不认可|不打算|不愿意?|否认|拒绝|反对|坚持)",
    _I,
)
_ACCEPTS = re.compile(
    rf"{_NOT}\b(?:accept(?:s|ed)|support(?:s|ed)|welcom(?:es|ed)|endors(?:es|ed)|is (?:fine|ok|happy) with)\b"
    r"|(?<![不没未难])(?:接受|支持|赞成|同意|认可)(?![的了]?(?:条件|前提|与否))",
    _I,
)
_GIVES_IN = re.compile(
    r"(?:^|\n|[.!?] )\W*(?:you(?:['’]re| are) right|agreed|good (?:idea|point|catch)|fair (?:point|enough)|ok(?:ay)?\b"
    r"|sure\b|makes sense|convinced|fine\b)|\bi was wrong\b|\bi (?:am|['’]m) convinced\b|\bconvinces? me\b"
    r"|\b(?:is )?fine (?:with|for|by) me\b|\bworks for me\b|\bi agree\b"
    r"|\b(?:my )?objections? (?:is|are) gone\b|\bno (?:more |further )?objections?\b|你说得对|有道理|没问题",
    _I,
)
_TURNS = re.compile(
    r"\b(?:first|initially|later|then|until|before|after|but|came round|no longer"
    r"|once|with them|no objections?|withdr[ae]w\w*|drops?)\b"
    r"|起初|最初|先|原|后来|随后|但|之前|改|转|不再",
    _I,
)
"""Who came round is told of all that they wrote; else their last word is their stance."""
_DECIDES = re.compile(r"\bdecid(?:es|ed)\b|\bchose\b|\bchooses\b|选定|拍板|决定|定为", _I)
_UNDECIDED = re.compile(
    r"\bundecided\b|\bnot (?:yet )?(?:sure|decided)\b|\bhave no preference\b|没(?:有)?(?:想好|决定)", _I
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
                last = wrote if _TURNS.search(sentence.text) else grounds.last_of(login)
                if _GIVES_IN.search(last) and not _NO.search(_GIVES_IN.sub(" ", last)):
                    yield _reason(login, refused)
            elif (decided := _DECIDES.search(told)) and wrote and _UNDECIDED.search(wrote):
                yield _reason(login, decided)
            elif accepted and _NO.search(wrote) and not SAYS_YES.search(wrote):
                yield _reason(login, accepted)


def _reason(login: str, found: re.Match[str]) -> Reason:
    return Reason(kind=Kind.PERSON, detail=f"{found[0]!r}: {login} says the opposite in what is cited")
