"""The pages, as a browser receives them."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from damaci.play.events import ClockTimes, Ended, Moved, Opened, Seat, Settings
from damaci.site.language import catalog
from damaci.store import Store
from tests.home.conftest import Browser, visit

WORDS = {"en": "New game", "tr": "Yeni oyun", "bg": "Нова игра", "ar": "مباراة جديدة"}


def data(page: str, part: str = "page") -> Any:
    """The JSON data that a page contains for its scripts."""
    found = re.search(rf'<script type="application/json" id="{part}">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def language(page: str) -> str:
    found = re.search(r'<html lang="(\w+)" dir="(?:ltr|rtl)"', page)
    assert found
    assert WORDS[found[1]] in page
    return found[1]


# ---- languages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accept", "expected"),
    [("tr-TR,tr;q=0.9", "tr"), ("bg", "bg"), ("ar-KW,en;q=0.5", "ar"), ("en-GB", "en"), ("de", "en")],
)
def test_a_page_speaks_the_browsers_language(browser: Browser, accept: str, expected: str) -> None:
    page = browser.get("/", **{"accept-language": accept}).text
    assert language(page) == expected
    assert ("New game" in data(page, "messages")) == (expected != "en")


def test_the_address_may_name_the_language_and_it_stays(browser: Browser) -> None:
    assert language(browser.get("/?lang=bg", **{"accept-language": "tr"}).text) == "bg"
    assert language(browser.get("/", **{"accept-language": "tr"}).text) == "bg"
    assert language(browser.get("/?lang=xx", **{"accept-language": "tr"}).text) == "bg"


def test_the_preference_comes_first(newcomer: Browser) -> None:
    newcomer.send("PUT", "/api/preferences", {"language": "tr", "theme": "dark"})
    page = newcomer.get("/?lang=bg").text
    assert language(page) == "tr"
    assert 'data-theme="dark"' in page


@pytest.mark.parametrize(
    ("language", "report", "venue", "place"),
    [
        ("tr", "Rapor", "Yer", "Sıra"),
        ("bg", "Отчет", "Място", "Място"),
        ("ar", "تقرير", "المكان", "المركز"),
        ("en", "Game report", "Venue", "Place"),
    ],
)
def test_words_of_two_meanings_are_translated_apart(
    browser: Browser, language: str, report: str, venue: str, place: str
) -> None:
    """The report of a game is not the report of a player, and a place in the standings is not a venue."""
    page = browser.get(f"/analysis?lang={language}").text
    assert re.search(r'id="report" hidden>(.*?)<', page)[1] == report  # type: ignore[index]
    assert re.search(r'<label>(.*?)\s+<input name="Site"', page)[1] == venue  # type: ignore[index]
    assert catalog(language).translations.gettext("Place") == place


# ---- games -----------------------------------------------------------------------------------------------------------


def test_the_first_visit_opens_a_game_against_an_easy_engine(newcomer: Browser) -> None:
    page = data(newcomer.get("/").text)
    assert not page["resume"]
    (game,) = newcomer.get("/api/games").json()["games"]
    assert (game["id"], game["plies"]) == (page["game"], 0)
    assert (game["white"]["kind"], game["black"]["kind"], game["black"]["level"]) == ("person", "engine", "easy")


def test_a_game_without_moves_is_used_again(newcomer: Browser) -> None:
    games = {data(newcomer.get("/").text)["game"] for _ in range(3)}
    assert len(games) == 1
    assert len(newcomer.get("/api/games").json()["games"]) == 1


def test_a_game_with_moves_is_offered_again(newcomer: Browser) -> None:
    game = newcomer.new_game()
    with newcomer.socket(game) as socket:
        socket.send_json({"type": "move", "ply": 1, "move": "d3-d4", "color": "white", "id": "1"})
        assert socket.receive_json()["type"] == "done"
    page = data(newcomer.get("/").text)
    assert (page["game"], page["resume"]) == (game, True)
    assert not data(newcomer.get(f"/game/{game}").text)["resume"]


def test_an_unfinished_game_of_a_file_is_not_offered(newcomer: Browser) -> None:
    game = newcomer.new_game()
    with newcomer.socket(game) as socket:
        socket.send_json({"type": "move", "ply": 1, "move": "d3-d4", "color": "white", "id": "1"})
        assert socket.receive_json()["type"] == "done"
    newcomer.imported('[White "Ada"]\n[Black "Veli"]\n\n1. a3-a4 *\n')
    assert data(newcomer.get("/").text)["game"] == game


def test_after_a_finished_game_comes_one_like_it(newcomer: Browser) -> None:
    game = newcomer.new_game(opponent="person", fen="W:Wa2:Ba8,b8")
    with newcomer.socket(game) as socket:
        socket.send_json({"type": "resign", "color": "white", "id": "1"})
        socket.receive_json()
    fresh = data(newcomer.get("/").text)["game"]
    assert fresh != game
    latest = newcomer.get("/api/games").json()["games"][0]
    assert (latest["id"], latest["white"]["kind"], latest["black"]["kind"]) == (fresh, "person", "person")
    with newcomer.socket(fresh) as socket:
        socket.send_json({"type": "hello"})
        assert socket.receive_json()["now"]["fen"].count(",") == 30


def test_what_the_dialogs_offer_is_in_the_page(newcomer: Browser) -> None:
    page = data(newcomer.get("/").text)
    assert {"turkish", "hgware", "world", "bulgarian"} <= {ruleset["name"] for ruleset in page["rulesets"]}
    assert {"beginner", "easy", "medium", "hard"} <= {level["name"] for level in page["levels"]}
    assert all(each["title"] for each in page["levels"] + page["rulesets"])
    assert page["prefs"]["theme"] == "system"
    bulgarian = next(ruleset for ruleset in page["rulesets"] if ruleset["name"] == "bulgarian")
    assert (bulgarian["chequered"], bulgarian["removal"]) == (True, "after-move")


# ---- errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/game/none", "/nothing", "/game/", "/game/a/b"])
def test_what_is_not_there_gets_a_page_with_a_way_back(browser: Browser, path: str) -> None:
    answer = browser.get(path, accept="text/html")
    assert answer.status_code == 404
    assert 'href="/"' in answer.text
    assert "There is nothing here" in answer.text


def test_a_failure_is_told_without_its_inside(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("damaci.services.new_games.NewGames.current", fail)
    answer = browser.get("/", accept="text/html")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert "a secret" in caplog.text


def test_progress(newcomer: Browser) -> None:
    page = newcomer.get("/progress", **{"accept-language": "en"}).text
    assert "Finish a game against the computer" in page
    assert newcomer.get("/progress?ruleset=nosuch").status_code == 400


def test_progress_by_the_clock(tmp_path: Path) -> None:
    asyncio.run(_two_games(tmp_path))
    with visit(tmp_path) as browser:
        page = browser.get("/progress", **{"accept-language": "en"}).text
        assert '<th scope="row">Blitz</th><td>1</td>' in page
        assert '<th scope="row">No clock</th><td>1</td>' in page
        games = browser.get("/api/games").json()["games"]
        assert {each["id"]: each["speed"] for each in games}.items() >= {("blitz", "blitz"), ("none", "")}


async def _two_games(folder: Path) -> None:
    async with Store(folder) as store:
        for name, clock in (("blitz", ClockTimes(180, 2)), ("none", None)):
            began = Opened(settings=Settings(clock=clock), white=Seat("person"), black=Seat("engine", level="easy"))
            moved = Moved(ply=1, path=["d3", "d4"])
            await store.log.append(name, 0, [began, moved, Ended(result="1-0", reason="resignation")])
