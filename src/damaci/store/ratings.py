"""Ratings: the games that have to be counted are, each exactly once; and what has become of everybody's rating."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Integer,
    RowMapping,
    Select,
    bindparam,
    func,
    insert,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.play.events import AnyEvent, Color, Ended, Opened
from damaci.rating import Rating
from damaci.rating.first import first_standing
from damaci.rating.glicko import PERIODS_PER_DAY, SCALE
from damaci.rating.speed import Speed
from damaci.rating.standing import DAY, Standing, StandingChange, rate
from damaci.store.database import Database
from damaci.store.prepared import Prepared, value
from damaci.store.rated_game import RatedGame, rated_game
from damaci.store.schema import EVENTS, GAMES, PLAYERS, RATING_CHANGES, RATINGS, SEATS, UNCOUNTED

ONE_AT_A_TIME = 0x64616D62
"""The key of PostgreSQL's advisory lock for counting: ratings depend on the order of the games."""
AT_ONCE = 500
"""Games that are counted in one transaction at most."""

_decoder = msgspec.json.Decoder[AnyEvent](AnyEvent)
_COLUMNS = ("rating", "deviation", "volatility")


class RatingKey(NamedTuple):
    """The player, ruleset and speed of a rating."""

    player: str
    ruleset: str
    speed: Speed


class RatingChange(NamedTuple):
    """What a game did to the rating of one side. `player` is None once that player has been deleted; `number` says in
    which order the games were counted, `at` when the game ended (epoch seconds)."""

    game: str
    color: Color
    number: int
    player: str | None
    ruleset: str
    speed: Speed
    at: float
    change: StandingChange


class LeaderboardRow(NamedTuple):
    """A place on a leaderboard."""

    player: str
    name: str
    standing: Standing


