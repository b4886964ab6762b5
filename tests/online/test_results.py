from damaci.online.results import SHOWN, against, results
from damaci.play.events import Color
from damaci.services.tally import Tally
from damaci.store.played import PlayedGame


def game(score: float, color: Color = "white", name: str = "Ada", move: tuple[str, ...] = ("d3", "d4")) -> PlayedGame:
    return PlayedGame("g", color, score, move, name.lower(), name, name.lower())


def test_games_are_counted_by_side_opening_and_opponent() -> None:
    found = results([game(1.0), game(0.5), game(0.0, "black", "Bora", ("c3", "c4")), game(1.0, name="Bora")])
    assert (found.all, found.white, found.black) == (Tally(2, 1, 1), Tally(2, 1, 0), Tally(0, 0, 1))
    assert [(each.color, each.move, each.tally) for each in found.openings] == [
        ("white", "d3-d4", Tally(2, 1, 0)),
        ("black", "c3-c4", Tally(0, 0, 1)),
    ]
    assert [(each.name, each.tally) for each in found.opponents] == [
        ("Ada", Tally(1, 1, 0)),
        ("Bora", Tally(1, 0, 1)),
    ]
    assert against([game(1.0), game(0.0, name="Bora")], "bora") == Tally(lost=1)


def test_guests_and_deleted_players_are_counted_but_not_named() -> None:
    guest = game(1.0)._replace(account=None)
    gone = game(0.0)._replace(opponent=None, name=None, account=None)
    found = results([guest, gone])
    assert (found.all, list(found.opponents)) == (Tally(1, 0, 1), [])


def test_a_game_that_does_not_begin_with_a_move_has_no_opening() -> None:
    assert list(results([game(1.0, move=())]).openings) == []


def test_only_the_most_frequent_are_shown() -> None:
    games = [game(1.0, name=f"Player {number}") for number in range(SHOWN + 3)]
    assert len(results(games).opponents) == SHOWN
    assert results([]).all.games == 0
