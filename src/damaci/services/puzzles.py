"""Solving puzzles: the next one, moves and their refutations, hints, ratings, series. No HTTP, no database."""

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from random import Random

from damaci.arguments import expect_whole
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.errors import DamaciError
from damaci.host.fair_queue import NOBODY, Asker
from damaci.play.events import word
from damaci.puzzles import Puzzle, Theme, find, puzzles
from damaci.puzzles.choosing import daily, next_puzzle, rising
from damaci.puzzles.contest import contest, first_rating
from damaci.puzzles.themes import TITLES
from damaci.rating import Rating
from damaci.sentence import Translate
from damaci.services.puzzle_messages import (
    BestSeries,
    Finished,
    HelpRequest,
    Hint,
    Kind,
    Mode,
    PuzzleMove,
    PuzzleProfile,
    PuzzleTry,
    PuzzleVerdict,
    Rated,
    Series,
    ShownPuzzle,
    Solution,
    Strength,
    step_of,
    steps_of,
)
from damaci.services.puzzle_state import PuzzleStore, RatedSolver
from damaci.wire import view

Refute = Callable[[Position, Asker], Awaitable[Move | None]]
"""Finds the best answer to a wrong move, on behalf of somebody."""
STREAK = (150, 700, 2_600, 0)
"""How many puzzles a streak has, the ratings of its first and its last one, and its seconds (0: any time)."""
STORM = (140, 600, 2_400, 180)
SERIES = {"streak": STREAK, "storm": STORM}
FEWEST = 5
"""Attempts at a theme from which on a strength is shown."""


class NotInPuzzle(DamaciError):
    """The moves before a try are not those of the solution."""


class NoMorePuzzles(DamaciError):
    """All puzzles of that kind have been tried."""

    code = "no-more-puzzles"


