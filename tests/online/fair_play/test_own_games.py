"""No page and no request gives a player help with a position of a rated game that the player is playing; everybody else
gets answers."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from damaci.board.position import Position
from damaci.game.game import Game
from damaci.lessons.courses import COURSES, Course
from damaci.services.own_positions import OwnPositions
from tests.online.conftest import Server, Someone, running
from tests.online.test_ratings import ask, begin, member

MOVES = ["c3c4", "b6b5", "d3c3", "b5a5", "g3g4", "f6f5", "g4h4"]
"""The moves of the rated game; Black is to move."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("own")
    site: Path = tmp_path_factory.mktemp("site")
    for file in ("index.html", "sw.js"):
        (site / file).write_text("the site without a server")
    with running(folder, accounts="open", engine_games=10, site=str(site)) as server:
        yield server


@pytest.fixture(scope="module")
def rated(server: Server) -> tuple[Someone, Someone, str]:
    """Two players, and the id of their rated game."""
    ada = member(server, "Ada Own")
    bora = member(server, "Bora Own")
    game = begin(ada, bora)
    play(game, MOVES, ada, bora)
    return ada, bora, game


@pytest.fixture(scope="module")
def young(server: Server) -> tuple[Someone, Someone]:
    """Two players whose rated game has one move; Black is to move."""
    ada = member(server, "Ada Young")
    bora = member(server, "Bora Young")
    play(begin(ada, bora), MOVES[:1], ada, bora)
    return ada, bora


def play(game: str, moves: list[str], white: Someone, black: Someone) -> None:
    for ply, move in enumerate(moves, 1):
        assert ask((black, white)[ply % 2], game, type="move", ply=ply, move=move).status_code == 200


def fen(*more: str) -> str:
    return Game(moves=[*MOVES, *more]).position.fen


def mirrored(fen: str) -> str:
    """The mirror image of a position."""
    return "".join(chr(ord("a") + ord("h") - ord(each)) if each in "abcdefgh" else each for each in fen)


def answered(somebody: Someone, position: str) -> Iterator[Any]:
    """The responses of all requests that tell what the moves of a position are worth."""
    yield somebody.send("GET", f"/api/v1/tablebase?fen={position}")
    yield somebody.send("POST", "/api/endings/look", {"fen": position})
    yield somebody.send("GET", f"/api/v1/explorer?fen={position}")


def requests(somebody: Someone, position: str) -> Iterator[Any]:
    """The responses of all requests that could help with a position."""
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
    """A response about a position tells what each of its moves is worth, including the one that leads to the board's
    position."""
    before = Game(moves=MOVES[:-1]).position.fen
    assert codes(answered(rated[1], before)) == {"your-rated-game"}
    two_before = Game(moves=MOVES[:-2]).position.fen
    assert "your-rated-game" not in codes(answered(rated[1], two_before))


@pytest.mark.parametrize(("played", "refused"), [(7, True), (6, True), (5, True), (4, False)])
def test_practice_does_not_lead_through_the_game(
    server: Server, rated: Any, monkeypatch: pytest.MonkeyPatch, played: int, refused: bool
) -> None:
    """The practice is asked after `played` moves of the game and one more. It tells of the position before the last
    move, and of the one after it."""
    row = replace(COURSES["asking"].endings[0], fen=Game(moves=MOVES[:played]).position.fen)
    monkeypatch.setattr(Course, "endings", (row,))
    tried = {"number": 0, "moves": [[*MOVES, "c6c5"][played]]}
    answers = [each.send("POST", "/api/lessons/asking/practice", tried) for each in (*rated[:2], server.someone())]
    assert [each.status_code for each in answers] == [409 if refused else 200] * 2 + [200]


def test_others_are_answered(server: Server, rated: Any) -> None:
    assert "your-rated-game" not in codes(requests(server.someone(), fen()))
    assert "your-rated-game" not in codes(requests(member(server, "Can Own"), fen()))
    assert "your-rated-game" not in codes(requests(rated[0], Position.start().fen))


def test_the_site_beside_the_server_is_told_what_is_played(server: Server, rated: Any, young: Any) -> None:
    def known(somebody: Someone) -> OwnPositions:
        return msgspec.convert(somebody.do("GET", "/api/v1/own-positions"), OwnPositions)

    before, two_before = (Game(moves=MOVES[:-plies]).position for plies in (1, 2))
    own = known(rated[0])
    assert all(own.are_led_to(Position.from_fen(each)) for each in (fen(), fen("c6c5"), before.fen, mirrored(fen())))
    assert not any(own.are_led_to(each) for each in (two_before, Position.start()))
    assert known(young[0]).has(Game(moves=MOVES[:1]).position)
    assert not known(young[0]).are_led_to(Position.start())
    nothing = (server.someone(), member(server, "Can Nothing"))
    assert [known(each) for each in nothing] == [OwnPositions(), OwnPositions()]


