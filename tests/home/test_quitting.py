"""The app can be ended from its pages, as by Ctrl-C."""

from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.home.process import START_SECONDS, started


def test_the_app_ends_and_keeps_its_games(tmp_path: Path) -> None:
    with started(tmp_path) as app:
        game = app.new_game(opponent="engine", color="white", level="beginner")
        assert app.send("POST", "api/quit", {}) is None
        assert app.process.wait(START_SECONDS) == 0
        assert app.close() == ("", "")
    with started(tmp_path) as again:
        assert game in again.text("api/games")


def test_a_foreign_page_cannot_end_it(tmp_path: Path) -> None:
    with started(tmp_path) as app:
        request = Request(app.address + "api/quit", b"{}", {"Origin": "http://elsewhere.test"}, method="POST")
        with pytest.raises(HTTPError, match="403") as refused:
            urlopen(request)
        refused.value.close()
        assert app.process.poll() is None
