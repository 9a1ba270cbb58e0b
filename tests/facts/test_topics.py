"""Topics are names that several people's titles share."""

from __future__ import annotations

from digest.facts.focus import Focus
from digest.facts.topics import topics
from tests.made import issue, pull


def test_a_name_in_three_titles_by_three_people_is_a_topic() -> None:
    items = [pull(1, "Fix Qwen3.5 loading", "a"), issue(2, "Qwen3.5 is slow", "b"), pull(3, "[Bugfix] Qwen3.5", "c")]
    (one,) = topics(items)
    assert (one.word, one.numbers, one.authors) == ("Qwen3.5", (1, 2, 3), 3)


def test_one_persons_series_is_no_topic() -> None:
    assert topics([pull(n, f"[MLA][{n}/3] part", "a") for n in (1, 2, 3)]) == ()


def test_ordinary_words_and_kinds_of_work_are_no_topics() -> None:
    assert topics([pull(n, "[Bugfix][CI] Fix the scheduler", who) for n, who in enumerate("abc", 1)]) == ()


def test_words_of_a_focus_area_are_told_there() -> None:
    items = [pull(n, "Tune MI300X", who) for n, who in enumerate("abc", 1)]
    assert topics(items, focus=[Focus(name="AMD", words=("MI3*",))]) == ()


def test_an_item_stands_under_one_topic() -> None:
    items = [pull(n, "MLA with FP8", who) for n, who in enumerate("abc", 1)]
    assert [one.numbers for one in topics(items)] == [(1, 2, 3)]


def test_a_label_of_one_part_of_the_project_is_a_topic_after_the_names() -> None:
    parts = [issue(n, f"A title of its own {n}", who, labels=("kv-connector",)) for n, who in enumerate("abc", 1)]
    named = [pull(n, "Qwen3.5", who) for n, who in enumerate("abc", 11)]
    others = [issue(n, "Something else", "z") for n in range(20, 60)]
    assert [one.word for one in topics([*parts, *named, *others])] == ["Qwen3.5", "kv-connector"]


def test_a_label_that_many_items_carry_or_that_names_a_kind_of_work_is_no_topic() -> None:
    kinds = [issue(n, "One", who, labels=("good first issue",)) for n, who in enumerate("abc", 1)]
    habit = [issue(n, "Two", who, labels=("v1",)) for n, who in enumerate("abcdefgh", 11)]
    assert topics([*kinds, *habit]) == ()
