"""The kernel's fast reader gives the same games as the slow one."""

import io
import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci import Move, Options, Position, ruleset
from damaci.cli.json_games import as_json
from damaci.notation import pdn
from damaci.notation.pdn import reader
from tests.notation.pdn.strategies import annotated_games, positions
from tests.notation.pdn.test_scanner import FRAGMENTS

FEW = Options(last_three_kings=True)


def spelled(position: Position, move: Move, random: Random) -> str:
    """A move in one of the notations that are allowed."""
    path = random.choice(position.paths(move, limit=4))
    landings = list(map(str, path.squares))
    if not move.is_capture:
        return random.choice(["-", "-", ""]).join(landings)
    taken = list(map(str, (move.origin, *path.jumps)))
    short = [str(move.origin), str(move.target)]
    return random.choice(["x", "x", ""]).join(random.choice([landings, landings, short, taken]))


@st.composite
def written_games(draw: st.DrawFn) -> str:
    """A game of any ruleset, with all forms of move text, and sometimes with errors in it."""
    position = draw(positions())
    options = draw(st.sampled_from([Options(), FEW]))
    game = pdn.PdnGame(position, options=options)
    random = Random(draw(st.integers(0, 1 << 32)))
    words = []
    for _ in range(draw(st.integers(1, 80))):
        if not position.has_moves:
            break
        move = random.choice(position.legal_moves)
        words.append(
            spelled(position, move, random)
            + random.choice(["", "", "", "!", " $3", " {x}", "(?!)", " ;x\n", f" ({move})"])
        )
        position = position.play(move).under(options)
    text = pdn.write_game(game).replace("*\n", " ".join(words) + random.choice(["", " *", " 1-0", " 0-2"]))
    at = draw(st.integers(0, len(text)))
    length = draw(st.sampled_from([0, 0, 0, 1, 2, 5]))
    return text[:at] + draw(st.just("") | FRAGMENTS) + text[at + length :]


def outcomes(text: str) -> list[object]:
    errors: list[pdn.PdnError] = []
    games = list(pdn.read(io.StringIO(text), on_error=errors.append))
    return [*games, *map(str, errors)]


@given(written_games())
def test_quick_and_patient_readings_agree(text: str) -> None:
    quick = outcomes(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "_quick_result", lambda *game: None)
        assert outcomes(text) == quick


@given(annotated_games())
def test_everything_written_is_read_quickly(game: pdn.PdnGame) -> None:
    (raw,) = pdn.scan(pdn.write_game(game).encode())
    told = game.start.kernel.read_game(raw.text, game.options.last_three_kings)
    assert told == (game.result if game.line.nodes else None)


@given(written_games())
def test_what_the_kernel_spells_is_what_python_spells(text: str) -> None:
    for game in pdn.read(io.StringIO(text), on_error=lambda error: None):
        quick = pdn.write_game(game), as_json(game)
        assert game.line is not None
        assert game.unread is None
        assert (pdn.write_game(game), as_json(game)) == quick


@given(annotated_games())
def test_words_are_those_of_the_writer(game: pdn.PdnGame) -> None:
    text = pdn.write_game(game)
    (back,) = pdn.read(text.encode())
    assert pdn.write_game(back) == text


@pytest.mark.parametrize("space", [chr(code) for code in range(0x3001) if chr(code).isspace()])
def test_every_kind_of_whitespace_is_a_space(space: str) -> None:
    words = Position.start().kernel.write_words(f"d3-d4 {{{space}a{space}{space}b\u2010\u00e9{space}}}")
    assert words == "1.\x1fd3-d4 {a b\u2010\u00e9}"


def test_remarks_are_put_in_order() -> None:
    text = "{0} d3-d4 (1. e3-e4 ; a } b\n) {1} !! ({2} 1. f3-f4 (g3-g4)) $0 {} d6-d5 $007 ; \n 2. d4xd8 {3} *"
    words = Position.start().kernel.write_words(text.replace(" !!", " $3"))
    assert words
    assert words.replace("\x1f", "_").split(" ") == [
        "{0}", "1._d3-d4", "$3", "$0", "{1}", "(1._e3-e4", ";_a_}_b\n)", "({2}", "1._f3-f4", "(1._g3-g4))",
        "1..._d6-d5", "$7", "2._d4xd8", "{3}",
    ]  # fmt: skip


def test_a_line_that_was_asked_for_is_written_as_it_is() -> None:
    (game,) = pdn.read(b"1. d3-d4 d6-d5 *")
    assert game.unread
    game.line.nodes.pop()
    assert "1. d3-d4 *" in pdn.write_game(game)


def test_the_path_that_a_text_gives_is_kept() -> None:
    start = Position.from_fen("W:WKa1:Ba7,a4")
    for text, path in (("a1xa8", "a1xa5xa8"), ("a1xa6xa8", "a1xa6xa8")):
        found = start.kernel.transcribe(text)
        assert found
        assert json.loads(found[0][0] + "}")["path"] == path.split("x")
    assert start.kernel.transcribe("a1xa4xa7") is None
    assert start.kernel.write_words("a1xa4xa7") == "1.\x1fa1xa8"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. d3-d4! {x} ($) d6d5", None),
        (
            '[A "x\\"]1-0"] 1. d3d4!? $0255 % d9\n(1. e3-e4 {1-0} ({y} 1. c3-c4(??))) 1... d6-d5 2. d4xd6xd8 2-0 ; 0-1',
            "2-0",
        ),
        ("d3-d4", ""),
        ("1. d3-d4 d6-d5 2. d4xd5xd7 *", "*"),
        ("1. d3-d4 d6-d5 2. d4d5d7 *", "*"),
        ("1. d3-d4 d6-d5 2. d4-d8", None),
        ("1. d3-d4xd5", None),
        ("1. d3-d", None),
        ("1. d3", None),
        ("1. d3-d44", None),
        ("1. d3xd4", None),
        ("1. d3-d4 $256", None),
        ("$1 1. d3-d4", None),
        ("1. d3-d4 (", None),
        ("1. d3-d4 ()", None),
        ("1. d3-d4 )", None),
        ("1. d3-d4 (1. e3-e4 *)", None),
        ("(1. d3-d4)", None),
        ("*", None),
        ("", None),
        ("1. d3-d4 hello", None),
        ("1. d3–d4", None),
        ("[", None),
        ("1. d3-d4 {", ""),
    ],
)
def test_what_is_left_to_the_patient_reader(text: str, told: str | None) -> None:
    assert Position.start().kernel.read_game(text) == told


def test_few_become_kings() -> None:
    start = Position.from_fen("W:Wa2,b2:Bg7,h7", ruleset("turkish"))
    assert start.kernel.read_game("1. a2-a3 g7-g2 *", last_three_kings=True) == "*"
    assert start.kernel.read_game("1. a2-a3 g7-g2 *") is None
