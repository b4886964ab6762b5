"""What the endgame tables know about a position, in the form of an analysis by the engine."""

from damaci.board.move import Move
from damaci.engine.analysis import Analysis, Line, Score
from damaci.game.game import Game
from damaci.tablebase import Probe, Tablebase, Terms
from damaci.tablebase.remote import RemoteTables

LONGEST = 12
"""The most moves of a line that are given."""


def exact(game: Game, tablebase: Tablebase, count: int) -> Analysis | None:
    """The best `count` moves and how they end, as an analysis of depth 0; None unless the tables know all legal moves.

    As always with tables, draws by repetition or by counting moves are ignored."""
    if game.options.last_three_kings:
        return None
    tables = tablebase.usable(Terms.of(game.ruleset.name, game.endings))
    moves = tables.moves(game.position) if tables else {}
    if not tables or not moves:
        return None
    best = list(moves.items())[:count]
    return _as_analysis(game, best, [tables.line(game.position.play(move), LONGEST - 1) for move, _ in best])


async def exact_of(game: Game, tables: RemoteTables, count: int) -> Analysis | None:
    """The same from remote tables. Raises TablebaseError when they are damaged, and Unreachable."""
    if game.options.last_three_kings:
        return None
    best = list((await tables.moves(game.position)).items())[:count]
    if not best:
        return None
    return _as_analysis(game, best, [await tables.line(game.position.play(move), LONGEST - 1) for move, _ in best])


def _as_analysis(game: Game, best: list[tuple[Move, Probe]], lines: list[list[Move]]) -> Analysis:
    """`lines`: how the game goes on after each of the best moves."""
    told = [Line(_score(probe), (move, *line)) for (move, probe), line in zip(best, lines, strict=True)]
    return Analysis(game.position, 0, 0, 0.0, tuple(told))


def _score(probe: Probe) -> Score:
    if probe.plies is None:
        return Score(draw=True)
    if probe.result > 0:
        return Score(win=probe.plies)
    return Score(loss=probe.plies)
