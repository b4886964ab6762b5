"""The explorer of openings on the server: what it counts, who may see which games, and the page without scripts."""

import asyncio
import time
from typing import Any

from damaci import Position
from damaci.play.events import Ended, Moved, Opened, Seat, Settings
from damaci.services.explorer import OpeningExplorer
from tests.online.conftest import Server, Someone
from tests.support import PATIENCE

START = Position.start().fen


def play(server: Server, game: str, *moves: str, black: Seat | None = None) -> None:
    """Stores a finished game that White has won."""
    store = server.client.app.state.services.store
    created = Opened(at=1.0, settings=Settings(), white=Seat("person", "Ayşe"), black=black or Seat("person", "Can"))
    events = [Moved(at=2.0, ply=ply, path=move.split("-")) for ply, move in enumerate(moves, 1)]
    ended = Ended(at=9.0, result="1-0", reason="resignation")
    server.client.blocking_portal.call(store.log.append, game, 0, [created, *events, ended])


def known(someone: Someone, fen: str = START) -> dict[str, Any]:
    answer = someone.do("GET", f"/api/v1/explorer?fen={fen.replace(',', '%2C')}&ruleset=turkish")
    return {move["text"]: move for move in answer["moves"]}


def test_a_finished_game_is_counted_and_linked_only_if_the_lobby_has_shown_it(server: Server) -> None:
    services = server.client.app.state.services
    play(server, "between-people", "d3-d4", "d6-d5")
    play(server, "with-the-engine", "d3-d4", "h6-h5", black=Seat("engine", level="easy"))
    server.client.blocking_portal.call(OpeningExplorer(services.store, asyncio.to_thread).count, 100)
    move = known(server.someone())["d3-d4"]
    assert move["kept"] == {"white": 2}
    assert move["games"] == ["between-people"]
    assert move["engine"]
    assert "value" in move


def test_games_are_counted_in_the_background(server: Server) -> None:
    play(server, "finished", "e3-e4")
    store = server.client.app.state.services.store
    deadline = time.monotonic() + PATIENCE
    while server.client.blocking_portal.call(store.explorer.missing, 1):
        assert time.monotonic() < deadline, "nothing is counted"
        time.sleep(0.1)


def test_the_page_walks_the_tree_by_links(server: Server) -> None:
    someone = server.someone()
    page = someone.send("GET", "/openings", **{"accept-language": "en"}).text
    assert "/openings?ruleset=turkish&amp;line=d3-d4" in page
    page = someone.send("GET", "/openings?line=d3-d4%20d6-d5", **{"accept-language": "en"}).text
    assert "Centre opening, met head-on" in page
    assert "White to move" in page


def test_nonsense_is_refused(server: Server) -> None:
    someone = server.someone()
    assert someone.send("GET", "/openings?line=d3-d6").status_code == 404
    assert someone.send("GET", "/openings?ruleset=none").status_code == 404
    assert someone.send("GET", "/api/v1/explorer?fen=rubbish").status_code == 400
    assert someone.send("GET", f"/api/v1/explorer?fen={START}&ruleset=none").status_code == 400
    assert someone.send("GET", "/api/v1/explorer").status_code == 400
