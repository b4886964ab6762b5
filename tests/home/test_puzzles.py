"""Puzzles, as a browser receives them."""

from pathlib import Path

import pytest

from damaci import RULESETS
from damaci.puzzles import puzzles
from damaci.puzzles.themes import TITLES, Theme
from tests.home.conftest import Browser, visit
from tests.home.test_archive import played
from tests.home.test_lines import analysis
from tests.home.test_pages import data
from tests.home.test_review import LOST, review


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_overview(browser: Browser, ruleset: str) -> None:
    page = browser.get(f"/puzzles?ruleset={ruleset}", **{"accept-language": "en"}).text
    for theme, title in TITLES.items():
        assert (f">{title}</a>" in page) is bool(puzzles(ruleset).numbers(theme)), theme
    assert browser.get("/puzzles?ruleset=nosuch").status_code == 404


@pytest.mark.parametrize("mode", ["next", "daily", "streak", "storm"])
def test_the_page_to_solve(browser: Browser, mode: str) -> None:
    answer = browser.get(f"/puzzles/go/{mode}?ruleset=bulgarian&theme=")
    assert answer.status_code == 200
    solving = data(answer.text)["solving"]
    assert (solving["mode"], solving["ruleset"]) == (mode, "bulgarian")
    assert (solving["puzzle"] is None) is (mode in ("streak", "storm"))


def test_where_a_theme_has_no_puzzle_the_page_says_so(browser: Browser) -> None:
    assert not puzzles().numbers(Theme.BLOCK)
    answer = browser.get("/puzzles/go/next?ruleset=turkish&theme=block")
    assert answer.status_code == 200
    assert data(answer.text)["solving"]["puzzle"] is None
    following = browser.get("/api/puzzles/next?ruleset=turkish&theme=block")
    assert (following.status_code, following.json()["error"]) == (404, "no-more-puzzles")


def test_what_there_is_not(browser: Browser) -> None:
    for address in ("/puzzles/nosuch", "/puzzles/go/next?theme=nosuch", "/puzzles/go/nosuch", "/api/puzzles/nosuch"):
        assert browser.get(address).status_code in (400, 404), address


def test_it_is_solved_once_and_kept(tmp_path: Path) -> None:
    each = puzzles()[0]
    with visit(tmp_path) as browser:
        assert browser.get(f"/puzzles/{each.id}").status_code == 200
        for number, move in enumerate(each.moves[::2]):
            answer = browser.send("POST", f"/api/puzzles/{each.id}/try", {"ply": 2 * number, "move": move})
            assert answer.status_code == 200, answer.text
        assert answer.json()["done"]
        assert answer.json()["rated"]["in_a_row"] == 1
    with visit(tmp_path) as browser:
        shown = browser.get(f"/api/puzzles/{each.id}").json()
        assert shown["tried"]
        assert shown["own"] == answer.json()["rated"]["after"]


def test_a_wrong_move_is_refuted_by_the_engine(browser: Browser) -> None:
    each = puzzles()[5]
    shown = browser.get(f"/api/puzzles/{each.id}").json()
    wrong = next(legal["text"] for legal in shown["legal"] if legal["text"] != each.moves[0])
    answer = browser.send("POST", f"/api/puzzles/{each.id}/try", {"ply": 0, "move": wrong}).json()
    assert not answer["right"]
    assert answer["reply"]["text"]
    assert browser.send("POST", f"/api/puzzles/{each.id}/try", {"ply": 1, "move": wrong}).status_code == 409


def test_a_streak_is_kept(browser: Browser) -> None:
    names = browser.get("/api/puzzles/series/streak?ruleset=turkish").json()["puzzles"]
    assert len(names) > 50
    ended = browser.send("POST", "/api/puzzles/series/streak", {"ruleset": "turkish", "count": 4})
    assert ended.json() == {"best": 4}
    assert browser.get("/api/puzzles/series/streak?ruleset=turkish").json()["best"] == 4
    bad = browser.send("POST", "/api/puzzles/series/streak", {"ruleset": "turkish", "count": -1})
    assert bad.status_code == 400


def test_mistakes_are_mended_from_a_review(newcomer: Browser) -> None:
    game = played(newcomer, "d2-d3", "d4xf2", fen=LOST)
    with analysis(newcomer) as socket:
        review(socket, LOST, "d2-d3 d4xf2", game=game)
    solving = data(newcomer.get(f"/puzzles/mistakes?game={game}&color=white").text)["solving"]
    assert solving["queue"] == [f"{game}-0"]
    found = newcomer.get(f"/api/mistakes/{game}-0").json()
    assert (found["played"], found["kind"]) == ("d2-d3", "capture")
    tried = newcomer.send("POST", f"/api/mistakes/{game}-0/try", {"ply": 0, "move": "d2-d3"}).json()
    assert (tried["right"], tried["takes"]) == (False, 2)
    square = newcomer.send("POST", f"/api/mistakes/{game}-0/hint", {}).json()["square"]
    [best, *_] = newcomer.send("POST", f"/api/mistakes/{game}-0/solution", {}).json()["steps"]
    assert best["text"].startswith(square)
    assert newcomer.send("POST", f"/api/mistakes/{game}-0/try", {"ply": 0, "move": best["text"]}).json()["right"]
    assert newcomer.get("/api/mistakes").json() == {"mistakes": 0, "games": 0}, "two persons: nobody knows whose it is"
    assert newcomer.send("POST", "/api/mistakes/review", {}).json()["games"] == 0
    assert newcomer.get("/api/mistakes/next").json()["mistake"] is None
    assert newcomer.get("/api/mistakes/no-1").status_code == 404
