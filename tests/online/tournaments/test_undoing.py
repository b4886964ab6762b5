"""A pairing of the server that is undone: what happens to its games and its players."""

from pathlib import Path

import pytest

from damaci.play.events import Ended, Moved
from damaci.services.explorer import _way
from damaci.services.tournaments import TournamentRefused
from damaci.site.rejection import Rejected
from damaci.store.players import Player
from damaci.stored import Summary
from damaci.tournament import Tournament, commands
from damaci.tournament.events import Result
from tests.online.tournaments.evening import MOVES, Evening, evening

pytestmark = pytest.mark.anyio


async def paired(club: Evening, players: int = 4) -> Tournament:
    await club.announce(players, system="swiss", rounds=2, pause=0)
    await club.step()
    return await club.step()


async def moved(club: Evening) -> list[str]:
    """Both sides move in every game; returns the games."""
    running = await club._running()
    for game, version in running:
        moves = [Moved(at=club.now, ply=ply, path=path) for ply, path in enumerate(MOVES, 1)]
        await club.store.log.append(game, version, moves)
    return [game for game, _ in running]


async def undo(club: Evening, event: int, *, with_games: bool = False) -> Tournament:
    await club.club.do(club.id, commands.Undo(event=event, with_games=with_games), "Player 0")
    return (await club.club.find(club.id)).tournament


async def summaries(club: Evening, games: list[str]) -> list[Summary]:
    found = [await club.store.games.get(game) for game in games]
    return [each for each in found if each]


