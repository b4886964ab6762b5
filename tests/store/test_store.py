import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.config import Config
from sqlalchemy import Connection, create_engine, inspect

from damaci.play.events import AnyEvent
from damaci.store import Store, StoreError, database, upgrade
from damaci.store.schema import METADATA, REVISION
from damaci.store.store import FILE
from damaci.store.upgrade import REVISIONS, alembic_config
from tests.store.samples import game

pytestmark = pytest.mark.anyio
encoder = msgspec.json.Encoder()


async def test_the_folder_is_made(tmp_path: Path) -> None:
    async with Store(tmp_path / "deep" / "Damacı") as store:
        await store.log.append("g", 0, game(1))
    assert (tmp_path / "deep" / "Damacı" / FILE).exists()


async def test_without_a_folder_it_is_this_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name, appauthor: str(tmp_path / name))
    store = Store()
    assert store.folder == tmp_path / "damaci"
    await store.close()


async def test_a_database_can_be_given_by_url(tmp_path: Path) -> None:
    async with Store(f"sqlite:///{tmp_path}/mine.db") as store:
        await store.log.append("g", 0, game(1))
    assert (tmp_path / "mine.db").exists()


async def test_it_is_durable(tmp_path: Path) -> None:
    async with Store(tmp_path) as store, store._database.reading() as connection:
        modes = [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert modes == ["wal", 2, 1]


async def test_many_may_open_a_new_store_at_once(place: str) -> None:
    stores = [Store(place) for _ in range(6)]
    await asyncio.gather(*(store.open() for store in stores))
    await asyncio.gather(*(store.log.append(f"g{number}", 0, game(1)) for number, store in enumerate(stores)))
    assert len(await stores[0].games.list()) == 6
    await asyncio.gather(*(store.close() for store in stores))


def shape(connection: Connection) -> dict[str, object]:
    """The database's description of its tables, except the order of columns."""
    inspector = inspect(connection)
    parts = (
        inspector.get_columns,
        inspector.get_pk_constraint,
        inspector.get_foreign_keys,
        inspector.get_indexes,
        inspector.get_unique_constraints,
        inspector.get_check_constraints,
    )
    return {
        f"{part.__name__} {table}": sorted(json.dumps(each, default=str) for each in listed(part(table)))
        for table in inspector.get_table_names()
        for part in parts
    }


def listed(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]


async def test_the_migrations_make_the_schema_of_the_code(place: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    from alembic import command
    from alembic.script import ScriptDirectory

    def compare(connection: Connection) -> None:
        created = shape(connection)
        REVISIONS.drop(connection)
        METADATA.drop_all(connection)
        assert shape(connection) == {}
        config = alembic_config(connection)
        command.upgrade(config, "head")
        assert shape(connection) == created
        assert ScriptDirectory.from_config(config).get_heads() == [REVISION]

    async with Store(place) as store, store._database.writing() as connection:
        await connection.run_sync(compare)


@pytest.mark.parametrize("revision", ["0002", "0003", "0004"])
def test_an_older_database_is_upgraded_with_its_games(tmp_path: Path, revision: str) -> None:
    log = [encoder.encode(event).decode() for event in game(2)]
    row = ("g", len(log), 0.0, 0.0, "turkish", "person", "", "", "person", "", "", 2, "*", "")
    make_old(tmp_path / FILE, revision)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        connection.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
        connection.executemany(
            "INSERT INTO events VALUES (?, ?, ?)", [("g", number, text) for number, text in enumerate(log, 1)]
        )

    async def find() -> list[AnyEvent]:
        async with Store(tmp_path) as store:
            await store.reviews.put("g", "{}")
            await store.contents.put({"g": "hash"})
            assert await store.contents.find(["hash"]) == {"hash": "g"}
            assert [each.id for each in await store.games.between_people(0.0, 50)] == ["g"]
            return await store.log.read("g")

    assert asyncio.run(find()) == game(2)


async def test_a_creation_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    create = upgrade._create

    def fail_at_the_end(connection: Connection) -> None:
        create(connection)
        raise RuntimeError("power cut")

    monkeypatch.setattr(upgrade, "_create", fail_at_the_end)
    with pytest.raises(RuntimeError, match="power cut"):
        await Store(tmp_path).open()
    connection = sqlite3.connect(tmp_path / FILE)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    connection.close()
    monkeypatch.undo()
    async with Store(tmp_path) as store:
        assert await store.games.list() == []


async def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic import command

    complete = command.upgrade
    make_old(tmp_path / FILE, "0004")
    before = tables_in(tmp_path / FILE)

    def fail_at_the_end(config: Config, revision: str) -> None:
        complete(config, revision)
        raise RuntimeError("power cut")

    monkeypatch.setattr(command, "upgrade", fail_at_the_end)
    with pytest.raises(RuntimeError, match="power cut"):
        await Store(tmp_path).open()
    assert tables_in(tmp_path / FILE) == before
    monkeypatch.undo()
    async with Store(tmp_path) as store:
        assert await store.games.list() == []


def make_old(file: Path, revision: str) -> None:
    """Creates a database of an earlier version, without games."""
    from alembic import command

    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        command.upgrade(alembic_config(connection), revision)
    engine.dispose()


def tables_in(file: Path) -> list[Any]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()


def test_a_new_and_a_current_database_are_opened_without_alembic(tmp_path: Path) -> None:
    code = """if True:
        import asyncio, sys
        from damaci.store import Store
        async def main():
            async with Store(sys.argv[1]):
                print("alembic" in sys.modules)
        asyncio.run(main())
    """
    outputs = [
        subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert outputs == ["False\n", "False\n"]


async def refused(folder: Path | str) -> str:
    with pytest.raises(StoreError) as caught:
        await Store(folder).open()
    return str(caught.value)


async def test_a_database_of_another_kind_is_refused() -> None:
    assert "expected a folder, or a URL that begins with postgresql://" in await refused("mysql://x:word@host/name")
    assert "word" not in await refused("mysql://x:word@host/name")


async def test_a_newer_schema_is_refused_and_kept(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        await store.log.append("g", 0, game(2))
    set_revision(tmp_path / FILE, "9999")
    message = await refused(tmp_path)
    assert str(tmp_path / FILE) in message
    assert "newer" in message
    set_revision(tmp_path / FILE, REVISION)
    async with Store(tmp_path) as store:
        assert await store.log.read("g") == game(2)


def set_revision(file: Path, revision: str) -> None:
    connection = sqlite3.connect(file)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
    connection.close()


@pytest.mark.parametrize("content", [b"this is not a database, only a note", b"SQLite format 3\0" + bytes(4096)])
async def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert str(tmp_path / FILE) in await refused(tmp_path)
    assert (tmp_path / FILE).read_bytes() == content


async def test_another_programs_database_is_refused_and_kept(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    assert "not one of Damacı's" in await refused(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE)
    assert [row[0] for row in connection.execute("SELECT name FROM sqlite_master")] == ["recipes"]
    connection.close()


async def test_a_damaged_page_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        await store.log.append("g", 0, game(500))
    content = bytearray((tmp_path / FILE).read_bytes())
    content[4096 * 3 :] = b"\xaa" * (len(content) - 4096 * 3)
    (tmp_path / FILE).write_bytes(content)
    store = Store(tmp_path)
    with pytest.raises(StoreError, match=FILE):
        await (await store.open()).log.read("g")
    await store.close()


async def test_a_file_that_lost_its_games_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damaci.store.soundness.BEGIN_SECONDS", 0.0)
    file = tmp_path / FILE
    async with Store(tmp_path) as store:
        await store.log.append("g", 0, game(500))
    content = file.read_bytes()
    for part, what in ((b"", "empty"), (content[: len(content) // 2], "cut short"), (content[:-1], "cut short")):
        file.write_bytes(part)
        message = await refused(tmp_path)
        assert f"{file}: {what}" in message
        assert "restore a backup" in message
        assert file.read_bytes() == part
    file.write_bytes(content)
    async with Store(tmp_path) as store:
        assert await store.log.read("g") == game(500)


async def test_damage_is_found_at_the_start(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        await store.log.append("g", 0, game(500))
    content = bytearray((tmp_path / FILE).read_bytes())
    content[-4096:] = b"\xaa" * 4096
    (tmp_path / FILE).write_bytes(content)
    message = await refused(tmp_path)
    assert "damaged" in message
    assert "restore a backup" in message


async def test_a_large_file_is_checked_no_longer_than_the_time_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damaci.store.soundness.CHECK_SECONDS", 0.0)
    monkeypatch.setattr("damaci.store.soundness._STEPS", 1)
    async with Store(tmp_path) as store:
        await store.log.append("g", 0, game(500))
    async with Store(tmp_path) as store:
        assert await store.log.read("g") == game(500)


async def test_an_event_that_cannot_be_read_is_an_error_that_names_the_game(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        await store.log.append("g", 0, game(1))
        async with store._database.writing() as connection:
            await connection.exec_driver_sql('UPDATE events SET event = \'{"event": "beamed-up"}\' WHERE version = 2')
        with pytest.raises(StoreError, match="game g"):
            await store.log.read("g")


async def test_closing_waits_for_those_who_still_read(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        await store.log.append("g", 0, game(1))
        readers = [asyncio.create_task(store.log.read("g")) for _ in range(4)]
        await asyncio.sleep(0)
    assert all(reader.done() for reader in readers)


async def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("note")
    assert str(tmp_path / "file") in await refused(tmp_path / "file")


@pytest.mark.parametrize("url", ["://", "dbase://host/name", "sqlite:///nowhere/at/all/x.db"])
async def test_a_bad_url_is_refused(url: str) -> None:
    with pytest.raises(StoreError):
        await Store(url).open()


async def test_a_passphrase_is_not_shown(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        await Store("dbase://someone:secret@host/name").open()
    assert "secret" not in str(caught.value)


SLOW = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 400000) SELECT x FROM n ORDER BY -x"
"""A query for which SQLite needs some tenths of a second, and which has more than one row."""


async def test_a_write_that_is_cancelled_in_a_query_locks_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "LOCK_SECONDS", 2)
    begun = asyncio.Event()

    async def write(query: str) -> None:
        async with store._database.writing() as connection:
            begun.set()
            await connection.exec_driver_sql(query)

    async with Store(tmp_path) as store:
        task = asyncio.create_task(write(SLOW))
        await begun.wait()
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError) as cancelled:
            await task
        await write("SELECT 1")
        assert cancelled.tb  # the traceback may still hold a reference to the query's cursor
