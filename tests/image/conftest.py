"""The image that `.ci/image` has built, by its name in the environment; without one these tests are skipped."""

from __future__ import annotations

import os

import pytest

from tests.cli.conftest import ROOT

VARIABLE = "VLLM_DIGEST_TEST_IMAGE"


@pytest.fixture(scope="session")
def image() -> str:
    name = os.environ.get(VARIABLE)
    if not name:
        pytest.skip(f"no image to test: `.ci/image` builds one and names it in {VARIABLE}")
    if not (ROOT / "handler" / "__main__.py").exists():
        pytest.skip("the image's entry point is not built yet")
    return name
