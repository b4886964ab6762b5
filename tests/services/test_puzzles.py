"""Solving puzzles: attempts and their refutations, hints, ratings, series, strengths."""

import asyncio
import contextlib
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.errors import BadArgument, IllegalMove
from damaci.pocket.records import MemoryRecords
from damaci.pocket.store import PocketStore
from damaci.puzzles import Theme, find, puzzles
from damaci.puzzles.collection import UnknownPuzzle
from damaci.rating import Rating
from damaci.services.home_puzzles import OnePerson
from damaci.services.puzzle_messages import Finished, HelpRequest, PuzzleTry, PuzzleVerdict
from damaci.services.puzzle_state import DAY, MOST_ATTEMPTS, Change, PuzzleRecord, RatedSolver
from damaci.services.puzzles import NoMorePuzzles, NotInPuzzle, Puzzles
from damaci.store import Store
from damaci.stored import Store as AnyStore
from damaci.stored import StoreError

PUZZLE = puzzles()[-1]
ME = "me"
OTHER = "other"


class Shelf:
    """Stores everything in memory."""

    def __init__(self) -> None:
        self.people: dict[str, PuzzleRecord] = {}
        self.ratings: dict[str, Rating] = {}

    async def person(self, name: str) -> PuzzleRecord:
        return self.people.get(name, PuzzleRecord())

    async def rating(self, puzzle: str) -> Rating | None:
        return self.ratings.get(puzzle)

    async def change(self, name: str, puzzle: str, change: Change) -> tuple[RatedSolver, RatedSolver]:
        before = RatedSolver(await self.person(name), await self.rating(puzzle))
        after = change(before)
        self.people[name] = after.person
        if after.rating:
            self.ratings[puzzle] = after.rating
        return before, after


async def first_move(position: Position, name: str) -> Move | None:
    return position.legal_moves[0] if position.legal_moves else None


def same(text: str) -> str:
    return text


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def service(shelf: Shelf) -> Puzzles:
    return Puzzles(shelf, first_move, Random(3))


def attempt(service: Puzzles, move: str, ply: int = 0, theme: Theme | None = None, name: str = ME) -> PuzzleVerdict:
    return asyncio.run(service.attempt(name, PUZZLE.id, PuzzleTry(ply, move, theme), same))


def solve(service: Puzzles, name: str = ME) -> list[PuzzleVerdict]:
    return [attempt(service, move, 2 * number, name=name) for number, move in enumerate(PUZZLE.moves[::2])]


def wrong_move() -> str:
    position = PUZZLE.position
    right = position.parse_move(PUZZLE.moves[0])
    return next(position.text(move) for move in position.legal_moves if move != right)


def test_it_is_shown_without_its_solution(service: Puzzles) -> None:
    shown = asyncio.run(service.show(ME, PUZZLE.id))
    assert (shown.id, shown.before, shown.fen) == (PUZZLE.id, PUZZLE.before, PUZZLE.fen)
    assert {legal.text for legal in shown.legal} == {PUZZLE.position.text(m) for m in PUZZLE.position.legal_moves}
    assert (shown.own, shown.provisional, shown.tried) == (1500, True, False)
    assert not {"solution", "themes", "tail"} & set(shown.__struct_fields__)


def test_a_solution_from_move_to_move(service: Puzzles, shelf: Shelf) -> None:
    answers = solve(service)
    for answer, reply in zip(answers, PUZZLE.moves[1::2], strict=False):
        assert answer.right
        assert answer.reply
        assert answer.reply.text == reply
        assert answer.legal
        assert answer.rated is None
    last = answers[-1]
    assert last.done
    assert [step.text for step in last.tail] == [*PUZZLE.tail]
    assert last.rated
    assert last.rated.solved
    assert last.rated.after > 1500
    assert shelf.people[ME].attempts == {PUZZLE.id: True}


def test_a_wrong_move_is_refuted_and_counts_once(service: Puzzles, shelf: Shelf) -> None:
    answer = attempt(service, wrong_move())
    assert not answer.right
    assert answer.reply
    assert answer.rated
    assert answer.rated.after < 1500
    assert attempt(service, wrong_move()).rated is None
    assert solve(service)[-1].rated is None
    assert shelf.people[ME].attempts == {PUZZLE.id: False}


def test_a_hint_and_the_solution_count_as_failures(service: Puzzles) -> None:
    hint = asyncio.run(service.hint(ME, PUZZLE.id, HelpRequest(0)))
    assert hint.square == str(PUZZLE.position.parse_move(PUZZLE.moves[0]).origin)
    assert hint.rated
    assert not hint.rated.solved
    solution = asyncio.run(service.solution(OTHER, PUZZLE.id, HelpRequest(0), same))
    assert [step.text for step in solution.steps] == [*PUZZLE.moves, *PUZZLE.tail]
    assert solution.rated
    assert not solution.rated.solved


