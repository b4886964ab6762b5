"""Players report other players, and the report has what an operator needs to judge it."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from damaci.online.costs import REPORTS
from damaci.store import Store
from damaci.store.reports import ListedReport
from tests.online.conftest import Server, Someone, running


def stored(folder: Path) -> Sequence[ListedReport]:
    async def read() -> Sequence[ListedReport]:
        store = await Store(folder).open_existing()
        try:
            return await store.reports.list()
        finally:
            await store.close()

    return asyncio.run(read())


def say(server: Server, folder: Path) -> tuple[str, list[ListedReport]]:
    game, white, black = server.playing()
    black.do("POST", f"/api/v1/games/{game}/requests", {"type": "say", "phrase": "hello"})
    report = {"reason": "phrases", "text": "  again\nand again "}
    white.do("POST", f"/api/v1/games/{game}/report", report)
    again = white.send("POST", f"/api/v1/games/{game}/report", report)
    assert (again.status_code, again.json()["error"]) == (409, "reported-already")
    return game, list(stored(folder))


def test_an_opponent_is_reported_with_what_was_said(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game, [listed] = say(server, tmp_path)
    report = listed.report
    assert (report.game, report.color, report.version, report.reason) == (game, "black", 2, "phrases")
    assert report.text == "again and again"
    assert '"phrase":"hello"' in report.phrases
    assert report.closed is None
    assert listed.about_name.startswith("Guest")
    assert listed.by_name.startswith("Guest")


def test_spectators_and_bad_reasons_are_refused(server: Server) -> None:
    game, white, _ = server.playing()
    spectator = server.someone()
    spectator.do("POST", "/api/v1/player")
    assert spectator.send("POST", f"/api/v1/games/{game}/report", {"reason": "other"}).status_code == 403
    assert white.send("POST", f"/api/v1/games/{game}/report", {"reason": "ugly"}).status_code == 400
    assert white.send("POST", f"/api/v1/games/{game}/report", {"reason": "other", "text": "x" * 501}).status_code == 400


def test_a_name_in_the_lobby_is_reported(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        rude = server.someone()
        other = server.someone()
        seek = rude.do("POST", "/api/v1/seeks", {})["id"]
        other.do("POST", f"/api/v1/seeks/{seek}/report", {"reason": "name"})
        assert rude.send("POST", f"/api/v1/seeks/{seek}/report", {"reason": "name"}).status_code == 404
        about = rude.do("GET", "/api/v1/player")["id"]
        [listed] = stored(tmp_path)
    assert (listed.report.about, listed.report.game, listed.report.reason) == (about, "", "name")


def report_once(by: Someone, owner: Someone, kind: str, id: str) -> None:
    """Reports something. A second report, one by the owner, and one of something that does not exist are refused."""
    report = {"reason": "name", "text": "all of it"}
    path = f"/api/v1/{kind}/{id}/report"
    by.do("POST", path, report)
    again = by.send("POST", path, report)
    assert (again.status_code, again.json()["error"]) == (409, "reported-already")
    assert owner.send("POST", path, report).status_code == 404
    assert by.send("POST", f"/api/v1/{kind}/none/report", report).status_code == 404


def test_a_broadcast_is_reported_with_its_names(tmp_path: Path) -> None:
    with running(tmp_path, accounts="open") as server:
        owner = server.someone()
        other = server.someone()
        owner.do("POST", "/api/v1/account", {"name": "Rude", "passphrase": "a long passphrase"})
        broadcast = owner.do("POST", "/api/v1/broadcasts", {"name": "Bad words"})["id"]
        owner.do("POST", f"/api/v1/broadcasts/{broadcast}/boards", {"white": "Worse", "black": "Worst"})
        report_once(other, owner, "broadcasts", broadcast)
        about = owner.do("GET", "/api/v1/player")["id"]
        [listed] = stored(tmp_path)
    found = listed.report
    assert (found.about, found.broadcast, found.reason) == (about, broadcast, "name")
    assert found.words == "Bad words\nWorse – Worst"


def test_a_tournament_is_reported_with_its_name(tmp_path: Path) -> None:
    with running(tmp_path, accounts="open") as server:
        owner = server.someone()
        other = server.someone()
        owner.do("POST", "/api/v1/account", {"name": "Rude", "passphrase": "a long passphrase"})
        wish = {"name": "Bad words", "starts": time.time() + 3600}
        tournament = owner.do("POST", "/api/v1/tournaments", wish)["id"]
        report_once(other, owner, "tournaments", tournament)
        about = owner.do("GET", "/api/v1/player")["id"]
        [listed] = stored(tmp_path)
    found = listed.report
    assert (found.about, found.tournament, found.reason, found.words) == (about, tournament, "name", "Bad words")


def test_nobody_is_reported_for_a_tournament_whose_arbiter_is_deleted(tmp_path: Path) -> None:
    with running(tmp_path, accounts="open") as server:
        owner = server.someone()
        owner.do("POST", "/api/v1/account", {"name": "Rude", "passphrase": "a long passphrase"})
        wish = {"name": "Bad words", "starts": time.time() + 3600}
        tournament = owner.do("POST", "/api/v1/tournaments", wish)["id"]
        owner.do("DELETE", "/api/v1/data", {"passphrase": "a long passphrase"})
        answer = server.someone().send("POST", f"/api/v1/tournaments/{tournament}/report", {"reason": "name"})
        assert answer.status_code == 404
        assert stored(tmp_path) == []


def test_reports_are_limited(server: Server) -> None:
    reporter = server.someone()
    seeks = [server.someone().do("POST", "/api/v1/seeks", {})["id"] for _ in range(int(REPORTS.player.burst) + 1)]
    answers = [reporter.send("POST", f"/api/v1/seeks/{seek}/report", {"reason": "name"}).status_code for seek in seeks]
    assert answers == [204] * (len(seeks) - 1) + [429]


def test_who_plays_may_report(server: Server) -> None:
    game, white, _ = server.playing()
    assert "report" in white.do("GET", f"/api/v1/games/{game}")["capabilities"]
    assert "report" not in server.someone().do("GET", f"/api/v1/games/{game}")["capabilities"]
