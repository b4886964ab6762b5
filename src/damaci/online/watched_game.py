"""A game on a board that many watch: of a tournament, or of a broadcast."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from damaci.play.events import AnyEvent
from damaci.play.table import Table
from damaci.store import Store
from damaci.stored.summary import Result
from damaci.wire import view
from damaci.wire.messages import RecordedMove

T = TypeVar("T")


class WatchedGame(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody sees of it. `version`: how many events it has."""

    round: int
    board: int
    game: str
    version: int
    ruleset: str
    white: str
    black: str
    fen: str
    plies: int
    last: RecordedMove | None
    result: Result


def fields_of(table: Table) -> dict[str, Any]:
    """The fields of a WatchedGame that its table tells."""
    last = view.played(table, after=table.ply - 1) if table.ply else []
    return {
        "version": table.version,
        "ruleset": table.settings.ruleset,
        "white": table.seats["white"].name,
        "black": table.seats["black"].name,
        "fen": table.game.position.fen,
        "plies": table.ply,
        "last": last[0] if last else None,
        "result": table.ended.result if table.ended else "*",
    }


async def with_events(store: Store, boards: Mapping[str, T]) -> list[tuple[T, Sequence[AnyEvent]]]:
    """Boards by their games, with the games' events. Boards whose games have been removed are left out. Raises
    StoreError."""
    logs = await store.log.read_many(dict.fromkeys(boards, 0))
    return [(board, logs[game]) for game, board in boards.items() if game in logs]
