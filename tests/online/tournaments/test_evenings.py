"""Tournaments of each system, from the announcement to the end, by the driver's own steps."""

from pathlib import Path

import pytest

from damaci.online.tournaments.driver import LEFT_SECONDS
from damaci.online.tournaments.steps import ARENA_SECONDS
from damaci.services.tournaments import TournamentRefused
from damaci.store import StoreError, tournament_steps
from damaci.store.players import Player
from damaci.tournament import Tournament, TournamentCode, commands, knockout, ranking
from damaci.tournament.crosstable import Mark
from tests.online.tournaments.checker import check
from tests.online.tournaments.evening import Evening, evening

pytestmark = pytest.mark.anyio


async def play(club: Evening, rounds: int = 40) -> Tournament:
    """Plays until the tournament is over; every game ends at once."""
    for _ in range(rounds):
        await club.step(ARENA_SECONDS)
        await club.step()
        await club.end()
        if await club.over():
            break
    assert await club.over()
    return await check(str(club.store.folder), club.id)


@pytest.mark.parametrize("players", [2, 5])
async def test_a_knockout(tmp_path: Path, players: int) -> None:
    async with evening(tmp_path, seed=players) as club:
        await club.announce(players, system="knockout", pause=0)
        found = await play(club)
    stages = knockout.stages(found)
    assert all(len(match.games) >= 2 for matches in stages for match in matches if match.first and match.second)
    places = [standing.rank for standing in ranking(found)]
    assert places[:2] == [1, 2]
    assert knockout.champion(found) == ranking(found)[0].player.id
    assert not found.pending


