"""Why a move is refused: typed, so that a page can make a sentence and a picture of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from damaci.board.move import Move
from damaci.board.movetext import Attempt, read_moves
from damaci.board.path import Path
from damaci.board.square import Square
from damaci.rules.steps import slides

if TYPE_CHECKING:
    from damaci.board.position import Position


class RefusalCode(StrEnum):
    """The reasons, as stable words."""

    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"
    BAD_TEXT = "bad-text"
    AMBIGUOUS = "ambiguous"
    EMPTY_SQUARE = "empty-square"
    NOT_YOUR_PIECE = "not-your-piece"
    CANNOT_MOVE = "cannot-move"
    TOUCHED_PIECE = "touched-piece"
    """Another piece has been touched and has to be played."""
    MUST_CAPTURE = "must-capture"
    MUST_CAPTURE_MORE = "must-capture-more"
    MUST_GO_ON = "must-go-on"
    """The capture is not finished."""
    MUST_USE_KING = "must-use-king"
    ILLEGAL_MOVE = "illegal-move"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move may not be played, and what has to be played instead.

    >>> from damaci.game.game import Game
    >>> refusal = Game(fen="W:Wf3:Bc7,d6,e5,g5,f4").explain("f3xh5")
    >>> refusal.code, refusal.count, refusal.must_count, str(refusal.instead[0])
    (<RefusalCode.MUST_CAPTURE_MORE: 'must-capture-more'>, 2, 4, 'f3xf5xd5xd7xb7')
    """

    code: RefusalCode
    message: str
    """English, for developers and the command line; players read their own language's sentence for the code."""
    count: int = 0
    """Pieces that the tried move takes."""
    must_count: int = 0
    """Pieces that have to be taken."""
    instead: tuple[Move, ...] = ()

    def __str__(self) -> str:
        return self.message


def explain(position: "Position", attempt: Attempt) -> Refusal | None:
    """Why this may not be played in a position; None when it may."""
    meant = read_moves(position, attempt)
    if len(meant) == 1:
        return None
    if meant:
        choices = ", ".join(map(str, meant))
        return Refusal(RefusalCode.AMBIGUOUS, f"this can mean {choices}", must_count=position.must_capture, instead=tuple(meant))
    return _explain_origin(position, attempt.squares[0]) or _explain_sign(position, attempt) or _explain_movement(position, attempt)


def _explain_origin(position: "Position", origin: Square) -> Refusal | None:
    piece = position.piece_at(origin)
    if piece is None:
        return Refusal(RefusalCode.EMPTY_SQUARE, f"there is no piece on {origin}")
    if piece.color is not position.turn:
        return Refusal(RefusalCode.NOT_YOUR_PIECE, f"the piece on {origin} is {piece.color}, and it is {position.turn}'s turn")
    return None


def _explain_sign(position: "Position", attempt: Attempt) -> Refusal | None:
    meant = read_moves(position, attempt._replace(sign=""))
    if not meant:
        return None
    expected = "captures: write x" if meant[0].is_capture else "captures nothing: write -"
    return Refusal(RefusalCode.BAD_TEXT, f"this move {expected}", must_count=position.must_capture, instead=tuple(meant))


def _explain_movement(position: "Position", attempt: Attempt) -> Refusal:
    origin, target = attempt.squares[0], attempt.squares[-1]
    must = position.must_capture
    board = position.plain_board()
    free = [*slides(position.ruleset.movement, board, origin, board[origin])]
    chains = _chains(position, origin) if must else []
    if tried := max((chain for chain in chains if _matches(chain, attempt)), key=lambda chain: len(chain.jumps), default=None):
        return _explain_capture(position, tried)
    instead = position.legal_moves if must else ()
    if must and len(attempt.squares) == 2 and target in free:
        return Refusal(RefusalCode.MUST_CAPTURE, f"{_pieces(must)} to be captured", 0, must, instead)
    if not free and not chains:
        return Refusal(RefusalCode.CANNOT_MOVE, f"the piece on {origin} cannot move", 0, must, instead)
    own = tuple(move for move in position.legal_moves if move.origin == origin)
    return Refusal(RefusalCode.ILLEGAL_MOVE, f"the piece on {origin} does not move so", 0, must, own or instead)


def _explain_capture(position: "Position", tried: Path) -> Refusal:
    """Why a capture that the piece could physically make may not be played."""
    count, must = len(tried.jumps), position.must_capture
    if _king_goes_first(position, tried):
        return Refusal(RefusalCode.MUST_USE_KING, "a king that can capture has to", count, must, position.legal_moves)
    onward = tuple(move for move in position.legal_moves if _leads_to(position, tried, move))
    if onward:
        return Refusal(RefusalCode.MUST_GO_ON, f"the capture goes on: {_pieces(must)} to be captured", count, must, onward)
    message = f"this captures {count}, and {_pieces(must)} to be captured"
    return Refusal(RefusalCode.MUST_CAPTURE_MORE, message, count, must, position.legal_moves)


def _king_goes_first(position: "Position", tried: Path) -> bool:
    """Whether the capture is refused because it is a man's, and a king's is to be preferred."""
    kings = position.kings(position.turn)
    if kings >> tried.squares[0] & 1 or not all(kings >> move.origin & 1 for move in position.legal_moves):
        return False
    priority = position.ruleset.movement.priority
    return priority == "king-first" or (priority == "king-among-equals" and len(tried.jumps) == position.must_capture)


def _leads_to(position: "Position", tried: Path, move: Move) -> bool:
    begins = len(tried.squares)
    return move.origin == tried.squares[0] and any(path.squares[:begins] == tried.squares for path in position.paths(move))


def _chains(position: "Position", origin: Square) -> list[Path]:
    return [path for path in position.all_captures(limit=10_000) if path.squares[0] == origin]


def _matches(chain: Path, attempt: Attempt) -> bool:
    if len(attempt.squares) == 2 and chain.squares[-1] == attempt.squares[1]:
        return True
    return attempt.squares in (chain.squares, (chain.squares[0], *chain.jumps))


def _pieces(count: int) -> str:
    return "1 piece has" if count == 1 else f"{count} pieces have"
