"""Stored whole games (tests/data/golden): both move generators, and Game with its endings, still play them as
before."""

import json
from collections import Counter
from typing import Any

import pytest

from damaci.board.position import Position
from damaci.board.square import Square
from damaci.game.game import Game
from damaci.rules import reference
from damaci.rules.catalogue import RULESETS
from damaci.rules.movement import Movement
from damaci.rules.steps import Board
from tests.support import DATA

GAMES: list[tuple[str, dict[str, Any]]] = [
    (name, game)
    for name in RULESETS
    for game in json.loads((DATA / "golden" / f"{name}.json").read_text(encoding="utf-8"))
]
EACH_GAME = pytest.mark.parametrize(
    ("ruleset", "golden"), GAMES, ids=lambda value: value if isinstance(value, str) else value["made"]
)


def reference_move(movement: Movement, board: Board, white: bool, text: str) -> reference.Move:
    """The legal move that goes over exactly these squares."""
    squares = tuple(int(Square.parse(name)) for name in text.replace("x", "-").split("-"))
    if "x" in text:
        [taken] = [chain.taken for chain in reference.legal_chains(movement, board, white) if chain.squares == squares]
        return squares[0], squares[-1], frozenset(taken)
    [move] = [move for move in reference.moves(movement, board, white) if move == (*squares, frozenset())]
    return move


def test_every_ruleset_has_games() -> None:
    count = Counter(ruleset for ruleset, _ in GAMES)
    assert all(count[name] >= 4 for name in RULESETS)
    reasons = {game["reason"] for _, game in GAMES}
    assert reasons == {"captured-all", "blocked", "one-each", "kings-only", "no-progress"}


@EACH_GAME
def test_played_by_the_game(ruleset: str, golden: dict[str, Any]) -> None:
    game = Game(ruleset)
    for text in golden["moves"].split():
        assert game.outcome() is None
        assert str(game.push(text)) == text
    outcome = game.outcome()
    assert outcome
    assert (outcome.result, outcome.reason, game.position.fen) == (golden["result"], golden["reason"], golden["fen"])


@EACH_GAME
def test_played_by_the_reference(ruleset: str, golden: dict[str, Any]) -> None:
    movement = RULESETS[ruleset].movement
    board = Position.start(ruleset).plain_board()
    white = True
    for text in golden["moves"].split():
        board = reference.play(board, reference_move(movement, board, white, text))
        white = not white
    end = Position.from_fen(golden["fen"], ruleset)
    assert (board, white) == (end.plain_board(), end.kernel.white_to_move)
    lost = not reference.moves(movement, board, white)
    assert lost == (golden["reason"] in ("captured-all", "blocked"))
    if lost:
        assert golden["result"] == ("0-1" if white else "1-0")
