import random

import pytest

from damaci.board.position import Position
from damaci.board.square import squares_of
from damaci.game.draws import Counters
from damaci.game.game import Game
from damaci.game.line import Ply, back_to, line_of, play_through, token, touched
from damaci.rules.catalogue import RULESETS
from damaci.rules.endings import Endings, OneEach
from damaci.rules.options import Options

NO_ENDINGS = Endings()


def played(ruleset: str, seed: int, plies: int = 200, options: Options | None = None) -> Game:
    """A game of random moves under its ruleset's own draw rules."""
    chance = random.Random(seed)
    game = Game(ruleset, options=options)
    while not game.outcome() and game.ply < plies:
        game.push(chance.choice(game.legal_moves))
    return game


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("last_three_kings", [False, True])
def test_a_line_leaves_what_the_moves_leave_one_by_one(ruleset: str, last_three_kings: bool) -> None:
    options = Options(last_three_kings=last_three_kings)
    for seed in range(5):
        game = played(ruleset, seed, options=options)
        twin = Game(ruleset, options=options)
        assert twin.replay(line_of(game.moves), game.moves)
        assert (twin.positions, twin.moves, twin.outcome()) == (game.positions, game.moves, game.outcome())
        assert twin.history == game.history
        assert twin.texts == tuple(before.text(move) for before, move in zip(game.positions, game.moves, strict=False))
        while game.moves:
            game.pop()
            twin.pop()
            assert (twin.outcome(), twin.history, twin.position) == (game.outcome(), game.history, game.position)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_kernel_counts_what_the_draw_rules_count(ruleset: str) -> None:
    game = played(ruleset, seed=1)
    counters = [Counters()]
    keys = [game.start.key]
    for before, move, after in zip(game.positions, game.moves, game.positions[1:], strict=False):
        counters.append(counters[-1].after(before, move, after, keys))
        keys.append(after.key)
    plies = through(game.start, line_of(game.moves), options=game.options)
    assert [Counters(*ply[4:]) for ply in plies] == counters[1:]


def through(start: Position, line: str, endings: Endings = NO_ENDINGS, options: Options | None = None) -> list[Ply]:
    plies = play_through(start, line, endings, options or start.ruleset.options)
    assert plies is not None
    return plies


def test_moves_taken_back_do_not_stand() -> None:
    d3d4 = token(["d3", "d4"], [])
    e6e5 = token(["e6", "e5"], [])
    c3c4 = token(["c3", "c4"], [])
    plies = through(Position.start(), " ".join([d3d4, e6e5, back_to(0), c3c4]))
    assert [ply.text for ply in plies] == ["c3-c4"]
    assert plies[0].occurrences == 1


def test_positions_that_were_taken_back_do_not_count_as_repeated() -> None:
    start = Position.from_fen("W:WKa1:BKh8")
    there = "a1a2 h8h7"
    back = "a2a1 h7h8"
    plies = through(start, f"{there} {back} {back_to(2)} {back}")
    assert [ply.occurrences for ply in plies] == [1, 1, 1, 2]


def test_new_kings_are_told() -> None:
    [ply] = through(Position.from_fen("W:Wa7,d4:Bh5"), "a7a8")
    assert [str(square) for square in squares_of(ply.promoted)] == ["a8"]
    [ply] = through(Position.from_fen("W:WKa7,d4:Bh5"), "a7a8")
    assert ply.promoted == 0


IMPOSSIBLE = [
    "d3d5",  # an illegal move
    "d3",
    "d3d4xe5",
    "D3D4",
    "d3d4 d3d4",
    "d3d4 <1",
    "<0",
    "d3d4 <",
    "d3d4 <9999999999999999999999",
    "!d3 d3d4",  # the game has no touch-move rule
    "d3d4  e6e5",
    "d3-d4",
    "i3i4",
    "d3d4xx",
]


@pytest.mark.parametrize("line", IMPOSSIBLE)
def test_what_is_not_certainly_right_is_left_to_python(line: str) -> None:
    game = Game()
    assert play_through(game.start, line, game.endings, game.options) is None


def test_a_game_stays_as_it_is_when_a_line_cannot_be_played() -> None:
    game = Game()
    assert not game.replay("d3d5", [])
    assert not game.replay("d3d4", [])
    assert (game.ply, game.outcome()) == (0, None)


def test_a_touched_piece_has_to_be_played() -> None:
    options = Options(touch_move=True)
    start = Position.start()
    assert len(through(start, f"{touched('d3')} d3d4", options=options)) == 1
    assert play_through(start, f"{touched('d3')} c3c4", NO_ENDINGS, options) is None
    assert play_through(start, f"{touched('d1')} d3d4", NO_ENDINGS, options) is None


KINGS = "W:WKa1:BKh8"


@pytest.mark.parametrize(
    ("endings", "plies"),
    [
        (Endings(repetitions=2), 4),
        (Endings(no_progress_moves=3), 6),
        (Endings(kings_only_moves=5), 5),
    ],
)
def test_nothing_is_played_after_a_draw(endings: Endings, plies: int) -> None:
    start = Position.from_fen(KINGS)
    moves = ["a1a2", "h8h7", "a2a1", "h7h8", "a1b1", "h8h6", "b1c1", "h6h5"]
    assert len(through(start, " ".join(moves[:plies]), endings)) == plies
    assert play_through(start, " ".join(moves[: plies + 1]), endings, start.ruleset.options) is None


@pytest.mark.parametrize(
    ("one_each", "playable"), [(OneEach.NEVER, True), (OneEach.AT_ONCE, False), (OneEach.UNLESS_CAPTURE, False)]
)
def test_one_piece_each(one_each: OneEach, playable: bool) -> None:
    start = Position.from_fen(KINGS)
    found = play_through(start, "a1a2", Endings(one_each=one_each), start.ruleset.options)
    assert (found is not None) is playable


def test_one_piece_each_goes_on_while_one_can_capture() -> None:
    start = Position.from_fen("W:WKa1:BKa4")
    assert len(through(start, "a1a5xa4", Endings(one_each=OneEach.UNLESS_CAPTURE))) == 1
