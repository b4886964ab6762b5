"""Games by the day that an earlier version has stored are complete after the upgrade, and continue."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from alembic import command
from sqlalchemy import Connection, text

from damaci.play.clock import DAY
from damaci.play.events import AnyEvent, Moved, Opened, Seat, Settings
from damaci.store import Store
from damaci.store.holidays import Holiday
from damaci.store.schema import METADATA
from damaci.store.upgrade import REVISIONS, alembic_config

pytestmark = pytest.mark.anyio

BEGAN = 1_790_000_000.0
LOG: list[AnyEvent] = [
    Opened(at=BEGAN, settings=Settings(days=3), white=Seat("person", "Ada"), black=Seat("person", "Bora")),
    Moved(at=BEGAN + 60, ply=1, path=["d3", "d4"], id="m"),
]
DUE = BEGAN + 60 + 3 * DAY
AWAY = Holiday("h", "bora", BEGAN + 30, BEGAN + 5 * DAY)
GAME = {
    "id": "g",
    "version": 2,
    "created": BEGAN,
    "updated": BEGAN + 60,
    "ruleset": "turkish",
    "plies": 1,
    "white_kind": "person",
    "white_name": "Ada",
    "white_level": "",
    "result": "*",
    "reason": "",
    "black_kind": "person",
    "black_name": "Bora",
    "black_level": "",
    "days": 3,
    "due": DUE,
}
"""The row of a game as an earlier version has written it."""


def go_back(connection: Connection, revision: str) -> None:
    """Replaces the tables by the empty tables of an earlier version."""
    REVISIONS.drop(connection)
    METADATA.drop_all(connection)
    command.upgrade(alembic_config(connection), revision)


def put(connection: Connection, table: str, row: Mapping[str, Any]) -> None:
    columns = ", ".join(row)
    values = ", ".join(f":{name}" for name in row)
    connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({values})"), row)


def fill(connection: Connection) -> None:
    """Stores two players and their game by the day; one of them is on holiday."""
    put(connection, "games", GAME)
    for version, event in enumerate(LOG, 1):
        put(connection, "events", {"game": "g", "version": version, "event": msgspec.json.encode(event).decode()})
    for player, color in (("ada", "white"), ("bora", "black")):
        named = {"name": player.title(), "account": player, "passphrase": "x"}
        put(connection, "players", {"id": player, "created": BEGAN, **named})
        put(connection, "seats", {"game": "g", "color": color, "player": player})
    holiday = {"id": AWAY.id, "player": AWAY.player, "began": AWAY.began, "until": AWAY.until, "told": True}
    put(connection, "holidays", holiday)


@pytest.mark.parametrize("revision", ["0027", "0034"])
async def test_a_game_by_the_day_and_a_holiday_go_on_after_an_upgrade(place: str, revision: str) -> None:
    async with Store(place) as store, store._database.writing() as connection:
        await connection.run_sync(go_back, revision)
        await connection.run_sync(fill)
    async with Store(place) as store:
        assert await store.log.read("g") == LOG
        [(color, agreed, game)] = await store.daily.of("bora")
        assert (color, agreed.days, game.due, game.speed) == ("black", 3, DUE, "correspondence")
        assert await store.daily.due(DUE, 50) == ["g"]
        assert await store.holidays.of("bora") == [AWAY]
        assert await store.holidays.away(["g"], BEGAN + DAY) == {"g": {"black": AWAY.until}}
        await store.log.append("g", 2, [Moved(at=BEGAN + 90, ply=2, path=["d6", "d5"], id="n")])
        assert await store.holidays.end("bora", BEGAN + DAY)
        assert [each.until for each in await store.holidays.of("bora")] == [BEGAN + DAY]
