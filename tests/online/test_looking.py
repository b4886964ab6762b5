"""Looking at finished games opens no room, and nothing is sent again to a client that already has it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from damaci.online.services import OnlineServices
from damaci.store import Store
from tests.online.conftest import Server, running
from tests.play.long import finished_game, long_game


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little memory, which has stored games."""
    folder = tmp_path_factory.mktemp("small")
    asyncio.run(_store(folder))
    with running(folder, memory_megabytes=1) as server:
        yield server


async def _store(folder: Path) -> None:
    async with Store(folder) as store:
        await store.log.append("finished", 0, finished_game(2000))
        await store.log.append("long", 0, long_game(1500))


def services(server: Server) -> OnlineServices:
    found: Any = server.client.app.state.services
    assert isinstance(found, OnlineServices)
    return found


def until(socket: Any, kind: str) -> Any:
    return next(message for message in iter(socket.receive_json, None) if message["type"] == kind)


def test_looking_at_a_finished_game_opens_no_room(small: Server) -> None:
    someone = small.someone()
    shown = someone.do("GET", "/api/v1/games/finished")
    assert (shown["you"], shown["now"]["ply"], len(shown["played"])) == ([], 2000, 2000)
    assert "a1-a2" in small.someone().send("GET", "/api/v1/games/finished/pdn").text
    assert small.someone().send("GET", "/api/pictures/finished").text.startswith("<svg")
    with someone.socket("/ws/game/finished") as socket:
        socket.send_json({"type": "hello"})
        assert until(socket, "snapshot")["now"]["result"] == "1/2-1/2"
        assert services(small).rooms.open_games == 0


@pytest.mark.parametrize("path", ["/api/v1/games/finished", "/api/v1/games/finished/pdn"])
def test_what_a_client_has_is_not_sent_again(small: Server, path: str) -> None:
    first = small.someone().send("GET", path)
    assert first.headers["cache-control"] == "private, no-cache"
    again = small.someone().send("GET", path, **{"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    other = small.someone().send("GET", path, **{"if-none-match": '"other"'})
    assert other.content == first.content


def test_spectators_of_a_finished_game_are_counted_and_answered(small: Server) -> None:
    path = "/ws/game/finished"
    with small.someone().socket(path) as one, small.someone().socket(path) as two:
        while until(two, "there")["watching"] != 2:
            pass
        one.send_text("nonsense")
        assert until(one, "refused")["code"] == "bad-message"
        one.send_json({"type": "say", "phrase": "thanks", "id": "a"})
        assert until(one, "refused") | {"message": ""} == {
            "type": "refused",
            "id": "a",
            "code": "not-your-seat",
            "message": "",
        }
        one.send_json({"type": "hello", "after": 2002})
        assert until(one, "update") | {"now": {}} == {"type": "update", "version": 2002, "events": [], "now": {}}
        one.send_json({"type": "hello"})
        assert until(one, "refused")["code"] == "bad-message"


def test_without_memory_a_game_is_refused_for_a_while(small: Server) -> None:
    refused = small.someone().send("GET", "/api/v1/games/long")  # the game's clock is running
    assert (refused.status_code, refused.json()["error"]) == (503, "full")
    assert int(refused.headers["retry-after"]) > 0
    with small.someone().socket("/ws/game/long") as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive()
    assert closed.value.code == 1013
    assert small.someone().send("GET", "/api/v1/games/long/pdn").status_code == 200
    game, _, _ = small.playing()
    assert small.someone().do("GET", f"/api/v1/games/{game}")["now"]["ply"] == 0


def test_players_of_a_finished_game_get_its_room_for_a_rematch(server: Server) -> None:
    game, white, black = server.playing()
    white.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})
    shown = white.do("GET", f"/api/v1/games/{game}")
    assert (shown["you"], "rematch" in shown["capabilities"]) == (["white"], True)
    with white.socket(f"/ws/game/{game}") as one, black.socket(f"/ws/game/{game}") as two:
        one.send_json({"type": "hello"})
        until(one, "snapshot")
        two.send_json({"type": "offer-rematch", "id": "a"})
        assert until(one, "update")["now"]["rematch_offer"] == "black"
        assert services(server).rooms.is_open(game)


def test_the_answer_depends_on_the_seat(server: Server) -> None:
    game, white, _ = server.playing()
    white.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})
    mark = white.send("GET", f"/api/v1/games/{game}").headers["etag"]
    stranger = server.someone().send("GET", f"/api/v1/games/{game}", **{"if-none-match": mark})
    assert (stranger.status_code, stranger.json()["you"]) == (200, [])
