"""Orders of operators take effect at once in every process."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from damaci.host.pulse import AWAY_SECONDS
from damaci.online import moderation, orders
from damaci.online.moderation import Moderation
from damaci.site.announcement import DISMISSED_COOKIE
from damaci.store import Store
from tests.online.cluster import Process
from tests.online.conftest import Server, Someone, running
from tests.online.process import Client
from tests.servers import Postgres
from tests.support import PATIENCE

T = TypeVar("T")
Operate = Callable[[Callable[[Moderation], Awaitable[Any]]], Any]
HTML = {"accept": "text/html"}


@pytest.fixture
def online(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(orders, "LOOK_SECONDS", 0.05)
    with running(tmp_path, accounts="open") as server:
        yield server


@pytest.fixture
def operate(tmp_path: Path) -> Operate:
    return lambda act: operating(str(tmp_path), act)


def operating(place: str, act: Callable[[Moderation], Awaitable[T]]) -> T:
    """Carries out an action as `damaci admin` does beside the running server."""

    async def run() -> T:
        store = await Store(place).open_existing()
        try:
            return await act(Moderation(store, "operator@test"))
        finally:
            await store.close()

    return asyncio.run(run())


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def status(someone: Someone, path: str = "/", **headers: str) -> int:
    code: int = someone.send("GET", path, **headers).status_code
    return code


def closed(socket: Any) -> tuple[int, str]:
    """The code and the reason with which a WebSocket is closed."""
    with pytest.raises(WebSocketDisconnect) as caught:
        receive_all(socket)
    return caught.value.code, caught.value.detail


def receive_all(socket: Any) -> None:
    while True:
        socket.receive_json(timeout=PATIENCE)


def test_a_banned_player_is_told_in_his_language_and_keeps_his_data(online: Server, operate: Operate) -> None:
    game, white, black = online.playing()
    me = white.do("GET", "/api/v1/player")["id"]
    with white.socket(f"/ws/game/{game}") as socket, white.socket("/ws/lobby") as lobby:
        socket.receive_json()
        operate(lambda operator: operator.ban(me, "r1", "Be polite.", 3600.0))
        assert closed(socket) == (4403, "banned")
        assert closed(lobby) == (4403, "banned")
    refused = white.send("POST", "/api/v1/seeks", {}, **{"accept-language": "tr"})
    assert (refused.status_code, refused.json()["error"]) == (403, "banned")
    assert "banned" not in refused.json()["detail"]
    page = white.send("GET", "/", **HTML, **{"accept-language": "tr"})
    assert page.status_code == 403
    assert "Be polite." in page.text
    assert '<html lang="tr"' in page.text
    assert "<time datetime=" in page.text
    with white.socket("/ws/lobby") as socket:
        assert closed(socket) == (4403, "banned")
    assert status(white, "/account", **HTML) == 200
    assert white.do("GET", "/api/v1/data")["id"] == me
    assert status(black) == status(online.someone()) == 200
    operate(lambda operator: operator.unban(me, ""))
    until(lambda: status(white) == 200)
    with white.socket("/ws/lobby") as socket:
        assert socket.receive_json()["type"] == "lobby"


def test_a_ban_ends_by_itself(online: Server, operate: Operate) -> None:
    someone = online.someone()
    me = someone.do("POST", "/api/v1/player")["id"]
    operate(lambda operator: operator.ban(me, "", "", 3600.0))
    until(lambda: status(someone) == 403)
    operate(lambda operator: operator.ban(me, "", "", 1.0))  # replaces the other ban
    until(lambda: status(someone) == 200)


def test_a_banned_network(online: Server, operate: Operate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damaci.online.addressing.is_trusted", lambda address, trusted: address == "testclient")
    someone = online.someone()
    there = {"x-forwarded-for": "198.51.100.7"}
    with someone.socket("/ws/lobby", **there) as socket:
        socket.receive_json()
        operate(lambda operator: operator.ban("198.51.100.0/24", "", ""))
        assert closed(socket) == (4403, "banned")
    assert status(someone, "/account", **there) == 403
    assert status(someone, "/health", **there) == 200
    assert status(someone, **{"x-forwarded-for": "198.51.101.7"}) == 200
    operate(lambda operator: operator.ban("2001:db8::/48", "", ""))
    until(lambda: status(someone, **{"x-forwarded-for": "2001:db8:0:1::2"}) == 403)
    operate(lambda operator: operator.unban("198.51.100.0/24", ""))
    until(lambda: status(someone, **there) == 200)


def test_a_banned_network_stays_out_when_a_narrower_ban_ends(
    online: Server, operate: Operate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damaci.online.addressing.is_trusted", lambda address, trusted: address == "testclient")
    someone = online.someone()
    there = {"x-forwarded-for": "198.51.100.7"}
    operate(lambda operator: operator.ban("198.51.100.0/24", "", ""))
    operate(lambda operator: operator.ban("198.51.100.7", "", "", 1.0))
    until(lambda: status(someone, **there) == 403)
    over = time.monotonic() + 2.0
    while time.monotonic() < over:
        assert status(someone, **there) == 403
        time.sleep(0.1)


def test_nobody_plays_against_a_closed_account(online: Server, operate: Operate) -> None:
    closed_soon = online.someone()
    other = online.someone()
    closed_soon.do("POST", "/api/v1/account", {"name": "Zoe", "passphrase": "a long passphrase"})
    game = closed_soon.do("POST", "/api/v1/games", {"days": 3})["id"]
    operate(lambda operator: operator.close("Zoe", "asked"))
    assert other.send("POST", f"/api/v1/games/{game}/join").status_code == 404


def test_a_closed_account_is_out_until_it_is_reopened(online: Server, operate: Operate) -> None:
    ada = online.someone()
    ada.do("POST", "/api/v1/account", {"name": "Ada", "passphrase": "a long passphrase"})
    with ada.socket("/ws/lobby") as socket:
        socket.receive_json()
        operate(lambda operator: operator.close("Ada", "asked"))
        assert closed(socket) == (4403, "account-closed")
    assert ada.send("GET", "/api/v1/player").status_code == 401
    signing_in = {"name": "Ada", "passphrase": "a long passphrase"}
    refused = ada.send("POST", "/api/v1/session", signing_in)
    assert (refused.status_code, refused.json()["error"]) == (403, "account-closed")
    assert ada.send("POST", "/api/v1/session", signing_in | {"passphrase": "a wrong passphrase"}).json()["error"] == (
        "wrong-passphrase"
    )
    operate(lambda operator: operator.reopen("Ada", ""))
    assert ada.do("POST", "/api/v1/session", signing_in)["name"] == "Ada"


def test_an_announcement_is_shown_to_those_who_are_there_and_on_pages(online: Server, operate: Operate) -> None:
    game, white, _ = online.playing()
    with white.socket(f"/ws/game/{game}") as socket:
        operate(lambda operator: operator.announce("Simultan <b>tonight</b>", 3600.0))
        while (message := socket.receive_json(timeout=PATIENCE))["type"] != "announcement":
            pass
        assert message["text"] == "Simultan <b>tonight</b>"
        assert "Simultan &lt;b&gt;tonight&lt;/b&gt;</p>" in white.send("GET", "/learn", **HTML).text
        operate(lambda operator: operator.stop_announcing())
        while (message := socket.receive_json(timeout=PATIENCE))["type"] != "announcement":
            pass
        assert message["text"] == ""
    assert "Simultan" not in white.send("GET", "/", **HTML).text


def test_an_announcement_that_was_dismissed_is_not_shown_there_but_the_next_is(
    online: Server, operate: Operate
) -> None:
    reader = online.someone()
    with reader.socket("/ws/lobby") as socket:
        ids = [announced(socket, operate, "Tonight"), announced(socket, operate, "Tonight")]
    assert ids[0] != ids[1]
    shown = {id: reader.send("GET", "/learn", **HTML, cookie=f"{DISMISSED_COOKIE}={id}").text for id in ids}
    assert ["Tonight" in text for text in shown.values()] == [True, False]
    assert f'data-announcement="{ids[1]}"' in shown[ids[0]]
    assert "Tonight" in reader.send("GET", "/learn", **HTML).text


def test_an_announcement_that_is_newer_than_the_page_is_told_when_its_socket_opens(
    online: Server, operate: Operate
) -> None:
    reader = online.someone()
    with reader.socket("/ws/lobby") as socket:
        id = announced(socket, operate, "Tonight")
    for path in ("/ws/lobby", "/ws/tournaments"):
        with reader.socket(path) as socket:
            while (message := socket.receive_json(timeout=PATIENCE))["type"] != "announcement":
                pass
            assert (message["text"], message["id"]) == ("Tonight", id)


def test_a_page_that_was_away_hears_that_an_announcement_was_taken_back(online: Server, operate: Operate) -> None:
    reader = online.someone()
    with reader.socket("/ws/lobby") as socket:
        id = announced(socket, operate, "Tonight")
        operate(lambda operator: operator.stop_announcing())
        while (message := socket.receive_json(timeout=PATIENCE))["type"] != "announcement":
            pass
    with reader.socket(f"/ws/tv?announced={id}") as socket:
        while (message := socket.receive_json(timeout=PATIENCE))["type"] != "announcement":
            pass
        assert (message["text"], message["id"]) == ("", "")


def announced(socket: Any, operate: Operate, text: str) -> str:
    """Announces a text; returns the announcement's id, as it is sent to connected pages."""
    operate(lambda operator: operator.announce(text, 3600.0))
    while (message := socket.receive_json(timeout=PATIENCE))["type"] != "announcement":
        pass
    return str(message["id"])


