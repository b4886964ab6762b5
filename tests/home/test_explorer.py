"""The explorer on the analysis page, with counts that were computed by hand, over games of other people."""

import time
from typing import Any

from damaci import Game, Position
from damaci.services.game_counter import LOOK_SECONDS
from tests.home.conftest import Browser
from tests.home.test_analysis import ask
from tests.home.test_archive import played

START = Position.start().fen


def moves(browser: Browser, fen: str = START, ruleset: str = "turkish") -> dict[str, Any]:
    found = ask(browser, "explore", {"here": {"fen": fen, "ruleset": ruleset}})
    return {move["text"]: move for move in found["moves"]}


def test_the_book_is_shown_from_whites_point_of_view(newcomer: Browser) -> None:
    found = moves(newcomer)
    assert set(found) == {f"{file}3-{file}4" for file in "abcdefgh"}
    values = [move["value"] for move in found.values()]
    assert values == sorted(values, reverse=True)
    after = moves(newcomer, Position.start().play("d3-d4").fen)
    values = [move["value"] for move in after.values()]
    assert values == sorted(values)
    assert all("kept" not in move for move in found.values())


def test_imported_games_are_counted_as_by_hand(newcomer: Browser) -> None:
    lines = [("d3-d4", "d6-d5", "d4xd8"), ("d3-d4", "h6-h5", "e3-e4"), ("e3-e4", "d6-d5", "d3-d4")]
    results = ("1-0", "0-1", "1/2-1/2")
    text = "".join(_pdn(line, result) for line, result in zip(lines, results, strict=True))
    ids = newcomer.imported(text)
    found = moves(newcomer)
    assert found["d3-d4"]["kept"] == {"white": 1, "black": 1}
    assert sorted(found["d3-d4"]["games"]) == sorted(ids[:2])
    assert found["e3-e4"]["kept"] == {"draw": 1}
    position = Position.start().play("d3-d4")
    assert moves(newcomer, position.fen)["h6-h5"]["kept"] == {"black": 1}


def test_a_game_played_here_is_counted_and_no_longer_when_deleted(newcomer: Browser) -> None:
    game = played(newcomer, "d3-d4", "d6-d5", "d4xd8")
    assert "kept" not in moves(newcomer)["d3-d4"]
    newcomer.imported(_pdn(("d3-d4",), "1-0"))
    assert moves(newcomer)["d3-d4"]["kept"] == {"white": 1}
    [kept] = moves(newcomer)["d3-d4"]["games"]
    assert kept != game
    [row] = ask(newcomer, "explored", {"games": [kept, "none"]})
    assert row["id"] == kept
    newcomer.send("DELETE", f"/api/games/{kept}", None)
    assert "kept" not in moves(newcomer)["d3-d4"]


def test_games_are_counted_before_anybody_looks(newcomer: Browser) -> None:
    newcomer.imported(_pdn(("d3-d4",), "1-0"))
    store = newcomer.client.app.state.services.store
    deadline = time.monotonic() + 3 * LOOK_SECONDS
    with newcomer.client.portal() as portal:
        while portal.call(store.explorer.missing, 1):
            assert time.monotonic() < deadline
            time.sleep(0.1)
    assert moves(newcomer)["d3-d4"]["kept"] == {"white": 1}


def test_an_opening_has_a_name_in_the_language_of_the_page(newcomer: Browser) -> None:
    here = {"fen": Position.start().play("d3-d4").fen}
    assert ask(newcomer, "explore", {"here": here, "line": ["d3-d4", "d6-d5"]})["name"] == [
        "Centre opening",
        "met head-on",
    ]
    assert ask(newcomer, "explore", {"here": here, "line": ["d3-d6"]})["name"] == []
    assert ask(newcomer, "explore", {"here": here})["name"] == []


def test_a_bad_position_is_refused(newcomer: Browser) -> None:
    ask(newcomer, "explore", {"here": {"fen": "rubbish"}}, status=400)
    ask(newcomer, "explored", {"games": ["x"] * 9}, status=400)


def _pdn(line: tuple[str, ...], result: str) -> str:
    game = Game()
    for move in line:
        game.push(move)
    words = " ".join(f"{number // 2 + 1}. {text}" if number % 2 == 0 else text for number, text in enumerate(line))
    return f'[Event "{words}"]\n[Result "{result}"]\n\n{words} {result}\n\n'
