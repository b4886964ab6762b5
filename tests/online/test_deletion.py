"""After a deletion the name is nowhere, whatever happened before and happens meanwhile."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import select

from damaci.online.socket import NOT_YOURS
from damaci.store import Store
from damaci.store.schema import METADATA
from tests.online.conftest import Server, Someone, running
from tests.servers import Postgres, Redis
from tests.support import PATIENCE

NUMBERS = count(1000)
SIDES = st.sampled_from((0, 1))
REQUESTS = ("resign", "offer-rematch", "offer-rematch", "decline-rematch", "say")
ACTS = st.tuples(st.sampled_from((*REQUESTS, "seek", "invite", "engine", "play", "show", "lobby")), SIDES)
MEANWHILE = st.tuples(st.sampled_from((*REQUESTS, "seek", "invite", "show", "lobby")), SIDES)


class Place:
    """One process on SQLite, or two on PostgreSQL; each request is sent to any of them."""

    def __init__(self, where: str, servers: Sequence[Server]) -> None:
        self.where = where
        self.servers = servers
        self._turns = count()

    def someone(self) -> list[Someone]:
        """A new browser: one client for each process, with the same cookies."""
        faces = [server.someone() for server in self.servers]
        for face in faces:
            face.cookies = faces[0].cookies
        return faces

    def any(self, faces: Sequence[Someone]) -> Someone:
        return faces[next(self._turns) % len(faces)]

    def dump(self) -> str:
        """Everything that is stored in the database."""

        async def read() -> str:
            async with Store(self.where) as store, store._database.reading() as connection:
                return str([list(await connection.execute(select(table))) for table in METADATA.sorted_tables])

        return asyncio.run(read())


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("server")
    with ExitStack() as stack:
        if request.param == "sqlite":
            yield Place(str(folder), [stack.enter_context(running(folder))])
            return
        postgres: Postgres = request.getfixturevalue("postgres")
        redis: Redis = request.getfixturevalue("redis")
        url = asyncio.run(postgres.new_database())
        servers = [stack.enter_context(running(Path(url), database=url, redis=redis.url)) for _ in range(2)]
        yield Place(url, servers)


class Story:
    """Two visitors, of whom the first will be deleted, and their games."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.people = [place.someone(), place.someone()]
        self.name = f"Nesrin {next(NUMBERS)}"
        for index, name in enumerate((self.name, f"Bora {next(NUMBERS)}")):
            self.any(index).do("PUT", "/api/v1/player", {"name": name})
        self.seeks: list[str] = []
        self.games: list[str] = []
        self.play(0)

    def any(self, index: int) -> Someone:
        return self.place.any(self.people[index])

    def play(self, index: int) -> None:
        """Begins a game between the two visitors."""
        game = self.any(index).do("POST", "/api/v1/games", {"color": "white"})["id"]
        self.any(1 - index).do("POST", f"/api/v1/games/{game}/join")
        self.games.append(game)

    def act(self, what: str, index: int) -> None:
        """An action of one of them, which may be refused."""
        someone = self.any(index)
        game = self.games[-1]
        match what:
            case "seek" | "invite":
                path = "/api/v1/seeks" if what == "seek" else "/api/v1/games"
                self.seeks += filter(None, [someone.send("POST", path, {}).json().get("id")])
            case "engine":
                made = someone.send("POST", "/api/v1/games", {"opponent": "engine", "level": "beginner"}).json()
                self.games[:0] = filter(None, [made.get("id")])
            case "play":
                self.play(index)
            case "show":
                self.follow_on(someone.do("GET", f"/api/v1/games/{game}")["now"].get("rematch"))
            case "lobby":
                lobby_of(someone)
            case _:
                more = {"phrase": "hello"} if what == "say" else {}
                someone.send("POST", f"/api/v1/games/{game}/requests", {"type": what} | more)

    def follow_on(self, following: str | None) -> None:
        if following and following not in self.games:
            self.games.append(following)

    def delete_amid(self, acts: Sequence[tuple[str, int]]) -> None:
        """Deletes the first visitor while these actions are being carried out."""
        statuses: list[int] = []
        doing = [threading.Thread(target=self.act, args=act) for act in acts]
        doing.append(threading.Thread(target=lambda: statuses.append(self.delete())))
        for thread in doing:
            thread.start()
        for thread in doing:
            thread.join(PATIENCE)
        assert statuses == [204]

    def delete(self) -> int:
        return int(self.any(0).send("DELETE", "/api/v1/data").status_code)

    def answers(self) -> Iterator[str]:
        """Everything that each process tells the other visitor, or everybody."""
        for other in self.people[1]:
            listed = other.do("GET", "/api/v1/games")
            yield json.dumps(listed)
            yield json.dumps(lobby_of(other))
            for path in ("/", "/games", "/account", *(f"/game/{each}" for each in (*self.seeks, *self.games))):
                yield other.send("GET", path).text
            for game in {*self.games, *(each["id"] for each in listed["games"])}:
                for path in (f"/api/v1/games/{game}", f"/api/v1/games/{game}/pdn"):
                    yield other.send("GET", path).text
                with other.socket(f"/ws/game/{game}") as socket:
                    socket.send_json({"type": "hello"})
                    yield json.dumps(first(socket, "snapshot"))


