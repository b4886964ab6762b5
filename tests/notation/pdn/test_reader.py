"""Reading PDN and its moves by the rules."""

import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci import Move, Position, UnknownRuleset
from damaci.notation import pdn
from tests.notation.pdn.test_scanner import FRAGMENTS
from tests.support import conformance_positions


def read_one(text: str, ruleset: str = "turkish") -> pdn.PdnGame:
    (game,) = pdn.read(text.encode(), ruleset)
    return game


def error_of(text: str, ruleset: str = "turkish") -> str:
    with pytest.raises(pdn.PdnError) as caught:
        list(pdn.read(text.encode(), ruleset))
    return str(caught.value)


def texts(line: pdn.Line) -> list[str]:
    return [str(node.move) for node in line.nodes]


# ---- moves -----------------------------------------------------------------------------------------------------------


PLAYOK = """\
[Event "Let's Play!"]
[Site "PlayOK"]
[Date "2020.11.08"]
[Round "-"]
[White "ada"]
[Black "veli"]
[Result "1-0"]
[Time "18:30:24"]
[TimeControl "180"]
[Termination "normal"]
[WhiteElo "1511"]
[BlackElo "1390"]
[GameType "30,W,8,8,A1,0"]

1. d3-d4 d6-d5 2. d4xd6xd8 e7-d7 3. d8xd6 c6-c5 1-0
"""


def test_every_landing_square_under_an_old_header() -> None:
    game = read_one(PLAYOK)
    assert game.ruleset.name == "turkish"
    assert list(game.tags)[:3] == ["Event", "Site", "Date"]
    assert texts(game.line)[2] == "d4xd6xd8"
    assert game.result == "1-0"
    assert '[GameType "30,W,8,8,A0,0"]' in pdn.write_game(game)


def spellings(position: Position, move: Move) -> Iterator[str]:
    """The landing squares of each path, with and without signs, and the federation's form if it means this move
    only."""
    for path in position.paths(move, limit=4):
        landings = list(map(str, path.squares))
        yield from ("x".join(landings), "".join(landings))
    alike = [other for other in position.legal_moves if (other.origin, other.captured) == (move.origin, move.captured)]
    if len(alike) == 1:
        yield "x".join(map(str, (move.origin, *move.jumps)))


@pytest.mark.parametrize("ruleset", sorted({case["ruleset"] for case in conformance_positions()}))
def test_captures_in_every_spelling(ruleset: str) -> None:
    meant = []
    text = ""
    for case in conformance_positions():
        position = Position.from_fen(case["fen"], case["ruleset"])
        for move in position.legal_moves if case["ruleset"] == ruleset else ():
            for spelling in spellings(position, move) if move.is_capture else ():
                meant.append(move)
                text += f'[SetUp "1"] [FEN "{case["fen"]}"] 1. {spelling} *\n'
    assert len(meant) > 200
    assert [game.moves for game in pdn.read(text.encode(), ruleset)] == [[move] for move in meant]


def test_everything_that_can_be_said_about_moves() -> None:
    game = read_one(
        "{First} ; second\n1.d3-d4!? {a\n  comment} $14 (1. e3e4 ({alt} 1. c3-c4) e6-e5 $6) (1. f3-f4??) 1... "
        "d6-d5(?!) *"
    )
    assert game.line.comments == ["First", "second"]
    first, second = game.line.nodes
    assert (first.nags, first.comments) == ([5, 14], ["a comment"])
    assert [texts(line) for line in first.variations] == [["e3-e4", "e6-e5"], ["f3-f4"]]
    assert first.variations[0].nodes[0].variations[0].comments == ["alt"]
    assert texts(first.variations[0].nodes[0].variations[0]) == ["c3-c4"]
    assert first.variations[1].nodes[0].nags == [4]
    assert second.nags == [6]


