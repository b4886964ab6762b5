"""Requests of the page of one's own mistakes, by name: the names and answers are those of damaci.home."""

from damaci.pocket.puzzle_requests import OfPuzzle, TryPuzzle
from damaci.pocket.requests import Nothing, PageRequest, Requests
from damaci.services.mistakes import Left, Mistake, NextMistake
from damaci.services.puzzle_messages import Hint, PuzzleTry, PuzzleVerdict, Solution


async def mistakes_left(asked: PageRequest, _: Nothing) -> Left:
    """How many mistakes are to be solved."""
    return await asked.services.mistakes.left()


async def review_next(asked: PageRequest, _: Nothing) -> Left:
    """Looks for mistakes in another game."""
    return await asked.services.mistakes.review_next()


async def next_mistake(asked: PageRequest, _: Nothing) -> NextMistake:
    """The next mistake to be solved, if one is left."""
    return await asked.services.mistakes.next()


async def show_mistake(asked: PageRequest, of: OfPuzzle) -> Mistake:
    """A mistake."""
    return await asked.services.mistakes.show(of.puzzle)


async def try_in_mistake(asked: PageRequest, tried: TryPuzzle) -> PuzzleVerdict:
    """Whether a move is better, and if not, what refutes it."""
    return await asked.services.mistakes.attempt(tried.puzzle, PuzzleTry(tried.ply, tried.move))


async def mistake_hint(asked: PageRequest, of: OfPuzzle) -> Hint:
    """Which piece has to move."""
    return await asked.services.mistakes.hint(of.puzzle)


async def mistake_solution(asked: PageRequest, of: OfPuzzle) -> Solution:
    """The better move."""
    return await asked.services.mistakes.solution(of.puzzle)


REQUESTS: Requests = {
    "mistakes.left": (Nothing, mistakes_left),
    "mistakes.review": (Nothing, review_next),
    "mistakes.next": (Nothing, next_mistake),
    "mistakes.show": (OfPuzzle, show_mistake),
    "mistakes.try": (TryPuzzle, try_in_mistake),
    "mistakes.hint": (OfPuzzle, mistake_hint),
    "mistakes.solution": (OfPuzzle, mistake_solution),
}
