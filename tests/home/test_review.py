"""The review of a game."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from damaci.analysis.review import Judgement, ended, judge, positions
from damaci.analysis.worth import worth
from damaci.board.position import Position
from damaci.engine.analysis import Line, Score
from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.game.outcome import Outcome
from damaci.play.events import Moved, Seat, Settings
from damaci.play.table import Table
from damaci.services.reviews import KeptReview, Reviews
from damaci.store import Store
from damaci.tablebase import Plan, Terms, build
from tests.home.conftest import Browser, visit
from tests.home.test_archive import played
from tests.home.test_lines import analysis
from tests.home.test_pages import data
from tests.support import PATIENCE

LOST = "W:Wd2,e2,h2:Bd4,a8,b8"
"""White is to move; d2-d3 gives two men away for nothing."""


def review(socket: Any, fen: str, moves: str, game: str = "") -> dict[int, dict[str, Any]]:
    """The messages of a review, by ply."""
    socket.send_json({"type": "review", "here": {"fen": fen}, "moves": moves, "game": game})
    said = [socket.receive_json(timeout=PATIENCE) for _ in range(len(moves.split()) + 1)]
    assert [each["ply"] for each in said] == list(range(len(said) - 1, -1, -1))
    return {each["ply"]: each for each in said}


def test_men_given_away_are_a_mistake_and_what_was_better_is_told(browser: Browser) -> None:
    with analysis(browser) as socket:
        said = review(socket, LOST, "d2-d3 d4xf2")
    assert said[0]["mark"] in (2, 4)
    assert 1 <= len(said[0]["better"]) <= 5
    assert said[0]["better"][0]["text"] != "d2-d3"
    assert said[0]["better"][0]["fen"].startswith("B:")
    assert "mark" not in said[1]
    assert said[2]["score"]["share"] < 20


def test_an_ended_game_has_its_result_as_score(browser: Browser) -> None:
    with analysis(browser) as socket:
        said = review(socket, "W:Wd4,h2:Bd5", "d4xd6")
    assert said[1] == {"type": "seen", "ply": 1, "score": {"share": 100.0, "win": 0}}
    assert said[0]["score"]["share"] == 100


def test_moves_that_keep_what_the_tables_know_are_no_mistakes(tmp_path: Path) -> None:
    list(build(tmp_path / "tables", Plan.up_to(3, Terms.of("turkish")), threads=2))
    with visit(tmp_path) as browser, analysis(browser) as socket:
        slower = review(socket, "W:WKa1,Kd4:Bh2", "d4-d8 h2-h1")
        thrown = review(socket, "W:WKa1,Kd4:Bh2", "a1-a2 h2-h1")
    assert slower[0]["score"] == {"share": 100.0, "win": 5}
    assert "mark" not in slower[0]
    assert (thrown[0]["score"], thrown[0]["mark"], thrown[0]["kind"]) == (slower[0]["score"], 4, "ending")
    assert thrown[0]["report"]["white"]["kinds"] == {"ending": 1}
    assert thrown[0]["report"]["white"]["all"]["accuracy"] < 20 < slower[0]["report"]["white"]["all"]["accuracy"]


@pytest.mark.parametrize(
    ("fen", "best", "other"), [("W:Wd2,h2:Bd8,a8", "d2-d3", "h2-h3"), ("B:Wd1,h1:Bd7,a7", "d7-d6", "a7-a6")]
)
@pytest.mark.parametrize(("gained", "mark"), [(-90, 0), (0, 0), (60, 0), (90, 6), (200, 2), (300, 4)])
def test_marks_follow_what_is_given_away(fen: str, best: str, other: str, gained: int, mark: int) -> None:
    game = Game(fen=fen)
    line = Line(Score(cp=gained), (game.position.parse_move(best),))
    said = judge(game, [line], other, Judgement(worth(Score(cp=0), game.turn)))
    assert said.mark == mark
    assert list(map(game.position.text, said.better)) == ([best] if mark else [])
    assert judge(game, [line], best, Judgement(worth(Score(loss=1), game.turn))).mark == 0


def test_a_repetition_is_a_draw_and_moves_go_on_after_it() -> None:
    back_and_forth = "a1-a2 h8-h7 a2-a1 h7-h8 " * 3
    games = positions(Game(fen="W:WKa1,b2:BKh8,g7"), back_and_forth)
    ends = [ply for ply, game in enumerate(games) if game.outcome()]
    assert len(games) == 13
    outcome = games[ends[0]].outcome()
    assert isinstance(outcome, Outcome)
    assert ended(outcome, games[ends[0]].turn) == Score(draw=True)
    assert games[-1].position == Position.from_fen("W:WKa1,b2:BKh8,g7")


def test_moves_that_are_not_legal_are_told(browser: Browser) -> None:
    with pytest.raises(DamaciError, match="d2"):
        positions(Game(fen=LOST), "d2-d5")
    with analysis(browser) as socket:
        socket.send_json({"type": "review", "here": {"fen": LOST}, "moves": "d2-d5"})
        assert socket.receive_json(timeout=PATIENCE)["type"] == "wrong"


def test_a_review_that_is_stopped_says_no_more(browser: Browser) -> None:
    with analysis(browser) as socket:
        socket.send_json({"type": "review", "here": {"fen": Position.start().fen}, "moves": "d3-d4 d6-d5 d4xd8 a6-a5"})
        socket.receive_json(timeout=PATIENCE)
        socket.send_json({"type": "stop"})
        socket.send_json({"type": "analyse", "id": 7, "here": {"fen": LOST}})
        kinds = [socket.receive_json(timeout=PATIENCE)["type"] for _ in range(4)]
    assert kinds[-1] == "lines"


def test_a_review_is_kept_with_its_game(newcomer: Browser) -> None:
    game = played(newcomer, "d2-d3", "d4xf2", fen=LOST)
    start = {"fen": LOST}
    assert data(newcomer.get(f"/analysis?game={game}").text)["review"] is None
    with analysis(newcomer) as socket:
        for moves in ("d2-d3", "e2-e3", "d2-d3 d4xf2"):
            socket.send_json({"type": "review", "here": start, "moves": moves, "game": game})
            said = [socket.receive_json(timeout=PATIENCE) for _ in range(len(moves.split()) + 1)]
    review = data(newcomer.get(f"/analysis?game={game}").text)["review"]
    assert review["moves"] == ["d2-d3", "d4xf2"]
    assert review["seen"] == said


def test_a_review_of_other_moves_is_not_kept(tmp_path: Path) -> None:
    async def kept() -> list[KeptReview | None]:
        async with Store(tmp_path) as store:
            game = Table.open(Settings(), Seat("person"), Seat("person"), at=0)
            await store.log.append("g", 0, [*game, Moved(ply=1, path=["d3", "d4"])])
            reviews = Reviews(store, asyncio.to_thread)
            start = Position.start().fen
            found = []
            for moves, fen in ((["a3-a4"], start), (["d3-d4"], LOST), (["d3-d4", "d6-d5"], start), (["d3-d4"], start)):
                await reviews.put("g", fen, KeptReview(moves, []))
                found.append(await reviews.get("g"))
            await reviews.put("none", start, KeptReview([], []))
            await store.games.delete("g")
            return [*found, await reviews.get("g"), await reviews.get("none")]

    assert asyncio.run(kept()) == [None, None, None, KeptReview(["d3-d4"], []), None, None]
