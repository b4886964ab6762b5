"""The boards of a tournament, as everybody sees them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from damaci.online.moderation import Moderation
from damaci.online.tournaments import boards
from damaci.online.tournaments.boards import AFTER_SECONDS, BoardSection, WatchedBoards, news, watch_boards
from damaci.play.events import Ended, Moved
from tests.online.tournaments.evening import Evening, evening

pytestmark = pytest.mark.anyio


async def begin(club: Evening, players: int, **wish: Any) -> WatchedBoards:
    await club.announce(players, **wish)
    await club.step()
    return watch_boards(club.store, asyncio.to_thread, lambda: club.club.renamings, lambda: club.now)


async def move(club: Evening, game: str) -> None:
    [version] = [version for id, version in await club._running() if id == game]
    await club.store.log.append(game, version, [Moved(at=club.now, ply=1, path=["d3", "d4"])])


async def resign(club: Evening, game: str) -> None:
    [version] = [version for id, version in await club._running() if id == game]
    await club.store.log.append(game, version, [Ended(at=club.now, result="0-1", reason="resignation")])


async def test_a_round_is_shown_and_then_what_changes(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        watched = await begin(club, 5, rounds=2, minutes=5, increment=3)
        first = await watched.now(BoardSection(club.id, 1))
        told = news(None, first, club.now)
        assert [(each.round, each.board, each.plies, each.result) for each in told.boards] == [
            (1, 1, 0, "*"),
            (1, 2, 0, "*"),
        ]
        assert told.total == 2
        assert {each.white for each in told.boards} <= {f"Player {number}" for number in range(5)}
        clocks = told.boards[0].clocks
        assert clocks is not None
        assert (clocks.white, clocks.black, clocks.running) == (300, 300, None)
        game = told.games[1]
        await move(club, game)
        second = await watched._look_at(BoardSection(club.id, 1), first)
        [changed] = news(first, second, club.now).boards
        assert (changed.game, changed.plies) == (game, 1)
        assert changed.last is not None
        assert changed.last.text == "d3-d4"
        await resign(club, game)
        third = await watched._look_at(BoardSection(club.id, 1), second)
        assert [each.result for each in third.boards.values()] == ["*", "0-1"]


async def test_what_has_not_changed_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path) as club:
        watched = await begin(club, 8, rounds=2)
        section = BoardSection(club.id, 1)
        first = await watched.now(section)
        read: list[str] = []
        original = club.store.log.read_many

        async def read_many(after: dict[str, int]) -> Any:
            read.extend(after)
            return await original(after)

        monkeypatch.setattr(club.store.log, "read_many", read_many)
        assert await watched._look_at(section, first) == first
        assert not read
        game = [*first.boards][2]
        await move(club, game)
        await watched._look_at(section, first)
        assert read == [game]


async def test_the_next_round_takes_the_place_of_the_last(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        watched = await begin(club, 4, rounds=2, pause=0)
        first = await watched.now(BoardSection(club.id, 1))
        await club.step()
        await club.end()
        await club.step()
        await club.step()
        second = await watched.now(BoardSection(club.id, 1))
        assert {each.round for each in second.boards.values()} == {2}
        assert not {*first.boards} & {*second.boards}
        assert news(first, second, club.now).games == [*second.boards]


async def test_many_boards_are_shown_section_by_section(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "SECTION", 3)
    async with evening(tmp_path) as club:
        watched = await begin(club, 16, rounds=2)
        seen = [await watched.now(BoardSection(club.id, number)) for number in (1, 2, 3, 4)]
        assert [each.total for each in seen] == 4 * [8]
        shown = [[board.board for board in each.boards.values()] for each in seen]
        assert shown == [[1, 2, 3], [4, 5, 6], [7, 8], []]


async def test_in_an_arena_what_is_over_stays_for_a_moment(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        watched = await begin(club, 6, system="arena", lasts=10)
        section = BoardSection(club.id, 1)
        game = next(iter((await watched.now(section)).boards))
        await move(club, game)
        await resign(club, game)
        seen = await watched.now(section)
        assert (seen.total, seen.boards[game].result) == (3, "0-1")
        club.now += AFTER_SECONDS + 1
        seen = await watched.now(section)
        assert (seen.total, game in seen.boards) == (2, False)


async def test_a_renamed_player_has_the_new_name_there(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        watched = await begin(club, 2)
        first = await watched.now(BoardSection(club.id, 1))
        await Moderation(club.store, "operator@test").rename("p1", "Nazik")
        club.club.forget_all()
        second = await watched._look_at(BoardSection(club.id, 1), first)
        [told] = news(first, second, club.now).boards
        assert "Nazik" in (told.white, told.black)
        assert news(second, await watched._look_at(BoardSection(club.id, 1), second), club.now).boards == []


async def test_before_the_first_round_there_is_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.announce(4)
        watched = watch_boards(club.store, asyncio.to_thread, lambda: club.club.renamings, lambda: club.now)
        seen = await watched.now(BoardSection(club.id, 1))
        assert (seen.total, seen.boards) == (0, {})
