"""The batch interface gives the same results for many positions as the library gives for each."""

import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from damaci import (
    RULESETS,
    BadArgument,
    Color,
    Endings,
    FenError,
    Game,
    IllegalMove,
    OneEach,
    Position,
    SetupError,
    UnknownRuleset,
)
from damaci.batch import ACTIONS, Positions
from damaci.engine.weights import learned
from tests.batch.games import random_positions
from tests.support import PATIENCE, conformance_positions

ENDED = [
    "W:Wa3:B",
    "W:W:BKb8",
    "B:Wa3:B",
    "W:Wd4:Be5",
    "B:WKd4:BKe5",
    "W:WKa1:BKb8",
    "W:Wa5:Bb6,c7",
    "B:Wa7,b6:Bb8",
    "W:Wa7:Bb8",
]
"""Under some rulesets at least: a side whose pieces are all captured, one piece each with and without a capture, and a
side that is blocked."""


def test_positions_come_back_as_they_went_in() -> None:
    positions = random_positions("world", 200)
    assert list(Positions.of(positions)) == positions
    assert list(Positions.from_fens([position.fen for position in positions], "world")) == positions


@pytest.mark.parametrize("ruleset", RULESETS)
def test_fens_of_many_are_those_of_each(ruleset: str) -> None:
    positions = random_positions(ruleset, 100)
    fens = [position.fen for position in positions]
    assert Positions.of(positions).to_fens() == fens
    assert list(Positions.from_fens(fens, ruleset)) == positions


ODD_FENS = [
    "w:wa2:bb7",
    " W : W a2 , K b3 : B b7 . ",
    "B:Bb7,Kc8:Wa2.",
    "W:W:Ba2",
    "W:Wa2:B",
    "W:Wa2:W",
    "W:Wa2,a2:Bb7",
    "W:Wa2:Bb7,a2",
    "W:Wa8:Bb7",
    "W:Wa2:Bb1",
    "W:W:B",
    "W:Wa2:Bb7.x",
    "W:Wa2:Bi9",
    "W:Wa",
    "W",
    "",
    "W:Wa2:Bé",
    "W:WA2:BB7",
    "W:Wa2,:Bb7",
    "W:Wb2:Bc7",
]


@pytest.mark.parametrize("fen", ODD_FENS)
@pytest.mark.parametrize("ruleset", ["turkish", "bulgarian"])
def test_odd_fens_are_read_as_one_alone_is(fen: str, ruleset: str) -> None:
    def read(make: Callable[[], Position]) -> object:
        try:
            return make()
        except FenError as error:
            return str(error), error.column

    alone = read(lambda: Position.from_fen(fen, ruleset))
    second = read(lambda: Positions.from_fens([Position.start(ruleset).fen, fen], ruleset)[1])
    if isinstance(alone, tuple):
        assert second == (f"position 1: {alone[0]}", alone[1])
    else:
        assert second == alone


def test_a_batch_is_picked_from_like_an_array() -> None:
    positions = random_positions("turkish", 10)
    batch = Positions.of(positions)
    assert len(batch) == 10
    assert batch[-1] == batch[np.int64(9)] == positions[9]
    assert list(batch[2:6:2]) == [positions[2], positions[4]]
    assert list(batch[[7, 7]]) == [positions[7]] * 2
    assert list(batch[batch.white_to_move]) == positions[::2]
    with pytest.raises(IndexError):
        batch[10]


@pytest.mark.parametrize("index", [None, True, np.True_, (0, 1), [[0]], np.zeros((1, 1), np.intp)])
def test_what_picks_no_positions(index: Any) -> None:
    with pytest.raises(BadArgument, match="an index is "):
        Positions.start(2)[index]


@pytest.mark.parametrize("name", ["ruleset", "boards", "white_to_move", "other"])
def test_attributes_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError, match=f"{name} of Positions cannot be changed"):
        setattr(Positions.start(), name, None)
    copied = pickle.loads(pickle.dumps(Positions.start(2)))
    assert len(copied) == 2


