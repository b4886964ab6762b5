"""Converts a game to its PDN record and back."""

from typing import NamedTuple

from damaci.arguments import expect_kind
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.game.outcome import WINNERS, Outcome, Reason, impossible
from damaci.notation.pdn.tree import Line, Node, PdnGame, Result
from damaci.rules.endings import Endings
from damaci.rules.options import Options
from damaci.sentence import Sentence

# The values of the tag Termination for endings that are not seen on the board: those of PGN, and our own. Resignation
# and agreement are "normal" and get no such tag.
_TERMINATIONS = {
    Reason.TIME: "time forfeit",
    Reason.ABANDONED: "abandoned",
    Reason.TOO_LONG: "move limit",
    Reason.ADJUDICATED: "adjudication",
    Reason.ANNULLED: "annulled",
}
_RESULTS: dict[str, Result] = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2"}


def to_pdn(game: Game, tags: dict[str, str] | None = None) -> PdnGame:
    """The record of a game, with these tags.

    The record also has the game's options and endings, in tags of their own where they are not the ruleset's.

    >>> game = Game()
    >>> _ = game.push("d3-d4")
    >>> to_pdn(game, {"White": "Ada"}).moves
    [Move(origin=Square.D3, target=Square.D4, captured=(), path=(Square.D3, Square.D4), jumps=())]
    """
    outcome = expect_kind("game", game, Game).outcome()
    if tags is None:
        tags = {}
    return recorded(game, game.moves, outcome, expect_kind("tags", tags, dict))


def recorded(game: Game, moves: tuple[Move, ...], outcome: Outcome | None, tags: dict[str, str]) -> PdnGame:
    """The record of moves that were played from the start of a game, and of the game's outcome."""
    result: Result = "*"
    if outcome:
        result = "*" if outcome.reason is Reason.ANNULLED else _RESULTS[outcome.result]
        if outcome.reason in _TERMINATIONS:
            tags = tags | {"Termination": _TERMINATIONS[outcome.reason]}
    return PdnGame(game.start, tags, _Played(game.start, moves, game.options), result, game.options, game.endings)


class _Played(NamedTuple):
    """The moves of a game as the line of its record."""

    start: Position
    moves: tuple[Move, ...]
    options: Options

    def line(self) -> Line:
        """The moves without any annotation."""
        return Line([Node(move) for move in self.moves])

    def words(self) -> str | None:
        """See Unread."""
        return self.start.kernel.write_words(self._text(), self.options.last_three_kings)

    def transcript(self) -> tuple[list[str], list[tuple[int, str]]] | None:
        """See Unread."""
        return self.start.kernel.transcribe(self._text(), self.options.last_three_kings)

    def _text(self) -> str:
        return " ".join(map(str, self.moves))


def from_pdn(record: PdnGame, endings: Endings | None = None) -> Game:
    """The game that was recorded, without its annotations. Endings are the record's own unless given.

    Raises GameOver when there are moves after the game's end, and DamaciError when the moves lead to another result
    than the recorded one."""
    expect_kind("record", record, PdnGame)
    game = Game(record.ruleset, record.start.fen, record.endings if endings is None else endings, record.options)
    for move in record.moves:
        game.push(move)
    outcome = game.outcome()
    if outcome is None and record.result != "*":
        game.end(record.result, _reason(record))
    elif outcome and record.result not in ("*", outcome.result):
        found = {"found": outcome.result, "reason": outcome.reason, "result": record.result}
        raise DamaciError(Sentence("the moves end in {found} ({reason}), but the record says {result}", found))
    return game


def _reason(record: PdnGame) -> Reason:
    """The reason why people ended the game."""
    winner = WINNERS[record.result]
    said = record.tags.get("Termination", "").lower()
    for reason, termination in _TERMINATIONS.items():
        if said == termination and reason not in impossible(winner):
            return reason
    if winner is None:
        return Reason.AGREEMENT
    return Reason.RESIGNATION
