"""A table as players and spectators see it: the messages that a host sends."""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import cycle

import msgspec

from damaci.board.move import Move
from damaci.board.path import Path
from damaci.board.position import Position
from damaci.board.square import NAMES, Square, squares_of
from damaci.game.announcements import Announcement
from damaci.play.events import AnyEvent, Color, Moved, TakenBack, word
from damaci.play.refusal import Refusal
from damaci.play.table import Table
from damaci.wire import messages as m

MAX_WAYS = 200
"""Paths listed for one position, unless there are more moves than that: a crowd of kings can have thousands."""
MAX_INSTEAD = 8
"""Moves named in a refusal."""


def snapshot(
    game: str, table: Table, held: Collection[Color], at: float, capabilities: Iterable[m.Capability] = ()
) -> m.Snapshot:
    """Everything, for a connection that holds the seats `held` and may do what `capabilities` says, at the moment `at`
    (epoch seconds)."""
    return m.Snapshot(
        game=game,
        version=table.version,
        settings=table.settings,
        white=table.seats["white"],
        black=table.seats["black"],
        you=sorted(held, reverse=True),
        capabilities=list(capabilities),
        start_fen=table.game.start.fen,
        played=record(table),
        now=now(table, held, at),
    )


def update(table: Table, events: Sequence[AnyEvent], held: Collection[Color], at: float) -> m.Update:
    """The update about `events`, which are the last ones of the table."""
    shared = shared_update(table, events, at)
    if table.turn in held:
        return for_mover(table, shared)
    return shared


def shared_update(table: Table, events: Sequence[AnyEvent], at: float) -> m.Update:
    """The update about `events` for clients that do not hold the side to move."""
    return m.Update(
        version=table.version,
        events=list(events),
        played=played(table, after=_kept(table, events)),
        now=now(table, (), at),
    )


def for_mover(table: Table, shared: m.Update) -> m.Update:
    """The same update with the legal moves, for the client that holds the side to move."""
    return msgspec.structs.replace(shared, now=msgspec.structs.replace(shared.now, legal=_legal(table)))


def _legal(table: Table) -> list[m.Legal]:
    position = table.game.position
    if table.ended:
        return []
    if position.must_capture or table.touched is not None:
        return listed(position, table.game.legal_moves)
    # The most frequent case by far, which needs no Move objects.
    return [_quiet(origin, target) for origin, target, _ in position.identities]


def _kept(table: Table, events: Sequence[AnyEvent]) -> int:
    """How many plies at the beginning of the record the events have not changed."""
    plies = [
        event.ply - 1 if isinstance(event, Moved) else event.ply
        for event in events
        if isinstance(event, Moved | TakenBack)
    ]
    return min(plies, default=table.ply)


def now(table: Table, held: Collection[Color], at: float) -> m.Now:
    """The present state of the game."""
    position = table.game.position
    must_count = 0 if table.ended else position.must_capture
    turn = table.turn
    return m.Now(
        ply=table.ply,
        turn=turn,
        fen=position.fen,
        legal=_legal(table) if turn in held else [],
        must=must(table.game.legal_moves) if must_count else [],
        must_count=must_count,
        touched="" if table.touched is None else str(table.touched),
        announcements=[_announced(each) for each in table.game.announcements],
        draw_offer=table.draw.by,
        takeback_offer=table.takeback.by,
        can_take_back=[color for color in table.seats if table.can_take_back(color)],
        clocks=clocks(table, at),
        away=table.away(at),
        result=table.ended.result if table.ended else "*",
        reason=table.ended.reason if table.ended else "",
        rematch_offer=table.rematch.by,
        rematch=table.next_game,
    )


def played(table: Table, after: int = 0) -> list[m.RecordedMove]:
    """The moves of the record after ply `after`."""
    return [_played(ply, *step) for ply, step in enumerate(table.game.steps(after), after + 1)]


