"""Problems: sound ones, one with a second solution, and one without any."""

import asyncio

import pytest

from damaci.board.color import Color
from damaci.engine import AsyncEngine
from damaci.engine.analysis import Analysis
from damaci.errors import FenError, GameOver
from damaci.game.game import Game
from damaci.notation import pdn
from damaci.puzzles import puzzles
from damaci.services.problems import CheckedProblem, ComposedProblem, Problems

WON = [each for each in puzzles() if each.goal == "win"][:4]
"""Puzzles that were verified to have one solution."""
OTHER_DEFENCE = "B:WKc3,h2:Bc7,Kg5,c2"
"""After the reply c3xc8 two moves win."""
DUAL = "W:Wd5,h2:Bg7,g4"
"""There is one way to win, but late moves of the solution can be replaced by others."""


async def unknown(game: Game, count: int) -> Analysis | None:
    return None


def check(fen: str, goal: str = "win", ruleset: str = "turkish") -> CheckedProblem:
    problems = Problems(unknown, AsyncEngine)
    return asyncio.run(problems.check(ComposedProblem(fen=fen, goal=goal, ruleset=ruleset)))  # type: ignore[arg-type]


@pytest.mark.parametrize("fen", [each.fen for each in WON])
def test_a_puzzle_is_sound(fen: str) -> None:
    [each] = [each for each in WON if each.fen == fen]
    found = check(fen)
    assert found.verdict == "sound"
    assert found.solution[0] == each.moves[0]
    assert found.cooks == []


@pytest.mark.parametrize("name", ["rw4fa2", "dt4fjx", "iw6stt", "nsjsze"])
def test_a_puzzle_whose_solution_is_hard_to_see_is_sound(name: str) -> None:
    """A short search of several moves does not see that one of them wins; a search of the best move only does."""
    [each] = [each for each in puzzles() if each.id == name]
    found = check(each.fen)
    assert (found.verdict, found.solution[0]) == ("sound", each.moves[0])


@pytest.mark.parametrize("fen", ["W:WKa1:Bh8", "W:Wa2:Ba3,a4,b2,c2", "W:W:Ba7"])
def test_a_position_that_is_over_is_no_problem(fen: str) -> None:
    with pytest.raises(GameOver):
        check(fen)


def test_the_solution_as_pdn() -> None:
    found = check(WON[0].fen)
    [game] = pdn.read(found.pdn.encode())
    position = game.start
    assert (position.fen, game.result) == (WON[0].fen, "1-0" if position.turn is Color.WHITE else "0-1")
    for move, text in zip(game.moves, found.solution, strict=True):
        assert move == position.parse_move(text)
        position = position.play(move)


def test_two_solutions() -> None:
    found = check("B:Wd5,b1:Bb6,g2")
    assert (found.verdict, found.cooks) == ("cooked", ["g2-g1"])


def test_second_solutions_and_duals_are_variations_of_the_pdn() -> None:
    found = check("B:Wd5,b1:Bb6,g2")
    assert variations(found.pdn) == {found.solution[0]: found.cooks}
    with_dual = check(DUAL)
    assert (with_dual.verdict, len(with_dual.duals)) == ("sound", 2)
    assert variations(with_dual.pdn) == {each.instead: each.moves for each in with_dual.duals}


def test_duals_after_other_defences_are_told_and_are_variations() -> None:
    found = check(OTHER_DEFENCE)
    assert (found.verdict, found.duals) == ("sound", [])
    [other] = found.defences
    assert other.after == [*found.solution[:1], "c3xc8"]
    assert other.moves == ["a5-a1", "a5-h5"]
    [game] = pdn.read(found.pdn.encode())
    reply, first = game.line.nodes[1].variations[0].nodes
    position = game.start.play(found.solution[0])
    after = position.play(reply.move)
    ways = [first, *(each.nodes[0] for each in first.variations)]
    assert position.text(reply.move) == "c3xc8"
    assert [after.text(node.move) for node in ways] == other.moves


def variations(text: str) -> dict[str, list[str]]:
    """For each of the solver's moves that has alternatives, the alternatives."""
    [game] = pdn.read(text.encode())
    found = {}
    position = game.start
    for node in game.line.nodes:
        if node.variations and position.turn is game.start.turn:
            found[position.text(node.move)] = [position.text(each.nodes[0].move) for each in node.variations]
        position = position.play(node.move)
    return found


def test_it_is_said_how_far_was_looked() -> None:
    assert check("W:Wa2,b2:Ba7,b7").nodes == 300_000


def test_without_a_solution() -> None:
    found = check("W:Wa2,b2:Ba7,b7")
    assert (found.verdict, found.solution) == ("unsolved", [])


def test_no_position() -> None:
    with pytest.raises(FenError):
        check("nonsense")
