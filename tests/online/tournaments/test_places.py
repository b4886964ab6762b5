"""The standings of a tournament with many players, page by page."""

import asyncio
import time
from pathlib import Path
from typing import Any

from damaci.online.tournaments.places import ALL, paged
from tests.online.conftest import eventually, running
from tests.online.tournaments.bots import Account, enrol
from tests.online.tournaments.contest import start_now


def test_a_page_that_is_not_there_is_the_nearest() -> None:
    rows = [{"id": number} for number in range(60)]
    assert [paged(rows, asked, None)["places"] for asked in (-7, 0, 1, 2, 3)] == [1, 1, 1, 2, 2]
    assert paged(rows, 0, None)["my_places"] == 0
    assert len(paged(rows, ALL, None)["standings"]) == 60
    assert paged([], 5, None)["standings"] == []


def test_fifty_are_on_a_page_and_one_finds_the_own_place(tmp_path: Path) -> None:
    members = asyncio.run(enrol(str(tmp_path), 54))
    with running(tmp_path, accounts="open", changes_per_minute=100_000) as server:
        someone = server.someone()

        def ask(member: Account, method: str, path: str, body: object = None) -> Any:
            return someone.send(method, path, body, **{"cookie": "", **member.headers})

        wish = {"name": "Cup", "starts": time.time() + 3600, "minutes_late": 60}
        cup = ask(members[0], "POST", "/api/v1/tournaments", wish).json()["id"]
        for each in members:
            assert ask(each, "POST", f"/api/v1/tournaments/{cup}/join").status_code == 200
        asyncio.run(start_now(str(tmp_path), cup))
        eventually(lambda: len(ask(members[0], "GET", f"/api/v1/tournaments/{cup}").json()["places"]) == 54)
        last = members[53]
        place = f"/tournaments/{cup}?view=standings"
        assert ask(last, "GET", place).text.count('<th scope="row">') == 50
        text = ask(last, "GET", f"{place}&places=2").text
        assert (text.count('<th scope="row">'), '<tr id="me"' in text) == (4, True)
        assert "places=2#me" in ask(last, "GET", place).text
        assert ask(last, "GET", f"{place}&places=-1").text.count('<th scope="row">') == 54
        main = f"/api/tournaments/{cup}/main?view=standings&round=0&places=2"
        assert ask(last, "GET", main).text.count('<th scope="row">') == 4
        assert "#me" not in server.someone().send("GET", place).text
