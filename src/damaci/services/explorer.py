"""The explorer: each move of a position with its value in the book, and what games did with it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Literal

import msgspec

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.book import SHIPPED, Library
from damaci.book.names import NAMED_PLIES, name
from damaci.errors import DamaciError
from damaci.game.outcome import Reason
from damaci.play.events import AnyEvent, Ended
from damaci.play.table import Table
from damaci.rules.ruleset import Ruleset
from damaci.services.analysis_board import Here
from damaci.services.run import Run
from damaci.stored import Store, Summary
from damaci.stored.explorer import SHOWN_GAMES, Trodden, Way, signed

COUNTED_PLIES = 30
"""Plies that are counted of each game: its opening."""
AT_ONCE = 100
"""Games that are counted together."""
MOST_AT_A_LOOK = 500
"""Games that are counted before an answer, if so many have ended since the last; the others wait for the next."""


class ExplorerTally(msgspec.Struct, frozen=True, omit_defaults=True):
    """How games ended."""

    white: int = 0
    draw: int = 0
    black: int = 0


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and the first moves that led to it from the start, which give it its name."""

    here: Here
    line: Annotated[list[Annotated[str, msgspec.Meta(max_length=400)]], msgspec.Meta(max_length=NAMED_PLIES)] = []


class ExplorerMove(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move."""

    text: str
    value: int | None = None
    """In centimen, for White; None where the book does not have it."""
    kept: ExplorerTally | None = None
    """The games of this store that made it."""
    games: Sequence[str] = ()
    """The ids of the last of them."""
    engine: ExplorerTally | None = None
    """The engine's games that went through the position after it."""


class Exploration(msgspec.Struct, frozen=True):
    """A position with its moves, the best first."""

    moves: list[ExplorerMove]
    counting: bool
    """Whether games wait to be counted."""
    name: Sequence[str]
    """The opening's name: a phrase in English for each of the first moves; empty where there is none."""


class ExplorerGames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ids of games."""

    games: Annotated[list[str], msgspec.Meta(max_length=SHOWN_GAMES)]


class OpeningExplorer:
    """Answers from a store's games and the shipped openings. `run` does what takes long."""

    def __init__(self, store: Store, run: Run, library: Library = SHIPPED) -> None:
        self._store = store
        self._run = run
        self._library = library

    async def look(self, look: Look) -> Exploration:
        """What is known about the moves of a position. Raises FenError, UnknownRuleset, StoreError."""
        await self.count(MOST_AT_A_LOOK)
        return await self.known(look)

    async def known(self, look: Look) -> Exploration:
        """The same, of what is counted already. Raises FenError, UnknownRuleset, StoreError."""
        position = look.here.game().position
        counting = bool(await self._store.explorer.missing(1))
        trodden = await self._store.explorer.find(position.ruleset.name, _key(position))
        moves = await self._run(_explored, position, trodden, self._library)
        return Exploration(moves, counting, _name(position.ruleset, look.line))

    async def games(self, wanted: ExplorerGames) -> list[Summary]:
        """The games, among these, that exist. Raises StoreError."""
        found = [await self._store.games.get(game) for game in wanted.games]
        return [game for game in found if game]

    async def count(self, most: int) -> bool:
        """Counts finished games that are not counted yet, at most so many; returns whether there are more. Raises
        StoreError."""
        for _ in range(0, most, AT_ONCE):
            games = await self._store.explorer.missing(min(AT_ONCE, most))
            if not games:
                return False
            logs = await self._store.log.read_many(dict.fromkeys(games, 0))
            ways = await self._run(_ways, logs)
            await self._store.explorer.count({game: ways.get(game) for game in games})
        return bool(await self._store.explorer.missing(1))

    async def delete(self, game: str) -> bool:
        """Deletes a game that nobody has open, and counts it no longer; returns whether it existed. Raises
        StoreError."""
        way = await self._run(_way, await self._store.log.read(game))
        return await self._store.games.delete(game, way)


def _name(ruleset: Ruleset, line: Sequence[str]) -> Sequence[str]:
    """The name of a line from the start; none for moves that cannot be played there."""
    position = Position.start(ruleset)
    moves = []
    try:
        for text in line:
            moves.append(position.read(text))
            position = position.play(moves[-1])
    except DamaciError:
        return ()
    return name(moves)


def _explored(position: Position, trodden: Mapping[int, Trodden], library: Library) -> list[ExplorerMove]:
    book = library.openings(position.ruleset).book
    found = []
    for move in position.legal_moves:
        after = position.play(move)
        value = book.value(after)
        found.append((value, _explored_move(position, move, after, value, trodden, library)))
    known = [each for each in found if _is_known(each[1])]
    known.sort(key=lambda each: (each[0] is None, each[0] or 0, -_games(each[1])))
    return [each for _, each in known]


def _explored_move(
    position: Position,
    move: Move,
    after: Position,
    value: int | None,
    trodden: Mapping[int, Trodden],
    library: Library,
) -> ExplorerMove:
    kept = trodden.get(_key(after), Trodden(0, 0, 0, ()))
    results = library.results(after)
    return ExplorerMove(
        text=position.text(move),
        value=None if value is None else _for_white(value, after),
        kept=_tally(kept.white, kept.draw, kept.black),
        games=kept.games,
        engine=_tally(results.white, results.draw, results.black),
    )


def _for_white(value: int, position: Position) -> int:
    """A value for the side to move, as White sees it."""
    if position.turn == "white":
        return value
    return -value


def _is_known(each: ExplorerMove) -> bool:
    return each.value is not None or each.kept is not None or each.engine is not None


def _games(each: ExplorerMove) -> int:
    if each.kept is None:
        return 0
    return each.kept.white + each.kept.draw + each.kept.black


def _tally(white: int, draw: int, black: int) -> ExplorerTally | None:
    """None if there are no games."""
    if not white + draw + black:
        return None
    return ExplorerTally(white, draw, black)


def _ways(logs: Mapping[str, Sequence[AnyEvent]]) -> dict[str, Way | None]:
    return {game: _way(events) for game, events in logs.items()}


def _way(events: Sequence[AnyEvent]) -> Way | None:
    """The opening of a finished game; None if it is not finished or cannot be read."""
    result = _result(events)
    if result is None:
        return None
    try:
        positions = Table.fold(events).game.positions[: COUNTED_PLIES + 1]
    except DamaciError:
        return None
    keys = [_key(position) for position in positions]
    return Way(positions[0].ruleset.name, result, list(pairwise(keys)))


def _result(events: Sequence[AnyEvent]) -> Literal["1-0", "0-1", "1/2-1/2"] | None:
    ended = next((event for event in reversed(events) if isinstance(event, Ended)), None)
    if ended is None or ended.reason == Reason.ANNULLED:
        return None
    return ended.result


def _key(position: Position) -> int:
    return signed(position.kernel.key)
