"""The state: finished stages are used again, by what they read, and a write is whole or did not happen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from digest.errors import SettingsError
from digest.model import RepositoryName, Value
from digest.state import Checkpoints, FolderStore, write_atomically
from digest.window import Window, day

REPOSITORY = RepositoryName(owner="acme", name="rocket")
WINDOW = day(date(2026, 3, 3), "UTC")


class Stage(Value):
    made: int
    text: str = ""


class Maker:
    """Makes a stage's value and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    async def __call__(self) -> Stage:
        self.times += 1
        return Stage(made=self.times, text="完成")


def checkpoints(root: Path, window: Window = WINDOW, refresh: bool = False) -> Checkpoints:
    return Checkpoints(FolderStore(root), REPOSITORY, window, refresh)


def files(root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file()]


async def once(made: Maker, kept: Checkpoints, reads: object = None, stage: str = "fetch", **more: object) -> int:
    return (await kept.once(stage, reads, Stage, made, **more)).made


async def test_a_finished_stage_is_used_again(tmp_path: Path):
    make = Maker()
    assert [await once(make, checkpoints(tmp_path)) for _ in range(3)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("one", "other"),
    [({"strategy": "walk"}, {"strategy": "search"}), (["a", "b"], ["b", "a"]), (None, "None"), ("1", 1)],
)
async def test_a_stage_with_other_settings_is_made_anew(tmp_path: Path, one: object, other: object):
    make, kept = Maker(), checkpoints(tmp_path)
    assert [await once(make, kept, reads) for reads in (one, other, one, other)] == [1, 2, 1, 2]


async def test_the_order_in_which_settings_are_told_does_not_matter(tmp_path: Path):
    make, kept = Maker(), checkpoints(tmp_path)
    assert [await once(make, kept, reads) for reads in ({"a": 1, "b": 2}, {"b": 2, "a": 1})] == [1, 1]


async def test_stages_windows_and_zones_are_kept_apart(tmp_path: Path):
    make, kept = Maker(), checkpoints(tmp_path)
    shanghai = Window(start=WINDOW.start, end=WINDOW.end, timezone="Asia/Shanghai", day=WINDOW.day)
    assert await once(make, kept) == 1
    assert await once(make, kept, stage="write") == 2
    assert await once(make, checkpoints(tmp_path, day(date(2026, 3, 4), "UTC"))) == 3
    assert await once(make, checkpoints(tmp_path, shanghai)) == 4


async def test_a_refresh_ignores_what_is_kept_but_keeps_what_is_made(tmp_path: Path):
    make = Maker()
    assert await once(make, checkpoints(tmp_path)) == 1
    assert await once(make, checkpoints(tmp_path, refresh=True)) == 2
    assert await once(make, checkpoints(tmp_path)) == 2


async def test_a_value_that_is_not_final_is_not_kept(tmp_path: Path):
    make, kept = Maker(), checkpoints(tmp_path)
    assert await once(make, kept, final=lambda value: False) == 1
    assert await once(make, kept, final=lambda value: True) == 2
    assert await once(make, kept) == 2


@pytest.mark.parametrize("broken", [b"", b"{", b'{"made": "x"}', b'{"made": 1, "more": 2}', b"\xff\xfe"])
async def test_what_cannot_be_read_back_counts_as_absent(tmp_path: Path, broken: bytes):
    make, kept = Maker(), checkpoints(tmp_path)
    await once(make, kept)
    [file] = files(tmp_path)
    file.write_bytes(broken)
    assert [await once(make, kept), await once(make, kept)] == [2, 2]


async def test_a_stage_that_fails_leaves_nothing(tmp_path: Path):
    async def fail() -> Stage:
        raise SettingsError("no")

    with pytest.raises(SettingsError):
        await checkpoints(tmp_path).once("fetch", None, Stage, fail)
    assert files(tmp_path) == []


async def test_a_checkpoint_lies_below_its_repository_and_window(tmp_path: Path):
    await once(Maker(), checkpoints(tmp_path))
    [file] = files(tmp_path)
    assert file.parent == tmp_path / "acme" / "rocket" / "2026-03-03"
    assert file.name.startswith("fetch-")


async def test_a_state_that_is_no_folder_is_an_error_that_names_it(tmp_path: Path):
    (tmp_path / "state").write_text("a file")
    with pytest.raises(SettingsError, match=r"^--state: .*state cannot be used") as raised:
        await once(Maker(), checkpoints(tmp_path / "state"))
    assert raised.value.exit_status == 2


def test_a_write_replaces_the_whole_file_and_leaves_nothing_beside_it(tmp_path: Path):
    path = tmp_path / "new" / "folder" / "report.md"
    write_atomically(path, b"a longer first text")
    write_atomically(path, b"second")
    assert path.read_bytes() == b"second"
    assert list(path.parent.iterdir()) == [path]


def test_others_may_read_what_is_written_as_far_as_the_umask_says(tmp_path: Path):
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "report.md", b"text")
    finally:
        os.umask(before)
    assert (tmp_path / "report.md").stat().st_mode & 0o777 == 0o640


def test_a_write_that_fails_leaves_the_old_file_and_no_part(tmp_path: Path):
    path = tmp_path / "report.md"
    path.mkdir()
    with pytest.raises(OSError, match="directory"):
        write_atomically(path, b"text")
    assert list(tmp_path.iterdir()) == [path]


KILLED_WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
from digest import state

os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
state.write_atomically(Path(sys.argv[1]), b"half-way")
"""


def test_a_process_killed_while_it_writes_leaves_the_old_file(tmp_path: Path):
    path = tmp_path / "report[1].md"
    write_atomically(path, b"old")
    killed = subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 2


def test_the_part_that_a_killed_process_left_is_removed_later_and_a_fresh_one_is_not(tmp_path: Path):
    path = tmp_path / "report[1].md"
    abandoned, fresh = tmp_path / ".report[1].md.0123.part", tmp_path / ".report[1].md.4567.part"
    for part in (abandoned, fresh):
        part.write_bytes(b"half")
    os.utime(abandoned, (0, 0))
    write_atomically(path, b"new")
    assert sorted(tmp_path.iterdir()) == [fresh, path]
