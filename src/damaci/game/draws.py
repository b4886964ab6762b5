"""Draws: what is counted along a game, and the rules that use the counts."""

from collections.abc import Callable
from dataclasses import dataclass

from damaci.board.color import COLORS
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.game.outcome import Reason
from damaci.rules.endings import Endings, OneEach


@dataclass(frozen=True, slots=True)
class Counters:
    """What the draw rules need to know about the moves that led to a position."""

    quiet_plies: int = 0
    """Plies since the last capture or man's move."""
    reversible_plies: int = 0
    """Plies since the last irreversible move, before which no position can occur again. A man's step sideways is
    reversible."""
    kings_only_plies: int = 0
    """Plies played with one king on each side and nothing else."""
    occurrences: int = 1
    """How many times the position has occurred, this time included."""

    def after(self, before: Position, move: Move, after: Position, earlier_keys: list[int]) -> "Counters":
        """The counters once a move has been played; `earlier_keys` are those of every position before it was."""
        return Counters(
            quiet_plies=_counted(self.quiet_plies, not move.is_capture and not _is_man(before, move)),
            reversible_plies=_counted(self.reversible_plies, not _is_irreversible(before, move, after)),
            kings_only_plies=_counted(self.kings_only_plies, _king_against_king(before) and not move.is_capture),
            occurrences=earlier_keys.count(after.key) + 1,
        )


def _counted(plies: int, goes_on: bool) -> int:
    """One ply more, or none when the sequence has ended."""
    if goes_on:
        return plies + 1
    return 0


def _is_man(position: Position, move: Move) -> bool:
    return bool(position.men(position.turn) >> move.origin & 1)


def _is_irreversible(before: Position, move: Move, after: Position) -> bool:
    advanced = _is_man(before, move) and move.origin.rank != move.target.rank
    return (
        move.is_capture
        or advanced
        or any(before.men(color).bit_count() != after.men(color).bit_count() for color in COLORS)
    )


def _king_against_king(position: Position) -> bool:
    return all(position.kings(color).bit_count() == 1 and not position.men(color) for color in COLORS)


def _one_each(endings: Endings, position: Position, counters: Counters) -> bool:
    if endings.one_each is OneEach.NEVER or any(position.count(color) != 1 for color in COLORS):
        return False
    return endings.one_each is OneEach.AT_ONCE or not position.must_capture


def _kings_only(endings: Endings, position: Position, counters: Counters) -> bool:
    return 0 < endings.kings_only_moves <= counters.kings_only_plies


def _repetition(endings: Endings, position: Position, counters: Counters) -> bool:
    return 0 < endings.repetitions <= counters.occurrences


def _no_progress(endings: Endings, position: Position, counters: Counters) -> bool:
    return 0 < 2 * endings.no_progress_moves <= counters.quiet_plies


_RULES: dict[Reason, Callable[[Endings, Position, Counters], bool]] = {
    Reason.ONE_EACH: _one_each,
    Reason.KINGS_ONLY: _kings_only,
    Reason.REPETITION: _repetition,
    Reason.NO_PROGRESS: _no_progress,
}


def draw_reason(endings: Endings, position: Position, counters: Counters) -> Reason | None:
    """The first rule by which a position with these counters is drawn; None when it is not."""
    return next((reason for reason, applies in _RULES.items() if applies(endings, position, counters)), None)
