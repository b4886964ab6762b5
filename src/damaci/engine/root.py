"""Converts the subject of a search for the kernel, and the kernel's report for Python."""

from damaci import _kernel
from damaci.arguments import bad
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine.analysis import Analysis, Line, Score
from damaci.errors import GameOver
from damaci.game.game import Game, History
from damaci.tablebase import Tablebase, Terms


class Root:
    """The subject of a search: a position under the draw rules of its ruleset, without earlier moves, or a game under
    its own rules, with its earlier moves."""

    def __init__(self, subject: Position | Game) -> None:
        if not isinstance(subject, Position | Game):
            raise bad("what is searched", subject, "a Position or a Game")
        self._subject = subject
        if isinstance(subject, Game):
            self.position = subject.position
            self.ply = subject.ply
            self.history = subject.history
            self.last_three_kings = subject.options.last_three_kings
            self._endings = subject.endings
        else:
            self.position = subject
            self.ply = 0
            self.history = History((), 0)
            self.last_three_kings = False
            self._endings = subject.ruleset.endings

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that may be played. Raises GameOver when there are none."""
        moves = self._subject.legal_moves
        if not moves:
            raise GameOver(f"there is nothing to play in {self.position.fen}: the game is over")
        return moves

    @property
    def endings(self) -> _kernel.Endings:
        """The draw rules."""
        return {
            "one_each": self._endings.one_each.value,
            "kings_only_moves": self._endings.kings_only_moves,
            "repetitions": self._endings.repetitions,
            "no_progress_moves": self._endings.no_progress_moves,
        }

    @property
    def terms(self) -> Terms:
        """The terms of the endgame tables with the rules of this game."""
        return Terms.of(self.position.ruleset.name, self._endings)

    def tables(self, tablebase: Tablebase) -> _kernel.Tables | None:
        """The endgame tables for the rules under which it is played, if any have been made."""
        if self.last_three_kings:
            return None
        tables = tablebase.usable(self.terms)
        if tables is None:
            return None
        return tables.kernel

    def analysis(self, report: _kernel.Report) -> Analysis:
        """The kernel's report as an Analysis."""
        lines = tuple(Line(Score(**line["score"]), self._moves(line["pv"])) for line in report["lines"])
        return Analysis(self.position, report["depth"], report["nodes"], report["seconds"], lines)

    def _moves(self, identities: list[_kernel.Move]) -> tuple[Move, ...]:
        position = self.position
        moves = []
        for identity in identities:
            move = position.move(identity)
            moves.append(move)
            position = position.play(move)
            if isinstance(self._subject, Game):
                position = self._subject.settle(position)
        return tuple(moves)
