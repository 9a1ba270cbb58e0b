"""AWS's Lambda Runtime API, so that a real runtime can be run against it: one execution environment, over HTTP.

    with running() as runtime:
        process = subprocess.Popen([...], env={**environ, **runtime.environ})
        runtime.wait_until_ready(process)
        told = runtime.invoke({"date": "2026-03-03"}, seconds=20)
        told.payload                                    # what the function gave back, or its error

It gives events out and takes answers; it kills nobody, whatever the deadline. By hand, one event after the other:
``python -m tests.aws.runtime_api --event '{"date": "2026-03-03"}' -- python -m awslambdaric handler.aws.handler``.
https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

VERSION = "/2018-06-01/runtime"
FUNCTION = "arn:aws:lambda:us-east-1:123456789012:function:vllm-digest"
ACCEPTED = {"status": "OK"}


@dataclass(frozen=True)
class Answer:
    """What came of an event: ``kind`` is ``response``, ``error``, or ``exited`` where the runtime went away instead."""

    kind: str
    payload: Any = None
    error_type: str = ""

    @property
    def value(self) -> Any:
        """What the function gave back. Fails for an error."""
        assert self.kind == "response", self
        return self.payload

    @property
    def error(self) -> str:
        """The error as ``TYPE: MESSAGE``. Fails where there is none."""
        assert self.kind == "error", self
        return f"{self.payload['errorType']}: {self.payload['errorMessage']}"


@dataclass
class _Event:
    id: str
    body: bytes
    deadline: float
    answered: queue.Queue[Answer] = field(default_factory=queue.Queue)

    def headers(self) -> dict[str, str]:
        return {
            "Lambda-Runtime-Aws-Request-Id": self.id,
            "Lambda-Runtime-Deadline-Ms": str(int(self.deadline * 1000)),
            "Lambda-Runtime-Invoked-Function-Arn": FUNCTION,
            "Lambda-Runtime-Trace-Id": "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Sampled=0",
        }


class Runtime:
    """One execution environment: its runtime asks for the next event as soon as it is ready for one."""

    def __init__(self) -> None:
        self.host, self.port = "127.0.0.1", 0
        self.init_error: Answer | None = None
        self.ready = threading.Event()
        self._waiting: queue.Queue[_Event | None] = queue.Queue()
        self._given: dict[str, _Event] = {}

    @property
    def address(self) -> str:
        """For ``AWS_LAMBDA_RUNTIME_API``."""
        return f"{self.host}:{self.port}"

    @property
    def environ(self) -> dict[str, str]:
        """What Lambda sets for every function, and where this API is.

        https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
        """
        return {
            "AWS_LAMBDA_RUNTIME_API": self.address,
            "AWS_LAMBDA_FUNCTION_NAME": "vllm-digest",
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "1024",
            "AWS_LAMBDA_LOG_GROUP_NAME": "/aws/lambda/vllm-digest",
            "AWS_LAMBDA_LOG_STREAM_NAME": "2026/03/04/[$LATEST]0",
            "AWS_LAMBDA_INITIALIZATION_TYPE": "on-demand",
            "AWS_LAMBDA_LOG_FORMAT": "JSON",
        }

    def invoke(
        self,
        event: object,
        seconds: float = 60.0,
        *,
        request: str = "",
        process: subprocess.Popen[Any] | None = None,
        patience: float = 90.0,
    ) -> Answer:
        """What came of the event, for which the function has so many ``seconds``. One at a time, as with Lambda.

        ``request`` is the id, the same again for a retry. With a ``process`` its end counts as an answer.
        """
        told = _Event(request or str(uuid.uuid4()), json.dumps(event).encode(), time.time() + seconds)
        self._waiting.put(told)
        until = time.monotonic() + patience
        while time.monotonic() < until:
            try:
                return told.answered.get(timeout=0.05)
            except queue.Empty:
                if process is not None and process.poll() is not None:
                    return Answer("exited", process.returncode)
        raise TimeoutError(f"no answer within {patience:.0f} s")

    def wait_until_ready(self, process: subprocess.Popen[Any], patience: float = 60.0) -> None:
        """Until the runtime has asked for an event. Raises RuntimeError where it ended or failed to start instead."""
        until = time.monotonic() + patience
        while not self.ready.wait(0.02):
            if self.init_error or process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"no runtime: {self.init_error or process.returncode}")

    # -- the protocol

    def next(self) -> _Event | None:
        self.ready.set()
        event = self._waiting.get()
        if event is not None:
            self._given[event.id] = event
        return event

    def take(self, what: str, body: bytes, error_type: str) -> bool:
        """Whether the answer belongs to something: an event that was given, or the start."""
        payload = json.loads(body or b"null")
        if what == "init/error":
            self.init_error = Answer("error", payload, error_type)
            return True
        _, name, kind = what.split("/")
        event = self._given.pop(name, None)
        if event is None or kind not in ("response", "error"):
            return False
        event.answered.put(Answer(kind, payload, error_type))
        return True

    def stop(self) -> None:
        self._waiting.put(None)


def _handler(runtime: Runtime) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        disable_nagle_algorithm = True
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            if self.path != f"{VERSION}/invocation/next":
                return self._say(404, {"errorType": "NotFound", "errorMessage": self.path})
            event = runtime.next()
            if event is None:
                self.close_connection = True
                return None
            return self._send(200, event.body, event.headers())

        def do_POST(self) -> None:
            body = self._body()
            what = self.path.removeprefix(f"{VERSION}/")
            if what.count("/") not in (1, 2) or not runtime.take(
                what, body, self.headers.get("Lambda-Runtime-Function-Error-Type", "")
            ):
                return self._say(400, {"errorType": "InvalidRequestID", "errorMessage": "Invalid request ID"})
            return self._say(202, ACCEPTED)

        def _body(self) -> bytes:
            if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            parts = []
            while size := int(self.rfile.readline().split(b";")[0], 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            while self.rfile.readline().strip():
                pass
            return b"".join(parts)

        def _say(self, status: int, payload: object) -> None:
            self._send(status, json.dumps(payload).encode(), {})

        def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A runtime that was killed leaves a broken connection; that is no error here."""


@contextmanager
def running(host: str = "127.0.0.1", port: int = 0) -> Iterator[Runtime]:
    """An environment on a free port, unless one is named."""
    runtime = Runtime()
    server = _Server((host, port), _handler(runtime))
    runtime.host, runtime.port = host, server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield runtime
    finally:
        runtime.stop()
        server.shutdown()
        server.server_close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command in an environment, gives it the events, and prints what came of each."""
    parser = argparse.ArgumentParser(prog="python -m tests.aws.runtime_api", description=main.__doc__)
    parser.add_argument("--event", action="append", default=[], help="JSON; repeatable, one call after the other")
    parser.add_argument("--seconds", type=float, default=900.0, help="what the function has for each (default: 900)")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on, for a container")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("command", nargs="+", help="what starts the runtime; it is told by AWS_LAMBDA_RUNTIME_API")
    given = parser.parse_args(arguments)
    with running(given.host, given.port) as runtime:
        process = subprocess.Popen(given.command, env={**os.environ, **runtime.environ})
        try:
            runtime.wait_until_ready(process)
            answers = [
                runtime.invoke(json.loads(text), given.seconds, process=process, patience=given.seconds + 30)
                for text in given.event or ["{}"]
            ]
        finally:
            process.kill()
            process.wait()
    for answer in answers:
        print(json.dumps({"kind": answer.kind, "payload": answer.payload}, ensure_ascii=False))
    return int(any(answer.kind != "response" for answer in answers))


if __name__ == "__main__":
    sys.exit(main())
