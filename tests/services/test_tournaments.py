"""An arbiter's tournaments: each step is stored before it is shown, whoever makes it."""

import asyncio
import io
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from damaci.pocket.records import MemoryRecords
from damaci.pocket.store import PocketStore
from damaci.services.everything import Everything
from damaci.services.pairing_process import pair_elsewhere
from damaci.services.roster import read_roster
from damaci.services.tournaments import NewTournament, TournamentRefused, Tournaments, UnknownTournament
from damaci.store import Store as Database
from damaci.stored import Store, VersionConflict
from damaci.tournament import Tournament, commands, decide, ranking
from damaci.tournament.commands import AnyCommand
from damaci.tournament.crosstable import TournamentError
from damaci.tournament.decide import Decision
from damaci.tournament.events import AnyEvent, Entrant, Result

pytestmark = pytest.mark.anyio

RESULTS: tuple[Result, ...] = ("1-0", "0-1", "1/2-1/2", "+/-")
NAMES = "\n".join(f"Player {number}, {2000 - number}" for number in range(1, 8))


@pytest.fixture(params=["database", "browser"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """A function that opens the same store again and again, as programs do that are killed and started again."""
    records = MemoryRecords()

    def open_store() -> Any:
        return Database(tmp_path) if request.param == "database" else _Opened(PocketStore(records))

    return open_store


class _Opened:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def __aenter__(self) -> Store:
        return self._store

    async def __aexit__(self, *_: object) -> None:
        pass


async def pair_here(happened: Sequence[AnyEvent], command: AnyCommand, at: float) -> Decision:
    await asyncio.sleep(0)
    return decide(Tournament.fold(happened), command, at)


def arbiter(store: Store, many: int = 4, now: float = 1000.0) -> Tournaments:
    return Tournaments(store, pair_here, many, Random(3), lambda: now)


async def standings(arbiter: Tournaments, id: str) -> list[tuple[str, float]]:
    return [(each.player.name, each.points) for each in ranking((await arbiter.find(id)).tournament)]


@pytest.mark.parametrize("seed", range(3))
async def test_nothing_is_lost_when_it_is_killed_after_any_step(places: Any, seed: int) -> None:
    lots = Random(seed)
    async with places() as store:
        id = await arbiter(store).open(NewTournament(name=" Club  evening ", rounds=3, initial="white"))
        await arbiter(store).enter(id, NAMES, by="Ayşe")
    for round in range(1, 4):
        async with places() as store:
            await arbiter(store).do(id, commands.Pair(round=round))
        for board in range(1, 4):
            async with places() as store:
                here = arbiter(store)
                version = await here.do(id, commands.Score(round=round, board=board, result=lots.choice(RESULTS)))
                assert await arbiter(store).version(id) == version
                assert await standings(here, id) == await standings(arbiter(store), id)
    async with places() as store:
        [listed] = await arbiter(store).list()
        assert (listed.name, listed.players, listed.rounds, listed.version) == ("Club evening", 7, 3, 14)
        assert (await arbiter(store).find(id)).happened[1].by == "Ayşe"


async def test_a_result_that_is_entered_twice_is_one_step_and_another_one_is_refused(places: Any) -> None:
    async with places() as store:
        one = arbiter(store)
        two = arbiter(store)
        id = await one.open(NewTournament(name="Club", rounds=3))
        await one.enter(id, NAMES)
        await one.do(id, commands.Pair(round=1))
        await two.find(id)
        won = commands.Score(round=1, board=1, result="1-0", was=None)
        done = await asyncio.gather(one.do(id, won), two.do(id, won))
        assert done[0] == done[1] == await one.version(id)
        lost = commands.Score(round=1, board=1, result="0-1", was=None)
        with pytest.raises(TournamentRefused) as refused:
            await two.do(id, lost)
        assert refused.value.refused == "tournament-other-result"
        await two.do(id, commands.Score(round=1, board=1, result="0-1", was="1-0"))
        game = (await one.find(id)).tournament.game(1, 1)
        assert game is not None
        assert game.result == "0-1"


async def test_steps_of_several_arbiters_at_once_are_all_there(places: Any) -> None:
    async with places() as store:
        arbiters = [arbiter(store) for _ in range(3)]
        id = await arbiters[0].open(NewTournament(name="Club", rounds=3))
        await arbiters[0].enter(id, "\n".join(f"P{number}" for number in range(30)))
        await arbiters[1].do(id, commands.Pair(round=1))
        scores = [commands.Score(round=1, board=board, result="1-0", was=None) for board in range(1, 16)]
        await asyncio.gather(*(arbiters[n % 3].do(id, score) for n, score in enumerate(scores)))
        assert not (await arbiters[2].find(id)).tournament.pending
        assert await arbiters[2].version(id) == 18


async def test_of_two_who_pair_or_undo_one_does(places: Any) -> None:
    async with places() as store:
        one = arbiter(store)
        id = await one.open(NewTournament(name="Club", rounds=3))
        await one.enter(id, NAMES)
        pair = commands.Pair(round=1)
        done = await asyncio.gather(one.do(id, pair), one.do(id, pair), return_exceptions=True)
        assert sorted(type(each).__name__ for each in done) == ["TournamentRefused", "int"]
        undo = commands.Undo(event=3)
        done = await asyncio.gather(one.do(id, undo), arbiter(store).do(id, undo), return_exceptions=True)
        assert sorted(type(each).__name__ for each in done) == ["TournamentRefused", "int"]
        assert not (await one.find(id)).tournament.rounds


async def test_a_round_is_paired_in_a_process_of_its_own(places: Any) -> None:
    async with places() as store:
        here = arbiter(store)
        elsewhere = Tournaments(store, pair_elsewhere, 4, Random(3), lambda: 1000.0)
        ids = [await here.open(NewTournament(name="Club", rounds=3, initial="white")) for _ in range(2)]
        for id in ids:
            await here.enter(id, NAMES)
        await here.do(ids[0], commands.Pair(round=1))
        await elsewhere.do(ids[1], commands.Pair(round=1))
        games = [(await here.find(id)).tournament.rounds for id in ids]
        assert games[0] == games[1]
        with pytest.raises(TournamentRefused) as refused:
            await elsewhere.do(ids[1], commands.Pair(round=2))
        assert refused.value.refused == "tournament-results-missing"


async def test_a_report_file_goes_out_and_in(places: Any) -> None:
    async with places() as store:
        one = arbiter(store)
        id = await one.open(NewTournament(name="Club", rounds=3))
        await one.enter(id, NAMES)
        await one.do(id, commands.Pair(round=1))
        for board in range(1, 4):
            await one.do(id, commands.Score(round=1, board=board, result="0-1"))
        again = await one.open(NewTournament(name="Again", report=await one.report(id)))
        assert await standings(one, again) == await standings(one, id)
        assert await one.report(again) == (await one.report(id)).replace("012 Club", "012 Again")


async def test_a_round_robin_from_a_file_goes_on_as_one(places: Any) -> None:
    async with places() as store:
        one = arbiter(store)
        id = await one.open(NewTournament(name="Club", system="round-robin", cycles=2))
        await one.enter(id, "A\nB\nC\nD\nE")
        for round in (1, 2):
            await one.do(id, commands.Pair(round=round))
            for board in (1, 2):
                await one.do(id, commands.Score(round=round, board=board, result="0-1"))
        text = await one.report(id)
        again = await one.open(NewTournament(name="Club", report=text))
        assert await one.report(again) == text
        for each in (id, again):
            await one.do(each, commands.Pair(round=3))
        rounds = [(await one.find(each)).tournament.rounds[2].games for each in (id, again)]
        assert rounds[0] == rounds[1]
        swiss = await one.open(NewTournament(name="x", report=text.replace("Round-Robin", "Swiss")))
        assert (await one.find(swiss)).tournament.settings.system == "swiss"


async def test_a_knockout_from_a_file_goes_on_as_one(places: Any) -> None:
    async with places() as store:
        one = arbiter(store)
        id = await one.open(NewTournament(name="Club", system="knockout"))
        await one.enter(id, "A\nB\nC\nD\nE")
        for round in range(1, 5):
            await one.do(id, commands.Pair(round=round))
            for _, board in (await one.find(id)).tournament.pending:
                await one.do(id, commands.Score(round=round, board=board, result="0-1" if round < 3 else "1-0"))
        text = await one.report(id)
        again = await one.open(NewTournament(name="Club", report=text))
        assert (await one.find(again)).tournament.rounds == (await one.find(id)).tournament.rounds
        assert [each.rank for each in ranking((await one.find(again)).tournament)]
        mixed = text.replace("     4 w 0", "     4 w 1").replace("     5 b 1", "     5 b 0")
        with pytest.raises(TournamentError, match=r"does not follow|by the results"):
            await one.open(NewTournament(name="x", report=mixed))
        with pytest.raises(TournamentError, match="no arena goes on"):
            await one.open(NewTournament(name="x", system="arena", report=text))


async def test_a_round_robin_by_other_tables_does_not_go_on(places: Any) -> None:
    rows = ("   2 w 1", "   1 b 0", "   4 w 1", "   3 b 0")  # In Berger's tables, the first game is 1 against 4.
    lines = [f"001 {number:4}".ljust(91) + row for number, row in enumerate(rows, 1)]
    text = "\n".join(["092 Individual: Round-Robin", *lines])
    async with places() as store:
        with pytest.raises(TournamentError, match="round 1 is not the one of Berger's tables"):
            await arbiter(store).open(NewTournament(name="x", report=text))


async def test_places_in_a_report_file_are_those_after_its_last_round(places: Any) -> None:
    async with places() as store:
        one = arbiter(store)
        id = await one.open(NewTournament(name="Club", rounds=3))
        await one.enter(id, NAMES)
        before = await one.report(id)
        await one.do(id, commands.Pair(round=1))
        await one.do(id, commands.Score(round=1, board=1, result="0-1"))
        assert await one.report(id) == before


async def test_ballots_are_drawn_for_each_round(places: Any) -> None:
    async with places() as store:
        one = arbiter(store)
        id = await one.open(NewTournament(name="Club", rounds=3, ballots=True))
        await one.enter(id, NAMES)
        await one.do(id, commands.Pair(round=1))
        assert len((await one.find(id)).tournament.rounds[0].ballot.split()) >= 3


async def test_a_tournament_that_is_gone_is_unknown(places: Any) -> None:
    async with places() as store:
        one = arbiter(store)
        two = arbiter(store)
        id = await one.open(NewTournament(name="Club"))
        await two.find(id)
        await one.delete(id)
        for each in (one, two):
            with pytest.raises(UnknownTournament):
                await each.find(id)
        with pytest.raises(UnknownTournament):
            await one.delete(id)
        assert await two.list() == []


async def test_everything_takes_tournaments_along(places: Any, tmp_path: Path) -> None:
    async with places() as store, Database(tmp_path / "other") as other:
        one = arbiter(store)
        id = await one.open(NewTournament(name="Club"))
        for count in (3, 2):
            await one.enter(id, "\n".join(f"P{count}{number}" for number in range(count)))
            await _bring(store, other, tmp_path)
            assert (await arbiter(other).find(id)).happened == (await one.find(id)).happened
        await arbiter(other).enter(id, "Somebody else")
        await one.enter(id, "Somebody")
        for _ in range(2):
            await _bring(store, other, tmp_path)
        assert sorted(each.version for each in await other.tournaments.list()) == [4, 4]


async def _bring(store: Store, other: Store, folder: Path) -> None:
    file = folder / "everything"
    file.write_bytes(b"".join([part async for part in Everything(store, asyncio.to_thread).write()]))
    with file.open("rb") as opened:
        async for _ in Everything(other, asyncio.to_thread).read(opened):
            pass


async def test_an_id_is_given_once(places: Any) -> None:
    async with places() as store:
        id = await arbiter(store).open(NewTournament(name="Club"))
        happened = await store.tournaments.read(id)
        row = {"version": 1, "updated": 1.0, "name": "", "system": "swiss", "players": 0, "rounds": 0, "closed": False}
        with pytest.raises(VersionConflict):
            await store.tournaments.add(id, happened, row)


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("Ayşe\nCan", [("Ayşe", 0), ("Can", 0)]),
        ("Player 1 2299\nC 900", [("Player 1", 2299), ("C", 900)]),
        ("1. Ayşe Kılıç 1850\n2) Can\n", [("Ayşe Kılıç", 1850), ("Can", 0)]),
        ("1;Kılıç, Ayşe;1850\n2;Can;", [("Kılıç, Ayşe", 1850), ("Can", 0)]),
        ('Elo,Ad Soyad,Kulüp\n1850,"Kılıç, Ayşe",X\n-,Can,Y', [("Kılıç, Ayşe", 1850), ("Can", 0)]),
        ("ADI SOYADI;UKD\nAyşe;1850", [("Ayşe", 1850)]),
        ("İSİM;PUAN\nAyşe;1850", [("Ayşe", 1850)]),
        ("Adı Soyadı;Elo\nAyşe;1850", [("Ayşe", 1850)]),
        ('"Kara" Mehmet Çelik, 1700\n"Kara" Ali, 1600', [('"Kara" Mehmet Çelik', 1700), ('"Kara" Ali', 1600)]),
        ('"Kılıç, ""Kara"" Ayşe" , 1850', [('Kılıç, "Kara" Ayşe', 1850)]),
        ("\ufeffAyşe\t1850\r\nCan\t", [("Ayşe", 1850), ("Can", 0)]),
        ("No;Adı;Soyadı;UKD\n1;Ayşe;Kılıç;1850\n2;Can;;", [("Ayşe Kılıç", 1850), ("Can", 0)]),
        ("Фамилия;Име;Рейтинг\nИванов;Петър;1700", [("Петър Иванов", 1700)]),
        ("Bşl.No;;İsim;ID;FED;Rtg\n1;;Kılıç, Ayşe;0;TUR;1850", [("Kılıç, Ayşe", 1850)]),
        ("محمد علي، ١٥٠٠\nفاطمة، 1400", [("محمد علي", 1500), ("فاطمة", 1400)]),
        ("001    1      Ada                               2000", [("Ada", 2000)]),
    ],
)
def test_players_are_read_from_any_list(text: str, players: list[tuple[str, int]]) -> None:
    assert read_roster(text, "H") == [Entrant(name, rating, "H") for name, rating in players]


