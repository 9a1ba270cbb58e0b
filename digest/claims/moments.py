"""Days and versions that are told from where the speaker stands: tomorrow, last week, the next release.

They hold for whoever wrote them, on the day on which they did, so a text that is cited has to say them.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE


def _form(told: str, said: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(told, _I), re.compile(f"{told}|{said}", _I)


FORMS = (
    _form(r"\btomorrow\b|明天|明日", r"\bnext day\b|次日|第二天"),
    _form(r"\byesterday\b|昨[天日晚]", r"\blast night\b|\bthe day before\b|前一[天晚]"),
    _form(r"\blast week\b|上(?:个)?(?:周|星期)(?![一二三四五六日天])", r"\ba week ago\b|一周前"),
    _form(r"\bthis week\b|(?:本|这)(?:个)?(?:周|星期)(?![一二三四五六日天])", r"\b(?:end of|in) the week\b|周内"),
    _form(r"\bnext week\b|下(?:个)?(?:周|星期)(?![一二三四五六日天])", r"\bin a week\b|一周后"),
    _form(r"\blast month\b|上(?:个)?月", r"\ba month ago\b|个月前"),
    _form(r"\bnext month\b|下(?:个)?月", r"\bin a month\b|个月后"),
    _form(
        r"\bnext (?:minor |patch )?(?:release|version)\b|下(?:一)?(?:个)?版(?:本)?",
        r"\bnext one\b|\bv\d+\.\d+|\bbefore the release\b|随版",
    ),
    _form(r"\bfrom the (?:first|very) day\b|从第一天", r"\bday one\b|一开始"),
)
"""How it is told, and what somebody has to have said."""
