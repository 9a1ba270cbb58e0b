"""The image that `.ci/image` has built, by its name in the environment; without one these tests are skipped."""

from __future__ import annotations

import os

import pytest

VARIABLE = "VLLM_DIGEST_TEST_IMAGE"


@pytest.fixture(scope="session")
def image() -> str:
    name = os.environ.get(VARIABLE)
    if not name:
        pytest.skip(f"no image to test: `.ci/image` builds one and names it in {VARIABLE}")
    return name
