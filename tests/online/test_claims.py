"""Games whose other player has left."""

import pytest

from damaci.online import claims
from damaci.online.presence import Presence
from tests.online.conftest import Server


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock(server: Server, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The server's measure of who is away."""
    clock = Clock()
    monkeypatch.setattr(server.client.app.state.services.presence, "_now", clock)
    return clock


def test_a_game_is_claimed_when_the_other_has_been_away_for_long(server: Server, clock: Clock) -> None:
    game, white, black = server.playing(clock={"base": 300, "increment": 3})
    for someone, ply, move in ((white, 1, "d3d4"), (black, 2, "d6d5")):
        someone.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": move})
    with white.socket(f"/ws/game/{game}") as socket:
        with black.socket(f"/ws/game/{game}"):
            clock.at = 1000
            assert white.send("POST", f"/api/v1/games/{game}/claim", {"claim": "win"}).json()["error"] == "not-to-be-claimed"
        messages = (message for message in iter(socket.receive_json, None) if message["type"] == "there")
        assert next(message for message in messages if len(message["players"]) == 2)["claim"] is None
        assert next(messages) == {"type": "there", "players": ["white"], "watching": 0, "claim": 60.0}
        clock.at += 59
        assert white.send("POST", f"/api/v1/games/{game}/claim", {"claim": "win"}).json()["error"] == "not-to-be-claimed"
        clock.at += 1
        white.do("POST", f"/api/v1/games/{game}/claim", {"claim": "win"})
    now = white.do("GET", f"/api/v1/games/{game}")["now"]
    assert (now["result"], now["reason"]) == ("1-0", "abandoned")


def test_a_game_that_has_not_begun_is_not_won(server: Server, clock: Clock) -> None:
    game, white, _ = server.playing(clock={"base": 60})
    with white.socket(f"/ws/game/{game}") as socket:
        socket.receive_json()
        clock.at += 31
        assert white.send("POST", f"/api/v1/games/{game}/claim", {"claim": "win"}).json()["error"] == "too-early"
        white.do("POST", f"/api/v1/games/{game}/claim", {"claim": "draw"})


def test_who_watches_claims_nothing(server: Server, clock: Clock) -> None:
    game, white, _ = server.playing(clock={"base": 60})
    with white.socket(f"/ws/game/{game}") as socket:
        socket.receive_json()
        clock.at += 1000
        assert server.someone().send("POST", f"/api/v1/games/{game}/claim", {"claim": "draw"}).json()["error"] == "not-your-seat"


def test_a_game_without_clocks_waits_for_days(server: Server, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    game, white, _ = server.playing()
    white.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3d4"})
    with white.socket(f"/ws/game/{game}") as socket:
        socket.receive_json()
        clock.at += 1e9
        assert white.send("POST", f"/api/v1/games/{game}/claim", {"claim": "draw"}).json()["error"] == "not-to-be-claimed"
        monkeypatch.setattr(claims, "DAYS", 0.0)
        white.do("POST", f"/api/v1/games/{game}/claim", {"claim": "draw"})


def test_presence_counts_and_forgets() -> None:
    clock, told = Clock(), []
    presence = Presence(clock)
    with presence.here("g", ["white"], lambda: told.append("white")):
        clock.at = 5
        assert (presence.present("g", "white"), presence.away("g", "black"), presence.watching("g")) == (True, 5, 0)
        with presence.here("g", [], lambda: None), presence.here("g", ["black"], lambda: None):
            assert (presence.watching("g"), presence.away("g", "black")) == (1, None)
        assert len(told) == 5
    assert presence.away("g", "black") is None
    assert vars(presence)["_left"] == {}
