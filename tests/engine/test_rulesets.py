"""The engine plays by the rules of every ruleset."""

from random import Random

import pytest

from damaci.board.piece import Piece
from damaci.board.setup import Setup
from damaci.board.square import Square
from damaci.engine import Engine, Limits
from damaci.game.game import Game
from damaci.rules.catalogue import RULESETS

GAMES = 20
RANDOM_PLIES = 10
PLIES = 160


def opening(ruleset: str, seed: int) -> Game:
    game = Game(ruleset)
    random = Random(seed)
    while game.outcome() is None and game.ply < RANDOM_PLIES:
        game.push(random.choice(game.legal_moves))
    return game


@pytest.mark.parametrize("ruleset", RULESETS)
def test_games_from_random_openings_keep_to_the_rules(ruleset: str) -> None:
    engine = Engine(1)
    decided = 0
    for seed in range(GAMES):
        game = opening(ruleset, seed)
        while game.outcome() is None and game.ply < PLIES:
            game.push(engine.play(game, Limits(nodes=150)))  # push refuses illegal moves
        decided += game.outcome() is not None
    assert decided > 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_white_and_black_are_treated_alike(ruleset: str) -> None:
    position = opening(ruleset, seed=1).position
    pieces = {Square(63 - square): Piece(piece.color.other, piece.king) for square, piece in position.pieces().items()}
    turned = Setup(pieces, position.turn.other, ruleset).position()
    here, there = (Engine(1).analyse(each, depth=1) for each in (position, turned))
    assert here.score == there.score