async def test_games_that_are_being_played_are_annulled_after_a_second_yes(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        found = await paired(club)
        games = await moved(club)
        pairing = found.pairing_step
        with pytest.raises(TournamentRefused):
            await undo(club, pairing)
        await undo(club, found.last_step)  # this step has started the clocks
        with pytest.raises(Rejected) as refused:
            await undo(club, pairing)
        assert refused.value.code == "games-are-on"
        found = await undo(club, pairing, with_games=True)
        assert (len(found.rounds), (await club.club.plan(club.id)).held) == (0, True)
        ends = {(each.result, each.reason, each.plies) for each in await summaries(club, games)}
        assert ends == {("1/2-1/2", "annulled", 2)}


async def test_annulled_games_count_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        found = await paired(club)
        games = await moved(club)
        await undo(club, found.pairing_step, with_games=True)
        assert all(each.rated for each in await summaries(club, games))
        assert set(await club.store.ratings.count()) == set(games)
        assert [await club.store.ratings.of_game(game) for game in games] == [{}] * 2
        assert (await club.store.recount.check()).differences == 0
        assert await club.store.played.of("p0", 10) == []
        assert await club.store.played.dated("p0", "turkish", 10) == []
        assert [_way(await club.store.log.read(game)) for game in games] == [None] * 2


async def test_games_that_are_over_stay_played(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        found = await paired(club)
        [over, on] = await moved(club)
        await club.store.log.append(over, 3, [Ended(at=club.now, result="1-0", reason="resignation")])
        found = await club.step()
        assert found.rounds[0].games[0].result == "1-0"
        found = await undo(club, found.pairing_step, with_games=True)
        assert found.crosstable.score(1) == 0
        assert [each.reason for each in await summaries(club, [over, on])] == ["resignation", "annulled"]
        await club.store.ratings.count()
        assert len(await club.store.ratings.of_game(over)) == 2
        assert await club.store.ratings.of_game(on) == {}


async def test_who_sits_at_an_annulled_game_learns_it_and_is_called_to_the_next(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        found = await paired(club, players=2)
        [game] = await moved(club)
        room = await club.club._rooms.get(game)
        await undo(club, found.pairing_step, with_games=True)
        assert room.table.ended
        assert room.table.ended.reason == "annulled"
        assert await club.store.announced.call_of("p0") is None
        await club.club.do(club.id, commands.Pair(round=1))
        call = await club.store.announced.call_of("p0")
        assert call
        assert call[1] != game
        assert not (await club.club.plan(club.id)).held


@pytest.mark.parametrize(
    ("result", "end"),
    [
        ("1-0", ("1-0", "adjudicated")),
        ("1/2-1/2", ("1/2-1/2", "adjudicated")),
        ("0-0", ("1/2-1/2", "adjudicated")),
        ("-/+", ("0-1", "abandoned")),
        ("-/-", ("1/2-1/2", "abandoned")),
    ],
)
async def test_a_game_ends_when_the_arbiter_enters_its_result(
    tmp_path: Path, result: Result, end: tuple[str, str]
) -> None:
    async with evening(tmp_path) as club:
        await paired(club)
        games = await moved(club)
        room = await club.club._rooms.get(games[0])
        await club.club.do(club.id, commands.Score(round=1, board=1, result=result), "Player 0")
        over, on = await summaries(club, games)
        assert (over.result, over.reason) == end
        assert on.result == "*"
        assert room.table.ended
        assert room.table.ended.reason == end[1]
        found = await club.step()
        assert [game.result for game in found.rounds[0].games] == [result, None]


async def test_a_result_that_is_taken_back_stays_with_the_arbiter(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await paired(club)
        games = await moved(club)
        await club.club.do(club.id, commands.Score(round=1, board=1, result="1-0"), "Player 0")
        await undo(club, (await club.club.find(club.id)).tournament.last_step)
        found = await club.step()
        assert found.rounds[0].games[0].result is None
        assert (await summaries(club, games))[0].reason == "adjudicated"


async def test_a_corrected_result_changes_no_game(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await paired(club)
        [over, _] = await moved(club)
        await club.store.log.append(over, 3, [Ended(at=club.now, result="1-0", reason="resignation")])
        await club.step()
        await club.club.do(club.id, commands.Score(round=1, board=1, result="0-1"), "Player 0")
        assert [(each.result, each.reason) for each in await summaries(club, [over])] == [("1-0", "resignation")]


@pytest.mark.parametrize(
    "command", [commands.Score(round=1, board=1, result="0-0"), commands.OrderTiebreaks(tiebreaks=["WON"])]
)
async def test_a_tournament_stays_over_when_what_came_after_its_end_is_undone(
    tmp_path: Path, command: commands.AnyCommand
) -> None:
    async with evening(tmp_path) as club:
        await over(club)
        await club.club.do(club.id, command, "Player 0")
        found = await undo(club, (await club.club.find(club.id)).tournament.last_step)
        plan = await club.club.plan(club.id)
        assert (found.closed, plan.over, plan.held) == (True, True, False)
        assert await club.store.announced.open() == []


async def test_a_tournament_goes_on_when_its_end_or_a_first_result_is_undone(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        found = await over(club)
        await undo(club, found.last_step)
        plan = await club.club.plan(club.id)
        assert (plan.over, plan.held) == (False, True)
        await club.club.do(club.id, commands.Close(), "Player 0")
        assert await club.over()
        await club.club.do(club.id, commands.Score(round=1, board=1, result=None), "Player 0")
        assert not await club.over()
        found = await undo(club, (await club.club.find(club.id)).tournament.last_step)
        assert not found.pending
        assert await club.over()


@pytest.mark.parametrize("stays", [True, False])
async def test_an_entry_that_was_undone_keeps_no_name_of_who_is_deleted(tmp_path: Path, stays: bool) -> None:
    async with evening(tmp_path) as club:
        await club.announce(2, system="swiss", rounds=2, pause=0)
        await club.join_late("Leyla")
        leyla = Player("Leyla", "Leyla", club.now)
        await club.club.ask_bye(leyla, club.id, 2, "Z")
        for _ in range(2):
            await undo(club, (await club.club.find(club.id)).tournament.last_step)
        if not stays:
            await club.club.leave(leyla, club.id)
        await club.store.erasure.erase("Leyla", club.now)
        assert "Leyla" not in str(await club.store.tournaments.read(club.id))


async def over(club: Evening) -> Tournament:
    """A Swiss tournament of one round, which has ended by itself."""
    await club.announce(2, system="swiss", rounds=1, pause=0)
    await club.step()
    await club.step()
    await club.end()
    await club.step()
    found = await club.step()
    assert await club.over()
    return found
