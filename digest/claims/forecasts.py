"""What is told to come: that something is ready, how long it will still take, that something will follow.

Nobody but the people of a thread can know that, so one of the texts that are cited has to speak of it.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE
_UNITS = ("minute", "hour", "day", "week", "month", "release")
_UNITS_ZH = {
    "分钟": r"分钟|\bmin",
    "小时": r"小时|\bhour",
    "天": r"天|日|\bday|tomorrow",
    "周": r"周|星期|\bweek",
    "月": r"月|\bmonth",
}

READINESS = (
    re.compile(
        r"\b(?:is|are|was|were|seems?|looks?)(?:n['’]t)? (?:(?:still|now|already|almost|not|yet|nearly) )*ready\b"
        r"|\b(?:not )?ready (?:to|for) (?:be )?(?:released?|merg\w+|land\w*|ship\w*|review\w*|use\w*|production)\b"
        r"|(?:已|尚未|还没|基本)(?:就绪|准备好)|可以(?:合并|发布)了",
        _I,
    ),
    re.compile(r"\bready\b|\bwip\b|\blgtm\b|\bgood to go\b|就绪|准备好|可以(?:合|发)|草稿", _I),
)
_TAKES = r"\b(?:will|would|may|might|could|should|going to|needs?|takes?|requires?)\b[^.;]{0,20}\b"
_MANY = r"(?:another|one more|an?|one|two|three|a few|few|several|some|more|next)(?: more)? "
DURATIONS = tuple(
    (
        re.compile(rf"{_TAKES}{_MANY}{unit}s?\b", _I),
        re.compile(rf"\b{unit}s?\b|\btomorrow\b" if unit == "day" else rf"\b{unit}s?\b", _I),
    )
    for unit in _UNITS
) + tuple(
    (re.compile(rf"(?:还|再|将|会)(?:需要?|要|花|等)[约大概]*[一二两三几数半\d ]+个?{unit}"), re.compile(said, _I))
    for unit, said in _UNITS_ZH.items()
)
FOLLOWING = (
    re.compile(
        r"\bwill (?:be|take|get|come|follow|appear|happen|arrive|need|require|start|begin|continue|remain|stay|soon"
        r"|probably|likely|never|not|also|have|see)\b|\b(?:is|are) (?:going|expected|set|due) to\b"
        r"|即将|很快(?:会|将|就)|不久(?:会|将|后)|预计(?:会|将|在)",
        _I,
    ),
    re.compile(
        r"\b(?:will|shall|would|should|won['’]t|going to|plan(?:s|ned)?|expect(?:s|ed)?|until)\b"
        r"|\b(?:tomorrow|soon|next|later)\b|['’]ll\b|会|将|明天|下周|计划|打算|稍后|之后|预计",
        _I,
    ),
)
FORMS = (READINESS, *DURATIONS, FOLLOWING)
"""How it is told, and what somebody has to have spoken of."""
