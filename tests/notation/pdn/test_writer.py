"""Writing PDN, and reading the written text."""

import io
import math
import re
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci import BadArgument, DamaciError, IllegalMove, Position
from damaci.notation import pdn
from tests.notation.pdn.strategies import annotated_games
from tests.support import conformance_positions


def played(*texts: str, fen: str | None = None, ruleset: str = "turkish") -> pdn.PdnGame:
    position = Position.start(ruleset) if fen is None else Position.from_fen(fen, ruleset)
    game = pdn.PdnGame(position)
    for text in texts:
        move = position.parse_move(text)
        game.line.nodes.append(pdn.Node(move))
        position = position.play(move)
    return game


def movetext(game: pdn.PdnGame) -> str:
    return pdn.write_game(game).split("\n\n")[1].removesuffix("\n")


@given(st.lists(annotated_games(), max_size=3))
def test_what_is_written_reads_back_the_same(games: list[pdn.PdnGame]) -> None:
    written = io.StringIO()
    assert pdn.write(games, written) == len(games)
    assert list(pdn.read(io.StringIO(written.getvalue()))) == games
    assert list(pdn.read(written.getvalue().replace("\n", "\r\n").encode("utf-8-sig"))) == games


@given(annotated_games())
def test_lines_are_short_where_they_can_be_broken(game: pdn.PdnGame) -> None:
    _, text = pdn.write_game(game).split("\n\n")
    for line in text.splitlines():
        if len(line) > 79:
            # A long line is one word, or a command or a comment up to the end of the line, which cannot be broken.
            assert " " not in line or "[" in line or "%" in line or ";" in line


def test_a_whole_game() -> None:
    game = played("d3-d4", "d6-d5", "d4xd8", "e7-d7")
    game.tags = {"Opening": 'the "short" way \\ home', "Round": "1", "White": "Ada", "Event": "Cup"}
    game.result = "0-1"
    second = game.line.nodes[1]
    second.nags = [2, 10]
    second.comments = ["A blunder.", "[%clk 0:09:58]"]
    alternative = played("e6-e5", "b3-b4", fen=list(game.positions())[1].fen).line
    alternative.comments = ["Better:"]
    second.variations = [alternative]
    assert (
        pdn.write_game(game)
        == """\
[Event "Cup"]
[Round "1"]
[White "Ada"]
[Result "0-1"]
[Opening "the \\"short\\" way \\\\ home"]
[GameType "30,W,8,8,A0,0"]

1. d3-d4 d6-d5 $2 $10 {A blunder.} {[%clk 0:09:58]} ({Better:} 1... e6-e5
2. b3-b4) 2. d4xd8 e7-d7 0-1
"""
    )


def test_a_capture_that_could_be_another_has_its_whole_path() -> None:
    ambiguous = 0
    for case in conformance_positions():
        start = Position.from_fen(case["fen"], case["ruleset"])
        games = [pdn.PdnGame.of(start, [move]) for move in start.legal_moves]
        written = "\n".join(map(pdn.write_game, games))
        assert list(pdn.read(written.encode())) == games
        ambiguous += len(re.findall(r"x..x.* \*", written))
    assert ambiguous > 20


def test_black_begins() -> None:
    assert movetext(played("d6-d5", "d3-c3", "c6-c5", fen="B:Wd3:Bd6,c6")) == "1... d6-d5 2. d3-c3 c6-c5 *"


def test_a_closing_brace_makes_a_comment_to_the_end_of_the_line() -> None:
    game = played("d3-d4", "d6-d5")
    game.line.nodes[0].comments = ["a } in it"]
    game.line.nodes[0].variations = [played("e3-e4").line]
    game.line.nodes[0].variations[0].nodes[0].comments = ["another }"]
    assert movetext(game) == "1. d3-d4 ; a } in it\n(1. e3-e4 ; another }\n) 1... d6-d5 *"
    assert next(pdn.read(io.StringIO(pdn.write_game(game)))) == game


def test_no_line_begins_like_a_tag_or_a_remark() -> None:
    game = played("d3-d4")
    for padding in range(80):
        game.line.nodes[0].comments = ["x" * padding + " [%clk 0:10:00] 100 % of them " * 4]
        lines = movetext(game).splitlines()
        assert len(lines) > 1
        assert not any(line.startswith(("[", "%", "0:10:00]")) for line in lines)


