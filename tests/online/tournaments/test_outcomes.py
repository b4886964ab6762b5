"""Who loses a game by not coming to it, and from when on a player counts as absent."""

import pytest

from damaci.online.tournaments.outcomes import outcome
from damaci.online.tournaments.steps import waited_since
from damaci.play.events import Color, Ended
from damaci.store.announced import BoardGame
from damaci.tournament import Settings, Tournament
from damaci.tournament.events import Opened

NOW = 1_000_000.0


def board(plies: int = 0, result: str = "*", white_came: bool = False, black_came: bool = False) -> BoardGame:
    return BoardGame(1, 3, "game", white_came, black_came, plies + 1, plies, result, "", NOW)


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2"])
def test_a_game_that_is_over_brings_its_result(result: str) -> None:
    found = outcome(board(40, result), "white", NOW)
    assert (found.result, found.ending) == (result, None)


@pytest.mark.parametrize(
    ("first", "plies", "came", "result", "of_game"),
    [
        ("white", 0, {"black_came": True}, "-/+", "0-1"),
        ("white", 0, {}, "-/-", "1/2-1/2"),
        ("white", 0, {"white_came": True}, "+/-", "1-0"),
        ("white", 0, {"white_came": True, "black_came": True}, "-/+", "0-1"),
        ("white", 1, {"white_came": True}, "+/-", "1-0"),
        ("white", 1, {"white_came": True, "black_came": True}, "+/-", "1-0"),
        ("black", 0, {"white_came": True}, "+/-", "1-0"),
        ("black", 0, {"black_came": True}, "-/+", "0-1"),
        ("black", 0, {"white_came": True, "black_came": True}, "+/-", "1-0"),
        ("black", 1, {"black_came": True}, "-/+", "0-1"),
    ],
)
def test_who_does_not_come_loses_and_else_who_makes_no_first_move(
    first: Color, plies: int, came: dict[str, bool], result: str, of_game: str
) -> None:
    found = outcome(board(plies, **came), first, NOW)
    assert found.result == result
    assert found.ending is not None
    assert found.ending.version == plies + 1
    assert found.ending.events == [Ended(at=NOW, result=of_game, reason="abandoned")]  # type: ignore[arg-type]


@pytest.mark.parametrize(("driven", "since"), [(NOW - 7200, NOW - 900), (NOW - 900, NOW - 900), (NOW - 60, 0.0)])
def test_after_an_outage_players_are_waited_for_as_long_again(driven: float, since: float) -> None:
    tournament = Tournament(Opened(at=NOW - 9000, settings=Settings(name="Evening", minutes_late=15)))
    assert waited_since(tournament, driven, NOW) == since
