"""Computes ratings again from the event log, in the order in which the games were counted, and compares them with the
stored ones."""

import math
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select, update

from damaci.play.events import AnyEvent, Color
from damaci.rating import Rating
from damaci.rating.first import first_standing
from damaci.rating.standing import Standing, StandingChange, rate
from damaci.store.audit import Act, record
from damaci.store.database import Database
from damaci.store.rated_game import RatedGame, rated_log
from damaci.store.ratings import (
    COMPUTERS,
    LATEST,
    RatingChange,
    RatingKey,
    change_row,
    counted,
    one_at_a_time,
    rating_row,
)
from damaci.store.schema import EVENTS, GAMES, PLAYERS, RATING_CHANGES, RATINGS, SEATS
from damaci.stored.errors import StoreError

AT_ONCE = 200
"""Games that are read at a time."""
NEAR = 1e-6
"""Ratings that differ by less are the same: processors round the last digits differently."""
MOST_NAMED = 20
"""Differences that are described; the others are only counted."""

_decoder = msgspec.json.Decoder[AnyEvent](AnyEvent)


@dataclass
class Recounted:
    """The result: how many games were counted again, and what is stored differently."""

    games: int = 0
    number: int = 0
    """The number of the last counted game."""
    differences: int = 0
    named: list[str] = field(default_factory=list)
    """The first differences, in words."""
    changes: dict[tuple[str, Color], RatingChange] = field(default_factory=dict)
    """Changes that should be stored, in place of others."""
    standings: dict[RatingKey, Standing] = field(default_factory=dict)
    last: dict[RatingKey, int] = field(default_factory=dict)
    """The number of the last game of each standing."""
    computers: dict[str, str] = field(default_factory=dict)
    """What plays for those who are no persons: their first rating depends on it."""

    def note(self, difference: str) -> None:
        """Adds a difference."""
        self.differences += 1
        if len(self.named) < MOST_NAMED:
            self.named.append(difference)