def test_black_is_numbered_where_something_stands_between() -> None:
    game = played("d3-d4", "d6-d5")
    game.line.nodes[0].nags = [1]
    assert movetext(game) == "1. d3-d4 $1 d6-d5 *"
    game.line.nodes[0].comments = ["Bold."]
    assert movetext(game) == "1. d3-d4 $1 {Bold.} 1... d6-d5 *"


@pytest.mark.parametrize(
    ("ruleset", "tags"),
    [
        ("turkish", '[GameType "30,W,8,8,A0,0"]\n'),
        ("hgware", '[GameType "30,W,8,8,A0,0"]\n[Ruleset "hgware"]\n'),
        ("world", '[GameType "30,W,8,8,A0,0"]\n[Ruleset "world"]\n'),
        ("bulgarian", '[GameType "99,W,8,8,A0,0"]\n'),
    ],
)
def test_the_ruleset_is_told(ruleset: str, tags: str) -> None:
    game = pdn.PdnGame(Position.start(ruleset))
    assert pdn.write_game(game) == f'[Result "*"]\n{tags}\n*\n'
    assert next(pdn.read(io.StringIO(pdn.write_game(game)))) == game


def test_derived_tags_tell_what_the_game_is_whatever_was_put_in() -> None:
    game = pdn.PdnGame(tags={"Result": "1-0", "FEN": "nonsense", "GameType": "20"})
    assert pdn.write_game(game) == '[Result "*"]\n[GameType "30,W,8,8,A0,0"]\n\n*\n'


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    games = [played("d3-d4"), played("e3-e4")]
    games[0].tags["White"] = "Ayşe Çağ"
    assert pdn.write(games, path) == 2
    assert list(pdn.read(path)) == list(pdn.read(str(path))) == games
    assert b"\r" not in path.read_bytes()


def test_what_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="'two words' cannot be a tag's name: expected a letter"):
        pdn.write_game(pdn.PdnGame(tags={"two words": "x"}))
    wrong = pdn.PdnGame.of(Position.start(), played("d3-d4").moves * 2)
    with pytest.raises(IllegalMove, match="d3-d4 is not legal"):
        pdn.write_game(wrong)


def of_a_mistake() -> Iterator[pdn.PdnGame]:
    yield played("d3-d4")
    raise DamaciError("the second game is bad")


def of_half_a_character() -> Iterator[pdn.PdnGame]:
    yield pdn.PdnGame(tags={"White": "\ud800"})


@pytest.mark.parametrize("games", [of_a_mistake, of_half_a_character, lambda: pdn.read("nowhere.pdn")])
def test_an_error_leaves_the_file_as_it_was(games: Callable[[], Iterator[pdn.PdnGame]], tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text("before")
    with pytest.raises((DamaciError, OSError)):
        pdn.write(games(), file)
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_half_a_character_is_refused() -> None:
    with pytest.raises(BadArgument, match=r"'\\ud800': expected Unicode text"):
        pdn.write_game(pdn.PdnGame(tags={"White": "\ud800"}))


def test_games_can_be_written_to_where_they_are_read_from(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    pdn.write([played("d3-d4"), played("e3-e4")], file)
    before = file.read_text()
    assert pdn.write(pdn.read(file), file) == 2
    assert file.read_text() == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.touch(mode=0o600)
    pdn.write([played("d3-d4")], file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_folder_that_is_not_there_is_told_by_the_name_that_was_given(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "games.pdn"
    with pytest.raises(FileNotFoundError) as raised:
        pdn.write([], file)
    assert raised.value.filename == str(file)


def annotated(**remarks: Any) -> pdn.PdnGame:
    game = played("d3-d4")
    for name, value in remarks.items():
        setattr(game.line.nodes[0], name, value)
    return game


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: annotated(nags=[-1]), "a NAG is -1: expected a whole number from 0 to 255"),
        (lambda: annotated(nags=["x"]), "a NAG is 'x'"),
        (lambda: annotated(nags=[256]), "a NAG is 256"),
        (lambda: annotated(nags=[True]), "a NAG is True"),
        (lambda: annotated(comments=[5]), "a comment is 5"),
        (lambda: annotated(clock=math.nan), "a clock is nan"),
        (lambda: annotated(clock=math.inf), "a clock is inf"),
        (lambda: annotated(clock="x"), "a clock is 'x'"),
        (lambda: pdn.PdnGame(result="2-0"), "result is '2-0': expected one of 1-0, 0-1, 1/2-1/2, *"),
        (lambda: pdn.PdnGame(tags={"White": 2}), "the tag White is 2: expected a text"),
    ],
)
def test_what_would_not_read_back_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(BadArgument, match=re.escape(message)):
        pdn.write_game(make())
