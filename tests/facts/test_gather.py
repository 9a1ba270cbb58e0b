"""What a page has room for: which debates are told at length, which bugs, and what is watched."""

from __future__ import annotations

from digest.facts.focus import Focus
from digest.facts.followups import numbers
from digest.facts.gather import gather
from digest.facts.values import Facts
from digest.model import Comment, Item
from tests.made import at, comment, issue, pull, review, snapshot

FOCUS = (Focus(name="AMD", words=("ROCm",)),)


def debate(start: int, *people: str) -> tuple[Comment, ...]:
    return tuple(
        comment(f"c{start}{place}", who, f"{9 + place:02}:00", "I disagree, the default should stay as it is.")
        for place, who in enumerate((*people, *people))
    )


def facts(*items: Item) -> Facts:
    return gather(snapshot(*items), FOCUS)


def test_of_a_bug_and_its_fix_the_hotter_is_told_at_length_and_the_other_in_a_line() -> None:
    bug = issue(1, "[Bug]: ROCm repeats one token", comments=debate(1, "bob", "eve", "sam"))
    fix = pull(2, "[ROCm] Fix it", closes=(1,), comments=debate(2, "bob", "eve", "sam", "kim"))
    other = issue(3, "[RFC]: Another thing", comments=debate(3, "bob", "eve", "sam"))
    found = facts(bug, fix, other)
    assert {one.number for one in found.discussions} == {2, 3}
    assert [one.number for one in found.more_discussions] == [1]


def test_a_debate_with_no_other_place_goes_before_one_that_the_focus_tells_in_its_table() -> None:
    people = ("bob", "eve", "sam", "kim", "joe")
    homeless = [issue(n, f"[RFC]: Thing {n}", comments=debate(n, *people[:4])) for n in range(1, 8)]
    listed = pull(20, "[ROCm] Tune it", comments=debate(20, *people))
    own = issue(21, "[RFC]: What ROCm builds need", comments=debate(21, *people[:3]))
    found = facts(*homeless, listed, own)
    told = {one.number for one in found.discussions}
    assert (20 in told, 21 in told) == (False, True)
    assert 20 in {one.number for one in found.more_discussions}


def test_of_debates_that_get_a_line_what_ended_that_day_comes_first() -> None:
    hot = [issue(n, f"[RFC]: Thing {n}", comments=debate(n, "bob", "eve", "sam", "kim")) for n in range(1, 8)]
    lasting = issue(20, "[RFC]: Lasting", comments=debate(20, "bob", "eve", "sam"))
    ended = pull(21, "[Core] Ended", closed_at=at("20:00"), comments=debate(21, "bob", "eve", "sam"))
    assert [one.number for one in facts(*hot, lasting, ended).more_discussions] == [21, 20]


def test_what_a_watched_bug_waits_for_is_watched_with_it() -> None:
    bug = issue(1, "[Bug]: ROCm gives wrong output", labels=("bug",))
    refused = review("r", "rex", "09:00", "CHANGES_REQUESTED", "It should raise instead.")
    check = pull(2, "[ROCm] Refuse it", body="As in #1.", reviews=(refused,), comments=debate(2, "bob", "eve", "sam"))
    assert [one.number for one in facts(bug, check).watch] == [1]


def test_a_fix_is_watched_beside_its_bug_and_answered_for_the_next_day() -> None:
    bug = issue(1, "[Bug]: ROCm gives wrong output", labels=("bug",))
    refused = review("r", "rex", "09:00", "CHANGES_REQUESTED", "The test would have passed before as well.")
    fix = pull(2, "[ROCm] Fix it", closes=(1,), reviews=(refused,), comments=debate(2, "bob", "eve", "sam"))
    found = facts(bug, fix)
    assert [one.number for one in found.watch] == [1]
    assert numbers(found.watch) == (1, 2)


def test_crashes_and_hangs_outside_the_focus_are_told_and_odd_looks_are_not() -> None:
    bugs = [
        issue(number, title, labels=("bug",))
        for number, title in enumerate(
            (
                "[Bug]: CUDA illegal memory access with LoRA",
                "[Bug]: DP=16 hangs when idle",
                "[Bug]: 参数丢失",
                "[Bug]: typo",
            ),
            1,
        )
    ]
    assert {one.number for one in facts(*bugs).problems} == {1, 2, 3}


def test_an_older_bug_is_told_when_several_people_speak_of_it() -> None:
    said = tuple(comment(f"c{who}", who, "09:00", "Works with `VLLM_KEEPALIVE=60`.") for who in ("bob", "eve"))
    argued = issue(1, "[Bug]: It hangs", labels=("bug",), created_at=at("08:00", 1), comments=said)
    silent = issue(2, "[Bug]: It hangs too", labels=("bug",), created_at=at("08:00", 1), comments=said[:1])
    assert [one.number for one in facts(argued, silent).problems] == [1]


def test_what_a_reviewer_tells_users_to_do_makes_a_change_of_a_fix() -> None:
    words = "Note for the release notes: stored embeddings have to be computed again."
    fix = pull(
        1,
        "[Bugfix] Normalize after truncation",
        merged_at=at("10:00"),
        reviews=(review("r", "ines", "09:00", "APPROVED", words, association="MEMBER"),),
    )
    found = facts(fix)
    assert found.notes[1].text == words
    assert found.notes[1].author == "ines"
    assert [one.number for one in found.changes] == [1]
