"""Browsers with other engines than Chromium's, controlled by their own protocols: Firefox by WebDriver BiDi, WebKit by
WebDriver."""

import itertools
import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.support import PATIENCE, free_port, require_program, skip_unless_ci

START_SECONDS = 60.0
HOW_TO_GET_FIREFOX = "apt-get install firefox-esr (Debian), or Firefox on PATH"
HOW_TO_GET_WEBKIT = "apt-get install webkit2gtk-driver xvfb (Debian)"
NONE: Mapping[str, str | int | bool] = MappingProxyType({})
_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Browser(Protocol):
    """One window of a browser."""

    def open(self, address: str) -> None:
        """Opens an address. Returns when the page has been loaded."""

    def run(self, script: str) -> Any:
        """Runs the body of an asynchronous function in the page and returns its result, which has to be JSON. Raises
        RuntimeError with the function's error."""


def wrapped(script: str) -> str:
    """JavaScript that calls an asynchronous function and returns its result, or its error, as JSON."""
    return (
        f"(async () => {{ {script} }})().then("
        "(value) => JSON.stringify({ value: value ?? null }), (error) => JSON.stringify({ error: String(error) }))"
    )


def unwrapped(text: str) -> Any:
    """The result in the text that `wrapped` code has returned. Raises RuntimeError for an error."""
    answer = json.loads(text)
    if "error" in answer:
        raise RuntimeError(answer["error"])
    return answer["value"]


class Firefox:
    """A separate Firefox with a new profile."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count()
        self._ask("session.new", capabilities={})
        [tree] = self._ask("browsingContext.getTree")["contexts"]
        self._context = tree["context"]

    def open(self, address: str) -> None:
        """See Browser."""
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, script: str) -> Any:
        """See Browser."""
        target = {"context": self._context}
        answer = self._ask("script.evaluate", expression=wrapped(script), target=target, awaitPromise=True)
        if answer["type"] != "success":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return unwrapped(answer["result"]["value"])

    def _ask(self, method: str, **parameters: object) -> Any:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(timeout=2 * PATIENCE))
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['message']}")
                return answer["result"]


class WebKit:
    """WebKit's MiniBrowser, through its driver."""

    def __init__(self, driver: str, browser: Path) -> None:
        """`driver` is the driver's address."""
        self._client = httpx.Client(base_url=driver, timeout=2 * PATIENCE)
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._session = f"/session/{self._ask('/session', wanted)['sessionId']}"
        self._ask(f"{self._session}/timeouts", {"script": int(2000 * PATIENCE)})

    def open(self, address: str) -> None:
        """See Browser."""
        self._ask(f"{self._session}/url", {"url": address})

    def run(self, script: str) -> Any:
        """See Browser."""
        body = f"const done = arguments[0]; {wrapped(script)}.then(done)"
        return unwrapped(self._ask(f"{self._session}/execute/async", {"script": body, "args": []}))

    def close(self) -> None:
        """Closes the browser."""
        self._client.delete(self._session)
        self._client.close()

    def _ask(self, path: str, body: object) -> Any:
        answer = self._client.post(path, json=body).json()["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{path}: {answer['message']}")
        return answer


@contextmanager
def firefox(preferences: Mapping[str, str | int | bool] = NONE) -> Iterator[Browser]:
    """A Firefox with these preferences. Skips the test without Firefox."""
    program = require_program("firefox-esr", HOW_TO_GET_FIREFOX, also=("firefox",))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()]
        Path(profile, "user.js").write_text("".join(lines), "utf-8")
        command = [program, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile]
        with started([*command, "about:blank"], HOME=profile) as process:
            assert process.stderr
            line = next((found for text in process.stderr if (found := _LISTENING.search(text))), None)
            assert line, "Firefox does not listen"
            with connect(f"{line[1]}/session", max_size=None, open_timeout=START_SECONDS) as socket:
                yield Firefox(socket)


@contextmanager
def webkit() -> Iterator[Browser]:
    """A WebKit. Skips the test without WebKit."""
    driver = require_program("WebKitWebDriver", HOW_TO_GET_WEBKIT)
    display = require_program("Xvfb", HOW_TO_GET_WEBKIT)
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not browsers:
        skip_unless_ci("WebKit's MiniBrowser is not installed", HOW_TO_GET_WEBKIT)
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, screen(display) as number:
        # The sandbox needs rights that containers do not have.
        unsafe = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "NO_AT_BRIDGE": "1"}
        with started([driver, "-p", str(port)], DISPLAY=number, HOME=home, XDG_RUNTIME_DIR=home, **unsafe):
            address = f"http://127.0.0.1:{port}"
            answers(address)
            browser = WebKit(address, browsers[-1])
            yield browser
            browser.close()


@contextmanager
def screen(program: str) -> Iterator[str]:
    """Starts an X server that draws into memory, and yields its display name."""
    reading, writing = os.pipe()
    command = [program, "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    with started(command, pass_fds=(writing,)), os.fdopen(reading) as names:
        os.close(writing)
        yield f":{names.readline().strip()}"


@contextmanager
def started(command: list[str], pass_fds: tuple[int, ...] = (), **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A process that is ended, with its children, at the end of the context."""
    process = subprocess.Popen(
        command,
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        pass_fds=pass_fds,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, 9)
        process.communicate()


def answers(address: str) -> None:
    """Waits until the driver answers."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            httpx.get(f"{address}/status")
        except httpx.HTTPError:
            assert time.monotonic() < deadline, f"{address} does not answer"
            time.sleep(0.1)
        else:
            return
