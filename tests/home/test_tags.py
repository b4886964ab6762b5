"""Tags that were edited on the analysis page."""

import pytest

from tests.home.conftest import Browser
from tests.home.test_archive import PDN
from tests.home.test_pages import data


def test_every_browser_sees_them(newcomer: Browser) -> None:
    game, other = newcomer.imported(PDN)
    tags = {"White": "Ayşe", "Black": "Çetin", "Event": "Kupa", "Site": "", "Date": "2026.03.01", "Round": ""}
    assert newcomer.send("PUT", f"/api/analysis/games/{game}/tags", {"tags": tags}).status_code == 204
    tree = data(newcomer.get(f"/analysis?game={game}").text)["tree"]
    assert tree["tags"] == {name: value for name, value in tags.items() if value}
    assert data(newcomer.get(f"/game/{game}").text)["names"] == {"white": "Ayşe"}
    assert data(newcomer.get(f"/game/{other}").text)["names"] == {}
    assert "Ayşe" in newcomer.get("/games").text
    assert "Ada" not in newcomer.get("/games").text
    assert '[White "Ayşe"]' in newcomer.get(f"/api/games/{game}/pdn").text
    assert '[White "Ayşe"]' in newcomer.get("/api/games.pdn").text
    assert '"tags": {"White":"Ayşe"' in newcomer.get("/api/data").text
    assert data(newcomer.get(f"/analysis?game={other}").text)["tree"]["tags"] == {"White": "Boris"}


@pytest.mark.parametrize(
    "tags",
    [{"White": "a" * 201}, {"White": "a\nb"}, {"White": "a\n"}, {"White": 3}, {"Result": "1-0"}, [], None],
)
def test_what_cannot_be_a_tag_is_refused(browser: Browser, tags: object) -> None:
    (game,) = browser.imported('[White "Tag"] 1. a3-a4 *') or [""]
    assert browser.send("PUT", f"/api/analysis/games/{game}/tags", {"tags": tags}).status_code == 400
    assert browser.send("DELETE", f"/api/games/{game}", None).status_code == 204


def test_a_game_that_there_is_not_is_not_found(browser: Browser) -> None:
    answer = browser.send("PUT", "/api/analysis/games/none/tags", {"tags": {"White": "Ada"}})
    assert answer.status_code == 404
