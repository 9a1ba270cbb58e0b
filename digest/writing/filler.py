"""Finds sentences that would be as true on any other day: they tell a reader nothing."""

from __future__ import annotations

import re

_FILLER = re.compile(
    r"值得(?:持续|进一步)?(?:关注|注意|期待|一提)|引发(?:了)?.{0,6}(?:讨论|关注|热议)|受到.{0,4}关注|(?:持续|高度|保持)活跃|社区(?:的)?活跃|显著(?:提升|改善|提高)"
    r"|(?:进一步|有效|大幅|极大)(?:提升|改善|增强|优化|提高)|(?:具有|有着)(?:重要|重大)(?:的)?(?:意义|价值|影响)|(?:体现|彰显|反映)了.{0,12}(?:重视|活力|趋势|努力)"
    r"|(?:讨论|开发|进展)(?:十分|非常|较为)?(?:热烈|活跃|顺利)|至关重要|重要(?:一步|里程碑|举措)|稳步推进|奠定(?:了)?(?:坚实)?基础|敬请(?:关注|期待)"
    r"|\b(?:worth|deserv\w+) (?:watching|noting|attention|following)|\b(?:remains?|very|highly) active\b"
    r"|\bactive(?:ly)? discuss\w+"
    r"|\bsignificant(?:ly)? (?:improv|enhanc|boost)\w+|\b(?:important|significant|major) (?:step|milestone"
    r"|improvement)s?\b"
    r"|\b(?:sparked|drew|attracted) (?:\w+ ){0,2}(?:discussion|attention|debate)\b|\bshowcas\w+|\bunderscor\w+"
    r"|\bongoing efforts?\b"
    r"|\bplays? an? (?:key|crucial|vital|important) role\b|\bstay tuned\b|\bthe community (?:is|has|continues"
    r"|remains)\b",
    re.IGNORECASE,
)


def filler(text: str) -> str:
    """The words that make a sentence filler; nothing where there are none."""
    found = _FILLER.search(text)
    return found[0] if found else ""