@pytest.mark.parametrize(
    ("strength", "nag"),
    [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!!!", 3), ("????", 4), ("!??", 5), ("(?!)", 6)],
)
def test_shouts_are_numbers(strength: str, nag: int) -> None:
    assert read_one(f"1. d3-d4{strength}").line.nodes[0].nags == [nag]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1. d3-d5", "line 1, column 4: ply 1: d3-d5: the piece on d3 does not move so"),
        ("1. d3-d4 d6-d5\n2. e3-e4", "line 2, column 4: ply 3: e3-e4: 2 pieces have to be captured"),
        ("1. d3-d4 (1. d3-d4 d3-d4)", "line 1, column 20: ply 2: d3-d4: there is no piece on d3"),
        ("1. d3-d4xd5", "line 1, column 4: ply 1: 'd3-d4xd5' is not a move: expected one hyphen"),
        ("1. d3xd4", "line 1, column 4: ply 1: d3xd4: this move captures nothing: write -"),
        ("{x} (1. d3-d4)", "line 1, column 5: a variation before any move that it could replace"),
        ("1. d3-d4 ((1. e3-e4))", "line 1, column 11: a variation before any move that it could replace"),
        ("1. d3-d4 ({x})", "line 1, column 14: a variation without a move"),
        ("1. d3-d4 (1. e3-e4", "line 1, column 10: this variation is never closed"),
        ("1. d3-d4 )", "line 1, column 10: a ) without a ("),
        ("1. d3-d4 (1. e3-e4 0-1)", "line 1, column 20: a result in a variation"),
        ("$1 1. d3-d4", "line 1, column 1: an annotation before the first move"),
        (
            '[Result "2-1"]',
            "line 1, column 10: '2-1' is not a result: expected one of 1-0, 0-1, 1/2-1/2, *, 2-0, 0-2, 1-1",
        ),
        ("  1-0", "line 1, column 1: a game without tags and moves"),
    ],
)
def test_where_and_why_a_game_is_refused(text: str, error: str) -> None:
    assert error_of(text).startswith(error)


def test_variations_may_lie_only_so_deep() -> None:
    moves = ["d3-d4", "e3-e4"]
    deep = "".join(f"{moves[depth % 2]} (" for depth in range(101))
    assert error_of(deep).startswith("line 1, column 707: variations more than 100 deep")


@given(FRAGMENTS | st.text())
def test_rubbish_is_only_ever_a_pdn_error(text: str) -> None:
    errors: list[pdn.PdnError] = []
    for game in pdn.read(io.StringIO(text), on_error=errors.append):
        assert next(pdn.read(io.StringIO(pdn.write_game(game)))) == game
    if errors:
        with pytest.raises(pdn.PdnError):
            list(pdn.read(io.StringIO(text)))


@given(st.binary(max_size=200))
def test_bytes_are_only_ever_a_pdn_error(content: bytes) -> None:
    list(pdn.read(content, on_error=lambda error: None))


@pytest.mark.parametrize(
    "rubbish",
    ["(", ")", "(1. e3-e4 ", "{x} ", "$1 ", "!", "$1(", "1. d3-d5 * ", "D3:", "d3xd4", "1. D3-D4 ", "[A ", "½"],
)
def test_rubbish_takes_no_longer_than_games(rubbish: str) -> None:
    """A reader that takes quadratic time would need minutes for this."""
    list(pdn.read(io.StringIO("1. d3-d4 " + rubbish * 20_000), on_error=lambda error: None))


def test_bad_games_are_passed_over() -> None:
    text = "1. d3-d4 1-0 1. d3-d5 1-0 1. e3-e4 (e3-e4 0-1\n[White 'x'] 1. d3-d4 *\n[White \"x\"] 1. f3-f4 *"
    errors: list[pdn.PdnError] = []
    games = list(pdn.read(text.encode(), on_error=errors.append))
    assert [texts(game.line) for game in games] == [["d3-d4"], ["f3-f4"]]
    assert [(error.line, error.column) for error in errors] == [(1, 17), (2, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "1. D3-D4 D6-D5 2. D4XD8",
        "1. d3–d4 d6−d5 2. d4×d8",
        "1. d3-d4 d6-d5 2. d4:d8",
        "1. d3-d4 d6-d5 2. d4:d6:d8",
        "1. d3-d4 d6-d5 2. d4*d8",
        "1 d3-d4 d6-d5 2 d4xd8",
        "1.d3-d4 1...d6-d5 2.d4xd8",
        "1. d3-d4 (0:05) d6-d5 (00:00:07) 2. d4xd8",
        "1. d3-d4 {[%clk 0:05:00]} 1... d6-d5 {[%emt 0:03]} 2. d4xd8",
        "1. d3-d4\r\n% a remark\r\n1. ... d6-d5 ; another\r2. d4xd8",
    ],
)
def test_moves_as_other_programs_write_them(text: str) -> None:
    assert texts(read_one(f"{text} 1-0").line) == ["d3-d4", "d6-d5", "d4xd6xd8"]


def test_shouts_of_other_programs() -> None:
    nodes = read_one("1. D3-D4?! d6-d5 !! 2. d4:d8(?) *").line.nodes
    assert [node.nags for node in nodes] == [[6], [3], [2]]


