"""The requests of the analysis page that need the rules."""

from typing import Any

import pytest

from tests.home.conftest import Browser
from tests.home.test_archive import PDN, played

CAPTURE = "W:Wd4,h2:Bd5,d7,a8"


def ask(browser: Browser, what: str, body: object, status: int = 200) -> Any:
    answer = browser.send("POST", f"/api/analysis/{what}", body)
    assert answer.status_code == status, answer.text
    return answer.json()


def tree(browser: Browser, text: str, ruleset: str = "turkish") -> Any:
    return ask(browser, "open", {"text": text, "ruleset": ruleset})["tree"]


@pytest.mark.parametrize("query", ["", "?fen=W:Wd4:Bd5", "?ruleset=world", "?lang=tr"])
def test_the_page_opens(browser: Browser, query: str) -> None:
    answer = browser.get(f"/analysis{query}")
    assert answer.status_code == 200
    assert "<dama-board" in answer.text


@pytest.mark.parametrize(("query", "status"), [("?fen=rubbish", 400), ("?ruleset=chess", 400), ("?game=none", 404)])
def test_what_cannot_be_analysed_is_said_on_a_page(browser: Browser, query: str, status: int) -> None:
    answer = browser.get(f"/analysis{query}", accept="text/html")
    assert answer.status_code == status
    assert "<main" in answer.text


def test_a_stored_game_is_analysed_with_its_moves(browser: Browser) -> None:
    page = browser.get(f"/analysis?game={played(browser, 'd3-d4', 'd6-d5', 'd4xd8')}").text
    assert '"text":"d4xd8"' in page


def test_the_legal_moves_of_a_position(browser: Browser) -> None:
    stand = ask(browser, "stand", {"fen": CAPTURE})
    assert (stand["turn"], stand["must"]) == ("white", ["d4"])
    assert [each["text"] for each in stand["legal"]] == ["d4xd8"]
    assert "result" not in stand


def test_moves_can_be_tried_where_a_game_would_be_drawn(browser: Browser) -> None:
    stand = ask(browser, "stand", {"fen": "W:WKa1:BKh8"})
    assert (stand["result"], stand["reason"]) == ("1/2-1/2", "one-each")
    assert stand["legal"]


def test_a_move_is_played(browser: Browser) -> None:
    played = ask(browser, "move", {"here": {"fen": CAPTURE}, "move": "d4xd6xd8"})["played"]
    assert played == {"text": "d4xd8", "path": ["d4", "d6", "d8"], "captured": ["d5", "d7"], "fen": "B:WKd8,h2:Ba8"}


def test_options_count(browser: Browser) -> None:
    here = {"fen": CAPTURE, "options": {"last_three_kings": True}}
    assert ask(browser, "move", {"here": here, "move": "d4xd8"})["played"]["fen"] == "B:WKd8,Kh2:BKa8"


@pytest.mark.parametrize(("move", "code"), [("h2-h3", "must-capture"), ("d4xd6", "must-go-on"), ("what", "bad-text")])
def test_a_refused_move_is_explained(browser: Browser, move: str, code: str) -> None:
    assert ask(browser, "move", {"here": {"fen": CAPTURE}, "move": move})["refused"]["code"] == code


def test_a_text_is_opened_and_written_again(browser: Browser) -> None:
    text = "1. d3-d4 {Quiet} d6-d5 (1... a6-a5 2. e3-e4) 2. d4xd8 *"
    pdn = ask(browser, "pdn", tree(browser, text))["pdn"]
    assert " ".join(pdn.split()).endswith("1. d3-d4 {Quiet} 1... d6-d5 (1... a6-a5 2. e3-e4) 2. d4xd8 *")


def test_of_several_games_the_first_is_opened(browser: Browser) -> None:
    found = ask(browser, "open", {"text": PDN})
    assert (found["tree"]["tags"]["White"], found["more"]) == ("Ada", True)
    assert ask(browser, "open", {"text": "W:Wd4:Bd5"})["more"] is False


@pytest.mark.parametrize("text", ["", "1. d3-d5 *", "W:Wd8:B"])
def test_a_text_that_cannot_be_read_is_refused(browser: Browser, text: str) -> None:
    assert ask(browser, "open", {"text": text}, status=400)["detail"]


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "1. d3-d5 *", "line 1, column 4: ply 1: d3-d5: the piece on d3 does not move so"),
        ("tr", "1. d3-d5 *", "1. satır, 4. sütun: 1. yarım hamle: d3-d5: d3 karesindeki taş böyle oynamaz"),
        ("bg", "1. d3-d5 *", "ред 1, колона 4: полуход 1: d3-d5: пулът на d3 не се мести така"),
        ("tr", "W:Wd8:B", "FEN, 4. karakter: d8 karesinde beyaz yoz: orası son sırası, orada dama olurdu"),
        ("bg", "W:Wd4:Bd9", "FEN, знак 8: очаква се: поле като a2, с K пред царица; намерено: 'd9'"),
        ("tr", "", "bu metinde oyun yok: PDN ya da FEN bekleniyordu"),
    ],
)
def test_what_is_wrong_with_a_text_is_told_in_the_visitors_language(
    browser: Browser, language: str, text: str, said: str
) -> None:
    answer = browser.send("POST", "/api/analysis/open", {"text": text}, **{"accept-language": language})
    assert answer.json()["detail"] == said


def test_a_fen_is_read_by_the_ruleset_in_use(browser: Browser) -> None:
    assert tree(browser, "W:Wa1:Bh8", "kenyan")["ruleset"] == "kenyan"


def setup(white: list[str], black: list[str], ruleset: str = "turkish") -> dict[str, object]:
    return {"ruleset": ruleset, "turn": "black", "white": white, "black": black}


def test_a_set_up_position_gets_its_fen(browser: Browser) -> None:
    assert ask(browser, "setup", setup(["d4", "Ka8"], ["d5"])) == {"fen": "B:WKa8,d4:Bd5", "faults": []}


@pytest.mark.parametrize(
    ("placed", "faults"),
    [
        (setup([], []), [("no-pieces", "")]),
        (
            setup(["a8", "b8"], ["c1"]),
            [("man-on-promotion-rank", "c1"), ("man-on-promotion-rank", "a8"), ("man-on-promotion-rank", "b8")],
        ),
        (setup(["a2"], ["h8"], "bulgarian"), [("square-not-used", "a2")]),
    ],
)
def test_every_fault_of_a_set_up_is_told(browser: Browser, placed: object, faults: list[tuple[str, str]]) -> None:
    checked = ask(browser, "setup", placed)
    assert checked["fen"] == ""
    assert [(each["code"], each["square"]) for each in checked["faults"]] == faults


@pytest.mark.parametrize("placed", [setup(["d4"], ["d4"]), setup(["i9"], []), setup(["d4"], [], "chess")])
def test_a_set_up_that_makes_no_sense_is_refused(browser: Browser, placed: object) -> None:
    assert ask(browser, "setup", placed, status=400)["detail"]


def test_games_lead_to_their_analysis(browser: Browser) -> None:
    (game,) = browser.imported("1. d3-d4 *")
    assert f"/analysis?game={game}" in browser.get("/games").text
    assert '"analysis.game":"/analysis?game={game}"' in browser.get(f"/game/{game}").text
