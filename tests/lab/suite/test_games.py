"""Hard positions are looked for before a change of the score."""

from random import Random

import pytest

from damaci import Position
from lab.puzzles.games import Played
from lab.puzzles.quick import Quick
from lab.suite.games import Seen, SelfPlay, Watched, small_ending

START = Position.start().kernel
FIRST, SECOND, *_ = START.moves()


def watched(*scores: int) -> Watched:
    """A game in which the search had these scores for White, whoever is to move."""
    sides = (START, START.play(FIRST))
    seen = [Seen(sides[ply % 2], -score if ply % 2 else score, FIRST) for ply, score in enumerate(scores)]
    return Watched("game", 7, seen)


@pytest.mark.parametrize(
    ("scores", "unsettled"),
    [
        ((0, 0, 150), [7, 8]),
        ((0, 0, 149), []),
        ((0, 0, -150), [7, 8]),
        ((0, *[1] * 8, 160), [8, 9, 10, 11, 12, 13, 14, 15]),  # nine plies before the change it is too early
        ((300, 900), []),  # decided before
        ((299, 900), []),  # values beyond four men count as four
        ((249, 900), [7]),
    ],
)
def test_positions_before_a_change_of_the_score(scores: tuple[int, ...], unsettled: list[int]) -> None:
    assert [ply for ply, _ in watched(*scores).unsettled()] == unsettled


def test_games_repeat_and_follow_the_search() -> None:
    players = SelfPlay("turkish", Quick("turkish"), 30)
    games = [players.game(Random(3), "game") for _ in range(2)]
    assert [seen.position.key for seen in games[0].seen] == [seen.position.key for seen in games[1].seen]
    for one, after in zip(games[0].seen, games[0].seen[1:], strict=False):
        assert one.position.play(one.best).key == after.position.key


def test_a_game_of_others_is_followed() -> None:
    positions = [START, START.play(SECOND)]
    given = Played(tuple(positions), "game")
    game = SelfPlay("turkish", Quick("turkish"), 30).watch(given)
    assert [seen.position.key for seen in game.seen] == [position.key for position in positions]


def test_small_endings() -> None:
    for number in range(20):
        position = Position(small_ending(Position.start(), Random(number), 4))
        assert len(position.pieces()) == 4
        assert not position.must_capture
        assert position.legal_moves