class Recount:
    """Checks or repairs ratings. A server may be counting meanwhile: what it counts after the beginning is not looked
    at. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def check(self, tell: Callable[[int, int], None] = lambda done, total: None) -> Recounted:
        """Counts everything again. `tell` is called with how many games of how many have been counted."""
        found = Recounted()
        async with self._database.reading() as connection:
            found.number = int(await connection.scalar(LATEST) or 0)
            found.computers = {row.id: row.computer for row in await connection.execute(COMPUTERS)}
        async for page in self._pages(found.number):
            logs = await self._logs(list(page))
            for game, both in page.items():
                self._count(found, logs.get(game), both)
            tell(max(each.number for both in page.values() for each in both.values()), found.number)
        await self._compare_standings(found)
        await self._compare_uncounted(found)
        return found

    async def repair(self, found: Recounted, act: Act) -> bool:
        """Stores what a check has computed, and the operator's act. Returns False, without any change, if more games
        were counted since."""
        async with self._database.writing() as connection:
            await one_at_a_time(connection)
            if (await connection.scalar(LATEST) or 0) != found.number:
                return False
            rows = [
                {f"new_{name}": value for name, value in change_row(each).items()} for each in found.changes.values()
            ]
            if rows:
                await connection.execute(_REPLACE, rows)
            await connection.execute(delete(RATINGS))
            ratings = [rating_row(key, standing, found.last[key]) for key, standing in found.standings.items()]
            if ratings:
                await connection.execute(insert(RATINGS), ratings)
            await record(connection, act)
        return True

    async def _pages(self, number: int) -> AsyncIterator[Mapping[str, dict[Color, RatingChange]]]:
        """What was stored of each game, in the order of counting."""
        table = RATING_CHANGES.c
        for start in range(0, number, AT_ONCE):
            of_page = (table.number > start) & (table.number <= min(start + AT_ONCE, number))
            query = select(RATING_CHANGES).where(of_page).order_by(table.number)
            page: defaultdict[str, dict[Color, RatingChange]] = defaultdict(dict)
            async with self._database.reading() as connection:
                for row in (await connection.execute(query)).mappings():
                    page[row["game"]][row["color"]] = counted(row)
            if page:
                yield page

    async def _logs(self, games: Sequence[str]) -> dict[str, RatedGame]:
        query = select(EVENTS.c.game, EVENTS.c.event).where(EVENTS.c.game.in_(games))
        events: defaultdict[str, list[AnyEvent]] = defaultdict(list)
        async with self._database.reading() as connection:
            for game, event in await connection.execute(query.order_by(EVENTS.c.game, EVENTS.c.version)):
                try:
                    events[game].append(_decoder.decode(event))
                except msgspec.DecodeError as error:
                    raise StoreError(f"game {game} has an event that cannot be read: {error}") from error
        return {game: rated for game, each in events.items() if (rated := rated_log(game, each))}

    def _count(self, found: Recounted, game: RatedGame | None, stored: Mapping[Color, RatingChange]) -> None:
        white = stored.get("white")
        black = stored.get("black")
        if game is None or white is None or black is None:
            found.note(f"game {next(iter(stored.values())).game} was counted, but by its log counts nothing")
            return
        found.games += 1
        before = {each.color: _before(found, game, each) for each in (white, black)}
        for each, change in zip((white, black), rate(before["white"], before["black"], game.score), strict=True):
            self._keep(found, game, each, change)

    def _keep(self, found: Recounted, game: RatedGame, stored: RatingChange, change: StandingChange) -> None:
        right = stored._replace(ruleset=game.ruleset, speed=game.speed, at=game.at, change=change)
        if not _same(stored, right):
            found.changes[game.id, stored.color] = right
            found.note(f"game {game.id}, {stored.color}: {_figures(stored.change)} is stored, {_figures(change)} right")
        if stored.player:
            key = RatingKey(stored.player, game.ruleset, game.speed)
            before = found.standings.get(key, Standing())
            found.standings[key] = before.followed_by(change.after, game.at)
            found.last[key] = stored.number

    async def _compare_standings(self, found: Recounted) -> None:
        """Ratings that have changed since the beginning are left out."""
        query = select(RATINGS).where(RATINGS.c.number <= found.number)
        right = dict(found.standings)
        async with self._database.reading() as connection:
            for row in (await connection.execute(query)).mappings():
                key = RatingKey(row["player"], row["ruleset"], row["speed"])
                stored = Standing(Rating(row["rating"], row["deviation"], row["volatility"]), row["games"], row["at"])
                expected = right.pop(key, None)
                if expected is None or not _same_standing(stored, expected):
                    found.note(f"the rating of player {key.player} at {key.ruleset}, {key.speed} differs")
            since = select(RATINGS.c.player, RATINGS.c.ruleset, RATINGS.c.speed).where(RATINGS.c.number > found.number)
            newer = {RatingKey(*row) for row in await connection.execute(since)}
        for key in await self._there(right.keys() - newer):
            found.note(f"the rating of player {key.player} at {key.ruleset}, {key.speed} is not stored")

    async def _there(self, keys: Collection[RatingKey]) -> list[RatingKey]:
        """The keys whose player exists: one may have been deleted meanwhile."""
        async with self._database.reading() as connection:
            there = select(PLAYERS.c.id).where(PLAYERS.c.id.in_({key.player for key in keys}))
            players = set(await connection.scalars(there))
        return sorted(key for key in keys if key.player in players)

    async def _compare_uncounted(self, found: Recounted) -> None:
        """Games that are marked as counted and changed no rating must be such as count nothing."""
        changes = select(RATING_CHANGES.c.game).where(RATING_CHANGES.c.game == GAMES.c.id).exists()
        seats = select(func.count()).select_from(SEATS).where(SEATS.c.game == GAMES.c.id).scalar_subquery()
        query = select(GAMES.c.id).where(GAMES.c.counted, ~changes, seats == 2).order_by(GAMES.c.id)
        async with self._database.reading() as connection:
            games = list(await connection.scalars(query))
        for start in range(0, len(games), AT_ONCE):
            for game in await self._logs(games[start : start + AT_ONCE]):
                found.note(f"game {game} was counted as nothing, but by its log counts")


def _before(found: Recounted, game: RatedGame, stored: RatingChange) -> Rating:
    """A side's rating before a game. The earlier games of a deleted player are unknown, so the stored rating is
    taken."""
    if stored.player is None:
        return stored.change.before
    new = first_standing(found.computers.get(stored.player))
    return found.standings.get(RatingKey(stored.player, game.ruleset, game.speed), new).now(game.at)


def _same(one: RatingChange, other: RatingChange) -> bool:
    described = (one.ruleset, one.speed, one.at, one.change.score)
    if described != (other.ruleset, other.speed, other.at, other.change.score):
        return False
    return _near(one.change.before, other.change.before) and _near(one.change.after, other.change.after)


def _same_standing(one: Standing, other: Standing) -> bool:
    return (one.games, one.at) == (other.games, other.at) and _near(one.rating, other.rating)


def _near(one: Rating, other: Rating) -> bool:
    figures = zip(_all(one), _all(other), strict=True)
    return all(math.isclose(left, right, rel_tol=NEAR, abs_tol=NEAR) for left, right in figures)


def _all(rating: Rating) -> tuple[float, float, float]:
    return rating.rating, rating.deviation, rating.volatility


def _figures(change: StandingChange) -> str:
    return f"{change.before.rating:.2f} to {change.after.rating:.2f} (±{change.after.deviation:.2f})"


_REPLACE = (
    update(RATING_CHANGES)
    .where(RATING_CHANGES.c.game == bindparam("new_game"), RATING_CHANGES.c.color == bindparam("new_color"))
    .values({column.name: bindparam(f"new_{column.name}") for column in RATING_CHANGES.columns})
)
