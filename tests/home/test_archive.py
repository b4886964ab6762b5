"""The archive: lists, files in and out, deleting."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from damaci.notation.pdn import read
from tests.home.conftest import Browser, visit

PDN = """\
[White "Ada"]
[Black "Çetin"]
[Result "1-0"]

1. d3-d4 d6-d5 2. d4xd8 1-0

[White "Boris"]
[Result "*"]

1. a3-a4 *
"""


def bring_in(browser: Browser, text: str) -> Any:
    return browser.send("POST", "/api/import", {"text": text})


def test_a_position_is_of_the_ruleset_that_is_asked_for(browser: Browser) -> None:
    (game,) = browser.send("POST", "/api/import", {"text": "W:Wa1:Bh8", "ruleset": "bulgarian"}).json()["games"]
    with browser.socket(game) as socket:
        socket.send_json({"type": "move", "ply": 1, "move": "a1-b2", "color": "white", "id": "1"})
        assert socket.receive_json()["type"] == "done"


def played(browser: Browser, *moves: str, **wish: object) -> str:
    """A game of two persons with these moves."""
    game = browser.new_game(**wish)
    with browser.socket(game) as socket:
        for ply, move in enumerate(moves, 1):
            socket.send_json(
                {"type": "move", "ply": ply, "move": move, "color": "white" if ply % 2 else "black", "id": str(ply)}
            )
            assert socket.receive_json()["type"] == "done"
    return game


# ---- the page --------------------------------------------------------------------------------------------------------


def test_games_nobody_began_are_not_listed(newcomer: Browser) -> None:
    empty, begun = newcomer.new_game(), played(newcomer, "d3-d4")
    page = newcomer.get("/games").text
    assert f"/game/{begun}" in page
    assert f"/game/{empty}" not in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"Ada", "Boris"}),
        ("status=finished", {"Ada"}),
        ("status=unfinished", {"Boris"}),
        ("search=ad", {"Ada"}),
        ("search=%25", set()),
        ("ruleset=world", set()),
        ("ruleset=turkish&player=&status=", {"Ada", "Boris"}),
        ("player=engine", set()),
        ("status=nonsense", {"Ada", "Boris"}),
        ("start=40", set()),
        ("start=-1", {"Ada", "Boris"}),
    ],
)
def test_the_list_is_filtered(newcomer: Browser, query: str, found: set[str]) -> None:
    bring_in(newcomer, PDN)
    page = newcomer.get(f"/games?{query}").text
    assert {name for name in ("Ada", "Boris") if f"<b>{name}" in page} == found


def test_a_date_can_be_read_without_scripts(newcomer: Browser) -> None:
    bring_in(newcomer, PDN)
    assert re.search(r'<time datetime="(\d{4}-\d\d-\d\d)T[\d:]+\+00:00">\1</time>', newcomer.get("/games").text)


def test_a_long_list_is_turned_over(newcomer: Browser) -> None:
    bring_in(newcomer, "\n".join(f'[White "N{number:02}"] 1. a3-a4 *' for number in range(50)))
    first, second = newcomer.get("/games").text, newcomer.get("/games?start=40").text
    assert (first.count("data-delete"), second.count("data-delete")) == (40, 10)
    assert "start=40" in first
    assert "start=0" in second


# ---- out -------------------------------------------------------------------------------------------------------------


def test_a_game_is_downloaded_as_pdn(browser: Browser) -> None:
    game = played(browser, "d3-d4", "d6-d5", "d4xd8")
    answer = browser.get(f"/api/games/{game}/pdn")
    assert answer.headers["content-disposition"] == f'attachment; filename="damaci-{game}.pdn"'
    assert [str(move) for move in next(read(answer.content)).moves] == ["d3-d4", "d6-d5", "d4xd6xd8"]


def test_all_games_are_downloaded_with_their_options(newcomer: Browser) -> None:
    bring_in(newcomer, PDN)
    junior = played(newcomer, "a2-a3", options={"last_three_kings": True}, fen="W:Wa2,b2,c2:Bh7,g7,f7")
    assert len([*read(newcomer.get("/api/games.pdn").content)]) == 3
    assert '[Options "last-three-kings"]' in newcomer.get(f"/api/games/{junior}/pdn").text


def test_a_game_that_there_is_not_has_no_pdn(browser: Browser) -> None:
    assert browser.get("/api/games/none/pdn").status_code == 404


# ---- in --------------------------------------------------------------------------------------------------------------


def test_games_come_in_and_go_out_the_same(newcomer: Browser) -> None:
    ids = bring_in(newcomer, PDN).json()["games"]
    with newcomer.socket(ids[0]) as socket:
        socket.send_json({"type": "hello"})
        snapshot = socket.receive_json()
    assert [snapshot["white"]["name"], snapshot["black"]["name"]] == ["Ada", "Çetin"]
    assert [move["text"] for move in snapshot["played"]] == ["d3-d4", "d6-d5", "d4xd8"]
    assert (snapshot["now"]["result"], snapshot["now"]["reason"]) == ("1-0", "resignation")
    again = next(read(io.StringIO(newcomer.get(f"/api/games/{ids[0]}/pdn").text)))
    assert (again.tags["White"], again.result, len(again.moves)) == ("Ada", "1-0", 3)


def test_a_game_played_on_beyond_a_draw_rule_comes_in(newcomer: Browser) -> None:
    there_and_back = " ".join(["a1-a2 h8-h7", "a2-a1 h7-h8"] * 4)
    text = f'[SetUp "1"] [FEN "W:WKa1,b2:BKh8,g7"] {there_and_back} 1/2-1/2'
    assert len(bring_in(newcomer, text).json()["games"]) == 1


def test_a_position_comes_in_as_a_game_that_begins_there(newcomer: Browser) -> None:
    (game,) = bring_in(newcomer, " B:Wa2:BKh8,b7\n").json()["games"]
    with newcomer.socket(game) as socket:
        socket.send_json({"type": "hello"})
        assert socket.receive_json()["now"]["turn"] == "black"


@pytest.mark.parametrize(
    ("text", "error", "hint"),
    [
        ("", "bad-value", "no game"),
        ("W:Wz9:Ba1", "bad-fen", "column"),
        ("1. d3-d4 d3-d5 *", "bad-pdn", "line 1, column 10"),
        ("1. d3-d4 *\n\n1. d3-d5 *", "bad-pdn", "game 2, line 3, column 4"),
        (
            '[White "A"] 1. d3-d4 *\n[SetUp "1"] [FEN "W:Wd3:Bd4"] d3xd5 0-1',
            "bad-value",
            "game 2, the moves end in 1-0",
        ),
        ("hello", "bad-pdn", "line 1"),
        ('[White "A"] 1. a3-a4 *\n' * 1001, "bad-value", "too many"),
    ],
)
def test_what_cannot_be_read_is_explained_and_brings_nothing(
    newcomer: Browser, text: str, error: str, hint: str
) -> None:
    before = newcomer.get("/api/games").json()
    answer = bring_in(newcomer, text)
    assert (answer.status_code, answer.json()["error"]) == (400, error)
    assert hint in answer.json()["detail"]
    assert newcomer.get("/api/games").json() == before


# ---- deleting --------------------------------------------------------------------------------------------------------


def test_a_deleted_game_is_gone_for_those_who_watch_too(newcomer: Browser) -> None:
    game = played(newcomer, "d3-d4")
    with newcomer.socket(game) as socket:
        socket.send_json({"type": "hello"})
        socket.receive_json()
        assert newcomer.send("DELETE", f"/api/games/{game}", {}).status_code == 204
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    assert newcomer.get(f"/game/{game}").status_code == 404
    assert newcomer.send("DELETE", f"/api/games/{game}", {}).status_code == 404


def test_all_data_is_taken_along_and_deleted(tmp_path: Path) -> None:
    with visit(tmp_path) as browser:
        game = played(browser, "d3-d4")
        browser.send("PUT", "/api/preferences", {"theme": "dark"})
        everything = browser.get("/api/data").json()
        assert [event["event"] for event in everything["games"][game]] == ["opened", "moved"]
        assert everything["settings"]["preferences"]["theme"] == "dark"
        assert browser.send("DELETE", "/api/data", {}).status_code == 204
        assert browser.get("/api/data").json() == {"settings": {}, "games": {}}
        assert browser.get("/api/preferences").json()["theme"] == "system"
