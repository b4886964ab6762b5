"""The engine's lines over a WebSocket."""

import time
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from damaci.services.engine_lines import MOST_SEARCHES
from damaci.tablebase import Plan, Terms, build
from tests.home.conftest import HOST, Browser, visit
from tests.support import PATIENCE

START = {"fen": "W:Wa2,b2,c2:Bf7,g7,h7"}


def analysis(browser: Browser, **headers: str) -> Any:
    return browser.client.websocket_connect(f"ws://{HOST}/ws/analysis", headers={"host": HOST} | headers)


def look(number: int, lines: int = 1, **here: object) -> dict[str, object]:
    return {"type": "analyse", "id": number, "here": START | here, "lines": lines}


def until(socket: Any, number: int) -> dict[str, Any]:
    """The next lines of the question with this number; lines of other questions are dropped."""
    while True:
        message: dict[str, Any] = socket.receive_json(timeout=PATIENCE)
        if message.get("id") == number:
            return message


def test_lines_come_with_score_moves_and_way(browser: Browser) -> None:
    with analysis(browser) as socket:
        socket.send_json(look(1, fen="W:Wd4,h2:Bd5,d7,a8"))
        found = until(socket, 1)
        socket.send_json({"type": "stop"})
    (line,) = found["lines"]
    assert (found["type"], found["depth"] >= 1, found["nodes"] > 0) == ("lines", True, True)
    assert line["way"] == {"path": ["d4", "d6", "d8"], "captured": ["d5", "d7"]}
    assert line["moves"][0] == "d4xd8"


@pytest.mark.parametrize("turn", ["W", "B"])
def test_scores_are_white_s_whoever_moves(browser: Browser, turn: str) -> None:
    with analysis(browser) as socket:
        socket.send_json(look(1, fen=f"{turn}:WKa1,Kb1,Kc1,Kd1:Bh7"))
        score = until(socket, 1)["lines"][0]["score"]
    assert score.get("cp", 1) > 0
    assert "loss" not in score


def test_it_goes_on_until_another_position_comes(browser: Browser) -> None:
    with analysis(browser) as socket:
        socket.send_json(look(1))
        depths = [until(socket, 1)["depth"] for _ in range(3)]
        assert depths == sorted(set(depths))
        socket.send_json(look(2, lines=3))
        assert len(until(socket, 2)["lines"]) == 3
        assert until(socket, 2)["id"] == 2


def test_what_the_tables_know_is_told_at_once_and_exactly(tmp_path: Path) -> None:
    list(build(tmp_path / "tables", Plan.up_to(3, Terms.of("turkish")), threads=2))
    with visit(tmp_path) as browser, analysis(browser) as socket:
        socket.send_json(look(1, lines=5, fen="W:WKa1,Kd4:Bh2"))
        found = until(socket, 1)
    assert (found["exact"], found["depth"]) == (True, 0)
    won = {"share": 100.0}
    drawn = {"share": 50.0, "draw": True}
    assert [line["score"] for line in found["lines"]] == [
        won | {"win": 5},
        won | {"win": 5},
        won | {"win": 7},
        drawn,
        drawn,
    ]


def test_a_request_without_sense_is_told_and_the_next_one_heard(browser: Browser) -> None:
    with analysis(browser) as socket:
        for wrong in ({"type": "what"}, look(1, lines=9), look(1, fen="rubbish"), look(1, ruleset="chess")):
            socket.send_json(wrong)
            assert socket.receive_json(timeout=PATIENCE)["type"] == "wrong"
        socket.send_json(look(2))
        assert until(socket, 2)["depth"]


def test_pages_that_have_gone_leave_the_engine_to_others(newcomer: Browser) -> None:
    for number in range(2 * MOST_SEARCHES):
        with analysis(newcomer) as socket:
            socket.send_json(look(number))
            assert until(socket, number)["lines"]


def test_the_app_ends_while_the_engine_looks(tmp_path: Path) -> None:
    with visit(tmp_path) as browser, analysis(browser) as socket:
        socket.send_json(look(1))
        until(socket, 1)
        begun = time.monotonic()
    assert time.monotonic() - begun < 30


def test_other_sites_are_not_served(browser: Browser) -> None:
    with pytest.raises(WebSocketDisconnect), analysis(browser, origin="http://evil.example"):
        pass


@pytest.mark.usefixtures("standstill")
def test_a_flood_is_cut_off(browser: Browser) -> None:
    with analysis(browser) as socket:
        for _ in range(110):
            socket.send_json({"type": "stop"})
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json(timeout=PATIENCE)
