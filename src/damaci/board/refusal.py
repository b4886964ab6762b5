"""Why a move is refused, as values from which a page can make a sentence and a picture."""

from dataclasses import dataclass
from enum import StrEnum

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.movetext import Attempt, read_moves
from damaci.board.path import Path
from damaci.board.placement import Placement
from damaci.board.square import Square
from damaci.rules.steps import slides
from damaci.sentence import Sentence


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
    reason: Sentence
    """The reason in full, as it is given for a record that cannot be read. A page shows players a shorter sentence
    for the code."""
    count: int = 0
    """Pieces that the tried move takes."""
    must_count: int = 0
    """Pieces that have to be taken."""
    instead: tuple[Move, ...] = ()

    @property
    def message(self) -> str:
        """The reason in English, for developers and the command line."""
        return str(self.reason)

    def __str__(self) -> str:
        return self.message


def explain(position: Placement, attempt: Attempt) -> Refusal | None:
    """Why an attempted move may not be played in a position; None when it may."""
    resolved = resolve(position, attempt)
    if isinstance(resolved, Refusal):
        return resolved
    return None


def resolve(position: Placement, attempt: Attempt) -> Move | Refusal:
    """The legal move that an attempt means in a position, or why it may not be played."""
    meant = read_moves(position, attempt)
    if len(meant) == 1:
        return meant[0]
    if meant:
        reason = Sentence("this can mean {moves}", {"moves": ", ".join(map(str, meant))})
        return Refusal(RefusalCode.AMBIGUOUS, reason, must_count=position.must_capture, instead=tuple(meant))
    return (
        _explain_origin(position, attempt.squares[0])
        or _explain_sign(position, attempt)
        or _explain_movement(position, attempt)
    )


def _explain_origin(position: Placement, origin: Square) -> Refusal | None:
    piece = position.piece_at(origin)
    if piece is None:
        return Refusal(RefusalCode.EMPTY_SQUARE, Sentence("there is no piece on {square}", {"square": origin}))
    if piece.color is not position.turn:
        black = Sentence("the piece on {square} is black, and it is white's turn", {"square": origin})
        white = Sentence("the piece on {square} is white, and it is black's turn", {"square": origin})
        return Refusal(RefusalCode.NOT_YOUR_PIECE, white if piece.color is Color.WHITE else black)
    return None


def _explain_sign(position: Placement, attempt: Attempt) -> Refusal | None:
    meant = read_moves(position, attempt._replace(sign=""))
    if not meant:
        return None
    captures = Sentence("this move captures: write x")
    quiet = Sentence("this move captures nothing: write -")
    reason = captures if meant[0].is_capture else quiet
    return Refusal(RefusalCode.BAD_TEXT, reason, must_count=position.must_capture, instead=tuple(meant))


def _explain_movement(position: Placement, attempt: Attempt) -> Refusal:
    origin = attempt.squares[0]
    target = attempt.squares[-1]
    must = position.must_capture
    board = position.plain_board()
    free = [*slides(position.ruleset.movement, board, origin, board[origin])]
    chains = _chains(position, origin) if must else []
    if tried := max(
        (chain for chain in chains if _matches(chain, attempt)), key=lambda chain: len(chain.jumps), default=None
    ):
        return _explain_capture(position, tried)
    instead = position.legal_moves if must else ()
    if must and len(attempt.squares) == 2 and target in free:
        return Refusal(RefusalCode.MUST_CAPTURE, _to_capture(must), 0, must, instead)
    if not free and not chains:
        return Refusal(
            RefusalCode.CANNOT_MOVE, Sentence("the piece on {square} cannot move", {"square": origin}), 0, must, instead
        )
    own = tuple(move for move in position.legal_moves if move.origin == origin)
    reason = Sentence("the piece on {square} does not move so", {"square": origin})
    return Refusal(RefusalCode.ILLEGAL_MOVE, reason, 0, must, own or instead)


def _explain_capture(position: Placement, tried: Path) -> Refusal:
    """Why a capture that the piece could physically make may not be played."""
    count = len(tried.jumps)
    must = position.must_capture
    if _king_goes_first(position, tried):
        return Refusal(
            RefusalCode.MUST_USE_KING, Sentence("a king that can capture has to"), count, must, position.legal_moves
        )
    onward = tuple(move for move in position.legal_moves if _leads_to(position, tried, move))
    if onward:
        reason = Sentence("the capture goes on: {duty}", {"duty": _to_capture(must)})
        return Refusal(RefusalCode.MUST_GO_ON, reason, count, must, onward)
    reason = Sentence("this captures {n}, and {duty}", {"n": count, "duty": _to_capture(must)})
    return Refusal(RefusalCode.MUST_CAPTURE_MORE, reason, count, must, position.legal_moves)


def _king_goes_first(position: Placement, tried: Path) -> bool:
    """Whether the capture is refused because a man would capture, where a king has to."""
    kings = position.kings(position.turn)
    if kings >> tried.squares[0] & 1 or not all(kings >> move.origin & 1 for move in position.legal_moves):
        return False
    priority = position.ruleset.movement.priority
    return priority == "king-first" or (priority == "king-among-equals" and len(tried.jumps) == position.must_capture)


def _leads_to(position: Placement, tried: Path, move: Move) -> bool:
    begins = len(tried.squares)
    return move.origin == tried.squares[0] and any(
        path.squares[:begins] == tried.squares for path in position.paths_of(move, limit=1000)
    )


def _chains(position: Placement, origin: Square) -> list[Path]:
    return [path for path in position.all_captures(limit=10_000) if path.squares[0] == origin]


def _matches(chain: Path, attempt: Attempt) -> bool:
    if len(attempt.squares) == 2 and chain.squares[-1] == attempt.squares[1]:
        return True
    return attempt.squares in (chain.squares, (chain.squares[0], *chain.jumps))


def _to_capture(count: int) -> Sentence:
    if count == 1:
        return Sentence("1 piece has to be captured")
    return Sentence("{n} pieces have to be captured", {"n": count})
