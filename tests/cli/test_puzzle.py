"""`damaci puzzle`."""

import pytest

from damaci.board.position import Position
from damaci.puzzles import puzzles
from tests.cli.console import Cli, complaint

KEYS = {"id", "ruleset", "fen", "moves", "rating", "themes"}


def test_one_by_its_id(cli: Cli) -> None:
    each = puzzles("bulgarian")[3]
    done = cli("puzzle", each.id, "--json").json
    assert set(done) >= KEYS
    assert (done["id"], done["ruleset"], done["fen"]) == (each.id, "bulgarian", each.fen)
    assert (done["moves"], done["rating"], done["themes"]) == ([*each.moves], each.rating, [*each.themes])
    assert (done["source"], done["depth"], done["nodes"]) == (each.source, each.depth, each.nodes)
    position = Position.from_fen(done["before"], "bulgarian").play(done["last"])
    for text in done["moves"] + done["tail"]:
        position = position.play(text)


def test_all_of_a_ruleset(cli: Cli) -> None:
    lines = cli("puzzle", "--ruleset", "world", "--count", "0", "--json").lines
    assert [line["id"] for line in lines] == [each.id for each in puzzles("world")]


def test_some_of_a_theme_by_a_seed(cli: Cli) -> None:
    asked = ("puzzle", "--theme", "catch-dama", "--count", "5", "--seed", "7", "--json")
    first = cli(*asked).lines
    again = cli(*asked).lines
    assert first == again
    assert len({line["id"] for line in first}) == 5
    assert all("catch-dama" in line["themes"] for line in first)
    other = cli(*asked[:-2], "8", "--json").lines
    assert first != other


def test_more_than_there_are_are_all(cli: Cli) -> None:
    assert len(cli("puzzle", "--count", str(10**23), "--json").lines) == len(puzzles())


def test_for_people(cli: Cli) -> None:
    each = next(each for each in puzzles() if each.goal == "win")
    shown = cli("puzzle", each.id).out
    assert "to move wins" in shown
    assert each.last in shown
    assert each.moves[0] not in shown.replace(each.last, "")
    assert " ".join(each.moves) in cli("puzzle", each.id, "--solution").out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("puzzle", "nosuch"), "no puzzle 'nosuch'"),
        (("puzzle", "--theme", "nosuch"), "nosuch"),
        (("puzzle", "--ruleset", "nosuch"), "nosuch"),
        (("puzzle", "--count", "-1"), "-1"),
        (("puzzle", "--theme", "block"), "turkish has no puzzles of the theme block: expected one of "),
    ],
)
def test_bad_input(cli: Cli, arguments: tuple[str, ...], problem: str) -> None:
    done = cli(*arguments)
    assert done.status == 2
    assert problem in complaint(done)
