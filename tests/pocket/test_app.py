"""All requests of pages, answered by the app of a worker."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from damaci.game.game import Game
from damaci.play.events import ClockTimes, Ended, Moved, Opened, Seat, Settings
from damaci.pocket import keys, rows
from damaci.pocket.addresses import ADDRESSES
from damaci.pocket.app import REQUESTS
from damaci.pocket.bus import TabBus
from damaci.pocket.records import MemoryRecords, Records, StorageFull
from damaci.pocket.store import PocketStore
from damaci.puzzles import find
from tests.pocket.app import Tab, opened
from tests.pocket.test_store import FailingRecords

pytestmark = pytest.mark.anyio

RESIGNED = Ended(result="1-0", reason="resignation")
PDN = '[White "Ada"]\n[Black "Bora"]\n[Result "1-0"]\n1. d3-d4 d6-d5 1-0\n\n[White "x"]\n1. rubbish *\n'


@pytest.fixture
async def tab(tmp_path: Path) -> AsyncIterator[Tab]:
    async with opened(MemoryRecords(), tmp_path) as tab:
        yield tab


async def new_game(tab: Tab, **wish: object) -> str:
    answer = await tab.ask("games.create", {"opponent": "person"} | wish)
    assert answer.status == 200, answer.body
    return str(answer.json["id"])


async def sit_down(tab: Tab, game: str) -> tuple[int, dict[str, Any]]:
    channel = tab.open("game", game=game)
    tab.say(channel, type="hello")
    return channel, await tab.heard(channel)


async def play(tab: Tab, channel: int, ply: int, move: str, color: str) -> dict[str, Any]:
    tab.say(channel, type="move", id=f"m{ply}", ply=ply, move=move, color=color)
    return await tab.heard(channel, lambda told: told.get("id") == f"m{ply}")


def test_every_request_of_the_pages_is_answered() -> None:
    assert REQUESTS.keys() - {"pages.show"} == ADDRESSES.requests.keys()


async def test_a_hint_is_found_in_a_game_that_is_played_elsewhere(tab: Tab) -> None:
    played = '[GameType "30"]\n[Result "*"]\n1. d3-d4 d6-d5 *'
    answer = await tab.ask("records.hint", {"pdn": played, "ply": 2})
    assert answer.status == 200, answer.body
    game = Game()
    for move in ("d3-d4", "d6-d5", answer.json["text"]):
        game.push(move)
    assert (await tab.ask("records.hint", {"pdn": played, "ply": 1})).status == 409
    assert (await tab.ask("records.hint", {"pdn": played.replace("*", "1-0"), "ply": 2})).status == 409


async def test_two_play_on_one_device_and_the_game_is_there_afterwards(tmp_path: Path) -> None:
    records = MemoryRecords()
    async with opened(records, tmp_path) as tab:
        game = await new_game(tab)
        channel, snapshot = await sit_down(tab, game)
        assert (snapshot["type"], snapshot["game"]) == ("snapshot", game)
        assert "hint" in snapshot["capabilities"]
        assert (await play(tab, channel, 1, "d3-d4", "white"))["type"] == "done"
        assert (await play(tab, channel, 2, "a1-a2", "black"))["type"] == "refused"
    async with opened(records, tmp_path) as tab:
        shown = (await tab.ask("pages.show", {"page": "game"})).json
        assert (shown["page"]["game"], shown["page"]["resume"], shown.get("main")) == (game, True, None)
        _, snapshot = await sit_down(tab, game)
        assert [each["text"] for each in snapshot["played"]] == ["d3-d4"]


async def test_the_engine_answers_at_once_also_in_a_game_that_was_begun_before(tmp_path: Path) -> None:
    records = MemoryRecords()
    async with opened(records, tmp_path) as tab:
        await tab.ask("preferences.write", {"pause": False})
        game = await new_game(tab, opponent="engine", color="black")
    async with opened(records, tmp_path) as tab:
        channel, snapshot = await sit_down(tab, game)
        if not snapshot["played"]:
            update = await tab.heard(channel, lambda told: told["type"] == "update")
            assert update["events"][0]["event"] == "moved"
        hint = await tab.ask("games.hint", {"game": game, "ply": 1})
        assert hint.status == 200
        assert (await tab.ask("games.hint", {"game": game, "ply": 9})).status == 409


async def test_two_tabs_see_each_others_moves(tmp_path: Path) -> None:
    records = MemoryRecords()
    buses: list[TabBus] = []
    async with opened(records, tmp_path, buses) as one, opened(records, tmp_path, buses) as other:
        game = await new_game(one)
        here, _ = await sit_down(one, game)
        there, _ = await sit_down(other, game)
        await play(one, here, 1, "d3-d4", "white")
        await other.heard(there, lambda told: told["type"] == "update")
        await play(other, there, 2, "d6-d5", "black")
        update = await one.heard(here, lambda told: told["type"] == "update" and told["version"] == 3)
        assert update["events"][-1]["ply"] == 2


async def test_two_tabs_change_different_preferences(tmp_path: Path) -> None:
    records = MemoryRecords()
    async with opened(records, tmp_path) as one, opened(records, tmp_path) as other:
        await one.ask("preferences.write", {"theme": "dark"})
        await other.ask("preferences.write", {"zen": True})
        refused = await one.ask("preferences.write", {"theme": "pink"})
        assert (refused.status, refused.json["error"]) == (400, "bad-request")
    async with opened(records, tmp_path) as later:
        prefs = (await later.ask("pages.show", {"page": "learn"})).json["page"]["prefs"]
        assert (prefs["theme"], prefs["zen"]) == ("dark", True)


async def test_a_full_device_refuses_the_move_and_says_so(tmp_path: Path) -> None:
    records = FailingRecords()
    async with opened(records, tmp_path) as tab:
        game = await new_game(tab)
        channel, _ = await sit_down(tab, game)
        records.error = StorageFull("no room")
        refused = await play(tab, channel, 1, "d3-d4", "white")
        assert (refused["type"], refused["code"]) == ("refused", "storage-full")
        failed = await tab.ask("preferences.write", {"theme": "dark"})
        assert (failed.status, failed.json["error"]) == (503, "storage-full")
        assert (await tab.ask("pages.show", {"page": "learn"})).json["page"]["prefs"]["theme"] == "system"
        records.error = None
        assert (await play(tab, channel, 1, "d3-d4", "white"))["type"] == "done"


async def test_games_come_in_are_listed_drawn_taken_along_and_deleted(tab: Tab, tmp_path: Path) -> None:
    tab.language = "tr"
    steps = (await tab.ask("games.import", {"ruleset": "turkish"}, PDN.encode())).text
    assert '"faults":["7. satır' in steps
    page = (await tab.ask("pages.show", {"page": "games", "query": {"search": "ada", "start": "0"}})).json
    assert "Ada" in page["main"]
    assert "<html" not in page["main"]
    game = (await tab.ask("data.read")).text.partition('"game": "')[2].partition('"')[0]
    assert (await tab.ask("pictures.game", {"game": game, "ply": 2})).text.startswith("<svg")
    written = await tab.ask("games.pdn", {"game": game})
    assert (written.name, "d3-d4" in written.text) == (f"damaci-{game}.pdn", True)
    assert (await tab.ask("games.all")).text == written.text
    everything = await tab.ask("data.read")
    assert everything.name == "damaci.jsonl"
    assert (await tab.ask("games.delete", {"game": game})).status == 200
    missing = await tab.ask("games.pdn", {"game": game})
    assert (missing.status, missing.json["error"]) == (404, "not-found")
    await tab.ask("games.import", {}, everything.text.encode())
    assert (await tab.ask("games.all")).text == written.text
    await tab.ask("data.delete")
    assert (await tab.ask("data.read")).text == '{"damaci": 1}\n'


async def test_a_lesson_is_finished_and_marked(tab: Tab) -> None:
    lesson = (await tab.ask("pages.show", {"page": "lesson", "query": {"lesson": "moves"}})).json["page"]["lesson"]
    for number, step in enumerate(lesson["steps"]):
        tried = await tab.ask("lessons.try", {"lesson": "moves", "step": number, "move": step["answer"]["text"]})
        assert tried.json["solved"]
    again = (await tab.ask("pages.show", {"page": "lesson", "query": {"lesson": "moves"}})).json["page"]["lesson"]
    assert (lesson["finished"], again["finished"]) == (False, True)
    assert "finished" in (await tab.ask("pages.show", {"page": "learn"})).json["main"]
    assert (await tab.ask("pages.show", {"page": "lesson", "query": {"lesson": "no"}})).status == 404


async def test_a_lesson_of_a_course_comes_as_a_page(tab: Tab) -> None:
    shown = await tab.ask("pages.show", {"page": "course", "query": {"lesson": "asking-1"}})
    assert shown.status == 200, shown.body
    assert shown.json["page"]["lesson"]["course"] == "asking"
    assert "dama-board" in shown.json["main"]


async def test_the_analysis_tries_moves_and_has_lines_and_reviews(tab: Tab) -> None:
    game = await new_game(tab)
    page = (await tab.ask("pages.show", {"page": "analysis", "query": {"game": game}})).json["page"]
    here = {"fen": page["tree"]["start"]}
    assert len((await tab.ask("analysis.stand", here)).json["legal"]) == 8
    assert "played" in (await tab.ask("analysis.move", {"here": here, "move": "d3-d4"})).json
    opened = (await tab.ask("analysis.open", {"text": PDN.partition("\n\n")[0]})).json
    assert "d3-d4" in (await tab.ask("analysis.pdn", opened["tree"])).json["pdn"]
    assert (await tab.ask("analysis.setup", {"ruleset": "turkish", "turn": "white", "white": [], "black": []})).json[
        "faults"
    ]
    channel = tab.open("analysis")
    tab.say(channel, type="analyse", id=7, here=here)
    assert (await tab.heard(channel))["id"] == 7
    tab.say(channel, type="analyse", id=8, here={"fen": "rubbish"})
    await tab.heard(channel, lambda told: told["type"] == "wrong")
    tab.send(type="close", channel=channel)
    assert (await tab.until(lambda told: told["type"] == "closed"))["code"] == 1000


async def test_edited_tags_are_kept_with_the_game(tab: Tab) -> None:
    game = await new_game(tab)
    answer = await tab.ask("analysis.tags", {"game": game, "tags": {"White": "Ayşe", "Event": ""}})
    assert answer.status == 200
    page = (await tab.ask("pages.show", {"page": "analysis", "query": {"game": game}})).json["page"]
    assert page["tree"]["tags"]["White"] == "Ayşe"
    assert "Event" not in page["tree"]["tags"]
    page = (await tab.ask("pages.show", {"page": "game", "query": {"game": game}})).json["page"]
    assert page["names"] == {"white": "Ayşe"}
    assert '[White "Ayşe"]' in (await tab.ask("games.pdn", {"game": game})).text


@pytest.mark.parametrize(
    ("name", "data", "error"),
    [
        ("nothing.such", {}, "bad-request"),
        ("analysis.tags", {"game": "g", "tags": {"White": 3}}, "bad-request"),
        ("analysis.tags", {"game": "no", "tags": {"White": "Ada"}}, "not-found"),
        ("games.create", {"level": 7}, "bad-request"),
        ("games.create", {"level": "grandmaster"}, "unknown-level"),
        ("games.create", {"fen": "rubbish"}, "bad-fen"),
        ("games.import", {"ruleset": "chess"}, "unknown-ruleset"),
        ("pages.show", {"page": "no"}, "bad-request"),
        ("pages.show", {"page": "game", "query": {"game": "no"}}, "not-found"),
        ("analysis.open", {"text": "1. a1"}, "bad-pdn"),
    ],
)
async def test_a_bad_request_gets_a_code_and_a_sentence(tab: Tab, name: str, data: object, error: str) -> None:
    answer = await tab.ask(name, data)
    assert answer.status in (400, 404)
    assert answer.json["error"] == error
    assert answer.json["detail"]


async def test_a_channel_of_no_game_is_closed_for_good(tab: Tab) -> None:
    for name, data in (("game", {"game": "no"}), ("lobby", {})):
        channel = tab.open(name, **data)
        assert (await tab.until(lambda told: told["type"] == "closed"))["code"] == 4404
        tab.say(channel, type="hello")


async def test_a_puzzle_is_solved_and_counts(tmp_path: Path) -> None:
    records = MemoryRecords()
    async with opened(records, tmp_path) as tab:
        shown = (await tab.ask("pages.show", {"page": "puzzle", "query": {"mode": "next"}})).json
        given = shown["page"]["solving"]["puzzle"]
        assert 'id="solution"' in shown["main"]
        assert (await tab.ask("puzzles.try", {"puzzle": given["id"], "ply": 0, "move": "a1-a1"})).status == 400
        puzzle = find(given["id"])
        for ply in range(0, len(puzzle.moves), 2):
            body = {"puzzle": puzzle.id, "ply": ply, "move": puzzle.moves[ply]}
            tried = (await tab.ask("puzzles.try", body)).json
            assert tried["right"]
        assert tried["rated"]["solved"]
        series = (await tab.ask("puzzles.series", {"kind": "storm", "ruleset": "turkish"})).json
        assert (await tab.ask("puzzles.show", {"puzzle": series["puzzles"][0]})).json["legal"]
        finish = {"kind": "storm", "ruleset": "turkish", "count": 7}
        assert (await tab.ask("puzzles.finish", finish)).json == {"best": 7}
    async with opened(records, tmp_path) as tab:
        shown = (await tab.ask("pages.show", {"page": "puzzles"})).json
        assert "Solved 1 of 1" in shown["main"]
        again = (await tab.ask("puzzles.show", {"puzzle": puzzle.id})).json
        assert again["tried"]
        other = (await tab.ask("puzzles.next", {"ruleset": "turkish", "theme": ""})).json
        assert other["id"] != puzzle.id
        assert (await tab.ask("puzzles.hint", {"puzzle": other["id"], "ply": 0})).json["square"]
        assert (await tab.ask("puzzles.solution", {"puzzle": other["id"], "ply": 0})).json["steps"]
        daily = await tab.ask("pages.show", {"page": "puzzle", "query": {"mode": "daily", "ruleset": "kenyan"}})
        assert daily.json["page"]["solving"]["puzzle"]["ruleset"] == "kenyan"
        bad = await tab.ask("pages.show", {"page": "puzzle", "query": {"mode": "never"}})
        assert bad.status == 400


async def test_mistakes_without_games(tmp_path: Path) -> None:
    async with opened(MemoryRecords(), tmp_path) as tab:
        assert (await tab.ask("mistakes.left", {})).json == {"mistakes": 0, "games": 0}
        assert (await tab.ask("mistakes.review", {})).json == {"mistakes": 0, "games": 0}
        assert (await tab.ask("mistakes.next", {})).json == {"mistake": None, "games": 0}
        for name in ("show", "try", "hint", "solution"):
            assert (await tab.ask(f"mistakes.{name}", {"puzzle": "no-1", "ply": 0, "move": "a1"})).status == 404
        shown = (await tab.ask("pages.show", {"page": "puzzle", "query": {"mode": "mistakes"}})).json
        assert shown["page"]["solving"]["queue"] == []
        assert "Your mistakes" in shown["main"]


async def test_progress_without_games(tmp_path: Path) -> None:
    async with opened(MemoryRecords(), tmp_path) as tab:
        shown = (await tab.ask("pages.show", {"page": "progress", "query": {"ruleset": "kenyan"}})).json
        assert "Finish a game against the computer" in shown["main"]


async def test_progress_by_the_clock(tmp_path: Path) -> None:
    records = MemoryRecords()
    log = PocketStore(records).log
    for number, clock in enumerate((None, ClockTimes(60), ClockTimes(600, 5))):
        began = Opened(settings=Settings(clock=clock), white=Seat("person"), black=Seat("engine", level="easy"))
        await log.append(f"g{number}", 0, [began, Moved(ply=1, path=["d3", "d4"]), RESIGNED])
    await forget_speed(records, "g2")
    async with opened(records, tmp_path) as tab:
        main = (await tab.ask("pages.show", {"page": "progress"})).json["main"]
        assert '<th scope="row">Bullet</th><td>1</td>' in main
        assert '<th scope="row">No clock</th><td>1</td>' in main
        assert "Rapid" not in main


async def forget_speed(records: Records, game: str) -> None:
    """Removes the speed of a stored game, which earlier versions did not store."""
    [text] = await records.get([keys.game(game)])
    assert text
    row = rows.decode(text)
    await records.write({}, rows.changes(row, {name: value for name, value in row.items() if name != "speed"}))
