"""The process: interrupted, read by nobody, broken inside. One line each, and no traceback unless asked for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import SAMPLE, SAMPLE_DAY, Command
from tests.github_stub import GitHub
from tests.github_stub.faults import hang

SCRIPT = Path(sys.executable).parent / "vllm-digest"


def test_ctrl_c_ends_a_run_with_one_line(
    bare: pytest.MonkeyPatch, served: dict[str, str], github: GitHub, tmp_path: Path
):
    github.fail(hang())
    run = subprocess.Popen(
        [SCRIPT, "run", *SAMPLE_DAY],
        env={**os.environ, **served},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stderr is not None
    assert run.stderr.readline() == "list: asking GitHub what happened\n"
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=20)
    assert (run.returncode, out) == (130, "")
    assert err == "interrupted; what was finished is kept in the state\n"
    assert not (tmp_path / "reports").exists()


def test_a_reader_who_went_away_is_no_failure(bare: pytest.MonkeyPatch, tmp_path: Path):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([SCRIPT, "sample"], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr
    assert (tmp_path / "reports").is_dir()


BROKEN = """
import sys
from digest import pipeline
from handler.cli import main

pipeline.folder_of = None
sys.exit(main(["run", "--snapshot", sys.argv[1], "--api-key", "sk-secret", *sys.argv[2:]]))
"""


@pytest.mark.parametrize("verbose", [(), ("--verbose",)])
def test_what_nobody_expected_is_one_line_and_a_traceback_only_if_asked_for(
    bare: pytest.MonkeyPatch, verbose: tuple[str, ...]
):
    command = [sys.executable, "-c", BROKEN, str(SAMPLE), *verbose]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("error: internal error: TypeError: ")
    assert done.stderr.splitlines()[-1].endswith("(run with --verbose)")
    assert ("Traceback (most recent call last)" in done.stderr) is bool(verbose)


def test_a_terminal_sees_bars_and_a_log_does_not(bare: pytest.MonkeyPatch, served: dict[str, str], shell: Command):
    import pty

    master, slave = pty.openpty()
    done = subprocess.Popen(
        [SCRIPT, "run", *SAMPLE_DAY],
        env={**os.environ, **served, "TERM": "xterm"},
        stderr=slave,
        stdout=subprocess.PIPE,
    )
    os.close(slave)
    shown = b"".join(iter(lambda: _read(master), b""))
    out, _ = done.communicate(timeout=30)
    os.close(master)
    assert done.returncode == 0
    assert b"\x1b[" in shown
    assert b"keep: 4 files in reports/" in shown
    assert out.startswith(b"reports/")


def _read(master: int) -> bytes:
    """What the terminal shows next; nothing once the process is gone (Linux says EIO then)."""
    try:
        return os.read(master, 65536)
    except OSError:
        return b""