# ---- tags ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tags", "default", "ruleset"),
    [
        ('[White "Ada"]', "turkish", "turkish"),
        ('[White "Ada"]', "bulgarian", "bulgarian"),
        ('[GameType "30"]', "turkish", "turkish"),
        ('[GameType "30,W,8,8,A0,0"]', "hgware", "hgware"),
        ('[GameType "30,W,8,8,A1,0"]', "bulgarian", "turkish"),
        ('[GameType "30, W, 8, 8, A0"]', "turkish", "turkish"),
        ('[GameType "99,W,8,8,A0,0"]', "turkish", "bulgarian"),
        ('[Ruleset "world"]', "turkish", "world"),
        ('[GameType "30,W,8,8,A0,0"] [Ruleset "hgware"]', "world", "hgware"),
    ],
)
def test_which_ruleset(tags: str, default: str, ruleset: str) -> None:
    assert read_one(f"{tags} *", default).ruleset.name == ruleset


@pytest.mark.parametrize(
    ("tags", "error"),
    [
        (
            '[GameType "25,W,8,8,A0,0"]',
            "line 1, column 12: GameType 25 is Russian draughts: expected one of 30,W,8,8,A0,0; 99,W,8,8,A0,0",
        ),
        (
            '[GameType "20,W,10,10,N2,0"]',
            "line 1, column 12: GameType 20 is international draughts: expected one of 30,W,8,8,A0,0; 99,W,8,8,A0,0",
        ),
        ('[GameType "30,W,8,8,S0,0"]', "line 1, column 12: unknown GameType '30,W,8,8,S0,0'"),
        ('[GameType "77"]', "line 1, column 12: unknown GameType '77'"),
        ('[GameType "30,W,10,10,N2,0"]', "line 1, column 12: unknown GameType '30,W,10,10,N2,0'"),
        ('[GameType "thirty"]', "line 1, column 12: unknown GameType 'thirty'"),
        ('\n[Ruleset "chess"]', "line 2, column 11: no ruleset named 'chess'"),
        (
            '[GameType "30"][Ruleset "bulgarian"]',
            "line 1, column 26: the ruleset bulgarian has the GameType 99,W,8,8,A0,0, not 30",
        ),
        ('[SetUp "1"]', "line 1, column 9: 1 without a FEN"),
        ('[SetUp "0"] [FEN "W:Wa2:Bb7"]', "line 1, column 9: 0 with a FEN"),
        ('[SetUp "yes"]', "line 1, column 9: 'yes': expected 1, with a FEN, or 0"),
        ('[SetUp "1"]\n[FEN "W:Wa2,z9:Bb7"]', "line 2, column 13: expected a square such as a2"),
        ('[Options "quick"]', "line 1, column 11: unknown option 'quick'"),
        ('[Endings "never"]', "line 1, column 11: unknown draw rule 'never'"),
        ('[FEN "W:Wa8:Bb7"]', "line 1, column 10: a white man on a8"),
        ('[FEN "W:W57:B50"]', "line 1, column 7: a white man on a8"),
    ],
)
def test_tags_that_cannot_be(tags: str, error: str) -> None:
    assert error_of(f"{tags} *").startswith(error)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1. d3-d4 2-0", "1-0"),
        ("1. d3-d4 0-2", "0-1"),
        ("1. d3-d4 1-1", "1/2-1/2"),
        ("1. d3-d4 ½-½", "1/2-1/2"),
        ("1. d3-d4 1/2", "1/2-1/2"),
        ("1. d3-d4 0-0", "*"),
        ("1. d3-d4", "*"),
        ('[Result "0-1"] 1. d3-d4', "0-1"),
        ('[Result "1-1"] 1. d3-d4 *', "1/2-1/2"),
        ('[Result "*"] 1. d3-d4 1-0', "1-0"),
        ('[Result "?"] 1. d3-d4 1-0', "1-0"),
        ('[Result "2-0"] 1. d3-d4 1-0', "1-0"),
    ],
)
def test_results(text: str, result: str) -> None:
    assert read_one(text).result == result


def test_a_set_up_position() -> None:
    game = read_one('[FEN "B:Wd3:Bd6,c6"] 1... d6-d5 2. d3-c3 *')
    assert game.start == Position.from_fen("B:Wd3:Bd6,c6")
    assert "FEN" not in game.tags


def test_an_unknown_ruleset_to_begin_with() -> None:
    with pytest.raises(UnknownRuleset):
        next(pdn.read(b"1. d3-d4", "checkers"))


# ---- warnings


OPENING = ["d3-d4", "d6-d5", "d4xd6xd8"]


