"""What merged changes mean for users: claimed only where a verb stands beside a name."""

from __future__ import annotations

import pytest

from digest.facts.impact import changes
from digest.facts.notes import note
from digest.facts.values import Effect
from tests.made import pull


def effects(title: str, body: str = "", **fields: object) -> list[tuple[Effect, tuple[str, ...]]]:
    return [(one.effect, one.names) for one in changes(pull(1, title, body=body, **fields))]


@pytest.mark.parametrize(
    ("title", "effect", "names"),
    [
        ("[Core] Remove the environment variable `VLLM_OLD`", Effect.REMOVED, ("VLLM_OLD",)),
        ("Drop deprecated --swap-space and --preemption-mode", Effect.REMOVED, ("--swap-space", "--preemption-mode")),
        ("Add `--foo-bar` to the server", Effect.ADDED, ("--foo-bar",)),
        ("[Core] Add opt-in media URL caching via VLLM_MEDIA_CACHE", Effect.ADDED, ("VLLM_MEDIA_CACHE",)),
        ("Introduce VLLM_X for debugging", Effect.ADDED, ("VLLM_X",)),
        ("Add endpoint `POST /v1/tokenize/batch`", Effect.ADDED, ("POST /v1/tokenize/batch",)),
        ("Deprecate `--swap-space-gb`", Effect.DEPRECATED, ("--swap-space-gb",)),
        ("Enable `--async-scheduling` by default", Effect.DEFAULT_ON, ("--async-scheduling",)),
        ("Disable `VLLM_FAST` by default", Effect.DEFAULT_OFF, ("VLLM_FAST",)),
        ("`--block-size` now defaults to 32", Effect.DEFAULT, ("--block-size",)),
    ],
)
def test_a_title_names_its_effect(title: str, effect: Effect, names: tuple[str, ...]) -> None:
    assert effects(title) == [(effect, names)]


@pytest.mark.parametrize(
    "title",
    [
        "Fix a crash with `--foo-bar`",
        "Test `--foo-bar` with two engines",
        "Document VLLM_X",
        "Remove the need for a restart when `--foo` is set",
        "Refactor FusedMoE",
        "Add a test for `fused_moe_kernel`",
        "Make --foo faster",
        "Add support for Qwen3.5",
        "[CI/Build] Remove `--no-cache-dir` from the Dockerfile",
        "[Doc] Remove `--foo-bar` from the README example",
        "[Test] Drop `--forked`",
        "[Doc] Document the default value of `--block-size`",
        "Fix wrong help text for the default of `--max-num-seqs`",
        "[CI] Run the LM eval by default on L4",
        "[Docs] Explain the default chat template",
        "Update Qwen3-VL to 2.5 template",
        "Move nightly to 12pm",
        "Bump `max_num_seqs` to 1024",
        "[Bugfix] Restore `--swap-space`",
    ],
)
def test_a_name_without_a_verb_of_its_own_has_no_effect(title: str) -> None:
    assert effects(title) == []


def test_a_renamed_flag_gives_both_names() -> None:
    (one,) = changes(pull(1, "Rename `--tool-plugin` to `--tool-module`"))
    assert (one.effect, one.old, one.new) == (Effect.RENAMED, "--tool-plugin", "--tool-module")


def test_a_new_default_gives_its_value() -> None:
    (one,) = changes(pull(1, "Tune", body="## Purpose\n\n`--block-size` now defaults to `32`."))
    assert (one.effect, one.names, one.new) == (Effect.DEFAULT, ("--block-size",), "32")


def test_a_changed_status_gives_old_and_new() -> None:
    (one,) = changes(pull(1, "Answer 400 instead of 500 for bad audio"))
    assert (one.effect, one.old, one.new) == (Effect.STATUS, "500", "400")


def test_a_bump_gives_the_versions() -> None:
    (one,) = changes(pull(1, "Bump xgrammar from 0.1.29 to 0.1.32"))
    assert (one.effect, one.names, one.old, one.new) == (Effect.DEPENDENCY, ("xgrammar",), "0.1.29", "0.1.32")


def test_a_revert_is_an_effect() -> None:
    assert effects('Revert "[Core] Overlap it" (#90061)') == [(Effect.REVERTED, ())]


def test_an_effect_in_the_body_is_quoted_with_its_sentence() -> None:
    (one,) = changes(pull(1, "Tune it", body="## Purpose\n\nThis adds `--tune-level` to the server. It is off."))
    assert (one.effect, one.names) == (Effect.ADDED, ("--tune-level",))
    assert one.quote is not None
    assert one.quote.text == "This adds `--tune-level` to the server."


@pytest.mark.parametrize(
    "body",
    [
        "We could add `--tune-level` later.",
        "This does not remove `--tune-level`.",
        "## Test Result\n\nadded `--tune-level` to the command line",
        "```\nadd `--tune-level`\n```",
        "<!-- add `--tune-level` -->",
        "#123 removed `--tune-level` by accident. This PR brings it back.",
        "Removing `--tune-level` is left for v0.12.",
        "vLLM v0.8 deprecated `--tune-level`.",
        "#999 added `--tune-level` and forgot to free it.",
        "On main the server returns 500 instead of 400.",
        "TPOT goes down from 512 -> 448 us.",
        "It grows from 400 to 512 entries.",
        "Throughput rises from 480 to 512 tok/s.",
    ],
)
def test_what_is_denied_planned_or_tested_is_no_effect(body: str) -> None:
    assert effects("Tune it", body) == []


def test_each_name_is_told_once_and_what_one_must_act_on_first() -> None:
    body = "Adds `--new-one` and removes `--old-one`. Adds `--new-one`."
    assert effects("Rework", body) == [(Effect.REMOVED, ("--old-one",)), (Effect.ADDED, ("--new-one",))]


def test_a_note_is_the_sentence_that_says_what_to_do() -> None:
    body = "## Purpose\n\nIt was slow. `--no-fast` brings the old behaviour back. Nothing else."
    told = note(pull(1, "Make it fast", body=body))
    assert told is not None
    assert told.text == "`--no-fast` brings the old behaviour back."


def test_a_body_without_advice_gives_no_note() -> None:
    assert note(pull(1, "Make it fast", body="It was slow.")) is None


@pytest.mark.parametrize(
    "body",
    [
        "This PR adds `--tune-level`.",
        "Adds `--tune-level` to the server.",
        "We add an opt-in flag `--tune-level`.",
        "It also adds `--tune-level`.",
        "Reworks the tuner and adds `--tune-level`.",
    ],
)
def test_what_this_change_does_is_an_effect_in_many_wordings(body: str) -> None:
    assert effects("Tune it", body) == [(Effect.ADDED, ("--tune-level",))]


def test_a_bump_without_the_old_version_needs_a_file_that_pins() -> None:
    (one,) = changes(pull(1, "Bump AITER to 0.1.12", files=("docker/Dockerfile.rocm_base",)))
    assert (one.effect, one.new) == (Effect.DEPENDENCY, "0.1.12")
    assert changes(pull(1, "Update README to v0.9.1", files=("README.md",))) == ()


def test_a_change_of_code_and_ci_is_felt_where_code_was_touched() -> None:
    title = "[Core][CI] Add `--cache-media` for the tests' sake"
    assert effects(title, files=("tests/a.py",)) == []
    assert effects("[Core][CI] Add `--cache-media`", files=("vllm/a.py", "tests/a.py")) == [
        (Effect.ADDED, ("--cache-media",))
    ]
