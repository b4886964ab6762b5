"""Stores many games at once with statements of the database: a million in less than a minute.

The newest two thousand games are being played. Every twentieth of the others was never ended and is a game by the day.
`p1` has played every fiftieth game.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import asyncpg

from damaci.store import Store

RUNNING = 2000
_EVENT = (
    '{"event":"opened","at":0.0,"settings":{"ruleset":"turkish"},"white":{"kind":"person","name":"Ada"},'
    '"black":{"kind":"person","name":"Bora"}}'
)
_SERIES = {
    "sqlite": "(WITH RECURSIVE count(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < {rows})"
    " SELECT i FROM count) AS series",
    "postgresql": "generate_series(1, {rows}) AS series(i)",
}
_RECENT = f"i > :games - {RUNNING}"
_OPEN = f"({_RECENT} OR i % 20 = 0)"
_DAILY = f"(i % 20 = 0 AND NOT {_RECENT})"
_GAMES = f"""
INSERT INTO games (id, version, created, updated, ruleset, white_kind, white_name, white_level, black_kind, black_name,
    black_level, plies, result, reason, days, due)
SELECT 'g' || i, 2, :now - 1000 - (:games - i) * 30, CASE WHEN {_RECENT} THEN :now - i % 900
    ELSE :now - 1000 - (:games - i) * 30 END, 'turkish', 'person', 'Ada', '',
    CASE WHEN i % 3 = 0 THEN 'engine' ELSE 'person' END, 'Bora', '', CASE WHEN i % 40 = 0 THEN 0 ELSE 60 END,
    CASE WHEN {_OPEN} THEN '*' ELSE '1-0' END, CASE WHEN {_OPEN} THEN '' ELSE 'resignation' END,
    CASE WHEN {_DAILY} THEN 3 ELSE 0 END, CASE WHEN {_DAILY} THEN :now + i END FROM {{games}}
"""
_EVENTS = "INSERT INTO events (game, version, event) SELECT 'g' || i, 1, :event FROM {games}"
_CONTENTS = "INSERT INTO contents (game, hash) SELECT 'g' || i, 'c' || i FROM {games} WHERE i % 2 = 0"
_REVIEWS = "INSERT INTO reviews (game, review) SELECT 'g' || i, '{{}}' FROM {games} WHERE i % 20 = 1"
_EXPLORER = """
INSERT INTO explorer (ruleset, position, after, white, draw, black, games)
SELECT 'turkish', i / 4, i, 1, 0, 0, 'g' || i FROM {games}
"""
_PLAYERS = """
INSERT INTO players (id, name, account, passphrase, created)
SELECT 'p' || i, 'Player ' || i, CASE WHEN i % 2 = 0 THEN 'account' || i END, 'x', :now - i FROM {players}
"""
_SESSIONS = "INSERT INTO sessions (hash, player, created) SELECT 's' || i, 'p' || i, :now - i FROM {players}"
_TOKENS = (
    "INSERT INTO tokens (hash, id, player, name, created) SELECT 't' || i, 'i' || i, 'p' || i, 'bot', :now FROM"
    " {players}"
)
_RATINGS = """
INSERT INTO ratings (player, ruleset, speed, rating, deviation, volatility, games, at, number)
SELECT 'p' || i, 'turkish', 'blitz', 1000 + i % 1500, 45 + i % 100, 0.06, 9, :now - i, i FROM {players}
"""
_RATING_CHANGES = """
INSERT INTO rating_changes (game, color, number, player, ruleset, speed, at, score, rating_before, deviation_before,
    volatility_before, rating, deviation, volatility)
SELECT 'g' || i, 'white', i, 'p' || (1 + i % (:players / 2)), 'turkish', 'blitz', :now - i, 1, 1500, 90, 0.06, 1510, 89,
    0.06 FROM {games}
"""
_UNCOUNTED = "UPDATE games SET rated = true, counted = plies <> 0 WHERE ruleset = 'turkish'"
_SEATS = """
INSERT INTO seats (game, color, player)
SELECT 'g' || i, 'white', CASE WHEN i % 50 = 0 THEN 'p1' ELSE 'p' || (1 + i % (:players / 2)) END FROM {games}
UNION ALL SELECT 'g' || i, 'black', 'p' || (1 + i * 7 % (:players / 2)) FROM {games}
"""
_CHALLENGES = """
INSERT INTO challenges (id, player, target, wish, created, until, declined)
SELECT 'c' || i, 'p' || i, 'p' || (1 + i % 99), '{{}}', :now - i, :now + i, '' FROM {seeks}
"""
_SEEKS = """
INSERT INTO seeks (id, player, open, wish, created, seen, address)
SELECT 'k' || i, 'p' || i, i % 2 = 0, '{{}}', :now - i, :now - i % 100, 'a' || i % 30 FROM {seeks}
"""


_RATED = (_RATINGS, _RATING_CHANGES, _UNCOUNTED)


@dataclass(frozen=True)
class Many:
    """The numbers of rows."""

    games: int
    players: int
    seeks: int
    now: float


async def fill(store: Store, games: int, now: float) -> Many:
    """Fills an empty store with this many games, a tenth as many players, and a few seeks."""
    many = Many(games, max(100, games // 10), min(2000, max(100, games // 10)), now)
    rows = {"games": many.games, "players": many.players, "seeks": many.seeks}
    series = {name: _SERIES[store._database.dialect].format(rows=number) for name, number in rows.items()}
    values = {":now": repr(now), ":event": f"'{_EVENT}'"} | {f":{name}": str(number) for name, number in rows.items()}
    statements = []
    for each in (
        _PLAYERS,
        _GAMES,
        _EVENTS,
        _CONTENTS,
        _REVIEWS,
        _EXPLORER,
        _SESSIONS,
        _TOKENS,
        _SEATS,
        _SEEKS,
        _CHALLENGES,
        *_RATED,
    ):
        statement = each.format(**series)
        for name, value in values.items():
            statement = statement.replace(name, value)
        statements.append(statement)
    await _execute(store, statements)
    return many


async def _execute(store: Store, statements: Sequence[str]) -> None:
    if store._database.dialect == "sqlite":
        async with store._database.writing() as connection:
            for statement in statements:
                await connection.exec_driver_sql(statement)
        return
    # This connection has no timeout, unlike those of the store.
    url = store._database._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await asyncpg.connect(url)
    for statement in (*statements, "VACUUM ANALYZE"):
        await connection.execute(statement)
    await connection.close()
