"""Where finished stages are kept, so that a run which was killed goes on and a re-run costs nothing.

A checkpoint is the value of a stage as JSON, under the repository, the window, and a digest of the settings
that the stage reads: with other settings it is another checkpoint. Writes are atomic; what cannot be read
back as the value that it should be counts as absent.
"""

from __future__ import annotations

import asyncio
import contextlib
import glob
import hashlib
import json
import os
import secrets
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import IO, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from digest.errors import RemoteError, SettingsError
from digest.model import RepositoryName
from digest.s3 import SMALL, Bucket, Location, Object, Taken
from digest.window import Window

V = TypeVar("V", bound=BaseModel)


class Store(Protocol):
    """A place for bytes under keys like ``a/b/c.json``. A write is whole or did not happen."""

    def read(self, key: str) -> bytes | None: ...

    def write(self, key: str, data: bytes) -> None: ...

    def names(self, prefix: str) -> tuple[str, ...]:
        """What stands right below ``prefix``, as in a folder, sorted. Nothing where there is no such place."""
        ...

    def remove(self, prefix: str) -> None:
        """Removes what stands below ``prefix``. That some of it cannot be removed is no fault."""
        ...

    def look(self, key: str) -> Object | None:
        """What stands there, with the mark by which `swap` knows it again."""
        ...

    def swap(self, key: str, data: bytes, seen: Object | None) -> Object:
        """Puts ``data`` in the place of what was ``seen`` there. Raises Taken where it is no longer that."""
        ...


@dataclass(frozen=True)
class FolderStore:
    """A folder on this machine."""

    root: Path

    def read(self, key: str) -> bytes | None:
        try:
            return (self.root / key).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._unusable(error) from None

    def write(self, key: str, data: bytes) -> None:
        try:
            write_atomically(self.root / key, data)
        except OSError as error:
            raise self._unusable(error) from None

    def names(self, prefix: str) -> tuple[str, ...]:
        try:
            return tuple(sorted(path.name for path in (self.root / prefix).iterdir()))
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except OSError as error:
            raise self._unusable(error) from None

    def remove(self, prefix: str) -> None:
        shutil.rmtree(self.root / prefix, ignore_errors=True)

    def look(self, key: str) -> Object | None:
        data = self.read(key)
        return None if data is None else _marked(data)

    def swap(self, key: str, data: bytes, seen: Object | None) -> Object:
        path = self.root / key
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with locked(path.with_name(f".{path.name}.lock")):
                if self.look(key) != seen:
                    raise Taken
                write_atomically(path, data)
        except OSError as error:
            raise self._unusable(error) from None
        return _marked(data)

    def _unusable(self, error: OSError) -> SettingsError:
        return SettingsError(f"--state: {self.root} cannot be used: {error.strerror or error}")


@dataclass(frozen=True)
class S3Store:
    """Keys below a location in a bucket; for runs that leave no disk behind. The bucket is opened at the first use."""

    location: Location

    def read(self, key: str) -> bytes | None:
        with self._named():
            found = self._bucket.read(key)
        return None if found is None else found.data

    def write(self, key: str, data: bytes) -> None:
        with self._named():
            self._bucket.write(key, data, "application/json; charset=utf-8")

    def names(self, prefix: str) -> tuple[str, ...]:
        with self._named():
            return self._bucket.below(prefix)

    def remove(self, prefix: str) -> None:
        # A role that may not delete leaves it to the rules of the bucket.
        with contextlib.suppress(RemoteError):
            self._bucket.remove(prefix)

    def look(self, key: str) -> Object | None:
        with self._named():
            return self._bucket.read(key)

    def swap(self, key: str, data: bytes, seen: Object | None) -> Object:
        condition = {"IfNoneMatch": "*"} if seen is None else {"IfMatch": seen.etag}
        with self._named():
            return self._bucket.write(key, data, "application/json; charset=utf-8", **condition)

    @cached_property
    def _bucket(self) -> Bucket:
        return Bucket.open(self.location, SMALL)

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except RemoteError as error:
            raise type(error)(f"--state: {error}") from None


def _marked(data: bytes) -> Object:
    return Object(data, hashlib.sha256(data).hexdigest())


Place = Path | Location
"""Where a state may be."""


def store(place: Place) -> Store:
    return S3Store(place) if isinstance(place, Location) else FolderStore(place)