def record(table: Table) -> list[m.RecordedMove]:
    """All moves of the record. For many moves this is several times as fast as `played`."""
    moves = table.game.moves
    texts = table.game.annotated_texts()
    colors = cycle((table.mover(1), table.mover(2)))
    return [
        m.RecordedMove(
            ply=ply,
            color=color,
            text=text,
            path=_names(move.path),
            captured=_names(move.jumps),
            promoted=_names(squares_of(promoted)),
        )
        for ply, (move, (text, promoted), color) in enumerate(zip(moves, texts, colors, strict=False), 1)
    ]


def refused(command_id: str, refusal: Refusal) -> m.Refused:
    """The answer to the command with that id which was not carried out."""
    if refusal.move is None:
        return m.Refused(id=command_id, code=refusal.code, message=refusal.message)
    return m.Refused(
        id=command_id,
        code=refusal.code,
        message=refusal.message,
        count=refusal.move.count,
        must_count=refusal.move.must_count,
        instead=[m.Legal(str(move), [move_path(move)]) for move in refusal.move.instead[:MAX_INSTEAD]],
    )


def _played(ply: int, before: Position, move: Move, after: Position) -> m.RecordedMove:
    promoted = _names(squares_of(_new_kings(before, move, after)))
    if not move.captured and len(move.path) == 2:
        quiet = _quiet(move.origin, move.target)
        return m.RecordedMove(ply, word(before.turn), quiet.text, quiet.ways[0].path, promoted=promoted)
    return m.RecordedMove(
        ply=ply,
        color=word(before.turn),
        text=before.text(move),
        path=_names(move.path),
        captured=_names(move.jumps),
        promoted=promoted,
    )


def _new_kings(before: Position, move: Move, after: Position) -> int:
    kings_after = _kings(after)
    if not kings_after:
        return 0
    kings = _kings(before)
    moved = (kings >> move.origin & 1) << move.target
    return kings_after & ~(kings | moved)


def _kings(position: Position) -> int:
    return position.kernel.white_kings | position.kernel.black_kings


def listed(position: Position, moves: Sequence[Move]) -> list[m.Legal]:
    """Legal moves of a position, each with the ways to play it."""
    spare = max(0, MAX_WAYS - len(moves))
    legal = []
    for move in moves:
        if move.is_capture:
            ways = [_way(path) for path in position.paths(move, limit=1 + spare)]
            spare -= len(ways) - 1
            legal.append(m.Legal(position.text(move), ways))
        else:
            legal.append(_quiet(move.origin, move.target))
    return legal


@cache
def _quiet(origin: int, target: int) -> m.Legal:
    """A move without captures, which looks the same in every position."""
    names = [NAMES[origin], NAMES[target]]
    return m.Legal("-".join(names), [m.MovePath(names)])


def offered(tries: Iterable[Sequence[Path]]) -> list[m.Legal]:
    """Moves that may be tried, illegal ones too: each with its paths, and the text of the first."""
    return [m.Legal(_text(paths[0]), [*map(_way, paths)]) for paths in tries]


def move_path(move: Move) -> m.MovePath:
    """The way in which a move was played."""
    return m.MovePath(_names(move.path), _names(move.jumps))


def must(moves: Iterable[Move]) -> list[str]:
    """The squares of the pieces that have to capture."""
    return _names(dict.fromkeys(move.origin for move in moves if move.is_capture))


def _text(path: Path) -> str:
    sign = "x" if path.jumps else "-"
    return sign.join(_names(path.squares))


def _way(path: Path) -> m.MovePath:
    return m.MovePath(_names(path.squares), _names(path.jumps))


def _announced(announcement: Announcement) -> m.Announced:
    return m.Announced(announcement.said, word(announcement.by), str(announcement.square), announcement.count)


def clocks(table: Table, at: float) -> m.RemainingTimes | None:
    """Both clocks at the moment `at` (epoch seconds), if the game has any."""
    both = table.clocks
    if both:
        times = m.RemainingTimes(both.left("white", at), both.left("black", at), both.running)
        rests = both.rests(at)
        return msgspec.structs.replace(times, rests=rests) if rests else times
    return None


def _names(squares: Iterable[Square]) -> list[str]:
    return [NAMES[square] for square in squares]