def first(socket: Any, kind: str) -> Any:
    return next(message for message in iter(socket.receive_json, None) if message["type"] == kind)


def lobby_of(someone: Someone) -> Any:
    with someone.socket("/ws/lobby") as socket:
        return first(socket, "lobby")


def closed(socket: Any) -> int:
    """The code with which a WebSocket is closed."""
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as error:
        return error.code


def eventually(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(before=st.lists(ACTS, max_size=8), meanwhile=st.lists(MEANWHILE, max_size=3))
def test_the_name_is_nowhere_any_more(
    place: Place, before: Sequence[tuple[str, int]], meanwhile: Sequence[tuple[str, int]]
) -> None:
    story = Story(place)
    for act in before:
        story.act(*act)
    assert story.name in place.dump()
    story.delete_amid(meanwhile)
    assert story.name not in place.dump()
    # The other process is notified a moment later.
    assert eventually(lambda: not any(story.name in answer for answer in story.answers()))
    for what in ("resign", "offer-rematch", "show", "offer-rematch"):
        story.act(what, 1)
    assert story.name not in place.dump()
    assert not any(story.name in answer for answer in story.answers())


def test_a_rematch_that_was_offered_is_no_longer_to_be_had(place: Place) -> None:
    story = Story(place)
    game = story.games[0]
    for what in ("resign", "offer-rematch"):
        story.act(what, 0)
    assert story.delete() == 204
    refused = story.any(1).send("POST", f"/api/v1/games/{game}/requests", {"type": "offer-rematch"})
    assert (refused.status_code, refused.json()["code"]) == (409, "gone")
    assert len(story.any(1).do("GET", "/api/v1/games")["games"]) == 1


def test_an_open_page_is_told_and_the_deleted_players_is_closed(place: Place) -> None:
    story = Story(place)
    path = f"/ws/game/{story.games[0]}"
    with story.people[1][-1].socket(path) as other, story.people[0][0].socket(path) as own:
        for socket in (other, own):
            socket.send_json({"type": "hello"})
        assert story.name in json.dumps(first(other, "snapshot"))
        assert story.people[0][0].send("DELETE", "/api/v1/data").status_code == 204
        assert first(other, "update")["events"][0] | {"at": 0} == {"event": "forgotten", "by": "white", "at": 0}
        assert closed(own) == NOT_YOURS


def test_the_other_player_may_claim_the_game_at_once(place: Place) -> None:
    story = Story(place)
    game = story.games[0]
    for index, move in enumerate(("d3d4", "d6d5")):
        story.any(index).do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": index + 1, "move": move})
    assert story.delete() == 204
    other = story.any(1)
    assert eventually(lambda: other.send("POST", f"/api/v1/games/{game}/claim", {"claim": "win"}).status_code == 200)
    assert other.do("GET", f"/api/v1/games/{game}")["now"]["result"] == "0-1"
