"""Draws: what is counted along a game, and the rules that use the counts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.game.outcome import Reason
from damaci.rules.endings import Endings, OneEach


@dataclass(frozen=True, slots=True)
class Counters:
    """The facts about earlier moves that the draw rules need in a position."""

    quiet_plies: int = 0
    """Plies since the last capture or man's move."""
    reversible_plies: int = 0
    """Plies since the last irreversible move: no position from before it can occur again. A man's step sideways is
    reversible."""
    kings_only_plies: int = 0
    """Plies played with one king on each side and nothing else."""
    occurrences: int = 1
    """How many times the position has occurred, this time included."""

    def after(self, before: Position, move: Move, after: Position, earlier_keys: Sequence[int]) -> "Counters":
        """The counters after a move; `earlier_keys` are the keys of all positions before it."""
        quiet = not (move.captured or _is_man(before, move))
        reversible = not _is_irreversible(before, move, after)
        kings_only = quiet and _king_against_king(before)
        return Counters(
            quiet_plies=_counted(self.quiet_plies, quiet),
            reversible_plies=_counted(self.reversible_plies, reversible),
            kings_only_plies=_counted(self.kings_only_plies, kings_only),
            occurrences=1 + (earlier_keys.count(after.key) if reversible else 0),
        )


def _counted(plies: int, goes_on: bool) -> int:
    """The new length of a sequence of plies: one more, or 0 when the sequence has ended."""
    if goes_on:
        return plies + 1
    return 0


def _is_man(position: Position, move: Move) -> bool:
    return bool(position.men(position.turn) >> move.origin & 1)


def _is_irreversible(before: Position, move: Move, after: Position) -> bool:
    if move.captured or (move.origin >> 3 != move.target >> 3 and _is_man(before, move)):
        return True
    old = before.kernel
    new = after.kernel
    return (old.white_men | old.black_men).bit_count() != (new.white_men | new.black_men).bit_count()


def _king_against_king(position: Position) -> bool:
    pieces = position.kernel
    return not (pieces.white_men or pieces.black_men) and (
        pieces.white_kings.bit_count() == pieces.black_kings.bit_count() == 1
    )


def _one_each(endings: Endings, position: Position, counters: Counters) -> bool:
    if endings.one_each is OneEach.NEVER or position.count(Color.WHITE) != 1 or position.count(Color.BLACK) != 1:
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
    for reason, applies in _RULES.items():
        if applies(endings, position, counters):
            return reason
    return None
