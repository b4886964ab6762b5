"""A process that cannot write to the disk, and one that is stopped without any loss."""

import asyncio
import contextlib
import resource
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from damaci.online import moderation
from damaci.online.moderation import BadOrder, Moderation
from tests.home.process import START_SECONDS
from tests.online.cluster import Process
from tests.online.process import Client, serving
from tests.online.test_orders import operating
from tests.servers import Postgres
from tests.support import PATIENCE


def status(address: str, path: str) -> int:
    try:
        with urllib.request.urlopen(address.rstrip("/") + path, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_with_a_full_disk_it_is_alive_but_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert status(server.address, "/ready") == 200
        _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, most))  # no file can grow any more
        until(lambda: status(server.address, "/ready") == 503)
        assert status(server.address, "/health") == 200
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
        until(lambda: status(server.address, "/ready") == 200)


def test_a_disk_that_is_almost_full_is_full(tmp_path: Path) -> None:
    patch = "import shutil\nfrom types import SimpleNamespace\nshutil.disk_usage = lambda _: SimpleNamespace(free=1000)"
    with serving(tmp_path, first=patch) as server:
        assert status(server.address, "/ready") == 503


def test_a_server_alone_ends_when_it_is_drained(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        [process] = operating(str(tmp_path), lambda operator: operator.processes())
        assert (process.process, process.draining) == (server.process.pid, False)
        operating(str(tmp_path), lambda operator: operator.drain(process.id))
        server.process.communicate(timeout=START_SECONDS)
        assert server.process.returncode == 0
    assert operating(str(tmp_path), lambda operator: operator.processes()) == []


def test_a_process_that_was_killed_is_not_drained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path) as server:
        [process] = operating(str(tmp_path), lambda operator: operator.processes())
        server.process.kill()
        server.process.communicate(timeout=START_SECONDS)
    monkeypatch.setattr(moderation, "SILENT_SECONDS", 0.0)
    with pytest.raises(BadOrder, match=f"there is no process '{process.id}'; there are: none"):
        operating(str(tmp_path), lambda operator: operator.drain(process.id))


@pytest.mark.parametrize("how", ["ordered", "signalled"])
def test_of_two_processes_one_hands_over_and_ends(postgres: Postgres, how: str) -> None:
    asyncio.run(hand_over(postgres, how))


async def hand_over(postgres: Postgres, how: str) -> None:
    database = await postgres.new_database()
    first = Process(database)
    second = Process(database)
    try:
        first.start()
        second.start()
        assert first.process
        somebody = Client(first.address)
        somebody.send("POST", "/api/v1/player")
        lobby = await lobby_of(first, somebody)
        if how == "ordered":
            await asyncio.to_thread(operating, database, ordering(first.process.pid))
        else:
            first.process.terminate()
        await asyncio.to_thread(until, lambda: status(first.address, "/ready") == 503)
        late = await lobby_of(first, somebody)
        with pytest.raises(urllib.error.HTTPError) as refused:
            somebody.send("POST", "/api/v1/seeks", {})
        assert (refused.value.code, refused.value.headers["retry-after"]) == (503, "1")
        refused.value.close()
        for socket in (late, lobby):
            with contextlib.suppress(ConnectionClosed):
                async with asyncio.timeout(PATIENCE):
                    while await socket.recv():
                        pass
            assert socket.close_code == 1012
        await asyncio.to_thread(first.process.communicate, timeout=START_SECONDS)
        assert first.process.returncode == 0
        somebody.address = second.address
        assert somebody.send("POST", "/api/v1/seeks", {})
    finally:
        first.close()
        second.close()


async def lobby_of(process: Process, somebody: Client) -> ClientConnection:
    return await connect(
        process.address.replace("http", "ws") + "/ws/lobby", additional_headers=somebody.headers, open_timeout=PATIENCE
    )


def ordering(pid: int) -> Callable[[Moderation], Awaitable[None]]:
    async def drain(operator: Moderation) -> None:
        [mine] = [each for each in await operator.processes() if each.process == pid]
        await operator.drain(mine.id)

    return drain
