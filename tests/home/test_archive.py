"""The archive: lists, import and export, deletion."""

import io
import re
import time
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect

from damaci.notation.pdn import read
from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER
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


def test_a_position_is_of_the_ruleset_that_is_asked_for(browser: Browser) -> None:
    (game,) = browser.imported("W:Wa1:Bh8", ruleset="bulgarian")
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
    empty = newcomer.new_game()
    begun = played(newcomer, "d3-d4")
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
    newcomer.imported(PDN)
    page = newcomer.get(f"/games?{query}").text
    assert {name for name in ("Ada", "Boris") if f"<b>{name}" in page} == found


def test_a_date_can_be_read_without_scripts(newcomer: Browser) -> None:
    newcomer.imported(PDN)
    assert re.search(
        r'<time data-day datetime="(\d{4}-\d\d-\d\d)T[\d:]+\+00:00">\1</time>', newcomer.get("/games").text
    )


def test_a_long_list_is_turned_over(newcomer: Browser) -> None:
    newcomer.imported("\n".join(f'[White "N{number:02}"] 1. a3-a4 *' for number in range(50)))
    first = newcomer.get("/games").text
    second = newcomer.get("/games?start=40").text
    assert (first.count("data-delete"), second.count("data-delete")) == (40, 10)
    assert "start=40" in first
    assert "start=0" in second


# ---- export ----------------------------------------------------------------------------------------------------------


def test_a_game_is_downloaded_as_pdn(browser: Browser) -> None:
    game = played(browser, "d3-d4", "d6-d5", "d4xd8")
    answer = browser.get(f"/api/games/{game}/pdn")
    assert answer.headers["content-disposition"] == f'attachment; filename="damaci-{game}.pdn"'
    assert [str(move) for move in next(read(answer.content)).moves] == ["d3-d4", "d6-d5", "d4xd6xd8"]


def test_all_games_are_downloaded_with_their_options(newcomer: Browser) -> None:
    newcomer.imported(PDN)
    junior = played(newcomer, "a2-a3", options={"last_three_kings": True}, fen="W:Wa2,b2,c2:Bh7,g7,f7")
    assert len([*read(newcomer.get("/api/games.pdn").content)]) == 3
    assert '[Options "last-three-kings"]' in newcomer.get(f"/api/games/{junior}/pdn").text


def test_a_game_that_there_is_not_has_no_pdn(browser: Browser) -> None:
    assert browser.get("/api/games/none/pdn").status_code == 404


# ---- import ----------------------------------------------------------------------------------------------------------


def test_games_come_in_and_go_out_the_same(newcomer: Browser) -> None:
    ids = newcomer.imported(PDN)
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
    assert len(newcomer.imported(text)) == 1


def test_a_position_comes_in_as_a_game_that_begins_there(newcomer: Browser) -> None:
    (game,) = newcomer.imported(" B:Wa2:BKh8,b7\n")
    with newcomer.socket(game) as socket:
        socket.send_json({"type": "hello"})
        assert socket.receive_json()["now"]["turn"] == "black"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "no game"),
        ("W:Wz9:Ba1", "column"),
        ("1. d3-d4 d3-d5 *", "line 1, column 10"),
        ("hello", "line 1"),
    ],
)
def test_what_cannot_be_read_is_explained_and_brings_nothing(newcomer: Browser, text: str, hint: str) -> None:
    before = newcomer.get("/api/games").json()
    (step,) = newcomer.import_games(text)
    assert (step["games"], step["known"], len(step["faults"])) == ([], [], 1)
    assert hint in step["faults"][0]
    assert newcomer.get("/api/games").json() == before


def test_an_import_by_unknown_rules_is_refused(newcomer: Browser) -> None:
    headers = {TOKEN_HEADER: newcomer.client.cookies[TOKEN_COOKIE]}
    answer = newcomer.client.post("/api/import?ruleset=chess", content=PDN.encode(), headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (400, "unknown-ruleset")


def test_games_that_can_be_read_come_in_beside_others(newcomer: Browser) -> None:
    impossible = '[White "A"] [SetUp "1"] [FEN "W:Wd3:Bd4"] 1. d3xd5 0-1'
    (step,) = newcomer.import_games(f'{PDN}\n[White "C"]\n1. d3-d5 *\n\n{impossible}\n\n1. a3-a4 a6-a5 *\n')
    assert len(step["games"]) == 3
    assert [fault.split(":")[0] for fault in step["faults"]] == [
        "line 13, column 4",
        "game 4, the moves end in 1-0 (captured-all), but the record says 0-1",
    ]


def test_a_game_comes_in_once(newcomer: Browser) -> None:
    ids = newcomer.imported(PDN)
    (again,) = newcomer.import_games(PDN + '\n[White "Ada"]\n1. d3-d4 *\n')
    assert (again["known"], len(again["games"])) == (ids, 1)
    everything = newcomer.get("/api/games.pdn").text
    assert newcomer.imported(everything) == []
    newcomer.send("DELETE", f"/api/games/{ids[0]}", {})
    assert len(newcomer.imported(everything)) == 1


def test_a_game_finished_here_does_not_come_in_again(newcomer: Browser) -> None:
    played(newcomer, "d4xd6", fen="W:Wd4,h2:Bd5")
    assert newcomer.imported(newcomer.get("/api/games.pdn").text) == []


def test_games_keep_their_tags_dates_and_order(newcomer: Browser) -> None:
    dated = '[Event "Cup"]\n[Date "1998.05.??"]\n[White "Old"]\n\n1. a3-a4 *\n'
    text = dated + "\n".join(f'[Date "2001.02.03"] [White "N{n}"] 1. a3-a4 *' for n in range(3))
    old, *others = newcomer.imported(text)
    listed = newcomer.get("/api/games").json()["games"]
    assert [game["id"] for game in listed if game["plies"]] == [*others, old]
    assert [time.gmtime(game["updated"])[:3] for game in listed if game["plies"]][-1] == (1998, 5, 1)
    again = next(read(newcomer.get(f"/api/games/{old}/pdn").content))
    assert again.tags == {"Event": "Cup", "Date": "1998.05.??", "White": "Old"}


def test_a_file_of_any_size_comes_in_step_by_step(newcomer: Browser) -> None:
    text = "".join(f'[White "N{n}"] {{{" much is said" * 800}}} 1. a3-a4 *\n' for n in range(250))
    steps = newcomer.import_games(text)
    assert len(text) > 2_400_000
    assert [len(step["games"]) for step in steps] == [100, 100, 50]
    assert sorted(step["read"] for step in steps) == [step["read"] for step in steps]
    assert steps[-1]["read"] == len(text)


def test_nobody_plays_again_for_players_from_elsewhere(newcomer: Browser) -> None:
    (game, _) = newcomer.imported(PDN)
    for each, offered in ((game, False), (played(newcomer, "d3-d4"), True)):
        with newcomer.socket(each) as socket:
            socket.send_json({"type": "hello"})
            assert ("play-again" in socket.receive_json()["capabilities"]) is offered


# ---- deletion --------------------------------------------------------------------------------------------------------


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
        everything = browser.get("/api/data").text
        assert f'{{"game": "{game}", "events": [{{"event":"opened",' in everything
        assert browser.send("DELETE", "/api/data", {}).status_code == 204
        assert browser.get("/api/data").text == '{"damaci": 1}\n'
        assert browser.get("/api/preferences").json()["theme"] == "system"
        assert game in browser.imported(everything)
        assert browser.get("/api/preferences").json()["theme"] == "dark"
        (damaged,) = browser.import_games(everything[:-9])
        assert damaged["faults"]
        assert browser.get("/api/data").text == everything
