"""Swings: moves whose result differs from what the search had expected."""

from random import Random

import pytest

from damaci import Position
from lab.puzzles.games import Played
from lab.puzzles.quick import Quick
from lab.suite.games import Seen, SelfPlay, Watched, small_ending

START = Position.start().kernel
FIRST, *OTHERS = START.moves()


@pytest.mark.parametrize(
    ("before", "after", "followed", "swings"),
    [
        (0, 100, True, True),  # the search's own move loses a man
        (0, 99, True, False),
        (0, -100, True, False),  # the search's own move is even better
        (0, -100, False, True),  # another move was better than the search's
        (0, 100, False, False),  # another move was worse
        (900, -700, True, False),  # both scores are wins
    ],
)
def test_swings(before: int, after: int, followed: bool, swings: bool) -> None:
    played = FIRST if followed else OTHERS[0]
    second = START.play(played)
    game = Watched("game", 7, [Seen(START, before, FIRST), Seen(second, after, second.moves()[0])])
    assert [ply for ply, _ in game.swings()] == [7] * swings


def test_games_repeat_and_follow_the_search() -> None:
    players = SelfPlay("turkish", Quick("turkish"), 30)
    games = [players.game(Random(3), "game") for _ in range(2)]
    assert [seen.position.key for seen in games[0].seen] == [seen.position.key for seen in games[1].seen]
    for one, after in zip(games[0].seen, games[0].seen[1:], strict=False):
        assert one.position.play(one.best).key == after.position.key


def test_a_game_of_others_is_followed() -> None:
    positions = [START, START.play(OTHERS[0])]
    given = Played(tuple(positions), "game")
    game = SelfPlay("turkish", Quick("turkish"), 30).watch(given)
    assert [seen.position.key for seen in game.seen] == [position.key for position in positions]


def test_small_endings() -> None:
    for number in range(20):
        position = Position(small_ending(Position.start(), Random(number), 4))
        assert len(position.pieces()) == 4
        assert not position.must_capture
        assert position.legal_moves
