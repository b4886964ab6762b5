"""Ratings on the server: who may play rated games, how a game changes ratings, and who is told."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from damaci.cli.main import main
from damaci.online import rating
from damaci.store import Store
from damaci.store.schema import RATINGS
from tests.online.conftest import Server, Someone, running
from tests.support import PATIENCE

BLITZ = {"clock": {"base": 180, "increment": 2}, "rated": True}
ADA = "Ada Rated"
BORA = "Bora Rated"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rated")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with running(folder, accounts="open") as server:
        yield server


@pytest.fixture(scope="module")
def pair(server: Server) -> tuple[Someone, Someone]:
    return member(server, ADA), member(server, BORA)


def member(server: Server, name: str) -> Someone:
    someone = server.someone()
    someone.do("POST", "/api/v1/account", {"name": name, "passphrase": "a long enough one"})
    return someone


def begin(white: Someone, black: Someone, **terms: object) -> str:
    game: str = white.do("POST", "/api/v1/games", BLITZ | {"color": "white"} | terms)["id"]
    black.do("POST", f"/api/v1/games/{game}/join")
    return game


def ask(someone: Someone, game: str, **command: object) -> Any:
    return someone.send("POST", f"/api/v1/games/{game}/requests", command)


def move_both(game: str, white: Someone, black: Someone) -> None:
    assert ask(white, game, type="move", ply=1, move="d3d4").status_code == 200
    assert ask(black, game, type="move", ply=2, move="d6d5").status_code == 200


def players(someone: Someone, game: str) -> Any:
    return someone.do("GET", f"/api/v1/games/{game}/players")


def counted(someone: Someone, game: str) -> Any:
    deadline = time.monotonic() + PATIENCE
    while not (told := players(someone, game))["counted"] and time.monotonic() < deadline:
        time.sleep(0.05)
    return told


def test_a_rated_game_changes_ratings_and_tells_how(server: Server, pair: tuple[Someone, Someone]) -> None:
    white, black = pair
    game = begin(white, black)
    assert players(server.someone(), game) == {
        "rated": True,
        "counted": False,
        "players": {
            "white": {"name": ADA, "account": "adarated"},
            "black": {"name": BORA, "account": "borarated"},
        },
    }
    move_both(game, white, black)
    ask(black, game, type="resign")
    told = counted(server.someone(), game)["players"]
    assert told["white"]["change"] == -told["black"]["change"] > 0
    assert told["white"]["rating"]["rating"] == 1500
    ratings = server.someone().do("GET", "/api/v1/players/ada-RATED")["ratings"]
    assert [(each["ruleset"], each["speed"]) for each in ratings] == [("turkish", "blitz")]
    assert ratings[0]["rating"]["rating"] == 1500 + told["white"]["change"]
    assert ratings[0]["rating"]["provisional"]
    history = server.someone().do("GET", "/api/v1/players/adarated/ratings/turkish/blitz")["games"]
    assert [each["game"] for each in history] == [game]


def resigned(white: Someone, black: Someone, **terms: object) -> str:
    """Plays a game that Black resigns; returns when it is counted, if it is rated."""
    game = begin(white, black, **terms)
    move_both(game, white, black)
    ask(black, game, type="resign")
    if terms.get("rated", True):
        counted(white, game)
    return game


def test_with_a_finished_game_stand_the_ratings_before_it(server: Server) -> None:
    white = member(server, "Ada Before")
    black = member(server, "Bora Before")
    unrated = resigned(white, black, rated=False)
    first = resigned(white, black)
    casual = resigned(white, black, rated=False)
    second = resigned(white, black)
    shown = {game: players(white, game)["players"]["white"] for game in (unrated, first, casual, second)}
    assert "rating" not in shown[unrated]
    assert [shown[game]["rating"]["games"] for game in (first, casual, second)] == [0, 1, 1]
    after = shown[first]["rating"]["rating"] + shown[first]["change"]
    assert [shown[game]["rating"]["rating"] for game in (first, casual, second)] == [1500, after, after]
    assert "change" not in shown[casual]
    running = begin(white, black, rated=False)
    assert players(white, running)["players"]["white"]["rating"]["games"] == 2


def test_what_is_said_after_a_casual_game_changes_no_rating_shown_with_it(server: Server) -> None:
    white = member(server, "Ada Says")
    black = member(server, "Bora Says")
    casual = resigned(white, black, rated=False)
    resigned(white, black)
    ask(white, casual, type="say", phrase="good-game")
    assert "rating" not in players(white, casual)["players"]["white"]


def test_moves_of_a_rated_game_stay(pair: tuple[Someone, Someone]) -> None:
    white, black = pair
    game = begin(white, black)
    move_both(game, white, black)
    shown = white.do("GET", f"/api/v1/games/{game}")
    assert shown["settings"]["rated"]
    assert "take-back" not in shown["capabilities"]
    assert "can_take_back" not in shown["now"]
    refused = ask(white, game, type="offer-takeback")
    assert (refused.status_code, refused.json()["code"]) == (409, "rated")
    ask(white, game, type="offer-draw")
    ask(black, game, type="offer-draw")
    assert counted(white, game)["counted"]


def test_who_gives_up_before_the_first_moves_loses_nothing(server: Server, pair: tuple[Someone, Someone]) -> None:
    white, black = pair
    before = server.someone().do("GET", "/api/v1/players/adarated")
    game = begin(white, black)
    ask(white, game, type="move", ply=1, move="d3d4")
    ask(black, game, type="resign")
    later = begin(white, black, clock={"base": 600, "increment": 5})
    move_both(later, white, black)
    ask(black, later, type="resign")
    counted(white, later)
    assert not players(white, game)["counted"]
    after = server.someone().do("GET", "/api/v1/players/adarated")
    assert before["ratings"] == [each for each in after["ratings"] if each["speed"] == "blitz"]


def test_a_rematch_is_rated_too(pair: tuple[Someone, Someone]) -> None:
    white, black = pair
    game = begin(white, black)
    ask(white, game, type="resign")
    for side in pair:
        ask(side, game, type="offer-rematch")
    following = white.do("GET", f"/api/v1/games/{game}")["now"]["rematch"]
    assert white.do("GET", f"/api/v1/games/{following}")["settings"]["rated"]


def test_guests_play_casual_games_only(server: Server, pair: tuple[Someone, Someone]) -> None:
    guest = server.someone()
    for place in ("games", "seeks"):
        refused = guest.send("POST", f"/api/v1/{place}", BLITZ)
        assert (refused.status_code, refused.json()["error"]) == (403, "account-needed")
    game = pair[0].do("POST", "/api/v1/games", BLITZ)["id"]
    refused = guest.send("POST", f"/api/v1/games/{game}/join")
    assert (refused.status_code, refused.json()["error"]) == (403, "account-needed")


@pytest.mark.parametrize(
    "terms",
    [
        {"clock": None},
        {"options": {"last_three_kings": True}},
        {"endings": {"one_each": "never"}},
        {"opponent": "engine", "level": "easy"},
    ],
    ids=["no clock", "other rules", "other draws", "the computer"],
)
def test_what_cannot_be_rated(pair: tuple[Someone, Someone], terms: dict[str, Any]) -> None:
    refused = pair[0].send("POST", "/api/v1/games", BLITZ | terms)
    assert (refused.status_code, refused.json()["error"]) == (400, "cannot-be-rated")


def test_guests_have_no_page(server: Server) -> None:
    game, white, _ = server.playing()
    assert players(white, game)["players"] == {}
    name = white.do("GET", "/api/v1/player")["name"]
    assert server.someone().send("GET", f"/api/v1/players/{name}").status_code == 404
    assert server.someone().send("GET", "/@/nobodyhere").status_code == 404


def test_pages_of_players(server: Server, pair: tuple[Someone, Someone]) -> None:
    page = server.someone().send("GET", "/@/adarated")
    assert page.status_code == 200
    assert ADA in page.text
    assert "<polyline" in page.text
    assert server.someone().send("GET", "/players").status_code == 200
    assert server.someone().send("GET", "/players?name=Ada+Rated").url.path == "/@/adarated"
    assert server.someone().send("GET", "/players?ruleset=chess").status_code == 400
    assert server.someone().do("GET", "/api/v1/best/turkish/blitz") == {"places": []}


def waiting(someone: Someone) -> str:
    """The list of the page of games with the games in which it is the visitor's turn."""
    shown: str = someone.send("GET", "/games").text
    return shown.partition('id="waiting-games"')[2].partition("</ul>")[0]


