"""Games against the computer on a server: how slow it may be, and for which players it thinks."""

from pathlib import Path

import pytest

from tests.online.conftest import Server, running

WISH = {"opponent": "engine", "color": "white"}


@pytest.mark.parametrize(("level", "status"), [("free-99s", 400), ("free-6s-d3", 400), ("free-5s", 201), ("easy", 201)])
def test_a_level_that_thinks_too_long_is_refused(server: Server, level: str, status: int) -> None:
    answer = server.someone().send("POST", "/api/v1/games", WISH | {"level": level})
    assert answer.status_code == status
    if status == 400:
        assert answer.json() == {
            "error": "level-too-slow",
            "detail": "the computer thinks for at most 5 seconds here",
        }


def test_the_lobby_offers_only_levels_that_may_be_played(tmp_path: Path) -> None:
    with running(tmp_path, engine_seconds=1) as server:
        text = server.someone().send("GET", "/").text
        assert 'value="expert"' in text
        assert 'value="master"' not in text
        assert server.someone().send("POST", "/api/v1/games", WISH | {"level": "master"}).status_code == 400


def test_the_computer_answers_a_program_that_only_sends_requests(server: Server) -> None:
    ada = server.someone()
    game = ada.do("POST", "/api/v1/games", WISH | {"level": "beginner"})["id"]
    ada.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3d4"})
    with server.someone().socket(f"/ws/game/{game}") as socket:
        socket.send_json({"type": "hello"})
        told = (message["now"]["ply"] for message in iter(socket.receive_json, None) if "now" in message)
        assert next(ply for ply in told if ply == 2)


def test_rematches_count_as_games_against_the_computer(tmp_path: Path) -> None:
    with running(tmp_path, engine_games=2, house="off") as server:
        ada = server.someone()
        games = []
        for _ in range(3):
            game = ada.do("POST", "/api/v1/games", WISH | {"level": "beginner"})["id"]
            games.append(f"/api/v1/games/{game}")
            ada.do("POST", f"{games[-1]}/requests", {"type": "resign"})
        for game in games[:2]:
            ada.do("POST", f"{game}/requests", {"type": "offer-rematch"})
        refused = ada.send("POST", f"{games[2]}/requests", {"type": "offer-rematch"})
        assert (refused.status_code, refused.json()["code"]) == (409, "too-many-engine-games")
        following = ada.do("GET", games[0])["now"]["rematch"]
        ada.do("POST", f"/api/v1/games/{following}/requests", {"type": "resign"})
        assert ada.do("POST", f"{games[2]}/requests", {"type": "offer-rematch"})["type"] == "done"
