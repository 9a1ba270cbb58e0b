"""`.ci/tag-release`: the commit of a release and its tags, in real repositories."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "tag-release"
IMAGE = f"ghcr.io/acme/vllm-digest:1.2.3@sha256:{'0' * 64}"
ACTION = "name: vllm-digest\n\nruns:\n  using: docker\n  image: Dockerfile\n"


@dataclass(frozen=True)
class Project:
    """A checkout with a remote that has all of it."""

    folder: Path

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=self.folder, capture_output=True, text=True, check=True, timeout=60
        )
        return done.stdout.strip()

    def release(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(SCRIPT), *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False, timeout=60)

    def remote(self, ref: str) -> str:
        return self.git("ls-remote", "origin", ref).partition("\t")[0]

    def commit(self, **files: str) -> str:
        for name, text in files.items():
            path = self.folder / name.replace("__", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "More")
        self.git("push", "--quiet", "origin", "main")
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    (tmp_path / "config").write_text("[user]\nname = ann\nemail = ann@example.com\n[init]\ndefaultBranch = main\n")
    project = Project(tmp_path / "checkout")
    project.folder.mkdir()
    project.git("init", "--quiet")
    project.git("init", "--quiet", "--bare", str(tmp_path / "remote"))
    project.git("remote", "add", "origin", str(tmp_path / "remote"))
    (project.folder / "action.yml").write_text(ACTION)
    (project.folder / ".github" / "workflows").mkdir(parents=True)
    (project.folder / ".github" / "workflows" / "ci.yml").write_text("name: CI\n")
    project.commit(**{"digest__there": "code\n"})
    return project


def test_both_tags_lead_to_a_child_of_the_commit_that_takes_the_image_and_has_no_workflows(project: Project):
    head = project.git("rev-parse", "HEAD")
    done = project.release("1.2.3", IMAGE)
    assert done.returncode == 0, done.stderr
    commit = done.stdout.strip()
    assert project.remote("refs/tags/v1.2.3") == project.remote("refs/tags/v1") == commit
    assert project.git("rev-parse", f"{commit}^") == head
    assert project.git("show", f"{commit}:action.yml").endswith(f"\n  image: docker://{IMAGE}")
    assert project.git("ls-tree", "-r", "--name-only", commit).splitlines() == ["action.yml", "digest/there"]


def test_the_checkout_and_the_branch_stay_as_they_were(project: Project):
    head = project.git("rev-parse", "HEAD")
    assert project.release("1.2.3", IMAGE).returncode == 0
    assert project.git("status", "--porcelain") == ""
    assert project.git("rev-parse", "HEAD") == project.remote("refs/heads/main") == head


def test_the_next_release_moves_the_major_tag_and_leaves_the_old_one(project: Project):
    first = project.release("1.2.3", IMAGE).stdout.strip()
    project.commit(**{".github__workflows__ci.yml": "name: Other\n"})
    second = project.release("1.3.0", IMAGE.replace("1.2.3", "1.3.0")).stdout.strip()
    assert project.remote("refs/tags/v1.2.3") == first
    assert project.remote("refs/tags/v1.3.0") == project.remote("refs/tags/v1") == second


def test_a_version_is_released_once(project: Project):
    first = project.release("1.2.3", IMAGE).stdout.strip()
    project.commit(**{"digest__there": "other code\n"})
    again = project.release("1.2.3", IMAGE)
    told = "release: v1.2.3 is there already, and a release does not change: take the next version\n"
    assert (again.returncode, again.stderr) == (1, told)
    assert project.remote("refs/tags/v1") == first


@pytest.mark.parametrize(
    ("version", "image"),
    [
        ("1.2", IMAGE),
        ("v1.2.3", IMAGE),
        ("1.2.3; id", IMAGE),
        ("1.2.3", "ghcr.io/acme/vllm-digest:1.2.3"),
        ("1.2.3", ""),
    ],
)
def test_what_is_no_version_or_names_no_image_is_refused(project: Project, version: str, image: str):
    assert project.release(version, image).returncode == 2
    assert project.git("ls-remote", "origin", "refs/tags/*") == ""


def test_an_action_that_does_not_build_the_dockerfile_is_refused(project: Project):
    project.commit(**{"action.yml": ACTION.replace("Dockerfile", "docker://elsewhere")})
    done = project.release("1.2.3", IMAGE)
    assert (done.returncode, done.stderr) == (2, "release: action.yml does not say 'image: Dockerfile' once\n")


def test_the_real_action_is_one_that_can_be_released(project: Project):
    real = SCRIPT.parents[1] / "action.yml"
    if not real.exists():
        pytest.skip("the Action is not built yet")
    shutil.copy(real, project.folder)
    project.git("commit", "--quiet", "--all", "--message", "The real one")
    assert project.release("1.2.3", IMAGE).returncode == 0
