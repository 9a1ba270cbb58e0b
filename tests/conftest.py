"""Fixtures that every part of the suite shares."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.github_stub import GitHub, World, running

# How long an example takes says nothing of the code on a machine that does other things as well.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: some tests wait for a process, a store or a clock."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def _github_server() -> Iterator[GitHub]:
    with running() as server:
        yield server


@pytest.fixture
def github(_github_server: GitHub) -> Iterator[GitHub]:
    """GitHub on a free port, its world empty and its faults gone. One server a session: the schema is large."""
    _github_server.reset()
    yield _github_server
    _github_server.reset()


@pytest.fixture
def world(github: GitHub) -> World:
    """What that GitHub knows."""
    return github.world
