"""Playing by link: an invited visitor joins, and players move their own pieces only."""

from tests.online.conftest import Server


def test_a_game_begins_when_somebody_follows_the_link(server: Server) -> None:
    ada = server.someone()
    bob = server.someone()
    made = ada.do("POST", "/api/v1/games", {"color": "white", "clock": {"base": 300, "increment": 3}})
    assert made["url"] == f"http://127.0.0.1:3264/game/{made['id']}"
    assert ada.send("GET", f"/api/v1/games/{made['id']}").status_code == 404
    assert bob.do("POST", f"/api/v1/games/{made['id']}/join") == {"id": made["id"], "color": "black"}
    shown = ada.do("GET", f"/api/v1/games/{made['id']}")
    assert shown["you"] == ["white"]
    assert shown["white"]["name"] == ada.do("GET", "/api/v1/player")["name"]


def test_moves_go_to_both_players_and_to_whoever_watches(server: Server) -> None:
    game, white, black = server.playing()
    path = f"/ws/game/{game}"
    with white.socket(path) as one, black.socket(path) as two, server.someone().socket(path) as three:
        for socket in (one, two, three):
            socket.send_json({"type": "hello"})
        told = [
            next(m for m in iter(socket.receive_json, None) if m["type"] == "snapshot") for socket in (one, two, three)
        ]
        assert [snapshot["you"] for snapshot in told] == [["white"], ["black"], []]
        assert ["resign" in snapshot["capabilities"] for snapshot in told] == [True, True, False]
        one.send_json({"type": "move", "ply": 1, "move": "d3d4", "id": "a"})
        for socket in (one, two, three):
            update = next(m for m in iter(socket.receive_json, None) if m["type"] == "update")
            assert update["played"][0]["text"] == "d3-d4"


def test_only_one_gets_the_other_seat(server: Server) -> None:
    game, _, _ = server.playing()
    late = server.someone().send("POST", f"/api/v1/games/{game}/join")
    assert (late.status_code, late.json()["error"]) == (409, "taken")


def test_nobody_plays_against_themselves(server: Server) -> None:
    ada = server.someone()
    game = ada.do("POST", "/api/v1/games", {})["id"]
    assert ada.send("POST", f"/api/v1/games/{game}/join").json()["error"] == "own-game"


def test_a_rematch_has_the_sides_swapped(server: Server) -> None:
    game, white, black = server.playing()
    white.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})
    white.do("POST", f"/api/v1/games/{game}/requests", {"type": "offer-rematch"})
    black.do("POST", f"/api/v1/games/{game}/requests", {"type": "offer-rematch"})
    following = white.do("GET", f"/api/v1/games/{game}")["now"]["rematch"]
    assert white.do("GET", f"/api/v1/games/{following}")["you"] == ["black"]
    assert black.do("GET", f"/api/v1/games/{following}")["you"] == ["white"]
