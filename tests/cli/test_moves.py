"""`damaci moves`."""

import pytest

from tests.cli.console import Cli, complaint
from tests.support import conformance_positions


def test_start_position(cli: Cli) -> None:
    done = cli("moves", "--json")
    assert done.status == 0
    assert done.json["ruleset"] == "turkish"
    assert done.json["fen"].startswith("W:Wa3,b3")
    assert {move["text"] for move in done.json["moves"]} == {f"{file}3-{file}4" for file in "abcdefgh"}
    assert {"text": "d3-d4", "from": "d3", "to": "d4", "captured": [], "path": ["d3", "d4"]} in done.json["moves"]


def test_capture(cli: Cli) -> None:
    [move] = cli("moves", "W:Wf3:Bc7,d6,e5,g5,f4", "--json").json["moves"]
    assert move["text"] == "f3xb7"
    assert (move["from"], move["to"], move["captured"]) == ("f3", "b7", ["c7", "d6", "e5", "f4"])
    assert (move["path"][0], move["path"][-1]) == ("f3", "b7")


def test_one_sided_position(cli: Cli) -> None:
    done = cli("moves", "W:Wa2:B", "--json").json
    assert done["fen"] == "W:Wa2:B"
    assert {move["text"] for move in done["moves"]} == {"a2-a3", "a2-b2"}


def test_draw_rules_do_not_empty_the_list(cli: Cli) -> None:
    assert cli("moves", "W:WKa1:BKh8", "--json").json["moves"]


def test_conformance_line_by_line(cli: Cli) -> None:
    """All conformance positions in one stream, with mixed rulesets."""
    known = conformance_positions()
    done = cli("moves", "-", "--json", stdin="".join(f"{each['ruleset']}\t{each['fen']}\n" for each in known))
    assert len(done.lines) == len(known)
    for expected, answer in zip(known, done.lines, strict=True):
        assert answer["ruleset"] == expected["ruleset"]
        assert moves_of(answer) == moves_of(expected), expected["fen"]


def moves_of(answer: dict) -> set[tuple[str, str, tuple[str, ...]]]:  # type: ignore[type-arg]
    return {(move["from"], move["to"], tuple(move["captured"])) for move in answer["moves"]}


def test_a_bad_line_is_answered_in_its_place(cli: Cli) -> None:
    stream = b"W:Wa2:B\r\nrubbish\n\nnosuch\tW:Wa2:B\n\xff\xfe\nworld\tW:Wa2:B"
    done = cli("moves", "-", stdin=stream)
    assert done.status == 0
    assert done.err == ""
    first, *bad, last = done.lines
    assert (first["ruleset"], last["ruleset"]) == ("turkish", "world")
    assert [list(line) for line in bad] == [["error"]] * 4
    assert [line["error"][:7] for line in bad] == ["line 2:", "line 3:", "line 4:", "line 5:"]
    assert "nosuch" in bad[2]["error"]
    assert "UTF-8" in bad[3]["error"]


def test_no_lines_no_answers(cli: Cli) -> None:
    done = cli("moves", "-", stdin="")
    assert (done.status, done.out, done.err) == (0, "", "")


@pytest.mark.parametrize(
    "fen",
    [
        "",
        "W",
        "W:Wi9:B",
        "W:Wa2",
        "W:Wa2:Wa3",
        "W:Wa2,a2:B",
        "W:Wa8:B",
        "Z:Wa2:B",
        "W:Wa2:Ba2",
        "x" * 100_000,
        "\x00",
        "W:W٣3:B",
    ],
)
def test_rubbish(cli: Cli, fen: str) -> None:
    said = complaint(cli("moves", fen, "--json"))
    assert "FEN" in said
    assert len(said) < 300


def test_unknown_ruleset(cli: Cli) -> None:
    said = complaint(cli("moves", "--ruleset", "chess"))
    assert "chess" in said
    assert "turkish" in said


def test_for_people(cli: Cli) -> None:
    done = cli("moves", "W:Wf3:Bc7,d6,e5,g5,f4")
    assert done.status == 0
    assert "White to move: 1 move, taking 4 pieces" in done.out
    assert "f3xb7" in done.out
    assert "c7 d6 e5 f4" in done.out
