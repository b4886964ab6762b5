"""Conditional moves on a server: they are entered, played once, at once or after a process was killed, and cannot be
read by others."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from damaci.host import Engines, Rooms
from damaci.online.answering import Answering, MovedGames
from damaci.online.daily import DailyClocks
from damaci.online.holidays import Holidays
from damaci.play import Table, commands
from damaci.play import events as e
from damaci.play.conditional import lines_for
from damaci.play.events import Color
from damaci.store import Store
from damaci.store.conditional import StoredLines
from damaci.store.players import Player
from tests.host.fakes import FakeEngine
from tests.host.fakes import eventually as happens
from tests.online.conftest import Server, Someone, eventually, running

PERSON = e.Seat("person")
THREE = {"days": 3}


def move(player: Someone, game: str, ply: int, text: str) -> Any:
    return player.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": text})


def put(player: Someone, game: str, ply: int, *lines: str) -> Any:
    body = {"ply": ply, "lines": [line.split() for line in lines]}
    return player.send("PUT", f"/api/v1/games/{game}/conditional-moves", body)


def lines(player: Someone, game: str) -> list[str]:
    return [" ".join(line) for line in player.do("GET", f"/api/v1/games/{game}/conditional-moves")["lines"]]


def record(server: Server, game: str) -> list[str]:
    return [each["text"] for each in server.someone().do("GET", f"/api/v1/games/{game}")["played"]]


def test_the_server_answers_as_soon_as_the_opponent_has_moved(server: Server) -> None:
    game, white, black = server.playing(**THREE)
    move(white, game, 1, "a3-a4")
    assert put(white, game, 1, "h6-h5 b3-b4 g6-g5 c3-c4", "f6-f5 d3-d4").json()["longest"] == 12
    move(black, game, 2, "h6-h5")
    eventually(lambda: record(server, game) == ["a3-a4", "h6-h5", "b3-b4"])
    now = black.do("GET", f"/api/v1/games/{game}")["now"]
    assert now["clocks"]["running"] == "black"
    assert now["clocks"]["white"] == 3 * 24 * 3600
    assert lines(white, game) == ["g6-g5 c3-c4"]
    move(black, game, 4, "f6-f5")
    eventually(lambda: lines(white, game) == [])
    assert len(record(server, game)) == 4


def test_lines_of_both_sides_answer_each_other(server: Server) -> None:
    game, white, black = server.playing(**THREE)
    move(white, game, 1, "a3-a4")
    put(white, game, 1, "h6-h5 b3-b4 g6-g5 c3-c4")
    move(black, game, 2, "f6-f5")
    eventually(lambda: lines(white, game) == [])
    move(white, game, 3, "b3-b4")
    put(white, game, 3, "h6-h5 c3-c4 g6-g5 d3-d4")
    move(black, game, 4, "h6-h5")
    eventually(lambda: len(record(server, game)) == 5)
    put(white, game, 5, "g6-g5 d3-d4")
    move(black, game, 6, "g6-g5")
    eventually(lambda: record(server, game)[5:] == ["g6-g5", "d3-d4"])


def test_nobody_else_reads_them(server: Server) -> None:
    game, white, black = server.playing(**THREE)
    move(white, game, 1, "a3-a4")
    put(white, game, 1, "h6-h5 b3-b4")
    assert lines(black, game) == []
    stranger = server.someone()
    assert stranger.send("GET", f"/api/v1/games/{game}/conditional-moves").status_code == 403
    assert put(stranger, game, 1, "h6-h5 b3-b4").json()["error"] == "not-your-seat"
    for someone in (black, stranger):
        for path in ("", "/pdn", "/players"):
            assert "b3-b4" not in someone.send("GET", f"/api/v1/games/{game}{path}").text
    mine = white.do("GET", "/api/v1/data")["conditional_moves"]
    assert mine == {game: [["h6-h5", "b3-b4"]]}
    assert black.do("GET", "/api/v1/data")["conditional_moves"] == {}


def test_they_are_replaced_and_removed(server: Server) -> None:
    game, white, black = server.playing(**THREE)
    move(white, game, 1, "a3-a4")
    put(white, game, 1, "h6-h5 b3-b4", "f6-f5 b3-b4")
    put(white, game, 1, "f6-f5 b3-b4")
    assert lines(white, game) == ["f6-f5 b3-b4"]
    assert put(white, game, 1).json()["lines"] == []
    move(black, game, 2, "f6-f5")
    assert lines(white, game) == []
    time.sleep(0.1)
    assert len(record(server, game)) == 2


def test_what_is_refused_says_why(server: Server) -> None:
    game, white, _ = server.playing(**THREE)
    assert put(white, game, 0, "h6-h5 b3-b4").json()["error"] == "lines-your-turn"
    move(white, game, 1, "a3-a4")
    assert put(white, game, 0, "h6-h5 b3-b4").json()["error"] == "lines-moved-on"
    answer = put(white, game, 1, "h6-h4 b3-b4")
    assert (answer.status_code, answer.json()["error"]) == (409, "lines-illegal")
    assert put(white, game, 1, "h6-h5").status_code == 400
    assert put(white, game, 1, *["h6-h5 b3-b4"] * 21).status_code == 400
    assert put(white, "nothing", 1, "h6-h5 b3-b4").status_code == 403
    other, quick, _ = server.playing(clock={"base": 300})
    move(quick, other, 1, "a3-a4")
    assert put(quick, other, 1, "h6-h5 b3-b4").json()["error"] == "lines-by-the-day"


def test_a_deleted_player_leaves_no_lines(server: Server) -> None:
    game, white, black = server.playing(**THREE)
    move(white, game, 1, "a3-a4")
    put(white, game, 1, "h6-h5 b3-b4")
    white.do("DELETE", "/api/v1/data")
    move(black, game, 2, "h6-h5")
    time.sleep(0.1)
    assert len(record(server, game)) == 2


# ---- processes that die ----------------------------------------------------------------------------------------------


async def store_game(store: Store) -> None:
    """Stores a game in which White waits, with lines for two moves of Black."""
    for name in ("ada", "bora"):
        await store.players.add(Player(name, name, time.time()))
    at = time.time() - 60
    events = Table.open(e.Settings(days=1), PERSON, PERSON, at)
    await store.pairings.begin("g", events, {"white": "ada", "black": "bora"})
    events.append(e.Moved(at=at, ply=1, path=["a3", "a4"]))
    await store.log.append("g", 1, events[1:])
    moves = lines_for(Table.fold(events), "white", [["h6-h5", "b3-b4", "g6-g5", "c3-c4"]])
    await store.conditional.put(StoredLines("k", "g", "ada", moves))


async def black_moves(store: Store) -> None:
    """Stores Black's move as a process does that is killed before it answers."""
    await store.log.append("g", 2, [e.Moved(at=time.time(), ply=2, path=["h6", "h5"])])


