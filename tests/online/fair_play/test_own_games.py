"""No page and no request helps with a position that the visitor is playing in a rated game; everybody else is
answered."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from damaci.board.position import Position
from damaci.game.game import Game
from tests.online.conftest import Server, Someone, running
from tests.online.test_ratings import ask, begin, member

MOVES = ["c3c4", "b6b5", "d3c3", "b5a5", "g3g4", "f6f5", "g4h4"]
"""Of the rated game; Black is to move."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("own")
    with running(folder, accounts="open", engine_games=10) as server:
        yield server


@pytest.fixture(scope="module")
def rated(server: Server) -> tuple[Someone, Someone, str]:
    """Two who play, and their game."""
    ada, bora = member(server, "Ada Own"), member(server, "Bora Own")
    game = begin(ada, bora)
    play(game, MOVES, ada, bora)
    return ada, bora, game


def play(game: str, moves: list[str], white: Someone, black: Someone) -> None:
    for ply, move in enumerate(moves, 1):
        assert ask((black, white)[ply % 2], game, type="move", ply=ply, move=move).status_code == 200


def fen(*more: str) -> str:
    return Game(moves=[*MOVES, *more]).position.fen


def mirrored(fen: str) -> str:
    """The same position seen in a mirror."""
    return "".join(chr(ord("a") + ord("h") - ord(each)) if each in "abcdefgh" else each for each in fen)


def answered(somebody: Someone, position: str) -> Iterator[Any]:
    """What comes back from everything that knows what the moves of a position are worth."""
    yield somebody.send("GET", f"/api/v1/tablebase?fen={position}")
    yield somebody.send("POST", "/api/endings/look", {"fen": position})
    yield somebody.send("GET", f"/api/v1/explorer?fen={position}")


def requests(somebody: Someone, position: str) -> Iterator[Any]:
    """What comes back from everything that knows something about a position."""
    yield from answered(somebody, position)
    yield somebody.send("POST", "/api/v1/games", {"opponent": "engine", "level": "beginner", "fen": position})
    clock = {"base": 180, "increment": 2}
    yield somebody.send("POST", "/api/v1/seeks", {"fen": position, "clock": clock})
    yield somebody.send("POST", "/api/v1/challenges", {"to": "Serçe", "fen": position, "clock": clock})


def codes(answers: Iterator[Any]) -> set[str]:
    return {each.json()["error"] if each.status_code >= 400 else "" for each in answers}


@pytest.mark.parametrize("which", [0, 1], ids=["white", "black"])
@pytest.mark.parametrize(
    "position",
    [fen(), fen("c6c5"), fen("f5e5", "d2d3"), mirrored(fen())],
    ids=["now", "after a move", "after two moves", "mirrored"],
)
def test_those_who_play_are_not_helped(rated: Any, which: int, position: str) -> None:
    assert codes(requests(rated[which], position)) == {"your-rated-game"}


def test_no_answer_is_about_a_move_that_was_played_to_the_board(rated: Any) -> None:
    """Each answer has what every move is worth: that to the board's position, too."""
    before = Game(moves=MOVES[:-1]).position.fen
    assert codes(answered(rated[1], before)) == {"your-rated-game"}
    two_before = Game(moves=MOVES[:-2]).position.fen
    assert "your-rated-game" not in codes(answered(rated[1], two_before))


def test_others_are_answered(server: Server, rated: Any) -> None:
    assert "your-rated-game" not in codes(requests(server.someone(), fen()))
    assert "your-rated-game" not in codes(requests(member(server, "Can Own"), fen()))
    assert "your-rated-game" not in codes(requests(rated[0], Position.start().fen))


def test_the_tree_of_openings_stops_there(server: Server, rated: Any) -> None:
    line = "%20".join(MOVES)
    refused = rated[0].send("GET", f"/openings?line={line}", accept="text/html")
    assert refused.status_code == 409
    assert "in a rated game" in refused.text
    assert rated[0].send("GET", f"/openings?line={'%20'.join(MOVES[:3])}").status_code == 200
    assert server.someone().send("GET", f"/openings?line={line}").status_code == 200


def test_a_game_against_the_computer_is_not_led_there(server: Server, rated: Any) -> None:
    """From a position before: the computer's answer would be the one that is looked for."""
    before = Game(moves=MOVES[:-1]).position.fen
    wish = {"opponent": "engine", "level": "beginner", "color": "white", "fen": before}
    game = rated[0].do("POST", "/api/v1/games", wish)["id"]
    refused = ask(rated[0], game, type="move", ply=1, move=MOVES[-1])
    assert (refused.status_code, refused.json()["code"]) == (409, "your-rated-game")
    with rated[0].socket(f"/ws/game/{game}") as socket:
        socket.send_json({"type": "move", "ply": 1, "move": MOVES[-1], "id": "m"})
        while (answer := socket.receive_json())["type"] != "refused":
            assert answer["type"] != "done"
        assert answer["code"] == "your-rated-game"
    assert ask(rated[0], game, type="move", ply=1, move="e3e4").status_code == 200


def test_when_the_game_is_over_everything_is_answered(server: Server) -> None:
    ada, bora = member(server, "Ada Over"), member(server, "Bora Over")
    game = begin(ada, bora)
    play(game, MOVES, ada, bora)
    assert codes(requests(ada, fen())) == {"your-rated-game"}
    assert ask(ada, game, type="resign").status_code == 200
    assert "your-rated-game" not in codes(requests(ada, fen()))


def test_a_casual_game_is_nobody_s_business(server: Server) -> None:
    ada, bora = member(server, "Ada Casual"), member(server, "Bora Casual")
    game = begin(ada, bora, rated=False)
    play(game, MOVES, ada, bora)
    assert "your-rated-game" not in codes(requests(ada, fen()))
