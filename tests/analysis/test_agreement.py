"""How moves compare with the engine's moves: the engine's own moves and random ones are far apart, and only the moves
of which that says something count."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from damaci.analysis import agreement
from damaci.analysis.agreement import ComparedMove, Comparison, choices, comparison
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.engine import Engine
from damaci.game.game import Game

NODES = 1_500
"""Far fewer nodes than the server searches, so that the tests are fast."""
Player = Callable[[Game], Move]


@pytest.fixture(autouse=True)
def few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "NODES", NODES)


def played(white: Player, black: Player, random: Random) -> Game:
    """Plays a game that begins with some random moves, so that it is in no book."""
    game = Game()
    while not game.outcome() and game.ply < 40:
        if game.ply < 8:
            game.push(random.choice(game.legal_moves))
        else:
            game.push((white if game.turn is Color.WHITE else black)(game))
    return game


def compared(engine: Engine, games: Sequence[Game], color: Color) -> Comparison:
    return comparison([choices(engine, game, color) for game in games])


def test_the_engine_s_own_moves_and_random_ones_are_far_apart() -> None:
    random = Random(3)
    with Engine(hash_megabytes=1) as engine:

        def best(game: Game) -> Move:
            engine.forget()
            return engine.analyse(game, nodes=NODES).lines[0].move

        def guess(game: Game) -> Move:
            return random.choice(game.legal_moves)

        own = [played(best, best, random) for _ in range(14)]
        drawn = [played(guess, guess, random) for _ in range(18)]
        engines = compared(engine, own, Color.WHITE)
        guessed = compared(engine, drawn, Color.WHITE)
    assert engines.agreement
    assert guessed.agreement
    assert engines.loss
    assert guessed.loss
    assert engines.agreement.low > guessed.agreement.high + 20
    assert engines.loss.high < guessed.loss.low
    assert engines.agreement.low < engines.agreement.value <= engines.agreement.high


def test_few_moves_have_a_wide_interval() -> None:
    found = comparison([[ComparedMove(agrees=True, lost=0.0)] * 4])
    assert found.agreement
    assert (found.moves, found.agreement.value) == (4, 100)
    assert found.agreement.low < 60


def test_without_a_move_there_are_no_figures() -> None:
    assert comparison([]) == Comparison(0, 0, None, None)
    assert comparison([[], []]) == Comparison(2, 0, None, None)


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("W:Wd4,h2:Bd5,a8", "d4xd6"),  # no other move is possible
        ("W:WKc1,Kd1,Kf1,Kg1,e2:Ba7,b7", "e2-e3"),  # the game is won already
    ],
)
def test_moves_that_say_nothing_do_not_count(fen: str, move: str) -> None:
    with Engine(hash_megabytes=1) as engine:
        assert choices(engine, Game(fen=fen, moves=[move]), Color.WHITE) == []


def test_moves_of_the_opening_book_do_not_count() -> None:
    with Engine(hash_megabytes=1) as engine:
        assert choices(engine, Game(moves=["d3-d4"]), Color.WHITE) == []


def test_only_the_moves_of_that_side_are_compared_until_it_is_stopped() -> None:
    game = played(lambda game: game.legal_moves[0], lambda game: game.legal_moves[-1], Random(5))
    with Engine(hash_megabytes=1) as engine:
        white = choices(engine, game, Color.WHITE)
        black = choices(engine, game, Color.BLACK)
        assert white != black
        assert choices(engine, game, Color.WHITE, lambda: True) == []


def test_a_very_long_game_is_compared_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(lambda game: game.legal_moves[0], lambda game: game.legal_moves[-1], Random(5))
    with Engine(hash_megabytes=1) as engine:
        everything = choices(engine, game, Color.WHITE)
        monkeypatch.setattr(agreement, "MOST_MOVES", 3)
        engine.forget()
        assert choices(engine, game, Color.WHITE) == everything[:3]
        assert len(everything) > 3
