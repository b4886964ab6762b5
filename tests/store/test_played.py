"""The finished games of a player."""

import pytest

from damaci.play.events import Opened, Said, Seat, Settings
from damaci.store import Store
from damaci.store.played import Dated, PlayedGame
from damaci.store.players import PROGRAM, Player
from tests.store.test_ratings import BLITZ, come, log, play

pytestmark = pytest.mark.anyio


async def test_finished_games_from_one_side(store: Store) -> None:
    await come(store)
    await play(store, "g1", "1-0", at=10.0)
    await play(store, "g2", "0-1", at=20.0, players=("b", "a"))
    await play(store, "short", plies=1)
    assert await store.played.of("a", 10) == [
        PlayedGame("g2", "black", 1.0, ["d3", "d4"], "b", "Bora", "bora"),
        PlayedGame("g1", "white", 1.0, ["d3", "d4"], "b", "Bora", "bora"),
    ]
    assert [each.game for each in await store.played.of("a", 1)] == ["g2"]


async def test_the_opening_of_a_game_in_which_something_was_said_first(store: Store) -> None:
    await come(store)
    opened, *moves = log("1-0", 10.0, BLITZ, 2)
    greeting = [Said(at=10.0, by=color, phrase="hello") for color in ("white", "black")]
    await store.pairings.begin("greeted", [opened, *greeting, *moves], {"white": "a", "black": "b"})
    assert [each.opening for each in await store.played.of("a", 10)] == [["d3", "d4"]]


async def test_a_deleted_opponent_is_not_named(store: Store) -> None:
    await come(store)
    await play(store, "g1", "1/2-1/2")
    await store.erasure.erase("b", 50.0)
    assert await store.played.of("a", 10) == [PlayedGame("g1", "white", 0.5, ["d3", "d4"], None, None, None)]


async def test_games_with_their_moments_and_levels(store: Store) -> None:
    await come(store)
    await store.players.add(Player("house", "Ayaz", 1.0, account="ayaz", computer="hard"))
    await store.players.add(Player("bot", "Bot", 1.0, account="bot", computer=PROGRAM))
    await play(store, "g1", "1-0", at=10.0)
    await play(store, "g2", "0-1", at=20.0, players=("house", "a"))
    await play(store, "g3", "1/2-1/2", at=30.0, players=("a", "bot"))
    await play(store, "elsewhere", at=40.0, settings=Settings(ruleset="world"))
    await play(store, "short", plies=1)
    [opened, *_] = log("1-0", 50.0, BLITZ, 2)
    await store.pairings.begin("running", [opened], {"white": "a", "black": "b"})
    assert await store.played.dated("a", "turkish", 10) == [
        Dated("g3", "white", 0.5, 30.0, "", "blitz"),
        Dated("g2", "black", 1.0, 20.0, "hard", "blitz"),
        Dated("g1", "white", 1.0, 10.0, "", "blitz"),
    ]
    assert [each.game for each in await store.played.dated("a", "turkish", 1)] == ["g3"]
    assert await store.played.dated("", "turkish", 10) == []


async def test_the_level_of_the_engines_seat(store: Store) -> None:
    await come(store)
    computer = Seat("engine", level="easy")
    opened = Opened(at=1.0, settings=Settings(), white=computer, black=Seat("person"))
    await store.pairings.begin("g", [opened], {"black": "a"})
    await store.log.append("g", 1, log("1-0", 9.0, BLITZ, 2)[1:])
    assert await store.played.dated("a", "turkish", 10) == [Dated("g", "black", 0.0, 9.0, "easy", "")]
