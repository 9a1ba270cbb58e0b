"""Units, numerals and factors as they are told, in English and Chinese."""

from __future__ import annotations

import re

_I = re.IGNORECASE

UNITS = (
    ("%", "％", "percent", "per cent", "个百分点", "百分点", "percentage points", "pp"),
    ("x", "×", "times", "-fold", "fold", "倍"),
    ("ms", "毫秒", "milliseconds", "millisecond", "msec"),
    ("us", "µs", "μs", "微秒", "microseconds"),
    ("s", "sec", "secs", "second", "seconds", "秒", "秒钟"),
    ("min", "mins", "minute", "minutes", "分钟"),
    ("h", "hr", "hrs", "hour", "hours", "小时"),
    ("d", "day", "days", "天"),
    ("week", "weeks", "周", "星期"),
    ("month", "months", "个月"),
    ("gb", "gib", "g"),
    ("mb", "mib"),
    ("kb", "kib"),
    ("tb", "tib"),
    ("k", "千"),
    ("m", "million", "百万"),
    ("b", "billion", "十亿"),
    ("w", "万"),
    ("亿",),
    ("tok/s", "tokens/s", "tps", "token/s", "tokens per second"),
    ("req/s", "requests/s", "qps", "rps"),
    ("tflops", "tflop/s"),
    ("gb/s", "gib/s"),
)
"""Spellings of one unit. A number whose unit is told needs that unit in the evidence."""

NUMBER_WORDS = {
    2: ("two", "两", "二", "both", "twice"),
    3: ("three", "三"),
    4: ("four", "四"),
    5: ("five", "五"),
    6: ("six", "六"),
    7: ("seven", "七"),
    8: ("eight", "八"),
    9: ("nine", "九"),
    10: ("ten", "十"),
    12: ("twelve", "a dozen", "十二"),
    20: ("twenty", "二十"),
    100: ("hundred", "百"),
    1000: ("thousand", "千"),
}

CHINESE_NUMERAL = re.compile(
    r"([两二三四五六七八九十百千万亿几数]+)(?=个|位|项|次|条|名|倍|成|种|款|台|张|处|组|轮|天|小时|分钟|秒|行"
    r"|步|人|家|份|点|类|方|万|千|卡|层)"
)
FACTORS = re.compile(
    r"\b(?:twice|doubl(?:es?|ed|ing)|tripl(?:es?|ed|ing)|halv(?:es?|ed|ing)|half|quarter|dozens?|hundreds"
    r"|thousands|tenfold)\b|百分之[零一二三四五六七八九十百点\d.]+|翻倍|翻番|减半|一半|一倍|半数",
    _I,
)
"""Factors told as words: they need the same word in the evidence."""

FACTOR_WORDS = (
    (r"twice", r"doubl(?:es?|ed|ing)", r"翻倍", r"翻番", r"一倍", r"两倍", r"\b2x\b"),
    (r"tripl(?:es?|ed|ing)", r"三倍", r"\b3x\b"),
    (r"halv(?:es?|ed|ing)", r"half", r"减半", r"一半", r"半数", r"半(?=[个块张条段])"),
)
"""Spellings of one factor."""
