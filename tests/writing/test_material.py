"""What a model gets to read for each section, by the worth of what was said."""

from __future__ import annotations

from digest.claims import Claim, Part, Section, Sources
from digest.facts.gather import gather
from digest.writing import plan, summary
from digest.writing.excerpt import excerpt
from digest.writing.material import Material
from tests.made import at, comment, issue, pull, snapshot
from tests.writing.model import FOCUS

BUG = issue(
    1,
    "[Bug]: AITER gives wrong output",
    labels=("rocm", "bug"),
    body="With `VLLM_X=1` the output is garbage on 2x MI300X.",
    comments=(
        comment("c1", "bob", "09:00", "A workaround until there is a fix: set `VLLM_Y=0`."),
        comment("c2", "eve", "10:00", "Confirmed, `VLLM_Y=0` gives 0.89 again on 8x MI300X."),
        comment("c3", "sam", "11:00", "I disagree that we should wait: silent garbage is worse than slow output."),
    ),
)
CHANGE = pull(
    2,
    "[Core] Count by tokens",
    body="`m:hits` counted blocks. It counts tokens everywhere now; dashboards that multiply it have to drop that.",
    created_at=at("09:00", 1),
    merged_at=at("12:00"),
)
DAY = snapshot(BUG, CHANGE)
MATERIAL = Material(gather(DAY, FOCUS), Sources.of(DAY))


def task(name: str) -> plan.Task:
    return next(one for one in plan.tasks(MATERIAL, plan.SCALES[0]) if one.name == name)


def test_the_summary_is_made_of_sentences_with_people_and_items_too() -> None:
    claim = Claim(section=Section.FOCUS, about=1, part=Part.OPEN, text="[[@eve]] 确认 `VLLM_Y=0` 有效，见 [[#1]]。")
    awaited = Claim(section=Section.WATCH, about=1, text="等 [[@sam]] 答复。")
    shown = {one.told.number: one for one in summary.dossier(MATERIAL, [claim, awaited]).exhibits}
    assert shown[1].sentences == (claim.text,)


def test_who_confirms_a_way_round_is_shown_and_what_a_template_says_is_not() -> None:
    pieces = [piece for one in task("focus 1").dossier.exhibits if one.told.number == 1 for piece in one.pieces]
    assert {piece.id for piece in pieces} >= {"c1", "c2", "c3"}
    body = "Fixes it.\n\n---\n\n**BEFORE SUBMITTING, READ** <https://example.org>"
    assert excerpt(body, 900) == "Fixes it."


def test_a_search_for_themes_reads_what_people_hold() -> None:
    exhibits = {one.told.number: one for one in task("trends").dossier.exhibits}
    assert {"told elsewhere", "debate", "wrong result"} <= set(exhibits[1].why)
    assert any("silent garbage" in piece.text for piece in exhibits[1].pieces)


def test_a_change_without_a_name_gets_one_and_room_for_it() -> None:
    changes = task("changes")
    assert (changes.most, changes.names) == (1, 1)
    assert "name it" in changes.dossier.exhibits[0].why
    assert changes.answer == 60 + plan.CLAIM[Section.CHANGES] + plan.NAME