async def moves_of(store: Store) -> list[str]:
    return ["-".join(each.path) for each in await store.log.read("g") if isinstance(each, e.Moved)]


def test_an_answer_is_played_after_a_restart(tmp_path: Path) -> None:
    async def before() -> None:
        async with Store(str(tmp_path)) as store:
            await store_game(store)
            await black_moves(store)

    async def after() -> list[str]:
        async with Store(str(tmp_path)) as store:
            return await moves_of(store)

    asyncio.run(before())
    with running(tmp_path) as server:
        eventually(lambda: len(record(server, "g")) == 3)
    assert asyncio.run(after()) == ["a3-a4", "h6-h5", "b3-b4"]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store(str(tmp_path)) as store:
        await store_game(store)
        yield store


class Host:
    """The parts of a process that play conditional moves. `told`: the sides that were told that it is their turn."""

    def __init__(self, store: Store) -> None:
        self.told: list[Color] = []
        self.engines = Engines(FakeEngine, size=1)
        moved = MovedGames()
        self.rooms = Rooms(store, self.engines, alone=False, on_turn=moved.add)
        self.answering = Answering(store, self.rooms, moved, lambda game, table: self.told.append(table.turn))
        self.answering.start()
        self.clocks = DailyClocks(store, self.rooms, self.answering, Holidays(store, self.rooms), alone=False)

    async def close(self) -> None:
        await self.answering.close()
        await self.clocks.background.close()
        await self.rooms.close()
        self.engines.close()


@pytest.mark.anyio
async def test_of_many_looks_in_two_processes_one_plays_the_answer(store: Store) -> None:
    await black_moves(store)
    hosts = [Host(store), Host(store)]
    looks = [host.answering.look("g") for host in hosts for _ in range(3)]
    await asyncio.gather(*looks, *(host.answering.look_for_forgotten() for host in hosts))
    assert await moves_of(store) == ["a3-a4", "h6-h5", "b3-b4"]
    for host in hosts:
        await host.answering.look_for_forgotten()
    assert await store.conditional.to_look_at(10) == []
    for host in hosts:
        await host.close()


@pytest.mark.anyio
async def test_killed_between_the_answer_and_its_note_nothing_is_doubled(store: Store) -> None:
    await black_moves(store)
    await store.log.append("g", 3, [e.Moved(at=time.time(), ply=3, path=["b3", "b4"])])
    assert await store.conditional.to_look_at(10) == ["g"]
    host = Host(store)
    await host.answering.look_for_forgotten()
    assert await moves_of(store) == ["a3-a4", "h6-h5", "b3-b4"]
    assert await store.conditional.to_look_at(10) == []
    assert len(await store.conditional.of_game("g")) == 1
    await host.close()


@pytest.mark.anyio
async def test_notices_go_to_who_has_to_move_after_the_answer(store: Store) -> None:
    host = Host(store)
    room = await host.rooms.get("g")
    await room.submit(commands.Move(color="black", ply=2, move="h6-h5"))
    await happens(lambda: room.table.ply == 3 and host.told)
    assert host.told == ["black"]
    await room.submit(commands.Move(color="black", ply=4, move="f6-f5"))
    await happens(lambda: len(host.told) == 2)
    assert host.told == ["black", "white"]
    assert await store.conditional.of_game("g") == []
    await host.close()


@pytest.mark.anyio
async def test_an_offered_draw_is_left_to_the_player(store: Store) -> None:
    host = Host(store)
    room = await host.rooms.get("g")
    await room.submit(commands.Move(color="black", ply=2, move="h6-h5"))
    await happens(lambda: room.table.ply == 3)
    await room.submit(commands.OfferDraw(color="black"))
    await room.submit(commands.Move(color="black", ply=4, move="g6-g5"))
    await happens(lambda: "white" in host.told)
    assert room.table.ply == 4
    await room.submit(commands.DeclineDraw(color="white"))
    await host.answering.look_for_forgotten()
    assert (await moves_of(store))[-1] == "c3-c4"
    await host.close()


@pytest.mark.anyio
async def test_replaced_lines_are_neither_marked_nor_removed_with_the_former(store: Store) -> None:
    [former] = await store.conditional.of_game("g")
    new = StoredLines("new", "g", "ada", former.moves)
    await store.conditional.put(new)
    await store.conditional.looked(former, 99)
    await store.conditional.remove(former)
    assert await store.conditional.of_game("g") == [new]
    await black_moves(store)
    assert await store.conditional.to_look_at(10) == ["g"]
