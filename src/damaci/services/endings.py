"""What the endgame tables say of a position: who wins, how soon, each move, and the best play to the end."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.errors import TablebaseError
from damaci.play.events import Color, word
from damaci.services.known_endings import FoundEnding, Knowledge
from damaci.tablebase import Material, Probe, Terms
from damaci.wire import messages as m
from damaci.wire import view

MOST_KEPT = 20_000
"""Answers that are kept."""
LONGEST = 300
"""Plies of a line: more than the longest win of any table."""

Category = Literal["win", "draw", "loss"]
OneEachReading = Literal["", "at-once", "unless-capture", "never"]
_CATEGORIES: dict[int, Category] = {1: "win", 0: "draw", -1: "loss"}


class EndingQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and the reading of one piece each under which it is judged; the ruleset's own if it is empty."""

    fen: Annotated[str, msgspec.Meta(max_length=400)]
    ruleset: str = "turkish"
    one_each: OneEachReading = ""


class EndingMove(msgspec.Struct, frozen=True):
    """A move and how it ends, for the side that makes it; `plies` is None for a draw."""

    text: str
    category: Category
    plies: int | None


class Ending(msgspec.Struct, frozen=True):
    """How a position ends with best play, for the side to move.

    `moves`: the best first. `line`: the best play until the win; empty for a draw."""

    fen: str
    ruleset: str
    category: Category
    plies: int | None
    moves: list[EndingMove]
    line: list[str]


class LookedMove(msgspec.Struct, frozen=True):
    """A legal move, the position after it, and how it ends; `category` is None where no table knows."""

    text: str
    fen: str
    category: Category | None = None
    plies: int | None = None


class Shares(msgspec.Struct, frozen=True):
    """How all positions of a material end for the side to move."""

    win: int
    draw: int
    loss: int
    longest_win: int


class Looked(msgspec.Struct, frozen=True):
    """A position for the board, and what the tables say of it; `category` is None where no table has it."""

    fen: str
    turn: Color
    legal: list[m.Legal]
    must: list[str]
    material: str
    category: Category | None = None
    plies: int | None = None
    moves: list[LookedMove] = []
    """All that are legal; the best first, where they are known."""
    shares: Shares | None = None


class EndingAnswers:
    """Looks positions up in several sets of tables, and answers from the first that has the position. Tables know
    nothing of repetition or of counted moves."""

    def __init__(self, known: Sequence[Knowledge]) -> None:
        self._known = known
        self._kept: OrderedDict[EndingQuestion, Ending] = OrderedDict()

    async def probe(self, ask: EndingQuestion) -> Ending:
        """Raises FenError, UnknownRuleset, and TablebaseError where no table has the position."""
        found = self._kept.get(ask)
        if found is None:
            found = self._kept[ask] = await self._look_up(ask)
        self._kept.move_to_end(ask)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    async def look(self, ask: EndingQuestion) -> Looked:
        """Like `probe`, for a page with a board, which also shows positions that no table has. Raises FenError,
        UnknownRuleset."""
        position = Position.from_fen(ask.fen, ask.ruleset)
        terms = _terms(ask)
        material = Material.of(position)
        legal = view.listed(position, position.legal_moves)
        must = view.must(position.legal_moves)
        found = await self._find(position, terms, 0)
        moves = _looked_moves(position, found)
        looked = Looked(position.fen, word(position.turn), legal, must, str(material), moves=moves)
        if found is None:
            return looked
        shares = await self._shares(material, terms)
        category = _CATEGORIES[found.probe.result]
        return msgspec.structs.replace(looked, category=category, plies=found.probe.plies, shares=shares)

    async def _look_up(self, ask: EndingQuestion) -> Ending:
        position = Position.from_fen(ask.fen, ask.ruleset)
        found = await self._find(position, _terms(ask), LONGEST)
        if found is None:
            raise TablebaseError(f"no endgame table has {position.fen}")
        category = _CATEGORIES[found.probe.result]
        moves = _moves(position, found)
        return Ending(position.fen, ask.ruleset, category, found.probe.plies, moves, _line(position, found))

    async def _find(self, position: Position, terms: Terms, plies: int) -> FoundEnding | None:
        for known in self._known:
            if found := await known.find(position, terms, plies):
                return found
        return None

    async def _shares(self, material: Material, terms: Terms) -> Shares | None:
        for known in self._known:
            if counts := await known.counts(material, terms):
                return Shares(counts["win"], counts["draw"], counts["loss"], counts["longest_win"])
        return None


def _terms(ask: EndingQuestion) -> Terms:
    return Terms.of(ask.ruleset).read_as(ask.one_each or None)


def _moves(position: Position, found: FoundEnding) -> list[EndingMove]:
    return [_move(position.text(move), after) for move, after in found.moves.items()]


def _move(text: str, probe: Probe) -> EndingMove:
    return EndingMove(text, _CATEGORIES[probe.result], probe.plies)


def _looked_moves(position: Position, found: FoundEnding | None) -> list[LookedMove]:
    known = found.moves if found else {}
    return [_looked_move(position, move, known.get(move)) for move in known or position.legal_moves]


def _looked_move(position: Position, move: Move, probe: Probe | None) -> LookedMove:
    text = position.text(move)
    fen = position.play(move).fen
    if probe is None:
        return LookedMove(text, fen, None, None)
    return LookedMove(text, fen, _CATEGORIES[probe.result], probe.plies)


def _line(position: Position, found: FoundEnding) -> list[str]:
    line = []
    for move in found.line:
        line.append(position.text(move))
        position = position.play(move)
    return line
