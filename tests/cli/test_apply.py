"""`damaci apply`."""

import pytest

from tests.cli.console import Cli, complaint


def test_the_game_goes_on(cli: Cli) -> None:
    answer = cli("apply", "start", "d3-d4", "e6e5", "--json").json
    assert answer["fen"].startswith("W:W")
    assert (answer["result"], answer["reason"]) == ("*", None)


def test_no_moves_tells_how_it_stands(cli: Cli) -> None:
    assert cli("apply", "W:WKa1:BKh8", "--json").json["reason"] == "one-each"


@pytest.mark.parametrize("text", ["f3xb7", "f3xf5xd5xd7xb7", "f3xf4xe5xd6xc7"])
def test_every_spelling_of_a_capture(cli: Cli, text: str) -> None:
    assert cli("apply", "W:Wf3,h2:Bc7,d6,e5,g5,f4,h7", text, "--json").json["fen"] == "B:Wb7,h2:Bh7,g5"


def test_last_piece_captured(cli: Cli) -> None:
    answer = cli("apply", "W:Wd4,e2:Bd5", "d4xd6", "--json").json
    assert (answer["result"], answer["reason"]) == ("1-0", "captured-all")


def test_blocked(cli: Cli) -> None:
    answer = cli("apply", "W:WKb8,Kc8,b7,c7,a6,a5,h2:Ba8,a7", "h2-h3", "--json").json
    assert (answer["result"], answer["reason"]) == ("1-0", "blocked")


def test_repetition_counts_the_moves_given(cli: Cli) -> None:
    there_and_back = ["a1-b1", "h8-g8", "b1-a1", "g8-h8"]
    fen = "W:WKa1,Kc1:BKh8,Kf8"
    assert cli("apply", fen, *there_and_back, "--json").json["result"] == "*"
    answer = cli("apply", fen, *there_and_back, *there_and_back, "--json").json
    assert (answer["result"], answer["reason"]) == ("1/2-1/2", "repetition")


def test_a_move_after_the_end_is_named(cli: Cli) -> None:
    said = complaint(cli("apply", "W:Wd4,e2:Bd5", "d4xd6", "a7-a6", "--json"))
    assert "move 2: the game is over" in said


def test_an_illegal_move_is_named(cli: Cli) -> None:
    said = complaint(cli("apply", "W:Wf3,h2:Bc7,d6,e5,g5,f4,h7", "h2-h3"))
    assert "move 1: h2-h3" in said


@pytest.mark.parametrize("text", ["", "d3", "castle", "d3-d9", "x-", "e6-e5-e4", "é", "x" * 10_000])
def test_rubbish_moves(cli: Cli, text: str) -> None:
    assert "move 2: " in complaint(cli("apply", "--json", "start", "d3-d4", text))


def test_lines(cli: Cli) -> None:
    done = cli("apply", "-", "d3-d4", stdin="start\nW:We3:Be6\n")
    played, refused = done.lines
    assert played["fen"].startswith("B:")
    assert refused["error"].startswith("line 2: move 1: ")


def test_for_people(cli: Cli) -> None:
    assert "Black to move: 8 moves" in cli("apply", "start", "d3-d4").out
    assert "1-0: captured all" in cli("apply", "W:Wd4,e2:Bd5", "d4xd6").out
