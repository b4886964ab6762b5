"""Puzzles on the server: progress is stored for each player, also for guests; the ratings of puzzles are common to
all."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from damaci.board.position import Position
from damaci.game.game import Game
from damaci.host import Engines
from damaci.host.fair_queue import Asker
from damaci.lessons.courses import COURSES
from damaci.puzzles import Puzzle, puzzles
from damaci.puzzles.contest import contest, first_rating
from damaci.rating import Rating
from damaci.services.player_puzzles import ManyPlayers
from damaci.services.puzzle_messages import HelpRequest
from damaci.services.puzzle_state import PuzzleRecord, RatedSolver, numbers
from damaci.services.puzzles import Puzzles
from damaci.store import Store
from damaci.store.players import Player
from damaci.stored.solvers import PuzzleChange
from tests.online.conftest import Server, Someone, running

EACH = puzzles()[3]


def solve(someone: Someone, each: Puzzle) -> Any:
    for number, move in enumerate(each.moves[::2]):
        answer = someone.do("POST", f"/api/puzzles/{each.id}/try", {"ply": 2 * number, "move": move})
    return answer


def test_who_only_looks_becomes_nobody(server: Server) -> None:
    someone = server.someone()
    assert someone.send("GET", "/puzzles").status_code == 200
    assert someone.send("GET", "/puzzles/go/next?ruleset=turkish&theme=").status_code == 200
    assert someone.do("GET", f"/api/puzzles/{EACH.id}")["own"] == 1500
    assert [*someone.cookies] == ["csrftoken"]


def test_a_guest_is_remembered_and_others_are_others(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        guest = server.someone()
        other = server.someone()
        rated = solve(guest, EACH)["rated"]
        assert rated["solved"]
    with running(tmp_path) as server:
        guest._client = other._client = server.client
        shown = guest.do("GET", f"/api/puzzles/{EACH.id}")
        assert (shown["tried"], shown["own"]) == (True, rated["after"])
        assert not other.do("GET", f"/api/puzzles/{EACH.id}")["tried"]
        assert guest.do("GET", "/api/v1/data")["puzzles"]["attempts"] == {EACH.id: True}
        guest.do("DELETE", "/api/v1/data", {})
        assert not guest.do("GET", f"/api/puzzles/{EACH.id}")["tried"]


def test_a_wrong_move_is_refuted(server: Server) -> None:
    someone = server.someone()
    shown = someone.do("GET", f"/api/puzzles/{EACH.id}")
    wrong = next(legal["text"] for legal in shown["legal"] if legal["text"] != EACH.moves[0])
    answer = someone.do("POST", f"/api/puzzles/{EACH.id}/try", {"ply": 0, "move": wrong})
    assert not answer["right"]
    assert answer["reply"]["text"]


def test_all_guests_of_an_address_share_an_engine_as_one(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    askers = []
    analyse = Engines.analyse

    async def noting(self: Engines, *asked: Any, asker: Asker, **more: Any) -> Any:
        askers.append(asker)
        return await analyse(self, *asked, asker=asker, **more)

    monkeypatch.setattr(Engines, "analyse", noting)
    row = COURSES["blocking"].endings[0]
    move = str(Game("turkish", row.fen).legal_moves[0])
    for _ in range(2):
        guest = server.someone()
        shown = guest.do("GET", f"/api/puzzles/{EACH.id}")
        wrong = next(legal["text"] for legal in shown["legal"] if legal["text"] != EACH.moves[0])
        guest.do("POST", f"/api/puzzles/{EACH.id}/try", {"ply": 0, "move": wrong})
        guest.do("POST", "/api/lessons/blocking/practice", {"number": 0, "moves": [move]})
    assert len(askers) == 4
    assert len({asker.group for asker in askers}) == 1
    assert askers[0].address


@pytest.mark.anyio
async def test_players_move_the_ratings_of_puzzles(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        await store.players.add(Player("p" * 8, "Guest 1", 0.0))
        kept = ManyPlayers(store.solvers)
        assert await kept.person("") == PuzzleRecord() == await kept.person("p" * 8)
        assert await kept.rating(EACH.id) is None
        for rating in (Rating(1500.5, 90.0, 0.07), Rating(1490.0, 88.0, 0.06)):
            after = RatedSolver(PuzzleRecord(in_a_row=2, best={"storm turkish": round(rating.rating)}), rating)
            await kept.change("p" * 8, EACH.id, lambda _, after=after: after)
            assert await kept.rating(EACH.id) == rating
        assert (await kept.person("p" * 8)).in_a_row == 2


@pytest.mark.anyio
async def test_answers_at_once_are_all_kept(tmp_path: Path) -> None:
    async def refute(position: Position, asker: Asker) -> None:
        return None

    async with Store(tmp_path) as store:
        names = ["p" * 8, "q" * 8]
        for name in names:
            await store.players.add(Player(name, f"Guest {name}", 0.0))
        # These are two processes of the server with one database.
        services = [Puzzles(ManyPlayers(store.solvers), refute, Random(3)) for _ in range(2)]
        await asyncio.gather(
            *(
                each.hint(name, puzzle.id, HelpRequest(0))
                for name in names
                for puzzle in puzzles()[:3]
                for each in services
            )
        )
        for name in names:
            assert len((await ManyPlayers(store.solvers).person(name)).attempts) == 3


@pytest.mark.anyio
async def test_the_same_answer_in_two_tabs_counts_once(tmp_path: Path) -> None:
    async def refute(position: Position, asker: Asker) -> None:
        return None

    async with Store(tmp_path) as store:
        await store.players.add(Player("p" * 8, "Guest 1", 0.0))
        kept = ManyPlayers(store.solvers)
        known = PuzzleRecord(ratings={EACH.ruleset: (1800.0, 60.0, 0.06)})
        await kept.change("p" * 8, "", lambda _: RatedSolver(known))
        services = [Puzzles(ManyPlayers(store.solvers), refute, Random(3), lambda: 1.0) for _ in range(4)]
        hints = await asyncio.gather(*(each.hint("p" * 8, EACH.id, HelpRequest(0)) for each in services))
        assert sum(hint.rated is not None for hint in hints) == 1
        own, rating = contest(Rating(1800.0, 60.0, 0.06), first_rating(EACH.rating), False, None)
        assert await kept.rating(EACH.id) == rating
        assert (await kept.person("p" * 8)).ratings == {EACH.ruleset: numbers(own)}


@pytest.mark.anyio
async def test_what_another_has_changed_is_not_replaced(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        await store.players.add(Player("p" * 8, "Guest 1", 0.0))
        former = (1500.0, 90.0, 0.07)
        later = (1490.0, 88.0, 0.06)
        assert await store.solvers.replace("p" * 8, None, "{}", PuzzleChange(EACH.id, None, former))
        assert not await store.solvers.replace("p" * 8, None, "[]")
        assert not await store.solvers.replace("p" * 8, "{}", "[]", PuzzleChange(EACH.id, later, later))
        assert await store.solvers.get("p" * 8) == "{}"
        assert await store.solvers.replace("p" * 8, "{}", "[]", PuzzleChange(EACH.id, former, later))
        assert (await store.solvers.get("p" * 8), await store.solvers.rating(EACH.id)) == ("[]", later)


@pytest.mark.anyio
async def test_what_a_newer_process_has_added_stays(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        await store.players.add(Player("p" * 8, "Guest 1", 0.0))
        await store.solvers.replace("p" * 8, None, '{"best":{"storm turkish":40},"newer":1}')
        kept = ManyPlayers(store.solvers)
        await kept.change("p" * 8, "", lambda state: RatedSolver(state.person.with_best("streak turkish", 3)))
        record = msgspec.json.decode(await store.solvers.get("p" * 8) or "")
        assert (record["best"], record["newer"]) == ({"storm turkish": 40, "streak turkish": 3}, 1)
