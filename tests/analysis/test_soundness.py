"""Solving with answers that are given, not searched."""

import asyncio

from damaci.analysis.soundness import solve
from damaci.engine.analysis import Analysis, Line, Score
from damaci.game.game import Game


async def only_the_first_wins(game: Game, count: int) -> Analysis:
    scores = [Score(cp=900), *(Score(cp=0) for _ in game.legal_moves[1:])]
    lines = [Line(score, (move,)) for score, move in zip(scores, game.legal_moves, strict=True)]
    return Analysis(game.position, 1, 1, 0.0, tuple(lines[:count]))


async def nothing_wins(game: Game, count: int) -> Analysis:
    lines = [Line(Score(cp=0), (move,)) for move in game.legal_moves]
    return Analysis(game.position, 1, 1, 0.0, tuple(lines[:count]))


async def everything_wins(game: Game, count: int) -> Analysis:
    lines = [Line(Score(win=9), (move,)) for move in game.legal_moves]
    return Analysis(game.position, 1, 1, 0.0, tuple(lines[:count]))


def test_verdicts() -> None:
    start = Game(fen="W:Wa2,b2,d3:Ba7,b7,e6")
    assert asyncio.run(solve(start, "win", nothing_wins)).verdict == "unsolved"
    assert asyncio.run(solve(start, "draw", nothing_wins)).verdict == "trivial"
    assert asyncio.run(solve(start, "win", everything_wins)).verdict == "trivial"
    sound = asyncio.run(solve(start, "win", only_the_first_wins))
    assert sound.verdict == "sound"
    assert sound.line[0] == start.legal_moves[0]
    assert len(sound.line) % 2 == 1, "it ends with a move of the solver's"
    assert start.ply == 0
