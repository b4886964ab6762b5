"""`damaci book`."""

from tests.cli.console import Cli, complaint

KEYS = {"text", "value", "games", "white", "draw", "black"}


def test_the_start(cli: Cli) -> None:
    done = cli("book", "--json").json
    assert done["fen"].startswith("W:Wa3,b3")
    assert {move["text"] for move in done["moves"]} == {f"{file}3-{file}4" for file in "abcdefgh"}
    assert all(set(move) == KEYS for move in done["moves"])
    values = [move["value"] for move in done["moves"]]
    assert values == sorted(values, reverse=True)
    assert all(move["games"] == move["white"] + move["draw"] + move["black"] for move in done["moves"])


def test_a_position_that_the_book_does_not_have(cli: Cli) -> None:
    assert cli("book", "W:Wa2:Bc7", "--json").json == {"fen": "W:Wa2:Bc7", "moves": []}
    assert "does not have this position" in cli("book", "W:Wa2:Bc7").out


def test_many_positions_and_a_bad_line_between(cli: Cli) -> None:
    first, bad, other = cli("book", "-", "--json", stdin="start\nrubbish\nworld\tstart\n").lines
    assert first["moves"]
    assert other["moves"]
    assert bad["error"].startswith("line 2")
    assert len(other["moves"]) != len(first["moves"])


def test_for_people(cli: Cli) -> None:
    done = cli("book")
    assert "d3-d4" in done.out
    assert "White to move" in done.out


def test_ballots(cli: Cli) -> None:
    found = cli("book", "ballots", "--json").lines
    assert len(found) >= 100
    assert all(set(each) == {"moves", "value", "draw_share"} for each in found)
    assert cli("book", "ballots").out.startswith("   1. ")


def test_names(cli: Cli) -> None:
    found = cli("book", "names", "--json").lines
    assert {"moves": ["a3-a4"], "name": ["Edge opening"]} in found
    assert len(found) > 100
    assert "Centre opening, met head-on" in cli("book", "names").out


def test_bad_input(cli: Cli) -> None:
    assert "expected the side to move" in complaint(cli("book", "rubbish"))
