import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from damaci.board.position import Position
from damaci.engine import Clock, Limits
from damaci.errors import BadArgument, DamaciError, GameOver
from damaci.game.game import Game
from damaci.hub import Client, EngineDied, EngineSilent, HubError, IllegalAnswer, Info, Nonsense
from damaci.hub.line import HubLine, read_line
from damaci.hub.squares import Squares
from tests.support import PATIENCE

OURS = [sys.executable, "-m", "damaci", "engine"]
SHORT = Limits(seconds=0.2)


def broken(fault: str) -> list[str]:
    return [sys.executable, str(Path(__file__).with_name("broken.py")), fault]


@pytest.fixture(scope="module")
def ours() -> Iterator[Client]:
    with Client(OURS, {"hash": "4"}, start_seconds=PATIENCE, grace_seconds=PATIENCE) as client:
        yield client


@pytest.fixture
def time_is_up_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """`time_is_up_after("wait")`: as soon as the engine has sent this command, its time is over, however early that
    is."""
    ahead = 0.0

    def arrange(command: str) -> None:
        def read(text: str) -> HubLine | None:
            nonlocal ahead
            line = read_line(text)
            if line and line.command == command:
                ahead = 1_000_000.0
            return line

        monkeypatch.setattr("damaci.hub.client.read_line", read)
        monkeypatch.setattr("damaci.hub.client.monotonic", lambda: time.monotonic() + ahead)

    return arrange


# ---- engines that work


def test_it_introduces_itself(ours: Client) -> None:
    assert ours.name == "Damaci"
    assert ours.parameters["variant"]["value"] == "turkish"


def test_it_plays_a_game(ours: Client) -> None:
    game = Game()
    ours.new_game()
    for _ in range(12):
        game.push(ours.think(game, Limits(nodes=500)).move)
    assert game.ply == 12


@pytest.mark.parametrize("squares", Squares)
def test_both_name_squares_as_was_asked(squares: Squares) -> None:
    game = Game()
    with Client(OURS, {"hash": "1", "squares": squares}, start_seconds=PATIENCE) as client:
        for _ in range(2):
            game.push(client.think(game, Limits(depth=2)).move)
    assert game.ply == 2


def test_it_tells_how_far_it_is(ours: Client) -> None:
    reported: list[Info] = []
    answer = ours.think(Game(), Limits(depth=5), reported.append)
    assert [info.depth for info in reported] == [1, 2, 3, 4, 5]
    assert answer.info == reported[-1]
    assert answer.ponder


def test_a_clock_ends_the_search(ours: Client) -> None:
    """How much time a move takes is tested in tests/engine/test_clock.py."""
    assert ours.think(Game(), Clock(3)).move in Position.start().legal_moves


def test_pondering(ours: Client) -> None:
    game = Game()
    ours.go(game, SHORT, "ponder")
    time.sleep(0.5)
    ours.ping()
    ours.ponder_hit()
    assert ours.answer().move in game.legal_moves


def test_an_endless_search_is_stopped_from_another_thread(ours: Client) -> None:
    threading.Timer(0.3, ours.stop).start()
    ours.go(Game(), Limits(), "analyze")
    assert ours.answer().move in Position.start().legal_moves


def test_the_ruleset_is_set() -> None:
    with Client(OURS, {"hash": "1"}, ruleset="bulgarian", start_seconds=PATIENCE) as client:
        game = Game("bulgarian")
        assert client.think(game, Limits(depth=3)).move in game.legal_moves


def test_a_game_that_is_over_is_not_searched(ours: Client) -> None:
    with pytest.raises(GameOver, match="there is nothing to play"):
        ours.think(Game(fen="W:WKa1:BKh8"), SHORT)


def test_a_game_of_another_ruleset_is_not_searched(ours: Client) -> None:
    with pytest.raises(BadArgument, match="a game of world: expected turkish, which Damac"):
        ours.think(Game("world"), Limits(depth=1))
    assert ours.think(Game(), Limits(depth=1)).move


def test_an_answer_needs_a_search(ours: Client) -> None:
    with pytest.raises(DamaciError, match="no search to answer"):
        ours.answer()


# ---- engines that do not work


@pytest.mark.parametrize(
    ("fault", "seconds", "error", "message"),
    [
        ("crashes", PATIENCE, EngineDied, "Broken-crashes ended with status 3: something terrible happened"),
        ("illegal", PATIENCE, IllegalAnswer, "Broken-illegal played '1-64': 1-64 is not legal"),
        ("no-move", PATIENCE, IllegalAnswer, "Broken-no-move played '': '' is not a move"),
        ("floods", 0.3, EngineSilent, "Broken-floods did not answer in time"),
        ("endless", PATIENCE, Nonsense, "Broken-endless said a line that does not end"),
    ],
)
def test_what_is_wrong_is_told_and_the_process_is_gone(
    fault: str, seconds: float, error: type[HubError], message: str
) -> None:
    with Client(broken(fault), grace_seconds=seconds) as client:
        with pytest.raises(error, match=message):
            client.think(Game(), SHORT)
        assert client._process.poll() is not None
        with pytest.raises(EngineDied):
            client.ping()


def test_a_complaint_is_quoted_when_time_is_up(time_is_up_after: Callable[[str], None]) -> None:
    with Client(broken("hangs"), start_seconds=PATIENCE, grace_seconds=PATIENCE) as client:
        time_is_up_after("error")
        with pytest.raises(EngineSilent, match="hangs did not answer in time: expected a move; it said: I do not know"):
            client.think(Game(), SHORT)
        assert client._process.poll() is not None


def test_rubbish_before_the_move_is_passed_over() -> None:
    with Client(broken("rubbish")) as client:
        answer = client.think(Game(), SHORT)
    assert (str(answer.move), answer.ponder) == ("d3-d4", None)
    assert answer.info == Info(None, None, None, None, ())


@pytest.mark.parametrize(
    ("fault", "seconds", "error", "message"),
    [
        ("silent", 0.3, EngineSilent, "expected wait"),
        ("dies-at-once", PATIENCE, EngineDied, "ended with status 3"),
    ],
)
def test_engines_that_do_not_get_ready(fault: str, seconds: float, error: type[HubError], message: str) -> None:
    with pytest.raises(error, match=message):
        Client(broken(fault), start_seconds=seconds)


def test_an_engine_that_never_gets_ready(time_is_up_after: Callable[[str], None]) -> None:
    time_is_up_after("wait")
    with pytest.raises(EngineSilent, match="expected ready"):
        Client(broken("never-ready"), start_seconds=PATIENCE)


def test_an_engine_deaf_to_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damaci.hub.client.STOP_SECONDS", 0.3)
    with Client(broken("deaf-to-stop")) as client:
        client.go(Game(), Limits(), "analyze")
        client.stop()
        with pytest.raises(EngineSilent):
            client.answer()


@pytest.mark.parametrize("fault", ["never-quits", "child"])
def test_an_engine_that_does_not_go_is_made_to(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damaci.hub.client.STOP_SECONDS", 0.3)
    client = Client(broken(fault))
    client.close()
    assert client._process.returncode
    assert not any(thread.is_alive() for thread in client._output._threads)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(EngineDied, match="no-such-engine cannot be started: "):
        Client("no-such-engine --hub")
    with pytest.raises(DamaciError, match="an empty command"):
        Client("")
    with pytest.raises(DamaciError, match="cannot be read: No closing quotation"):
        Client('engine "x')


def test_a_parameter_that_is_not_there() -> None:
    with pytest.raises(DamaciError, match="Broken-x has no parameter 'colour': expected one of variant"):
        Client(broken("x"), {"colour": "red"})
