"""What a proxy, Prometheus and the operator can read, and what nobody else can."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest

from damaci.store import StoreError
from tests.online.conftest import Server, running

TOKEN = "a-token-of-the-operator"
SHOWN = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), operator_token=TOKEN, hosts=["app1"]) as server:
        yield server


def test_a_proxy_learns_whether_it_works(watched: Server) -> None:
    for path in ("/health", "/ready"):
        answer = watched.someone().send("GET", path, host="app1:3264")
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        assert watched.someone().send("GET", path, host="app2:3264").status_code == 403


def test_while_the_database_cannot_be_written_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise StoreError("the database: no answer")

    monkeypatch.setattr("damaci.online.process.CHECKED_SECONDS", 0.0)
    with running(tmp_path, operator_token=TOKEN) as server:
        monkeypatch.setattr("damaci.store.processes.Processes.see", fail)
        answer = server.someone().send("GET", "/ready")
        assert (answer.status_code, answer.json()) == (503, {"status": "failing"})
        assert server.someone().do("GET", "/operator/status", **SHOWN)["database"] == "the database: no answer"
        assert server.someone().send("GET", "/health").status_code == 200


def test_asking_writes_once_a_second_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damaci.online.process.CHECKED_SECONDS", 1e9)
    seen = []

    async def see(*_: object) -> bool:
        seen.append(1)
        return False

    with running(tmp_path) as server:
        monkeypatch.setattr("damaci.store.processes.Processes.see", see)
        assert [server.someone().send("GET", "/ready").status_code for _ in range(5)] == [200] * 5
    assert len(seen) <= 1


PATHS = ("/operator", "/operator/status", "/operator/metrics")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "shown", ["", "Bearer something-else", "Bearer", "Basic !!!", "Basic " + base64.b64encode(b"me:wrong").decode()]
)
def test_nobody_sees_more_without_the_token(watched: Server, path: str, shown: str) -> None:
    answer = watched.someone().send("GET", path, authorization=shown)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Basic ")


@pytest.mark.parametrize("path", PATHS)
def test_without_a_token_in_the_settings_there_is_nothing_to_see(server: Server, path: str) -> None:
    assert server.someone().send("GET", path, authorization="Bearer ").status_code == 404


def test_a_browser_that_has_shown_it_stays_who_it_was(watched: Server) -> None:
    shown = "Basic " + base64.b64encode(f"anybody:{TOKEN}".encode()).decode()
    operator = watched.someone()
    name = operator.do("POST", "/api/v1/player")["name"]
    page = operator.send("GET", "/account", authorization=shown, accept="text/html")
    assert page.status_code == 200
    assert operator.send("GET", "/api/v1/player", authorization=shown).json()["name"] == name
    assert operator.send("POST", "/api/v1/player", authorization=shown, **{"x-csrf-token": ""}).status_code == 403


def test_a_browser_shows_it_as_a_passphrase(watched: Server) -> None:
    shown = base64.b64encode(f"anybody:{TOKEN}".encode()).decode()
    answer = watched.someone().send("GET", "/operator", authorization=f"Basic {shown}", accept="text/html")
    assert answer.status_code == 200
    assert "Open games" in answer.text


def test_the_state_counts_what_is_there(watched: Server) -> None:
    before = watched.someone().do("GET", "/operator/status", **SHOWN)
    game, white, _ = watched.playing()
    with white.socket(f"/ws/game/{game}") as socket:
        socket.receive_json()
    after = watched.someone().do("GET", "/operator/status", **SHOWN)
    assert after["games_open_here"] == before["games_open_here"] + 1
    assert (after["database"], after["notices"], after["engines_thinking"], after["engines_waited_for"]) == (
        "ok",
        "not used",
        0,
        0,
    )


def values(server: Server) -> dict[str, float]:
    lines = server.someone().send("GET", "/operator/metrics", **SHOWN).text.splitlines()
    return {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))
    }


def test_prometheus_is_told_what_happened(watched: Server) -> None:
    before = values(watched)
    game, white, _ = watched.playing()
    with white.socket(f"/ws/game/{game}") as socket:
        socket.send_json({"type": "move", "ply": 1, "move": "d3d4", "id": "a"})
        while socket.receive_json()["type"] != "done":
            pass
        assert values(watched)["damaci_sockets"] == before["damaci_sockets"] + 1
    after = values(watched)
    assert after["damaci_append_seconds_count"] == before["damaci_append_seconds_count"] + 1  # of the move
    assert (
        after['damaci_requests_total{method="POST",status="201"}']
        == before.get('damaci_requests_total{method="POST",status="201"}', 0) + 1
    )
    assert after["damaci_games_open"] == before["damaci_games_open"] + 1
    assert (after["damaci_notices_arrive"], after["damaci_append_failures_total"]) == (1, 0)


def test_a_token_that_is_no_text_is_refused(watched: Server) -> None:
    assert watched.client.get("/operator", headers=[(b"authorization", b"Basic \xe9")]).status_code == 401
