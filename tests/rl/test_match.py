"""The observations of a game that an agent gets, and the meaning of its actions."""

import numpy as np
import pytest

from damaci import Color, GameOver, Square
from damaci.batch import ACTIONS
from damaci.rl.match import QUIET_PLIES, Match, observation_space


def match(fen: str | None = None, ruleset: str = "turkish") -> Match:
    return Match(ruleset, fen, max_plies=400)


def action(origin: Square, target: Square) -> int:
    return 64 * origin + target


def test_both_see_the_board_from_their_own_side() -> None:
    fen = "W:Wa2,Kb1:Bh7,Kg8"  # the position is the same for both sides, turned round
    white = match(fen).observe(Color.WHITE)
    black = match(fen.replace("W:", "B:", 1)).observe(Color.BLACK)
    assert (white["observation"] == black["observation"]).all()
    assert (white["action_mask"] == black["action_mask"]).all()
    assert [tuple(place) for place in np.argwhere(white["observation"]).tolist()] == [
        (0, 1, 0),
        (1, 0, 1),
        (2, 6, 7),
        (3, 7, 6),
    ]
    assert white in observation_space()


def test_who_is_not_to_move_sees_no_legal_action() -> None:
    assert match().observe(Color.BLACK)["action_mask"].sum() == 0
    assert match().observe(Color.WHITE)["action_mask"].sum() == 8


def test_actions_are_numbered_from_the_agents_own_side() -> None:
    game = match()
    game.play(action(Square.A3, Square.A4))
    game.play(action(Square.A3, Square.A4))
    assert [str(move) for move in game.game.moves] == ["a3-a4", "h6-h5"]


def test_every_legal_action_can_be_played() -> None:
    game = match(ruleset="world")
    random = np.random.default_rng(1)
    while not game.is_over and not game.is_cut_short:
        before = game.game.ply
        game.play(int(random.choice(game.observe(game.game.turn)["action_mask"].nonzero()[0])))
        assert game.game.ply == before + 1


def test_of_captures_between_the_same_squares_the_first_is_played() -> None:
    game = match("W:WKh8:Bc6,e6,h6,g5,e4")
    pairs = [(move.origin, move.target) for move in game.game.legal_moves]
    shared = next(pair for pair in pairs if pairs.count(pair) == 2)
    first = next(move for move in game.game.legal_moves if (move.origin, move.target) == shared)
    game.play(action(*shared))
    assert game.game.moves == (first,)


@pytest.mark.parametrize("wrong", [0, ACTIONS - 1, action(Square.A3, Square.A5)])
def test_an_illegal_action_resigns(wrong: int) -> None:
    game = match()
    game.play(wrong)
    assert game.info["outcome"] == "0-1, resignation"
    assert (game.reward(Color.WHITE), game.reward(Color.BLACK)) == (-1, 1)
    assert game.observe(Color.WHITE)["action_mask"].sum() == 0
    with pytest.raises(GameOver):
        game.play(0)


def test_rewards() -> None:
    assert match("W:Wd4,a2:Bd5").reward(Color.WHITE) == 0
    assert match("B:Wd4:B").reward(Color.WHITE) == 1
    assert match("B:Wd4:B").reward(Color.BLACK) == -1
    drawn = match("W:WKa1:BKh8")
    assert drawn.is_over
    assert drawn.reward(Color.WHITE) == drawn.reward(Color.BLACK) == 0


def test_the_past_is_seen() -> None:
    game = match("W:WKa1,Kc1:BKh8,Kf8")
    for text in ("a1-b1", "h8-g8", "b1-a1", "g8-h8"):
        game.game.push(text)
    repeated, quiet = game.observe(Color.WHITE)["observation"][4:]
    assert (repeated == np.float32(1 / 2)).all()
    assert (quiet == np.float32(4 / QUIET_PLIES)).all()


def test_a_long_game_is_cut_short() -> None:
    game = Match("turkish", None, max_plies=1)
    assert not game.is_cut_short
    game.play(action(Square.A3, Square.A4))
    assert game.is_cut_short
    with pytest.raises(ValueError, match="max_plies is 0: expected a whole number from 1 on"):
        Match("turkish", None, max_plies=0)
