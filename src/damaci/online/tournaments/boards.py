"""What the boards of tournaments show: looked at once for all who watch them, whichever process a game is played in."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from damaci.online.watched_game import WatchedGame, fields_of, with_events
from damaci.online.watching import Watching
from damaci.play.events import AnyEvent, Color
from damaci.play.table import Table
from damaci.services.run import Run
from damaci.store import Store
from damaci.store.announced import BoardGame
from damaci.tournament.crosstable import MOST_PLAYERS
from damaci.wire import view
from damaci.wire.messages import RemainingTimes

SECTION = 48
"""Boards that are looked at together."""
MOST_SECTIONS = MOST_PLAYERS // SECTION + 1
AFTER_SECONDS = 8.0
"""In an arena a board is shown for so long after its end."""

_encoder = msgspec.json.Encoder()


class BoardSection(NamedTuple):
    """A section of a tournament's boards. Sections have SECTION boards each, and the first one is 1."""

    tournament: str
    number: int


def section_of(tournament: str, number: int) -> BoardSection:
    """The section of a requested number, which may be any. Sections after the last one have no boards."""
    return BoardSection(tournament, min(max(1, number), MOST_SECTIONS))


class TournamentBoard(WatchedGame, frozen=True, kw_only=True):
    """A board as everybody sees it. `accounts`: of the players who have one; `clocks`: as they were at the moment `at`
    (epoch seconds)."""

    accounts: Mapping[Color, str]

    clocks: RemainingTimes | None
    at: float


class SectionBoards(msgspec.Struct, frozen=True, tag_field="type", tag="boards"):
    """News of a section, `now` (epoch seconds): the boards that have changed, the games of all its boards in their
    order, and of how many boards they are a part."""

    now: float
    section: int
    total: int
    games: Sequence[str]
    boards: Sequence[TournamentBoard]


class SeenSection(msgspec.Struct, frozen=True):
    """A section as it stands; `boards` by their games, in their order. `renamings`: how often players had been renamed
    when it was looked at."""

    section: int
    total: int
    boards: Mapping[str, TournamentBoard]
    renamings: int = 0


WatchedBoards = Watching[BoardSection, SeenSection]
"""The sections that somebody watches."""


def watch_boards(
    store: Store, run: Run, renamings: Callable[[], int], now: Callable[[], float] = time.time
) -> WatchedBoards:
    """Shows the tournaments of a store. `run` plays through games; `renamings`: how often players have been renamed;
    `now`: the clock (epoch seconds)."""
    look = _Look(store, run, renamings, now)
    return Watching(
        "boards of tournaments", look.at, lambda told, seen: _encoder.encode(news(told, seen, now())).decode()
    )


def news(told: SeenSection | None, seen: SeenSection, now: float) -> SectionBoards:
    """The message about `seen` to a client that was last told `told`, or nothing (None)."""
    before = told.boards if told else {}
    changed = [each for game, each in seen.boards.items() if before.get(game) != each]
    return SectionBoards(now, seen.section, seen.total, [*seen.boards], changed)


class _Look:
    def __init__(self, store: Store, run: Run, renamings: Callable[[], int], now: Callable[[], float]) -> None:
        self._store = store
        self._run_elsewhere = run
        self._renamings = renamings
        self._now = now

    async def at(self, section: BoardSection, known: SeenSection | None) -> SeenSection:
        first = (section.number - 1) * SECTION
        since = self._now() - AFTER_SECONDS
        renamings = self._renamings()
        total, found = await self._store.announced.on_show(section.tournament, first, SECTION, since)
        boards = dict(known.boards) if known and known.renamings == renamings else {}
        boards |= await self._changed([each for each in found if _is_news(boards.get(each.game), each)])
        return SeenSection(
            section.number, total, {each.game: boards[each.game] for each in found if each.game in boards}, renamings
        )

    async def _changed(self, found: Sequence[BoardGame]) -> Mapping[str, TournamentBoard]:
        """The boards that are still there, by their games."""
        if not found:
            return {}
        there = await with_events(self._store, {each.game: each for each in found})
        accounts = await self._store.seats.accounts_of([each.game for each, _ in there])
        return await self._run_elsewhere(_played_through, there, accounts, self._now())


def _is_news(known: TournamentBoard | None, found: BoardGame) -> bool:
    return known is None or (known.version, known.round, known.board) != (found.version, found.round, found.board)


def _played_through(
    found: Sequence[tuple[BoardGame, Sequence[AnyEvent]]], accounts: Mapping[str, Mapping[Color, str]], at: float
) -> Mapping[str, TournamentBoard]:
    return {each.game: _board(each, Table.fold(events), accounts.get(each.game, {}), at) for each, events in found}


def _board(found: BoardGame, table: Table, accounts: Mapping[Color, str], at: float) -> TournamentBoard:
    return TournamentBoard(
        **fields_of(table),
        round=found.round,
        board=found.board,
        game=found.game,
        accounts=accounts,
        clocks=view.clocks(table, at),
        at=at,
    )