def test_during_a_maintenance_everybody_is_asked_to_come_back(online: Server, operate: Operate) -> None:
    game, white, _ = online.playing()
    with white.socket(f"/ws/game/{game}") as socket:
        operate(lambda operator: operator.maintain("New disks.", 600.0))
        assert closed(socket) == (1013, "maintenance")
    page = white.send("GET", "/", **HTML, **{"accept-language": "bg"})
    assert (page.status_code, '<html lang="bg"' in page.text, "New disks." in page.text) == (503, True, True)
    assert 500 < int(page.headers["retry-after"]) <= 600
    program = online.someone().send("GET", f"/api/v1/games/{game}")
    assert (program.status_code, program.json()["error"]) == (503, "maintenance")
    assert "retry-after" in program.headers
    with white.socket("/ws/lobby") as socket:
        assert closed(socket) == (1013, "maintenance")
    assert status(white, "/health") == 200
    operate(lambda operator: operator.resume())
    until(lambda: status(white) == 200)


def test_a_maintenance_is_charged_to_nobody(online: Server, operate: Operate) -> None:
    game, white, black = online.playing(clock={"base": 60, "increment": 0})
    for player, ply, move in ((white, 1, "d3d4"), (black, 2, "d6d5")):
        player.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": move})
    operate(lambda operator: operator.maintain("", 600.0))
    until(lambda: status(white) == 503)
    began = time.time()
    time.sleep(AWAY_SECONDS + 2)
    lasted = time.time() - began
    operate(lambda operator: operator.resume())
    until(lambda: status(white) == 200)
    white.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 3, "move": "d4xd8"})
    events = white.do("GET", "/api/v1/data")["games"][game]
    resumed = [each for each in events if each["event"] == "resumed"]
    assert sum(each["until"] - each["since"] for each in resumed) > lasted - 1


