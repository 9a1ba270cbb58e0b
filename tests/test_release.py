"""A release: what is asked before it, and `.ci/tag-release`, the commit and its tags, in real repositories."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from tests.examples.workflows import read

SCRIPT = Path(__file__).parents[1] / ".ci" / "tag-release"
RELEASE = SCRIPT.parents[1] / ".github" / "workflows" / "release.yml"
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


def test_a_release_that_stopped_half_way_is_finished_by_the_same_call(project: Project):
    first = project.release("1.2.3", IMAGE).stdout.strip()
    project.git("push", "--quiet", "origin", ":refs/tags/v1")
    again = project.release("1.2.3", IMAGE)
    assert (again.returncode, again.stdout.strip(), again.stderr) == (0, first, "")
    assert project.remote("refs/tags/v1.2.3") == project.remote("refs/tags/v1") == first


def test_where_one_tag_is_refused_none_is_made(project: Project):
    hook = project.folder.parent / "remote" / "hooks" / "update"
    hook.write_text('#!/bin/sh\n[ "$1" != refs/tags/v1 ]\n')
    hook.chmod(0o755)
    assert project.release("1.2.3", IMAGE).returncode != 0
    assert project.git("ls-remote", "origin", "refs/tags/*") == ""
    hook.unlink()
    assert project.release("1.2.3", IMAGE).returncode == 0


def test_a_fix_of_an_old_version_leaves_the_major_tag_where_it_is(project: Project):
    newest = project.release("1.10.0", IMAGE.replace("1.2.3", "1.10.0")).stdout.strip()
    done = project.release("1.9.1", IMAGE.replace("1.2.3", "1.9.1"))
    assert (done.returncode, done.stderr) == (0, "release: v1 stays where it is, at a higher version\n")
    assert project.remote("refs/tags/v1.9.1") == done.stdout.strip()
    assert project.remote("refs/tags/v1") == newest


@pytest.mark.parametrize(
    ("version", "names"),
    [
        ("1.2.3", ["1.2.3"]),
        ("1.2.11", ["1.2.11", "1.2"]),
        ("1.11.0", ["1.11.0", "1.11", "1"]),
        ("2.0.0", ["2.0.0", "2.0", "2"]),
    ],
)
def test_an_image_takes_the_names_that_no_higher_release_holds(project: Project, version: str, names: list[str]):
    for tag in ("v1", "v1.2.9", "v1.2.10", "v1.10.0", "v11.0.0", "v1.99.0-rc.1", "notes"):
        project.git("tag", tag)
    (project.folder / ".ci").mkdir()
    shutil.copy(SCRIPT.parent / "image-tags", project.folder / ".ci")
    assert published(project, version) == names


def published(project: Project, version: str) -> list[str]:
    """The image's names as the workflow's own step gives them to docker."""
    [step] = [step for step in read(RELEASE).steps if step.get("id") == "publish"]
    stand_in, asked = project.folder.parent / "docker", project.folder.parent / "asked"
    stand_in.write_text(
        f'#!/bin/sh\ncase $3 in create) printf "%s\\n" "$@" >{asked} ;; *) echo \'{{"digest":"d"}}\' ;; esac\n'
    )
    stand_in.chmod(0o755)
    environ = {
        "PATH": f"{stand_in.parent}:{os.environ['PATH']}",
        "GITHUB_OUTPUT": str(project.folder.parent / "output"),
        **{"VERSION": version, "IMAGE": "ghcr.io/acme/vllm-digest", "AMD64": "sha256:a", "ARM64": "sha256:b"},
    }
    subprocess.run(["bash", "-e", "-c", step["run"]], cwd=project.folder, env=environ, check=True, timeout=60)
    given = asked.read_text().splitlines()
    assert given[-2:] == ["ghcr.io/acme/vllm-digest@sha256:a", "ghcr.io/acme/vllm-digest@sha256:b"]
    return [after.rpartition(":")[2] for flag, after in pairwise(given) if flag == "--tag"]


@pytest.mark.parametrize(("there", "asked"), [(0, ["view"]), (1, ["view", "create"])])
def test_a_release_that_is_there_is_not_made_again(tmp_path: Path, there: int, asked: list[str]):
    [step] = [step for step in read(RELEASE).steps if step.get("name") == "Release"]
    (tmp_path / "CHANGELOG.md").write_text("## [1.2.3] - 2026-03-04\n\n- It is.\n\n## [1.2.2]\n")
    (tmp_path / "gh").write_text(f'#!/bin/sh\necho "$2" >>asked\n[ "$2" != view ] || exit {there}\n')
    (tmp_path / "gh").chmod(0o755)
    environ = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "VERSION": "1.2.3", "RUNNER_TEMP": str(tmp_path)}
    subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=environ, check=True, timeout=60)
    assert (tmp_path / "asked").read_text().split() == asked


def test_what_anybody_can_take_is_made_only_by_jobs_that_are_approved():
    writes = {"attestations", "contents"}
    for job in read(RELEASE).jobs.values():
        if any(job["permissions"].get(name) == "write" for name in writes):
            assert job.get("environment") == "release", job["name"]


@pytest.mark.parametrize(
    ("version", "image"),
    [
        ("1.2", IMAGE),
        ("v1.2.3", IMAGE),
        ("1.2.3; id", IMAGE),
        ("1.2.4", IMAGE),
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
    shutil.copy(real, project.folder)
    project.git("commit", "--quiet", "--all", "--message", "The real one")
    assert project.release("1.2.3", IMAGE).returncode == 0


GITHUB = {"GITHUB_REF": "refs/heads/main", "BRANCH": "main", "GITHUB_SHA": "0" * 40, "GITHUB_REPOSITORY": "Acme/digest"}
# As far as the step asks GitHub: which tags there are, and how often CI passed.
GH = '#!/bin/sh\ncase $1 in api) echo "$TAGS" ;; run) echo "$PASSED" ;; esac\n'


@pytest.mark.parametrize(
    ("told", "more"),
    [
        ("", {}),
        ("", {"TAGS": "refs/tags/v1.2.30"}),
        ("releases are made from main", {"GITHUB_REF": "refs/heads/other"}),
        ("'1.2.3; id' is no version like 1.2.3", {"VERSION": "1.2.3; id"}),
        ("digest/__init__.py says another version", {"VERSION": "1.2.4"}),
        ("CHANGELOG.md has no section [1.3.0]", {"VERSION": "1.3.0"}),
        ("v1.2.3 is released already", {"TAGS": "refs/tags/v1.2.3"}),
        (f"CI has not passed for {'0' * 40}", {"PASSED": "0"}),
    ],
)
def test_a_release_is_refused_where_code_changelog_tags_and_checks_disagree(tmp_path: Path, told: str, more: dict):
    [step] = [step for step in read(RELEASE).steps if step.get("id") == "check"]
    (tmp_path / "digest").mkdir()
    said = "1.3.0" if more.get("VERSION") == "1.3.0" else "1.2.3"
    (tmp_path / "digest" / "__init__.py").write_text(f'__version__ = "{said}"\n')
    (tmp_path / "CHANGELOG.md").write_text("## [Unreleased]\n\n## [1.2.3] - 2026-03-04\n")
    (tmp_path / "gh").write_text(GH)
    (tmp_path / "gh").chmod(0o755)
    environ = {
        **GITHUB,
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "GITHUB_REPOSITORY_OWNER": "Acme",
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        **{"VERSION": "1.2.3", "TAGS": "", "PASSED": "1"},
        **more,
    }
    command = ["bash", "-e", "-c", step["run"]]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.removeprefix("::error::").strip() == told
    assert done.returncode == (1 if told else 0), done.stderr
    if not told:
        assert (tmp_path / "output").read_text() == "image=ghcr.io/acme/vllm-digest\n"
