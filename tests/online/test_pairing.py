"""Games on which two players have agreed: they are complete for both, also if an older version was interrupted."""

import asyncio
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import delete, insert

from damaci.host import Engines, Rooms
from damaci.online import healing
from damaci.play.events import Opened, Seat, Settings
from damaci.store import Store
from damaci.store.schema import EVENTS, GAMES, SEATS
from damaci.store.seeks import Seek, Seeks
from tests.host.fakes import FakeEngine
from tests.online.conftest import Server, Someone, running
from tests.support import PATIENCE


def requests(game: str) -> str:
    return f"/api/v1/games/{game}/requests"


def rematched(server: Server) -> tuple[str, str, Someone, list[str]]:
    """A finished game, its rematch, White's player in the first game, and the ids of both players."""
    game, white, black = server.playing()
    white.do("POST", requests(game), {"type": "resign"})
    for side in (white, black):
        side.do("POST", requests(game), {"type": "offer-rematch"})
    following = white.do("GET", f"/api/v1/games/{game}")["now"]["rematch"]
    return game, following, white, [side.do("GET", "/api/v1/player")["id"] for side in (white, black)]


def test_who_asks_again_joins_the_same_game_again(server: Server) -> None:
    game, white, black = server.playing()
    assert black.do("POST", f"/api/v1/games/{game}/join") == {"id": game, "color": "black"}
    assert white.do("POST", f"/api/v1/games/{game}/join") == {"id": game, "color": "white"}
    assert server.someone().send("POST", f"/api/v1/games/{game}/join").json()["error"] == "taken"


