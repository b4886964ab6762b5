"""`damaci convert`."""

import io
import json
import stat
import sys
import tracemalloc
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci import DamaciError, Position, pdn, svg
from damaci.cli import convert, json_stream
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


SETTINGS = """\
[Options "last-three-kings"]
[Endings "repetitions 5"]
[SetUp "1"]
[FEN "W:Wa2,b2:Bf7,g7"]

1. a2-a3 *
"""


def test_json_reads_back(cli: Cli, games: Path) -> None:
    before = games.read_text(encoding="utf-8-sig") + SETTINGS
    as_json = cli("convert", "-", "-", "--from", "pdn", "--to", "json", stdin=before).out
    assert '"options": "last-three-kings", "endings": "repetitions 5"' in as_json
    after = cli("convert", "-", "-", "--from", "json", "--to", "pdn", stdin=as_json).out
    assert after == cli("convert", "-", "-", "--from", "pdn", "--to", "pdn", stdin=before).out
    assert cli("convert", "-", "-", "--from", "json", "--to", "json", stdin=as_json).out == as_json
    assert cli("convert", "-", "-", "--from", "json", "--to", "fen", stdin=as_json).out.endswith(
        "B:WKa3,Kb2:BKf7,Kg7\n"
    )


MOVE = '{"text": "d3-d4"}'


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[\n,", "line 2, column 1: not JSON: "),
        ("[1\n 2]", "game 1: expected an object"),
        ("", "line 1, column 1: not JSON: Expecting value"),
        ("nonsense", "line 1, column 1: not JSON: Expecting value"),
        ("{}", "expected an array of games"),
        ("[" * 100_000, "JSON beyond measure: "),
        ("[" + "9" * 5_000, "JSON beyond measure: "),
        ("[1]", "game 1: expected an object"),
        ('[{"ruleset": "chess"}]', "game 1: no ruleset named 'chess'"),
        ('[{"start": 1}]', "game 1: start: expected a text"),
        ('[{"start": "W:Wz9:B"}]', "game 1: FEN, column 4: "),
        ('[{"result": "2-1"}]', "game 1: result: expected one of 1-0, 0-1, 1/2-1/2, *, found '2-1'"),
        ('[{"tags": []}]', "game 1: tags: expected an object"),
        ('[{"tags": {"A": 1}}]', "game 1: expected Unicode text, found 1"),
        ('[{"tags": {"A": "\\ud800"}}]', "game 1: expected Unicode text, found "),
        ('[{"tags": {"two words": ""}}]', "game 1: 'two words' cannot be a tag's name"),
        ('[{"options": "x"}]', "game 1: unknown option 'x'"),
        ('[{"endings": "x"}]', "game 1: unknown draw rule 'x'"),
        ('[{"moves": {}}]', "game 1: moves: expected an array"),
        ('[{"moves": [1]}]', "game 1: move 1: expected an object"),
        (f'[{{"moves": [{MOVE}, {MOVE}]}}]', "game 1: move 2: d3-d4: there is no piece on d3"),
        ('[{"moves": [{"text": "d3-d4", "nags": [true]}]}]', "game 1: move 1: nags: expected numbers from 0 to 255"),
        ('[{"moves": [{"text": "d3-d4", "variations": [{}]}]}]', "game 1: move 1: a variation without a move"),
    ],
)
def test_json_that_is_no_game(cli: Cli, text: str, error: str) -> None:
    told = complaint(cli("convert", "-", "-", "--from", "json", "--to", "pdn", stdin=text))
    assert told.removeprefix("damaci: ").removeprefix("standard input: ").startswith(error)


def test_json_with_variations_without_end(cli: Cli) -> None:
    deep = '[{"moves": [{"text": "d3-d4", "variations": ' * 102 + "[]" + "}]}]" * 102
    assert "variations more than 100 deep" in complaint(
        cli("convert", "-", "-", "--from", "json", "--to", "pdn", stdin=deep)
    )


def test_bad_games_in_json_can_be_left_out(cli: Cli) -> None:
    done = cli(
        "convert",
        "-",
        "-",
        "--from",
        "json",
        "--to",
        "fen",
        "--skip-bad",
        stdin='[{"start": "x"}, {"start": "W:Wa2:Bb7"}]',
    )
    assert (done.status, done.out) == (0, "W:Wa2:Bb7\n")
    assert done.err.startswith("damaci: standard input: game 1: FEN, column 1: ")


