"""Every word of a claim stands in its evidence, and yet it is false: told of the other one, or the other way."""

from __future__ import annotations

import pytest

from digest.claims import Claim, Judged, Section, Sources, judge
from tests.made import comment, issue, pull, snapshot

SPEED = comment("c1", "bob", "09:00", "How does pyav compare in speed with torchcodec on long videos?")
MEASURED = comment("c2", "eve", "09:10", "On a 10 minute mp4 pyav takes 1.9 s and torchcodec 1.4 s, on my laptop.")
TABLE = comment("c3", "eve", "09:20", "gsm8k is 0.9219 with flexible-extract, and 0.9098 with strict-match.")
LAYERS = comment("c4", "eve", "09:30", "There are 40 blocks in `before_update` and 125 in `after_finish`.")
YES = comment("c5", "ann", "09:40", "Good idea. I wait for it and rebase.")
NO = comment("c6", "bob", "09:50", "guidellm has no multi-turn datasets yet, and we need them.")
SLOWER = comment("c7", "eve", "10:00", "Below 512 tokens it is 4 us slower. v0.17.0 fails, v0.16.0 works.")
WEEKS = comment(
    "c8", "bob", "10:10", "Three PRs add e4m3 to GLM-5. The feedback period is 2 weeks, I send a fix this week."
)
LAST = comment("c9", "bob", "10:20", "Fine, the guidellm datasets convince me.")
MONTH = comment("c10", "eve", "10:30", "In December it ran without EP.")
THREAD = (SPEED, MEASURED, TABLE, LAYERS, YES, NO, SLOWER, WEEKS, LAST, MONTH)
DATA = snapshot(
    issue(1, "Read audio faster", comments=THREAD),
    pull(2, "Add the reporting fixes, [1/N], with CudaGraph", body="The reporting fixes alone change no allocation."),
)
SOURCES = Sources.of(DATA)

FALSE = (
    (
        "[[@eve]] asks about the speed on long videos; [[@bob]] measures 1.9 s for pyav and 1.4 s for torchcodec.",
        "c1 c2",
    ),
    ("gsm8k is 0.9098 with flexible-extract, and 0.9219 with strict-match.", "c3"),
    ("There are 125 blocks in `before_update` and 40 in `after_finish`.", "c4"),
    ("[[@ann]] refuses and keeps the old way.", "c5"),
    ("[[@ann]] 不接受这一建议。", "c5"),
    ("[[@bob]] accepts guidellm.", "c6"),
    ("Below 512 tokens it is 4 us faster.", "c7"),
    ("It fails since v0.16.0.", "c7"),
    ("自 v0.16.0 起失败。", "c7"),
    ("[[@bob]] still insists on his own datasets.", "c6 c9"),
    ("[[@bob]] 不愿意用它。", "c9"),
    ("It ran with EP.", "c10"),
    ("一月跑过，2 月也跑过。", "c10"),
    ("Three users confirm it.", "c9"),
    ("[[@ann]] would use guidellm, which has no multi-turn datasets.", "c5 c6"),
    ("[[@bob]] lists five PRs.", "c8"),
    ("[[@bob]] 列出五个 PR。", "c8"),
    ("The feedback period is 4 weeks.", "c8"),
    ("反馈期为 3 周。", "c8"),
    ("[[@bob]] will send a fix tomorrow.", "c8"),
    ("[[@bob]] sends a fix for the next release.", "c8"),
    ("In the end it was decided to add e4m3.", "c8"),
    ("最终决定加入 e4m3。", "c8"),
    ("Mean TTFT (total time for training) is 1.9 s.", "c2"),
    ("This pull request reads audio faster.", "c2"),
    ("此 PR 拟加快读取。", "c2"),
)

TRUE = (
    (
        "[[@bob]] asks about the speed on long videos; [[@eve]] measures 1.9 s for pyav and 1.4 s for torchcodec.",
        "c1 c2",
    ),
    ("A 10 minute mp4 takes 1.9 s with pyav instead of 1.4 s with torchcodec.", "c2"),
    ("gsm8k is 0.9098 with strict-match and 0.9219 with flexible-extract.", "c3"),
    ("There are 125 blocks in `after_finish` and 40 in `before_update`.", "c4"),
    ("[[@ann]] accepts and waits for it.", "c5"),
    ("[[@bob]] objects that guidellm has no multi-turn datasets.", "c6"),
    ("Below 512 tokens it is 4 us slower.", "c7"),
    ("It fails since v0.17.0, v0.16.0 works.", "c7"),
    ("[[@bob]] was first against it and accepts the datasets.", "c6 c9"),
    ("It ran without EP, 12 月。", "c10"),
    ("[[@eve]] answers [[@bob]] and measures 1.9 s for pyav and 1.4 s for torchcodec.", "c1 c2"),
    ("[[@bob]] lists three PRs for e4m3.", "c8"),
    ("[[@bob]] 列出三个 PR，反馈期为 2 周。", "c8"),
    ("[[@bob]] sends a fix this week.", "c8"),
)


def judged(about: int, text: str, evidence: str) -> Judged:
    claim = Claim(section=Section.DISCUSSIONS, about=about, text=text, evidence=tuple(evidence.split()))
    return judge(claim, SOURCES)


@pytest.mark.parametrize(("text", "evidence"), FALSE)
def test_what_is_told_crosswise_is_not_published(text: str, evidence: str):
    assert not judged(1, text, evidence).is_published


@pytest.mark.parametrize(("text", "evidence"), TRUE)
def test_what_is_told_straight_is(text: str, evidence: str):
    result = judged(1, text, evidence)
    assert result.is_published, result.reasons


@pytest.mark.parametrize(
    "text",
    [
        "[[@ann]] offers the reporting fixes alone.",
        "Whether the reporting fixes and a test are added.",
        "Proposes the reporting fixes, enabled by a flag.",
        "This pull request proposes CUDA graphs.",
    ],
)
def test_nouns_and_what_is_asked_are_no_deeds_of_an_open_pull_request(text: str):
    result = judged(2, text, "I2")
    assert result.is_published, result.reasons