def test_orders_that_were_given_before_the_start_hold(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        someone = server.someone()
        me = someone.do("POST", "/api/v1/player")["id"]
    operating(str(tmp_path), lambda operator: operator.ban(me, ""))
    with running(tmp_path) as server:
        again = server.someone()
        again.cookies = someone.cookies
        assert status(again) == 403


def test_a_ban_reaches_every_process(postgres: Postgres) -> None:
    asyncio.run(ban_at_every_process(postgres))


async def ban_at_every_process(postgres: Postgres) -> None:
    database = await postgres.new_database()
    first = Process(database)
    second = Process(database)
    try:
        first.start()
        second.start()
        somebody = Client(first.address)
        me = somebody.send("POST", "/api/v1/player")["id"]
        sockets = [
            await connect(
                each.address.replace("http", "ws") + "/ws/lobby",
                additional_headers=somebody.headers,
                open_timeout=PATIENCE,
            )
            for each in (first, second)
        ]
        await asyncio.to_thread(operating, database, lambda operator: operator.ban(me, ""))
        for socket in sockets:
            with contextlib.suppress(ConnectionClosed):
                async with asyncio.timeout(PATIENCE):
                    while await socket.recv():
                        pass
            assert (socket.close_code, socket.close_reason) == (4403, "banned")
    finally:
        first.close()
        second.close()


def test_a_player_is_renamed_by_an_operator_whose_clock_is_slow(
    online: Server, operate: Operate, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, white, _ = online.playing()
    me = white.do("GET", "/api/v1/player")["id"]

    def name() -> object:
        return white.do("GET", f"/api/v1/games/{game}")["white"]["name"]

    with white.socket(f"/ws/game/{game}") as socket:  # so that the game stays open
        socket.receive_json()
        monkeypatch.setattr(moderation, "time", SimpleNamespace(time=lambda: time.time() - 3600.0))
        operate(lambda operator: operator.rename(me, "Deniz"))
        until(lambda: name() == "Deniz")
