"""A file with all data: written by one device, read by another."""

import asyncio
import io
import json
from contextlib import suppress
from pathlib import Path

import pytest

from damaci.errors import DamaciError
from damaci.play.events import Moved
from damaci.pocket.records import MemoryRecords
from damaci.pocket.store import PocketStore
from damaci.rating import Rating
from damaci.services.everything import Everything
from damaci.services.home_puzzles import OnePerson
from damaci.services.importing import Importer, ImportStep
from damaci.services.preferences import Preferences, Shelf
from damaci.services.progress import StoredProgress
from damaci.services.puzzle_state import RatedSolver
from damaci.store import Store as Database
from damaci.stored import Store
from tests.play.tables import Played

pytestmark = pytest.mark.anyio


def played(*moves: str) -> Played:
    at = Played()
    for move in moves:
        at.move(move)
    return at


async def _written(store: Store) -> bytes:
    return b"".join([part async for part in Everything(store, asyncio.to_thread, {"secret"}).write()])


async def _read(store: Store, text: bytes) -> tuple[list[str], list[str]]:
    steps = [step async for step in Everything(store, asyncio.to_thread, {"secret"}).read(io.BytesIO(text))]
    assert [step.read for step in steps] == sorted(step.read for step in steps)
    assert steps[-1].read == len(text)
    return [game for step in steps for game in step.games], [game for step in steps for game in step.known]


async def _filled(store: Store) -> None:
    for number in range(12):
        await store.log.append(f"g{number:02}", 0, played("d3-d4", *(["d6-d5"] * (number % 2))).events)
    await store.reviews.put("g03", '{"moves":[],"seen":[]}')
    await store.settings.put("preferences", {"theme": "dark"})
    await store.settings.put("lessons", ["men"])
    await store.settings.put("secret", 1)


async def test_it_goes_from_a_machine_to_a_browser_and_back(tmp_path: Path) -> None:
    pocket = PocketStore(MemoryRecords())
    async with Database(tmp_path / "a") as one, Database(tmp_path / "b") as other:
        await _filled(one)
        text = await _written(one)
        assert b"secret" not in text
        await pocket.settings.put("lessons", ["kings"])
        assert len((await _read(pocket, text))[0]) == 12
        assert await pocket.settings.all() == {"preferences": {"theme": "dark"}, "lessons": ["kings", "men"]}
        again = await _written(pocket)
        await _read(other, again)
        assert await _written(other) == again
        for game in await one.games.ids("", 99):
            assert await other.log.read(game) == await one.log.read(game)
        assert await other.reviews.get("g03") == await one.reviews.get("g03")
        assert await _read(one, text) == ([], [f"g{number:02}" for number in range(12)])


async def test_a_game_goes_on_or_is_kept_beside_the_one_that_went_on_otherwise() -> None:
    here = PocketStore(MemoryRecords())
    there = PocketStore(MemoryRecords())
    begun = played("d3-d4")
    for store in (here, there):
        await store.log.append("on", 0, begun.events)
        await store.log.append("apart", 0, begun.events)
    further = Moved(at=2000.0, ply=2, path=["d6", "d5"])
    await there.log.append("on", 2, [further])
    await there.log.append("apart", 2, [further])
    await here.log.append("apart", 2, [Moved(at=2000.0, ply=2, path=["a6", "a5"])])
    text = await _written(there)
    (beside, went_on), known = await _read(here, text)
    assert (went_on, known) == ("on", [])
    assert await here.log.read("on") == await there.log.read("on")
    assert await here.log.read(beside) == await there.log.read("apart")
    assert len(await here.log.read("apart")) == 3
    assert await _read(here, text) == ([], [beside, "on"])


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-20],
        lambda text: text.replace(b'"ply":1', b'"ply":7'),
        lambda text: text.replace(b'{"damaci": 1}', b'{"damaci": 2}'),
        lambda text: text + b"\xff\xfe\n",
        lambda text: text + b'{"game": "../x", "events": []}\n',
        lambda text: text + b'{"game": "x", "events": []}\n',
        lambda text: text + b'{"setting": "lessons", "value": 3}\n',
        lambda text: text + b'{"setting": "lessons", "value": [["men"]]}\n',
        lambda text: text + b'{"setting": "preferences", "value": 5}\n',
        lambda text: text + b'{"setting": "puzzles", "value": {"attempts": 5}}\n',
        lambda text: text + b'{"setting": "puzzle-ratings", "value": 5}\n',
        lambda text: text + b'{"setting": "mistakes", "value": [5]}\n',
        lambda text: text + b'{"analyses": [{"origin": "", "data": [], "at": -1}]}\n',
        lambda text: text + b"[" * 5000,
    ],
)
async def test_a_damaged_file_changes_nothing(damage: object) -> None:
    store = PocketStore(MemoryRecords())
    await _filled(store)
    text = damage(await _written(store))  # type: ignore[operator]
    empty = PocketStore(MemoryRecords())
    with pytest.raises(DamaciError, match=r"^line \d+ of the file is damaged: "):
        await _read(empty, text)
    assert await _written(empty) == b'{"damaci": 1}\n'