def test_a_chosen_theme_counts_less(service: Puzzles) -> None:
    mixed = attempt(service, wrong_move()).rated
    themed = attempt(service, wrong_move(), theme=Theme.CATCH_DAMA, name=OTHER).rated
    assert mixed
    assert themed
    assert mixed.after < themed.after < 1500


def test_who_is_known_well_moves_the_puzzle(service: Puzzles, shelf: Shelf) -> None:
    shelf.people[ME] = PuzzleRecord(ratings={"turkish": (1800.0, 60.0, 0.06)})
    solve(service)
    assert shelf.ratings[PUZZLE.id].rating < PUZZLE.rating
    assert asyncio.run(service.show(OTHER, PUZZLE.id)).rating < PUZZLE.rating


@pytest.mark.parametrize("ply", [1, 99])
def test_other_plies_are_refused(service: Puzzles, ply: int) -> None:
    with pytest.raises(NotInPuzzle):
        attempt(service, PUZZLE.moves[0], ply)


def test_what_cannot_be_played_is_refused(service: Puzzles) -> None:
    with pytest.raises(IllegalMove):
        attempt(service, "a1-a2" if PUZZLE.moves[0] != "a1-a2" else "a1-b1")
    with pytest.raises(UnknownPuzzle):
        asyncio.run(service.show(ME, "nosuch"))


def test_the_next_has_not_been_tried(service: Puzzles, shelf: Shelf) -> None:
    tried = {each.id: True for each in puzzles("bulgarian")[1:]}
    shelf.people[ME] = PuzzleRecord(attempts=tried)
    assert asyncio.run(service.next(ME, "bulgarian")) == puzzles("bulgarian")[0].id
    shelf.people[ME] = PuzzleRecord(attempts=tried | {puzzles("bulgarian")[0].id: False})
    with pytest.raises(NoMorePuzzles):
        asyncio.run(service.next(ME, "bulgarian"))
    assert asyncio.run(service.first(ME, "next", "bulgarian", None, date(2026, 11, 22))) is None


def test_the_puzzle_of_the_day_is_everybodys(service: Puzzles) -> None:
    day = date(2026, 11, 22)
    assert service.daily("turkish", day) == Puzzles(Shelf(), first_move, Random(9)).daily("turkish", day)


def test_series(service: Puzzles) -> None:
    series = asyncio.run(service.series(ME, "storm", "turkish"))
    assert series.seconds == 180
    ratings = [find(name).rating for name in series.puzzles]
    assert ratings == sorted(ratings)
    assert asyncio.run(service.series(ME, "streak", "turkish")).seconds == 0
    assert asyncio.run(service.finish(ME, "storm", Finished("turkish", 7))).best == 7
    assert asyncio.run(service.finish(ME, "storm", Finished("turkish", 3))).best == 7
    assert asyncio.run(service.series(ME, "storm", "turkish")).best == 7
    with pytest.raises(BadArgument, match="count"):
        asyncio.run(service.finish(ME, "storm", Finished("turkish", 141)))


def test_strengths_by_theme(service: Puzzles) -> None:
    solve(service)
    profile: Any = asyncio.run(service.profile(ME, "turkish", same))
    assert (profile.tried, profile.solved, profile.in_a_row) == (1, 1, 1)
    assert {each.theme for each in profile.themes if each.solved} == set(PUZZLE.themes)
    sizes = {theme: len(puzzles().numbers(theme)) for theme in Theme}
    assert {each.theme: each.tried + each.left for each in profile.themes} == {k: n for k, n in sizes.items() if n}
    assert asyncio.run(service.profile(OTHER, "turkish", same)).tried == 0


def test_puzzles_in_a_row_are_counted_for_each_ruleset() -> None:
    earlier = PuzzleRecord(in_a_row=5, rated={"turkish": 2.0, "armenian": 1.0})
    assert (earlier.row("turkish"), earlier.row("armenian"), PuzzleRecord(in_a_row=5).row("turkish")) == (5, 0, 0)
    world = puzzles("world")[0]
    solved = earlier.after(world, True, Rating(), 3.0)
    assert [solved.row(each) for each in ("turkish", "armenian", "world")] == [5, 0, 1]
    failed = solved.after(world, False, Rating(), 4.0).after(PUZZLE, True, Rating(), 5.0)
    assert [failed.row(each) for each in ("turkish", "armenian", "world")] == [6, 0, 0]


