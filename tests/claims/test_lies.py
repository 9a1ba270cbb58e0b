"""A hostile model: no lie is published, and what is true in the same style is borne out."""

from __future__ import annotations

import pytest

from bench import lies
from digest.claims import Verdict


@pytest.fixture(scope="module")
def world():
    return lies.World.sample()


@pytest.mark.parametrize("seed", lies.SEEDS)
def test_no_lie_of_any_kind_is_published(world, seed):
    assert [(lie.kind, lie.texts) for lie, _ in lies.published(world, seed)] == []


@pytest.mark.parametrize("seed", lies.SEEDS)
def test_truths_in_the_same_style_are_borne_out(world, seed):
    assert len(lies.unsupported(world, seed)) <= 0.05 * lies.MANY


def test_every_kind_of_lie_is_told_in_both_languages(world):
    told = list(lies.made(lies.LIES, world, 1))
    assert {lie.kind for lie in told} == set(lies.LIES)
    chinese = {lie.kind for lie in told if any("\u4e00" <= letter <= "\u9fff" for letter in "".join(lie.texts))}
    assert len(chinese) > 0.9 * len(lies.LIES)


def test_the_same_seed_tells_the_same(world):
    assert list(lies.made(lies.LIES, world, 3, 60)) == list(lies.made(lies.LIES, world, 3, 60))
    assert list(lies.made(lies.LIES, world, 3, 60)) != list(lies.made(lies.LIES, world, 4, 60))


def test_a_refuted_truth_is_no_truth(world):
    refuted = [truth for truth, result in lies.unsupported(world, 5) if result.verdict is Verdict.REFUTED]
    assert len(refuted) <= 0.05 * lies.MANY