def test_a_batch_cannot_be_changed() -> None:
    boards = Positions.start().boards.copy()
    turns = np.array([True])
    batch = Positions(boards, turns)
    with pytest.raises(ValueError, match="read-only"):
        batch.boards[0, 0] = 0
    boards[0, 0] = 0
    assert batch[0] == Position.start()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_moves_masks_and_successors(ruleset: str) -> None:
    positions = random_positions(ruleset, 400)
    batch = Positions.of(positions)
    moves = batch.legal_moves()
    mask = batch.mask()
    successors = batch.successors()
    expected = [(i, move) for i, position in enumerate(positions) for move in position.legal_moves]
    captured = [sum(1 << square for square in move.captured) for _, move in expected]
    assert len(moves) == len(expected)
    assert moves.position.tolist() == [i for i, _ in expected]
    assert moves.origin.tolist() == [move.origin for _, move in expected]
    assert moves.target.tolist() == [move.target for _, move in expected]
    assert moves.captured.tolist() == captured
    assert moves.counts.tolist() == [len(position.legal_moves) for position in positions]
    assert list(successors) == [positions[i].play(move) for i, move in expected]
    marked = np.zeros_like(mask)
    marked[moves.position, moves.action] = True
    assert (mask == marked).all()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_keys_and_counts(ruleset: str) -> None:
    positions = random_positions(ruleset, 60)
    batch = Positions.of(positions)
    assert batch.keys().tolist() == [position.key for position in positions]
    for depth in (0, 1, 2, 3):
        assert batch.perft(depth, threads=2).tolist() == [position.perft(depth) for position in positions]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_positions_are_worth(ruleset: str) -> None:
    batch = Positions.of(random_positions(ruleset, 200))
    values = batch.evaluate(threads=2)
    assert values.dtype == np.int32
    assert (values == batch.for_mover().evaluate()).all()
    men = np.bitwise_count(batch.for_mover().boards).astype(int) @ [1, 0, -1, 0]
    assert np.corrcoef(men, values)[0, 1] > 0.5


def test_what_was_learned_judges() -> None:
    batch = Positions.of(random_positions("turkish", 200))
    tables = learned("turkish")
    assert tables is not None
    assert (batch.evaluate(tables) != batch.evaluate()).mean() > 0.5
    assert (batch.evaluate(bytes(len(tables))) == 0).all()
    with pytest.raises(ValueError, match="the weights are 3 bytes long; expected 66052"):
        batch.evaluate(b"abc")


def test_the_conformance_positions() -> None:
    for ruleset in RULESETS:
        lines = [line for line in conformance_positions() if line["ruleset"] == ruleset]
        batch = Positions.from_fens([line["fen"] for line in lines], ruleset)
        assert batch.legal_moves().counts.tolist() == [len(line["moves"]) for line in lines]


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads_change_nothing(threads: int) -> None:
    batch = Positions.of(random_positions("turkish", 3000))
    alone = batch.legal_moves()
    shared = batch.legal_moves(threads)
    assert (alone.offsets == shared.offsets).all()
    assert (alone.action == shared.action).all()
    assert (alone.captured == shared.captured).all()
    assert (batch.mask() == batch.mask(threads)).all()
    assert (batch.successors().keys() == batch.successors(threads).keys(threads)).all()


def test_playing_chosen_moves() -> None:
    random = Random(1)
    positions = [position for position in random_positions("turkish", 300) if position.legal_moves]
    choice = [random.randrange(len(position.legal_moves)) for position in positions]
    played = Positions.of(positions).play(np.array(choice))
    assert list(played) == [
        position.play(position.legal_moves[n]) for position, n in zip(positions, choice, strict=True)
    ]


def test_minus_one_plays_nothing() -> None:
    batch = Positions.start(2)
    assert list(batch.play(np.array([-1, 0]))) == [batch[0], batch[0].play(batch[0].legal_moves[0])]


@pytest.mark.parametrize("choice", [8, -2])
def test_a_choice_that_is_none(choice: int) -> None:
    with pytest.raises(IllegalMove, match=f"position 1: choice {choice}, expected -1 to 7"):
        Positions.start(3).play(np.array([0, choice, 0]))


def test_as_many_choices_as_positions() -> None:
    with pytest.raises(ValueError, match=r"choice is .*2.*: expected \[3\]"):
        Positions.start(3).play(np.array([0, 0]))


@pytest.mark.parametrize("reading", [None, *OneEach])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_results_are_those_of_games(ruleset: str, reading: OneEach | None) -> None:
    fens = [*ENDED, *(position.fen for position in random_positions(ruleset, 100))]
    endings = None if reading is None else Endings(one_each=reading)
    outcomes = [Game(ruleset, fen, endings).outcome() for fen in fens]
    results = Positions.from_fens(fens, ruleset).results(reading)
    assert results.over.tolist() == [outcome is not None for outcome in outcomes]
    winners = {None: 0, Color.WHITE: 1, Color.BLACK: -1}
    assert results.winner.tolist() == [winners[outcome.winner] if outcome else 0 for outcome in outcomes]


