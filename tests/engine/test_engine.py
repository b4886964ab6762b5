import threading
import time
import tracemalloc
from typing import Any

import pytest

from damaci import _kernel
from damaci.board.position import Position
from damaci.engine import Analysis, Engine, Limits, Score
from damaci.engine.weights import HEADER, learned, pack, unpack
from damaci.errors import BadArgument, DamaciError, GameOver
from damaci.game.game import Game
from damaci.rules.catalogue import RULESETS
from tests.support import PATIENCE

START = Position.start()
MIDDLE_GAME = Position.from_fen(
    "W:Wc4,f4,g4,h4,b3,d3,f3,b2,c2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7,h7,c6,f6,g6,h6,b5,e5"
)
STUCK = Position.from_fen("W:Wa5:Ba6,a7,b5,c5")


@pytest.fixture
def engine() -> Engine:
    return Engine(hash_megabytes=4)


# ---- learning


def test_learned_weights_are_used_from_then_on() -> None:
    tables = learned("turkish")
    assert tables is not None
    by_hand = Engine(1, learned=False)
    taught = Engine(1, learned=False)
    shipped = Engine(1)
    before = by_hand.analyse(MIDDLE_GAME, depth=4)
    assert taught.analyse(MIDDLE_GAME, depth=4).nodes == before.nodes
    taught.load_weights("turkish", tables)
    found = taught.analyse(MIDDLE_GAME, depth=4)
    wanted = shipped.analyse(MIDDLE_GAME, depth=4)
    assert (found.nodes, found.lines) == (wanted.nodes, wanted.lines)
    assert found.score != before.score


@pytest.mark.parametrize("ruleset", RULESETS)
def test_something_is_learned_for_every_ruleset(ruleset: str) -> None:
    start = Position.start(ruleset)
    assert Engine(1).analyse(start, depth=5).nodes != Engine(1, learned=False).analyse(start, depth=5).nodes


def test_files_of_weights() -> None:
    tables = learned("turkish")
    assert tables is not None
    assert unpack(pack(tables)) == tables


@pytest.mark.parametrize(
    ("file", "error"),
    [
        (b"PK", "not a file of weights"),
        (HEADER + b"rubbish", "the file of weights is damaged"),
        (pack(b"x" * 1000)[:-4], "the file of weights is damaged"),
        (pack(bytes(50_000_000)), "unpacks to 1,048,576 bytes or more"),
    ],
)
def test_what_is_no_file_of_weights(file: bytes, error: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(DamaciError, match=error):
            unpack(file)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_what_cannot_be_learned(engine: Engine) -> None:
    tables = learned("turkish")
    assert tables is not None
    with pytest.raises(ValueError, match="the weights are 3 bytes long"):
        engine.load_weights("turkish", b"abc")
    with pytest.raises(ValueError, match="chess"):
        engine.load_weights("chess", tables)


# ---- tuning


def test_numbers_of_the_search_can_be_changed(engine: Engine) -> None:
    before = engine.analyse(MIDDLE_GAME, depth=8)
    engine.forget()
    engine.tune(_kernel.search_parameters())
    assert engine.analyse(MIDDLE_GAME, depth=8).nodes == before.nodes
    engine.forget()
    engine.tune({"reduction_base": -200})
    assert engine.analyse(MIDDLE_GAME, depth=8).nodes > before.nodes


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"luck": 1}, "'luck' is not a parameter of the search"),
        ({"aspiration": 0}, "aspiration is 0; expected 1 to 500"),
        ({"reduction_divisor": 20_000}, "reduction_divisor is 20000; expected 10 to 10000"),
        ({"aspiration": 10**30}, "aspiration"),
        ({"aspiration": "wide"}, "aspiration"),
        ([1], "parameters"),
    ],
)
def test_numbers_that_are_refused_change_nothing(engine: Engine, parameters: Any, message: str) -> None:
    before = engine.analyse(MIDDLE_GAME, depth=7).nodes
    engine.forget()
    changing = parameters if isinstance(parameters, list) else {"history_most": 0} | parameters
    with pytest.raises(BadArgument, match=message):
        engine.tune(changing)
    assert engine.analyse(MIDDLE_GAME, depth=7).nodes == before


# ---- limits


@pytest.mark.parametrize("depth", [1, 4, 7])
def test_depth_is_kept(engine: Engine, depth: int) -> None:
    assert engine.analyse(MIDDLE_GAME, depth=depth).depth == depth


