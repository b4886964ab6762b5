"""A player's own mistakes: found in reviews, verified, and shown until they are solved."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from damaci.board.color import Color
from damaci.engine import AsyncEngine
from damaci.host import UnknownGame
from damaci.play.events import AnyEvent, Ended, Moved, Opened, Seat, Settings, TakenBack
from damaci.puzzles import puzzles
from damaci.services.device_person import DevicePerson
from damaci.services.engine_lines import EngineLines, known_from
from damaci.services.mistakes import Left, Mistakes, UnknownMistake
from damaci.services.person import KnownMistake
from damaci.services.puzzle_messages import PuzzleTry
from damaci.services.reviews import KeptReview, Reviews
from damaci.store import Store
from damaci.stored import StoreError
from damaci.tablebase import Tablebase

pytestmark = pytest.mark.anyio

EACH = next(each for each in puzzles() if each.goal == "win" and each.position.turn is Color.WHITE)
"""Puzzles in which one move wins and no other move does, so that any other move is a mistake."""
RIGHT = EACH.moves[0]
WRONG = next(move for move in EACH.position.legal_moves if EACH.position.text(move) != RIGHT)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store(tmp_path) as store:
        yield store


@pytest.fixture
def mistakes(store: Store, tmp_path: Path) -> Mistakes:
    reviews = Reviews(store, asyncio.to_thread)
    tables = Tablebase(tmp_path / "tables")
    lines = EngineLines(known_from(tables, asyncio.to_thread), reviews, AsyncEngine)
    times = iter(range(1, 1000))
    return Mistakes(
        store, DevicePerson(store), reviews, lines, asyncio.to_thread, AsyncEngine, lambda: float(next(times))
    )


def game(white: Seat, black: Seat, at: float = 0.0) -> list[AnyEvent]:
    after = EACH.position.play(WRONG)
    moves = [EACH.position.with_path(WRONG), after.with_path(after.legal_moves[0])]
    return [
        Opened(at=at, settings=Settings(fen=EACH.fen), white=white, black=black),
        *(
            Moved(at=at, ply=ply, path=[*map(str, move.path)], captured=[*map(str, move.jumps)])
            for ply, move in enumerate(moves, 1)
        ),
        Ended(at=at, result="0-1", reason="resignation"),
    ]


ME = Seat("person", "Ayşe")
COMPUTER = Seat("engine", level="easy")


async def test_until_it_is_solved(store: Store, mistakes: Mistakes) -> None:
    await store.log.append("mine", 0, game(ME, COMPUTER))
    assert await mistakes.left() == Left(0, 1)
    assert (await mistakes.next()).mistake is None
    assert await mistakes.review_next() == Left(1, 0)
    found = (await mistakes.next()).mistake
    assert found
    assert (found.puzzle.id, found.played, found.left) == ("mine-0", EACH.position.text(WRONG), 1)
    assert (found.puzzle.goal, found.puzzle.last) == ("better", None)
    wrong = await mistakes.attempt("mine-0", PuzzleTry(0, EACH.position.text(WRONG)))
    assert not wrong.right
    assert wrong.reply
    [best] = (await mistakes.solution("mine-0")).steps[:1]
    assert best.text == RIGHT
    assert (await mistakes.attempt("mine-0", PuzzleTry(0, best.text))).done
    assert (await mistakes.left()).mistakes == 1, "who has failed finds it once more"
    assert (await mistakes.attempt("mine-0", PuzzleTry(0, best.text))).done
    assert await mistakes.left() == Left(0, 0)
    assert (await mistakes.next()).mistake is None


async def test_those_of_the_computer_are_not_asked_for(store: Store, mistakes: Mistakes) -> None:
    await store.log.append("its", 0, game(COMPUTER, ME))
    await store.log.append("two", 0, game(ME, ME))
    assert await mistakes.review_next() == Left(0, 0)
    assert await mistakes.of_game("its", "white") == ["its-0"], "but its game can be gone through"
    assert await mistakes.of_game("its", "black") == []


async def test_a_game_that_is_gone_takes_its_mistakes_along(store: Store, mistakes: Mistakes) -> None:
    await store.log.append("mine", 0, game(ME, COMPUTER))
    await mistakes.review_next()
    assert await store.games.delete("mine")
    assert await mistakes.left() == Left(0, 0)
    with pytest.raises(UnknownMistake):
        await mistakes.show("mine-0")
    with pytest.raises(UnknownGame):
        await mistakes.of_game("mine", "white")


FIRST = KeptReview([], [])
"""The review of the start of a game only."""


async def test_a_review_of_the_first_moves_is_not_that_of_the_game(store: Store, mistakes: Mistakes) -> None:
    opened, *rest = game(ME, COMPUTER)
    await store.log.append("mine", 0, [opened])
    await Reviews(store, asyncio.to_thread).put("mine", EACH.fen, FIRST)
    await store.log.append("mine", 1, rest)
    assert await mistakes.left() == Left(0, 1)
    assert await mistakes.review_next() == Left(1, 0)


async def test_a_shorter_review_does_not_replace_a_longer_one(store: Store, mistakes: Mistakes) -> None:
    await store.log.append("mine", 0, game(ME, COMPUTER))
    await mistakes.review_next()
    await Reviews(store, asyncio.to_thread).put("mine", EACH.fen, FIRST)
    assert await mistakes.left() == Left(1, 0)


async def test_a_review_of_moves_that_were_taken_back_is_replaced(store: Store, mistakes: Mistakes) -> None:
    opened, first, second, ended = game(ME, COMPUTER)
    await store.log.append("mine", 0, [opened, first, second])
    after = EACH.position.play(WRONG)
    moves = [EACH.position.text(WRONG), after.text(after.legal_moves[0])]
    await Reviews(store, asyncio.to_thread).put("mine", EACH.fen, KeptReview(moves, []))
    await store.log.append("mine", 3, [TakenBack(at=0.0, ply=1, by="black"), ended])
    assert await mistakes.left() == Left(0, 1)
    assert await mistakes.review_next() == Left(1, 0)


async def test_what_cannot_be_read_of_mistakes_stays_as_it_is(store: Store) -> None:
    kept = {"mine-0": {"state": "newer", "at": 1.0}}
    await store.settings.put("mistakes", kept)
    person = DevicePerson(store)
    assert await person.known() == {}
    with pytest.raises(StoreError, match="mistakes cannot be read"):
        await person.keep("mine-1", lambda _: KnownMistake("open", 1.0))
    assert await store.settings.get("mistakes") == kept


async def test_what_two_pages_learn_at_once_is_kept(store: Store) -> None:
    people = [DevicePerson(store) for _ in range(4)]
    found = {f"mine-{ply}": KnownMistake("failed", float(ply)) for ply in range(4)}
    learning = zip(people, found.items(), strict=True)
    await asyncio.gather(*(person.keep(name, lambda _, known=known: known) for person, (name, known) in learning))
    assert await people[0].known() == found


@pytest.mark.parametrize("name", ["", "mine", "mine-", "-1", "mine-1", "mine-x", "mine-99999", "other-0"])
async def test_others_are_refused(store: Store, mistakes: Mistakes, name: str) -> None:
    await store.log.append("mine", 0, game(ME, COMPUTER))
    await mistakes.review_next()
    with pytest.raises(UnknownMistake):
        await mistakes.hint(name)
