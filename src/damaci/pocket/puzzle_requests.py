"""What the pages of puzzles ask for, by name: the names and answers are those of damaci.home."""

import msgspec

from damaci.pocket.requests import PERSON, PageRequest, Requests
from damaci.puzzles import Theme
from damaci.puzzles.themes import theme_of
from damaci.services.puzzle_messages import (
    BestSeries,
    Finished,
    HelpRequest,
    Hint,
    Kind,
    PuzzleTry,
    PuzzleVerdict,
    Series,
    ShownPuzzle,
    Solution,
)


class NextPuzzle(msgspec.Struct):
    """A puzzle of a ruleset, and of a theme if one was chosen."""

    ruleset: str
    theme: str = ""


class OfPuzzle(msgspec.Struct):
    """A puzzle."""

    puzzle: str


class TryPuzzle(msgspec.Struct):
    """A move in a puzzle."""

    puzzle: str
    ply: int
    move: str
    theme: Theme | None = None


class AskPuzzle(msgspec.Struct):
    """A hint in a puzzle, or its solution."""

    puzzle: str
    ply: int
    theme: Theme | None = None


class OfSeries(msgspec.Struct):
    """A streak or a storm."""

    kind: Kind
    ruleset: str


class EndOfSeries(msgspec.Struct):
    """How many puzzles of a streak or a storm were solved."""

    kind: Kind
    ruleset: str
    count: int


async def next_puzzle(asked: PageRequest, wanted: NextPuzzle) -> ShownPuzzle:
    """A puzzle that has not been tried."""
    puzzles = await asked.puzzles()
    return await puzzles.show(PERSON, await puzzles.next(PERSON, wanted.ruleset, theme_of(wanted.theme)))


async def show_puzzle(asked: PageRequest, of: OfPuzzle) -> ShownPuzzle:
    """A puzzle."""
    return await (await asked.puzzles()).show(PERSON, of.puzzle)


async def try_in_puzzle(asked: PageRequest, tried: TryPuzzle) -> PuzzleVerdict:
    """Whether a move is the right one, and if not, what refutes it."""
    move = PuzzleTry(tried.ply, tried.move, tried.theme)
    return await (await asked.puzzles()).attempt(PERSON, tried.puzzle, move, asked.puzzle_words)


async def puzzle_hint(asked: PageRequest, ask: AskPuzzle) -> Hint:
    """Which piece has to move."""
    return await (await asked.puzzles()).hint(PERSON, ask.puzzle, HelpRequest(ask.ply, ask.theme))


async def solution(asked: PageRequest, ask: AskPuzzle) -> Solution:
    """The rest of the solution."""
    wanted = HelpRequest(ask.ply, ask.theme)
    return await (await asked.puzzles()).solution(PERSON, ask.puzzle, wanted, asked.puzzle_words)


async def series(asked: PageRequest, of: OfSeries) -> Series:
    """The puzzles of a streak or a storm."""
    return await (await asked.puzzles()).series(PERSON, of.kind, of.ruleset)


async def finish_series(asked: PageRequest, end: EndOfSeries) -> BestSeries:
    """Keeps how a streak or a storm ended."""
    return await (await asked.puzzles()).finish(PERSON, end.kind, Finished(end.ruleset, end.count))


REQUESTS: Requests = {
    "puzzles.next": (NextPuzzle, next_puzzle),
    "puzzles.show": (OfPuzzle, show_puzzle),
    "puzzles.try": (TryPuzzle, try_in_puzzle),
    "puzzles.hint": (AskPuzzle, puzzle_hint),
    "puzzles.solution": (AskPuzzle, solution),
    "puzzles.series": (OfSeries, series),
    "puzzles.finish": (EndOfSeries, finish_series),
}
