"""Searches that are so simple that they must be right: they try every move to a fixed depth, prune only where
alpha-beta is exact, and have no transposition table."""

from damaci._kernel import Position
from damaci.rules.catalogue import RULESETS
from damaci.rules.endings import OneEach

WON = 10_000
KING = 4


def outcome(position: Position, depth: int, ply: int = 0, alpha: int = -WON, beta: int = WON) -> int:
    """WON - n if the side to move can force a win in n plies, n - WON if the other side can, and 0 if the game is not
    decided within `depth` plies."""
    if _is_drawn(position):
        return 0
    moves = position.moves()
    if not moves:
        return ply - WON
    if ply == depth:
        return 0
    best = -WON
    for move in moves:
        best = max(best, -outcome(position.play(move), depth, ply + 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def material(position: Position, depth: int, alpha: int = -WON, beta: int = WON) -> int:
    """The number of men by which the side to move can get ahead within `depth` plies, with a king as four men; captures
    are followed to their end."""
    if _is_drawn(position):
        return 0
    moves = position.moves()
    if not moves:
        return -WON
    if depth <= 0 and not moves[0][2]:
        return lead(position)
    best = -WON
    for move in moves:
        best = max(best, -material(position.play(move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def lead(position: Position) -> int:
    """The number of men by which the side to move is ahead, with a king as KING men."""
    white = position.white_men.bit_count() + KING * position.white_kings.bit_count()
    black = position.black_men.bit_count() + KING * position.black_kings.bit_count()
    return white - black if position.white_to_move else black - white


def _is_drawn(position: Position) -> bool:
    white = position.white_men | position.white_kings
    black = position.black_men | position.black_kings
    return (
        RULESETS[position.ruleset].endings.one_each is OneEach.AT_ONCE and white.bit_count() == black.bit_count() == 1
    )
