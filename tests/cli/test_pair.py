"""`damaci pair` and `damaci standings`."""

from pathlib import Path

import pytest

from tests.cli.console import Cli, complaint
from tests.support import ROOT

CLUB = str(ROOT / "examples" / "club.trf")


def test_the_next_round(cli: Cli) -> None:
    assert cli("pair", CLUB, "--json").json == {"round": 4, "pairs": [[4, 1], [5, 3]], "byes": [2]}
    done = cli("pair", CLUB)
    assert "Round 4" in done.out
    assert "Kılıç, Ayşe (1)" in done.out
    assert "free" in done.out


def test_from_standard_input_with_what_the_file_asks_for(cli: Cli) -> None:
    text = Path(CLUB).read_text(encoding="utf-8")
    asked = cli("pair", "-", "--json", stdin=text + "240 H 004    2\n").json
    assert (asked["pairs"], asked["byes"]) == ([[4, 1], [5, 3]], [])
    unwanted = cli("pair", "-", "--json", stdin=text + "260 001 009    4    1\n").json
    assert unwanted["byes"] == [1]


def test_berger(cli: Cli) -> None:
    found = cli("pair", CLUB, "--system", "round-robin", "--json").json
    assert found == {"round": 4, "pairs": [[1, 4], [2, 3]], "byes": [5]}


def test_rematches_of_a_round_robin_are_told(cli: Cli) -> None:
    rows = ("   4 w 1", "   3 w 1", "   2 b 0", "   1 b 0")
    text = "\n".join(f"001 {number:4}".ljust(91) + row for number, row in enumerate(rows, 1))
    assert cli("pair", "-", "--system", "round-robin", stdin=text).err == ""
    rows = ("   2 w 1", "   1 b 0", "   4 b 1", "   3 w 0")
    text = "\n".join(f"001 {number:4}".ljust(91) + row for number, row in enumerate(rows, 1))
    done = cli("pair", "-", "--system", "round-robin", "--json", stdin=text)
    assert done.json["pairs"] == [[4, 3], [1, 2]]
    assert done.err == "damaci: 4 and 3, 1 and 2 have met already: not all rounds were those of Berger's tables\n"


def test_the_system_is_that_of_the_file(cli: Cli) -> None:
    text = Path(CLUB).read_text(encoding="utf-8") + "092 Individual: Round-Robin\n"
    found = cli("pair", "-", "--json", stdin=text).json
    assert found["pairs"] == cli("pair", CLUB, "--system", "round-robin", "--json").json["pairs"]
    assert cli("pair", "-", "--system", "dutch", "--json", stdin=text).json["pairs"] == [[4, 1], [5, 3]]


def test_standings(cli: Cli) -> None:
    first, *others = cli("standings", CLUB, "--json").lines
    assert first == {
        "rank": 1,
        "id": 1,
        "name": "Kılıç, Ayşe",
        "points": 2.5,
        "tiebreaks": {"BH-C1": 4, "BH-C2": 2, "SB": 4, "WIN": 2},
    }
    assert [line["rank"] for line in others] == [2, 3, 4, 5]
    assert "Öztürk, Can" in cli("standings", CLUB).out


def test_standings_with_their_arithmetic_in_another_order(cli: Cli) -> None:
    done = cli("standings", CLUB, "--tiebreaks", "de,sb", "--explain")
    assert "SB    1 + 2×0.5 + 2 = 4" in done.out
    assert list(cli("standings", CLUB, "--tiebreaks", "SB", "--json").lines[0]["tiebreaks"]) == ["SB"]
    first = cli("standings", CLUB, "--system", "round-robin", "--json").lines[0]
    assert "BH-C1" not in first["tiebreaks"]


def test_a_round_that_is_being_played(cli: Cli) -> None:
    text = Path(CLUB).read_text(encoding="utf-8").replace("5 w 1", "5 w  ").replace("1 b 0", "1 b  ")
    text = text.replace(" 2.5    1 ", " 1.5    1 ").replace("5     1 b  ", "5     1 b 0", 1)
    lines = cli("standings", "-", stdin=text).out.splitlines()
    assert lines[0] == "After 3 rounds, 1 game without a result"
    assert "games without a result: 1" in complaint(cli("pair", "-", stdin=text))


def test_a_cross_table(cli: Cli) -> None:
    lines = cli("standings", CLUB, "--crosstable").out.splitlines()
    first = next(line for line in lines if "Kılıç" in line)
    assert first.split() == ["1", "Kılıç,", "Ayşe", "5w1", "3b=", "2w1", "2.5"]
    assert next(line for line in lines if "Arslan" in line).split()[-4:] == ["1b0", "U", "3w0", "1"]


@pytest.mark.parametrize(
    ("arguments", "text", "said"),
    [
        (["pair", "-"], "rubbish", "no line of a player"),
        (["standings", "-"], "001    1\n001    1", "line 2: starting number 1"),
        (["pair", "-", "--system", "swiss"], "", "swiss"),
        (["pair", "nosuch.trf"], "", "nosuch.trf"),
        (["standings", CLUB, "--tiebreaks", "XX"], "", "'XX'"),
        (["pair", "-"], "001    1\nXXA 1 1.0", "accelerates"),
        (["pair", "-"], "001    1\n001    2\n092 Individual: Knock-Out", "knock-out"),
        (["pair", "-"], "001    1".ljust(91) + "0000 - U\nXXR 1", "have been paired: 1"),
        (["pair", "-"], "001    1".ljust(91) + "0000 - U\nXXR 2", "round 2: no pairing is left"),
    ],
)
def test_bad_input(cli: Cli, arguments: list[str], text: str, said: str) -> None:
    assert said in complaint(cli(*arguments, stdin=text))
