"""Decides unfinished games: by endgame tables, or because they are too long."""

from dataclasses import dataclass
from typing import Literal

from damaci.board.color import Color
from damaci.game.game import Game
from damaci.tablebase import Probe, Tables


@dataclass(frozen=True, slots=True)
class Adjudication:
    """How an unfinished game was decided."""

    kind: Literal["too-long", "tables"]
    winner: Color | None
    message: str


def adjudicate(game: Game, most_plies: int, tables: Tables | None) -> Adjudication | None:
    """The decision of an unfinished game; None when the game goes on. `tables` must be for the game's own draw
    rules."""
    if tables and (probe := tables.probe(game.position)) and _comes_in_time(game, probe):
        return _by_tables(game, probe)
    if game.ply >= most_plies:
        return Adjudication("too-long", None, f"drawn after {game.ply} plies")
    return None


def _comes_in_time(game: Game, probe: Probe) -> bool:
    """Whether the win comes before the no-progress rule draws the game: tables do not count moves without progress."""
    allowed = 2 * game.endings.no_progress_moves
    return probe.plies is None or not allowed or game.history.quiet_plies + probe.plies < allowed


def _by_tables(game: Game, probe: Probe) -> Adjudication:
    if not probe.result:
        return Adjudication("tables", None, "endgame tables: drawn")
    winner = game.turn
    if probe.result < 0:
        winner = game.turn.other
    plies = f"{probe.plies} plies"
    if probe.plies == 1:
        plies = "1 ply"
    return Adjudication("tables", winner, f"endgame tables: {winner.value} wins in {plies}")
