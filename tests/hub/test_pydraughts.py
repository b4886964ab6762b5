"""A game against pydraughts, the only other program that speaks Hub and plays this game, as it is installed."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from draughts import Board, Move
from draughts.engine import HubEngine, Limit

from damaci.game.game import Game
from tests.support import PATIENCE

COMMAND = Path(sys.executable).with_name("damaci")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[HubEngine]:
    engine = HubEngine([str(COMMAND), "engine", "--tables", str(tmp_path)])
    engine.configure({"variant": "turkish", "hash": "1", "squares": "from-a1"})
    engine.init()
    yield engine
    engine.quit()
    engine.p.communicate(timeout=PATIENCE)


def test_it_reads_what_can_be_set(engine: HubEngine) -> None:
    assert engine.id["name"] == "Damaci"
    assert engine.options == {"variant", "hash", "threads", "contempt", "level", "style", "seed", "squares"}
    assert "turkish" in engine.variants


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game(engine: HubEngine, seed: int) -> None:
    """Our engine is White. Black plays random moves from pydraughts' own generator."""
    board = Board(variant="turkish")
    game = Game()
    random = Random(seed)
    while not board.is_over() and len(board.move_stack) < 200:
        if len(board.move_stack) % 2:
            move = random.choice(board.legal_moves())
        else:
            move = engine.play(board, Limit(nodes=2_000), ponder=False).move
        game.push(_named(move))
        board.push(move)
    assert game.outcome()
    assert game.outcome().result == "1-0"


def _named(move: Move) -> str:
    """The move as names of its squares, without the captured ones: `20-28`, counted from a1, is d3-d4."""
    steps = ["abcdefgh"[(square - 1) % 8] + str((square - 1) // 8 + 1) for square in move.steps_move]
    return ("x" if move.has_captures else "-").join(steps)
