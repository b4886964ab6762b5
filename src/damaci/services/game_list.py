"""Long lists of games, page by page."""

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from damaci.stored import Summary

PER_PAGE = 40
"""Games on one page of a list."""


class GamePage(msgspec.Struct, frozen=True):
    """Some games of a list, and where the pages before and after it begin; None where there is none."""

    games: Sequence[Summary]
    before: int | None
    after: int | None


async def page_from(start: int, find: Callable[[int, int], Awaitable[Sequence[Summary]]]) -> GamePage:
    """The page from game number `start` on. `find` takes a limit and an offset. Raises what it raises."""
    start = max(0, start)
    found = await find(PER_PAGE + 1, start)
    before = after = None
    if start:
        before = max(0, start - PER_PAGE)
    if len(found) > PER_PAGE:
        after = start + PER_PAGE
    return GamePage(found[:PER_PAGE], before, after)
