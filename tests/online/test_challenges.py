"""Challenges: one player offers a game to another by name."""

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from damaci.online import challenging
from damaci.online.names import fold
from damaci.store import Store
from tests.online.conftest import Server, Someone, running

PASSPHRASE = "a long passphrase"
BLITZ = {"clock": {"base": 300, "increment": 3}}
CLOSE = "W:Wd3:Ba7,d6"
"""A position with three pieces, White to move."""


@pytest.fixture
def people(server: Server, request: pytest.FixtureRequest) -> tuple[Someone, Someone]:
    """Two players with accounts, whose names are unique to this test."""
    return tuple(account(server, name) for name in names(request))  # type: ignore[return-value]


@pytest.fixture
def other(request: pytest.FixtureRequest) -> str:
    return names(request)[1]


def names(request: pytest.FixtureRequest) -> list[str]:
    mark = f"{abs(hash(request.node.name)) % 10**8}"
    return [f"Ada {mark}", f"Bora {mark}"]


def account(server: Server, name: str) -> Someone:
    someone = server.someone()
    someone.do("POST", "/api/v1/account", {"name": name, "passphrase": PASSPHRASE})
    return someone


def challenge(someone: Someone, to: str, **terms: object) -> str:
    return str(someone.do("POST", "/api/v1/challenges", {"to": to} | terms)["id"])


def told(socket: Any) -> Iterator[Any]:
    """The messages about challenges."""
    return (message for message in iter(socket.receive_json, None) if message["type"] == "challenges")


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def test_a_page_without_another_socket_is_told_of_challenges_alone(
    server: Server, people: tuple[Someone, Someone], other: str
) -> None:
    ada, bora = people
    with bora.socket("/ws/challenges") as socket:
        made = challenge(ada, other)
        message = socket.receive_json()
        assert message["type"] == "challenges"
        assert [each["id"] for each in message["incoming"]] == [made]


def test_without_an_account_there_is_nothing_to_listen_for(server: Server) -> None:
    guest = server.someone()
    guest.do("POST", "/api/v1/player")
    for nobody in (guest, server.someone()):
        with nobody.socket("/ws/challenges") as socket, pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4401


def test_a_challenge_is_seen_accepted_and_begins_the_game(
    server: Server, people: tuple[Someone, Someone], other: str
) -> None:
    ada, bora = people
    with ada.socket("/ws/lobby") as hers, bora.socket("/ws/lobby") as his:
        wanted = challenge(ada, other.upper(), color="white", **BLITZ)
        [incoming] = next(told(his))["incoming"]
        assert (incoming["id"], incoming["name"][:3], incoming["terms"]["clock"]["base"]) == (wanted, "Ada", 300)
        [outgoing] = next(told(hers))["outgoing"]
        assert (outgoing["id"], outgoing["name"]) == (wanted, other)
        assert bora.do("POST", f"/api/v1/games/{wanted}/join") == {"id": wanted, "color": "black"}
        assert next(told(hers))["begun"] == [{"id": wanted, "name": other, "account": fold(other)}]
        assert next(told(his))["incoming"] == []
    assert ada.do("GET", f"/api/v1/games/{wanted}")["you"] == ["white"]
    assert ada.do("GET", "/api/v1/challenges")["outgoing"] == []


def test_the_pages_of_a_challenge_and_of_an_invitation_lead_to_who_has_sent_it(
    people: tuple[Someone, Someone], other: str
) -> None:
    ada, bora = people
    link = '<h1><a href="/@/{account}"><bdi>{name}</bdi></a> {told}</h1>'
    name = ada.do("GET", "/api/v1/player")["name"]
    hers = {"account": fold(name), "name": name}
    challenged = bora.send("GET", f"/game/{challenge(ada, other)}").text
    assert link.format(**hers, told="challenges you") in challenged
    invited = bora.send("GET", f"/game/{ada.do('POST', '/api/v1/games', {})['id']}").text
    assert link.format(**hers, told="invites you to a game") in invited


def test_a_guest_who_invites_has_no_page(server: Server) -> None:
    game = server.someone().do("POST", "/api/v1/games", {})["id"]
    page = server.someone().send("GET", f"/game/{game}").text
    assert re.search(r"<h1><bdi>Guest \d+</bdi> invites you to a game</h1>", page)


def test_who_is_between_two_pages_hears_of_the_game_on_the_next_one(
    people: tuple[Someone, Someone], other: str
) -> None:
    ada, bora = people
    with ada.socket("/ws/lobby") as before:
        wanted = challenge(ada, other)
        assert next(told(before))["outgoing"]
    bora.do("POST", f"/api/v1/games/{wanted}/join")
    with ada.socket("/ws/challenges") as after:
        assert next(told(after))["begun"] == [{"id": wanted, "name": other, "account": fold(other)}]


