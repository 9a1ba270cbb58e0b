"""A file of an npm package, pinned by version and by the hash of its tarball, for tests that need somebody else's data.

It is fetched once into ``.cache/`` of the checkout by npm, with whatever registry npm is set up for. Nothing of it is
committed.
"""

from __future__ import annotations

import base64
import fcntl
import hashlib
import shutil
import subprocess
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CACHE = Path(__file__).parents[1] / ".cache"
FETCH_TIMEOUT = 30.0
# A machine without a network fails once for all of pytest's workers, not once each.
FAILURE_LASTS = 600.0


class NotThere(Exception):
    """The file cannot be had here; says why."""


@dataclass(frozen=True)
class Pinned:
    """``member`` of the package's tarball, kept under ``place`` in the cache."""

    package: str
    version: str
    integrity: str
    member: str
    place: str

    def text(self) -> str:
        """Raises NotThere without npm, without a network, or for a tarball with another hash."""
        kept = self._folder / self.version / Path(self.member).name
        if not kept.exists():
            with self._alone():
                if not kept.exists():
                    self._fetch_once(kept)
        return kept.read_text(encoding="utf-8")

    def check(self, tarball: Path) -> None:
        """Raises NotThere for another tarball than the pinned one."""
        found = "sha512-" + base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
        if found != self.integrity:
            raise NotThere(f"{self.package} {self.version} has the hash {found}, not {self.integrity}")

    @property
    def _folder(self) -> Path:
        return CACHE / self.place

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One process at a time, since pytest's workers all start at once. The folder is kept out of git."""
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / ".gitignore").write_text("*\n", encoding="utf-8")
        with (self._folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _fetch_once(self, kept: Path) -> None:
        """Raises what an attempt of the last minutes raised, without another one."""
        failure = self._folder / f"{self.version}.failed"
        if failure.exists() and time.time() - failure.stat().st_mtime < FAILURE_LASTS:
            raise NotThere(failure.read_text(encoding="utf-8"))
        try:
            self._fetch(kept)
        except NotThere as error:
            failure.write_text(str(error), encoding="utf-8")
            raise

    def _fetch(self, kept: Path) -> None:
        tarball = self._pack()
        try:
            self.check(tarball)
            data = self._read(tarball)
        finally:
            tarball.unlink()
        kept.parent.mkdir(exist_ok=True)
        unfinished = kept.with_suffix(".part")
        unfinished.write_bytes(data)
        unfinished.replace(kept)

    def _pack(self) -> Path:
        npm = shutil.which("npm")
        if npm is None:
            raise NotThere("npm is not installed")
        quiet = ["--silent", "--ignore-scripts", "--fetch-retries=0"]
        command = [npm, "pack", f"{self.package}@{self.version}", *quiet, "--pack-destination", str(self._folder)]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=FETCH_TIMEOUT, check=True, cwd=self._folder
            )
        except (subprocess.SubprocessError, OSError) as error:
            told = f"npm pack did not bring {self.package} {self.version} ({type(error).__name__})"
            raise NotThere(told) from error
        return self._folder / done.stdout.strip().splitlines()[-1]

    def _read(self, tarball: Path) -> bytes:
        with tarfile.open(tarball) as archive:
            member = archive.extractfile(self.member)
            if member is None:
                raise NotThere(f"{self.member} is not in the tarball")
            return member.read()
