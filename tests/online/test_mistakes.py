"""A player's own mistakes on a server: they come from the player's finished games, are shown to nobody else, and never
come from a game that is being played."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from damaci.board.position import Position
from damaci.game.game import Game
from damaci.online import gentle_engine, own_mistakes
from damaci.online.gentle_engine import GentleEngines
from damaci.online.limits import Payer, RateLimits, TooMany
from damaci.online.own_mistakes import OwnMistakes, RememberedReviews
from damaci.play.events import Seat
from damaci.services.mistakes import Left, UnknownMistake
from damaci.services.person import KnownMistake
from damaci.services.puzzle_messages import PuzzleTry
from damaci.services.reviews import KeptReview
from damaci.store import Store
from damaci.store.players import Player
from damaci.stored import StoreError
from damaci.tablebase import Tablebase
from tests.online.conftest import Server, Someone
from tests.online.test_daily import account, move
from tests.services.test_mistakes import EACH, RIGHT, WRONG, game
from tests.support import PATIENCE

BAD = EACH.position.text(WRONG)


def play(white: Someone, black: Someone, *, end: bool = True) -> str:
    """Plays a casual game in which White makes a mistake at once."""
    id: str = white.do("POST", "/api/v1/games", {"color": "white", "fen": EACH.fen})["id"]
    black.do("POST", f"/api/v1/games/{id}/join")
    assert move(white, id, 1, BAD).status_code == 200
    after = EACH.position.play(WRONG)
    assert move(black, id, 2, after.text(after.legal_moves[0])).status_code == 200
    if end:
        white.do("POST", f"/api/v1/games/{id}/requests", {"type": "resign"})
    return id


def test_a_mistake_is_found_and_solved_by_its_player_alone(server: Server) -> None:
    ada, bora, eve = (account(server, f"Mistaken {name}") for name in ("Ada", "Bora", "Eve"))
    id = play(ada, bora)
    play(ada, bora, end=False)
    assert ada.do("GET", "/api/mistakes") == {"mistakes": 0, "games": 1}
    assert ada.do("POST", "/api/mistakes/review") == {"mistakes": 1, "games": 0}
    name = f"{id}-0"
    assert ada.do("GET", "/api/mistakes/next")["mistake"]["puzzle"]["id"] == name
    for method, path in (("GET", ""), ("POST", "/solution"), ("POST", "/hint")):
        answer = eve.send(method, f"/api/mistakes/{name}{path}")
        assert (answer.status_code, answer.json()["error"]) == (404, "not-found")
    assert eve.do("GET", "/api/mistakes") == {"mistakes": 0, "games": 0}
    assert bora.do("GET", "/api/mistakes") == {"mistakes": 0, "games": 0}, "the review is made once for both"
    assert not ada.do("POST", f"/api/mistakes/{name}/try", {"ply": 0, "move": BAD})["right"]
    assert ada.do("POST", f"/api/mistakes/{name}/solution")["steps"][0]["text"] == RIGHT
    for _ in range(2):
        assert ada.do("POST", f"/api/mistakes/{name}/try", {"ply": 0, "move": RIGHT})["done"]
    assert ada.do("GET", "/api/mistakes") == {"mistakes": 0, "games": 0}
    assert ada.do("GET", "/api/v1/data")["mistakes"][name]["state"] == "solved"


def test_the_pages_lead_there(server: Server) -> None:
    ada = account(server, "Leading Mistakes")
    assert 'href="/puzzles/mistakes"' in ada.send("GET", "/puzzles").text
    assert ada.send("GET", "/puzzles/mistakes").status_code == 200
    guest = server.someone()
    assert 'href="/puzzles/mistakes"' not in guest.send("GET", "/puzzles").text
    assert "With an account," in guest.send("GET", "/puzzles/mistakes").text
    assert guest.send("GET", "/api/mistakes").status_code == 401
    guest.do("PUT", "/api/v1/player", {"name": "Mistaken guest"})
    assert guest.send("GET", "/api/mistakes").json()["error"] == "no-account"
    assert "With an account," in guest.send("GET", "/puzzles/mistakes").text


# ---- its cost, and what it does not tell -----------------------------------------------------------------------------

ADA = Player("ada", "Ada", 1.0, account="ada")
PERSON = Seat("person")


class Playing:
    """In place of the rated games that are being played: a list of their positions."""

    def __init__(self) -> None:
        self.positions: list[Position] = []

    async def lead_there(self, player: Player | None, position: Position) -> bool:
        after = [position.play(move) for move in position.legal_moves]
        return any(each in self.positions for each in (position, *after))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store(tmp_path) as store:
        await store.players.add(ADA)
        await keep(store, "mine")
        yield store


@pytest.mark.anyio
async def test_a_newer_review_takes_the_place_of_a_remembered_one(store: Store) -> None:
    reviews = RememberedReviews(store)
    for moves in ([], [BAD]):
        await reviews.put("mine", EACH.fen, KeptReview(moves, []))
        assert await reviews.get("mine") == KeptReview(moves, [])


@pytest.mark.anyio
async def test_what_cannot_be_read_of_mistakes_stays_as_it_is(mine: OwnMistakes, store: Store) -> None:
    kept = '{"mine-0":{"state":"newer","at":1.0}}'
    await store.mistakes.change("ada", lambda _: kept)
    person = mine.of(ADA, Payer("address", "ada"))._person
    assert await person.known() == {}
    with pytest.raises(StoreError, match="mistakes cannot be read"):
        await person.keep("mine-1", lambda _: KnownMistake("open", 1.0))
    assert await store.mistakes.get("ada") == kept


@pytest.mark.anyio
async def test_what_two_pages_learn_at_once_is_kept(mine: OwnMistakes) -> None:
    people = [mine.of(ADA, Payer("address", "ada"))._person for _ in range(4)]
    found = {f"mine-{ply}": KnownMistake("failed", float(ply)) for ply in range(4)}
    learning = zip(people, found.items(), strict=True)
    await asyncio.gather(*(person.keep(name, lambda _, known=known: known) for person, (name, known) in learning))
    assert await people[0].known() == found


async def keep(store: Store, id: str) -> None:
    opened, *rest = game(PERSON, PERSON)
    await store.pairings.begin(id, [opened], {"white": "ada"})
    await store.log.append(id, 1, rest)


@pytest.fixture
def playing() -> Playing:
    return Playing()


@pytest.fixture
def mine(store: Store, playing: Playing, tmp_path: Path) -> Iterator[OwnMistakes]:
    mine = OwnMistakes(store, Tablebase(tmp_path / "tables"), playing, RateLimits())  # type: ignore[arg-type]
    yield mine
    mine.close()


@pytest.mark.anyio
async def test_a_position_of_a_rated_game_that_is_on_is_not_shown(mine: OwnMistakes, playing: Playing) -> None:
    mistakes = mine.of(ADA, Payer("address", "ada"))
    assert await mistakes.review_next() == Left(1, 0)
    playing.positions = [EACH.position]
    assert (await mistakes.next()).mistake is None
    for ask in (mistakes.show, mistakes.hint, mistakes.solution):
        with pytest.raises(UnknownMistake):
            await ask("mine-0")
    playing.positions = []
    assert (await mistakes.next()).mistake


@pytest.mark.anyio
async def test_nothing_is_said_of_a_move_that_leads_into_a_rated_game_that_is_on(
    mine: OwnMistakes, playing: Playing
) -> None:
    """The refutation of the move would be the best answer in that game."""
    mistakes = mine.of(ADA, Payer("address", "ada"))
    await mistakes.review_next()
    playing.positions = [EACH.position.play(WRONG)]
    assert (await mistakes.next()).mistake is None
    with pytest.raises(UnknownMistake):
        await mistakes.attempt("mine-0", PuzzleTry(0, BAD))


@pytest.mark.anyio
async def test_one_player_cannot_take_the_places_of_all(
    store: Store, mine: OwnMistakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_mistakes, "MOST_OF_PLAYER", 1)
    bora = Player("bora", "Bora", 1.0, account="bora")
    await store.players.add(bora)
    mistakes = mine.of(ADA, Payer("address", "ada"))
    payer = Payer("other", "bora")
    await mistakes.review_next()
    async with mine.reviewing(ADA, Payer("address", "ada")):
        for asked in (mistakes.attempt("mine-0", PuzzleTry(0, BAD)), mistakes.review_next()):
            with pytest.raises(TooMany):
                await asked
        assert await mine.of(bora, payer).review_next() == Left(0, 0)
    assert not (await mistakes.attempt("mine-0", PuzzleTry(0, BAD))).right


@pytest.mark.anyio
async def test_engines_that_wait_have_no_memory_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    end = threading.Event()
    made: list[int] = []

    class Slow:
        def __init__(self, megabytes: int) -> None:
            made.append(megabytes)

        def analyse(self, *_: object, **__: object) -> str:
            end.wait(PATIENCE)
            return "found"

        def stop(self) -> None:
            end.set()

    monkeypatch.setattr(gentle_engine, "Engine", Slow)
    engines = GentleEngines()

    async def search() -> list[object]:
        async with engines.make(16) as engine:
            return [found async for found in engine.analyse(Game())]

    many = [asyncio.create_task(search()) for _ in range(20)]
    await asyncio.sleep(0.1)
    assert len(made) <= 1
    end.set()
    assert await asyncio.gather(*many) == 20 * [["found"]]
    engines.close()


@pytest.mark.anyio
async def test_reviews_are_limited(store: Store, mine: OwnMistakes, monkeypatch: pytest.MonkeyPatch) -> None:
    payer = Payer("address", "ada")
    for _ in range(20):
        await mine.of(ADA, payer).review_next()
    with pytest.raises(TooMany):
        await mine.of(ADA, payer).review_next()
    monkeypatch.setattr(own_mistakes, "MOST_WAITING", 1)
    other = Payer("address", "other")
    async with mine.reviewing(ADA, other):
        with pytest.raises(TooMany):
            await mine.of(ADA, other).review_next()


@pytest.mark.anyio
async def test_one_player_has_one_review_at_a_time(store: Store, mine: OwnMistakes) -> None:
    await keep(store, "other")
    mistakes = mine.of(ADA, Payer("address", "ada"))
    found = await asyncio.gather(*(mistakes.review_next() for _ in range(3)))
    assert sorted(each.games for each in found) in ([0, 0, 0], [0, 0, 1])
    assert all([await store.reviews.get(each) for each in ("mine", "other")])


@pytest.mark.anyio
async def test_very_long_games_are_left_out(mine: OwnMistakes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_mistakes, "LONGEST", 1)
    assert await mine.of(ADA, Payer("address", "ada")).left() == Left(0, 0)


@pytest.mark.anyio
async def test_only_the_newest_is_kept(store: Store, mine: OwnMistakes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_mistakes, "MOST_KNOWN", 1)
    await keep(store, "other")
    mistakes = mine.of(ADA, Payer("address", "ada"))
    for _ in range(2):
        await mistakes.review_next()
    for name in ("mine-0", "other-0"):
        await mistakes.hint(name)
        await mistakes.next()
    kept: Any = await store.mistakes.get("ada")
    assert kept.count('"state"') == 1
    await store.erasure.erase("ada", 1.0)
    assert await store.mistakes.get("ada") is None
    assert not await store.mistakes.change("ada", lambda _: "{}")
