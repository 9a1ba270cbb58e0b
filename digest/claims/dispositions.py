"""What an item is said to come to: no bug, as intended, a duplicate, not to be fixed, answered already.

Nobody but the people of a thread can have found that, so one of the texts that are cited has to say it.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE
FORMS = (
    (
        re.compile(
            r"\b(?:final(?:ly)?|in the end|eventually)\b[^.;]{0,20}\bdecid\w+|\bthe (?:final )?decision (?:is|was)\b"
            r"|\bdecided (?:to|on|that|against)\b|(?:最终|最后|终于|已经?|会议|一致)决定|^\W*决定(?!性|权|于|因素)"
            r"|决议",
            _I,
        ),
        re.compile(
            r"\bdecid\w+|\bdecision\b|\bwe (?:will|go|went|are going)\b|\blet(?:['’]s| us)\b|\bagreed?\b"
            r"|\bI (?:am )?clos(?:e|ed|ing)\b|\bclos(?:ed|ing) (?:this|it)\b|\bI (?:drop|withdraw)\b"
            r"|决定|就这么|定了|我(?:来)?关",
            _I,
        ),
    ),
    (
        re.compile(
            r"\b(?:is|was|are|were|be) (?:(?:actually|really|simply) )?(?:not (?:a|an)|no) (?:\w+ )?"
            r"(?:bug|defect|regression)s?\b"
            r"|\b(?:is|was)n['’]t (?:a|an) (?:\w+ )?(?:bug|defect|regression)\b"
            r"|(?:不是|并非|不算)\s*(?:一个)?\s*(?:bug|缺陷|回归)",
            _I,
        ),
        re.compile(
            r"\b(?:not|n['’]t) (?:a|an) (?:\w+ )?(?:bug|defect|regression)|\bno bug\b|\bexpected behaviou?r\b"
            r"|\bby design\b|\bas (?:intended|designed|expected)\b|不是|并非|不算|预期",
            _I,
        ),
    ),
    (
        re.compile(r"\bworks? as (?:intended|designed|expected)\b|\b(?:is|was) by design\b|符合预期|设计如此", _I),
        re.compile(r"\bintended\b|\bdesign(?:ed)?\b|\bexpected\b|\bon purpose\b|预期|设计", _I),
    ),
    (
        re.compile(r"\b(?:will not|won['’]t|not going to) be fixed\b|\bwont ?fix\b|不会修复|不予修复", _I),
        re.compile(r"\bnot (?:be )?fix|\bwon['’]?t ?(?:be )?fix|\bnot planned\b|\bno plans?\b|不会修|不予", _I),
    ),
    (
        re.compile(r"\b(?:is|was) (?:a|the) duplicate\b|\bduplicates? (?:of )?(?=\ufffc)", _I),
        re.compile(r"\bdup(?:e|licate)?s?\b|\bsame (?:as|issue|bug|problem|root)\b|重复|同一", _I),
    ),
    (
        re.compile(
            r"\b(?:has|have|had|was|were) (?:already )?(?:been )?(?:asked|answered)(?: \w+)? before\b"
            r"|\b(?:has|have|was|were) already (?:been )?answered\b|此前已(?:问|答)过",
            _I,
        ),
        re.compile(
            r"\b(?:asked|answered|discussed)\b[^.]{0,40}\b(?:before|already|earlier)\b|\balready \w+ed\b|问过|答过", _I
        ),
    ),
)
"""How it is told, and what somebody has to have said."""