def test_a_rating_is_less_sure_after_a_year(shelf: Shelf) -> None:
    shelf.people[ME] = PuzzleRecord(ratings={"turkish": (1700.0, 60.0, 0.06)}, rated={"turkish": 1_000.0})
    later = Puzzles(shelf, first_move, Random(3), lambda: 1_000.0 + 366 * DAY)
    assert asyncio.run(later.profile(ME, "turkish", same)).provisional
    assert not asyncio.run(
        Puzzles(shelf, first_move, Random(3), lambda: 1_000.0).profile(ME, "turkish", same)
    ).provisional
    solve(later)
    assert shelf.people[ME].rated == {"turkish": 1_000.0 + 366 * DAY}


def test_home_keeps_two_answers_at_once(tmp_path: Path) -> None:
    async def answer_at_once() -> PuzzleRecord:
        async with Store(tmp_path) as store:
            tabs = [Puzzles(OnePerson(store), first_move, Random(3)) for _ in range(4)]
            asked = zip(tabs, puzzles(), strict=False)
            await asyncio.gather(*(tab.hint("", each.id, HelpRequest(0)) for tab, each in asked))
            return await OnePerson(store).person("")

    assert len(asyncio.run(answer_at_once()).attempts) == 4


@pytest.mark.parametrize("pocket", [False, True])
def test_the_same_puzzle_in_two_tabs_counts_once(tmp_path: Path, pocket: bool) -> None:
    async def answer_at_once(store: AnyStore) -> tuple[int, PuzzleRecord, Rating | None]:
        known = PuzzleRecord(ratings={"turkish": (1800.0, 60.0, 0.06)})
        await store.settings.put("puzzles", msgspec.to_builtins(known))
        tabs = [Puzzles(OnePerson(store), first_move, Random(3), lambda: 1.0) for _ in range(4)]
        hints = await asyncio.gather(*(tab.hint("", PUZZLE.id, HelpRequest(0)) for tab in tabs))
        kept = OnePerson(store)
        return sum(hint.rated is not None for hint in hints), await kept.person(""), await kept.rating(PUZZLE.id)

    async def run() -> None:
        async with Store(tmp_path) as store:
            count, person, rating = await answer_at_once(PocketStore(MemoryRecords()) if pocket else store)
        shelf = Shelf()
        shelf.people[ME] = PuzzleRecord(ratings={"turkish": (1800.0, 60.0, 0.06)})
        await Puzzles(shelf, first_move, Random(3), lambda: 1.0).hint(ME, PUZZLE.id, HelpRequest(0))
        assert count == 1
        assert (person, rating) == (shelf.people[ME], shelf.ratings[PUZZLE.id])

    asyncio.run(run())


def hinted(tmp_path: Path, kept: dict[str, Any]) -> dict[str, Any]:
    """The stored record after a hint for the puzzle."""

    async def hint() -> dict[str, Any]:
        async with Store(tmp_path) as store:
            await store.settings.put("puzzles", kept)
            with contextlib.suppress(StoreError):
                await Puzzles(OnePerson(store), first_move, Random(3)).hint("", PUZZLE.id, HelpRequest(0))
            record: dict[str, Any] = await store.settings.get("puzzles")
            return record

    return asyncio.run(hint())


def test_home_keeps_what_a_newer_version_has_added(tmp_path: Path) -> None:
    record = hinted(tmp_path, {"attempts": {"x": True}, "best": {"storm turkish": 40}, "newer": 1})
    assert record["attempts"] == {"x": True, PUZZLE.id: False}
    assert (record["best"], record["newer"]) == ({"storm turkish": 40}, 1)


def test_home_leaves_a_record_that_it_cannot_read(tmp_path: Path) -> None:
    kept = {"attempts": {"x": [1, True]}}
    assert hinted(tmp_path, kept) == kept
    with pytest.raises(StoreError, match="solved puzzles cannot be read"):
        asyncio.run(change(tmp_path))


async def change(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        assert await OnePerson(store).person("") == PuzzleRecord()
        await OnePerson(store).change("", "", lambda state: state)


@pytest.mark.parametrize(("before", "after"), [(MOST_ATTEMPTS // 2 + 1, 1), (MOST_ATTEMPTS - 1, 1), (MOST_ATTEMPTS, 0)])
def test_only_the_oldest_attempts_beyond_the_most_are_forgotten(before: int, after: int) -> None:
    person = PuzzleRecord(attempts={f"x{number}": True for number in range(before)})
    attempts = person.after(PUZZLE, True, Rating(), 0.0).attempts
    assert len(attempts) == before + after
    assert ("x0" in attempts, PUZZLE.id in attempts) == (bool(after), True)
