"""The house's players on the server: they can be challenged, accept open seeks, are marked and rated, and never play
too many games."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from damaci.cli.main import main
from damaci.online.house import driver
from damaci.store import Store
from damaci.store.players import Player
from tests.online.conftest import Server, Someone, running
from tests.support import PATIENCE

CLOCK = {"clock": {"base": 300, "increment": 3}}
OWL = "Baykuş"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    patch = pytest.MonkeyPatch()
    patch.setattr(driver, "LOOK_SECONDS", 0.1)
    with running(folder, accounts="open", house_games=2, house_seconds=0.2, engine_games=3) as server:
        yield server
    patch.undo()


def member(server: Server, name: str) -> Someone:
    someone = server.someone()
    someone.do("POST", "/api/v1/account", {"name": name, "passphrase": "a long enough one"})
    return someone


def challenge(someone: Someone, to: str, **terms: object) -> Any:
    return someone.send("POST", "/api/v1/challenges", {"to": to, "color": "white"} | CLOCK | terms)


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def resign(someone: Someone, game: str) -> None:
    someone.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})


def moved(someone: Someone, game: str, plies: int) -> Any:
    """The state of the game, as soon as this many plies are played."""
    until = time.monotonic() + PATIENCE
    while (state := someone.do("GET", f"/api/v1/games/{game}"))["now"]["ply"] < plies:
        assert time.monotonic() < until
        time.sleep(0.05)
    return state


def begun(someone: Someone, game: str) -> None:
    """Waits until somebody has accepted the seek with this id."""
    until = time.monotonic() + PATIENCE
    while someone.send("GET", f"/api/v1/games/{game}").status_code == 404:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_challenge_begins_at_once_and_the_computer_answers(server: Server) -> None:
    ada = server.someone()
    made = challenge(ada, "serce").json()
    assert made["color"] == "white"
    game = made["id"]
    ada.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3d4"})
    state = moved(ada, game, 2)
    assert state["black"] == {"kind": "engine", "name": "Serçe", "level": "beginner", "resigns": True}
    assert ada.do("GET", f"/api/v1/games/{game}/players")["players"]["black"]["computer"] == "beginner"
    assert "Serçe (beginner)" in ada.send("GET", f"/api/v1/games/{game}/pdn").text
    resign(ada, game)


def test_the_same_challenge_sent_again_is_the_same_game(server: Server) -> None:
    ada = server.someone()
    key = {"Idempotency-Key": "once"}
    first, second = (ada.do("POST", "/api/v1/challenges", {"to": OWL} | CLOCK, **key)["id"] for _ in range(2))
    assert first == second
    resign(ada, first)


def test_what_no_computer_plays_is_refused(server: Server) -> None:
    ada = server.someone()
    assert error(challenge(ada, OWL, clock=None)) == (409, "computer-needs-clock")
    assert error(challenge(ada, OWL, clock={"base": 10})) == (409, "computer-needs-time")
    assert error(challenge(ada, OWL, rated=True)) == (403, "account-needed")
    assert error(challenge(ada, "Nobody at all")) == (404, "no-player")


def test_who_plays_enough_says_so(server: Server) -> None:
    others = [server.someone() for _ in range(3)]
    games = [challenge(each, "Kumru").json()["id"] for each in others[:2]]
    assert error(challenge(others[2], "Kumru")) == (409, "computer-plays")
    resign(others[0], games[0])
    third = challenge(others[2], "Kumru").json()["id"]
    resign(others[1], games[1])
    resign(others[2], third)


def test_nobody_has_too_many_games_with_computers(server: Server) -> None:
    ada = server.someone()
    games = [challenge(ada, name).json()["id"] for name in ("Leylek", "Karga", OWL)]
    assert error(challenge(ada, "Kartal")) == (409, "too-many-engine-games")
    for game in games:
        resign(ada, game)


def test_who_waits_is_found(server: Server) -> None:
    ada = server.someone()
    with ada.socket("/ws/lobby"):
        wanted = ada.do("POST", "/api/v1/seeks", {"color": "black"} | CLOCK)["id"]
        begun(ada, wanted)
    state = moved(ada, wanted, 0)
    assert state["you"] == ["black"]
    assert state["white"]["name"] == "Martı"
    resign(ada, wanted)


def test_who_waits_for_what_no_computer_plays_goes_on_waiting(server: Server) -> None:
    ada = server.someone()
    with ada.socket("/ws/lobby"):
        slow = ada.do("POST", "/api/v1/seeks", {})["id"]
        found = ada.do("POST", "/api/v1/seeks", CLOCK)["id"]
        # Both seeks are of one player. The older one comes first, and must not block the other one.
        begun(ada, found)
        ada.do("DELETE", f"/api/v1/seeks/{slow}")
    resign(ada, found)


def test_a_rated_game_changes_both_ratings_and_the_check_agrees(
    server: Server, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = member(server, "Ada House")
    game = challenge(ada, "Leylek", rated=True).json()["id"]
    state = ada.do("GET", f"/api/v1/games/{game}")
    assert not {"take-back", "hint"} & {*state["capabilities"]}
    ada.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3d4"})
    moved(ada, game, 2)
    resign(ada, game)
    until = time.monotonic() + PATIENCE
    while not (told := ada.do("GET", f"/api/v1/games/{game}/players"))["counted"]:
        assert time.monotonic() < until
        time.sleep(0.05)
    stork = told["players"]["black"]
    assert (stork["rating"]["rating"], stork["rating"]["deviation"], stork["computer"]) == (1500, 250, "medium")
    assert stork["change"] > 0
    main(["admin", "ratings", "--check", "--database", str(folder)])
    assert "differ" not in capsys.readouterr().out


def test_a_rematch_with_a_computer_begins_at_once(server: Server) -> None:
    ada = server.someone()
    game = challenge(ada, OWL).json()["id"]
    resign(ada, game)
    ada.do("POST", f"/api/v1/games/{game}/requests", {"type": "offer-rematch"})
    following = ada.do("GET", f"/api/v1/games/{game}")["now"]["rematch"]
    state = ada.do("GET", f"/api/v1/games/{following}")
    assert state["you"] == ["black"]
    assert state["white"]["name"] == OWL
    resign(ada, following)


def test_a_rematch_waits_until_the_computer_plays_less(server: Server) -> None:
    ada, *others = (server.someone() for _ in range(3))
    game = challenge(ada, "Şahin").json()["id"]
    resign(ada, game)
    games = [challenge(each, "Şahin").json()["id"] for each in others]
    refused = ada.send("POST", f"/api/v1/games/{game}/requests", {"type": "offer-rematch"})
    assert (refused.status_code, refused.json()["code"]) == (409, "computer-plays")
    assert not ada.do("GET", f"/api/v1/games/{game}")["now"].get("rematch")
    resign(others[0], games[0])
    ada.do("POST", f"/api/v1/games/{game}/requests", {"type": "offer-rematch"})
    following = ada.do("GET", f"/api/v1/games/{game}")["now"]["rematch"]
    resign(ada, following)
    resign(others[1], games[1])


def test_the_second_game_of_a_match_begins_however_much_the_computer_plays(server: Server) -> None:
    ada, *others = (server.someone() for _ in range(3))
    match = challenge(ada, "Kartal", games=2).json()["id"]
    games = [challenge(others[0], "Kartal").json()["id"]]
    assert error(challenge(others[1], "Kartal")) == (409, "computer-plays")
    resign(ada, match)
    until = time.monotonic() + PATIENCE
    while not (following := ada.do("GET", f"/api/v1/games/{match}")["now"].get("rematch")):
        assert time.monotonic() < until
        time.sleep(0.05)
    for someone, game in ((ada, following), (others[0], games[0])):
        resign(someone, game)


def test_nobody_signs_in_as_one_of_them_or_takes_the_name(server: Server) -> None:
    someone = server.someone()
    passphrase = {"name": OWL, "passphrase": "a long enough one"}
    assert error(someone.send("POST", "/api/v1/session", passphrase)) == (403, "wrong-passphrase")
    assert error(someone.send("POST", "/api/v1/account", passphrase)) == (409, "name-taken")


def test_they_are_listed_with_level_and_rating(server: Server) -> None:
    bots = server.someone().do("GET", "/api/v1/bots")["bots"]
    assert [each["computer"] for each in bots][:2] == ["beginner", "easy"]
    assert all(each["here"] and each["most"] == 2 for each in bots)
    owl = next(each for each in bots if each["name"] == OWL)
    assert {each["speed"]: each["rating"]["rating"] for each in owl["ratings"]}["rapid"] == 1980
    profile = server.someone().do("GET", f"/api/v1/players/{owl['account']}")
    assert profile["computer"] == "hard"
    assert profile["here"]


def test_the_pages_say_that_they_are_computers(server: Server) -> None:
    someone = server.someone()
    text = someone.send("GET", "/bots").text
    assert "The owl sees in the dark" in text
    page = someone.send("GET", "/@/baykus").text
    assert "Computer" in page
    assert "The owl sees in the dark" in page


def test_they_are_on_no_leaderboard(server: Server, folder: Path) -> None:
    with sqlite3.connect(folder / "damaci.db") as database:
        sure = ("house-hard", "turkish", "rapid", 1980.0, 50.0, 0.06, 99, time.time(), 0)
        database.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", sure)
    database.close()
    try:
        assert server.someone().do("GET", "/api/v1/best/turkish/rapid")["places"] == []
    finally:
        with sqlite3.connect(folder / "damaci.db") as database:
            database.execute("DELETE FROM ratings WHERE player = 'house-hard'")
        database.close()


def test_a_game_that_never_begins_ends(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "QUIET_SECONDS", 0.1)
    monkeypatch.setattr(driver, "UNBEGUN_SECONDS", 0.2)
    ada = server.someone()
    game = challenge(ada, "Karga").json()["id"]
    until = time.monotonic() + PATIENCE
    while (over := ada.do("GET", f"/api/v1/games/{game}")["now"].get("result", "*")) == "*":
        assert time.monotonic() < until
        time.sleep(0.05)
    assert over == "1/2-1/2"


@pytest.mark.parametrize("settings", [{"house": "off"}, {"engine_games": 0}])
def test_a_server_may_have_none(tmp_path: Path, settings: dict[str, Any]) -> None:
    with running(tmp_path, accounts="open", **settings) as server:
        assert server.someone().do("GET", "/api/v1/bots") == {"bots": []}
        assert error(challenge(member(server, "Ada"), OWL)) == (404, "no-player")


def test_people_keep_their_names(tmp_path: Path) -> None:
    async def sign_up() -> None:
        async with Store(tmp_path) as store:
            await store.players.add(Player("ada", OWL, time.time(), account="baykus", passphrase="x"))

    asyncio.run(sign_up())
    with running(tmp_path, accounts="open") as server:
        names = [each["name"] for each in server.someone().do("GET", "/api/v1/bots")["bots"]]
        assert f"{OWL} 2" in names
        assert OWL not in names
