"""Positions as pictures."""

from collections.abc import Sequence

from damaci.board import svg
from damaci.board.position import Position
from damaci.game.line import play_through
from damaci.host import read_game
from damaci.play.board_line import board_line
from damaci.play.events import AnyEvent
from damaci.play.table import Table
from damaci.services.run import Run
from damaci.stored import EventLog


def picture(fen: str, ruleset: str, *, flipped: bool = False) -> str:
    """The SVG of a position, seen from Black's side if `flipped`. Raises FenError, UnknownRuleset."""
    return svg.board(Position.from_fen(fen, ruleset), flipped=flipped)


class Pictures:
    """Small boards for lists of games."""

    def __init__(self, log: EventLog, run: Run) -> None:
        self._log = log
        self._run = run

    async def of_game(self, game: str) -> str:
        """The SVG of the last position of a stored game. Raises UnknownGame, StoreError."""
        events = await read_game(self._log, game)
        return await self._run(_last_position, events)


def _last_position(events: Sequence[AnyEvent]) -> str:
    game = Table.fold(events[:1]).game
    line = board_line(events[1:])
    plies = play_through(game.start, line.text, game.endings, game.options)
    if plies is None:
        return svg.board(Table.fold(events).game.position, coordinates=False)
    return svg.board(Position(plies[-1].after) if plies else game.start, coordinates=False)
