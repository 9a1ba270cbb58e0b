"""A built site of three days in two languages, served on this machine, and a real browser before it."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from handler.cli import main
from tests.reports import write_days

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site. Nobody writes to it."""
    folder = tmp_path_factory.mktemp("site")
    write_days(folder, 3, languages=("zh-CN", "en"))
    assert main(["site", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def browser(site: Path) -> Iterator[Browser]:
    """The system's Chromium; none is ever downloaded. ``REQUIRE_BROWSER`` turns its absence into a failure.

    Playwright has an event loop running for as long as it is there: what needs one of its own, like the command that
    makes the site, comes before it, and other modules come after it.
    """
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        told = "no Chromium on the path (on Debian and Ubuntu: apt install chromium)"
        pytest.fail(told) if os.environ.get("REQUIRE_BROWSER") else pytest.skip(told)
    with sync_playwright() as playwright:
        # Root, as containers run, has no sandbox.
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@dataclass
class Visit:
    """Opens pages of a served folder and keeps what they did beside showing themselves."""

    browser: Browser
    address: str
    troubles: list[str] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def __call__(self, path: str, width: int = 1440, scheme: str = "light") -> Page:
        page = self.browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self.pages.append(page)
        page.set_default_timeout(10_000)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (self.troubles.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", partial(self._asked, page))
        page.goto(f"{self.address}/{path}")
        return page

    def _said(self, message: ConsoleMessage) -> None:
        self.troubles.append(f"console: {message.text}")

    def _asked(self, page: Page, request: Request) -> None:
        """A page asks for nothing but itself."""
        if not (request.is_navigation_request() and request.frame == page.main_frame):
            self.troubles.append(f"request: {request.url}")


@pytest.fixture
def serve(browser: Browser) -> Iterator[object]:
    """``serve(folder)`` gives a `Visit`; at the end nothing may have gone wrong on any of its pages."""
    running: list[tuple[ThreadingHTTPServer, Visit]] = []

    def start(folder: Path) -> Visit:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        visit = Visit(browser, f"http://127.0.0.1:{server.server_port}")
        running.append((server, visit))
        return visit

    yield start
    for server, visit in running:
        for page in visit.pages:
            page.close()
        server.shutdown()
        server.server_close()
        assert visit.troubles == []


@pytest.fixture
def visit(serve, site: Path) -> Visit:
    """Pages of the built site."""
    return serve(site)