def test_what_needs_no_warning() -> None:
    for text in (PLAYOK, "1. D3-D4 D6-D5", "1. d3-d4! (0:05) d6:d5 *".replace(":d5", "-d5")):
        assert read_one(text).warnings == ()


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ("1. d3 - d4 d6 -d5 2. d4 x d8", ["line 1, column 4: spaces in a move: expected none"]),
        (
            "1. 20-28 44-36 2. 28x60",
            ["line 1, column 4: numbers for squares without a GameType that says so: counted from a1"],
        ),
        (
            '[White "a"]\n[White "b"]\n[White "c"]\n1. d3-d4 d6-d5 2. d4xd8',
            [
                "line 2, column 1: the tag White is given twice: the first one counts",
                "line 3, column 1: the tag White is given twice: the first one counts",
            ],
        ),
        (
            '[Result "1-0"]\n1. d3-d4 d6-d5 2. d4xd8 0-1',
            ["line 2, column 25: the moves end in 0-1, but the tag Result says 1-0: the tag counts"],
        ),
        (
            "1. d3-d4 $999 d6-d5 $255 2. d4xd8 $" + 5000 * "9",
            [
                "line 1, column 10: an annotation is left out: expected a number up to $255",
                "line 1, column 35: an annotation is left out: expected a number up to $255",
            ],
        ),
        (
            '[GameType "30,B,8,8,A0,1"] 1. d3-d4 d6-d5 2. d4xd8',
            [
                "line 1, column 12: GameType lets the wrong side begin: this is ignored",
                "line 1, column 12: GameType says that the corner is no playing square: this is ignored",
            ],
        ),
    ],
)
def test_warnings(text: str, warnings: list[str]) -> None:
    game = read_one(text)
    assert texts(game.line) == OPENING
    assert list(map(str, game.warnings)) == warnings
    assert isinstance(game.warnings[0], pdn.PdnWarning)
    with pytest.raises(pdn.PdnWarning) as refused:
        list(pdn.read(text.encode(), strict=True))
    assert str(refused.value) == warnings[0]
    refusals: list[pdn.PdnError] = []
    assert list(pdn.read(text.encode(), on_error=refusals.append, strict=True)) == []
    assert list(map(str, refusals)) == warnings[:1]


def test_what_is_kept_of_a_game_with_warnings() -> None:
    assert read_one('[White "a"] [White "b"] *').tags == {"White": "a"}
    assert read_one('[Result "1-0"] 1. d3-d4 0-1').result == "1-0"
    assert [node.nags for node in read_one("1. d3-d4 $999 $3 d6-d5").line.nodes] == [[3], []]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_utf_16(encoding: str, mark: str) -> None:
    content = f'{mark}[White "Ayşe"]\r\n1. d3-d4 *\r\n1. e3-e4 *'.encode(encoding)
    first, second = pdn.read(content)
    assert first.tags == {"White": "Ayşe"}
    assert list(map(str, first.warnings)) == ["line 1, column 1: the text is UTF-16: expected UTF-8"]
    assert (texts(second.line), second.warnings) == (["e3-e4"], ())


@pytest.mark.parametrize(
    ("game_type", "moves"),
    [
        ("30,W,8,8,A0,0", "1. d3-d4 d6-d5 2. d4xd8"),
        ("30,W,8,8,A1,0", "1. d3-d4 d6-d5 2. d4xd8"),
        ("30,W,8,8,A2,0", "1. d6-d5 d3-d4 2. d5xd1"),
        ("30,W,8,8,A3,0", "1. e6-e5 e3-e4 2. e5xe1"),
        ("30,W,8,8,N0,0", "1. 20-28 44-36 2. 28x60"),
        ("30,W,8,8,N1,0", "1. 21-29 45-37 2. 29x61!"),
        ("30,W,8,8,N2,0", "1. 44-36 20-28 2. 36×4"),
        ("30,W,8,8,N3", "1. 45-37 21-29 2. 37x5"),
    ],
)
def test_squares_counted_from_any_corner(game_type: str, moves: str) -> None:
    game = read_one(f'[GameType "{game_type}"] {moves} *')
    assert (texts(game.line), game.warnings) == (OPENING, ())


def test_numbers_of_the_dark_squares() -> None:
    game = read_one('[GameType "99,W,8,8,N0,0"] [FEN "W:W1,10:BK32"] 1. 10-14 *')
    assert game.start.fen == "W:Wc3,a1:BKh8"
    assert texts(game.line) == ["c3-d4"]


def test_a_set_up_by_numbers() -> None:
    game = read_one('[FEN "B:W9,K10:BK8,63"] *')
    assert game.start.fen == "B:Wa2,Kb2:Bg8,Kh1"
    assert [str(warning) for warning in game.warnings] == [
        "line 1, column 7: numbers for squares without a GameType that says so: counted from a1"
    ]


def test_a_wrong_move_by_numbers_is_told_in_both_ways() -> None:
    assert error_of('[GameType "30,W,8,8,N0,0"] 1. 20-36').startswith(
        "line 1, column 31: ply 1: 20-36: d3-d5: the piece on d3 does not move so"
    )
    assert "ply 1: 20-65: 'd3-65' is not a move" in error_of('[GameType "30,W,8,8,N0,0"] 1. 20-65')
