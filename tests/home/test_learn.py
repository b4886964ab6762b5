"""The lessons and the rule cards, as a browser receives them."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from damaci import RULESETS
from damaci.lessons.catalogue import LESSONS
from damaci.services.progress import KEY
from tests.home.conftest import Browser, visit
from tests.home.test_pages import data


def tried(browser: Browser, lesson: str, move: str, step: int = 0) -> Any:
    return browser.send("POST", f"/api/lessons/{lesson}/try", {"step": step, "move": move})


def finished(browser: Browser) -> int:
    return str(browser.get("/learn").text).count('<svg class="glyph done"')


# ---- pages -----------------------------------------------------------------------------------------------------------


def test_the_overview_leads_everywhere(browser: Browser) -> None:
    page = browser.get("/learn").text
    for name in LESSONS:
        assert f'href="/learn/{name}"' in page
    for name in RULESETS:
        assert f'href="/learn/rules/{name}"' in page


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_has_a_page(browser: Browser, name: str) -> None:
    answer = browser.get(f"/learn/{name}", **{"accept-language": "en"})
    assert answer.status_code == 200
    lesson = data(answer.text)["lesson"]
    assert lesson["steps"][0]["task"] in unescape(answer.text)
    for step, position in zip(lesson["steps"], LESSONS[name].positions, strict=True):
        assert step["fen"] == position.fen
        ways = [way for move in step["tries"] for way in move["ways"]]
        assert step["answer"]["way"]["path"] in [way["path"] for way in ways]
        assert len(step["tries"]) >= len(position.legal_moves)


@pytest.mark.parametrize("name", RULESETS)
def test_every_ruleset_has_a_card(browser: Browser, name: str) -> None:
    page = browser.get(f"/learn/rules/{name}", **{"accept-language": "en"}).text
    assert RULESETS[name].title in unescape(page)
    assert page.count('<div class="drawing" role="img" aria-label="White men: ') >= 5
    assert "style=" not in page
    assert "sections" not in data(page), "the drawings are in the page once"


@pytest.mark.parametrize(("language", "words"), [("tr", "Dört taş"), ("bg", "Четири пула"), ("en", "Four pieces")])
def test_lessons_speak_the_visitors_language(browser: Browser, language: str, words: str) -> None:
    answer = browser.send(
        "POST", "/api/lessons/most-1/try", {"step": 0, "move": "f3xb7"}, **{"accept-language": language}
    )
    assert answer.json()["note"].startswith(words)
    page = browser.get("/learn/most-1", **{"accept-language": language}).text
    assert f'lang="{language}"' in page
    assert "Take as many as you can" not in data(page, "messages")


@pytest.mark.parametrize("path", ["/learn/none", "/learn/rules/none", "/learn/rules/", "/learn/most-1/2"])
def test_what_is_not_there_gets_a_page(browser: Browser, path: str) -> None:
    assert browser.get(path, accept="text/html").status_code in (404, 200 if path.endswith("/") else 404)


def test_the_way_here_is_marked(browser: Browser) -> None:
    assert re.search(r'href="/learn"\s+aria-current="page"', browser.get("/learn").text)
    assert re.search(r'href="/"\s+aria-current="page"', browser.get("/").text)


# ---- tries -----------------------------------------------------------------------------------------------------------


def test_a_solution_is_praised_and_shown(browser: Browser) -> None:
    answer = tried(browser, "dama-first", "h1xf7").json()
    assert answer["solved"]
    assert answer["played"]["fen"] == "B:WKf7,e5:Bd7,e7,f6,f5"
    assert answer["reply"]["way"] == {"path": ["e7", "g7"], "captured": ["f7"]}
    assert "Black can take it back" in answer["note"]


def test_a_refused_try_is_explained(browser: Browser) -> None:
    refused = tried(browser, "most-1", "f3xh5").json()["refused"]
    assert (refused["code"], refused["count"], refused["must_count"]) == ("must-capture-more", 2, 4)
    assert refused["instead"][0]["ways"][0]["path"] == ["f3", "f5", "d5", "d7", "b7"]


def test_another_legal_move_is_told_apart(browser: Browser) -> None:
    answer = tried(browser, "crowned-by-stepping", "f7-g7").json()
    assert answer == {"note": LESSONS["crowned-by-stepping"].steps[0].astray}


@pytest.mark.parametrize(
    ("lesson", "body", "status"),
    [
        ("none", {"step": 0, "move": "f3xb7"}, 404),
        ("most-1", {"step": 1, "move": "f3xb7"}, 404),
        ("most-1", {"step": -1, "move": "f3xb7"}, 404),
        ("most-1", {"step": 0}, 400),
        ("most-1", {"step": 0, "move": "f3xb7", "more": 1}, 400),
    ],
)
def test_nonsense_is_refused(browser: Browser, lesson: str, body: dict[str, object], status: int) -> None:
    assert browser.send("POST", f"/api/lessons/{lesson}/try", body).status_code == status


# ---- progress --------------------------------------------------------------------------------------------------------


def test_the_last_step_finishes_a_lesson_and_that_stays(tmp_path: Path) -> None:
    with visit(tmp_path) as browser:
        tried(browser, "give-one-take-two", "a3-b3")
        tried(browser, "most-1", "f3xh5")
        assert finished(browser) == 0
        tried(browser, "give-one-take-two", "a2xe2", step=1)
        assert finished(browser) == 1
        browser.send("PUT", "/api/preferences", {"theme": "dark"})
    with visit(tmp_path) as browser:
        assert finished(browser) == 1
        assert data(browser.get("/learn/give-one-take-two").text)["lesson"]["finished"]
        assert not data(browser.get("/learn/most-1").text)["lesson"]["finished"]


@pytest.mark.parametrize("stored", [["gone", "most-1"], ["most-1"]])
def test_lessons_that_exist_no_more_are_forgotten(tmp_path: Path, stored: list[str]) -> None:
    with visit(tmp_path) as browser:
        services = browser.client.app.state.services
        browser.client.blocking_portal.call(services.store.settings.put, KEY, stored)
    with visit(tmp_path) as browser:
        assert browser.client.app.state.services.progress.finished == {"most-1"}
