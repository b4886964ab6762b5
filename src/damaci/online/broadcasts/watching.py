"""What the boards of broadcasts show: looked up once for all who watch, whichever process a move was entered at."""

from collections.abc import Mapping, Sequence

import msgspec

from damaci.online.watched_game import WatchedGame, fields_of, with_events
from damaci.online.watching import Watching
from damaci.play.events import AnyEvent
from damaci.play.table import Table
from damaci.services.run import Run
from damaci.store import Store
from damaci.store.broadcasts import BoardPlace, StoredBoard

_encoder = msgspec.json.Encoder()


class WatchedBoard(WatchedGame, frozen=True, kw_only=True):
    """A board as everybody sees it. `open`: it has a link, by which moves can be entered."""

    reason: str
    open: bool


class BroadcastBoards(msgspec.Struct, frozen=True, tag_field="type", tag="boards"):
    """News of a broadcast: the boards that have changed, and the games of all boards by round and number."""

    boards: Sequence[WatchedBoard]
    games: Sequence[str]


Known = Mapping[BoardPlace, WatchedBoard]
"""The boards of a broadcast by round and number."""
WatchedBroadcasts = Watching[str, Known]
"""The broadcasts that somebody watches, by their ids."""


def watch_broadcasts(store: Store, run: Run) -> WatchedBroadcasts:
    """Shows the broadcasts of a store. `run` plays through games."""
    look = _Look(store, run)
    return Watching("broadcasts", look.at, _news)


class _Look:
    def __init__(self, store: Store, run: Run) -> None:
        self._store = store
        self._run_elsewhere = run

    async def at(self, broadcast: str, known: Known | None) -> Known:
        boards = dict(known or {})
        found = await self._store.broadcasts.boards(broadcast)
        boards |= await self._changed([each for each in found if _is_news(boards.get(each.place), each)])
        return {
            each.place: msgspec.structs.replace(board, open=each.has_link)
            for each in found
            if (board := boards.get(each.place)) and board.game == each.game.id
        }

    async def _changed(self, found: Sequence[StoredBoard]) -> dict[BoardPlace, WatchedBoard]:
        """Boards whose games still exist."""
        if not found:
            return {}
        there = await with_events(self._store, {each.game.id: each for each in found})
        return await self._run_elsewhere(_played_through, there)


def _is_news(known: WatchedBoard | None, board: StoredBoard) -> bool:
    return known is None or (known.game, known.version) != (board.game.id, board.game.version)


def _played_through(found: Sequence[tuple[StoredBoard, Sequence[AnyEvent]]]) -> dict[BoardPlace, WatchedBoard]:
    return {board.place: watched_board(board, events) for board, events in found}


def _news(told: Known | None, boards: Known) -> str:
    before = told or {}
    changed = [each for place, each in boards.items() if before.get(place) != each]
    return _encoder.encode(BroadcastBoards(changed, [each.game for each in boards.values()])).decode()


def watched_board(board: StoredBoard, events: Sequence[AnyEvent]) -> WatchedBoard:
    """A board with its game's events."""
    table = Table.fold(events)
    return WatchedBoard(
        **fields_of(table),
        round=board.place.round,
        board=board.place.board,
        game=board.game.id,
        reason=table.ended.reason if table.ended else "",
        open=board.has_link,
    )
