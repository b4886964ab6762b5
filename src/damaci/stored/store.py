"""What live games and services need of a store. Every method that waits raises StoreError, and then nothing was
changed."""

import builtins
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from damaci.play.events import AnyEvent
from damaci.stored.explorer import Explorer, Way
from damaci.stored.heartbeats import Beaten
from damaci.stored.incoming import NewRecord
from damaci.stored.studies import Studies
from damaci.stored.summary import Summary
from damaci.stored.tournaments import Tournaments


class EventLog(Protocol):
    """Events by game and version. The first event of a game has version 1."""

    async def append(self, game: str, version: int, events: Sequence[AnyEvent]) -> int:
        """All of `events` after `version`, or none of them; returns the new version once they are on the disk.

        Raises VersionConflict when the log does not end at `version`, ValueError unless exactly the first event of a
        new game is Opened."""

    async def read(self, game: str, after: int = 0) -> list[AnyEvent]:
        """The events after version `after`; none for a game that does not exist."""

    async def read_many(self, after: Mapping[str, int]) -> dict[str, list[AnyEvent]]:
        """The events of each of some games after the version given for it; games without any are left out."""

    async def texts(self, games: Collection[str]) -> dict[str, list[str]]:
        """The events of each of some games as they are stored, as JSON; games without any are left out."""

    async def probe(self) -> None:
        """Finds out whether the log can be written, and leaves nothing in it. Raises StoreError if it cannot."""


class Games(Protocol):
    """Summaries of the stored games."""

    async def get(self, game: str) -> Summary | None:
        """The game with that id; None if there is none."""

    async def list(
        self,
        *,
        finished: bool | None = None,
        ruleset: str = "",
        player: str = "",
        search: str = "",
        begun: bool = False,
        limit: int | None = 50,
        offset: int = 0,
    ) -> Sequence[Summary]:
        """Lists games, last changed first.

        Filters: finished or not, a ruleset, a seat whose name, level or kind is `player`, `search` as a part of a
        player's name, and `begun` for games with a move."""

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        """The ids of games after an id, in order."""

    async def delete(self, game: str, way: Way | None = None) -> bool:
        """Deletes a game, its log and all that is kept with it; returns whether it existed. `way`: its first moves;
        if the explorer has counted them, they are taken out of the count in the same transaction."""

    async def edit(self, game: str, tags: Mapping[str, str], white: str, black: str) -> bool:
        """Stores the edited tags of a game in place of the former ones, and the players' names that lists show;
        returns whether the game exists."""

    async def edited(self, games: Collection[str]) -> Mapping[str, dict[str, str]]:
        """The edited tags of those of some games that have any."""

    async def unfinished(self) -> Summary | None:
        """The unfinished game that was changed last, to be resumed."""


class Settings(Protocol):
    """Settings of one person: JSON values by a short key."""

    async def get(self, key: str, default: Any = None) -> Any:
        """The value of `key`, or `default` if there is none."""

    async def all(self) -> dict[str, Any]:
        """Every value by its key."""

    async def put(self, key: str, value: Any) -> None:
        """Stores `value` under `key`, replacing the former one. Raises TypeError for a value that JSON cannot hold."""

    async def change(self, key: str, change: Callable[[Any], Any]) -> None:
        """Replaces the value of `key` (None if there is none) by what `change` returns for it; stores nothing if that
        is the same value. If the stored value changes at the same time, `change` is called again. Its errors are
        raised, and then nothing is stored."""

    async def clear(self) -> None:
        """Deletes every value."""


class Contents(Protocol):
    """Hashes of games' contents, which find duplicates."""

    async def find(self, hashes: Collection[str]) -> dict[str, str]:
        """The ids of the games with these hashes, by hash."""

    async def missing(self, limit: int) -> builtins.list[str]:
        """Finished games without a hash."""

    async def put(self, hashes: Mapping[str, str]) -> None:
        """Stores the hashes of games, by their ids, in place of former ones."""

    async def add(self, incoming: Sequence[NewRecord]) -> None:
        """Stores games with their logs, all or none."""


class Reviews(Protocol):
    """Reviews as JSON text, by game."""

    async def get(self, game: str) -> str | None:
        """The review of a game, if there is one."""

    async def put(self, game: str, review: str) -> None:
        """Stores the review of a game that exists, replacing the former one."""


class Pairings(Protocol):
    """Games that go on as other games."""

    async def go_on(
        self, game: str, version: int, rematched: Sequence[AnyEvent], following: str, events: Sequence[AnyEvent]
    ) -> None:
        """Appends to a game, after `version`, that it goes on as the game `following`, and stores that one with
        `events`. Raises VersionConflict when the log does not end at `version`, SeatEmpty,
        PlaysEnough if a player has as many unfinished games as allowed, DailyGamesEnough."""


class Heartbeats(Protocol):
    """Records when each process could last write to the store."""

    async def read(self) -> Beaten:
        """The heartbeats as they are."""

    async def beat(self, process: str, at: float) -> Beaten:
        """Leaves a heartbeat in place of the process's last one; returns those until then."""

    async def forget(self, heartbeats: float, outages: float) -> None:
        """Removes heartbeats before the first moment, and outages that ended before the second."""

    async def add_outage(self, since: float, until: float) -> None:
        """Records that nobody could write from `since` to `until`, unless an outage that began then is recorded."""

    async def outages(self) -> builtins.list[tuple[float, float]]:
        """The recorded outages in order: when each began and ended."""


class Store(Protocol):
    """All durable data that live games and services need."""

    @property
    def log(self) -> EventLog:
        """The events of every game."""

    @property
    def games(self) -> Games:
        """The list of games."""

    @property
    def settings(self) -> Settings:
        """What a person has chosen."""

    @property
    def contents(self) -> Contents:
        """The hashes that find duplicates."""

    @property
    def reviews(self) -> Reviews:
        """The reviews of games."""

    @property
    def explorer(self) -> Explorer:
        """The moves of games in each position."""

    @property
    def pairings(self) -> Pairings:
        """Games that go on as other games."""

    @property
    def heartbeats(self) -> Heartbeats:
        """When each process could last write."""

    @property
    def tournaments(self) -> Tournaments:
        """The tournaments of an arbiter."""

    @property
    def studies(self) -> Studies:
        """Studies with their chapters."""
