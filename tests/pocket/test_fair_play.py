"""Beside a server, the app gives no help with a position of a rated game that its player is playing there."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from damaci.book.canonical import canonical_key
from damaci.game.game import Game
from damaci.lessons.courses import COURSES, Course
from damaci.pocket import fair_play
from damaci.pocket.records import MemoryRecords
from damaci.services.own_positions import OwnPositions
from tests.pocket.app import Tab, opened

pytestmark = pytest.mark.anyio

MOVES = ["c3-c4", "b6-b5", "d3-c3", "b5-a5", "g3-g4", "f6-f5", "g4-h4"]
BOARD = Game(moves=MOVES).position
BEFORE = Game(moves=MOVES[:-1]).position
TWO_BEFORE = Game(moves=MOVES[:-2]).position


class Server:
    """The server beside the site. `answer` is its answer, or None if it cannot be reached."""

    def __init__(self) -> None:
        self.answer: str | None = msgspec.json.encode(OwnPositions(near=frozenset({canonical_key(BOARD)}))).decode()
        self.asked = 0

    async def own_positions(self) -> str | None:
        self.asked += 1
        return self.answer


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
async def tab(tmp_path: Path, server: Server) -> AsyncIterator[Tab]:
    async with opened(MemoryRecords(), tmp_path, own_positions=server.own_positions) as tab:
        yield tab


def requests(fen: str) -> list[tuple[str, Any]]:
    """All requests that tell something about the position that is sent."""
    return [
        ("endings.look", {"fen": fen}),
        ("analysis.problem", {"fen": fen, "goal": "win"}),
        ("analysis.explore", {"here": {"fen": fen}}),
        ("games.create", {"fen": fen, "opponent": "engine"}),
    ]


async def refused(tab: Tab, fen: str) -> set[str]:
    """The names of the requests that are refused for fair play."""
    answers = {name: await tab.ask(name, data) for name, data in requests(fen)}
    return {name for name, answer in answers.items() if "your-rated-game" in answer.body and answer.status == 409}


@pytest.mark.parametrize(("played", "status"), [(7, 409), (6, 409), (5, 409), (4, 200)])
async def test_practice_does_not_lead_there(
    tab: Tab, monkeypatch: pytest.MonkeyPatch, played: int, status: int
) -> None:
    row = replace(COURSES["asking"].endings[0], fen=Game(moves=MOVES[:played]).position.fen)
    monkeypatch.setattr(Course, "endings", (row,))
    tried = {"course": "asking", "number": 0, "moves": [[*MOVES, "c6-c5"][played]]}
    assert (await tab.ask("lessons.practice", tried)).status == status


async def told(tab: Tab, **message: object) -> dict[str, Any]:
    """The engine's first message."""
    channel = tab.open("analysis")
    tab.say(channel, **message)
    found = await tab.heard(channel)
    tab.send(type="close", channel=channel)
    return found


@pytest.mark.parametrize("position", [BOARD, BEFORE], ids=["on the board", "a move before"])
async def test_who_plays_is_not_helped(tab: Tab, position: Any) -> None:
    assert await refused(tab, position.fen) == {name for name, _ in requests("")}
    wrong = {"type": "wrong", "message": "You are playing this position in a rated game."}
    assert await told(tab, type="analyse", id=1, here={"fen": position.fen}) == wrong


async def test_records_that_come_there_are_not_reviewed_and_get_no_hints(tab: Tab) -> None:
    review = {"type": "review", "here": {"fen": Game().position.fen}, "moves": " ".join(MOVES)}
    assert (await told(tab, **review))["type"] == "wrong"
    played = '[GameType "30"]\n[Result "*"]\n' + " ".join(MOVES) + " *"
    assert (await tab.ask("records.hint", {"pdn": played, "ply": len(MOVES)})).status == 409


async def test_other_positions_are_answered(tab: Tab) -> None:
    assert await refused(tab, TWO_BEFORE.fen) == set()
    assert (await told(tab, type="analyse", id=1, here={"fen": TWO_BEFORE.fen}))["type"] == "lines"


@pytest.mark.parametrize(("opponent", "answered"), [("engine", "refused"), ("person", "done")])
async def test_a_game_against_the_computer_is_not_led_there(
    tab: Tab, server: Server, monkeypatch: pytest.MonkeyPatch, opponent: str, answered: str
) -> None:
    known = server.answer
    server.answer = None
    monkeypatch.setattr(fair_play, "KEPT_SECONDS", -1.0)
    wish = {"fen": BEFORE.fen, "opponent": opponent, "color": BEFORE.turn.name.lower()}
    game = (await tab.ask("games.create", wish)).json["id"]
    channel = tab.open("game", game=game)
    tab.say(channel, type="hello")
    await tab.heard(channel)
    server.answer = known
    tab.say(channel, type="move", id="m", ply=1, move=MOVES[-1], color=BEFORE.turn.name.lower())
    answer = await tab.heard(channel, lambda told: told.get("id") == "m")
    assert answer["type"] == answered
    assert answer.get("code", "your-rated-game") == "your-rated-game"


async def test_without_an_answer_of_the_server_everything_is_answered(tab: Tab, server: Server) -> None:
    for server.answer in (None, "<html>", '{"near": 1}'):
        assert await refused(tab, BOARD.fen) == set()


async def test_while_the_server_does_not_answer_its_last_answer_counts(
    tab: Tab, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_play, "KEPT_SECONDS", -1.0)
    assert await refused(tab, BOARD.fen)
    server.answer = None
    assert await refused(tab, BOARD.fen)
    server.answer = "{}"
    assert await refused(tab, BOARD.fen) == set()


async def test_the_server_is_asked_once_in_a_while(tab: Tab, server: Server) -> None:
    for _ in range(3):
        await refused(tab, BOARD.fen)
    assert server.asked == 1