def test_who_asks_twice_at_once_joins_once(server: Server) -> None:
    ada = server.someone()
    bob = server.someone()
    game = ada.do("POST", "/api/v1/games", {"color": "white"})["id"]
    bob.do("POST", "/api/v1/player")
    answers: list[object] = []
    threads = [
        threading.Thread(target=lambda: answers.append(bob.do("POST", f"/api/v1/games/{game}/join"))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert answers == [{"id": game, "color": "black"}] * 4


def test_an_accepted_rematch_asked_for_again_is_the_same(server: Server) -> None:
    game, white, black = server.playing()
    white.do("POST", requests(game), {"type": "resign"})
    for side in (white, black, white, black, black):
        assert side.do("POST", requests(game), {"type": "offer-rematch"})["type"] == "done"
    assert len(white.do("GET", "/api/v1/games")["games"]) == 2


ENGINE = {"opponent": "engine", "level": "easy", "color": "white"}


@pytest.mark.parametrize(
    ("path", "terms"),
    [("/api/v1/seeks", {}), ("/api/v1/games", {}), ("/api/v1/games", ENGINE)],
    ids=["seek", "invitation", "engine"],
)
def test_what_is_asked_for_again_under_the_same_key_is_made_once(
    server: Server, path: str, terms: dict[str, str]
) -> None:
    ada = server.someone()
    bob = server.someone()
    ada.do("POST", "/api/v1/player")
    first = ada.do("POST", path, terms, **{"Idempotency-Key": "k"})
    assert ada.do("POST", path, terms, **{"Idempotency-Key": "k"}) == first
    assert ada.do("POST", path, terms, **{"Idempotency-Key": "l"})["id"] != first["id"]
    assert bob.do("POST", path, terms, **{"Idempotency-Key": "k"})["id"] != first["id"]


def test_a_seek_asked_for_again_after_it_was_accepted_names_the_game(server: Server) -> None:
    ada = server.someone()
    bob = server.someone()
    ada.do("POST", "/api/v1/player")
    seek = ada.do("POST", "/api/v1/seeks", {}, **{"Idempotency-Key": "k"})["id"]
    bob.do("POST", f"/api/v1/games/{seek}/join")
    assert ada.do("POST", "/api/v1/seeks", {}, **{"Idempotency-Key": "k"})["id"] == seek


def test_a_game_asked_for_again_is_answered_while_the_computer_is_busy(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = server.someone()
    ada.do("POST", "/api/v1/player")
    game = ada.do("POST", "/api/v1/games", ENGINE, **{"Idempotency-Key": "k"})
    monkeypatch.setattr(Engines, "refuses", lambda *_: True)
    assert ada.do("POST", "/api/v1/games", ENGINE, **{"Idempotency-Key": "k"}) == game
    busy = ada.send("POST", "/api/v1/games", ENGINE, **{"Idempotency-Key": "l"})
    assert (busy.status_code, busy.json()["error"]) == (503, "engine-busy")


def test_a_key_that_is_too_long_is_refused(server: Server) -> None:
    answer = server.someone().send("POST", "/api/v1/seeks", {}, **{"Idempotency-Key": "k" * 65})
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


# ---- older versions --------------------------------------------------------------------------------------------------


def change(folder: Path, *statements: object) -> None:
    async def execute() -> None:
        async with Store(folder) as store, store._database.writing() as connection:
            for statement in statements:
                await connection.execute(statement)  # type: ignore[call-overload]

    asyncio.run(execute())


def seat(game: str, color: str, player: str) -> object:
    return insert(SEATS).values(game=game, color=color, player=player)


def with_seats_of_no_game(folder: Path) -> str:
    """Creates a store with seats that belong to no game, and a complete game, whose id is returned."""
    with running(folder) as server:
        game, white, black = server.playing()
        ids = [side.do("GET", "/api/v1/player")["id"] for side in (white, black)]
    change(folder, seat("lost", "white", ids[0]), seat("lost", "black", ids[1]))
    return game


def seats(folder: Path, *games: str) -> list[int]:
    async def count() -> list[int]:
        async with Store(folder) as store:
            return [len(await store.seats.of_game(each)) for each in games]

    return asyncio.run(count())


def test_seats_without_a_game_are_gone_after_a_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_seats_of_no_game(tmp_path)
    monkeypatch.setattr(healing, "GRACE_SECONDS", 0.1)
    with running(tmp_path) as server:
        assert server.someone().send("POST", "/api/v1/games/lost/join").status_code == 404
        deadline = time.monotonic() + PATIENCE
        while seats(tmp_path, "lost", game) != [0, 2]:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_a_week_after_the_upgrade_the_store_is_not_looked_through_any_more(tmp_path: Path) -> None:
    with_seats_of_no_game(tmp_path)

    async def run(since: float) -> int:
        async with Store(tmp_path) as store:
            await store.settings.put(healing.KEY, time.time() + since)
            rooms = Rooms(store, Engines(lambda: FakeEngine(), size=1))
            healer = healing.Healing(store, rooms)
            healer.start()
            assert healer._background._task
            await healer._background._task
            await rooms.close()
            return len(await store.seats.of_game("lost"))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(healing, "GRACE_SECONDS", 0.0)
        assert asyncio.run(run(-1.0)) == 2
        assert asyncio.run(run(+60.0)) == 0


def test_a_seek_whose_game_exists_is_gone_when_somebody_accepts_it(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        seek = server.someone().do("POST", "/api/v1/seeks", {})["id"]
    opened = Opened(at=1.0, settings=Settings(), white=Seat("person"), black=Seat("person"))

    async def begin() -> None:
        async with Store(tmp_path) as store:
            await store.log.append(seek, 0, [opened])

    async def left() -> object:
        async with Store(tmp_path) as store:
            return await store.seeks.get(seek)

    asyncio.run(begin())
    with running(tmp_path) as server:
        assert server.someone().send("POST", f"/api/v1/games/{seek}/join").json()["error"] == "taken"
    assert asyncio.run(left()) is None


@pytest.mark.parametrize("half", ["nothing", "game"])
@pytest.mark.parametrize("how", ["page", "program"])
def test_a_rematch_that_was_never_written_is_there_when_a_player_comes(tmp_path: Path, half: str, how: str) -> None:
    with running(tmp_path) as server:
        game, following, white, ids = rematched(server)
    gone = [delete(SEATS).where(SEATS.c.game == following)]
    if half == "nothing":
        gone += [delete(EVENTS).where(EVENTS.c.game == following), delete(GAMES).where(GAMES.c.id == following)]
    change(tmp_path, *gone)
    with running(tmp_path) as server:
        again = server.someone()
        again.cookies = white.cookies
        if how == "page":
            with again.socket(f"/ws/game/{game}") as socket:
                socket.send_json({"type": "hello"})
                socket.receive_json()
        else:
            again.do("GET", f"/api/v1/games/{game}")
        assert server.someone().do("GET", f"/api/v1/games/{following}")["now"]["ply"] == 0

    async def seats() -> dict[str, str]:
        async with Store(tmp_path) as store:
            return {**await store.seats.of_game(following)}

    assert asyncio.run(seats()) == {"white": ids[1], "black": ids[0]}


def test_a_page_that_is_fetched_while_its_game_begins(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    white = server.someone()
    black = server.someone()
    game = white.do("POST", "/api/v1/games", {"color": "white"})["id"]
    read = Seeks.get

    async def get_late(self: Seeks, seek: str) -> Seek | None:
        monkeypatch.undo()
        await asyncio.to_thread(black.do, "POST", f"/api/v1/games/{game}/join")
        return await read(self, seek)

    monkeypatch.setattr(Seeks, "get", get_late)
    answer = server.someone().send("GET", f"/game/{game}")
    assert answer.status_code == 200
    assert "dama-board" in answer.text
