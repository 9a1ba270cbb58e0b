"""What a roll-up makes of its days: what they decided, how they compare, what grew, what the appendix gets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from digest.facts.decisions import MOST_ARGUED
from digest.model import Comment, Item, Person
from digest.rendering.choice import MOST_CHANGES, MOST_FOLLOWED, MOST_SILENT, MOST_TOLD
from tests.cli.conftest import Command
from tests.cli.rollups import MADE, made_day, moment, page, record, section
from tests.github_stub import GitHub, World
from tests.made import HERE, URL, issue, person, pull
from tests.publishing.conftest import newsroom
from tests.weeks import MONDAY, WEEK, store

FLAGS = ("rollup", "--repository", str(HERE), "--week", WEEK, "--language", "en")
AGAINST = "I am against it: with batch 8 it is 12 % slower than the default path, and nobody has asked for it."
FOR = "In our service it takes 40 % less memory with batch 8, so we want it as the default from now on."


def say(name: str, who: str, day: int, clock: str, body: str, association: str = "NONE") -> Comment:
    at, url = moment(day, clock), f"{URL}/c/{name}"
    return Comment(id=name, url=url, author=person(who), association=association, created_at=at, body=body)


def argued(day: int, *more: Comment, name: str = "c") -> tuple[Comment, ...]:
    """Three people argue, then ``more`` is said."""
    said = (("ann", FOR), ("bo", AGAINST), ("cy", FOR))
    return (*(say(f"{name}{n}", who, day, f"1{n}:00", body) for n, (who, body) in enumerate(said)), *more)


def merged_by(login: str, day: int, clock: str = "18:00") -> dict[str, Any]:
    return {"merged_at": moment(day, clock), "merged_by": Person(login=login)}


def write(tmp_path: Path, days: dict[int, Iterable[Item]]) -> None:
    """A week whose other days are empty; ``days`` of March."""
    week = [MONDAY + timedelta(days=n) for n in range(7)]
    store(tmp_path / "reports", [made_day(on, days.get(on.day, ())) for on in week], ("en",))


def lines(name: str) -> list[str]:
    return [line for line in section(page("en", MADE), name).splitlines() if line.startswith("- ")]


# What was decided


def test_a_thread_that_was_argued_and_ended_is_told_with_who_ended_it_and_the_words_that_did(
    digest: Command, tmp_path: Path
):
    word = say("last", "mia", 4, "17:00", "We decided to keep the old path: 12 % is too much for a default.", "MEMBER")
    start = moment(3, "09:00")
    yes = pull(11, "Make tea the default", "zed", created_at=start, comments=argued(3), **merged_by("mia", 4))
    closing = {"closed_at": moment(4, "18:00"), "closed_by_person": "mia"}
    no = pull(12, "Make coffee the default", "zed", created_at=start, comments=argued(4, word, name="d"), **closing)
    # Beside seven that are told at length, hotter ones.
    few = (*argued(3, name="e")[:2], say("e9", "ann", 3, "15:00", FOR))
    milk = pull(13, "[Breaking] Remove `--milk`", "zed", created_at=start, comments=few, **merged_by("mia", 4))
    hot = [
        issue(n, f"RFC {n}", created_at=start, comments=argued(3, *argued(5, name=f"g{n}"), name=f"h{n}"))
        for n in range(21, 26)
    ]
    write(tmp_path, {3: [yes.model_copy(update={"merged_at": None, "closed_at": None})], 4: [yes, no, milk, *hot]})
    assert digest(*FLAGS).status == 0
    first, below = lines("decided")
    assert below == (
        f"- Decided too, below: PR [#12]({URL}/pull/12) (closed unmerged) (discussion 6 below), "
        f"PR [#11]({URL}/pull/11) (merged) (discussion 7 below)"
    )
    assert first.startswith("- PR [#13]")
    assert first.endswith(" by `mia` (2 people, 3 comments): `--milk` removed")
    assert [one["number"] for one in record(MADE)["facts"]["span"]["decided"]] == [12, 11, 13]


def test_what_a_maintainer_turned_down_is_told_with_their_word(digest: Command, tmp_path: Path):
    start, end = moment(3, "09:00"), {"closed_at": moment(4, "18:00"), "closed_by_person": "mia"}
    word = say("no", "mia", 4, "17:00", "We will not have a tea server: it is not worth its upkeep. Closing.", "MEMBER")
    aside = say("hm", "mia", 4, "17:00", "See above.", "MEMBER")
    own = say("own", "zed", 4, "17:00", "I close this, it is not worth it.", "MEMBER")
    items = [
        pull(11, "Add a tea server", "zed", created_at=start, comments=(word,), **end),
        issue(12, "Tea, please", "zed", created_at=start, comments=(word,), state_reason="NOT_PLANNED", **end),
        issue(13, "Done", "zed", created_at=start, comments=(word,), state_reason="COMPLETED", **end),
        pull(14, "No word", "zed", created_at=start, **end),
        pull(15, "An aside", "zed", created_at=start, comments=(aside,), **end),
        pull(16, "Their own", "zed", created_at=start, comments=(own,), **end),
    ]
    write(tmp_path, {4: items})
    digest(*FLAGS)
    told = "“We will not have a tea server: it is not worth its upkeep. Closing.”"
    assert lines("decided") == [
        f"- Issue [#12]({URL}/issues/12) (closed, not planned) Tea, please: closed 03-04 18:00 by `mia`. "
        f"[`mia`]({URL}/c/no): {told}",
        f"- PR [#11]({URL}/pull/11) (closed unmerged) Add a tea server: closed 03-04 18:00 by `mia`. "
        f"[`mia`]({URL}/c/no): {told}",
    ]


def test_a_maintainers_word_decides_what_stays_open_unless_they_take_it_back(digest: Command, tmp_path: Path):
    ruling = "We decided to ask for a design first: 12 % is too much for a default."
    back = "I changed my mind: the numbers are convincing, let us take it as it is."
    kept = issue(
        21, "RFC: tea", created_at=moment(3, "09:00"), comments=argued(3, say("r", "mia", 3, "16:00", ruling, "MEMBER"))
    )
    taken = (say("s", "mia", 3, "16:00", ruling, "MEMBER"), say("t", "mia", 3, "17:00", back, "MEMBER"))
    left = issue(22, "RFC: coffee", created_at=moment(3, "09:00"), comments=argued(3, *taken, name="e"))
    guest = issue(
        23,
        "RFC: milk",
        created_at=moment(3, "09:00"),
        comments=argued(3, say("g", "mia", 3, "16:00", ruling), name="f"),
    )
    write(tmp_path, {3: [kept, left, guest]})
    digest(*FLAGS)
    [line] = lines("decided")
    head = f"- Issue [#21]({URL}/issues/21) (open) RFC: tea: the word of `mia`, 03-03 16:00 (4 people, 4 comments)"
    assert line.startswith(f"{head}. [`mia`]({URL}/c/r): “{ruling}”")


def test_what_a_bot_swept_or_nobody_argued_about_was_not_decided(digest: Command, tmp_path: Path):
    stale = {"closed_at": moment(4, "03:00"), "closed_by_person": "github-actions[bot]", "labels": ("stale",)}
    swept = [
        issue(
            n,
            "Old",
            created_at=moment(2, "09:00"),
            comments=argued(3, name=f"s{n}"),
            state_reason="NOT_PLANNED",
            **stale,
        )
        for n in range(31, 37)
    ]
    plain = pull(40, "Quiet", created_at=moment(3, "09:00"), **merged_by("mia", 4))
    write(tmp_path, {4: [*swept, plain]})
    digest(*FLAGS)
    assert record(MADE)["facts"]["span"]["decided"] == []
    assert "vllm-digest:decided" not in page("en", MADE)


def test_what_was_decided_is_not_told_again_among_the_shorter_discussions(digest: Command, tmp_path: Path):
    ended = [
        pull(n, f"Change {n}", created_at=moment(3, "09:00"), comments=argued(3, name=f"x{n}"), **merged_by("mia", 4))
        for n in range(51, 63)
    ]
    write(tmp_path, {4: ended})
    digest(*FLAGS)
    decided, talks = (section(page("en", MADE), name) for name in ("decided", "discussions"))
    told = set(re.findall(r"\[#(\d+)\]", decided))
    assert len(told) == MOST_ARGUED
    brief = set(re.findall(r"^- PR \[#(\d+)\]", talks, re.MULTILINE))
    assert brief
    assert not told & brief


# How it compares


def test_the_counts_stand_beside_those_of_the_week_before_if_all_its_days_are_stored(digest: Command, tmp_path: Path):
    before = [date(2026, 2, 23) + timedelta(days=n) for n in range(7)]
    made = [made_day(on, [issue(on.day + 100, created_at=made_day(on).window.start)]) for on in before]
    store(tmp_path / "reports", made, ("en",))
    write(tmp_path, {3: [issue(n, created_at=moment(3, "09:00")) for n in range(1, 10)]})
    digest(*FLAGS, "--language", "zh-CN")
    told = "- Beside 2026-W09: issues opened 7 → 9, issues closed 0 → 0, PRs opened 0 → 0, PRs merged 0 → 0, "
    told += "PRs closed unmerged 0 → 0"
    assert told in lines("trends")
    assert "- 对比 2026-W09：新 Issue 7 → 9、关闭 Issue 0 → 0、" in section(page("zh-CN", MADE), "trends")
    assert record(MADE)["facts"]["span"]["before"]["counts"]["issues_opened"] == 7
    for language in ("en", "zh-CN"):
        checked = digest("verify", str(MADE / f"report.{language}.md"), "--snapshot", str(MADE / "snapshot.json"))
        assert "0 unsupported, 0 refuted" in checked.out
        wrong = page(language, MADE).replace("7 → 9", "8 → 9")
        (tmp_path / "wrong.md").write_text(wrong, encoding="utf-8")
        told = digest("verify", "wrong.md", "--snapshot", str(MADE / "snapshot.json")).out
        assert "8 → 9 issues_opened are told; it is 7 → 9" in told
    (MADE.parent / "2026-02-25" / "report.json").unlink()
    digest(*FLAGS)
    assert "Beside" not in section(page("en", MADE), "trends")


def test_a_week_that_lacks_a_day_is_compared_with_none(digest: Command, tmp_path: Path):
    for first in (MONDAY - timedelta(days=7), MONDAY):
        store(tmp_path / "reports", [made_day(first + timedelta(days=n)) for n in range(7)], ("en",))
    write(tmp_path, {3: [issue(1, created_at=moment(3, "09:00"))]})
    (MADE.parent / "2026-03-05" / "report.json").unlink()
    digest(*FLAGS)
    assert "before" not in record(MADE)["facts"]["span"] or record(MADE)["facts"]["span"]["before"] is None


def test_what_was_opened_less_what_ended_is_told_of_issues_and_of_pull_requests(digest: Command, tmp_path: Path):
    opened = [issue(n, created_at=moment(3, "09:00")) for n in range(1, 5)]
    closed = [issue(n, created_at=moment(2, "09:00"), closed_at=moment(3, "10:00")) for n in range(5, 7)]
    pulls = [pull(n, created_at=moment(2, "09:00"), **merged_by("mia", 3)) for n in range(7, 10)]
    write(tmp_path, {3: [*opened, *closed, *pulls]})
    digest(*FLAGS)
    assert "- Opened less ended (closed, merged): issues +2, PRs -3" in lines("trends")


@pytest.mark.parametrize(
    ("span", "name", "told"),
    [
        ("week", WEEK, "day by day 0, 2, 0, 1, 0, 4, 0"),
        ("month", "2026-03", "by stretches of 7 days 7, 0, –, –, –"),
    ],
)
def test_a_topic_says_how_many_new_items_each_part_of_the_span_brought(
    digest: Command, tmp_path: Path, span: str, name: str, told: str
):
    days = {3: 2, 5: 1, 7: 4}
    made = {
        day: [
            pull(10 * day + n, f"Speed up Darjeel2 {n}", f"p{day}{n}", created_at=moment(day, "09:00"))
            for n in range(many)
        ]
        for day, many in days.items()
    }
    write(tmp_path, made)
    digest("rollup", "--repository", str(HERE), "--language", "en", f"--{span}", name)
    folder = MADE.parent / name
    [head] = [line for line in section(page("en", folder), "trends").splitlines() if "Darjeel2**" in line]
    assert head.startswith(
        f"- **Darjeel2**, 7 items: 7 new ({told}), 0 merged, 0 closed; PR [#30]({URL}/pull/30) (open"
    )
    assert head.endswith(") and more")
    assert sum(day["topics"]["Darjeel2"] for day in record(folder)["facts"]["span"]["days"] if day["lack"] is None) == 7


# What stands in the appendix


def busy() -> dict[int, list[Item]]:
    """More of everything than a page tells of."""
    start = moment(3, "09:00")
    removed = [
        pull(n, f"[Breaking] Remove `--old-{n}`", "zed", created_at=start, files=("vllm/a.py",), **merged_by("mia", 3))
        for n in range(101, 131)
    ]
    named = [pull(n, f"[ROCm] Tune kernel {n}", "kim", created_at=start) for n in range(201, 221)]
    landed = [
        pull(n, f"[ROCm] Add flag `--rocm-{n}`", "kim", created_at=start, **merged_by("mia", 3))
        for n in range(301, 312)
    ]
    bugs = [
        issue(
            n, f"[Bug]: ROCm: wrong output {n}", "una", labels=("bug",), created_at=start, body="It gives wrong output."
        )
        for n in range(401, 412)
    ]
    return {3: [*removed, *named, *landed, *bugs]}


def test_what_the_sections_do_not_tell_is_named_in_the_appendix_once(digest: Command, tmp_path: Path):
    (tmp_path / "vllm-digest.yml").write_text("focus: [{name: AMD, words: [ROCm]}]")
    write(tmp_path, busy())
    digest(*FLAGS)
    text = page("en", MADE)
    focus, changes, rest = (section(text, name) for name in ("focus", "changes", "rest"))
    for first, many, there in ((201, 20, focus), (301, 11, focus), (401, 11, focus), (101, 30, changes)):
        told = [n for n in range(first, first + many) if f"[#{n}]" in there]
        left = [n for n in range(first, first + many) if f"- PR [#{n}]" in rest or f"- Issue [#{n}]" in rest]
        assert sorted(told + left) == list(range(first, first + many))
        assert len(told) <= (MOST_CHANGES if first == 101 else MOST_TOLD)
    assert re.findall(r"^\*\*(.*?)\*\*$", rest, re.MULTILINE) == [
        "AMD: bugs and failures",
        "AMD: merged",
        "AMD: open PRs",
        "Other changes that one must act on or can now use",
    ]
    assert re.search(
        r"^- PR \[#1\d\d\]\S+ \(merged\) \[Breaking\] Remove `(--old-1\d\d)`: `\1` removed$", rest, re.MULTILINE
    )
    for there, many in ((focus, 42), (changes, 30)):
        told = len(set(re.findall(r"\[#(\d+)\]\(", there)))
        assert f"\n{many - told} more are in the appendix.\n" in there
    checked = digest("verify", str(MADE / "report.en.md"), "--snapshot", str(MADE / "snapshot.json"))
    assert "0 unsupported, 0 refuted" in checked.out


def test_on_github_the_appendix_is_folded_and_what_is_left_with_it(
    digest: Command, tmp_path: Path, github: GitHub, world: World
):
    news = newsroom(world)
    world.repository(str(HERE))
    write(tmp_path, busy())
    target = "--publish=discussion:acme/news?category=Daily digest"
    environ = {"GITHUB_GRAPHQL_URL": github.url, "GITHUB_TOKEN": "ghs_stub"}
    assert digest(*FLAGS, "--allow-public", target, **environ).status == 0
    [told] = news.discussions
    whole = told.body + "".join(comment.body for comment in told.comments)
    rest = section(whole, "rest")
    assert rest.count("<details>") == rest.count("</details>") == 1
    assert "<details>" not in page("en", MADE)


def test_a_busy_week_keeps_to_what_a_reader_takes_in(digest: Command, tmp_path: Path):
    (tmp_path / "vllm-digest.yml").write_text("focus: [{name: AMD, words: [ROCm]}]")
    write(tmp_path, busy())
    digest(*FLAGS)
    text = page("en", MADE)
    before = text.split("<!-- vllm-digest:lists -->")[0]
    assert before.count("\n") < 180
    assert len(lines("summary")) <= 12
    assert section(text, "changes").count("\n| ") <= MOST_CHANGES + 2


def test_of_what_was_watched_few_silent_ones_are_named_and_the_rest_in_the_appendix(digest: Command, tmp_path: Path):
    body = "Since v1.2 the output is wrong: `engine --fast` gives garbage where it was right."
    bugs = {
        day: [
            issue(
                100 * day + n,
                f"[Bug]: Wrong output {n}",
                labels=("bug",),
                body=body,
                created_at=moment(day, "09:00"),
                comments=argued(day, name=f"w{day}{n}"),
            )
            for n in range(6)
        ]
        for day in range(2, 9)
    }
    # What was told to watch is fetched again on every day after.
    write(tmp_path, {day: [bug for on, ones in bugs.items() if on <= day for bug in ones] for day in bugs})
    digest(*FLAGS)
    silent = [one["number"] for one in record(MADE)["facts"]["follow_ups"] if one["became"] == "silent"]
    assert len(silent) > MOST_SILENT
    told = section(page("en", MADE), "follow_ups").partition(f"- Silent ({len(silent)}; the longest 5 here")[2]
    named = re.findall(r"^  - Issue \[#(\d+)\]\S+ \(open\) \[Bug\]: Wrong output \d \(\d days\)$", told, re.MULTILINE)
    assert len(named) == MOST_SILENT
    rest = section(page("en", MADE), "rest")
    assert all(f"[#{n}]" in rest or str(n) in named for n in silent)
    assert len(lines("follow_ups")) <= MOST_FOLLOWED + 3
