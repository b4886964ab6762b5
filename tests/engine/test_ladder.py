"""The strength of the levels. tools/ladder.py measures their differences; these tests make sure that their order never
changes."""

import pytest

from damaci.engine import LEVELS, Engine
from damaci.game.game import Game
from damaci.match import Contender, Match, generate, read_contender
from tests.match.players import GREEDY, RANDOM

OPENINGS = generate(count=8, seed=9)
A_MAN = 100
A_MAN_AND_MORE = 180
"""In centimen."""


def score(above: Contender, below: Contender, games: int) -> float:
    tally = Match(above, below, OPENINGS, games).run()
    assert tally.score is not None
    return tally.score


def loss(game: Game, name: str) -> int:
    """How much worse the level's move is than the best move, by a search that is deep enough for a short
    combination."""
    judge = Engine(4)
    after = game.copy()
    best = judge.analyse(game, depth=6).score.centimen
    after.push(judge.play(game, name, seed=1))
    judge.forget()
    return 0 if after.outcome() else best + judge.analyse(after, depth=5).score.centimen


@pytest.fixture(scope="module")
def middle_games() -> list[Game]:
    """Middle-game positions from games of players who make mistakes."""
    games = []
    engine = Engine(1)
    for seed, opening in enumerate(OPENINGS):
        game = opening.game()
        while game.legal_moves and game.ply < 28:
            game.push(engine.play(game, "easy", seed))
            if game.ply % 4 == 0 and len(game.legal_moves) > 3:
                games.append(game.copy())
    return games


@pytest.mark.parametrize(("above", "below"), [("easy", "beginner"), ("casual", "easy"), ("medium", "casual")])
def test_each_level_beats_the_one_below(above: str, below: str) -> None:
    assert score(read_contender(above), read_contender(below), games=16) >= 0.7


@pytest.mark.nightly
@pytest.mark.parametrize(("above", "below"), [("club", "medium"), ("hard", "club")])
def test_each_level_that_looks_far_beats_the_one_below(above: str, below: str) -> None:
    assert score(read_contender(above), read_contender(below), games=6) >= 0.6


def test_a_beginner_knows_more_than_the_rules() -> None:
    assert score(read_contender("beginner"), RANDOM, games=8) > 0.5


def test_a_beginner_loses_to_who_only_looks_what_could_be_captured_next() -> None:
    assert score(GREEDY, read_contender("beginner"), games=16) > 0.5


def test_above_easy_no_level_overlooks_a_short_combination(middle_games: list[Game]) -> None:
    assert max(loss(game, "medium") for game in middle_games) < A_MAN_AND_MORE
    assert max(loss(game, "easy") for game in middle_games) > A_MAN


@pytest.mark.parametrize("name", LEVELS)
def test_openings_vary(name: str) -> None:
    engine = Engine(1)
    first = set()
    for seed in range(8):
        game = Game()
        for _ in range(4):
            game.push(engine.play(game, name, seed, seconds=0.01))
        first.add(game.moves)
    assert len(first) >= 4
