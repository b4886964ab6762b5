"""Older games of a player and older tournaments: links lead back to the first ones, without scripts."""

import re
import time
from html import unescape

import pytest
from litestar.exceptions import NotFoundException

from damaci.online import people_pages
from damaci.online.older import bookmark_in, first_page
from damaci.online.tournaments import pages
from damaci.store.announced import TournamentPlan
from damaci.store.bookmark import Bookmark
from damaci.stored.tournaments import row_of
from damaci.tournament import Settings, Tournament
from tests.online.conftest import Server, Someone
from tests.online.test_ratings import begin, member


def walked(somebody: Someone, page: str, entry: str) -> list[list[str]]:
    """The entries of a page, and of all pages to which its links to older entries lead."""
    found = []
    while page:
        text = somebody.send("GET", page).text
        found.append(re.findall(entry, text))
        link = re.search(r'href="([^"]+\?before=[^"]+)">Older<', text)
        page = unescape(link[1]) if link else ""
    return found


def test_all_games_of_a_player_are_behind_links(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_pages, "RECENT", 2)
    monkeypatch.setattr(people_pages, "PER_PAGE", 3)
    ada = member(server, "Ada Older")
    bora = member(server, "Bora Older")
    games = [begin(ada, bora, rated=False) for _ in range(6)]
    found = walked(server.someone(), "/@/adaolder", 'class="whole" href="/game/([^"]+)"')
    assert found == [games[:3:-1], games[3:0:-1], games[:1]]
    assert walked(server.someone(), "/@/adaolder/games", 'class="whole" href="/game/([^"]+)"')[0] == games[:2:-1]
    assert '<h1>Games of <a href="/@/adaolder">' in server.someone().send("GET", "/@/adaolder/games").text


def test_all_tournaments_that_are_over_are_behind_links(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PER_PAGE", 2)
    store = server.client.app.state.services.store
    opened = Tournament.open(Settings("Past"), 1.0)
    for number in range(5):
        plan = TournamentPlan(None, 1000.0 + number, 0.0, 0.0, rated=False, over=True)
        assert server.client.blocking_portal
        row = row_of(Tournament(opened), time.time())
        server.client.blocking_portal.call(store.announced.announce, f"past{number}", [opened], row, plan, 9)
    found = walked(server.someone(), "/tournaments", 'href="/tournaments/(past.)"')
    assert found == [["past4", "past3"], ["past2", "past1"], ["past0"]]
    assert "<h1>Results</h1>" in server.someone().send("GET", "/tournaments/over").text


def test_a_page_that_is_none_is_not_there(server: Server) -> None:
    member(server, "Can Older")
    for page in ("/@/canolder/games?before=yesterday", "/tournaments/over?before=x_y", "/@/nobodyolder/games"):
        assert server.someone().send("GET", page).status_code == 404
    for text in ("soon", "nan_a", "1e400_a", "-1_a", "1_", "1_\0", "1_a b"):
        with pytest.raises(NotFoundException):
            bookmark_in(text)


def test_a_link_says_where_the_next_page_begins() -> None:
    entries = [Bookmark(1 / 3, "b_1"), Bookmark(0.25, "c")]
    shown, older = first_page(entries, lambda each: each, 1)
    assert (shown, bookmark_in(older)) == (entries[:1], entries[0])
    assert first_page(entries, lambda each: each, 2) == (entries, "")
