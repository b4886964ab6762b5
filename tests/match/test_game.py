from pathlib import Path

import pytest

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine.clock import Clock
from damaci.game.game import Game
from damaci.game.record import from_pdn
from damaci.hub import EngineDied, EngineSilent, HubError, IllegalAnswer, Nonsense
from damaci.match import Opening, Played, TimeControl, generate
from damaci.match.game import play
from damaci.notation import pdn
from damaci.tablebase import Plan, Tables, Terms, build
from tests.match.players import FaultyPlayer, GreedyPlayer, RandomPlayer

[OPENING] = generate(count=1)


def played(white: RandomPlayer, black: RandomPlayer, most_plies: int = 300) -> Played:
    found = play(OPENING, white, black, 1, lambda: False, most_plies)
    assert found
    return found


def test_a_game_goes_from_its_opening_to_its_end() -> None:
    found = played(GreedyPlayer(), RandomPlayer())
    assert found.game.moves[: len(OPENING.moves)] == OPENING.moves
    assert found.game.outcome() == found.outcome
    assert found.outcome.winner is Color.WHITE
    assert not found.fault


def test_a_game_too_long_is_drawn() -> None:
    found = played(GreedyPlayer(), RandomPlayer(), most_plies=20)
    assert found.adjudication
    assert (found.game.ply, found.outcome.winner, found.adjudication.kind) == (20, None, "too-long")
    assert found.pdn({}).tags["Termination"] == "adjudication"
    assert found.pdn({}).line.nodes[-1].comments == ["drawn after 20 plies"]


def test_a_game_that_is_stopped_is_none() -> None:
    assert play(OPENING, RandomPlayer(), RandomPlayer(), 1, lambda: True) is None


@pytest.mark.parametrize(
    ("error", "kind", "termination"),
    [
        (EngineDied, "crash", "abandoned"),
        (EngineSilent, "time-out", "time forfeit"),
        (IllegalAnswer, "illegal-move", "rules infraction"),
        (Nonsense, "nonsense", "abandoned"),
    ],
)
@pytest.mark.parametrize("color", Color)
def test_who_commits_a_fault_loses(error: type[HubError], kind: str, termination: str, color: Color) -> None:
    players = {color: FaultyPlayer(error), color.other: RandomPlayer()}
    found = played(players[Color.WHITE], players[Color.BLACK])
    assert found.outcome.winner is color.other
    assert found.fault
    assert (found.fault.by, found.fault.kind, found.fault.message) == (color, kind, "it is gone")
    record = found.pdn({"White": "x"})
    assert record.tags["Termination"] == termination
    assert record.line.nodes[-1].comments == ["it is gone"]


def test_an_engine_that_cannot_begin_loses() -> None:
    class Absent(RandomPlayer):
        def new_game(self, seed: int) -> None:
            raise EngineDied("it is gone")

    found = played(RandomPlayer(), Absent())
    assert found.outcome.winner is Color.WHITE
    assert found.game.moves == OPENING.moves


@pytest.mark.parametrize(
    "players",
    [
        (RandomPlayer(), GreedyPlayer(), 300),
        (RandomPlayer(), RandomPlayer(), 30),
        (FaultyPlayer(), RandomPlayer(), 300),
    ],
)
def test_its_record_can_be_read(players: tuple[RandomPlayer, RandomPlayer, int]) -> None:
    found = played(*players)
    [record] = pdn.read(pdn.write_game(found.pdn({"White": "a", "Black": "b"})).encode())
    game = from_pdn(record)
    assert game.moves == found.game.moves
    assert game.outcome() is not None
    assert game.outcome().winner is found.outcome.winner


def test_a_position_is_an_opening_too() -> None:
    found = play(Opening(Position.from_fen("W:Wd4,e2:Bd5")), GreedyPlayer(), RandomPlayer(), 1, lambda: False)
    assert found
    assert str(found.outcome) == "1-0, captured-all"


class Watch:
    """The time of day. Only thinking takes time, so that a busy machine costs no player any."""

    now = 1000.0


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr("damaci.match.game.monotonic", lambda: watch.now)
    return watch


class Thinker(RandomPlayer):
    """A player that thinks for the given time, and records the clocks that it receives."""

    def __init__(self, watch: Watch, seconds: float) -> None:
        super().__init__()
        self.watch = watch
        self.seconds = seconds
        self.told: list[Clock] = []

    def move(self, game: Game, clock: Clock | None = None) -> Move:
        assert clock
        self.told.append(clock)
        self.watch.now += self.seconds
        return super().move(game)


def test_a_flag_falls(watch: Watch) -> None:
    control = TimeControl(1, margin=0)
    found = play(OPENING, Thinker(watch, 0.0001), Thinker(watch, 0.35), 1, lambda: False, time=control)
    assert found
    assert found.fault
    assert (found.fault.by, found.fault.kind, found.outcome.winner) == (Color.BLACK, "time-out", Color.WHITE)
    assert found.game.ply - len(OPENING.moves) <= 8
    assert found.pdn({}).tags["Termination"] == "time forfeit"


def test_the_increment_is_added_before_each_move(watch: Watch) -> None:
    slow = Thinker(watch, 0.25)
    fast = Thinker(watch, 0)
    play(OPENING, slow, fast, 1, lambda: False, most_plies=len(OPENING.moves) + 6, time=TimeControl(1, 0.5))
    assert slow.told == [Clock(1.5, 0.5), Clock(1.75, 0.5), Clock(2, 0.5)]
    assert fast.told == [Clock(1.5, 0.5), Clock(2, 0.5), Clock(2.5, 0.5)]


def test_what_tables_know_is_not_played(tmp_path: Path) -> None:
    terms = Terms.of("turkish")
    for _ in build(tmp_path, Plan.up_to(3, terms)):
        pass
    tables = Tables(tmp_path, terms)
    start = Position.from_fen("W:WKc1,d4:Bd5,h3")
    found = play(Opening(start, start.legal_moves), GreedyPlayer(), RandomPlayer(), 1, lambda: False, tables=tables)
    assert found
    assert found.adjudication
    assert found.adjudication.kind == "tables"
    assert found.outcome.winner is Color.WHITE
    assert len(found.game.position.pieces()) == 3
    record = found.pdn({})
    assert (record.result, record.tags["Termination"]) == ("1-0", "adjudication")
    assert record.line.nodes[-1].comments == [found.adjudication.message]
