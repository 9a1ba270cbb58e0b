"""The AWS Lambda: `handler.aws.handler`.

What it does with an event is told in `handler.lambda_.call`, and with those of a state machine in `handler.many.visit`.
"""

from __future__ import annotations

import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from digest.errors import DigestError
from handler.lambda_.call import Call, World
from handler.lambda_.result import Result
from handler.lambda_.warm import Warm
from handler.many.visit import Visit, is_a_step

_WARM = Warm()
"""The one thing that outlives a call: what was read of secrets and the config file, for some minutes."""


class Context(Protocol):
    """What the handler uses of https://docs.aws.amazon.com/lambda/latest/dg/python-context.html."""

    @property
    def aws_request_id(self) -> str: ...

    def get_remaining_time_in_millis(self) -> int: ...


def handler(event: object, context: Context) -> Result:
    """``{status, counts, urls, degraded, cost_usd}`` of the report that an event asks for; to a state machine its step.

    Raises where Lambda has something to try again or somebody something to mend: one line, without a traceback.
    """
    world = World(dict(os.environ), Path.cwd(), _now, time.monotonic, _write, _WARM)
    request, seconds = context.aws_request_id, context.get_remaining_time_in_millis() / 1000
    asked = Visit(world, event, request, seconds) if is_a_step(event) else Call(world, event, request, seconds)
    try:
        return asked.answer()
    except DigestError as error:
        raise _plain(error) from None


def _now() -> datetime:
    return datetime.now(UTC)


def _write(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()


def _plain(error: DigestError) -> Exception:
    """The error as the runtime tells it in a line; of any exception but its own it prints the traceback."""
    runtime = sys.modules.get("awslambdaric.lambda_runtime_exception")
    return runtime.FaultException(type(error).__name__, str(error)) if runtime else error