def write_atomically(path: Path, data: bytes) -> None:
    """The file has all of ``data`` or stays as it was, also when the process is killed half-way. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{secrets.token_hex(6)}{_PART}")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _sweep(path, part.stat().st_mtime - _ABANDONED)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """One process at a time; the lock goes with the one that holds it, however that ends. Raises OSError."""
    with path.open("ab") as file:
        _lock(file)
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        """Held until the file is closed. Waits ten seconds at the most."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        """Held until the file is closed, also by a kill. Held for milliseconds, so nobody waits for long."""
        fcntl.flock(file.fileno(), fcntl.LOCK_EX)


_PART = ".part"
_ABANDONED = 60.0
"""Seconds after which a part is one that a killed run left behind: a write takes far less."""


def _sweep(path: Path, before: float) -> None:
    """Removes the parts of ``path`` that nobody will finish."""
    for part in path.parent.glob(f".{glob.escape(path.name)}.*{_PART}"):
        with contextlib.suppress(OSError):
            if part.stat().st_mtime < before:
                part.unlink()


@dataclass(frozen=True)
class Checkpoints:
    """The finished stages of one repository and window.

    With ``refresh`` nothing that is there is used, but what is made is still kept.
    """

    store: Store
    repository: RepositoryName
    window: Window
    refresh: bool = False

    async def once(
        self,
        stage: str,
        reads: object,
        of: type[V],
        make: Callable[[], Awaitable[V]],
        final: Callable[[V], bool] = lambda _: True,
    ) -> V:
        """The stage's value: the one kept for the settings ``reads`` (anything JSON can say), else made and kept.

        A value that is not ``final`` is given back but not kept, so that the next run tries again.
        """
        key = self._key(stage, reads)
        kept = None if self.refresh else await self._load(key, of)
        if kept is not None:
            return kept
        value = await make()
        if final(value):
            data = value.model_dump_json(by_alias=True).encode()
            await asyncio.to_thread(self.store.write, key, data)
        elif self.refresh:
            # Who goes on must not take up what this run was not to use.
            await asyncio.to_thread(self.store.write, key, b"")
        return value

    async def _load(self, key: str, of: type[V]) -> V | None:
        data = await asyncio.to_thread(self.store.read, key)
        if data is None:
            return None
        try:
            return of.model_validate_json(data)
        except ValidationError:
            return None

    def _key(self, stage: str, reads: object) -> str:
        told = json.dumps(reads, sort_keys=True, ensure_ascii=False, default=str)
        span = [self.window.start.isoformat(), self.window.end.isoformat(), self.window.timezone, told]
        digest = hashlib.sha256("\n".join(span).encode()).hexdigest()[:16]
        return f"{self.repository}/{self.window.name}/{stage}-{digest}.json"


@dataclass(frozen=True)
class Shelf:
    """One value for each window of a repository, for the windows after it."""

    store: Store
    repository: RepositoryName
    name: str

    async def put(self, window: Window, value: BaseModel) -> None:
        """Keeps the window's value, in place of an earlier one."""
        data = value.model_dump_json(by_alias=True).encode()
        await asyncio.to_thread(self.store.write, f"{self.repository}/{window.name}/{self.name}.json", data)

    def holds(self, window: Window) -> bool:
        """Whether there is one for the window. Blocks."""
        return self.store.read(f"{self.repository}/{window.name}/{self.name}.json") is not None

    async def before(self, window: Window, of: type[V], reach: timedelta) -> tuple[V, ...]:
        """The values of windows that started in the time ``reach`` before this one, oldest first."""
        return await asyncio.to_thread(self._before, window, of, reach)

    def _before(self, window: Window, of: type[V], reach: timedelta) -> tuple[V, ...]:
        # Two days of room: a name tells the local date of a start, in whatever zone it was made.
        earliest = (window.start - reach - timedelta(days=2)).strftime("%Y%m%d")
        latest = (window.start + timedelta(days=1)).strftime("%Y%m%d")
        names = [name for name in self.store.names(str(self.repository)) if earliest <= _date_of(name) <= latest]
        read = (self._read(name, of) for name in names if name != window.name)
        return tuple(value for value in read if value is not None)

    def _read(self, name: str, of: type[V]) -> V | None:
        data = self.store.read(f"{self.repository}/{name}/{self.name}.json")
        try:
            return None if data is None else of.model_validate_json(data)
        except ValidationError:
            return None


def _date_of(name: str) -> str:
    """The date with which a window's name begins, ``20260303``, whichever of the two forms it has."""
    return name.replace("-", "")[:8]
