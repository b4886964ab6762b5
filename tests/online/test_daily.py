"""Games by the day on a server: agreed on, played, stored over a restart, and ended by the server itself."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from damaci.host import Engines, Rooms
from damaci.online import game_limits
from damaci.online.answering import Answering, MovedGames
from damaci.online.daily import DailyClocks
from damaci.online.holidays import Holidays
from damaci.play import Table
from damaci.play import events as e
from damaci.play.clock import DAY
from damaci.store import Store
from damaci.store.players import Player
from tests.host.fakes import FakeEngine
from tests.online.conftest import Server, Someone, running

PERSON = e.Seat("person")
THREE = {"days": 3}


def account(server: Server, name: str) -> Someone:
    someone = server.someone()
    someone.do("POST", "/api/v1/account", {"name": name, "passphrase": "a long passphrase"})
    return someone


def move(player: Someone, game: str, ply: int, text: str) -> Any:
    return player.send("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": text})


def resign(player: Someone, game: str) -> None:
    player.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})


def clocks(server: Server, game: str) -> Any:
    return server.someone().do("GET", f"/api/v1/games/{game}")["now"]["clocks"]


def test_a_game_by_the_day_is_agreed_by_a_link_and_every_move_has_its_days(server: Server) -> None:
    game, white, black = server.playing(**THREE)
    assert white.do("GET", f"/api/v1/games/{game}")["settings"]["days"] == 3
    assert clocks(server, game)["running"] == "white"
    assert move(white, game, 1, "d3-d4").status_code == 200
    now = clocks(server, game)
    assert now["running"] == "black"
    assert 3 * DAY - 60 < now["black"] <= now["white"] == 3 * DAY
    listed = black.do("GET", "/api/v1/games")["games"][0]
    assert listed["days"] == 3
    assert listed["due"] == pytest.approx(time.time() + 3 * DAY, abs=60)
    assert '[TimeControl "1/259200"]' in white.send("GET", f"/api/v1/games/{game}/pdn").text


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which players may have two games by the day."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_limits, "MOST_DAILY", 2)
        with running(tmp_path_factory.mktemp("strict")) as server:
            yield server


def two_games(server: Server, player: Someone) -> str:
    """Begins two games by the day of a player against others; returns the last one."""
    for _ in range(2):
        seek = str(player.do("POST", "/api/v1/games", {"color": "white", **THREE})["id"])
        server.someone().do("POST", f"/api/v1/games/{seek}/join")
    return seek


def test_nobody_has_more_games_by_the_day_because_others_accept(strict: Server) -> None:
    ada = strict.someone()
    others = [strict.someone() for _ in range(3)]
    seeks = [ada.do("POST", "/api/v1/games", {"color": "white", **THREE})["id"] for _ in others]
    for other, seek in zip(others[:2], seeks[:2], strict=True):
        other.do("POST", f"/api/v1/games/{seek}/join")
    refused = others[2].send("POST", f"/api/v1/games/{seeks[2]}/join")
    assert (refused.status_code, refused.json()["error"]) == (409, "opponent-plays-enough")
    resign(ada, seeks[0])
    others[2].do("POST", f"/api/v1/games/{seeks[2]}/join")


def test_a_rematch_is_refused_to_who_has_too_many_games_by_the_day(strict: Server) -> None:
    first, white, black = strict.playing(**THREE)
    resign(white, first)
    last = two_games(strict, white)
    rematch = {"type": "offer-rematch"}
    white.do("POST", f"/api/v1/games/{first}/requests", rematch)
    refused = black.send("POST", f"/api/v1/games/{first}/requests", rematch)
    assert (refused.status_code, refused.json()["code"]) == (409, "opponent-plays-enough")
    resign(white, last)
    black.do("POST", f"/api/v1/games/{first}/requests", rematch)


def test_who_has_too_many_games_by_the_day_is_told_when_accepting_a_rematch(strict: Server) -> None:
    first, white, black = strict.playing(**THREE)
    resign(white, first)
    two_games(strict, black)
    white.do("POST", f"/api/v1/games/{first}/requests", {"type": "offer-rematch"})
    refused = black.send("POST", f"/api/v1/games/{first}/requests", {"type": "offer-rematch"})
    assert (refused.status_code, refused.json()["code"]) == (409, "too-many-daily-games")


def test_a_challenge_by_name_and_ratings_of_their_own(server: Server) -> None:
    ada = account(server, "Daily Ada")
    bora = account(server, "Daily Bora")
    terms = {"to": "Daily Bora", "color": "white", "rated": True, **THREE}
    game = ada.do("POST", "/api/v1/challenges", terms)["id"]
    bora.do("POST", f"/api/v1/games/{game}/join")
    move(ada, game, 1, "d3-d4")
    move(bora, game, 2, "d6-d5")
    ada.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})
    for _ in range(100):
        ratings = ada.do("GET", "/api/v1/players/daily ada")["ratings"]
        if ratings:
            break
        time.sleep(0.1)
    assert [(each["ruleset"], each["speed"]) for each in ratings] == [("turkish", "correspondence")]
    assert bora.do("GET", "/api/v1/best/turkish/correspondence") == {"places": []}
    assert bora.send("GET", "/players").status_code == 200


def test_the_queue_has_the_game_with_the_least_time_first(server: Server) -> None:
    ada = account(server, "Queue Ada")
    guest = server.someone()
    assert guest.do("GET", "/api/v1/turns") == {"games": 0, "waiting": []}
    games = []
    for days in (5, 2):
        games.append(ada.do("POST", "/api/v1/games", {"color": "white", "days": days})["id"])
        guest.do("POST", f"/api/v1/games/{games[-1]}/join")
    queue = ada.do("GET", "/api/v1/turns")
    assert (queue["games"], [each["id"] for each in queue["waiting"]]) == (2, games[::-1])
    assert queue["waiting"][0]["due"] == pytest.approx(time.time() + 2 * DAY, abs=60)
    assert guest.do("GET", "/api/v1/turns")["waiting"] == []
    move(ada, games[1], 1, "d3-d4")
    assert [each["id"] for each in ada.do("GET", "/api/v1/turns")["waiting"]] == [games[0]]
    [theirs] = guest.do("GET", "/api/v1/turns")["waiting"]
    assert (theirs["id"], theirs["color"], theirs["opponent"], theirs["plies"]) == (games[1], "black", "Queue Ada", 1)
    quick = ada.do("POST", "/api/v1/games", {"color": "white", "clock": {"base": 300}})["id"]
    guest.do("POST", f"/api/v1/games/{quick}/join")
    queue = ada.do("GET", "/api/v1/turns")
    marks = [(each["id"], each["days"], each["due"] is None) for each in queue["waiting"]]
    assert (queue["games"], marks) == (2, [(games[0], 5, False), (quick, 0, True)])
    listed = ada.send("GET", "/games").text
    assert listed.index(games[0]) >= 0
    assert "4 d 23 h left" in listed


def test_terms_that_make_no_game_by_the_day(server: Server) -> None:
    someone = server.someone()

    def refused(**terms: object) -> Any:
        return someone.send("POST", "/api/v1/games", terms)

    assert refused(days=15).status_code == 400
    assert refused(days=-1).status_code == 400
    assert refused(days=1, clock={"base": 60}).json()["error"] == "two-clocks"
    assert refused(days=1, opponent="engine", level="easy").json()["error"] == "days-with-people"


def test_a_seek_of_an_account_stands_without_its_player(server: Server) -> None:
    ada = account(server, "Standing Ada")
    guest = server.someone()
    with ada.socket("/ws/lobby") as socket:
        seek = ada.do("POST", "/api/v1/seeks", THREE)["id"]
        quick = ada.do("POST", "/api/v1/seeks", {"clock": {"base": 300}})["id"]
        own: list[Any] = []
        while len(own) < 2:
            message = socket.receive_json()
            own = message["seeks"] if message["type"] == "own" else own
    assert guest.do("POST", f"/api/v1/games/{seek}/join")["id"] == seek
    assert quick


def test_a_claim_is_left_to_the_days(server: Server) -> None:
    game, white, _ = server.playing(**THREE)
    move(white, game, 1, "d3-d4")
    answer = white.send("POST", f"/api/v1/games/{game}/claim", {"claim": "draw"})
    assert answer.json()["error"] == "not-to-be-claimed"


# ---- the end of the time ---------------------------------------------------------------------------------------------


async def store_game(place: str, at: float, days: int = 1) -> None:
    async with Store(place) as store:
        for name in ("ada", "bora"):
            await store.players.add(Player(name, name, time.time()))
        events = Table.open(e.Settings(days=days, rated=True), PERSON, PERSON, at)
        await store.pairings.begin("g", events, {"white": "ada", "black": "bora"})
        for ply, path in enumerate((["a3", "a4"], ["h6", "h5"]), 1):
            await store.log.append("g", ply, [e.Moved(at=at, ply=ply, path=path)])


async def read_game(place: str) -> list[e.AnyEvent]:
    async with Store(place) as store:
        return await store.log.read("g")


def ended(events: list[e.AnyEvent]) -> list[e.Ended]:
    return [event for event in events if isinstance(event, e.Ended)]


def test_a_game_ends_after_a_restart_although_nobody_opens_it(tmp_path: Path) -> None:
    """The server was running until the game's last hour, so all this time counts. It still waits for players who may be
    reconnecting."""
    place = str(tmp_path)
    asyncio.run(store_game(place, time.time() - DAY - 60))

    async def was_there() -> None:
        async with Store(place) as store:
            await store.heartbeats.beat("before", time.time() - 1)

    asyncio.run(was_there())
    with running(tmp_path, accounts="open") as server:
        for _ in range(600):
            if server.someone().do("GET", "/api/v1/games/g")["now"].get("result", "*") != "*":
                break
            time.sleep(0.1)
    [end] = ended(asyncio.run(read_game(place)))
    assert (end.result, end.reason) == ("0-1", "time")


def test_an_outage_of_days_takes_nobodys_time(tmp_path: Path) -> None:
    place = str(tmp_path)
    asyncio.run(store_game(place, time.time() - 2 * DAY))

    async def was_there() -> None:
        async with Store(place) as store:
            await store.heartbeats.beat("before", time.time() - 1.5 * DAY)

    asyncio.run(was_there())
    with running(tmp_path) as server:
        left = clocks(server, "g")["white"]
    assert left == pytest.approx(DAY / 2, abs=60)
    assert ended(asyncio.run(read_game(place))) == []


@pytest.mark.anyio
async def test_of_two_processes_one_ends_the_game_and_once(tmp_path: Path) -> None:
    place = str(tmp_path)
    await store_game(place, time.time() - DAY - 60)
    async with Store(place) as store:
        await store.heartbeats.beat("before", time.time())
        engines = Engines(FakeEngine, size=1)
        rooms = [Rooms(store, engines, alone=False) for _ in range(2)]
        for each in rooms:
            await each.attend()
        tell = Answering(store, rooms[0], MovedGames(), lambda game, table: None)
        both = [DailyClocks(store, each, tell, Holidays(store, each), alone=False) for each in rooms]
        await asyncio.gather(*(each.look() for each in both))
        await asyncio.gather(*(each.look() for each in both))
        assert len(ended(await store.log.read("g"))) == 1
        assert sorted(each.open_games for each in rooms) == [0, 1]
        for each in both:
            await each.background.close()
        for each in rooms:
            await each.close()
        engines.close()
