"""`make env` with a Python that will not do, and with an installation that fails: one line, and no half environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench import lies, rollup
from bench.__main__ import MEASURES, chosen
from tests.cli.conftest import ROOT

UNKNOWN = f"no-such-package==1 --hash=sha256:{'0' * 64}\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The Makefile alone, with a lock that cannot be installed."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "requirements-dev.txt").write_text(UNKNOWN)
    return tmp_path


def make(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # Make tells its own settings to the makes below it; the tests may run below one.
    environ = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "PYTHON"}
    command = ["make", *arguments]
    return subprocess.run(command, cwd=checkout, env=environ, capture_output=True, text=True, timeout=60, check=False)


def program(folder: Path, version: str) -> Path:
    """A Python of another version, as far as `make` asks it."""
    path = folder / f"python-{version}"
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo "Python {version}" && exit 0\nexit 1\n')
    path.chmod(0o755)
    return path


def test_a_python_that_is_too_old_is_refused_by_its_version(checkout: Path):
    old = program(checkout, "3.10.13")
    done = make(checkout, "env", f"PYTHON={old}")
    told = f"make: PYTHON={old}: Python 3.10.13 is no Python 3.11, 3.12 or 3.13: name one of these"
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, told)
    assert not (checkout / ".venv").exists()


def test_a_python_that_is_not_there_is_said_not_to_be_there(checkout: Path):
    done = make(checkout, "env", "PYTHON=/nonexistent")
    assert done.stderr.splitlines()[0] == "make: PYTHON=/nonexistent: there is no such program"
    assert not (checkout / ".venv").exists()


def test_an_installation_that_fails_leaves_no_environment(checkout: Path):
    done = make(checkout, "env", f"PYTHON={sys.executable}", "INSTALL_ARGS=--no-index")
    assert done.returncode == 2
    assert "no-such-package" in done.stderr
    assert not (checkout / ".venv").exists()


def test_an_environment_that_is_broken_is_made_anew(checkout: Path):
    folder = checkout / ".venv" / "bin"
    folder.mkdir(parents=True)
    program(checkout, "3.10.13").rename(folder / "python")
    (folder / "pip").touch(mode=0o755)
    done = make(checkout, "env", f"PYTHON={sys.executable}", "INSTALL_ARGS=--no-index")
    assert done.stderr.startswith("Making .venv with Python 3.")


def test_clean_leaves_nothing_that_was_made(checkout: Path):
    ignored = [".venv", ".cache", "dist", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis"]
    for name in ignored:
        (checkout / name).mkdir()
    assert make(checkout, "clean").returncode == 0
    assert not [name for name in ignored if (checkout / name).exists()]


def test_the_measures_that_are_named_are_taken_alone_and_else_all():
    assert chosen(["rollup", "lies"]) == [rollup.rows, lies.rows]
    assert chosen([]) == [*MEASURES.values()]


def test_a_measure_that_is_none_is_refused_with_those_that_there_are():
    command = [sys.executable, "-m", "bench", "lies", "nothing"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    told = f"bench: there is no measure 'nothing'; there are {', '.join(MEASURES)}\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)
