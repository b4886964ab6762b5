"""Following: whom a player follows, which of them are here, and what nobody else sees of it."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from damaci.online import followed_news, following, here_exchange, orders
from damaci.online.moderation import Moderation
from damaci.site.language import catalog
from tests.online.conftest import Server, eventually, running
from tests.online.test_orders import operating
from tests.servers import Postgres, Redis

PASSPHRASE = "a long passphrase"
MOVE = {"type": "move", "id": "1", "ply": 1, "move": "a3-a4"}
NUMBERS = count(1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(followed_news, "LOOK_SECONDS", 0.05)
        patch.setattr(followed_news, "GATHER_SECONDS", 0.05)
        with running(tmp_path_factory.mktemp("server"), accounts="open") as server:
            yield server


class Member:
    """A player with an account."""

    def __init__(self, server: Server, name: str) -> None:
        self.name = f"{name} {next(NUMBERS)}"
        self.someone = server.someone()
        wish = {"name": self.name, "passphrase": PASSPHRASE}
        self.someone.do("POST", "/api/v1/account", wish)
        self.account = self.someone.do("GET", f"/api/v1/players/{self.name}")["account"]

    def follow(self, other: "Member") -> None:
        self.someone.do("PUT", f"/api/v1/following/{other.account}")

    def refused(self, method: str, name: str) -> tuple[int, str]:
        return error(self.someone.send(method, f"/api/v1/following/{name}"))

    def following(self) -> list[Any]:
        players: list[Any] = self.someone.do("GET", "/api/v1/following")["players"]
        return players

    def page(self, path: str) -> str:
        text: str = self.someone.send("GET", path).text
        return text


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def told(socket: Any) -> Iterator[list[Any]]:
    """The players who are here, as told by each message."""
    return (message["players"] for message in iter(socket.receive_json, None) if message["type"] == "followed")


def test_a_player_follows_and_unfollows(server: Server) -> None:
    ada = Member(server, "Ada")
    bora = Member(server, "Bora")
    ada.someone.do("PUT", f"/api/v1/following/{bora.name.upper()}")
    ada.follow(bora)
    [listed] = ada.following()
    assert {"name": bora.name, "account": bora.account}.items() <= listed.items()
    assert "here" not in listed
    assert bora.following() == []
    ada.someone.do("DELETE", f"/api/v1/following/{bora.account}")
    ada.someone.do("DELETE", f"/api/v1/following/{bora.account}")
    assert ada.someone.do("GET", "/api/v1/following") == {"players": [], "most": following.MOST}


def test_what_cannot_be(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST", 2)
    ada, *others = (Member(server, name) for name in ("Ada", "Bora", "Cem", "Dilek"))
    guest = server.someone()
    assert error(guest.send("PUT", f"/api/v1/following/{ada.account}")) == (401, "nobody")
    guest.do("POST", "/api/v1/player")
    assert error(guest.send("PUT", f"/api/v1/following/{ada.account}")) == (403, "follow-needs-account")
    assert error(guest.send("DELETE", f"/api/v1/following/{ada.account}")) == (403, "follow-needs-account")
    assert guest.do("GET", "/api/v1/following")["players"] == []
    assert ada.refused("PUT", "Nobody of that name") == (404, "no-player")
    assert ada.refused("DELETE", "Nobody of that name") == (404, "no-player")
    assert ada.refused("PUT", ada.account) == (409, "follow-yourself")
    for other in others[:2]:
        ada.follow(other)
    assert ada.refused("PUT", others[2].account) == (409, "follow-too-many")
    ada.follow(others[0])
    ada.someone.do("DELETE", f"/api/v1/following/{others[0].account}")
    ada.follow(others[2])


def test_who_is_here_stands_first_with_the_game(server: Server) -> None:
    ada, bora, cem = (Member(server, name) for name in ("Ada", "Bora", "Cem"))
    ada.follow(bora)
    ada.follow(cem)
    game = cem.someone.do("POST", "/api/v1/games", {"color": "white"})["id"]
    server.someone().do("POST", f"/api/v1/games/{game}/join")
    with cem.someone.socket(f"/ws/game/{game}") as socket:
        socket.receive_json()
        assert [each["name"] for each in ada.following()] == [cem.name, bora.name]
        assert "game" not in ada.following()[0]
        cem.someone.do("POST", f"/api/v1/games/{game}/requests", MOVE)
        eventually(lambda: ada.following()[0].get("game") == game)
        assert f"/game/{game}" in ada.page("/following")
        assert ada.someone.do("GET", f"/api/v1/players/{cem.account}")["here"]
    eventually(lambda: not ada.following()[0].get("here"))
    assert "game" not in ada.following()[1]


def test_the_lobby_tells_each_follower_alone(server: Server) -> None:
    ada = Member(server, "Ada")
    bora = Member(server, "Bora")
    ada.follow(bora)
    with ada.someone.socket("/ws/lobby") as hers, server.someone().socket("/ws/lobby") as others:
        news = told(hers)
        assert next(news) == []
        with bora.someone.socket("/ws/lobby") as his:
            assert next(news) == [{"name": bora.name, "account": bora.account}]
            game = bora.someone.do("POST", "/api/v1/games", {"color": "white"})["id"]
            server.someone().do("POST", f"/api/v1/games/{game}/join")
            bora.someone.do("POST", f"/api/v1/games/{game}/requests", MOVE)
            assert next(news) == [{"name": bora.name, "account": bora.account, "game": game}]
            for socket in (his, others):
                seen = next(each for each in iter(socket.receive_json, None) if game in json.dumps(each))
                assert seen["type"] != "followed"
        assert next(news) == []


def test_an_open_lobby_hears_of_a_change(server: Server) -> None:
    ada = Member(server, "Ada")
    bora = Member(server, "Bora")
    with ada.someone.socket("/ws/lobby") as socket, bora.someone.socket("/ws/lobby"):
        news = told(socket)
        assert next(news) == []
        ada.follow(bora)
        assert [each["name"] for each in next(news)] == [bora.name]
        ada.someone.do("DELETE", f"/api/v1/following/{bora.account}")
        assert next(news) == []


def test_the_page_of_those_who_are_followed_is_told_alone(server: Server) -> None:
    ada = Member(server, "Ada")
    bora = Member(server, "Bora")
    ada.follow(bora)
    with ada.someone.socket("/ws/following") as socket:
        assert socket.receive_json() == {"type": "followed", "players": []}
        with bora.someone.socket("/ws/tv"):
            here = {"name": bora.name, "account": bora.account}
            assert socket.receive_json() == {"type": "followed", "players": [here]}
            game = server.someone().do("POST", "/api/v1/games", {"color": "white"})["id"]
            ada.someone.do("POST", f"/api/v1/games/{game}/join")
        # The page receives nothing about the lobby: neither the game nor the seek.
        assert socket.receive_json() == {"type": "followed", "players": []}


def test_who_does_not_want_to_be_seen_is_not(server: Server) -> None:
    ada = Member(server, "Ada")
    bora = Member(server, "Bora")
    ada.follow(bora)
    game = bora.someone.do("POST", "/api/v1/games", {"color": "white"})["id"]
    cem = Member(server, "Cem")
    cem.someone.do("POST", f"/api/v1/games/{game}/join")
    bora.someone.do("POST", f"/api/v1/games/{game}/requests", MOVE)
    with ada.someone.socket("/ws/lobby") as hers, bora.someone.socket("/ws/lobby"):
        news = told(hers)
        assert next(each for each in news if each)
        kept = bora.someone.do("PUT", "/api/v1/privacy", {"presence": "nobody"})
        assert kept == {"challenges": "everybody", "presence": "nobody"}
        # A check that had begun before may still report that she is here.
        assert next(each for each in news if not each) == []
        [listed] = ada.following()
        assert not {"here", "game"} & listed.keys()
        assert not ada.someone.do("GET", f"/api/v1/players/{bora.account}")["here"]
        assert "Here now" not in ada.page(f"/@/{bora.account}")
        lists = [f"/@/{each.account}{more}" for each in (bora, cem) for more in ("", "/games")]
        assert [game in ada.page(each) for each in lists] == [False] * 4
        assert [game in bora.page(each) for each in lists] == [True] * 4
        assert [game in cem.page(each) for each in lists] == [False, False, True, True]
        bora.someone.do("PUT", "/api/v1/privacy", {"challenges": "nobody"})
        assert bora.someone.do("GET", "/api/v1/privacy") == {"challenges": "nobody", "presence": "nobody"}
        bora.someone.do("PUT", "/api/v1/privacy", {"presence": "everybody"})
        assert [each["game"] for each in next(news)] == [game]
        assert [game in ada.page(each) for each in lists] == [True] * 4


def test_who_plays_somebody_unseen_is_seen_without_the_game(server: Server) -> None:
    ada, bora, cem = (Member(server, name) for name in ("Ada", "Bora", "Cem"))
    ada.follow(cem)
    game = bora.someone.do("POST", "/api/v1/games", {"color": "white"})["id"]
    cem.someone.do("POST", f"/api/v1/games/{game}/join")
    bora.someone.do("POST", f"/api/v1/games/{game}/requests", MOVE)
    with cem.someone.socket("/ws/lobby"):
        eventually(lambda: ada.following()[0].get("game") == game)
        bora.someone.do("PUT", "/api/v1/privacy", {"presence": "nobody"})
        eventually(lambda: "game" not in ada.following()[0])
        assert ada.following()[0]["here"]


def test_the_button_is_for_members_alone(server: Server) -> None:
    ada = Member(server, "Ada")
    bora = Member(server, "Bora")
    path = f"/@/{bora.account}"
    button = "data-follow"
    assert 'aria-pressed="false">Follow' in ada.page(path)
    ada.follow(bora)
    assert 'aria-pressed="true">Follow' in ada.page(path)
    assert button not in bora.page(path)
    guest = server.someone()
    assert button not in guest.send("GET", path).text
    guest.do("POST", "/api/v1/player")
    assert button not in guest.send("GET", path).text
    assert "with an account" in guest.send("GET", "/following").text
    assert 'href="/following"' not in guest.send("GET", "/players").text
    assert 'href="/following"' in ada.page("/players")
    assert catalog("tr").translations.gettext("Players you follow") in ada.page("/following?lang=tr")


def test_what_is_stored_can_be_taken_along_and_goes(server: Server) -> None:
    ada, bora, cem = (Member(server, name) for name in ("Ada", "Bora", "Cem"))
    ada.follow(bora)
    cem.follow(ada)
    [mine] = ada.someone.do("GET", "/api/v1/data")["following"]
    assert (mine["name"], mine["account"]) == (bora.name, bora.account)
    assert bora.someone.do("GET", "/api/v1/data")["following"] == []
    bora.someone.do("DELETE", "/api/v1/data", {"passphrase": PASSPHRASE})
    assert ada.following() == ada.someone.do("GET", "/api/v1/data")["following"] == []
    ada.someone.do("DELETE", "/api/v1/data", {"passphrase": PASSPHRASE})
    assert cem.following() == []


def test_a_banned_player_is_not_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "LOOK_SECONDS", 0.05)
    with running(tmp_path, accounts="open") as server:
        ada, bora, cem = (Member(server, name) for name in ("Ada", "Bora", "Cem"))
        ada.follow(bora)
        banned = bora.someone.do("GET", "/api/v1/player")["id"]

        def ban(operator: Moderation) -> Any:
            return operator.ban(banned, "", "Be polite.", 3600.0)

        operating(str(tmp_path), ban)
        eventually(lambda: ada.following() == [])
        assert 'aria-pressed="true"' in ada.page(f"/@/{bora.account}")
        assert cem.refused("PUT", bora.account) == (404, "no-player")
        assert "data-follow" not in cem.page(f"/@/{bora.account}")
        operating(str(tmp_path), lambda operator: operator.unban(banned, ""))
        eventually(lambda: len(ada.following()) == 1)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for looking in (orders, followed_news):
        monkeypatch.setattr(looking, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(followed_news, "GATHER_SECONDS", 0.05)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("path", ["/ws/following", "/ws/lobby"])
def test_an_open_page_hears_that_a_followed_player_is_renamed(tmp_path: Path, path: str) -> None:
    with running(tmp_path, accounts="open") as server:
        ada = Member(server, "Ada")
        bora = Member(server, "Bora")
        ada.follow(bora)
        with ada.someone.socket(path) as socket, bora.someone.socket("/ws/tv"):
            news = told(socket)
            assert next(each for each in news if each) == [{"name": bora.name, "account": bora.account}]
            operating(str(tmp_path), lambda operator: operator.rename(bora.account, "Demet"))
            assert next(news) == [{"name": "Demet", "account": "demet"}]


@pytest.mark.usefixtures("quick")
def test_an_open_page_hears_that_a_followed_computer_is_banned(tmp_path: Path) -> None:
    with running(tmp_path, accounts="open") as server:
        ada = Member(server, "Ada")
        ada.someone.do("PUT", "/api/v1/following/serce")
        with ada.someone.socket("/ws/following") as socket:
            news = told(socket)
            [computer] = next(news)
            operating(str(tmp_path), lambda operator: operator.ban("serce", "", "", 3600.0))
            assert next(news) == []
            operating(str(tmp_path), lambda operator: operator.unban("serce", ""))
            assert next(news) == [computer]


def test_a_house_player_is_always_here(server: Server) -> None:
    ada = Member(server, "Ada")
    ada.someone.do("PUT", "/api/v1/following/serce")
    [listed] = ada.following()
    assert (listed["here"], listed["computer"]) == (True, "beginner")


def test_who_is_at_another_process_is_here_too(
    postgres: Postgres, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(here_exchange, "PULSE_SECONDS", 0.05)
    monkeypatch.setattr(here_exchange, "COUNTED_SECONDS", 4)
    url = asyncio.run(postgres.new_database())
    with ExitStack() as stack:
        places = {"database": url, "redis": redis.url, "accounts": "open"}
        one, two = (stack.enter_context(running(tmp_path, **places)) for _ in range(2))
        ada = Member(one, "Ada")
        bora = Member(two, "Bora")
        ada.follow(bora)
        with ada.someone.socket("/ws/following") as socket:
            news = told(socket)
            assert next(news) == []
            with bora.someone.socket("/ws/lobby"):
                assert [each["name"] for each in next(news)] == [bora.name]
                game = bora.someone.do("POST", "/api/v1/games", {"color": "white"})["id"]
                two.someone().do("POST", f"/api/v1/games/{game}/join")
                bora.someone.do("POST", f"/api/v1/games/{game}/requests", MOVE)
                assert [each["game"] for each in next(news)] == [game]
            assert next(news) == []
        assert not ada.following()[0].get("here")