HERE = {
    "ratings": {"turkish": [1800.0, 60.0, 0.09], "armenian": [1400.0, 90.0, 0.09]},
    "rated": {"turkish": 2000.0, "armenian": 1000.0},
    "attempts": {"aaa": True, "bbb": False},
    "best": {"streak turkish": 40, "storm turkish": 3},
    "in_a_row": 7,
}
THERE = {
    "ratings": {"turkish": [1500.0, 200.0, 0.09], "armenian": [1600.0, 80.0, 0.09], "world": [1500.0, 300.0, 0.09]},
    "rated": {"turkish": 1000.0, "armenian": 1500.0},
    "attempts": {"bbb": True, "ccc": True},
    "best": {"streak turkish": 3, "storm turkish": 12},
    "in_a_row": 1,
}


async def test_what_was_solved_on_two_devices_is_kept() -> None:
    here = PocketStore(MemoryRecords())
    there = PocketStore(MemoryRecords())
    for store, person, puzzles, mistakes in (
        (here, HERE, {"aaa": [1600.0, 80.0, 0.09]}, {"g-1": {"state": "solved", "at": 9.0, "best": "a3-a4"}}),
        (
            there,
            THERE,
            {"aaa": [1500.0, 200.0, 0.09], "ccc": [1700.0, 99.0, 0.09]},
            {"g-1": {"state": "open", "at": 5.0, "best": ""}},
        ),
    ):
        await store.settings.put("puzzles", person)
        await store.settings.put("puzzle-ratings", puzzles)
        await store.settings.put("mistakes", mistakes)
    text = await _written(there)
    for _ in range(2):  # reading the same file again changes nothing
        await _read(here, text)
        assert await here.settings.get("puzzles") == {
            "ratings": {
                "turkish": [1800.0, 60.0, 0.09],
                "armenian": [1600.0, 80.0, 0.09],
                "world": [1500.0, 300.0, 0.09],
            },
            "rated": {"turkish": 2000.0, "armenian": 1500.0},
            "attempts": {"aaa": True, "bbb": False, "ccc": True},
            "best": {"streak turkish": 40, "storm turkish": 12},
            "in_a_row": 7,
            "rows": {"turkish": 7, "armenian": 1, "world": 0},
        }
        assert await here.settings.get("puzzle-ratings") == {"aaa": [1600.0, 80.0, 0.09], "ccc": [1700.0, 99.0, 0.09]}
        assert await here.settings.get("mistakes") == {"g-1": {"state": "solved", "at": 9.0, "best": "a3-a4"}}


async def test_what_a_newer_version_says_of_puzzles_takes_nothing_away() -> None:
    here = PocketStore(MemoryRecords())
    there = PocketStore(MemoryRecords())
    await there.settings.put("puzzles", {"from": "the future"})
    await here.settings.put("puzzles", HERE)
    await _read(here, await _written(there))
    both = HERE | {"from": "the future", "rows": {"turkish": 7, "armenian": 0}}
    assert await here.settings.get("puzzles") == both
    await here.settings.put("puzzles", HERE)
    await _read(there, await _written(here))
    assert await there.settings.get("puzzles") == both


