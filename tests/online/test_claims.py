"""Games whose other player has left."""

from typing import cast

import pytest

from damaci.host import Room
from damaci.online import claims
from damaci.online.presence import Presence
from damaci.play.events import ClockTimes, Settings
from damaci.store.log import EventLog
from tests.online.conftest import Server
from tests.play.tables import Played


class Seconds:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock(server: Server, monkeypatch: pytest.MonkeyPatch) -> Seconds:
    """The clock by which the server measures how long players are away."""
    clock = Seconds()
    monkeypatch.setattr(server.client.app.state.services.presence, "_now", clock)
    return clock


def test_a_game_is_claimed_when_the_other_has_been_away_for_long(server: Server, clock: Seconds) -> None:
    game, white, black = server.playing(clock={"base": 300, "increment": 3})
    for someone, ply, move in ((white, 1, "d3d4"), (black, 2, "d6d5")):
        someone.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": move})
    with white.socket(f"/ws/game/{game}") as socket:
        messages = (message for message in iter(socket.receive_json, None) if message["type"] == "there")
        with black.socket(f"/ws/game/{game}"):
            assert next(message for message in messages if len(message["players"]) == 2)["claim"] is None
            clock.at = 1000
            assert (
                white.send("POST", f"/api/v1/games/{game}/claim", {"claim": "win"}).json()["error"]
                == "not-to-be-claimed"
            )
        assert next(messages) == {"type": "there", "players": ["white"], "watching": 0, "claim": 60.0}
        clock.at += 59
        assert (
            white.send("POST", f"/api/v1/games/{game}/claim", {"claim": "win"}).json()["error"] == "not-to-be-claimed"
        )
        clock.at += 1
        white.do("POST", f"/api/v1/games/{game}/claim", {"claim": "win"})
    now = white.do("GET", f"/api/v1/games/{game}")["now"]
    assert (now["result"], now["reason"]) == ("1-0", "abandoned")


def test_a_game_that_has_not_begun_is_not_won(server: Server, clock: Seconds) -> None:
    game, white, _ = server.playing(clock={"base": 60})
    with white.socket(f"/ws/game/{game}") as socket:
        socket.receive_json()
        clock.at += 31
        assert white.send("POST", f"/api/v1/games/{game}/claim", {"claim": "win"}).json()["error"] == "too-early"
        white.do("POST", f"/api/v1/games/{game}/claim", {"claim": "draw"})


def test_who_watches_claims_nothing(server: Server, clock: Seconds) -> None:
    game, white, _ = server.playing(clock={"base": 60})
    with white.socket(f"/ws/game/{game}") as socket:
        socket.receive_json()
        clock.at += 1000
        assert (
            server.someone().send("POST", f"/api/v1/games/{game}/claim", {"claim": "draw"}).json()["error"]
            == "not-your-seat"
        )


def test_a_game_without_clocks_waits_for_days(
    server: Server, clock: ClockTimes, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, white, _ = server.playing()
    white.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3d4"})
    with white.socket(f"/ws/game/{game}") as socket:
        socket.receive_json()
        clock.at += 1e9
        assert (
            white.send("POST", f"/api/v1/games/{game}/claim", {"claim": "draw"}).json()["error"] == "not-to-be-claimed"
        )
        monkeypatch.setattr(claims, "DAYS", 0.0)
        white.do("POST", f"/api/v1/games/{game}/claim", {"claim": "draw"})


def test_presence_counts_and_forgets() -> None:
    clock = Seconds()
    told = []
    presence = Presence(clock)
    with presence.here("g", ["white"], lambda: told.append("white")):
        clock.at = 5
        assert (presence.present("g", "white"), presence.away("g", "black"), presence.watching("g")) == (True, 5, 0)
        with presence.here("g", [], lambda: None), presence.here("g", ["black"], lambda: None):
            assert (presence.watching("g"), presence.away("g", "black")) == (1, None)
        assert len(told) == 5
    assert presence.away("g", "black") is None
    assert vars(presence)["_left"] == {}


@pytest.mark.parametrize("clock", [None, ClockTimes(60)])
@pytest.mark.parametrize("days", [2, 4])
def test_where_the_other_may_be_on_another_process_only_time_tells(clock: ClockTimes | None, days: int) -> None:
    game = Played(Settings(clock=clock))
    game.move("d3-d4")
    room = Room("g", game.events, cast(EventLog, None), now=lambda: game.at + days * 24 * 3600)
    assert claims.seconds_left(room, Presence(everybody=False), "white") == (0 if days == 4 and not clock else None)
