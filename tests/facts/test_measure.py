"""Figures are taken from authors' tables and sentences, with their conditions, or not at all."""

from __future__ import annotations

import pytest

from digest.facts.measure import measured
from tests.made import pull

ACROSS = """## Test Result

| metric | main | this PR |
|---|--:|--:|
| TPOT p50 (ms) | 27.4 | 21.8 |
"""
DOWN = """1x MI300X, Larch-8B-FP8:

| branch | TTFT p50 (ms) | output tok/s |
|---|--:|--:|
| main | 812 | 2,015 |
| this PR | 701 | 2,190 |
"""


def told(body: str) -> str | None:
    one = measured(pull(1, body=body))
    return one.text if one else None


def test_a_table_with_columns_before_and_after() -> None:
    assert told(ACROSS) == "TPOT p50 (ms): 27.4 → 21.8"


def test_a_table_with_rows_before_and_after() -> None:
    assert told(DOWN) == "TTFT p50 (ms): 812 → 701; output tok/s: 2,015 → 2,190"


def test_device_and_model_are_its_conditions() -> None:
    one = measured(pull(1, body=DOWN))
    assert one is not None
    assert one.conditions == ("1x MI300X, Larch-8B-FP8",)


def test_without_words_above_the_table_the_device_of_the_title_is_its_condition() -> None:
    one = measured(pull(1, "Tune for MI300X", body="Tested on H100 too.\n\n" + ACROSS))
    assert one is not None
    assert one.conditions == ("MI300X",)


def test_with_two_devices_none_is_claimed() -> None:
    one = measured(pull(1, body="Made for MI300X and H100.\n\n" + ACROSS))
    assert one is not None
    assert one.conditions == ()


def test_columns_that_differ_in_more_than_before_and_after_say_so() -> None:
    body = "| TPOT | main, BF16 KV (ms) | this PR, FP8 KV (ms) |\n|---|--:|--:|\n| p50 | 27.4 | 21.8 |"
    assert told(body) == "p50: 27.4 (main, BF16 KV) → 21.8 (this PR, FP8 KV) ms"


def test_a_number_in_a_label_is_named_by_its_column() -> None:
    body = "| batch | before (ms) | after (ms) |\n|--:|--:|--:|\n| 1 | 842 | 806 |"
    assert told(body) == "batch 1: 842 → 806 ms"


def test_rows_after_the_first_leave_out_what_stands_in_it() -> None:
    body = (
        "| device | batch | before (ms) | after (ms) |\n|---|--:|--:|--:|\n"
        "| MI300X | 1 | 842 | 806 |\n| MI300X | 32 | 1,390 | 1,352 |\n| MI355X | 32 | 1,021 | 1,004 |"
    )
    rows = "MI300X, batch 1: 842 → 806 ms; batch 32: 1,390 → 1,352 ms; MI355X, batch 32: 1,021 → 1,004 ms"
    assert told(body) == rows
    body = "| | BF16 (main) | FP8 (this PR) |\n|---|--:|--:|\n| TPOT | 27.4 | 21.8 |\n| gsm8k | 0.943 | 0.940 |"
    assert told(body) == "TPOT: 27.4 (BF16) → 21.8 (FP8); gsm8k: 0.943 → 0.940"


def test_two_baselines_are_both_named() -> None:
    body = "| codec | TTFT |\n|---|--:|\n| none (main) | 812 |\n| INT8 (main) | 744 |\n| INT6 (this PR) | 701 |"
    assert told(body) == "TTFT: none 812, INT8 744 → INT6 701"


def test_a_sentence_that_compares_is_quoted_whole() -> None:
    body = "It was slow. On 1x H100 throughput goes from 4,290 to 4,760 tok/s, that is 11 %. Done."
    assert told(body) == "On 1x H100 throughput goes from 4,290 to 4,760 tok/s, that is 11 %."


@pytest.mark.parametrize(
    "body",
    [
        "",
        "Fixes the loop from 1 to 10.",
        "| base model | max new tokens |\n|---|---|\n| Llama-3-8B | 128 |",
        "For messages of 2 MiB.",
        "Tested on 1x MI300X.",
        "Fixes #123.",
        "42 passed.",
    ],
)
def test_a_size_a_device_or_a_test_run_is_no_measurement(body: str) -> None:
    assert told(body) is None


def test_the_corner_of_a_table_may_say_where_it_was_measured() -> None:
    body = "## Test Result\n\n| 1x MI300X, concurrency 64 | main | this PR |\n|---|--:|--:|\n| gsm8k | 0.12 | 0.87 |"
    found = measured(pull(1, body=body))
    assert found is not None
    assert (found.text, found.conditions) == ("gsm8k: 0.12 → 0.87", ("1x MI300X, concurrency 64",))


PLANNED = "## Test Plan\n\n`bench.py`, 1x L40S, 500 clips.\n\n## Test Result\n\n14.2 -> 38.9 clips/s at batch 16."


def test_a_figure_in_a_sentence_without_a_device_was_taken_on_the_one_that_the_plan_names() -> None:
    one = measured(pull(1, body=PLANNED))
    assert one is not None
    assert one.conditions == ("1x L40S, 500 clips",)


@pytest.mark.parametrize(
    "body",
    [
        PLANNED.replace("## Test Result", "Then on 8x H100.\n\n## Test Result"),
        PLANNED.replace("at batch 16", "on 1x H100"),
        PLANNED.replace("## Test Plan", "## Purpose"),
    ],
)
def test_what_a_plan_names_is_no_condition_where_it_may_belong_to_another_figure(body: str) -> None:
    one = measured(pull(1, body=body))
    assert one is not None
    assert one.conditions == ()
