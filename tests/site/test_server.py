"""The command that starts the app: addresses, ports, folders, and the end of the app."""

import json
import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from damaci.cli import app as command
from damaci.site.server import address
from tests.home.process import App, run, started
from tests.support import PATIENCE, skip_unless_ci


def fetch(url: str, **headers: str) -> Any:
    """The JSON at an address."""
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=PATIENCE) as answer:
        return json.load(answer)


def one_complaint(done: Any) -> str:
    """The one line on standard error of a command that could not start."""
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return str(done.stderr)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with started(tmp_path_factory.mktemp("data")) as app:
        yield app


@pytest.fixture(scope="module")
def game(app: App) -> str:
    return app.new_game(opponent="person")


# ---- starting --------------------------------------------------------------------------------------------------------


def test_the_first_line_is_an_address_that_answers(app: App) -> None:
    assert app.address == f"http://127.0.0.1:{app.port}/"
    assert fetch(f"{app.address}healthz") == {"status": "ok"}


def test_a_port_in_use_is_said_in_one_line(app: App, tmp_path: Path) -> None:
    complaint = one_complaint(run(tmp_path, "--port", str(app.port)))
    assert str(app.port) in complaint
    assert "--port" in complaint


def test_an_address_that_is_not_ours_is_said_in_one_line(tmp_path: Path) -> None:
    assert "192.0.2.1" in one_complaint(run(tmp_path, "--host", "192.0.2.1", "--port", "0"))


@pytest.mark.parametrize("host", ["\udcff", "x" * 70, "a..b"])
def test_what_is_no_name_of_a_host_is_said_in_one_line(tmp_path: Path, host: str) -> None:
    assert "not the name of a host" in one_complaint(run(tmp_path, "--host", host, "--port", "0"))


def test_a_folder_that_cannot_be_used_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    complaint = one_complaint(run(tmp_path / "file" / "data", "--port", "0"))
    assert f"{tmp_path / 'file'} is not a folder" in complaint


def test_a_database_of_somebody_else_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "damaci.db").write_bytes(b"not a database at all, whatever its name")
    assert "damaci.db" in one_complaint(run(tmp_path, "--port", "0"))


def test_without_a_port_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        usual = taken.getsockname()[1]
        monkeypatch.setattr(command, "DEFAULT_PORT", usual)
        with command._listen("127.0.0.1", None) as listener:
            assert usual < listener.getsockname()[1]


@pytest.mark.parametrize(
    ("bound", "expected"),
    [
        (("127.0.0.1", 0), "http://127.0.0.1:{}/"),
        (("0.0.0.0", 0), "http://127.0.0.1:{}/"),
        (("::1", 0), "http://[::1]:{}/"),
    ],
)
def test_the_address_is_one_that_this_machine_can_open(bound: tuple[str, int], expected: str) -> None:
    family = socket.AF_INET6 if ":" in bound[0] else socket.AF_INET
    try:
        listener = socket.create_server(bound, family=family)
    except OSError:
        skip_unless_ci("this machine has no IPv6 loopback", "give its loopback device the address ::1")
    with listener:
        assert address(listener) == expected.format(listener.getsockname()[1])


@pytest.mark.skipif(sys.platform == "win32", reason="not tested here: Windows knows no BROWSER")
def test_the_browser_is_opened_at_the_address(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part\nmv {opened}.part {opened}\n')
    browser.chmod(0o700)
    with started(tmp_path / "data", "--port", "0", BROWSER=f"{browser} %s") as app:
        deadline = time.monotonic() + 30
        while not opened.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert opened.read_text().strip() == app.address


# ---- started twice ---------------------------------------------------------------------------------------------------


def test_a_second_start_finds_the_first(tmp_path: Path) -> None:
    with started(tmp_path) as app:
        again = run(tmp_path, "--port", "0")
        assert (again.returncode, again.stdout) == (0, f"{app.address}\n")
        assert again.stderr.count("\n") == 1
        app.kill()
        with started(tmp_path) as another:
            assert fetch(f"{another.address}healthz")


# ---- other programs --------------------------------------------------------------------------------------------------


def test_a_page_with_another_name_for_us_is_refused(app: App) -> None:
    with pytest.raises(urllib.error.HTTPError, match="403") as refused:
        fetch(f"{app.address}api/games", Host="evil.example")
    refused.value.close()


def test_a_socket_from_another_page_is_refused(app: App, game: str) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        connect(app.socket_address(game), origin=Origin("http://evil.example"), open_timeout=PATIENCE)


def test_a_huge_frame_closes_the_connection_and_hurts_nobody_else(app: App, game: str) -> None:
    place = app.socket_address(game)
    with connect(place, open_timeout=PATIENCE) as other, connect(place, open_timeout=PATIENCE) as rude:
        rude.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed) as closed:
            rude.recv(timeout=PATIENCE)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1009
        other.send('{"type":"hello"}')
        assert json.loads(other.recv(timeout=PATIENCE))["type"] == "snapshot"


@pytest.mark.parametrize(
    "rubbish", [b"\0" * 1000, b"GET / HTTP/9.9\r\n\r\n", b"GET /\xff HTTP/1.1\r\nHost: \xff\r\n\r\n", b"x" * 100_000]
)
def test_rubbish_on_the_wire_is_survived(app: App, rubbish: bytes) -> None:
    with socket.create_connection(("127.0.0.1", app.port), timeout=PATIENCE) as wire:
        wire.sendall(rubbish)
        wire.shutdown(socket.SHUT_WR)
        while wire.recv(65536):
            pass
    assert fetch(f"{app.address}healthz")


# ---- ending ----------------------------------------------------------------------------------------------------------

LONG_THOUGHT = {
    "level": "free-99s",
    "fen": "W:Wa3,b3,c4,d3,e3,f4,g3,h2,a2,c2,e2:Ba6,b6,c7,d6,e7,f6,g6,h7,b7,d7,f7",
}
"""A game in which the engine thinks about its first move: the position is in no book."""


@pytest.mark.skipif(sys.platform == "win32", reason="not tested here: Windows sends no such signal to one process")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_with_sockets_open_and_the_engine_thinking(tmp_path: Path, number: signal.Signals) -> None:
    with (
        started(tmp_path) as app,
        connect(app.socket_address(app.new_game(color="black", **LONG_THOUGHT)), open_timeout=PATIENCE) as talk,
    ):
        talk.send('{"type":"hello"}')
        assert json.loads(talk.recv(timeout=PATIENCE))["now"]["ply"] == 0
        with socket.create_connection(("127.0.0.1", app.port)):
            os.kill(app.process.pid, number)
            told = time.monotonic()
            assert app.close() == ("", "")
    assert app.process.returncode == 0
    # The search takes a third of a second; a move of this level takes ninety-nine seconds.
    assert time.monotonic() - told < 50
