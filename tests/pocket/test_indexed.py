"""The Python side of the browser's storage and files, with classes in place of the browser's scripts."""

import io

import msgspec
import pytest

from damaci.pocket.blob import AT_ONCE, blob_file
from damaci.pocket.indexed import IndexedRecords
from damaci.pocket.records import MemoryRecords, StorageFull
from damaci.pocket.store import PocketStore
from damaci.stored import StoreError
from tests.store.samples import game, moved

pytestmark = pytest.mark.anyio


class BrowserError(Exception):
    """An error of the browser, as Pyodide passes it on."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name}: refused")
        self.name = name


class Script:
    """Replaces records.js by a dictionary."""

    def __init__(self) -> None:
        self.records = MemoryRecords()
        self.error: BrowserError | None = None

    async def get(self, keys: str) -> str:
        return msgspec.json.encode(await self.records.get(msgspec.json.decode(keys))).decode()

    async def range(self, after: str, before: str, limit: int) -> str:
        return msgspec.json.encode(await self.records.range(after, before, limit)).decode()

    async def write(self, expected: str, changes: str, lasting: bool) -> bool:
        if self.error:
            raise self.error
        return await self.records.write(msgspec.json.decode(expected), msgspec.json.decode(changes))


async def test_the_log_goes_through_json_and_errors_have_their_kind() -> None:
    script = Script()
    store = PocketStore(IndexedRecords(script))
    await store.log.append("g", 0, game(2))
    script.error = BrowserError("QuotaExceededError")
    with pytest.raises(StorageFull, match="refused"):
        await store.log.append("g", 3, [moved(3)])
    script.error = BrowserError("InvalidStateError")
    with pytest.raises(StoreError) as failed:
        await store.log.append("g", 3, [moved(3)])
    assert not isinstance(failed.value, StorageFull)
    script.error = None
    assert await store.log.read("g") == game(2)


class _Bytes(bytes):
    def to_bytes(self) -> bytes:  # type: ignore[override]
        return self


class Blob:
    """Replaces blob_reader.js by bytes."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.size = len(content)

    def read(self, start: int, end: int) -> _Bytes:
        return _Bytes(self.content[start:end])


def test_a_page_s_file_is_read_piece_by_piece() -> None:
    content = b"".join(b"line %d\n" % number for number in range(AT_ONCE // 4))
    file = blob_file(Blob(content))
    assert file.readline() == b"line 0\n"
    assert file.tell() == 7
    assert file.seek(0, io.SEEK_END) == len(content)
    assert file.read() == b""
    file.seek(0)
    assert file.read() == content
