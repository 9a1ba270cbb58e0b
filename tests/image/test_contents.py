"""What is in the image, and what is not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from tests.cli.conftest import ROOT
from tests.image.containers import Container, layers, run, settings

PACKAGES = "usr/local/lib/python3.13/site-packages"
COMPILERS = {"gcc", "cc", "c++", "g++", "clang", "ld", "as", "make", "cargo", "rustc"}
# What GitHub, AWS and model providers give out, and private keys with what they hold.
SECRET = re.compile(
    rb"\bgh[opsur]_[A-Za-z0-9]{36}|\bgithub_pat_\w{22}|\bAKIA[0-9A-Z]{16}\b|\bsk-(?:proj-|ant-)?[A-Za-z0-9]{32}"
    rb"|-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}"
)
MADE_UP = b"secret-that-must-not-be-in-the-image"
"""`.ci/image` puts it into the environment of the build and into files that do not belong into it."""


@pytest.fixture(scope="session")
def stored(image: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the program and the names of all others, in every layer, hidden ones too."""
    found: dict[str, bytes] = {}
    for layer in layers(image, tmp_path_factory.mktemp("layers")):
        for member in layer:
            stream = layer.extractfile(member) if member.isfile() else None
            content = stream.read() if stream else b""
            assert MADE_UP not in content, member.name
            found[member.name.removeprefix("./")] = content if _ours(member.name) else b""
    return found


def _ours(name: str) -> bool:
    return name.startswith((f"{PACKAGES}/digest/", f"{PACKAGES}/handler/"))


def test_it_holds_the_program_file_for_file_and_nothing_else_of_the_checkout(stored: dict[str, bytes]):
    held = {name: content for name, content in stored.items() if _ours(name) and content and ".pyc" not in name}
    assert held == dict(program())


def program() -> Iterator[tuple[str, bytes]]:
    places = {"digest": "digest", "handler": "handler", "templates": "digest/templates"}
    for source, place in places.items():
        for path in (ROOT / source).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and path.stat().st_size:
                inside = path.relative_to(ROOT / source).as_posix()
                yield f"{PACKAGES}/{place}/{inside}", path.read_bytes()


def test_no_layer_holds_a_secret(image: str, stored: dict[str, bytes]):
    told = settings(image).text.encode()
    assert MADE_UP not in told
    assert not [name for name, content in {"history": told, **stored}.items() if SECRET.search(content)]


def test_no_layer_holds_a_compiler_or_a_cache(stored: dict[str, bytes]):
    paths = {PurePosixPath(name) for name in stored}
    assert not [path for path in paths if path.parent.name in ("bin", "sbin") and path.name in COMPILERS]
    assert not [path for path in paths if "pip" in path.parts and ".cache" in path.parts]


def test_nothing_can_be_installed_into_it(image: str):
    for module in ("pip", "ensurepip", "setuptools"):
        result = run(image, ["-m", module, "--version"], Container(entrypoint=["python"]))
        assert (result.status, "No module named" in result.err) == (1, True)


def test_the_entry_point_is_python_and_no_shell(image: str):
    assert settings(image).entrypoint == ["python", "-m", "handler"]
    # A runner starts it as root: https://docs.github.com/en/actions/reference/workflows-and-actions/dockerfile-support#user
    assert settings(image).user in ("", "root", "0")


def test_its_environment_keeps_python_to_the_image(image: str):
    environment = settings(image).environment
    ours = {name: environment.get(name) for name in WANTED}
    assert ours == WANTED


WANTED = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONSAFEPATH": "1",
    "PYTHONNOUSERSITE": "1",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
}


def test_every_module_of_the_program_is_compiled(stored: dict[str, bytes]):
    sources = {PurePosixPath(name) for name in stored if _ours(name) and name.endswith(".py")}
    assert sources
    wanted = {(path.parent / "__pycache__" / f"{path.stem}.cpython-313.pyc").as_posix() for path in sources}
    assert wanted <= stored.keys()


def test_a_start_compiles_nothing(image: str):
    result = run(image, ["-v", "-c", "import handler.cli, boto3, aiohttp, gql, litellm"], PYTHON)
    assert result.status == 0, result.err[-2000:]
    # From its source, that is: a compiled file's name ends in .pyc.
    assert not re.findall(r"^# code object from '(.+\.py)'$", result.err, re.MULTILINE)


PYTHON = Container(entrypoint=["python"])
# What boto3 signs in with, and what litellm asks models with.
SERVICES = {"sts", "sso", "sso-oidc", "signin", "bedrock-runtime", "sagemaker-runtime"}


def test_every_service_that_is_called_is_described(image: str):
    calls = [
        node for path in modules() for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Call)
    ]
    called = {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("client", "resource")
        if call.args and isinstance(call.args[0], ast.Constant)
    }
    assert "s3" in called
    code = "import boto3, sys; [boto3.client(name, region_name='us-east-1') for name in sys.argv[1:]]"
    result = run(image, ["-c", code, *sorted(SERVICES | called)], PYTHON)
    assert result.status == 0, result.err


def modules() -> Iterator[Path]:
    for package in ("digest", "handler"):
        yield from (ROOT / package).rglob("*.py")
