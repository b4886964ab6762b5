"""Games as they are stored, for people who take them along: a stream of JSON that needs the memory of a few games."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import msgspec

from damaci.stored import EventLog

GAMES_AT_ONCE = 25
"""Games that are read by one query: more would keep others waiting for the event loop."""

Pages = Callable[[str, int], Awaitable[Sequence[str]]]
"""The ids of the next games after an id, in order, as many as are wanted or all that are left."""


async def export(facts: dict[str, object], log: EventLog, pages: Pages) -> AsyncIterator[bytes]:
    """An object of JSON with these facts, and under `games` the stored events of every game by its id. Raises
    StoreError."""
    yield msgspec.json.encode(facts)[:-1] + (b', "games": {' if facts else b'"games": {')
    separator = ""
    async for games in _pages(pages):
        for game, events in (await log.texts(games)).items():
            yield f'{separator}"{game}": [{",".join(events)}]'.encode()
            separator = ",\n"
    yield b"}}"


async def _pages(pages: Pages) -> AsyncIterator[Sequence[str]]:
    after = ""
    while games := await pages(after, GAMES_AT_ONCE):
        yield games
        after = games[-1]
