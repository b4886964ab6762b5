"""An operator's page about a player: comparisons are requested by hand, stored, and shown with reports and actions;
nobody else can see it."""

import base64
import time
from pathlib import Path

import anyio
import pytest

from damaci.analysis import agreement
from damaci.online.fair_play import driver, neighbours
from damaci.store import Store
from tests.online.conftest import running
from tests.online.fair_play.games import fill
from tests.support import PATIENCE

TOKEN = "a-token-of-the-operator"
SHOWN = {"authorization": "Basic " + base64.b64encode(f"zeynep:{TOKEN}".encode()).decode()}


async def make(folder: Path) -> None:
    async with Store(folder) as store:
        await fill(store, 2)


def test_an_operator_asks_on_the_page_and_the_server_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "NODES", 500)
    monkeypatch.setattr(driver, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(neighbours, "NEAR", 2000.0)
    anyio.run(make, tmp_path)
    with running(tmp_path, operator_token=TOKEN, accounts="open") as server:
        operator = server.someone()
        assert server.someone().send("GET", "/operator/players/a").status_code == 401
        assert operator.send("GET", "/operator/players/nobody", **SHOWN).status_code == 404
        before = operator.send("GET", "/operator/players/a", **SHOWN).text
        assert 'value="turkish blitz"' in before
        assert "first choice" not in before
        assert "there is nothing to compare" in operator.send("GET", "/operator/players/c", **SHOWN).text
        order = {"act": "compare", "who": "a", "text": "turkish blitz", "why": "report r"}
        operator.do("POST", "/operator/acts", order, **SHOWN)
        until = time.monotonic() + PATIENCE
        while "first choice" not in (page := operator.send("GET", "/operator/players/a", **SHOWN).text):
            assert time.monotonic() < until
            time.sleep(0.05)
        assert "95 %: " in page
        assert "Too few to say what is usual here" in page
        near = {"act": "compare-near", "who": "a", "text": "turkish blitz", "why": "report r"}
        operator.do("POST", "/operator/acts", near, **SHOWN)
        while "first choice" not in operator.send("GET", "/operator/players/b", **SHOWN).text:
            assert time.monotonic() < until
            time.sleep(0.05)
        nobody = operator.send("POST", "/operator/acts", near, **SHOWN)
        assert (nobody.status_code, nobody.json()["error"]) == (400, "order-nobody-near")
        assert "page:zeynep" in operator.send("GET", "/operator", **SHOWN).text
        unrated = operator.send("POST", "/operator/acts", {"act": "compare", "who": "c"}, **SHOWN)
        assert (unrated.status_code, unrated.json()["error"]) == (400, "order-unrated")
        assert "first choice" not in server.someone().send("GET", "/@/ada").text