@pytest.mark.parametrize("nodes", [1_000, 20_000])
def test_nodes_are_kept_exactly(engine: Engine, nodes: int) -> None:
    assert engine.analyse(MIDDLE_GAME, nodes=nodes).nodes == nodes


def test_a_search_with_nothing_remembered_is_the_same_again(engine: Engine) -> None:
    first = engine.analyse(MIDDLE_GAME, depth=7, lines=2)
    remembering = engine.analyse(MIDDLE_GAME, depth=7, lines=2)
    engine.forget()
    again = engine.analyse(MIDDLE_GAME, depth=7, lines=2)
    assert (again.nodes, again.lines) == (first.nodes, first.lines)
    assert remembering.nodes < first.nodes


def test_the_better_move_of_a_depth_that_was_not_finished_is_kept(engine: Engine) -> None:
    position = Position.from_fen("W:Wa4,b4,c4,d4,e4,a3,b3,d3,h3,a2,d2,f2,g2:Bb7,c7,d7,f7,g7,a6,b6,c6,d6,f6,a5,g5,h5")
    second = engine.analyse(position, depth=2)
    engine.forget()
    third = engine.analyse(position, depth=3)
    engine.forget()
    told: list[Analysis] = []
    unfinished = engine.analyse(position, nodes=third.nodes - 1, on_depth=told.append)
    assert unfinished.best == third.best != second.best
    assert (unfinished.depth, unfinished.lines) == (2, told[-1].lines)


def test_seconds_are_kept(engine: Engine) -> None:
    begin = time.process_time()
    analysis = engine.analyse(START, seconds=0.2)
    assert analysis.seconds > 0.15
    assert time.process_time() - begin < 0.5  # processor time, because the machine may be busy


def test_one_depth_is_finished_whatever_the_limit(engine: Engine) -> None:
    analysis = engine.analyse(MIDDLE_GAME, nodes=1)
    assert analysis.depth == 1
    assert analysis.best in MIDDLE_GAME.legal_moves


@pytest.mark.parametrize("wrong", [{"depth": 0}, {"nodes": -5}, {"seconds": 0}, {"depth": 2, "lines": 0}])
def test_wrong_limits_are_refused(engine: Engine, wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"expected"):
        engine.analyse(START, **wrong)


def test_an_engine_has_a_memory_and_a_thread() -> None:
    with pytest.raises(ValueError, match="hash_megabytes is 0: expected a whole number from 1 to"):
        Engine(hash_megabytes=0)
    with pytest.raises(ValueError, match="threads is 0: expected a whole number from 1 to 256"):
        Engine(threads=0)


# ---- stopping


def test_stop_from_another_thread_ends_an_endless_search(engine: Engine) -> None:
    deep_enough = threading.Event()
    results: list[Analysis] = []
    search = threading.Thread(
        target=lambda: results.append(engine.analyse(START, on_depth=lambda found: _at(found, 5, deep_enough)))
    )
    search.start()
    assert deep_enough.wait(timeout=30)
    begin = time.process_time()
    engine.stop()
    search.join(timeout=PATIENCE)
    assert time.process_time() - begin < 0.5  # usually it takes 10 ms
    assert results[0].depth >= 5


def _at(found: Analysis, depth: int, reached: threading.Event) -> None:
    if found.depth >= depth:
        reached.set()


def test_a_search_that_ponders_can_be_limited(engine: Engine) -> None:
    deep_enough = threading.Event()
    search = threading.Thread(target=lambda: engine.analyse(START, on_depth=lambda found: _at(found, 5, deep_enough)))
    search.start()
    assert deep_enough.wait(timeout=30)
    begin = time.perf_counter()
    used = time.process_time()
    engine.limit(0.2)
    search.join(timeout=PATIENCE)
    assert time.perf_counter() - begin > 0.15
    assert time.process_time() - used < 0.5


def test_a_limit_is_for_the_running_search_only(engine: Engine) -> None:
    engine.limit(0.05)
    engine.analyse(START, depth=1, on_depth=lambda _: engine.limit(0.05))
    assert engine.analyse(START, seconds=0.3).seconds > 0.25
    with pytest.raises(ValueError, match="seconds is 0"):
        engine.limit(0)


def test_leaving_the_context_stops_the_search() -> None:
    searching = threading.Event()
    with Engine(1) as engine:
        search = threading.Thread(target=lambda: engine.analyse(START, on_depth=lambda _: searching.set()))
        search.start()
        assert searching.wait(timeout=30)
    search.join(timeout=PATIENCE)
    assert not search.is_alive()