@pytest.mark.parametrize("text", ["", " \n", "Ad;Elo\n;1850", "Ad;Elo\nCan;high", "12,1850"])
def test_what_is_no_list_of_players_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"line|no player"):
        read_roster(text)


async def test_places_are_reckoned_once_until_something_happens(places: Any) -> None:
    async with places() as store:
        here = arbiter(store)
        id = await here.open(NewTournament(name="Club", rounds=1))
        await here.enter(id, "Ayşe\nCan")
        held = await here.find(id)
        before = held.ranking
        assert held.ranking is before
        await here.do(id, commands.Pair(round=1))
        await here.do(id, commands.Score(round=1, board=1, result="1-0"))
        winner = held.tournament.rounds[0].games[0].white
        assert [each.player.id for each in held.ranking if each.rank == 1] == [winner]


async def test_steps_before_which_others_are_missing_wait_for_the_next_look(places: Any) -> None:
    async with places() as store:
        here = arbiter(store)
        id = await here.open(NewTournament(name="Club", rounds=1))
        held = await here.find(id)
        await arbiter(store).enter(id, "Ayşe\nCan")
        await arbiter(store).do(id, commands.Pair(round=1))
        held.absorb(2, await store.tournaments.read(id, 2))
        assert not held.tournament.rounds
        assert len((await here.find(id)).tournament.rounds) == 1


async def test_a_tournament_that_goes_on_while_it_is_brought_in_is_kept_beside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = PocketStore(MemoryRecords())
    here = PocketStore(MemoryRecords())
    id = await arbiter(there).open(NewTournament(name="Club", rounds=3))
    await _bring_over(there, here)
    await arbiter(there).enter(id, NAMES)
    append = here.tournaments.append
    monkeypatch.setattr(here.tournaments, "append", append)

    async def late(*step: Any) -> None:
        """Makes another step here before it appends."""
        monkeypatch.setattr(here.tournaments, "append", append)
        await arbiter(here).enter(id, "Somebody here")
        await append(*step)

    monkeypatch.setattr(here.tournaments, "append", late)
    await _bring_over(there, here)
    kept = [await arbiter(here).find(each) for each in await here.tournaments.ids("", 10)]
    assert sorted(len(each.tournament.entrants) for each in kept) == [1, 7]


async def _bring_over(there: Store, here: Store) -> None:
    text = b"".join([part async for part in Everything(there, asyncio.to_thread).write()])
    async for _ in Everything(here, asyncio.to_thread).read(io.BytesIO(text)):
        pass
