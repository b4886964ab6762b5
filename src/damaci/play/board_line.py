"""What a table's events did on the board, as one line that the kernel plays through at once."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from damaci.board.move import Move
from damaci.board.square import Square
from damaci.game.line import back_to, token, touched
from damaci.play.events import AfterTheEnd, AnyEvent, Ended, Moved, Opened, TakenBack, Touched

MOVES_KEPT = 8192
"""Different moves that are kept, so that all games share them: the quiet ones are fewer."""


class BoardLine(NamedTuple):
    """The line, and what it leaves."""

    text: str
    moves: list[Move]
    """The moves that were not taken back."""
    later: list[AnyEvent]
    """What happened on the board after the last move: pieces touched, and the end."""


def board_line(happened: Iterable[AnyEvent]) -> BoardLine:
    """The line of the events after Opened. Raises ValueError for events that cannot have happened in this order."""
    tokens: list[str] = []
    moves: list[Move] = []
    later: list[AnyEvent] = []
    ended = False
    for event in happened:
        if ended and not isinstance(event, AfterTheEnd):
            raise ValueError("the game is over")
        match event:
            case Moved():
                if event.ply != len(moves) + 1:
                    raise ValueError("another ply is next")
                if later:
                    tokens += _touches(later)
                    later = []
                tokens.append(token(event.path, event.captured))
                moves.append(move_of(tokens[-1]))
            case TakenBack():
                if not 0 <= event.ply < len(moves):
                    raise ValueError("so many plies have not been played")
                tokens.append(back_to(event.ply))
                del moves[event.ply :]
                later = []
            case Touched() | Ended():
                ended = isinstance(event, Ended)
                later.append(event)
            case Opened():
                raise ValueError("the game has begun")
    return BoardLine(" ".join(tokens), moves, later)


def _touches(later: Sequence[AnyEvent]) -> list[str]:
    return [touched(str(Square.parse(event.square))) for event in later if isinstance(event, Touched)]


@lru_cache(MOVES_KEPT)
def move_of(written: str) -> Move:
    """The move of a token. Raises ValueError."""
    path, _, captured = written.partition("x")
    squares = _squares(path)
    jumps = _squares(captured)
    if len(squares) < 2:
        raise ValueError("a path has two squares or more")
    return Move(squares[0], squares[-1], tuple(sorted(jumps)), squares, jumps)


def _squares(names: str) -> tuple[Square, ...]:
    return tuple(Square.parse(names[at : at + 2]) for at in range(0, len(names), 2))
