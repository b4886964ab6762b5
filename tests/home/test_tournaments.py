"""An arbiter's tournaments, as browsers receive them."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.home.conftest import Browser, visit

NAMES = "Ayşe <b>, 1900\nCan, 1850\nDeniz\nElif, 1700\nمحمد, 1600"
VIEWS = ("round", "players", "standings", "crosstable", "log", "papers", "wall", "sheets")


def opened(browser: Browser, **wish: object) -> str:
    answer = browser.send("POST", "/api/tournaments", {"name": "Club", "rounds": 3} | wish)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def entered(browser: Browser, **wish: object) -> str:
    id = opened(browser, **wish)
    answer = browser.send("POST", f"/api/tournaments/{id}/players", {"text": NAMES})
    assert answer.json() == {"entered": 5}
    return id


def do(browser: Browser, id: str, **command: object) -> Any:
    return browser.send("POST", f"/api/tournaments/{id}/steps", {"command": command, "by": "Ayşe"})


@pytest.mark.parametrize(
    ("system", "language"), [("swiss", "tr"), ("swiss", "ar"), ("round-robin", "bg"), ("knockout", "en")]
)
def test_every_view_is_shown_before_and_after_a_round(browser: Browser, system: str, language: str) -> None:
    id = entered(browser, system=system, ballots=True)
    for step in ({"type": "pair", "round": 1}, {"type": "start", "round": 1}, {"type": "undo", "event": 4}, None):
        for view in VIEWS:
            answer = browser.get(f"/tournaments/{id}?view={view}", **{"accept-language": language})
            assert answer.status_code == 200, answer.text
            assert "<b></bdi>" not in answer.text
            main = browser.get(f"/api/tournaments/{id}/main?view={view}&round=0", **{"accept-language": language})
            assert main.text.strip().startswith("<main")
            assert len(main.text) < len(answer.text)
        if step:
            assert do(browser, id, **step).status_code == 200
    assert "Club" in browser.get("/tournaments").text


def test_the_log_strikes_out_all_that_went_with_a_pairing(browser: Browser) -> None:
    id = entered(browser)
    do(browser, id, type="pair", round=1)
    do(browser, id, type="start", round=1)
    do(browser, id, type="score", round=1, board=1, result="1-0")
    assert do(browser, id, type="undo", event=3, with_games=True).json() == {"version": 6}
    log = browser.get(f"/tournaments/{id}?view=log").text
    assert re.findall(r'<li value="(\d)" class="undone">', log) == ["5", "4", "3"]
    assert "Step 3 was undone, with the games of the round." in log


def test_a_refused_correction_of_a_knock_out_says_which_round_to_undo(browser: Browser) -> None:
    id = entered(browser, system="knockout")
    for round in range(1, 4):
        do(browser, id, type="pair", round=round)
        for board in range(1, 3):
            do(browser, id, type="score", round=round, board=board, result="1-0" if round == 1 else "0-1")
    answer = do(browser, id, type="score", round=1, board=1, result="0-1")
    assert answer.status_code == 409
    told = {"error": "tournament-paired-upon", "detail": "Round 3 was paired upon this result.", "round": 3}
    assert answer.json() == told
    assert "round" not in do(browser, id, type="pair", round=1).json()


def test_what_is_refused_is_told_in_the_readers_language(browser: Browser) -> None:
    id = entered(browser)
    do(browser, id, type="pair", round=1)
    score = {"type": "score", "round": 1, "board": 1, "result": "1-0", "was": None}
    assert do(browser, id, **score).json() == {"version": 4}
    assert do(browser, id, **score).json() == {"version": 4}
    answer = do(browser, id, **(score | {"result": "0-1"}))
    assert answer.status_code == 409
    assert answer.json()["error"] == "tournament-other-result"
    turkish = browser.send(
        "POST",
        f"/api/tournaments/{id}/steps",
        {"command": {"type": "pair", "round": 2}},
        **{"accept-language": "tr"},
    )
    assert turkish.json() == {"error": "tournament-results-missing", "detail": "Bazı sonuçlar henüz eksik."}
    assert browser.send("POST", f"/api/tournaments/{id}/players", {"text": "12"}).status_code == 400
    assert do(browser, id, type="dance").status_code == 400


def test_what_there_is_not(browser: Browser) -> None:
    id = entered(browser)
    for address in ("/tournaments/none", f"/tournaments/{id}?round=1", "/api/tournaments/none/main?view=log&round=0"):
        assert browser.get(address).status_code == 404, address
    assert browser.get(f"/tournaments/{id}?view=none").status_code in (400, 404)
    assert browser.get("/api/tournaments/none/version").json() == {"version": 0}
    assert browser.send("DELETE", f"/api/tournaments/{id}", {}).status_code == 204
    assert browser.send("DELETE", f"/api/tournaments/{id}", {}).status_code == 404


def test_a_report_file_goes_out_and_in_after_the_app_was_closed(tmp_path: Path) -> None:
    with visit(tmp_path) as one:
        id = entered(one)
        do(one, id, type="pair", round=1)
        for board in (1, 2):
            do(one, id, type="score", round=1, board=board, result="1/2-1/2")
    with visit(tmp_path) as two:
        report = two.get(f"/api/tournaments/{id}/report.trf")
        assert "attachment" in report.headers["content-disposition"]
        again = opened(two, report=report.text)
        assert two.get(f"/api/tournaments/{again}/main?view=standings&round=0").text.count("<tr>") == 6
        step = do(two, again, type="pair", round=2)
        assert step.json() == {"version": 4}