def test_a_player_s_page_has_results_openings_and_opponents(server: Server, pair: tuple[Someone, Someone]) -> None:
    white, black = pair
    game = begin(white, black)
    move_both(game, white, black)
    assert game in waiting(white)
    assert game not in waiting(black)
    ask(black, game, type="resign")
    told = server.someone().do("GET", "/api/v1/players/borarated")
    assert told["results"]["black"]["lost"] >= 1
    assert {"color": "black", "move": "d3-d4"}.items() <= told["results"]["openings"][0].items()
    assert [each["name"] for each in told["results"]["opponents"]] == [ADA]
    assert not told["here"]
    page = white.send("GET", "/@/borarated").text
    assert 'href="/@/adarated"' in page
    with black.socket("/ws/lobby") as lobby:
        lobby.receive_json()
        assert server.someone().do("GET", "/api/v1/players/borarated")["here"]


def test_a_deleted_player_is_gone_everywhere(server: Server, pair: tuple[Someone, Someone]) -> None:
    leaving = member(server, "Leaving One")
    game = begin(leaving, pair[0])
    move_both(game, leaving, pair[0])
    ask(leaving, game, type="resign")
    assert counted(pair[0], game)["players"]["white"]["name"] == "Leaving One"
    leaving.do("DELETE", "/api/v1/data", {"passphrase": "a long enough one"})
    assert list(players(pair[0], game)["players"]) == ["black"]
    assert server.someone().send("GET", "/@/leavingone").status_code == 404
    assert "Leaving" not in server.someone().send("GET", "/@/adarated").text


def test_the_operator_proves_ratings_from_the_log(
    pair: tuple[Someone, Someone], folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DAMACI_DATABASE", str(folder))
    assert main(["admin", "ratings", "--check"]) == 0
    assert "every stored rating is right" in capsys.readouterr().out

    async def spoil() -> None:
        async with Store(str(folder)) as store, store._database.writing() as connection:
            await connection.execute(update(RATINGS).values(rating=2222.0))

    asyncio.run(spoil())
    assert main(["admin", "ratings", "--check"]) == 1
    assert main(["admin", "ratings", "--recompute", "--json"]) == 0
    assert main(["admin", "ratings", "--check"]) == 0
    assert main(["admin", "audit"]) == 0
    assert "differences" in capsys.readouterr().out


def test_games_that_a_killed_process_has_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process ends between the end of a game and its rating; the next process counts the game."""
    with monkeypatch.context() as patch:
        patch.setattr(rating.RatingCounter, "_count", lambda self: asyncio.sleep(0))
        with running(tmp_path, accounts="open") as server:
            white = member(server, ADA)
            black = member(server, BORA)
            game = begin(white, black)
            move_both(game, white, black)
            ask(black, game, type="resign")
            assert not players(white, game)["counted"]
    with running(tmp_path, accounts="open") as server:
        assert counted(server.someone(), game)["counted"]
