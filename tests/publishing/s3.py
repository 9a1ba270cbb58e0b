"""A store that speaks S3 (moto over HTTP), and a proxy before it that can deny, throttle, cut, and tell what passes."""

from __future__ import annotations

import contextlib
import http.client
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import boto3
import pytest
from moto.server import ThreadedMotoServer


@dataclass(frozen=True)
class Asked:
    """One request, as it passes: its place in the order of all, and what it is for."""

    number: int
    method: str
    path: str
    checksum: str | None = None
    """That of the body, which the store compares with what arrived."""

    @property
    def writes(self) -> bool:
        return self.method in ("PUT", "POST", "DELETE")


@dataclass(frozen=True)
class Answer:
    status: int
    code: str
    headers: dict[str, str] = field(default_factory=dict)
    json: bool = False
    """As the services that speak JSON say it."""

    @property
    def body(self) -> bytes:
        if self.json:
            return f'{{"__type": "{self.code}", "message": "No."}}'.encode()
        return f'<?xml version="1.0"?><Error><Code>{self.code}</Code><Message>No.</Message></Error>'.encode()


CUT = Answer(0, "")
Fault = Callable[[Asked], Answer | None]


@dataclass
class Proxy:
    """``fault`` may answer in the store's place; `CUT` closes the connection while the request's body is sent.

    ``done`` is called when the store has done what was asked, before the client hears of it.
    """

    store: tuple[str, int]
    fault: Fault = lambda _: None
    done: Callable[[Asked], None] = lambda _: None
    asked: list[Asked] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environ(self) -> dict[str, str]:
        """What leads boto3 here."""
        return {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ACCESS_KEY_ID": "testing",
            "AWS_SECRET_ACCESS_KEY": "testing",
            "AWS_REGION": "us-east-1",
            "AWS_MAX_ATTEMPTS": "2",
        }

    @property
    def writes(self) -> list[str]:
        return [one.path.split("?")[0] for one in self.asked if one.writes]


@contextmanager
def stores() -> Iterator[Proxy]:
    moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    moto.start()
    proxy = Proxy(moto.get_host_and_port())
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(proxy))
    server.daemon_threads = True
    proxy.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        server.shutdown()
        server.server_close()
        moto.stop()


@contextmanager
def bucket(proxy: Proxy, patch: pytest.MonkeyPatch, folder: Path) -> Iterator[Proxy]:
    """An empty bucket ``digest`` behind the proxy, to which the environment leads; with no fault at its end."""
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        patch.delenv(name)
    for name, value in proxy.environ.items():
        patch.setenv(name, value)
    patch.setenv("AWS_CONFIG_FILE", str(folder / "none"))
    boto3.client("s3").create_bucket(Bucket="digest")
    proxy.asked.clear()
    yield proxy
    proxy.fault = proxy.done = lambda _: None
    made = boto3.resource("s3").Bucket("digest")
    made.objects.all().delete()
    made.delete()


def _handler(proxy: Proxy) -> type[BaseHTTPRequestHandler]:
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Head and body of an answer go out by two writes: the second must not wait for the first to be acknowledged.
        disable_nagle_algorithm = True

        def _pass(self) -> None:
            with lock:
                checksum = self.headers.get("x-amz-checksum-sha256")
                asked = Asked(len(proxy.asked) + 1, self.command, self.path, checksum)
                proxy.asked.append(asked)
            answer = proxy.fault(asked)
            if answer is CUT:
                self.close_connection = True
                self.connection.close()
                return
            length = int(self.headers.get("Content-Length") or 0)
            # A client that asks first whether it may send ("Expect: 100-continue") has been told so by now.
            body = self.rfile.read(length)
            if answer is not None:
                self._answer(answer.status, answer.headers | {"Content-Type": "application/xml"}, answer.body)
                return
            # One store at a time: moto compares an ETag and writes in two steps.
            with lock:
                self._forward(body, asked)

        def handle(self) -> None:
            with contextlib.suppress(ConnectionError):
                super().handle()

        def _forward(self, body: bytes, asked: Asked) -> None:
            upstream = http.client.HTTPConnection(*proxy.store, timeout=30)
            headers = {key: value for key, value in self.headers.items() if key.lower() != "expect"}
            upstream.request(self.command, self.path, body, headers)
            found = upstream.getresponse()
            data = found.read()
            kept = {key: value for key, value in found.getheaders() if key.lower() not in _HOP}
            upstream.close()
            proxy.done(asked)
            self._answer(found.status, kept, data)

        def _answer(self, status: int, headers: dict[str, str], data: bytes) -> None:
            self.send_response(status)
            for key, value in headers.items():
                self.send_header(key, value)
            if status not in (204, 304) and self.command != "HEAD":
                self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

        do_GET = do_PUT = do_HEAD = do_POST = do_DELETE = _pass

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    return Handler


_HOP = frozenset({"connection", "transfer-encoding", "content-length", "server", "date"})