async def test_what_a_newer_version_adds_is_no_damage() -> None:
    text = b"""{"damaci": 1}
{"setting": "preferences", "value": {"theme": "dark", "board": 7, "newer": 1}}
{"setting": "puzzles", "value": {"newer": 1}}
{"setting": "mistakes", "value": {"g-1": {"state": "open", "at": 1.0, "newer": 1}}}
{"setting": "newer", "value": 1}
"""
    store = PocketStore(MemoryRecords())
    await _read(store, text)
    assert sorted(await store.settings.all()) == ["mistakes", "newer", "preferences", "puzzles"]
    shelf = Shelf(store)
    await shelf.open()
    assert shelf.current == Preferences(theme="dark")


@pytest.mark.parametrize("damaged", [5, "men", {"men": 1}, [["men"], {}, 5], None])
async def test_damaged_settings_are_read_as_if_there_were_none(damaged: object) -> None:
    store = PocketStore(MemoryRecords())
    for name in ("preferences", "lessons", "puzzle-ratings"):
        await store.settings.put(name, damaged)
    shelf = Shelf(store)
    progress = StoredProgress(store)
    puzzles = OnePerson(store)
    await shelf.open()
    await progress.open()
    assert (shelf.current, progress.finished) == (Preferences(), frozenset())
    assert await puzzles.rating("men") is None
    await puzzles.change("", "men", lambda state: RatedSolver(state.person, Rating()))
    assert await puzzles.rating("men") == Rating()


async def test_analyses_are_for_the_page_that_brings_the_file_in() -> None:
    analyses = b'[{"origin": "", "data": {"nodes": []}, "at": -1, "newer": 1}]'
    text = b'{"damaci": 1}\n{"setting": "a", "value": 1}\n{"analyses": %b}\n' % analyses
    store = PocketStore(MemoryRecords())
    importer = Importer(store, Everything(store, asyncio.to_thread), asyncio.to_thread)
    lines = [ImportStep.of(step, str).line() async for step in importer.import_games(io.BytesIO(text))]
    told = [json.loads(line).get("analyses", []) for line in lines]
    assert [each for some in told for each in some] == json.loads(analyses)
    assert await store.settings.all() == {"a": 1}


async def test_a_review_comes_with_a_game_that_is_here() -> None:
    here = PocketStore(MemoryRecords())
    there = PocketStore(MemoryRecords())
    game = played("d3-d4")
    for store in (here, there):
        for name in ("one", "two"):
            await store.log.append(name, 0, game.events)
    await there.reviews.put("one", '{"moves":[],"seen":[1]}')
    await there.reviews.put("two", '{"moves":[],"seen":[1]}')
    await here.reviews.put("two", '{"moves":[],"seen":[2]}')
    await _read(here, await _written(there))
    assert await here.reviews.get("one") == '{"moves":[],"seen":[1]}'
    assert await here.reviews.get("two") == '{"moves":[],"seen":[2]}'


async def test_a_file_that_is_brought_in_twice_at_once_brings_its_games_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This happens when somebody clicks twice, or imports on two pages."""
    store = PocketStore(MemoryRecords())
    find = store.contents.find
    both = asyncio.Event()
    asked: list[object] = []

    async def slow(hashes: list[str]) -> dict[str, str]:
        found = await find(hashes)
        asked.append(hashes)
        if len(asked) == 2:
            both.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(both.wait(), 0.2)
        return dict(found)

    monkeypatch.setattr(store.contents, "find", slow)
    importer = Importer(store, Everything(store, asyncio.to_thread), asyncio.to_thread)

    async def bring_in() -> None:
        async for _ in importer.import_games(io.BytesIO(b"1. d3-d4 d6-d5 1/2-1/2")):
            pass

    await asyncio.gather(bring_in(), bring_in())
    assert len(await store.games.ids("", 10)) == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("kind", ["fen", "pdn", "everything"])
async def test_a_file_that_an_editor_has_saved_in_another_encoding_is_read(encoding: str, kind: str) -> None:
    here = PocketStore(MemoryRecords())
    await _filled(here)
    texts = {"fen": "W:Wa2,d1:Bh7", "pdn": '[White "Şule"]\n1. d3-d4 *', "everything": (await _written(here)).decode()}
    store = PocketStore(MemoryRecords())
    importer = Importer(store, Everything(store, asyncio.to_thread), asyncio.to_thread)
    steps = [step async for step in importer.import_games(io.BytesIO(texts[kind].encode(encoding)))]
    assert not [fault for step in steps for fault in step.faults]
    assert len([game for step in steps for game in step.games]) == {"fen": 1, "pdn": 1, "everything": 12}[kind]
