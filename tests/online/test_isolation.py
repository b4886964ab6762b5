"""A process that cannot reach the store sends its visitors to other processes."""

import pytest

from damaci.online.connections import Connections
from damaci.online.isolation import PATIENCE_SECONDS, Isolation

pytestmark = pytest.mark.anyio


class Closed(Connections):
    """Records the codes with which connections are closed; one is open."""

    def __init__(self) -> None:
        super().__init__()
        self.counted = 1
        self.codes: list[int] = []

    def close(self, which: object, code: int, reason: str) -> None:
        self.codes.append(code)


class Now:
    """The event loop's time, which a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = 100.0
        monkeypatch.setattr("asyncio.base_events.BaseEventLoop.time", lambda loop: self.at)


async def test_sockets_are_closed_when_the_store_is_out_of_reach_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    now = Now(monkeypatch)
    certain = True
    connections = Closed()
    isolation = Isolation(connections, lambda: certain)
    await isolation.look()
    certain = False
    await isolation.look()
    now.at += PATIENCE_SECONDS - 0.1
    await isolation.look()
    assert connections.codes == []
    now.at += 0.2
    await isolation.look()
    assert connections.codes == [1013]
    certain = True
    await isolation.look()
    certain = False
    await isolation.look()
    assert connections.codes == [1013]


async def test_before_the_first_heartbeat_nobody_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    now = Now(monkeypatch)
    connections = Closed()
    isolation = Isolation(connections, lambda: False)
    await isolation.look()
    now.at += 10 * PATIENCE_SECONDS
    await isolation.look()
    assert connections.codes == []
