"""Whether problems are sound, with given analyses in place of a search."""

import asyncio

from damaci.analysis.soundness import DEFENCES, solve
from damaci.board.move import Move
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


async def seven_win(game: Game, count: int) -> Analysis:
    lines = [Line(Score(cp=900 if place < 7 else 0), (move,)) for place, move in enumerate(game.legal_moves)]
    return Analysis(game.position, 1, 1, 0.0, tuple(lines[:count]))


def test_trivial_is_only_what_every_move_attains() -> None:
    start = Game(fen="W:WKa6,Kb1:Bh7")
    assert len(start.legal_moves) > 7
    found = asyncio.run(solve(start, "win", seven_win, seven_win))
    assert (found.verdict, len(found.choices[0].right)) == ("cooked", 7)


def test_where_nothing_can_be_chosen_a_problem_is_trivial() -> None:
    forced = Game(fen="W:Wd4,h2:Bd5")
    assert len(forced.legal_moves) == 1
    assert asyncio.run(solve(forced, "win", everything_wins, everything_wins)).verdict == "trivial"


def test_verdicts() -> None:
    start = Game(fen="W:Wa2,b2,d3:Ba7,b7,e6")
    assert asyncio.run(solve(start, "win", nothing_wins, nothing_wins)).verdict == "unsolved"
    assert asyncio.run(solve(start, "draw", nothing_wins, nothing_wins)).verdict == "trivial"
    assert asyncio.run(solve(start, "win", everything_wins, everything_wins)).verdict == "trivial"
    sound = asyncio.run(solve(start, "win", only_the_first_wins, only_the_first_wins))
    assert sound.verdict == "sound"
    assert sound.line[0] == start.legal_moves[0]
    assert len(sound.line) % 2 == 1, "it ends with a move of the solver's"
    assert start.ply == 0


def test_only_a_longer_look_finds_nothing() -> None:
    start = Game(fen="W:Wa2,b2,d3:Ba7,b7,e6")
    found = asyncio.run(solve(start, "win", nothing_wins, only_the_first_wins))
    assert (found.verdict, found.line[0]) == ("sound", start.legal_moves[0])


async def one_wins_on_the_line_and_two_beside_it(game: Game, count: int) -> Analysis:
    """On the line of first legal moves one move wins, and beside it two win."""
    line = Game(fen=game.start.fen)
    winning = 2
    while line.ply < game.ply and game.moves[line.ply] == line.legal_moves[0]:
        line.push(line.legal_moves[0])
    if line.ply == game.ply:
        winning = 1
    lines = [Line(Score(cp=900 if place < winning else 0), (move,)) for place, move in enumerate(game.legal_moves)]
    return Analysis(game.position, 1, 1, 0.0, tuple(lines[:count]))


def test_duals_after_other_defences_are_found() -> None:
    start = Game(fen="W:Wa2,b2,d3:Ba7,b7,e6")
    assert asyncio.run(solve(start, "win", only_the_first_wins, only_the_first_wins)).defences == ()
    found = asyncio.run(
        solve(start, "win", one_wins_on_the_line_and_two_beside_it, one_wins_on_the_line_and_two_beside_it)
    )
    assert found.verdict == "sound"
    first = [each for each in found.defences if len(each.line) == 2]
    assert len(first) == DEFENCES
    assert all(len(each.right) == 2 and each.line[:2] != found.line[:2] for each in first)
    assert found.cut


async def two_win_after_the_other_replies_twice(game: Game, count: int) -> Analysis:
    """Two moves win once two replies of the game are not the first legal move; until then one wins."""
    beside = sum(move != line for move, line in zip(game.moves[1::2], _first_moves(game)[1::2], strict=True))
    winning = 2 if beside >= 2 else 1
    lines = [Line(Score(cp=900 if place < winning else 0), (move,)) for place, move in enumerate(game.legal_moves)]
    return Analysis(game.position, 1, 1, 0.0, tuple(lines[:count]))


def _first_moves(game: Game) -> list[Move]:
    """The first legal move in each position of the game."""
    line = Game(fen=game.start.fen)
    found = []
    for move in game.moves:
        found.append(line.legal_moves[0])
        line.push(move)
    return found


def test_other_defences_are_followed_to_their_duals() -> None:
    start = Game(fen="W:Wa2,b2,d3:Ba7,b7,e6")
    found = asyncio.run(
        solve(start, "win", two_win_after_the_other_replies_twice, two_win_after_the_other_replies_twice)
    )
    assert found.defences
    assert all(len(each.line) >= 4 and len(each.right) == 2 for each in found.defences)
    assert found.cut


def test_where_every_defence_was_looked_at_nothing_is_cut() -> None:
    start = Game(fen="W:Wf2:Bh2,h8")
    assert not asyncio.run(solve(start, "draw", nothing_wins, nothing_wins)).cut