async def test_who_does_not_come_to_a_knockout_has_lost_the_match(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.announce(2, system="knockout", pause=0, minutes_late=1, forfeits_out=1)
        await club.step()
        await club.step()
        [game] = [game for game, _ in await club._running()]
        await club.club.came(game, ["black"])
        assert await club.store.announced.missing(game) == {"white"}
        assert await club.store.announced.missing("another") == set()
        await club.step(61)
        await club.step()
        found = await club.step()
        assert await club.over()
        assert [game.result for round in found.rounds for game in round.games] == ["-/+"]
        assert knockout.champion(found) == found.rounds[0].games[0].black


async def test_an_arena(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.announce(9, system="arena", lasts=1)
        found = await club.step()
        while not found.closed:
            await club.end(share=0.5)
            found = await club.step(ARENA_SECONDS)
        running = len(found.pending)
        assert running
        assert not await club.over()
        await club.end()
        await club.step(ARENA_SECONDS)
        assert await club.over()
        found = await check(str(club.store.folder), club.id)
    assert not found.pending
    assert len(found.rounds) > 10
    assert not meet_again(found)
    assert max(found.waits_in_a_row.values()) <= 1
    assert sum(standing.points for standing in ranking(found)) > len(found.rounds)


def meet_again(found: Tournament) -> bool:
    """Whether two players met again in the next game of one of them."""
    last: dict[int, int] = {}
    for game in (game for round in found.rounds for game in round.games):
        if last.get(game.white) == game.black or last.get(game.black) == game.white:
            return True
        last |= {game.white: game.black, game.black: game.white}
    return False


async def test_an_arena_takes_who_comes_later_and_waits_for_who_is_busy(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.announce(2, system="arena", lasts=1)
        await club.step()
        await club.step(ARENA_SECONDS)
        found = await club.step(ARENA_SECONDS)
        assert len(found.rounds) == 1
        await club.join_late("late")
        found = await club.step(ARENA_SECONDS)
        assert found.entrants[3].name == "late"
        assert len(found.rounds) == 1
        await club.end()
        found = await club.step(ARENA_SECONDS)
        assert 3 in {id for game in found.rounds[-1].games for id in (game.white, game.black)}


async def test_the_arbiter_pairs_the_first_round_by_hand(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.announce(4, system="swiss", rounds=2, pause=0)
        await club.club.hold(Player("p0", "Player 0", club.now), club.id, held=True)
        found = await club.step()
        assert (len(found.entrants), len(found.rounds)) == (4, 0)
        await club.join_late("late")
        found = await club.step()
        assert (len(found.entrants), len(found.rounds)) == (5, 0)
        pairs = [(1, 2), (3, 4)]
        await club.club.do(club.id, commands.PairByHand(round=1, pairs=pairs, bye=5), "Player 0")
        await club.step()
        await club.end()
        await club.step()
        found = await club.step()
        assert len(found.rounds) == 2


async def test_an_entry_that_the_arbiter_undoes_waits_for_the_arbiter(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.announce(2, system="swiss", rounds=2, pause=0)
        arbiter = Player("p0", "Player 0", club.now)
        await club.club.hold(arbiter, club.id, held=True)
        await club.step()
        await club.club.do(club.id, commands.OrderTiebreaks(tiebreaks=["WON"]))
        for _ in range(2):
            await club.club.do(club.id, commands.Undo(event=(await club.step()).last_step), "Player 0")
        found = await club.step()
        assert (len(found.entrants), found.last_step) == (0, 0)
        await club.club.hold(arbiter, club.id, held=False)
        found = await club.step()
        assert (len(found.entrants), len(found.rounds)) == (2, 1)


async def stuck(club: Evening) -> Tournament:
    """A tournament in which three players have all met, and a fourth round has to be paired."""
    await club.announce(3, system="swiss", rounds=4, pause=0)
    for _ in range(3):
        await club.step()
        await club.step()
        await club.end()
    found = await club.step()
    assert (len(found.rounds), (await club.club.plan(club.id)).held) == (3, True)
    return found


async def test_a_tournament_whose_arbiter_does_not_come_ends_after_three_days(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await stuck(club)
        assert not (await club.step(LEFT_SECONDS - 1)).closed
        assert (await club.step(2)).closed
        await club.step()
        assert await club.over()
        await check(str(club.store.folder), club.id)


async def test_what_the_arbiter_does_begins_the_three_days_anew(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await stuck(club)
        club.now += LEFT_SECONDS - 1
        arbiter = Player("p0", "Player 0", club.now)
        for held in (False, True):
            await club.club.hold(arbiter, club.id, held=held)
        assert not (await club.step(2)).closed
        await club.step(LEFT_SECONDS)
        found = await club.step()
        assert found.closed
        await club.club.do(club.id, commands.Undo(event=found.last_step), "Player 0")
        assert not (await club.step(2)).closed
        pairs = [(1, 2)]
        await club.club.do(club.id, commands.PairByHand(round=4, pairs=pairs, bye=3), "Player 0")
        assert not (await club.step(LEFT_SECONDS)).closed


async def test_who_was_late_in_an_arena_comes_back(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.announce(2, system="arena", lasts=60, minutes_late=1, forfeits_out=1)
        await club.step()
        await club.step(ARENA_SECONDS)
        found = await club.step(61)
        assert [found.is_out(1), found.is_out(2)] == [True, True]
        for number in (0, 1):
            await club.club.join(Player(f"p{number}", f"Player {number}", club.now), club.id)
        found = await club.step()
        assert [found.is_out(1), found.is_out(2)] == [False, False]


async def test_who_comes_late_to_a_swiss_plays_from_the_next_round_on(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.announce(4, system="swiss", rounds=3, pause=0)
        await club.step()
        await club.step()
        await club.join_late("late")
        found = await club.step()
        assert (found.entrants[5].name, len(found.rounds)) == ("late", 1)
        assert found.crosstable.entry(5, 1).mark is Mark.ZERO_BYE
        await club.end()
        found = await club.step()
        assert len(found.rounds) == 2
        here = {id for game in found.rounds[1].games for id in (game.white, game.black)}
        assert 5 in here | {found.rounds[1].bye}
        assert found.crosstable.score(5, 1) == 0
        found = await play(club)
    assert {len(found.crosstable.entries(id)) for id in found.entrants} == {3}


async def test_nobody_comes_late_to_the_last_round_of_a_swiss(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.announce(4, system="swiss", rounds=1, pause=0)
        await club.step()
        with pytest.raises(TournamentRefused) as refused:
            await club.join_late("late")
        assert refused.value.reason_code is TournamentCode.ENTRIES_CLOSED


@pytest.mark.parametrize("refused", range(4))
async def test_a_step_that_is_cut_off_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    """The store fails after some parts of a step: none of them is stored, and the next step does all of it."""
    async with evening(tmp_path) as club:
        await club.announce(4, system="swiss", rounds=2, pause=0)
        for _ in range(2):
            await cut_off(club, monkeypatch, PARTS[refused])
            found = await club.step()
            assert len(found.rounds[-1].games) == 2
            await check(str(club.store.folder), club.id)
            await club.step()
            await club.end()
            await cut_off(club, monkeypatch, PARTS[refused])
            found = await check(str(club.store.folder), club.id)
            assert len(found.pending) == 2
            await club.step()
        await club.step()
        assert await club.over()
        found = await check(str(club.store.folder), club.id)
    assert not found.pending


PARTS = ("_undo", "_enter", "_begin", "_plan")
"""The parts that a step writes, in this order, after its own events. A part that fails has been written before it
fails."""


async def cut_off(club: Evening, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """Makes a step of the driver, which fails once this part has been written."""
    write = getattr(tournament_steps, part)

    async def fail(*arguments: object) -> None:
        await write(*arguments)
        raise StoreError("the disk is full")

    monkeypatch.setattr(tournament_steps, part, fail)
    with pytest.raises(StoreError):
        await club.step()
    monkeypatch.undo()


async def test_who_was_deleted_at_another_process_has_no_name_in_what_is_held_here(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.announce(4)
        await club.step()
        await club.join_late("Zoe")
        await club.step()
        await club.club.leave(Player("Zoe", "Zoe", 0.0), club.id)
        assert "Zoe" in f"{(await club.club.find(club.id)).happened}"
        await club.store.erasure.erase("Zoe", club.now)
        held = await club.club.find(club.id)
        assert "Zoe" not in f"{held.happened}"
        assert held.tournament.entrants[5].name == "#5"