class Puzzles:
    """Puzzles for everybody whom the store knows."""

    def __init__(
        self, store: PuzzleStore, refute: Refute, random: Random, clock: Callable[[], float] = time.time
    ) -> None:
        """`clock` returns Unix seconds."""
        self._store = store
        self._refute = refute
        self._random = random
        self._clock = clock

    async def show(self, name: str, puzzle: str) -> ShownPuzzle:
        """A puzzle by its id. Raises UnknownPuzzle, StoreError."""
        found = find(puzzle)
        person = await self._store.person(name)
        own = person.rating(found.ruleset, self._clock())
        rating = await self._rating(found)
        position = found.position
        movement = position.ruleset.movement
        before = Position.from_fen(found.before, found.ruleset)
        last = before.parse_move(found.last)
        return ShownPuzzle(
            id=found.id,
            ruleset=found.ruleset,
            goal=found.goal,
            before=found.before,
            last=view.move_path(last),
            last_text=found.last,
            fen=position.fen,
            turn=word(position.turn),
            legal=view.listed(position, position.legal_moves),
            must=view.must(position.legal_moves),
            rating=round(rating.rating),
            moves=found.choices,
            chequered=movement.dark_squares_only,
            removal=movement.removal,
            tried=found.id in person.attempts,
            own=round(own.rating),
            provisional=own.provisional,
            in_a_row=person.row(found.ruleset),
        )

    async def next(self, name: str, ruleset: str, theme: Theme | None = None) -> str:
        """The id of a puzzle near the person's rating that has not been tried.

        Raises NoMorePuzzles, UnknownRuleset, StoreError."""
        person = await self._store.person(name)
        collection = puzzles(ruleset)
        rating = person.rating(collection.ruleset, self._clock()).rating
        found = next_puzzle(collection, rating, person.attempts, theme, self._random)
        if found is None:
            raise NoMorePuzzles("all puzzles of this kind have been tried")
        return found.id

    def daily(self, ruleset: str, day: date) -> str:
        """The id of the puzzle of a day, the same for everybody. Raises UnknownRuleset."""
        return daily(puzzles(ruleset), day).id

    async def first(self, name: str, mode: Mode, ruleset: str, theme: Theme | None, day: date) -> ShownPuzzle | None:
        """The puzzle that a mode begins with; None for a series, which has its own, and where all have been tried.
        Raises UnknownRuleset, StoreError."""
        if mode == "daily":
            return await self.show(name, self.daily(ruleset, day))
        if mode == "next":
            with suppress(NoMorePuzzles):
                return await self.show(name, await self.next(name, ruleset, theme))
        return None

    async def attempt(
        self, name: str, puzzle: str, tried: PuzzleTry, translate: Translate, asker: Asker = NOBODY
    ) -> PuzzleVerdict:
        """What a move leads to. The first wrong move, or the last right one, counts for the ratings. `asker`: for whom
        an engine searches for the refutation of a wrong move.

        Raises UnknownPuzzle, NotInPuzzle, MoveTextError, IllegalMove, StoreError."""
        found = find(puzzle)
        position = _position(found, tried.ply)
        move = position.parse_move(tried.move)
        after = position.play(move)
        played = step_of(position, move)
        if move != position.parse_move(found.moves[tried.ply]):
            rated = await self._result(name, found, solved=False, theme=tried.theme)
            asker = replace(asker, player=name, game="puzzles")
            return await self._refuted(asker, played, after, rated)
        if tried.ply + 1 == len(found.moves):
            rated = await self._result(name, found, solved=True, theme=tried.theme)
            return PuzzleVerdict(
                right=True,
                played=played,
                done=True,
                tail=steps_of(after, found.tail),
                themes=_titles(found, translate),
                rated=rated,
            )
        reply = after.parse_move(found.moves[tried.ply + 1])
        then = after.play(reply)
        return PuzzleVerdict(
            right=True,
            played=played,
            reply=step_of(after, reply),
            legal=view.listed(then, then.legal_moves),
            must=view.must(then.legal_moves),
        )

    async def hint(self, name: str, puzzle: str, asked: HelpRequest) -> Hint:
        """Which piece has to move; the puzzle then counts as not solved. Raises UnknownPuzzle, NotInPuzzle,
        StoreError."""
        found = find(puzzle)
        move = _position(found, asked.ply).parse_move(found.moves[asked.ply])
        return Hint(str(move.origin), await self._result(name, found, solved=False, theme=asked.theme))

    async def solution(self, name: str, puzzle: str, asked: HelpRequest, translate: Translate) -> Solution:
        """The moves from a ply on; the puzzle then counts as not solved. Raises UnknownPuzzle, NotInPuzzle,
        StoreError."""
        found = find(puzzle)
        steps = steps_of(_position(found, asked.ply), found.moves[asked.ply :] + found.tail)
        titles = _titles(found, translate)
        return Solution(steps, titles, await self._result(name, found, solved=False, theme=asked.theme))

    async def series(self, name: str, kind: Kind, ruleset: str) -> Series:
        """The puzzles of a streak or a storm. Raises UnknownRuleset, StoreError."""
        count, least, most, seconds = SERIES[kind]
        person = await self._store.person(name)
        names = rising(puzzles(ruleset), count, least, most, self._random)
        return Series(names, seconds, person.best.get(f"{kind} {ruleset}", 0))

    async def finish(self, name: str, kind: Kind, finished: Finished) -> BestSeries:
        """Keeps how many puzzles of a series have been solved, if it is the most. Raises BadArgument for more than it
        has, UnknownRuleset, StoreError."""
        expect_whole("count", finished.count, 0, SERIES[kind][0])
        best = f"{kind} {puzzles(finished.ruleset).ruleset}"
        _, after = await self._store.change(
            name, "", lambda was: RatedSolver(was.person.with_best(best, finished.count))
        )
        return BestSeries(after.person.best[best])

    async def profile(self, name: str, ruleset: str, translate: Translate) -> PuzzleProfile:
        """What somebody has done, by theme. Raises UnknownRuleset, StoreError."""
        person = await self._store.person(name)
        collection = puzzles(ruleset)
        tried = {each.id: each for key in person.attempts if (each := collection.get(key))}
        rating = person.rating(collection.ruleset, self._clock())
        return PuzzleProfile(
            rating=round(rating.rating),
            provisional=rating.provisional,
            tried=len(tried),
            solved=sum(person.attempts[key] for key in tried),
            in_a_row=person.row(collection.ruleset),
            streak=person.best.get(f"streak {collection.ruleset}", 0),
            storm=person.best.get(f"storm {collection.ruleset}", 0),
            themes=[
                _strength(each, tried, person.attempts, size, translate) for each, size in collection.sizes.items()
            ],
        )

    async def _rating(self, puzzle: Puzzle) -> Rating:
        return await self._store.rating(puzzle.id) or first_rating(puzzle.rating)

    async def _result(self, name: str, puzzle: Puzzle, solved: bool, theme: Theme | None) -> Rated | None:
        """Rates the first attempt at a puzzle; None for a later one."""
        now = self._clock()

        def change(was: RatedSolver) -> RatedSolver:
            return _answered(was, puzzle, solved, theme, now)

        before, after = await self._store.change(name, puzzle.id, change)
        if after is before:
            return None
        former = before.person.rating(puzzle.ruleset, now)
        rating = after.person.rating(puzzle.ruleset, now)
        return Rated(solved, round(former.rating), round(rating.rating), after.person.row(puzzle.ruleset))

    async def _refuted(self, asker: Asker, played: PuzzleMove, after: Position, rated: Rated | None) -> PuzzleVerdict:
        answer = await self._refute(after, asker)
        if answer is None:
            return PuzzleVerdict(right=False, played=played, rated=rated)
        return PuzzleVerdict(
            right=False, played=played, reply=step_of(after, answer), takes=len(answer.captured), rated=rated
        )


def _answered(was: RatedSolver, puzzle: Puzzle, solved: bool, theme: Theme | None, now: float) -> RatedSolver:
    """What the first attempt at a puzzle makes of a state; a later one changes nothing."""
    if puzzle.id in was.person.attempts:
        return was
    rating = was.rating or first_rating(puzzle.rating)
    after, moved = contest(was.person.rating(puzzle.ruleset, now), rating, solved, theme)
    return RatedSolver(was.person.after(puzzle, solved, after, now), moved if moved != rating else was.rating)


def _position(puzzle: Puzzle, ply: int) -> Position:
    """The position after so many plies of the solution, the solver to move. Raises NotInPuzzle."""
    if ply % 2 or ply >= len(puzzle.moves):
        raise NotInPuzzle(f"puzzle {puzzle.id} has no move of the solver at ply {ply}")
    position = puzzle.position
    for text in puzzle.moves[:ply]:
        position = position.play(text)
    return position


def _titles(puzzle: Puzzle, translate: Translate) -> list[str]:
    return [translate(TITLES[theme]) for theme in puzzle.themes]


def _strength(
    theme: Theme, tried: dict[str, Puzzle], attempts: dict[str, bool], size: int, translate: Translate
) -> Strength:
    own = [attempts[key] for key, puzzle in tried.items() if theme in puzzle.themes]
    return Strength(theme, translate(TITLES[theme]), len(own), sum(own), size - len(own))
