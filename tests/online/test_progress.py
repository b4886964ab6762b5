"""The page of progress on a server: it counts the player's own finished games, and nothing else."""

import re
from pathlib import Path
from typing import Any

from tests.online.conftest import Server, Someone, running
from tests.online.test_daily import account, move


def page(someone: Someone, ruleset: str = "turkish") -> Any:
    return someone.send("GET", f"/progress?ruleset={ruleset}&lang=en").text


def row(text: str, head: str) -> list[int]:
    """The games won, drawn and lost, from a row of a table."""
    found = re.search(rf'<th scope="row">{head}</th><td>(\d+)</td><td>(\d+)</td><td>(\d+)</td>', text)
    assert found, text
    return [int(each) for each in found.groups()]


def play(white: Someone, black: Someone, *, end: bool = True, **agreed: object) -> None:
    game = white.do("POST", "/api/v1/games", {"color": "white", **agreed})["id"]
    black.do("POST", f"/api/v1/games/{game}/join")
    move(white, game, 1, "d3-d4")
    move(black, game, 2, "d6-d5")
    if end:
        black.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})


def test_only_ones_own_finished_games_are_counted(server: Server) -> None:
    ada = account(server, "Progress Ada")
    bora = account(server, "Progress Bora")
    play(ada, bora)
    play(ada, bora)
    play(bora, ada)
    play(ada, bora, end=False)
    text = page(ada)
    assert row(text, "All") == row(text, "Other players") == [2, 0, 1]
    assert row(text, "White") == [2, 0, 0]
    assert row(text, "Black") == [0, 0, 1]
    assert row(text, "Centre opening, met head-on") == [2, 0, 1]
    assert "About as strong" not in text
    assert "No clock" not in text
    assert row(page(bora), "All") == [1, 0, 2]
    assert "Finish a game" in page(ada, "world")


def test_results_by_the_clock(server: Server) -> None:
    ada = account(server, "Clocked Ada")
    bora = account(server, "Clocked Bora")
    play(ada, bora, clock={"base": 180, "increment": 2})
    play(bora, ada, days=3)
    play(ada, bora)
    text = page(ada)
    assert row(text, "Blitz") == row(text, "No clock") == [1, 0, 0]
    assert row(text, "By the day") == [0, 0, 1]
    assert text.index(">Blitz<") < text.index(">By the day<") < text.index(">No clock<")


def test_a_guest_reads_what_an_account_is_for(server: Server) -> None:
    ada = account(server, "Progress Beside Guest")
    guest = server.someone()
    play(ada, guest)
    for each in (guest, server.someone()):
        text = page(each)
        assert "With an account, the results of your finished games" in text
        assert "Streaks" not in text
    guest.do("POST", "/api/v1/account", {"name": "Progress Was Guest", "passphrase": "a long enough one"})
    assert row(page(guest), "All") == [0, 0, 1]


def test_where_nobody_has_an_account_guests_have_their_progress(tmp_path: Path) -> None:
    with running(tmp_path, accounts="off") as server:
        one = server.someone()
        other = server.someone()
        assert "Finish a game" in page(one)
        play(one, other)
        assert row(page(one), "All") == [1, 0, 0]


def test_there_is_progress_at_known_rules_only(server: Server) -> None:
    assert server.someone().send("GET", "/progress?ruleset=nosuch").status_code == 400


def test_the_games_lead_there(server: Server) -> None:
    assert 'href="/progress"' in account(server, "Leading Ada").send("GET", "/games").text
