"""What belongs to a focus area, and why."""

from __future__ import annotations

import pytest

from digest.facts.focus import Focus, belongs, match
from digest.facts.gather import gather
from digest.model import Item, ListName
from tests.made import at, comment, issue, person, pull, snapshot

AMD = Focus(
    name="AMD/ROCm",
    labels=("rocm",),
    words=("ROCm", "AMD", "HIP", "MI3*"),
    logins=("*-amd", "amd-*"),
    companies=("AMD",),
    paths=("csrc/rocm/*", "*rocm*.py"),
)


@pytest.mark.parametrize(
    ("item", "by"),
    [
        (issue(1, "Garbage on ROCM 7"), ("title:ROCM",)),
        (issue(1, "VLLM_ROCM_USE is ignored"), ("title:ROCM",)),
        (issue(1, "Slow on MI300X"), ("title:MI300X",)),
        (issue(1, "Anything", "jo-amd"), ("login:jo-amd",)),
        (pull(1, "Anything", files=("csrc/rocm/a.cu",)), ("path:csrc/rocm/a.cu",)),
        (issue(1, "[AMD] crash", labels=("rocm",)), ("title:AMD", "label:rocm")),
    ],
)
def test_an_item_says_what_it_matches_by(item: Item, by: tuple[str, ...]) -> None:
    found = match(item, AMD)
    assert found is not None
    assert found.by == by


@pytest.mark.parametrize("title", ["Whip the chips", "damd", "hipster mode", "amdahl's law"])
def test_a_part_of_a_word_is_no_match(title: str) -> None:
    assert match(issue(1, title), AMD) is None


def test_a_company_counts_as_the_profile_states_it() -> None:
    assert belongs(person("jo", "@AMD"), AMD)
    assert belongs(person("jo", "AMD, Inc."), AMD)
    assert belongs(person("jo", "Engineer at AMD"), AMD)
    assert not belongs(person("jo", "Amdocs"), AMD)
    assert not belongs(person("jo", "ex-AMD, now NVIDIA"), AMD)
    assert not belongs(person("jo", "Not affiliated with AMD"), AMD)
    assert not belongs(person("jo"), AMD)


def test_an_item_with_the_label_alone_is_doubtful() -> None:
    body = "On an Intel Arc B580 it hangs. There is no AMD card in this machine.\n\nROCM used to build PyTorch: N/A"
    found = match(issue(1, "Hangs in warm-up", labels=("rocm",), body=body), AMD)
    assert found is not None
    assert found.by_label_alone


@pytest.mark.parametrize(
    "body",
    [
        "My AMD card stays at 100 %.",
        "It does not start on MI300X.",
        "<details>\n\nGPU 0: AMD Instinct MI300X\n\n</details>",
        "```\nGPU 0: AMD Instinct MI300X\n```",
    ],
)
def test_an_item_whose_text_speaks_of_the_area_is_not_doubtful(body: str) -> None:
    found = match(issue(1, "Hangs in warm-up", labels=("rocm",), body=body), AMD)
    assert found is not None
    assert not found.by_label_alone


def test_each_matching_item_is_listed_once_and_in_one_group() -> None:
    items = [
        issue(1, "[Bug]: wrong output on MI300X"),
        pull(2, "[ROCm] Faster", created_at=at("09:00"), merged_at=at("10:00")),
        pull(3, "[ROCm] Open"),
        pull(4, "[ROCm] Dropped", closed_at=at("10:00")),
        issue(5, "No word of it", labels=("rocm",)),
        issue(6, "Something else"),
    ]
    (area,) = gather(snapshot(*items), (AMD,)).focus
    grouped = [one.number for one in area.problems] + [row.number for row in area.open_pulls]
    grouped += [*area.merged, *area.others, *area.doubtful]
    assert sorted(grouped) == sorted(one.number for one in area.matched) == [1, 2, 3, 4, 5]
    assert area.counts[ListName.PRS_OPENED] == 3


def test_an_old_item_counts_when_people_spoke_about_it_in_the_window() -> None:
    spoken = issue(
        1, "ROCm crash", created_at=at("09:00", 1), comments=(comment("c", "bob", "09:00", "It happens here as well."),)
    )
    touched = issue(2, "ROCm crash", created_at=at("09:00", 1), comments=(comment("d", "x[bot]", "09:00", "Stale."),))
    (area,) = gather(snapshot(spoken, touched), (AMD,)).focus
    assert [one.number for one in area.matched] == [1]
    assert area.discussed == 1