class Ratings:
    """The ratings of players, and their history. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def uncounted(self, limit: int = AT_ONCE) -> Sequence[str]:
        """The ids of finished rated games that have not been counted, in the order in which they ended."""
        return [row["id"] for row in await self._database.ask(_UNCOUNTED, limit=limit)]

    async def count(self, limit: int = AT_ONCE) -> Sequence[str]:
        """Counts finished rated games, each once however many processes do this at a time; returns their ids. All that
        a game changes is in one transaction with the mark that it has been counted."""
        if not await self.uncounted(1):
            return []
        async with self._database.writing() as connection:
            await one_at_a_time(connection)
            games = list(await connection.scalars(_UNCOUNTED.statement, {"limit": limit}))
            if games:
                await _Counting(self._database, connection).count(games)
        return games

    async def of_players(self, players: Collection[str]) -> Mapping[RatingKey, Standing]:
        """All ratings of these players."""
        query = select(RATINGS).where(RATINGS.c.player.in_(players))
        async with self._database.reading() as connection:
            return {_key(row): _standing(row) for row in (await connection.execute(query)).mappings()}

    async def of_game(self, game: str) -> Mapping[Color, RatingChange]:
        """What a game did to both sides; empty as long as it has not been counted, or if it counts nothing."""
        found = await self._changes(select(RATING_CHANGES).where(RATING_CHANGES.c.game == game))
        return {each.color: each for each in found}

    async def history(self, player: str, ruleset: str, speed: str, limit: int) -> Sequence[RatingChange]:
        """The last games of a player that were counted for a rating, the oldest first."""
        of_player = _of(player, ruleset, speed)
        query = select(RATING_CHANGES).where(of_player).order_by(RATING_CHANGES.c.number.desc()).limit(limit)
        return (await self._changes(query))[::-1]

    async def at(self, key: RatingKey, at: float) -> Standing | None:
        """A rating as it was at a moment (epoch seconds), of the games that had ended by then; None before the first
        one."""
        query = select(RATING_CHANGES).where(_of(*key), RATING_CHANGES.c.at <= at)
        found = await self._changes(query.order_by(RATING_CHANGES.c.number.desc()).limit(1))
        if not found:
            return None
        [last] = found
        return Standing(last.change.after, await self.games_before(key, last.number) + 1, last.at)

    async def games_before(self, key: RatingKey, number: int) -> int:
        """The number of games counted for a rating before the one with that number."""
        query = select(func.count()).select_from(RATING_CHANGES)
        async with self._database.reading() as connection:
            found = await connection.scalar(query.where(_of(*key), RATING_CHANGES.c.number < number))
        return int(found or 0)

    async def best(self, ruleset: str, speed: str, at: float, deviation: float, limit: int) -> Sequence[LeaderboardRow]:
        """The players with the highest ratings whose deviation is at most `deviation` at a moment (epoch seconds).
        Closed accounts and computers are left out."""
        days = (literal(at) - RATINGS.c.at) / DAY
        grown = days * (PERIODS_PER_DAY * SCALE**2) * RATINGS.c.volatility * RATINGS.c.volatility
        sure = RATINGS.c.deviation * RATINGS.c.deviation + grown <= deviation**2
        query = (
            select(RATINGS, PLAYERS.c.name)
            .join(PLAYERS)
            .where(RATINGS.c.ruleset == ruleset, RATINGS.c.speed == speed, sure)
            .where(PLAYERS.c.closed.is_(None), PLAYERS.c.computer.is_(None))
            .order_by(RATINGS.c.rating.desc())
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).mappings()
            return [LeaderboardRow(row["player"], row["name"], _standing(row)) for row in rows]

    async def _changes(self, query: Select[Any]) -> list[RatingChange]:
        async with self._database.reading() as connection:
            return [counted(row) for row in (await connection.execute(query)).mappings()]


class _Counting:
    """Counts games in a transaction."""

    def __init__(self, database: Database, connection: AsyncConnection) -> None:
        self._connection = connection
        self._database = database

    async def count(self, games: Sequence[str]) -> None:
        seats = await self._seats(games)
        found = await self._logs(games)
        computers = await self._computers({player for both in seats.values() for player in both.values()})
        standings = await self._standings({player for both in seats.values() for player in both.values()})
        number = int(await self._connection.scalar(LATEST) or 0)
        changes: list[RatingChange] = []
        for game in sorted(found.values(), key=lambda game: (game.at, game.id)):
            both = seats.get(game.id, {})
            if len(both) == 2:
                number += 1
                changes += changes_of(game, number, both, standings, computers)
        await self._write(changes, standings)
        # In the order of their ids: others lock games in that order.
        await self._connection.execute(_MARK, [{"of": game} for game in sorted(games)])

    async def _seats(self, games: Sequence[str]) -> dict[str, dict[Color, str]]:
        query = select(SEATS.c.game, SEATS.c.color, SEATS.c.player).where(SEATS.c.game.in_(games))
        rows = list(await self._connection.execute(query))
        # Locked before anything else: whoever deletes one of them waits, or is waited for.
        players = {row.player for row in rows}
        there = select(PLAYERS.c.id).where(PLAYERS.c.id.in_(players)).order_by(PLAYERS.c.id)
        found = set(await self._connection.scalars(there.with_for_update(read=True)))
        seats: dict[str, dict[Color, str]] = {}
        for row in rows:
            if row.player in found:
                seats.setdefault(row.game, {})[row.color] = row.player
        return seats

    async def _computers(self, players: Collection[str]) -> dict[str, str]:
        query = COMPUTERS.where(PLAYERS.c.id.in_(players))
        return {row.id: row.computer for row in await self._connection.execute(query)}

    async def _logs(self, games: Sequence[str]) -> dict[str, RatedGame]:
        found: dict[str, RatedGame] = {}
        opened: dict[str, Opened] = {}
        for row in await self._connection.execute(_FIRST_AND_LAST, {"games": games}):
            match _decoder.decode(row.event):
                case Opened() as event:
                    opened[row.id] = event
                case Ended() as event:
                    if rated := rated_game(row.id, opened[row.id], event, row.plies):
                        found[row.id] = rated
        return found

    async def _standings(self, players: Collection[str]) -> dict[RatingKey, Standing]:
        query = select(RATINGS).where(RATINGS.c.player.in_(players))
        return {_key(row): _standing(row) for row in (await self._connection.execute(query)).mappings()}

    async def _write(self, changes: Sequence[RatingChange], standings: Mapping[RatingKey, Standing]) -> None:
        if not changes:
            return
        await self._connection.execute(insert(RATING_CHANGES), [change_row(each) for each in changes])
        last = {RatingKey(each.player, each.ruleset, each.speed): each.number for each in changes if each.player}
        rows = [rating_row(key, standings[key], number) for key, number in last.items()]
        statement = self._database.insert(RATINGS)
        values = {name: statement.excluded[name] for name in (*_COLUMNS, "games", "at", "number")}
        upsert = statement.on_conflict_do_update(index_elements=[*RatingKey._fields], set_=values)
        await self._connection.execute(upsert, rows)


async def one_at_a_time(connection: AsyncConnection) -> None:
    """Lets no other process count until the end of the transaction. SQLite has only one writer at a time anyway."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})


