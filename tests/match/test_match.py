import threading
import time

import pytest

from damaci.board.color import Color
from damaci.hub import EngineDied
from damaci.match import Contender, Match, Played, Sprt, generate, read_contender
from tests.match.players import FAULTY, GREEDY, RANDOM, RandomPlayer

OPENINGS = generate(count=4)


def working() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "match"]


def test_every_opening_is_played_with_either_colour() -> None:
    told: dict[int, tuple[Color, Played]] = {}
    tally = Match(GREEDY, RANDOM, OPENINGS, games=8).run(
        lambda number, a, played: told.setdefault(number, (a, played)) and None
    )
    assert sorted(told) == list(range(8))
    assert [told[number][0] for number in range(4)] == [Color.WHITE, Color.BLACK] * 2
    for number, (_, played) in told.items():
        assert played.game.moves[:6] == OPENINGS[number // 2].moves[:6]
    assert tally.games == sum(tally.reasons.values()) == 8
    assert sum(tally.pairs) == 4
    assert tally.wins >= 7


def test_openings_are_used_again_when_there_are_few() -> None:
    assert Match(RANDOM, RANDOM, OPENINGS[:1], games=6).run().games == 6


def test_an_odd_game_counts_but_not_as_a_pair() -> None:
    tally = Match(RANDOM, RANDOM, OPENINGS, games=3).run()
    assert (tally.games, sum(tally.pairs)) == (3, 1)


@pytest.mark.parametrize("concurrency", [1, 3])
def test_results_do_not_depend_on_how_many_are_played_at_once(concurrency: int) -> None:
    match = Match(
        read_contender("beginner"),
        read_contender("depth=1"),
        OPENINGS,
        games=8,
        concurrency=concurrency,
        seed=5,
        most_plies=60,
    )
    games: dict[int, tuple[str, ...]] = {}
    match.run(lambda number, a, played: games.__setitem__(number, played.game.texts))
    again: dict[int, tuple[str, ...]] = {}
    match = Match(read_contender("beginner"), read_contender("depth=1"), OPENINGS, games=8, seed=5, most_plies=60)
    match.run(lambda number, a, played: again.__setitem__(number, played.game.texts))
    assert games == again
    assert len(set(games.values())) == 8


def test_faults_are_counted_and_the_match_goes_on() -> None:
    tally = Match(RANDOM, FAULTY, OPENINGS, games=8, concurrency=2).run()
    assert (tally.wins, tally.faults) == (8, {("b", "crash"): 8})


def test_long_games_are_counted() -> None:
    tally = Match(RANDOM, RANDOM, OPENINGS, games=4, most_plies=12).run()
    assert (tally.draws, tally.adjudicated, tally.reasons) == (4, 4, {"too-long": 4})


def test_a_test_ends_the_match_when_it_is_decided() -> None:
    tally = Match(GREEDY, RANDOM, OPENINGS, games=500, sprt=Sprt(0, 100)).run()
    assert Sprt(0, 100).state(tally.pairs) == "passed"
    assert tally.games < 100


@pytest.mark.parametrize("error", [KeyboardInterrupt, LookupError])
def test_an_interruption_leaves_nothing_running(error: type[BaseException]) -> None:
    endless = read_contender("seconds=1000")
    match = Match(endless, endless, OPENINGS, games=8, concurrency=2)

    def interrupt() -> None:
        raise error

    match._take = lambda *_: (time.sleep(0.3), interrupt())  # type: ignore[method-assign]
    with pytest.raises(error):
        match.run()
    assert not working()


def test_what_is_finished_before_an_interruption_is_kept() -> None:
    def on_game(number: int, a: Color, played: Played) -> None:
        if match.tally.games == 5:
            raise KeyboardInterrupt

    match = Match(RANDOM, RANDOM, OPENINGS, games=100, concurrency=2)
    with pytest.raises(KeyboardInterrupt):
        match.run(on_game)
    assert match.tally.games == 5
    assert not working()


def test_an_engine_that_cannot_be_started() -> None:
    started: list[RandomPlayer] = []

    def start() -> RandomPlayer:
        started.append(RandomPlayer())
        return started[-1]

    with pytest.raises(EngineDied, match="no-such-engine cannot be started"):
        Match(Contender("random", start), read_contender("cmd:no-such-engine"), OPENINGS, games=4, concurrency=2).run()
    assert started
    assert all(player.closed for player in started)