def test_the_tree_of_openings_stops_there(server: Server, rated: Any) -> None:
    line = "%20".join(MOVES)
    refused = rated[0].send("GET", f"/openings?line={line}", accept="text/html")
    assert refused.status_code == 409
    assert "in a rated game" in refused.text
    assert rated[0].send("GET", f"/openings?line={'%20'.join(MOVES[:3])}").status_code == 200
    assert server.someone().send("GET", f"/openings?line={line}").status_code == 200


def test_a_game_against_the_computer_is_not_led_there(server: Server, rated: Any) -> None:
    """The game against the computer begins before the position of the rated game. Otherwise the computer's answer would
    tell the best move."""
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
    assert ask(rated[0], game, type="move", ply=2, move=MOVES[-1]).json()["code"] == "wrong-ply"
    assert ask(rated[0], game, type="move", ply=1, move="e3e4").status_code == 200


def test_when_the_game_is_over_everything_is_answered(server: Server) -> None:
    ada = member(server, "Ada Over")
    bora = member(server, "Bora Over")
    game = begin(ada, bora)
    play(game, MOVES, ada, bora)
    assert codes(requests(ada, fen())) == {"your-rated-game"}
    assert ask(ada, game, type="resign").status_code == 200
    assert "your-rated-game" not in codes(requests(ada, fen()))


@pytest.mark.parametrize("which", [0, 1], ids=["white", "black"])
def test_before_the_sixth_ply_the_position_on_the_board_alone_is_the_game_s(young: Any, which: int) -> None:
    somebody = young[which]
    here = Game(moves=MOVES[:1]).position.fen
    assert codes(answered(somebody, here)) == {"your-rated-game"}
    assert codes(answered(somebody, mirrored(here))) == {"your-rated-game"}
    for everybody_s in (Position.start().fen, Game(moves=MOVES[:2]).position.fen, Game(moves=["d3d4"]).position.fen):
        assert "your-rated-game" not in codes(answered(somebody, everybody_s))


def test_before_the_sixth_ply_a_computer_does_not_answer_in_the_place_of_who_is_to_move(young: Any) -> None:
    ada, bora = young
    for somebody, expected in ((bora, "your-rated-game"), (ada, "")):
        wish = {"opponent": "engine", "level": "beginner", "color": "white"}
        game = somebody.do("POST", "/api/v1/games", wish)["id"]
        assert ask(somebody, game, type="move", ply=1, move=MOVES[0]).json().get("code", "") == expected


def analysed(somebody: Someone, asked: str) -> str:
    """Why a record may not be analysed with an engine; empty if it may."""
    answer = somebody.send("GET", f"/analysis?{asked}")
    if "/analysis.html" in str(answer.url):
        return ""
    return str(answer.json()["error"])


def test_a_study_with_a_position_of_the_game_does_not_go_to_an_engine(server: Server, rated: Any) -> None:
    ada = rated[0]
    text = "\n\n".join(f'[ChapterName "{" ".join(line)}"]\n\n{" ".join(line)} *' for line in (MOVES, MOVES[:4]))
    study = ada.do("POST", "/api/v1/studies", {"title": "Mine", "source": {"text": text}})["id"]
    ada.do("PUT", f"/api/v1/studies/{study}/sharing", {"visibility": "link"})
    first, second = ada.do("GET", f"/api/v1/studies/{study}")["study"]["chapters"]
    for somebody, refused in ((ada, "your-rated-game"), (rated[1], "your-rated-game"), (server.someone(), "")):
        assert analysed(somebody, f"study={study}&chapter={first['id']}") == refused
        assert analysed(somebody, f"study={study}") == refused
        assert analysed(somebody, f"study={study}&chapter={second['id']}") == ""
    assert analysed(ada, "study=none") == "not-found"


def test_a_game_that_was_like_the_present_one_is_analysed_when_that_is_over(server: Server, rated: Any) -> None:
    can = member(server, "Can Before")
    deniz = member(server, "Deniz Before")
    game = begin(can, deniz)
    play(game, MOVES, can, deniz)
    assert ask(can, game, type="resign").status_code == 200
    assert analysed(rated[0], f"game={game}") == "your-rated-game"
    assert analysed(can, f"game={game}") == ""


def test_a_casual_game_is_nobody_s_business(server: Server) -> None:
    ada = member(server, "Ada Casual")
    bora = member(server, "Bora Casual")
    game = begin(ada, bora, rated=False)
    play(game, MOVES, ada, bora)
    assert "your-rated-game" not in codes(requests(ada, fen()))
