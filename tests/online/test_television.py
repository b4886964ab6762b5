"""Television: which game is shown, for how long, and that it is the same in every process."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from damaci.online import orders, television
from damaci.online.television import BEST, COMPUTERS, PEOPLE, _kind, _order
from damaci.play.events import ClockTimes, Settings
from damaci.store import Store
from damaci.store.live_games import LiveGame
from damaci.store.players import Player
from damaci.store.schema import RATINGS
from tests.online.conftest import Server, Someone, eventually, running
from tests.online.test_orders import operating

PASSPHRASE = "a long passphrase"
MOVE = {"type": "move", "id": "1", "ply": 1, "move": "a3-a4"}
BLITZ = {"clock": {"base": 300, "increment": 3}}
NUMBERS = count(1)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    quick(monkeypatch)
    with running(tmp_path, accounts="open") as server:
        yield server


def quick(monkeypatch: pytest.MonkeyPatch, after: float = 0.3) -> None:
    monkeypatch.setattr(television, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(television, "BETTER_SECONDS", 0.05)
    monkeypatch.setattr(television, "AFTER_SECONDS", after)


def begin(white: Someone, black: Someone, **terms: object) -> str:
    """Begins a game in which White has moved."""
    game: str = white.do("POST", "/api/v1/games", {"color": "white"} | terms)["id"]
    black.do("POST", f"/api/v1/games/{game}/join")
    white.do("POST", f"/api/v1/games/{game}/requests", MOVE)
    return game


def resign(someone: Someone, game: str) -> None:
    someone.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign", "id": "2"})


def member(server: Server) -> Someone:
    someone = server.someone()
    someone.do("POST", "/api/v1/account", {"name": f"Ada {next(NUMBERS)}", "passphrase": PASSPHRASE})
    return someone


def rate(place: str, someone: Someone, rating: float, deviation: float = 50.0) -> None:
    """Gives a player a rating for blitz games."""
    player = someone.do("GET", "/api/v1/player")["id"]

    async def write() -> None:
        async with Store(place) as store, store._database.writing() as connection:
            values = {"rating": rating, "deviation": deviation, "volatility": 0.06}
            values |= {"games": 50, "at": time.time(), "number": next(NUMBERS)}
            key = {"player": player, "ruleset": "turkish", "speed": "blitz"}
            await connection.execute(RATINGS.insert().values(**key, **values))

    asyncio.run(write())


def shown(server: Server) -> str:
    game: str = server.someone().do("GET", "/api/v1/tv")["game"]
    return game


def told(socket: Any) -> Iterator[Any]:
    return (message for message in iter(socket.receive_json, None) if message["type"] == "tv")


def test_nothing_is_on_until_somebody_moves(server: Server) -> None:
    assert server.someone().do("GET", "/api/v1/tv") == {"type": "tv", "game": "", "rated": False, "players": {}}
    white = server.someone()
    black = server.someone()
    with server.someone().socket("/ws/tv") as socket:
        news = told(socket)
        assert next(news)["game"] == ""
        game = begin(white, black)
        assert next(news)["game"] == game
    assert shown(server) == game
    assert f'"game":"{game}"' in server.someone().send("GET", "/tv").text
    assert 'href="/tv"' in server.someone().send("GET", "/").text


def test_after_a_game_comes_the_next(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch, after=60.0)
    people = [server.someone() for _ in range(4)]
    first = begin(*people[:2])
    with server.someone().socket("/ws/tv") as one, server.someone().socket("/ws/tv") as two:
        news = [told(one), told(two)]
        assert [next(each)["game"] for each in news] == [first, first]
        second = begin(*people[2:])
        resign(people[0], first)
        assert shown(server) == first
        quick(monkeypatch)
        assert [next(each)["game"] for each in news] == [second, second]
        resign(people[2], second)
        assert [next(each)["game"] for each in news] == ["", ""]


def test_the_highest_sure_ratings_are_shown_and_stay(server: Server, tmp_path: Path) -> None:
    people = [member(server) for _ in range(8)]
    ratings = [(1500.0, 50.0), (1600.0, 50.0), (2400.0, 300.0), (2400.0, 300.0), (1800.0, 50.0), (1700.0, 50.0)]
    for someone, (rating, deviation) in zip(people, ratings, strict=False):
        rate(str(tmp_path), someone, rating, deviation)
    low = begin(*people[0:2], rated=True, **BLITZ)
    unsure = begin(*people[2:4], rated=True, **BLITZ)
    high = begin(*people[4:6], rated=True, **BLITZ)
    assert shown(server) == high
    rate(str(tmp_path), people[6], 2500.0)
    rate(str(tmp_path), people[7], 2500.0)
    higher = begin(*people[6:8], rated=True, **BLITZ)
    time.sleep(0.2)
    programme = server.someone().do("GET", "/api/v1/tv")
    assert (programme["game"], programme["rated"]) == (high, True)
    assert programme["players"]["white"]["rating"]["rating"] == 1800
    for someone, game, following in ((people[4], high, higher), (people[6], higher, low), (people[0], low, unsure)):
        resign(someone, game)
        eventually(lambda following=following: shown(server) == following)  # type: ignore[misc]


def test_a_better_kind_of_game_takes_the_place_of_another(server: Server, tmp_path: Path) -> None:
    casual = begin(server.someone(), server.someone())
    assert shown(server) == casual
    people = [member(server), member(server)]
    for someone in people:
        rate(str(tmp_path), someone, 1500.0)
    rated = begin(*people, rated=True, **BLITZ)
    eventually(lambda: shown(server) == rated)


def test_what_is_said_after_the_end_does_not_prolong_it(server: Server) -> None:
    white = server.someone()
    black = server.someone()
    game = begin(white, black)
    assert shown(server) == game
    resign(white, game)

    def say(number: int) -> bool:
        phrase = {"type": "say", "id": f"s{number}", "phrase": "good-game"}
        white.send("POST", f"/api/v1/games/{game}/requests", phrase)
        return shown(server) == ""

    numbers = count(3)
    eventually(lambda: say(next(numbers)))


def test_a_game_in_which_nothing_happens_is_not_shown(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begin(server.someone(), server.someone())
    assert shown(server) == game
    monkeypatch.setattr(television, "LIVE_SECONDS", 0.2)
    eventually(lambda: shown(server) == "")


def test_a_deleted_player_is_not_named(server: Server) -> None:
    ada = member(server)
    bora = server.someone()
    game = begin(ada, bora)
    name = ada.do("GET", "/api/v1/player")["name"]
    with server.someone().socket("/ws/tv") as socket:
        news = told(socket)
        assert next(news)["players"]["white"]["name"] == name
        ada.do("DELETE", "/api/v1/data", {"passphrase": PASSPHRASE})
        programme = server.someone().do("GET", "/api/v1/tv")
        assert (programme["game"], programme["players"]) == (game, {})
        assert next(news)["players"] == {}
        assert name not in server.someone().send("GET", "/tv").text


def test_games_of_players_who_are_not_to_be_seen_are_not_chosen(server: Server) -> None:
    white = member(server)
    black = member(server)
    white.do("PUT", "/api/v1/privacy", {"presence": "nobody"})
    game = begin(black, white)
    assert shown(server) == ""
    white.do("PUT", "/api/v1/privacy", {"presence": "everybody"})
    eventually(lambda: shown(server) == game)


def test_a_game_leaves_when_a_player_wants_not_to_be_seen_any_more(server: Server) -> None:
    white = member(server)
    black = member(server)
    game = begin(black, white)
    assert shown(server) == game
    white.do("PUT", "/api/v1/privacy", {"presence": "nobody"})
    eventually(lambda: shown(server) == "")


def test_a_game_leaves_when_a_player_is_banned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch)
    monkeypatch.setattr(orders, "LOOK_SECONDS", 0.05)
    with running(tmp_path) as server:
        white = server.someone()
        black = server.someone()
        game = begin(white, black)
        assert shown(server) == game
        banned = white.do("GET", "/api/v1/player")["id"]
        operating(str(tmp_path), lambda operator: operator.ban(banned, "", "", 3600.0))
        eventually(lambda: shown(server) == "")


def test_games_of_banned_players_are_not_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch)
    monkeypatch.setattr(orders, "LOOK_SECONDS", 0.05)
    with running(tmp_path) as server:
        white = server.someone()
        black = server.someone()
        white.do("POST", "/api/v1/player")
        banned = white.do("GET", "/api/v1/player")["id"]
        game = begin(white, black)
        operating(str(tmp_path), lambda operator: operator.ban(banned, "", "", 3600.0))
        eventually(lambda: white.send("GET", "/").status_code == 403)
        assert shown(server) == ""
        operating(str(tmp_path), lambda operator: operator.unban(banned, ""))
        eventually(lambda: shown(server) == game)


def test_every_process_shows_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch, after=60.0)
    with ExitStack() as stack:
        one, two = (stack.enter_context(running(tmp_path)) for _ in range(2))
        people = [one.someone() for _ in range(4)]
        first = begin(*people[:2])
        assert shown(one) == first
        newer = begin(*people[2:])
        resign(people[0], first)
        assert (shown(one), shown(two)) == (first, first)
        assert newer != first


def test_the_kinds_of_games() -> None:
    people = {"white": Player("a", "Ada", 1.0), "black": Player("b", "Bora", 1.0)}
    house = people | {"black": Player("k", "Kartal", 1.0, computer="master")}
    rated = Settings(rated=True, clock=ClockTimes(300, 3))
    games = {
        "best": (LiveGame("best", 1.0, rated, people), 3400.0),  # type: ignore[arg-type]
        "good": (LiveGame("good", 2.0, rated, people), 3300.0),  # type: ignore[arg-type]
        "unsure": (LiveGame("unsure", 1.0, rated, people), None),  # type: ignore[arg-type]
        "new": (LiveGame("new", 9.0, Settings(), people), None),  # type: ignore[arg-type]
        "old": (LiveGame("old", 8.0, Settings(), people), None),  # type: ignore[arg-type]
        "house": (LiveGame("house", 99.0, rated, house), 4400.0),  # type: ignore[arg-type]
    }
    assert sorted(games, key=lambda name: _order(*games[name])) == ["best", "good", "unsure", "new", "old", "house"]
    assert [_kind(*each) for each in games.values()] == [BEST, BEST, PEOPLE, PEOPLE, PEOPLE, COMPUTERS]
