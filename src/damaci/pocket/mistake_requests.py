"""What the page of one's mistakes asks for, by name: the names and answers are those of damaci.home."""

from damaci.pocket.puzzle_requests import OfPuzzle, TryPuzzle
from damaci.pocket.requests import Asked, Nothing, Requests
from damaci.services.mistakes import Following, Left, Mistake
from damaci.services.puzzle_messages import Hint, Solution
from damaci.services.puzzle_messages import Tried as TriedInPuzzle
from damaci.services.puzzle_messages import Try as MoveInPuzzle


async def mistakes_left(asked: Asked, _: Nothing) -> Left:
    """How many mistakes are to be solved."""
    return await asked.services.mistakes.left()


async def review_next(asked: Asked, _: Nothing) -> Left:
    """Looks for mistakes in another game."""
    return await asked.services.mistakes.review_next()


async def next_mistake(asked: Asked, _: Nothing) -> Following:
    """A mistake to be mended, if one is left."""
    return await asked.services.mistakes.next()


async def show_mistake(asked: Asked, of: OfPuzzle) -> Mistake:
    """A mistake."""
    return await asked.services.mistakes.show(of.puzzle)


async def try_in_mistake(asked: Asked, tried: TryPuzzle) -> TriedInPuzzle:
    """Whether a move is better, and if not, what refutes it."""
    return await asked.services.mistakes.attempt(tried.puzzle, MoveInPuzzle(tried.ply, tried.move))


async def mistake_hint(asked: Asked, of: OfPuzzle) -> Hint:
    """Which piece has to move."""
    return await asked.services.mistakes.hint(of.puzzle)


async def mistake_solution(asked: Asked, of: OfPuzzle) -> Solution:
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
