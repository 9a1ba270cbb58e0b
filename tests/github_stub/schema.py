"""GitHub's own schema, as the npm package ``@octokit/graphql-schema`` carries it, or the subset written here.

The package is pinned by version and by the hash of its tarball, and fetched once into ``.cache/`` of the checkout by
npm, with whatever registry npm is set up for. Nothing of it is committed. Without npm (or with
``GITHUB_STUB_SCHEMA=subset``) the subset serves, which a test compares with the whole schema where that is there.
"""

from __future__ import annotations

import base64
import fcntl
import functools
import hashlib
import os
import shutil
import subprocess
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphql import GraphQLSchema, build_schema

from tests.github_stub.binding import bind

PACKAGE = "@octokit/graphql-schema"
VERSION = "15.26.1"
INTEGRITY = "sha512-RFDC2MpRBd4AxSRvUeBIVeBU7ojN/SxDfALUd7iVYOSeEK3gZaqR2MGOysj4Zh2xj2RY5fQAUT+Oqq7hWTraMA=="
CACHE = Path(__file__).parents[2] / ".cache" / "github-schema"
SUBSET = Path(__file__).with_name("subset.graphql")
FETCH_TIMEOUT = 30.0
# A machine without a network fails once for all of pytest's workers, not once each.
FAILURE_LASTS = 600.0


class NoSchema(Exception):
    """The whole schema cannot be had here; says why."""


@functools.cache
def github_schema() -> GraphQLSchema:
    """The schema to serve: the whole one where it can be had, else the subset. Built once a process."""
    return bind(build(schema_text()))


def build(text: str) -> GraphQLSchema:
    """Both texts are valid as they stand, so the long check of the schema itself is left out."""
    return build_schema(text, assume_valid=True, no_location=True)


def schema_text() -> str:
    if os.environ.get("GITHUB_STUB_SCHEMA") == "subset":
        return subset_text()
    try:
        return whole_text()
    except NoSchema:
        return subset_text()


def subset_text() -> str:
    return SUBSET.read_text(encoding="utf-8")


@functools.cache
def whole_text() -> str:
    """Raises NoSchema without npm, without a network, or for a tarball with another hash."""
    place = CACHE / VERSION / "schema.graphql"
    if not place.exists():
        with _alone():
            if not place.exists():
                _fetch_once(place)
    return place.read_text(encoding="utf-8")


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time, since pytest's workers all start at once. The folder is kept out of git."""
    CACHE.mkdir(parents=True, exist_ok=True)
    (CACHE / ".gitignore").write_text("*\n", encoding="utf-8")
    with (CACHE / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _fetch_once(place: Path) -> None:
    """Raises what an attempt of the last minutes raised, without another one."""
    failure = CACHE / f"{VERSION}.failed"
    if failure.exists() and time.time() - failure.stat().st_mtime < FAILURE_LASTS:
        raise NoSchema(failure.read_text(encoding="utf-8"))
    try:
        _fetch(place)
    except NoSchema as error:
        failure.write_text(str(error), encoding="utf-8")
        raise


def _fetch(place: Path) -> None:
    tarball = _pack(CACHE)
    try:
        _check(tarball)
        text = _member(tarball, "package/schema.graphql")
    finally:
        tarball.unlink()
    place.parent.mkdir(exist_ok=True)
    unfinished = place.with_suffix(".part")
    unfinished.write_bytes(text)
    unfinished.replace(place)


def _pack(folder: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise NoSchema("npm is not installed")
    quiet = ["--silent", "--ignore-scripts", "--fetch-retries=0"]
    command = [npm, "pack", f"{PACKAGE}@{VERSION}", *quiet, "--pack-destination", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=FETCH_TIMEOUT, check=True, cwd=folder)
    except (subprocess.SubprocessError, OSError) as error:
        raise NoSchema(f"npm pack did not bring {PACKAGE} {VERSION} ({type(error).__name__})") from error
    return folder / done.stdout.strip().splitlines()[-1]


def _check(tarball: Path) -> None:
    found = "sha512-" + base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
    if found != INTEGRITY:
        raise NoSchema(f"{PACKAGE} {VERSION} has the hash {found}, not {INTEGRITY}")


def _member(tarball: Path, name: str) -> bytes:
    with tarfile.open(tarball) as archive:
        member = archive.extractfile(name)
        if member is None:
            raise NoSchema(f"{name} is not in the tarball")
        return member.read()