def test_planes() -> None:
    planes = Positions.from_fens(["B:Wa2,Kh1:Bc7,Kd4"]).planes()
    assert planes.shape == (1, 4, 8, 8)
    assert [tuple(place) for place in np.argwhere(planes[0]).tolist()] == [(0, 1, 0), (1, 0, 7), (2, 6, 2), (3, 3, 3)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_mover_sees_the_same_game(ruleset: str) -> None:
    batch = Positions.of(random_positions(ruleset, 300))
    seen = batch.for_mover()
    assert seen.white_to_move.all()
    actions = batch.mask()
    turned = seen.mask()
    black = ~batch.white_to_move
    assert (turned[~black] == actions[~black]).all()
    assert (turned[black] == actions[black, ::-1]).all()
    assert (seen.perft(2) == batch.perft(2)).all()
    Positions(seen.boards, seen.white_to_move, ruleset)


def test_nothing_at_all() -> None:
    none = Positions.from_fens([])
    assert len(none) == len(none.legal_moves()) == len(none.successors()) == len(none.results().over) == 0
    assert none.mask().shape == (0, ACTIONS)
    assert repr(none) == "<0 Positions, turkish>"


def boards(*sets: tuple[int, int, int, int]) -> np.ndarray:
    return np.array(sets, np.uint64)


@pytest.mark.parametrize(
    ("given", "ruleset", "message"),
    [
        (boards((1, 0, 512, 0), (1, 1, 512, 0)), "turkish", "position 1: two pieces on one square"),
        (boards((1, 0, 1, 0), (1, 0, 512, 0)), "turkish", "position 0: two pieces on one square"),
        (boards((1, 0, 256, 0), (1 << 63, 0, 256, 0)), "turkish", "position 1: a white man on h8, its promotion rank"),
        (
            boards((256, 0, 256 << 1, 0), (0, 1, 1 << 7, 0)),
            "turkish",
            "position 1: a black man on h1, its promotion rank",
        ),
        (boards((256, 0, 512, 0), (0, 0, 0, 0)), "turkish", "position 1: no pieces"),
        (boards((1, 0, 0, 0), (2, 0, 0, 0)), "bulgarian", "position 1: a piece on b1"),
        (boards((1, 0, 2, 0)).astype(np.int64), "turkish", r"boards are int64\[1, 4\]: expected uint64\[1, 4\]"),
        (boards((1, 0, 2, 0))[:, :3], "turkish", r"boards are uint64\[1, 3\]: expected uint64\[1, 4\]"),
        (boards((1, 0, 2, 0))[0], "turkish", r"boards are uint64\[4\]: expected uint64\[4, 4\]"),
    ],
)
def test_arrays_that_are_no_positions(given: np.ndarray, ruleset: str, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        Positions(given, np.ones(len(given), np.bool_), ruleset)


def test_as_many_turns_as_boards() -> None:
    with pytest.raises(SetupError, match=r"white_to_move are bool\[2\]: expected bool\[1\]"):
        Positions(boards((1, 0, 2, 0)), np.array([True, False]))


def test_other_bad_input() -> None:
    with pytest.raises(FenError):
        Positions.from_fens(["W:Wa9:B"])
    with pytest.raises(UnknownRuleset):
        Positions.start(1, "chess")
    with pytest.raises(ValueError, match="positions of turkish, world: expected one ruleset for all"):
        Positions.of([Position.start(), Position.start("world")])
    with pytest.raises(ValueError, match="positions of no ruleset"):
        Positions.of([])
    with pytest.raises(ValueError, match="depth is -1: expected a whole number from 0"):
        Positions.start().perft(-1)
    with pytest.raises(ValueError, match="threads is 0: expected a whole number from 1 to 256"):
        Positions.start().mask(threads=0)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to a process as POSIX does")
def test_ctrl_c_ends_a_count() -> None:
    code = "from damaci.batch import Positions; print('on', flush=True); Positions.start(100).perft(12)"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "on\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert errors.endswith("KeyboardInterrupt\n")


def test_without_numpy() -> None:
    code = "import sys; sys.modules['numpy'] = None; import damaci; import damaci.batch"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("ImportError: damaci.batch needs NumPy. To get it: pip install 'damaci[numpy]'\n")