def test_other_python_threads_run_meanwhile(engine: Engine) -> None:
    search = threading.Thread(target=lambda: engine.analyse(START, seconds=0.3))
    search.start()
    turns = 0
    while search.is_alive():
        turns += 1
    assert turns > 100


def test_callers_wait_for_each_other(engine: Engine) -> None:
    found: list[Analysis] = []
    threads = [threading.Thread(target=lambda: found.append(engine.analyse(MIDDLE_GAME, depth=6))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [analysis.depth for analysis in found] == [6] * 4


# ---- reports


def test_on_depth_is_told_every_depth(engine: Engine) -> None:
    reported: list[Analysis] = []
    last = engine.analyse(MIDDLE_GAME, depth=6, on_depth=reported.append)
    assert [analysis.depth for analysis in reported] == [1, 2, 3, 4, 5, 6]
    assert reported[-1].lines == last.lines
    assert [analysis.nodes for analysis in reported] == sorted(analysis.nodes for analysis in reported)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_on_depth_raises_ends_the_search(threads: int) -> None:
    engine = Engine(1, threads=threads)

    def fail(analysis: Analysis) -> None:
        if analysis.depth == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        engine.analyse(START, on_depth=fail)
    assert engine.analyse(START, depth=4).depth == 4


def test_lines_are_distinct_and_sorted(engine: Engine) -> None:
    analysis = engine.analyse(MIDDLE_GAME, depth=6, lines=5)
    assert len({line.move for line in analysis.lines}) == 5
    scores = [line.score for line in analysis.lines]
    assert scores == sorted(scores, reverse=True)
    assert all(line.pv[0] == line.move for line in analysis.lines)


def test_the_first_of_many_lines_is_the_best_one(engine: Engine) -> None:
    shot = Position.from_fen("W:Wb5,a4,g4,h4,d3,f3,h3,g2:Bd7,f7,c6,g6,h6,e5,f5")
    assert {str(engine.analyse(shot, depth=7, lines=lines).best) for lines in (1, 3, 9)} == {"b5-c5"}


def test_no_more_lines_than_moves(engine: Engine) -> None:
    assert len(engine.analyse(START, depth=2, lines=100).lines) == len(START.legal_moves)


def test_lines_can_be_played(engine: Engine) -> None:
    for line in engine.analyse(MIDDLE_GAME, depth=8, lines=3).lines:
        position = MIDDLE_GAME
        for move in line.pv:
            assert move in position.legal_moves
            position = position.play(move)


def test_threads_find_the_same_win() -> None:
    position = Position.from_fen("W:WKf7,b3:Bc5")
    analysis = Engine(4, threads=3).analyse(position, depth=9)
    assert (str(analysis.best), analysis.score) == ("f7-f5", Score(win=5))


@pytest.mark.parametrize("lines", [1, 2])
def test_threads_tell_each_depth_once_with_legal_lines(lines: int) -> None:
    reported: list[Analysis] = []
    found = Engine(4, threads=3).analyse(MIDDLE_GAME, depth=9, lines=lines, on_depth=reported.append)
    depths = [each.depth for each in reported]
    assert depths == sorted(set(depths))
    assert (depths[-1], found.depth, len(found.lines)) == (9, 9, lines)
    for line in found.lines:
        game = Game("turkish", MIDDLE_GAME.fen)
        for move in line.pv:
            game.push(move)


def test_threads_share_the_nodes() -> None:
    analysis = Engine(4, threads=2).analyse(START, nodes=100_000)
    assert 50_000 <= analysis.nodes <= 100_000


# ---- playing


def test_play_within_limits_plays_the_best_move(engine: Engine) -> None:
    best = engine.analyse(MIDDLE_GAME, depth=6).best
    engine.forget()
    assert engine.play(MIDDLE_GAME, Limits(depth=6)) == best


def test_the_only_move_is_played_at_once(engine: Engine) -> None:
    forced = Position.from_fen("W:Wf3:Bc7,d6,e5,g5,f4")
    assert engine.play(forced, Limits(seconds=1000)) == forced.legal_moves[0]


def test_no_legal_move(engine: Engine) -> None:
    analysis = engine.analyse(STUCK, depth=3)
    assert (analysis.best, analysis.lines, analysis.score) == (None, (), Score(loss=0))
    with pytest.raises(GameOver, match="nothing to play"):
        engine.play(STUCK, "easy")


def test_a_finished_game_has_nothing_to_play(engine: Engine) -> None:
    game = Game()
    game.end("1-0", "resignation")
    with pytest.raises(GameOver, match="the game is over"):
        engine.play(game, "master")
