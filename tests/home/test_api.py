"""The JSON API."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from damaci.services.preferences import Preferences
from damaci.site.assets import ROOT
from tests.home.conftest import Browser, visit


def test_a_game_is_made_as_asked(browser: Browser) -> None:
    wish = {
        "ruleset": "world",
        "color": "black",
        "level": "beginner",
        "opponent": "engine",
        "clock": {"base": 300, "increment": 2},
        "endings": {"one_each": "never", "no_progress_moves": 25},
        "options": {"announcements": True, "last_three_kings": True},
        "fen": "",
    }
    game = browser.send("POST", "/api/games", wish).json()["id"]
    with browser.socket(game) as socket:
        socket.send_json({"type": "hello"})
        snapshot = socket.receive_json()
    assert snapshot["settings"]["ruleset"] == "world"
    assert snapshot["settings"]["options"] == {"touch_move": False, "announcements": True, "last_three_kings": True}
    endings = {"one_each": "never", "kings_only_moves": 0, "repetitions": 0, "no_progress_moves": 25}
    assert snapshot["settings"]["endings"] == endings
    assert snapshot["settings"]["clock"] == {"base": 300, "increment": 2}
    assert snapshot["white"] == {"kind": "engine", "level": "beginner", "resigns": True}
    assert snapshot["you"] == ["black"]


def test_how_long_levels_think_on_this_device_is_told(browser: Browser) -> None:
    told = browser.client.get("/api/speed").json()
    assert [pace["title"] for pace in told["paces"]] == ["Expert", "Master"]
    assert all(1 <= pace["seconds"] <= 12 for pace in told["paces"])


def test_colour_by_lot_gives_both(browser: Browser) -> None:
    seats = []
    for _ in range(20):
        browser.new_game(opponent="engine", color="random", level="beginner")
        seats.append(browser.get("/api/games?limit=1").json()["games"][0]["white"]["kind"])
    assert set(seats) == {"person", "engine"}


@pytest.mark.parametrize(
    ("wish", "error", "hint"),
    [
        ({"ruleset": "chess"}, "unknown-ruleset", "chess"),
        ({"level": "god"}, "unknown-level", "god"),
        ({"fen": "W:Wz9"}, "bad-fen", "column"),
        ({"fen": "W:Wa8:Bb8"}, "bad-fen", "a8"),
        ({"color": "red"}, "bad-request", "color"),
        ({"level": "free-0s"}, "unknown-level", "free-5s"),
        ({"endings": {"one_each": "always"}}, "bad-request", "one_each"),
        ({"endings": {"repetitions": 1}}, "bad-request", "repetitions"),
        ({"clock": {"base": "long"}}, "bad-request", "clock"),
        ({"clock": {"base": -1, "increment": 0}}, "bad-request", "clock"),
        ({"colour": "white"}, "bad-request", "colour"),
        ([], "bad-request", ""),
    ],
)
def test_a_wish_that_makes_no_game_is_explained(browser: Browser, wish: Any, error: str, hint: str) -> None:
    answer = browser.send("POST", "/api/games", wish)
    assert (answer.status_code, answer.json()["error"]) == (400, error)
    assert hint in answer.json()["detail"]
    assert set(answer.json()) == {"error", "detail"}


def test_what_is_no_json_or_too_long_is_refused(browser: Browser) -> None:
    headers = {"x-csrf-token": browser.client.cookies["csrftoken"], "content-type": "application/json"}
    for content, status in ((b"{", 400), (b'{"fen":"' + b"a" * 100_000 + b'"}', 413)):
        assert browser.client.post("/api/games", content=content, headers=headers).status_code == status


def test_games_are_listed_last_changed_first(newcomer: Browser) -> None:
    made = [newcomer.new_game() for _ in range(3)]
    listed = newcomer.get("/api/games?limit=3").json()["games"]
    assert [game["id"] for game in listed] == made[::-1]
    assert [game["id"] for game in newcomer.get("/api/games?limit=1&offset=1").json()["games"]] == [made[1]]
    assert newcomer.get("/api/games?finished=true").json()["games"] == []


@pytest.mark.parametrize("query", ["limit=0", "limit=100000", "offset=-1", "limit=x", "finished=perhaps"])
def test_a_bad_question_is_explained(browser: Browser, query: str) -> None:
    answer = browser.get(f"/api/games?{query}")
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")
    assert query.partition("=")[0] in answer.json()["detail"]


def test_what_there_is_not_is_said_in_json(browser: Browser) -> None:
    assert browser.get("/api/nothing", accept="text/html").json() == {"error": "not-found", "detail": "Not Found"}
    assert browser.client.delete("/api/games", headers={"x-csrf-token": "x"}).json()["error"] == "method-not-allowed"


# ---- preferences -----------------------------------------------------------------------------------------------------


def test_preferences_are_kept(tmp_path: Path) -> None:
    for expected in ({"theme": "system", "coordinates": "inside"}, {"theme": "dark", "coordinates": "none"}):
        with visit(tmp_path) as browser:
            kept = browser.get("/api/preferences").json()
            assert {name: kept[name] for name in expected} == expected
            browser.send("PUT", "/api/preferences", kept | {"theme": "dark", "coordinates": "none"})


@pytest.mark.parametrize("body", [{"theme": "pink"}, {"taste": "good"}, {"last_move": "yes"}, []])
def test_a_preference_that_there_is_not_is_refused(browser: Browser, body: Any) -> None:
    answer = browser.send("PUT", "/api/preferences", body)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")
    assert browser.get("/api/preferences").json()["theme"] == "system"


@pytest.mark.parametrize("changes", [{"theme": "pink"}, {"taste": "good"}, {"last_move": "yes"}, []])
def test_a_change_that_there_is_not_is_refused(browser: Browser, changes: Any) -> None:
    answer = browser.send("PATCH", "/api/preferences", changes)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


def test_two_tabs_change_different_preferences(browser: Browser) -> None:
    browser.send("PUT", "/api/preferences", {})
    browser.send("PATCH", "/api/preferences", {"theme": "dark"})
    changed = browser.send("PATCH", "/api/preferences", {"zen": True}).json()
    assert (changed["theme"], changed["zen"]) == ("dark", True)
    assert browser.get("/api/preferences").json() == changed
    browser.send("PUT", "/api/preferences", {})


def test_pages_and_server_agree_on_the_preferences() -> None:
    script = (ROOT / "preferences.js").read_text(encoding="utf-8")
    defaults = script.partition("DEFAULTS = {")[2].partition("}")[0]
    theirs = {name: json.loads(value) for name, value in re.findall(r"(\w+): (.+),", defaults)}
    assert theirs == msgspec.to_builtins(Preferences())


def test_what_another_version_has_stored_does_no_harm() -> None:
    assert Preferences.of({"theme": "dark", "coordinates": "diagonal", "volume": 111, "taste": "good"}) == Preferences(
        theme="dark"
    )


# ---- hints -----------------------------------------------------------------------------------------------------------


def test_a_hint_is_a_legal_move(browser: Browser) -> None:
    game = browser.new_game(fen="W:Wd2,h2:Bd3,d5,a8")
    hint = browser.send("POST", f"/api/games/{game}/hint", {"ply": 0}).json()
    assert hint == {"text": "d2xd6", "ways": [{"path": ["d2", "d4", "d6"], "captured": ["d3", "d5"]}]}


@pytest.mark.parametrize(("game", "ply", "status"), [("none", 0, 404), ("", 3, 409)])
def test_no_hint_for_another_game_or_time(browser: Browser, game: str, ply: int, status: int) -> None:
    game = game or browser.new_game()
    assert browser.send("POST", f"/api/games/{game}/hint", {"ply": ply}).status_code == status
