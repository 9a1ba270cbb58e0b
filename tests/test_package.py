"""What is shipped: the wheel, and the locks that it is installed and tested with."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.txt", "requirements-dev.txt")
PIN = re.compile(r"^([a-z0-9-]+(?:\[[a-z0-9,-]+\])?==[^ ;\\]+)", re.MULTILINE)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def dependencies() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [Requirement(text) for text in project["dependencies"]]


def pins(lock: str) -> set[str]:
    return set(PIN.findall((ROOT / lock).read_text("utf-8")))


def test_the_wheel_holds_every_template_inside_the_package(wheel: Path):
    wanted = {f"digest/templates/{p.relative_to(ROOT / 'templates').as_posix()}" for p in templates()}
    assert wanted
    assert wanted <= set(zipfile.ZipFile(wheel).namelist())


def templates() -> list[Path]:
    return [p for p in (ROOT / "templates").rglob("*") if p.is_file() and "__pycache__" not in p.parts]


def test_the_wheel_holds_the_two_packages_and_nothing_else(wheel: Path):
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"digest", "handler"}


def test_the_wheel_installs_the_command(wheel: Path):
    archive = zipfile.ZipFile(wheel)
    entry_points = next(name for name in archive.namelist() if name.endswith("entry_points.txt"))
    assert "vllm-digest = handler.cli:main" in archive.read(entry_points).decode()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_address_and_no_local_folder(lock: str):
    text = (ROOT / lock).read_text("utf-8")
    assert not re.search(r"https?://|file:|^-|find-links", text, re.MULTILINE)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_of_a_lock_has_a_hash(lock: str):
    blocks = re.split(r"^(?=[a-z0-9])", (ROOT / lock).read_text("utf-8"), flags=re.MULTILINE)
    pinned = [block for block in blocks if block.strip()]
    assert pinned
    assert [block.split()[0] for block in pinned if "--hash=sha256:" not in block] == []


def test_the_tests_run_with_what_is_shipped():
    assert pins("requirements.txt")
    assert pins("requirements.txt") <= pins("requirements-dev.txt")


@pytest.mark.parametrize("dependency", dependencies(), ids=lambda d: d.name)
def test_a_lock_satisfies_what_the_project_asks_for(dependency: Requirement):
    versions = [pin.partition("==")[2] for pin in pins("requirements.txt") if Requirement(pin).name == dependency.name]
    assert versions
    assert all(dependency.specifier.contains(version) for version in versions)


@pytest.mark.parametrize("version", ["1.82.7", "1.82.8", "1.107.0"])
def test_a_compromised_release_of_litellm_is_refused(version: str):
    litellm = next(d for d in dependencies() if d.name == "litellm")
    assert not litellm.specifier.contains(version)
