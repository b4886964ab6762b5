"""All puzzles and openings are fetched when they are needed; until then the app has the first part of them."""

import asyncio
import gzip
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from damaci import book
from damaci.board.position import Position
from damaci.book import Library
from damaci.pocket.records import MemoryRecords
from damaci.pocket.whole import PUZZLES, Whole
from damaci.puzzles import SHIPPED, puzzles
from damaci.puzzles.choosing import daily
from damaci.puzzles.collection import SUFFIX
from damaci.rules.catalogue import RULESETS
from tests.pocket.app import opened
from tools.site import openings
from tools.site import puzzles as part
from tools.site.whole import files

pytestmark = pytest.mark.anyio
START = Position.start()


@pytest.fixture(autouse=True)
def shipped_in_part() -> Iterator[None]:
    """Lets the app have only the puzzles that come with the site's app."""
    for name, packed in part.files().items():
        SHIPPED.replace(name.removesuffix(SUFFIX), packed)
    yield
    ship_all()


def ship_all() -> None:
    """Lets the app have all puzzles of the package again."""
    for name in RULESETS:
        SHIPPED.replace(name, files()[f"{name}.{PUZZLES}"])


async def fetch(name: str, again: bool = False) -> bytes | None:
    """A file that lies beside the site."""
    return files()[name]


async def test_all_puzzles_are_there_when_they_are_wanted() -> None:
    assert len(puzzles()) < 1_000
    await Whole(fetch, SHIPPED, book.SHIPPED).puzzles()
    assert len(puzzles()) >= 5_000
    assert len(puzzles("world")) >= 300


async def test_the_puzzle_of_the_day_is_that_of_everybody(tmp_path: Path) -> None:
    async with opened(MemoryRecords(), tmp_path, fetch=fetch) as tab:
        shown = await tab.ask("pages.show", {"page": "puzzle", "query": {"mode": "daily"}})
        given = shown.json["page"]["solving"]["puzzle"]["id"]
    ship_all()
    assert given == daily(puzzles(), datetime.now(UTC).date()).id


async def test_the_whole_book_and_the_engine_s_games_are_explored() -> None:
    first = openings.files()
    library = Library(first.get)
    assert library.results(START).games == 0
    await Whole(fetch, SHIPPED, library).openings("turkish")
    assert library.results(START).games >= 100_000
    assert len(library.openings("turkish").book) >= 200_000
    assert library.moves(START) == book.SHIPPED.moves(START)


async def test_without_a_network_the_first_part_stays() -> None:
    async def nothing(name: str, again: bool) -> None:
        return None

    whole = Whole(nothing, SHIPPED, book.SHIPPED)
    few = len(puzzles())
    await whole.puzzles()
    assert len(puzzles()) == few


async def test_what_is_damaged_is_not_taken() -> None:
    async def damaged(name: str, again: bool) -> bytes:
        return files()[name][:-7]

    library = Library(openings.files().get)
    few = len(puzzles())
    whole = Whole(damaged, SHIPPED, library)
    await whole.puzzles()
    await whole.openings("turkish")
    assert len(puzzles()) == few
    assert library.moves(START)


async def test_what_the_browser_keeps_damaged_is_fetched_again() -> None:
    async def kept_in_part(name: str, again: bool) -> bytes:
        return files()[name] if again else files()[name][:-7]

    library = Library(openings.files().get)
    whole = Whole(kept_in_part, SHIPPED, library)
    await whole.puzzles()
    await whole.openings("turkish")
    assert len(puzzles()) >= 5_000
    assert library.results(START).games >= 100_000


async def test_nobody_waits_for_long_and_what_comes_late_is_used() -> None:
    gate = asyncio.Event()
    asked = []

    async def slow(name: str, again: bool) -> bytes | None:
        asked.append(name)
        await gate.wait()
        return files()[name]

    whole = Whole(slow, SHIPPED, book.SHIPPED, patience=0.05)
    await whole.puzzles()
    assert len(puzzles()) < 1_000
    gate.set()
    await asyncio.sleep(0)
    await whole.puzzles()
    assert len(puzzles()) >= 5_000
    assert len(asked) == len(set(asked))
    await whole.close()


async def test_what_has_not_come_is_given_up_at_the_end() -> None:
    async def never(name: str, again: bool) -> bytes | None:
        await asyncio.Event().wait()
        return gzip.compress(b"")

    whole = Whole(never, SHIPPED, book.SHIPPED, patience=0.0)
    await whole.puzzles()
    await whole.close()
    assert daily(puzzles(), date(2026, 11, 25))