def test_a_challenge_reaches_a_player_in_a_game(server: Server, people: tuple[Someone, Someone], other: str) -> None:
    ada, bora = people
    game = bora.do("POST", "/api/v1/games", {"color": "white"})["id"]
    server.someone().do("POST", f"/api/v1/games/{game}/join")
    with bora.socket(f"/ws/game/{game}") as socket:
        wanted = challenge(ada, other)
        assert next(told(socket))["incoming"][0]["id"] == wanted


def test_who_declines_says_why(server: Server, people: tuple[Someone, Someone], other: str) -> None:
    ada, bora = people
    wanted = challenge(ada, other)
    with ada.socket("/ws/lobby") as socket:
        bora.do("POST", f"/api/v1/challenges/{wanted}/decline", {"reason": "later"})
        assert next(each for each in told(socket) if each["outgoing"][0].get("declined"))["outgoing"][0]["id"] == wanted
    assert ada.do("GET", "/api/v1/challenges")["outgoing"][0]["declined"] == "later"
    assert bora.do("GET", "/api/v1/challenges")["incoming"] == []
    assert bora.send("POST", f"/api/v1/games/{wanted}/join").status_code == 404
    again = challenge(ada, other)
    assert again != wanted
    ada.do("DELETE", f"/api/v1/challenges/{wanted}")
    assert [each["id"] for each in ada.do("GET", "/api/v1/challenges")["outgoing"]] == [again]


def test_a_challenge_can_be_withdrawn(server: Server, people: tuple[Someone, Someone], other: str) -> None:
    ada, bora = people
    wanted = challenge(ada, other)
    assert error(bora.send("DELETE", f"/api/v1/challenges/{wanted}")) == (404, "not-found")
    ada.do("DELETE", f"/api/v1/challenges/{wanted}")
    assert bora.send("POST", f"/api/v1/games/{wanted}/join").status_code == 404
    assert error(bora.send("POST", f"/api/v1/challenges/{wanted}/decline", {})) == (404, "not-found")


