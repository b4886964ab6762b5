from pathlib import Path

import pytest

from damaci.board.position import Position
from damaci.engine import Engine
from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.game.record import to_pdn
from damaci.match import Opening, generate, read_openings
from damaci.match.openings import BALANCED, PLIES
from damaci.notation.pdn import write
from damaci.rules.catalogue import RULESETS

START = Position.start()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_generated_openings_are_balanced_and_distinct(ruleset: str) -> None:
    openings = generate(ruleset, 6, seed=1)
    games = [opening.game() for opening in openings]
    assert len({game.position for game in games}) == 6
    assert all(PLIES[0] <= game.ply <= PLIES[1] for game in games)
    assert all(game.ruleset.name == ruleset and game.legal_moves for game in games)
    engine = Engine(1)
    assert all(abs(engine.analyse(game, nodes=20_000).score.centimen) < 2 * BALANCED for game in games)


def test_the_same_seed_brings_the_same_openings() -> None:
    assert generate(count=5, seed=3) == generate(count=5, seed=3)
    assert generate(count=5, seed=3) != generate(count=5, seed=4)


def test_more_openings_begin_with_the_same() -> None:
    assert generate(count=9, seed=3)[:5] == generate(count=5, seed=3)


def test_no_opening_mirrors_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damaci.match.openings.PLIES", (1, 1))
    positions = [opening.game().position for opening in generate(count=4)]
    assert len(positions) == len(START.legal_moves) / 2
    with pytest.raises(DamaciError, match="there are hardly more than 4 balanced openings: 5 wanted"):
        generate(count=5)


def test_a_file_of_fens(tmp_path: Path) -> None:
    file = tmp_path / "openings.fen"
    file.write_text("# the start\n" + START.fen + "  # known\n\nB:Wa3,b3:Bh7,g7\n", encoding="utf-8")
    assert read_openings(file) == [Opening(START), Opening(Position.from_fen("B:Wa3,b3:Bh7,g7"))]


def test_a_file_of_games(tmp_path: Path) -> None:
    openings = generate(count=3)
    file = tmp_path / "openings.pdn"
    write([to_pdn(opening.game()) for opening in openings], file)
    assert read_openings(file) == openings


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.fen: expected an opening, found none"),
        ("W:Wa3:Bb9", "x.fen: line 1: FEN, column 8"),
        (f"{START.fen}\nW:WKa1:BKh8", "x.fen: line 2: the game is over after the opening: 1/2-1/2, one-each"),
        ('[Event "?"]\n1. d3-d5 *', "x.fen: line 2, column 4: ply 1: d3-d5"),
        (f'[GameType "{RULESETS["bulgarian"].game_type}"]\n1. c3-d4 *', "game 1 is bulgarian: expected turkish"),
    ],
)
def test_bad_files_are_told(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "x.fen"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DamaciError, match=message):
        read_openings(file)


def test_an_opening_knows_its_past() -> None:
    [opening] = generate(count=1)
    assert isinstance(opening.game(), Game)
    assert opening.game().moves == opening.moves
