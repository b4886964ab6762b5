"""What the endgame tables say of a position: who wins, how soon, each move, and the best play to the end."""

from collections import OrderedDict
from typing import Literal

import msgspec

from damaci.board.position import Position
from damaci.errors import TablebaseError
from damaci.services.run import Run
from damaci.tablebase import Probe, Tablebase, Tables, Terms

MOST_KEPT = 20_000
"""Answers that are kept."""
LONGEST = 300
"""Plies of a line: more than the longest win of any table."""

Category = Literal["win", "draw", "loss"]
_CATEGORIES: dict[int, Category] = {1: "win", 0: "draw", -1: "loss"}


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and the reading of one piece each under which it is judged; the ruleset's own if it is empty."""

    fen: str
    ruleset: str = "turkish"
    one_each: Literal["", "at-once", "unless-capture", "never"] = ""


class EndingMove(msgspec.Struct, frozen=True):
    """A move and how it ends, for the side that makes it; `plies` is None for a draw."""

    text: str
    category: Category
    plies: int | None


class Ending(msgspec.Struct, frozen=True):
    """How a position ends when both sides play their best, for the side to move.

    `moves`: the best first. `line`: the best play until the win is there; of a draw, nothing."""

    fen: str
    ruleset: str
    category: Category
    plies: int | None
    moves: list[EndingMove]
    line: list[str]


class Endings:
    """Answers from the tables of a folder. Repetition and counts of moves are not in them."""

    def __init__(self, tablebase: Tablebase, run: Run) -> None:
        self._tablebase = tablebase
        self._run = run
        self._kept: OrderedDict[Ask, Ending] = OrderedDict()

    async def probe(self, ask: Ask) -> Ending:
        """Raises FenError, UnknownRuleset, and TablebaseError where no table has the position."""
        found = self._kept.get(ask)
        if found is None:
            found = self._kept[ask] = await self._run(self._look_up, ask)
        self._kept.move_to_end(ask)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    def _look_up(self, ask: Ask) -> Ending:
        position = Position.from_fen(ask.fen, ask.ruleset)
        tables = self._tablebase.usable(Terms.of(ask.ruleset).read_as(ask.one_each))
        probe = tables.probe(position) if tables else None
        if tables is None or probe is None:
            raise TablebaseError(f"no endgame table has {position.fen}")
        moves = [_move(position.text(move), after) for move, after in tables.moves(position).items()]
        line = _line(tables, position) if probe.result else []
        return Ending(position.fen, ask.ruleset, _CATEGORIES[probe.result], probe.plies, moves, line)


def _move(text: str, probe: Probe) -> EndingMove:
    return EndingMove(text, _CATEGORIES[probe.result], probe.plies)


def _line(tables: Tables, position: Position) -> list[str]:
    line = []
    for move in tables.line(position, LONGEST):
        line.append(position.text(move))
        position = position.play(move)
    return line