def test_a_challenge_ends(
    server: Server, people: tuple[Someone, Someone], other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bora = people
    monkeypatch.setattr(challenging, "CLOCK_SECONDS", 0.0)
    wanted = challenge(ada, other, **BLITZ)
    assert bora.send("POST", f"/api/v1/games/{wanted}/join").status_code == 404
    assert bora.do("GET", "/api/v1/challenges")["incoming"] == []
    assert bora.send("GET", f"/game/{wanted}").status_code == 404


def test_only_the_two_know_of_it(server: Server, people: tuple[Someone, Someone], other: str) -> None:
    ada, _ = people
    wanted = challenge(ada, other)
    stranger = server.someone()
    assert stranger.send("POST", f"/api/v1/games/{wanted}/join").status_code == 404
    assert stranger.send("GET", f"/game/{wanted}").status_code == 404
    assert error(ada.send("POST", f"/api/v1/games/{wanted}/join")) == (409, "own-game")


def test_what_cannot_be(server: Server, people: tuple[Someone, Someone], other: str) -> None:
    ada, bora = people

    def refused(someone: Someone, **wish: object) -> tuple[int, str]:
        return error(someone.send("POST", "/api/v1/challenges", {"to": other} | wish))

    assert refused(server.someone()) == (403, "challenger-needs-account")
    assert refused(ada, to="Nobody of that name") == (404, "no-player")
    assert refused(bora) == (409, "own-game")
    assert refused(ada, rated=True) == (400, "cannot-be-rated")
    assert refused(ada, rated=True, fen=CLOSE, **BLITZ) == (400, "cannot-be-rated")
    assert refused(ada, fen="W:Wd3:B") == (400, "over-already")
    assert refused(ada, fen="nonsense") == (400, "bad-fen")
    assert refused(ada, games=3) == (400, "bad-request")
    challenge(ada, other)
    assert refused(ada) == (409, "challenged-already")


def test_who_wants_no_challenges_gets_none(server: Server, people: tuple[Someone, Someone], other: str) -> None:
    ada, bora = people
    bora.do("PUT", "/api/v1/privacy", {"challenges": "nobody"})
    assert bora.do("GET", "/api/v1/privacy") == {"challenges": "nobody", "presence": "everybody"}
    assert error(ada.send("POST", "/api/v1/challenges", {"to": other})) == (403, "no-challenges")
    guest = server.someone()
    guest.do("POST", "/api/v1/player")
    assert error(guest.send("PUT", "/api/v1/privacy", {})) == (403, "no-account")


def test_what_is_stored_of_a_player_can_be_taken_along(
    server: Server, people: tuple[Someone, Someone], other: str
) -> None:
    ada, bora = people
    challenge(ada, other, **BLITZ)
    bora.do("PUT", "/api/v1/privacy", {"challenges": "nobody"})
    [mine] = ada.do("GET", "/api/v1/data")["challenges"]
    assert (mine["by_me"], mine["terms"]["clock"]) == (True, BLITZ["clock"])
    everything = bora.do("GET", "/api/v1/data")
    assert [each["by_me"] for each in everything["challenges"]] == [False]
    assert everything["privacy"] == {"challenges": "nobody", "presence": "everybody"}
    assert everything["tournaments"] == {}


def test_nobody_waits_for_very_many_answers(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenging, "MOST_MADE", 2)
    monkeypatch.setattr(challenging, "MOST_WAITING", 2)
    eda = account(server, "Eda many")
    efe = account(server, "Efe many")
    for number in range(4):
        account(server, f"Can {number} many")
    for number in range(2):
        challenge(eda, f"Can {number} many")
    answer = eda.send("POST", "/api/v1/challenges", {"to": "Can 3 many"})
    assert error(answer) == (409, "too-many-challenges")
    challenge(efe, "Can 0 many")
    answer = account(server, "Ela many").send("POST", "/api/v1/challenges", {"to": "Can 0 many"})
    assert error(answer) == (409, "too-many-waiting")


def test_new_challenges_have_a_price(tmp_path: Path) -> None:
    with running(tmp_path, accounts="open") as server:
        ada = account(server, "Ada")
        account(server, "Bora")
        for _ in range(10):
            ada.do("DELETE", f"/api/v1/challenges/{challenge(ada, 'Bora')}")
        assert error(ada.send("POST", "/api/v1/challenges", {"to": "Bora"})) == (429, "too-many")


def test_asked_again_under_the_same_key_it_is_the_same(
    server: Server, people: tuple[Someone, Someone], other: str
) -> None:
    ada, bora = people
    first = ada.do("POST", "/api/v1/challenges", {"to": other}, **{"Idempotency-Key": "k"})
    assert ada.do("POST", "/api/v1/challenges", {"to": other}, **{"Idempotency-Key": "k"}) == first
    for _ in range(2):
        assert bora.do("POST", f"/api/v1/games/{first['id']}/join")["id"] == first["id"]
    assert ada.do("POST", "/api/v1/challenges", {"to": other}, **{"Idempotency-Key": "k"}) == first


# ---- settings --------------------------------------------------------------------------------------------------------


def test_every_setting_reaches_the_game(server: Server, people: tuple[Someone, Someone], other: str) -> None:
    ada, bora = people
    terms = {
        "ruleset": "turkish",
        "color": "black",
        "fen": CLOSE,
        "endings": {"one_each": "never", "repetitions": 4},
        "options": {"touch_move": True},
        **BLITZ,
    }
    wanted = challenge(ada, other, **terms)
    assert "From a position" in bora.send("GET", f"/game/{wanted}", accept="text/html").text
    bora.do("POST", f"/api/v1/games/{wanted}/join")
    shown = ada.do("GET", f"/api/v1/games/{wanted}")
    assert (shown["you"], shown["start_fen"]) == (["black"], CLOSE)
    assert shown["settings"]["endings"]["repetitions"] == 4
    assert shown["settings"]["options"]["touch_move"] is True


def test_a_game_from_a_position_knows_whose_turn_it_is(server: Server) -> None:
    game, white, black = server.playing(fen="B:Wd3:Ba7,d6")
    assert game in black.send("GET", "/games").text.partition("</h2>")[0] + turns(black)
    assert game not in turns(white)


def turns(someone: Someone) -> str:
    """The section of the page of games with the games in which it is the visitor's turn."""
    text = str(someone.send("GET", "/games").text)
    return text.partition('id="turns"')[2].partition("</section>")[0]


def following(someone: Someone, game: str) -> str:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if rematch := someone.do("GET", f"/api/v1/games/{game}")["now"].get("rematch"):
            return str(rematch)
        time.sleep(0.05)
    raise AssertionError("no next game")


@pytest.mark.parametrize("by", ["challenge", "link"])
def test_a_match_has_two_games_with_sides_swapped(
    server: Server, people: tuple[Someone, Someone], other: str, by: str
) -> None:
    ada, bora = people
    terms = {"color": "white", "games": 2, **BLITZ}
    if by == "challenge":
        first = challenge(ada, other, **terms)
    else:
        first = ada.do("POST", "/api/v1/games", terms)["id"]
    bora.do("POST", f"/api/v1/games/{first}/join")
    ada.do("POST", f"/api/v1/games/{first}/requests", {"type": "resign"})
    second = following(bora, first)
    assert ada.do("GET", f"/api/v1/games/{second}")["you"] == ["black"]
    bora.do("POST", f"/api/v1/games/{second}/requests", {"type": "resign"})
    assert "rematch" not in ada.do("GET", f"/api/v1/games/{second}")["now"]


def test_the_second_game_begins_though_the_server_was_killed_before_it(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game, white, _ = server.playing(games=2)

    async def resign() -> None:
        from damaci.play.events import Ended

        async with Store(tmp_path) as store:
            await store.log.append(game, 1, [Ended(at=time.time(), result="0-1", reason="resignation")])

    asyncio.run(resign())
    with running(tmp_path) as server:
        again = server.someone()
        again.cookies = white.cookies
        second = following(again, game)
        assert again.do("GET", f"/api/v1/games/{second}")["you"] == ["black"]