def changes_of(
    game: RatedGame,
    number: int,
    players: Mapping[Color, str],
    standings: dict[RatingKey, Standing],
    computers: Mapping[str, str],
) -> list[RatingChange]:
    """What a game does to both players, whose standings are those before it; changes these. `computers`: what plays for
    those of them who are no persons."""
    keys: dict[Color, RatingKey] = {
        color: RatingKey(player, game.ruleset, game.speed) for color, player in players.items()
    }
    before = {color: standings.get(key, first_standing(computers.get(key.player))) for color, key in keys.items()}
    found = rate(before["white"].now(game.at), before["black"].now(game.at), game.score)
    changes: dict[Color, StandingChange] = dict(zip(("white", "black"), found, strict=True))
    for color, key in keys.items():
        standings[key] = before[color].followed_by(changes[color].after, game.at)
    return [
        RatingChange(game.id, color, number, players[color], game.ruleset, game.speed, game.at, change)
        for color, change in changes.items()
    ]


def change_row(each: RatingChange) -> dict[str, object]:
    """A change as a row of its table."""
    row = each._asdict()
    change = row.pop("change")
    before = {f"{name}_before": getattr(change.before, name) for name in _COLUMNS}
    return row | before | _numbers(change.after) | {"score": change.score}


def counted(row: RowMapping) -> RatingChange:
    """A row of the table of changes."""
    before = Rating(*(row[f"{name}_before"] for name in _COLUMNS))
    after = Rating(*(row[name] for name in _COLUMNS))
    kept = {name: row[name] for name in RatingChange._fields if name != "change"}
    return RatingChange(**kept, change=StandingChange(before, after, row["score"]))


def rating_row(key: RatingKey, standing: Standing, number: int) -> dict[str, object]:
    """A standing as a row of the table of ratings."""
    return {**key._asdict(), **_numbers(standing.rating), "games": standing.games, "at": standing.at, "number": number}


def _numbers(rating: Rating) -> dict[str, object]:
    return {name: getattr(rating, name) for name in _COLUMNS}


def _of(player: str, ruleset: str, speed: str) -> ColumnElement[bool]:
    """The condition of the changes of a rating."""
    table = RATING_CHANGES.c
    return (table.player == player) & (table.ruleset == ruleset) & (table.speed == speed)


def _key(row: RowMapping) -> RatingKey:
    return RatingKey(*(row[name] for name in RatingKey._fields))


def _standing(row: RowMapping) -> Standing:
    return Standing(Rating(*(row[name] for name in _COLUMNS)), row["games"], row["at"])


# Every moment is more than 0; that has the database look into the index instead of running through it.
_UNCOUNTED = Prepared(
    select(GAMES.c.id)
    .where(UNCOUNTED, GAMES.c.updated > 0)
    .order_by(GAMES.c.updated, GAMES.c.id)
    .limit(value("limit", Integer))
)
COMPUTERS = select(PLAYERS.c.id, PLAYERS.c.computer).where(PLAYERS.c.computer.isnot(None))
"""The players who are no persons, and what plays for them."""
LATEST = select(func.max(RATING_CHANGES.c.number))
"""The number of the game that was counted last; None before the first."""
_MARK = update(GAMES).where(GAMES.c.id == bindparam("of")).values(counted=True)
_FIRST_AND_LAST = (
    select(GAMES.c.id, GAMES.c.plies, EVENTS.c.event)
    .join(EVENTS, EVENTS.c.game == GAMES.c.id)
    .where(GAMES.c.id.in_(bindparam("games", expanding=True)))
    .where((EVENTS.c.version == 1) | EVENTS.c.event.startswith('{"event":"ended"'))
    .order_by(EVENTS.c.game, EVENTS.c.version)
)
"""Opened and Ended of some games."""
