"""Data that an earlier version has stored is on the pages after an upgrade, and games and tournaments continue."""

import asyncio
from pathlib import Path

import pytest

from damaci.store import Store
from tests.online.conftest import Server, Someone, eventually, running
from tests.online.tournaments.test_club import announced, member, resign_all, shown, start_now, until
from tests.store.older import store_as


async def become_old(folder: Path, revision: str) -> None:
    """Stores all data as an earlier version did, in its tables and columns."""
    async with Store(folder) as store, store._database.writing() as connection:
        await connection.run_sync(store_as, revision)


def move(someone: Someone, game: str, ply: int, path: str) -> None:
    someone.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": ply, "move": path, "id": f"m{ply}"})


def begin(server: Server, folder: Path) -> tuple[list[Someone], str, str]:
    """Two players, the id of their game by the day with one move, and the id of their tournament in its first round."""
    members = [member(server, name) for name in ("Upgraded Ada", "Upgraded Bora")]
    game = members[0].do("POST", "/api/v1/games", {"color": "white", "days": 3})["id"]
    members[1].do("POST", f"/api/v1/games/{game}/join")
    move(members[0], game, 1, "d3-d4")
    cup = announced(members[0], system="round-robin", cycles=2)
    for each in members:
        each.do("POST", f"/api/v1/tournaments/{cup}/join")
    start_now(folder, cup)
    until(members[0], cup, lambda found: found["announced"]["stored"]["rounds"] == 1)
    return members, game, cup


@pytest.mark.parametrize("revision", ["0027", "0034", "0035"])
def test_a_game_by_the_day_and_a_tournament_are_shown_and_go_on(tmp_path: Path, revision: str) -> None:
    with running(tmp_path, accounts="open") as server:
        (ada, bora), game, cup = begin(server, tmp_path)
    asyncio.run(become_old(tmp_path, revision))
    with running(tmp_path, accounts="open") as server:
        ada._client = bora._client = server.client
        expect_pages(bora, game, cup)
        move(bora, game, 2, "d6-d5")
        assert ada.do("GET", f"/api/v1/games/{game}")["now"]["ply"] == 2
        for round in (1, 2):
            until(ada, cup, lambda found, round=round: found["announced"]["stored"]["rounds"] == round)
            resign_all([ada, bora], cup)
        eventually(lambda: bool(shown(ada, cup)["announced"]["plan"]["over"]))
        assert "Upgraded Bora" in bora.send("GET", f"/tournaments/{cup}?view=standings").text


def expect_pages(someone: Someone, game: str, cup: str) -> None:
    """Checks that the pages show the stored data: the board with the move, the list of turns, the round with its
    players."""
    page = someone.send("GET", f"/game/{game}")
    assert page.status_code == 200
    assert "<dama-board" in page.text
    assert game in someone.send("GET", "/games").text
    assert someone.do("GET", "/api/v1/turns")["waiting"][0]["id"] == game
    for view in ("round", "players", "standings", "crosstable", "log", "papers"):
        page = someone.send("GET", f"/tournaments/{cup}?view={view}")
        assert page.status_code == 200, view
        assert "Upgraded Ada" in page.text or view == "papers", view
    boards = someone.send("GET", f"/tournaments/{cup}/boards")
    assert boards.status_code == 200
    assert shown(someone, cup)["boards"][0]["game"] in boards.text
