"""The time that the network takes: it is measured and given back, and no player can gain time by pretending to be
slow."""

import asyncio
import time
from typing import ClassVar, cast

import pytest
from litestar.exceptions import WebSocketDisconnect

from damaci.online import lag
from damaci.online.lag import BUDGET, MOST, REFILL, LagBudgets, Measure
from damaci.site import socket
from damaci.site.socket import AnySocket, TextFrames
from tests.online.conftest import Server


def take(budgets: LagBudgets, ply: int, lag: float) -> float:
    given = budgets.given("g", "white", lag)
    budgets.charge("g", "white", ply, given)
    return given


def test_a_move_gets_back_what_its_way_took() -> None:
    assert LagBudgets().given("g", "white", 0.2) == 0.2


def test_a_move_gets_back_so_much_at_most() -> None:
    assert LagBudgets().given("g", "white", 9.0) == MOST


def test_who_is_always_late_gets_little_in_the_end() -> None:
    budgets = LagBudgets()
    moves = 60
    given = [take(budgets, 2 * number + 1, 9.0) for number in range(moves)]
    assert sum(given) <= BUDGET + REFILL * moves
    assert given[-1] == pytest.approx(REFILL)
    assert budgets.given("g", "black", 9.0) == MOST


def test_a_move_sent_again_refills_the_budget_once() -> None:
    budgets = LagBudgets()
    for ply in (1, 3, 5, 7, 9, 11, 13, 15):
        take(budgets, ply, 9.0)
    before = budgets.given("g", "white", 9.0)
    for _ in range(5):
        take(budgets, 15, 0.0)
    assert budgets.given("g", "white", 9.0) == before


def test_the_way_is_the_shortest_of_the_last_times() -> None:
    at = 0.0
    measure = Measure(lambda: at)
    assert measure.lag == 0
    for taken in (0.3, 0.1, 5.0):
        measure.asked()
        at += taken
        measure.answered()
        measure.answered()
    assert measure.lag == pytest.approx(0.1)


def test_seats_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lag, "MOST_SEATS", 2)
    budgets = LagBudgets()
    for game in "abc":
        budgets.charge(game, "white", 1, MOST)
    assert list(vars(budgets)["_left"]) == [("b", "white"), ("c", "white")]


def test_a_slow_connection_loses_less_time_on_the_clock(server: Server) -> None:
    game, white, black = server.playing(clock={"base": 60})
    for someone, ply, move in ((white, 1, "d3d4"), (black, 2, "d6d5")):
        someone.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": move})
    began = time.monotonic()
    with white.socket(f"/ws/game/{game}") as connection:
        next(message for message in iter(connection.receive_json, None) if message["type"] == "ping")
        time.sleep(0.3)
        connection.send_text('{"type":"pong"}')
        connection.send_json({"type": "move", "ply": 3, "move": "d4xd8", "id": "x"})
        next(message for message in iter(connection.receive_json, None) if message["type"] == "done")
    given = BUDGET + REFILL - vars(server.client.app.state.services.lags)["_left"][game, "white"][0]
    assert 0.3 <= round(given, 6) <= min(MOST, time.monotonic() - began)


def test_moves_that_are_refused_refill_no_budget(server: Server) -> None:
    """Otherwise a second connection could send such moves to refill the budget that late answers of the first one use
    up."""
    game, white, black = server.playing(clock={"base": 60})
    for someone, ply, move in ((white, 1, "d3d4"), (black, 2, "d6d5")):
        someone.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": move})
    lags = server.client.app.state.services.lags
    lags.charge(game, "white", 1, 2.0)
    before = vars(lags)["_left"][game, "white"]
    with white.socket(f"/ws/game/{game}") as connection:
        for number in range(10):
            connection.send_json({"type": "move", "ply": 3, "move": "a1a2", "id": str(number)})
            next(message for message in iter(connection.receive_json, None) if message["type"] == "refused")
    assert vars(lags)["_left"][game, "white"] == before


class Stuck:
    """A WebSocket whose other side never reads."""

    scope: ClassVar[dict[str, object]] = {}

    async def send_text(self, text: str) -> None:
        await asyncio.sleep(60)


def test_who_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "SEND_SECONDS", 0.02)
    with pytest.raises(WebSocketDisconnect, match="too slow"):
        asyncio.run(TextFrames(cast(AnySocket, Stuck())).send("{}"))
