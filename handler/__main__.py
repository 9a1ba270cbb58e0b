"""The image's only entry point, ``python -m handler``: which door it is, the environment says.

Python itself is the process, not a shell: a shell drops variables whose names hold a hyphen, as those of inputs do
(https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax#inputs). Each door is imported when
it is the one.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path

FUNCTION = "handler.aws.handler"


def main() -> int:
    """The Lambda, the command line, or the Action. Returns the exit status."""
    if os.environ.get("AWS_LAMBDA_RUNTIME_API"):
        return _serve()
    # The first process of a container takes no signal that it does not handle itself.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if len(sys.argv) > 1 or os.environ.get("GITHUB_ACTIONS") != "true":
        from handler import cli

        return cli.main()
    from handler import action

    if isinstance(sys.stdout, TextIOWrapper):
        # What others wrote may hold halves of characters, and the container may know no locale.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    environ = dict(os.environ)
    folder = _workspace(environ)
    os.chdir(folder)
    return action.main(environ, folder, datetime.now(UTC))


def _serve() -> int:
    """Answers Lambda's invocations, one after the other, until the sandbox ends.

    As ``python -m awslambdaric handler.aws.handler`` does:
    https://docs.aws.amazon.com/lambda/latest/dg/python-image.html#python-image-clients
    """
    from awslambdaric.__main__ import main as serve

    serve(["awslambdaric", FUNCTION])
    return 0


def _workspace(environ: Mapping[str, str]) -> Path:
    """The job's folder, in which later steps look for what was written, whatever the image's own folder is.

    https://docs.github.com/en/actions/reference/workflows-and-actions/dockerfile-support#workdir
    """
    named = environ.get("GITHUB_WORKSPACE", "")
    with suppress(OSError):
        if named and Path(named).is_dir():
            return Path(named)
    return Path.cwd()


if __name__ == "__main__":
    sys.exit(main())
