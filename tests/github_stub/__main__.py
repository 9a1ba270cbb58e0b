"""Starts the stub by hand.

python -m tests.github_stub --snapshot templates/sample/snapshot.json
GITHUB_GRAPHQL_URL=http://127.0.0.1:8081/graphql GITHUB_TOKEN=any vllm-digest fetch ...
"""

from __future__ import annotations

import argparse
import threading
from collections.abc import Sequence
from pathlib import Path

from tests.github_stub import snapshot, windows
from tests.github_stub.server import running
from tests.github_stub.world import World, moment


def main(arguments: Sequence[str] | None = None) -> None:
    options = _options(arguments)
    with running(_world(options), options.token, options.port) as github:
        print(f"GITHUB_GRAPHQL_URL={github.url}", flush=True)
        _until_interrupted()


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.github_stub", description="A GitHub to fetch from.")
    parser.add_argument("--port", type=int, default=8081, help="0 takes a free one (default: 8081)")
    parser.add_argument("--token", help="the only token that is accepted (default: any)")
    parser.add_argument("--now", type=moment, help="the clock, in ISO 8601 (default: what the data ends with)")
    data = parser.add_mutually_exclusive_group()
    data.add_argument("--windows", type=Path, help="a folder of reference windows")
    data.add_argument("--snapshot", type=Path, help="a snapshot.json")
    return parser.parse_args(arguments)


def _world(options: argparse.Namespace) -> World:
    world = World()
    if options.windows:
        windows.load(world, options.windows)
    elif options.snapshot:
        snapshot.load(world, options.snapshot)
    else:
        world.repository()
    if options.now:
        world.now = options.now
    return world


def _until_interrupted() -> None:
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        print("stopped")


if __name__ == "__main__":
    main()
