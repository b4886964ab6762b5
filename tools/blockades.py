"""Positions in which one side can leave the other without a move: for the course about blocking.

Blocked positions are made first. Then moves are taken back, and a search finds which of the earlier positions are
exercises."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from damaci import Engine, Position
from damaci.book.canonical import canonical_key

MOST_TRIES = 70_000
AHEAD = ((0, -1), (-1, 0), (1, 0))
"""The steps of a black man, in files and ranks."""
ASTRIDE = ((0, 1), (0, -1), (1, 0), (-1, 0))
MOST_WHITE = 6
MOST_ALIKE = 6
"""The most exercises that may end with the same position, mirror images included."""
SHORT = 1 / 7
"""Share of exercises of one move."""
Board = tuple[frozenset[int], frozenset[int], frozenset[int]]
"""The squares of White's pieces, of White's damas, and of Black's men."""


def blockades(random: Random, count: int) -> list[tuple[str, tuple[str, ...]]]:
    """`count` exercises with their solutions, the short ones first. Only the moves of the solution block Black within
    so many plies."""
    found: dict[int, list[tuple[str, tuple[str, ...]]]] = {1: [], 3: []}
    wanted = {1: round(count * SHORT), 3: count - round(count * SHORT)}
    ends = Counter[int]()
    starts = set[int]()
    with Engine(16) as engine:
        for _ in range(MOST_TRIES):
            board = _blocked(random)
            plies = random.choice([each for each in wanted if len(found[each]) < wanted[each]])
            exercise = board and _exercise(engine, board, plies, random)
            if not exercise:
                continue
            start, end = _keys(*exercise)
            if start not in starts and ends[end] < MOST_ALIKE:
                starts.add(start)
                ends[end] += 1
                found[plies].append(exercise)
            if all(len(found[each]) == wanted[each] for each in wanted):
                break
    return found[1] + found[3]


def _keys(fen: str, moves: tuple[str, ...]) -> tuple[int, int]:
    """The keys of an exercise's first and last position. Equal and mirrored positions have the same key."""
    start = end = Position.from_fen(fen)
    for move in moves:
        end = end.play(move.split("|")[0])
    return canonical_key(start), canonical_key(end)


def _exercise(engine: Engine, board: Board, plies: int, random: Random) -> tuple[str, tuple[str, ...]] | None:
    """An exercise that begins the given number of plies before a blocked position, if only one move blocks within so
    many plies."""
    before = list(_white_unmoves(board))
    if plies > 1:
        before = [early for late in before for middle in _black_unmoves(late) for early in _white_unmoves(middle)]
    random.shuffle(before)
    for each in before[:20]:
        solution = _solution(engine, each, plies)
        if solution:
            return solution
    return None


def _solution(engine: Engine, board: Board, plies: int) -> tuple[str, tuple[str, ...]] | None:
    position = _position(board)
    if position is None or position.must_capture or position.passed().must_capture:
        return None
    lines = engine.analyse(position, depth=plies + 2, lines=2).lines
    if len(lines) < 2 or lines[0].score.win != plies or lines[1].score.win is not None:
        return None
    start = position
    texts = []
    for move in lines[0].pv[: plies - 1]:
        texts.append(position.text(move))
        position = position.play(move)
    last = [position.text(move) for move in position.legal_moves if _blocks(position.play(move))]
    if not last or not _alone(engine, start):
        return None
    return start.fen, (*texts, "|".join(last))


def _blocks(after: Position) -> bool:
    return not after.has_moves and after.count(after.turn) > 0


def _alone(engine: Engine, position: Position) -> bool:
    """Whether one move is better than all others by a deeper search."""
    lines = engine.analyse(position, depth=12, lines=2).lines
    return lines[0].score > lines[1].score


def _blocked(random: Random) -> Board | None:
    """A board of black men that cannot move because of White's pieces before and beside them."""
    black = {random.randrange(8, 48)}
    for _ in range(random.choice((0, 1, 1, 2))):
        black.add(random.choice([*_around(random.choice(sorted(black))), random.randrange(8, 48)]))
    if any(not 8 <= square < 56 for square in black):
        return None
    white = set[int]()
    for square in black:
        for step in AHEAD:
            stop = _step(square, step)
            if stop is None or stop in black:
                continue
            behind = _step(stop, step)
            white |= {stop} if behind is None else {stop, behind} - black
    damas = {square for square in white if square < 8}
    if not 2 <= len(white) <= MOST_WHITE or len(damas) > 1 or any(square >= 56 for square in white):
        return None
    return frozenset(white), frozenset(damas), frozenset(black)


def _white_unmoves(board: Board) -> Iterator[Board]:
    white, damas, black = board
    for square in sorted(white):
        for origin in _origins(square, square in damas, white | black):
            moved = white - {square} | {origin}
            yield moved, damas - {square} | ({origin} if square in damas else set()), black


def _origins(square: int, dama: bool, occupied: frozenset[int]) -> Iterator[int]:
    if not dama:
        steps = (_step(square, step) for step in AHEAD)
        yield from (each for each in steps if each is not None and each not in occupied and each >= 8)
        return
    for step in ASTRIDE:
        origin = _step(square, step)
        while origin is not None and origin not in occupied:
            yield origin
            origin = _step(origin, step)


def _black_unmoves(board: Board) -> Iterator[Board]:
    white, damas, black = board
    for square in sorted(black):
        for step in ((0, 1), (1, 0), (-1, 0)):
            origin = _step(square, step)
            if origin is not None and origin < 56 and origin not in white | black:
                yield white, damas, black - {square} | {origin}


def _around(square: int) -> list[int]:
    return [each for step in ASTRIDE if (each := _step(square, step)) is not None]


def _step(square: int, step: tuple[int, int]) -> int | None:
    file = square % 8 + step[0]
    rank = square // 8 + step[1]
    if not (0 <= file < 8 and 0 <= rank < 8):
        return None
    return rank * 8 + file


def _position(board: Board) -> Position | None:
    white, damas, black = board
    pieces = ",".join(("K" if square in damas else "") + _name(square) for square in sorted(white))
    try:
        return Position.from_fen(f"W:W{pieces}:B{','.join(map(_name, sorted(black)))}")
    except ValueError:
        return None


def _name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)