def test_json_lines(cli: Cli, games: Path, tmp_path: Path) -> None:
    lines = tmp_path / "games.jsonl"
    assert cli("convert", str(games), str(lines)).status == 0
    each = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert each == cli("convert", str(games), "-", "--to", "json").json
    assert cli("convert", str(lines), "-", "--to", "pdn").out == cli("convert", str(games), "-", "--to", "pdn").out


def test_bad_json_lines_can_be_left_out(cli: Cli) -> None:
    text = '{"start": \n\n{"start": "x"}\n{}\n{"tags": {"a b": "x"}}\n'
    arguments = ("convert", "-", "-", "--from", "jsonl", "--to", "fen")
    told = complaint(cli(*arguments, stdin=text))
    assert told.startswith("damaci: standard input: line 1: column ")
    done = cli(*arguments, "--skip-bad", stdin=text)
    assert done.out == f"{Position.start().fen}\n"
    assert [line.split(": ")[2] for line in done.err.splitlines()[:-1]] == ["line 1", "line 3", "line 5"]


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists), st.integers(1, 20))
def test_json_is_read_in_blocks_of_any_size(value: object, size: int) -> None:
    text = json.dumps([value, {"é": 1.5}, value], ensure_ascii=False, indent=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_stream, "BLOCK", size)
        assert list(json_stream.read_array(io.BytesIO(text.encode("utf-8", "surrogatepass")))) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (b"[1,\n", "line 2, column 1: not JSON: Expecting value"),
        (b"[1\n 2]", "line 2, column 2: not JSON: Expecting ',' delimiter"),
        (b"[1]\n\n ]", "line 3, column 2: not JSON: Extra data"),
        (b'[1,"\xff"]', "not UTF-8 text: invalid start byte at byte 5"),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 100])
def test_where_json_is_wrong(text: bytes, error: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "BLOCK", size)
    with pytest.raises(DamaciError) as caught:
        list(json_stream.read_array(io.BytesIO(text)))
    assert str(caught.value) == error


def test_a_value_of_json_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "BLOCK", 100)
    monkeypatch.setattr(json_stream, "LONGEST", 1000)
    with pytest.raises(DamaciError, match="or a value of more than 1,000 characters"):
        list(json_stream.read_array(io.BytesIO(b'["' + b"a" * 5000)))
    with pytest.raises(DamaciError, match="more than 1,000 bytes on one line"):
        json_stream.read_line(b'"' + b"a" * 5000)


class Endless(io.RawIOBase):
    """A stream with an array of many games, which are created while it is read."""

    def __init__(self, game: bytes, count: int) -> None:
        self.game = game
        self.left = count

    def read(self, size: int = -1) -> bytes:
        if not self.left:
            return b""
        self.left -= 1
        begin = b"[" if self.left == 99 else b","
        end = b"" if self.left else b"]"
        return begin + self.game + end


def test_json_is_read_in_constant_memory() -> None:
    game = json.dumps({"tags": {"Event": "x" * 100_000}}).encode()
    tracemalloc.start()
    try:
        count = sum(1 for _ in json_stream.read_array(Endless(game, 100)))  # type: ignore[arg-type]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 100
    assert peak < 20 * len(game)


def test_warnings_are_lines_on_standard_error(cli: Cli) -> None:
    text = '[White "a"]\n[White "b"]\n1. d3 - d4 $999 *\n1. e3-e4 *\n'
    arguments = ("convert", "-", "-", "--from", "pdn", "--to", "pdn")
    done = cli(*arguments, stdin=text)
    assert (done.status, done.out.count("1. ")) == (0, 2)
    assert [line.partition(", column")[0] for line in done.err.splitlines()] == [
        "damaci: standard input: line 2",
        "damaci: standard input: line 3",
        "damaci: standard input: line 3",
    ]
    assert done.err.splitlines()[0].endswith("the first one counts (warning)")
    assert complaint(cli(*arguments, "--strict", stdin=text)).endswith("the first one counts\n")
    assert cli(*arguments, "--strict", "--skip-bad", stdin=text).out.count("1. ") == 1


