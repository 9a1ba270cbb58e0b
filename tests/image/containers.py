"""Runs an image as its users do: by docker or podman where one of them works, else by buildah, which needs no daemon.

``run`` is nearly the whole of it. The network is the host's, so that servers of the tests can be reached at 127.0.0.1.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from uuid import uuid4

LAMBDA_USER = "993:990"
"""Some user that the image knows nothing of; Lambda does not say which one it takes."""


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Settings:
    """What an image says of itself (https://github.com/opencontainers/image-spec/blob/main/config.md)."""

    environment: Mapping[str, str]
    entrypoint: Sequence[str]
    folder: str
    labels: Mapping[str, str]
    user: str
    text: str
    """All of it as JSON, the history of its layers included."""


@dataclass(frozen=True)
class Container:
    """How to run: ``folder`` is the working folder, the image's own without one. ``read_only`` leaves /tmp alone."""

    env: Mapping[str, str] = field(default_factory=dict)
    volumes: Mapping[Path, str] = field(default_factory=dict)
    folder: str | None = None
    user: str | None = None
    read_only: bool = False
    entrypoint: Sequence[str] | None = None
    timeout: float = 120.0


def run(image: str, arguments: Sequence[str] = (), container: Container | None = None) -> Result:
    """Runs the image's entry point with these arguments in a new container, and removes it."""
    container = container or Container()
    with started(image, arguments, container) as process:
        out, err = process.communicate(timeout=container.timeout)
    return Result(process.returncode, out.decode(), _BUILDAH.sub("", err.decode()))


@contextmanager
def started(
    image: str, arguments: Sequence[str] = (), container: Container | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """The same for what does not end by itself, like a Lambda that waits for its next event: it is ended here."""
    container = container or Container()
    inside = [*(container.entrypoint or settings(image).entrypoint), *arguments]
    around = _by_buildah if engine() == "buildah" else _by_docker
    with (
        around(image, inside, container) as command,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


@cache
def engine() -> str:
    for name in ("docker", "podman"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0:
            return name
    return "buildah"


@cache
def settings(image: str) -> Settings:
    inspect = ["inspect", "--type", "image", image]
    told = json.loads(_output(engine(), *inspect))
    if engine() == "buildah":
        text = json.dumps(told["OCIv1"])
        config = told["OCIv1"]["config"]
    else:
        text = json.dumps(told) + _output(engine(), "history", "--no-trunc", image)
        config = told[0]["Config"]
    environment = dict(entry.split("=", 1) for entry in config["Env"])
    return Settings(
        environment, config["Entrypoint"], config["WorkingDir"], config["Labels"], config.get("User") or "", text
    )


def layers(image: str, folder: Path) -> Iterator[tarfile.TarFile]:
    """Each layer as it is stored, also what a later one hides."""
    if engine() == "buildah":
        _output("buildah", "push", "--quiet", "--disable-compression", image, f"dir:{folder}")
        manifest = json.loads((folder / "manifest.json").read_bytes())
        paths = [folder / layer["digest"].removeprefix("sha256:") for layer in manifest["layers"]]
    else:
        saved = folder / "image.tar"
        _output(engine(), "save", "--output", str(saved), image)
        with tarfile.open(saved) as archive:
            archive.extractall(folder, filter="data")
        paths = [folder / layer for layer in json.loads((folder / "manifest.json").read_bytes())[0]["Layers"]]
    for path in paths:
        with tarfile.open(path) as layer:
            yield layer


@contextmanager
def _by_docker(image: str, inside: Sequence[str], container: Container) -> Iterator[list[str]]:
    name = f"vllm-digest-{uuid4()}"
    options = ["--name", name, "--network", "host", *_common(container, "--workdir")]
    if container.read_only:
        options += ["--read-only", "--tmpfs", "/tmp"]
    try:
        yield [engine(), "run", *options, "--entrypoint", inside[0], image, *inside[1:]]
    finally:
        _output(engine(), "rm", "--force", name)


@contextmanager
def _by_buildah(image: str, inside: Sequence[str], container: Container) -> Iterator[list[str]]:
    name = _output("buildah", "from", "--pull-never", image)
    try:
        if container.read_only:
            yield _read_only(_output("buildah", "mount", name), image, inside, container)
        else:
            yield ["buildah", "run", "--network", "host", *_common(container, "--workingdir"), name, "--", *inside]
    finally:
        _output("buildah", "rm", name)


# What buildah itself says last where the program in the container failed.
_BUILDAH = re.compile(r"(?:^subprocess exited with status \d+\n)+^Error: exit status \d+\n\Z", re.MULTILINE)

# `buildah run` knows no read-only root: the container's files are mounted so in a mount namespace of their own.
_MOUNTS = """
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount -t tmpfs tmpfs "$1/tmp" && chmod 1777 "$1/tmp"
mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc"
root=$1 user=$2 folder=$3; shift 3
exec chroot --userspec="$user" "$root" env -i -C "$folder" "$@"
"""


def _read_only(root: str, image: str, command: Sequence[str], container: Container) -> list[str]:
    if container.volumes:
        raise NotImplementedError("buildah: a read-only container takes no volumes here")
    given = [f"{name}={value}" for name, value in {**settings(image).environment, **container.env}.items()]
    where = container.folder or settings(image).folder
    return ["unshare", "--mount", "sh", "-euc", _MOUNTS, "-", root, container.user or "0:0", where, *given, *command]


def _common(container: Container, folder: str) -> list[str]:
    options = [option for name, value in container.env.items() for option in ("--env", f"{name}={value}")]
    options += [option for path, inside in container.volumes.items() for option in ("--volume", f"{path}:{inside}")]
    options += ["--user", container.user] if container.user else []
    return options + ([folder, container.folder] if container.folder else [])


def _output(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
    return done.stdout.strip()
