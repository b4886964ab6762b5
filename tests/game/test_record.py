"""Conversion of games to PDN records and back."""

import pytest

from damaci import (
    Color,
    DamaciError,
    Endings,
    Game,
    GameOver,
    OneEach,
    Options,
    Position,
    Reason,
    from_pdn,
    pdn,
    to_pdn,
)
from damaci.notation.pdn.tags import derived_tags

ONE_LEFT = "W:Wd4,e2:Bd5"


def played(*texts: str, fen: str | None = None, ruleset: str = "turkish") -> Game:
    game = Game(ruleset, fen)
    for text in texts:
        game.push(text)
    return game


@pytest.mark.parametrize(
    "game", [played(), played("d3-d4", "d6-d5", "d4xd8"), played("d6-d5", fen="B:Wa2:Bd6,e6", ruleset="world")]
)
def test_a_game_that_goes_on(game: Game) -> None:
    record = to_pdn(game, {"White": "Ada"})
    assert (record.tags, record.result) == ({"White": "Ada"}, "*")
    back = from_pdn(next(pdn.read(pdn.write_game(record).encode())))
    assert (back.start, back.moves, back.outcome()) == (game.start, game.moves, None)


def test_an_end_on_the_board() -> None:
    game = played("d4xd6", fen=ONE_LEFT)
    record = to_pdn(game)
    assert record.result == "1-0"
    assert from_pdn(record).outcome() == game.outcome()


def test_the_record_of_an_annulled_game_has_no_result() -> None:
    game = played("d3-d4")
    game.end("1/2-1/2", Reason.ANNULLED)
    record = to_pdn(game)
    assert (record.result, record.tags["Termination"]) == ("*", "annulled")
    assert from_pdn(record).outcome() is None


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ("1-0", Reason.RESIGNATION),
        ("0-1", Reason.TIME),
        ("1-0", Reason.ABANDONED),
        ("1/2-1/2", Reason.ABANDONED),
        ("1/2-1/2", Reason.TOO_LONG),
        ("1/2-1/2", Reason.AGREEMENT),
    ],
)
def test_an_end_by_people(result: str, reason: Reason) -> None:
    game = played("d3-d4")
    game.end(result, reason)
    record = next(pdn.read(pdn.write_game(to_pdn(game)).encode()))
    assert record.result == result
    assert from_pdn(record).outcome() == game.outcome()


def test_moves_behind_the_end() -> None:
    record = pdn.PdnGame(Position.from_fen("W:WKa1:BKh8"))
    record.line.nodes.append(pdn.Node(record.start.parse_move("a1-a2")))
    with pytest.raises(GameOver, match="one-each"):
        from_pdn(record)
    assert from_pdn(record, Endings()).ply == 1


def test_a_result_that_the_moves_do_not_bring() -> None:
    record = to_pdn(played("d4xd6", fen=ONE_LEFT))
    record.result = "0-1"
    with pytest.raises(DamaciError, match=r"the moves end in 1-0 \(captured-all\), but the record says 0-1"):
        from_pdn(record)


def test_men_that_became_kings_by_an_option() -> None:
    game = Game(
        fen="W:Wa2,b2,c2:Bf7,g7,h7", options=Options(last_three_kings=True, touch_move=True, announcements=True)
    )
    for _ in range(3):
        game.push(game.legal_moves[0])
    assert game.position.kings(Color.WHITE)
    written = pdn.write_game(to_pdn(game))
    assert '[Options "touch-move, announcements, last-three-kings"]\n\n1. ' in written
    record = next(pdn.read(written.encode()))
    assert [*record.positions()] == list(game.positions)
    back = from_pdn(record)
    assert (back.positions, back.options) == (game.positions, game.options)


@pytest.mark.parametrize("endings", [Endings(), Endings(OneEach.UNLESS_CAPTURE, 3, 5, 25)])
def test_other_endings_than_the_rulesets(endings: Endings) -> None:
    game = Game(fen="W:WKa1:BKh8,e5", endings=endings)
    record = next(pdn.read(pdn.write_game(to_pdn(game)).encode()))
    assert from_pdn(record).endings == endings
    assert from_pdn(record, Endings(repetitions=4)).endings == Endings(repetitions=4)


def test_what_is_usual_needs_no_tag() -> None:
    assert not {"Options", "Endings"} & derived_tags(to_pdn(Game("bulgarian"))).keys()