def test_nothing_to_json(cli: Cli) -> None:
    assert cli("convert", "-", "-", "--from", "pdn", "--to", "json").json == []


def test_pdn_to_fen(cli: Cli, games: Path) -> None:
    ends = [[*game.positions()][-1].fen for game in pdn.read(games)]
    assert cli("convert", str(games), "-", "--to", "fen").out == f"{ends[0]}\nbulgarian\t{ends[1]}\n"
    assert cli("convert", str(games), "-", "--to", "fen", "--ply", "0", "--game", "2").out == "bulgarian\tB:Wc3:Bd6\n"


def test_fen_to_anything(cli: Cli) -> None:
    assert cli("convert", "-", "-", "--from", "fen", "--to", "fen", stdin="\n" + TWO_FENS).out == TWO_FENS
    assert (
        cli("convert", "-", "-", "--from", "fen", "--to", "fen", "--ruleset", "world", stdin="W:Wa2:Bh7\n").out
        == "W:Wa2:Bh7\n"
    )
    one, two = pdn.read(cli("convert", "-", "-", "--from", "fen", "--to", "pdn", stdin=TWO_FENS).out.encode())
    assert (one.start, two.start) == (Position.from_fen("W:Wa2:Bh7"), Position.from_fen("B:Wa2:Bh7", "world"))
    assert [
        each["start"] for each in cli("convert", "-", "-", "--from", "fen", "--to", "json", stdin=TWO_FENS).json
    ] == [
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
        (
            ["games.pdn", "x.doc"],
            "damaci convert: cannot tell the format of 'x.doc': give --to, one of pdn, fen, json, jsonl, svg",
        ),
        (["-", "x.fen"], "damaci convert: cannot tell the format of '-': give --from, one of pdn, fen, json, jsonl"),
        (["games.pdn", "x.fen", "--game", "3"], "damaci: there is no game 3: the last is game 2"),
        (["games.pdn", "x.fen", "--ply", "3"], "damaci: there is no ply 3: a game has 1"),
        (["games.pdn", "x.json", "--ply", "3"], "damaci convert: --ply is for FEN and SVG, not for json"),
        (["games.pdn", "x.fen", "--ruleset", "chess"], "damaci: no ruleset named 'chess'"),
    ],
)
def test_what_cannot_be_done(
    cli: Cli, games: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], error: str
) -> None:
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


def test_a_name_of_any_length_and_whatever_lies_beside_it(cli: Cli, games: Path) -> None:
    beside = games.with_name(".x.pdn.part")
    beside.write_text("mine")
    for out in (games.with_name("x.pdn"), games.with_name(f"{248 * 'x'}.pdn")):
        assert cli("convert", str(games), str(out)).status == 0
        assert out.read_text()
    assert beside.read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_the_output_keeps_its_permissions(cli: Cli, games: Path) -> None:
    out = games.with_name("x.pdn")
    out.touch(mode=0o600)
    assert cli("convert", str(games), str(out)).status == 0
    assert stat.S_IMODE(out.stat().st_mode) == 0o600


def test_bad_games_can_be_left_out(cli: Cli) -> None:
    done = cli(
        "convert", "-", "-", "--from", "pdn", "--to", "json", "--skip-bad", stdin="1. d3-d5 *\n1. d3-d4 *\nrubbish *\n"
    )
    assert (done.status, len(done.json)) == (0, 1)
    assert [line.partition(": ply")[0].partition(": 'r")[0] for line in done.err.splitlines()] == [
        "damaci: standard input: line 1, column 4",
        "damaci: standard input: line 3, column 1",
        "damaci: 2 left out, 1 converted",
    ]
    done = cli("convert", "-", "-", "--from", "fen", "--to", "fen", "--skip-bad", stdin="rubbish\n" + TWO_FENS)
    assert (done.status, done.out) == (0, TWO_FENS)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_large_file_shows_how_far_it_is(
    cli: Cli, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(convert, "LARGE", 10)
    out = tmp_path / "out.json"
    assert cli("convert", str(games), str(out)).err == ""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    cli("convert", str(games), str(out))
    assert "games.pdn" in terminal.getvalue()
