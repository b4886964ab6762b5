"""`damaci convert`."""

import io
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from damaci import Position, pdn, svg
from damaci.cli import convert
from tests.cli.console import Cli, complaint

GAMES = """\
[White "Ada"]
[Black "Veli"]
[Result "1-0"]
[GameType "30,W,8,8,A0,0"]

1. d3-d4! {[%clk 0:09:58] Bold.} (1. e3-e4 {Quiet.} e6-e5) 1... d6-d5 2. d4xd8
1-0

[Result "*"]
[GameType "99,W,8,8,A0,0"]
[SetUp "1"]
[FEN "B:Wc3:Bd6"]

1... d6-e5 *
"""
TWO_FENS = "W:Wa2:Bh7\nworld\tB:Wa2:Bh7\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES.replace("\n", "\r\n"), encoding="utf-8-sig", newline="")
    return path


def test_pdn_to_pdn_is_the_writers_pdn(cli: Cli, games: Path) -> None:
    done = cli("convert", str(games), "-", "--to", "pdn")
    assert (done.status, done.err) == (0, "")
    assert list(pdn.read(done.out.encode())) == list(pdn.read(games))
    assert cli("convert", "-", "-", "--from", "pdn", "--to", "pdn", stdin=done.out).out == done.out


def test_pdn_to_json(cli: Cli, games: Path) -> None:
    one, two = cli("convert", str(games), "-", "--to", "json").json
    assert (one["ruleset"], one["tags"], one["result"]) == ("turkish", {"White": "Ada", "Black": "Veli"}, "1-0")
    assert one["start"] == Position.start().fen
    first, _, third = one["moves"]
    assert first == {
        "text": "d3-d4",
        "from": "d3",
        "to": "d4",
        "captured": [],
        "path": ["d3", "d4"],
        "fen": Position.start().play(Position.start().parse_move("d3-d4")).fen,
        "nags": [1],
        "clock": 598,
        "comments": ["[%clk 0:09:58] Bold."],
        "variations": [first["variations"][0]],
    }
    assert [move["text"] for move in first["variations"][0]["moves"]] == ["e3-e4", "e6-e5"]
    assert (third["text"], third["captured"], third["path"]) == ("d4xd8", ["d5", "d7"], ["d4", "d6", "d8"])
    assert (two["ruleset"], two["start"]) == ("bulgarian", "B:Wc3:Bd6")


def test_nothing_to_json(cli: Cli) -> None:
    assert cli("convert", "-", "-", "--from", "pdn", "--to", "json").json == []


def test_pdn_to_fen(cli: Cli, games: Path) -> None:
    ends = [[*game.positions()][-1].fen for game in pdn.read(games)]
    assert cli("convert", str(games), "-", "--to", "fen").out == f"{ends[0]}\nbulgarian\t{ends[1]}\n"
    assert cli("convert", str(games), "-", "--to", "fen", "--ply", "0", "--game", "2").out == "bulgarian\tB:Wc3:Bd6\n"


def test_fen_to_anything(cli: Cli) -> None:
    assert cli("convert", "-", "-", "--from", "fen", "--to", "fen", stdin="\n" + TWO_FENS).out == TWO_FENS
    assert cli("convert", "-", "-", "--from", "fen", "--to", "fen", "--ruleset", "world", stdin="W:Wa2:Bh7\n").out == "W:Wa2:Bh7\n"
    one, two = pdn.read(cli("convert", "-", "-", "--from", "fen", "--to", "pdn", stdin=TWO_FENS).out.encode())
    assert (one.start, two.start) == (Position.from_fen("W:Wa2:Bh7"), Position.from_fen("B:Wa2:Bh7", "world"))
    assert [each["start"] for each in cli("convert", "-", "-", "--from", "fen", "--to", "json", stdin=TWO_FENS).json] == [
        "W:Wa2:Bh7",
        "B:Wa2:Bh7",
    ]


def test_svg_is_one_position(cli: Cli, games: Path, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert cli("convert", str(games), str(out), "--game", "1", "--ply", "1").status == 0
    game = next(pdn.read(games))
    assert out.read_text() == svg.board([*game.positions()][1], size=800, last_move=game.moves[0]) + "\n"
    ElementTree.parse(out)
    assert "choose a game with --game" in complaint(cli("convert", str(games), "-", "--to", "svg"))
    assert "no game to draw" in complaint(cli("convert", "-", "-", "--from", "pdn", "--to", "svg"))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["nothing.pdn", "x.fen"], "damaci: nothing.pdn: No such file or directory"),
        (["games.pdn", "missing/x.fen"], "damaci: missing/x.fen: No such file or directory"),
        (["games.pdn", "x.doc"], "damaci convert: cannot tell the format of 'x.doc': give --to, one of pdn, fen, json, svg"),
        (["-", "x.fen"], "damaci convert: cannot tell the format of '-': give --from, one of pdn, fen"),
        (["games.pdn", "x.fen", "--game", "3"], "damaci: there is no game 3: the last is game 2"),
        (["games.pdn", "x.fen", "--ply", "3"], "damaci: there is no ply 3: a game has 1"),
        (["games.pdn", "x.json", "--ply", "3"], "damaci convert: --ply is for FEN and SVG, not for json"),
        (["games.pdn", "x.fen", "--ruleset", "chess"], "damaci: no ruleset named 'chess'"),
    ],
)
def test_what_cannot_be_done(cli: Cli, games: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], error: str) -> None:
    monkeypatch.chdir(games.parent)
    assert complaint(cli("convert", *arguments)).startswith(error)
    assert sorted(path.name for path in games.parent.iterdir()) == ["games.pdn"]


def test_bad_input_leaves_the_output_as_it_was(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "x.json"
    out.write_text("before")
    for text, kind, error in (
        (GAMES + "1. d3-d5", "pdn", "damaci: standard input: line 15, column 4: ply 1: d3-d5: "),
        (TWO_FENS + "W:Wa9:B", "fen", "damaci: standard input: line 3: FEN, column 4: "),
    ):
        assert complaint(cli("convert", "-", str(out), "--from", kind, stdin=text)).startswith(error)
        assert out.read_text() == "before"
        assert list(tmp_path.iterdir()) == [out]


def test_bad_games_can_be_left_out(cli: Cli) -> None:
    done = cli("convert", "-", "-", "--from", "pdn", "--to", "json", "--skip-bad", stdin="1. d3-d5 *\n1. d3-d4 *\nrubbish *\n")
    assert (done.status, len(done.json)) == (0, 1)
    assert [line.partition(": ply")[0].partition(": 'r")[0] for line in done.err.splitlines()] == [
        "damaci: standard input: line 1, column 4",
        "damaci: standard input: line 3, column 1",
        "damaci: 2 left out",
    ]
    done = cli("convert", "-", "-", "--from", "fen", "--to", "fen", "--skip-bad", stdin="rubbish\n" + TWO_FENS)
    assert (done.status, done.out) == (0, TWO_FENS)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_large_file_shows_how_far_it_is(cli: Cli, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convert, "LARGE", 10)
    out = tmp_path / "out.json"
    assert cli("convert", str(games), str(out)).err == ""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    cli("convert", str(games), str(out))
    assert "games.pdn" in terminal.getvalue()
