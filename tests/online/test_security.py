"""Attacks: seats of other players, other people's sessions and tokens, pages of other sites, too many requests."""

import time
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from litestar.connection import ASGIConnection
from litestar.exceptions import WebSocketDisconnect

from damaci.online import identity, sockets, standing
from damaci.online.cookies import SESSION_COOKIE
from damaci.online.secret import hashed
from damaci.online.security import address_of
from damaci.store import StoreError
from tests.online.conftest import PASSPHRASE, Server, Someone, running
from tests.support import PATIENCE

REQUESTS = (
    {"type": "move", "ply": 1, "move": "d3d4", "color": "white"},
    {"type": "resign", "color": "black"},
    {"type": "offer-draw", "color": "white"},
    {"type": "say", "phrase": "hello", "color": "black"},
    {"type": "resign"},
)


@pytest.mark.parametrize("request_", REQUESTS)
def test_a_stranger_moves_for_nobody(server: Server, request_: dict[str, object]) -> None:
    game, _, _ = server.playing()
    stranger = server.someone()
    stranger.do("POST", "/api/v1/player")
    answer = stranger.send("POST", f"/api/v1/games/{game}/requests", request_)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-your-seat")
    with stranger.socket(f"/ws/game/{game}") as socket:
        socket.send_json(request_ | {"id": "x"})
        refusal = next(m for m in iter(socket.receive_json, None) if m["type"] == "refused")
    assert refusal["code"] == "not-your-seat"


def test_a_player_moves_only_for_one_side(server: Server) -> None:
    game, white, _ = server.playing()
    answer = white.send("POST", f"/api/v1/games/{game}/requests", {"type": "resign", "color": "black"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not-your-seat")


def test_nobody_peeks_at_the_moves_of_a_seat(server: Server) -> None:
    game, _, _ = server.playing()
    assert server.someone().do("GET", f"/api/v1/games/{game}").get("now").get("legal", []) == []


def test_nobody_cancels_what_another_waits_for(server: Server) -> None:
    ada = server.someone()
    eve = server.someone()
    waiting = ada.do("POST", "/api/v1/games", {})["id"]
    eve.do("POST", "/api/v1/player")
    assert eve.send("DELETE", f"/api/v1/seeks/{waiting}").status_code == 404
    assert server.someone().do("POST", f"/api/v1/games/{waiting}/join")["id"] == waiting


def test_a_cookie_that_was_made_up_is_nobody(server: Server) -> None:
    game, white, _ = server.playing()
    eve = server.someone()
    eve.cookies[SESSION_COOKIE] = white.cookies[SESSION_COOKIE][:-1] + "!"
    assert eve.do("GET", f"/api/v1/games/{game}")["you"] == []


def test_the_session_cookie_is_out_of_reach(server: Server) -> None:
    answer = server.someone().send("POST", "/api/v1/player")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie


def test_the_session_cookie_is_secure_where_players_come_by_https(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://dama.example") as server:
        assert "secure" in server.someone().send("POST", "/api/v1/player").headers["set-cookie"].lower()


def test_where_players_come_by_https_no_neighbour_can_plant_a_session(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://dama.example") as server:
        ada = server.someone()
        eve = server.someone()
        ada.do("POST", "/api/v1/player")
        assert ada.do("GET", "/api/v1/player")["account"] is False
        cookie = SimpleCookie(ada.send("POST", "/api/v1/player", cookie="csrftoken=t").headers["set-cookie"])
        secret = ada.cookies[f"__Host-{SESSION_COOKIE}"]
        eve.cookies[SESSION_COOKIE] = secret
        assert eve.send("GET", "/api/v1/player").json()["error"] == "nobody"
    (kept,) = cookie.values()
    assert (kept.key, kept["path"], kept["domain"], kept["secure"]) == (f"__Host-{SESSION_COOKIE}", "/", "", True)


def test_what_a_guest_was_known_by_ends_when_it_signs_up(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eve has left a guest of hers in Ada's browser. She has kept another cookie of the guest, and a token that she
    made while the server had no accounts."""
    monkeypatch.setattr(identity, "only_plays", lambda *_: False)
    ada = server.someone()
    eve = server.someone()
    guest = eve.do("POST", "/api/v1/player")["id"]
    secret = with_token(eve)["authorization"]
    store = server.client.app.state.services.store
    assert server.client.blocking_portal
    player = server.client.blocking_portal.call(store.players.get, guest)
    server.client.blocking_portal.call(store.players.open_session, player, hashed("another"), time.time())
    ada.cookies = eve.cookies.copy()
    ada.do("POST", "/api/v1/account", {"name": "Refika", "passphrase": "correct horse battery"})
    assert ada.do("GET", "/api/v1/player")["id"] == guest
    assert eve.send("GET", "/api/v1/player").json()["error"] == "nobody"
    eve.cookies[SESSION_COOKIE] = "another"
    assert eve.send("GET", "/api/v1/player").json()["error"] == "nobody"
    assert server.someone().send("GET", "/api/v1/player", authorization=secret).json()["error"] == "bad-token"


def test_signing_in_changes_the_cookie_and_ends_the_old_one(server: Server) -> None:
    ada = server.someone()
    ada.do("POST", "/api/v1/player")
    before = dict(ada.cookies)
    ada.do("POST", "/api/v1/account", {"name": "Sabiha", "passphrase": "correct horse battery"})
    assert ada.cookies[SESSION_COOKIE] != before[SESSION_COOKIE]
    old = server.someone()
    old.cookies = before
    assert old.send("GET", "/api/v1/player").json()["error"] == "nobody"


# ---- pages of other sites --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "word"),
    [
        ({"origin": "https://evil.example"}, "bad-origin"),
        ({"origin": "null"}, "bad-origin"),
        ({"host": "evil.example"}, "bad-host"),
        ({"x-csrf-token": ""}, "bad-token"),
        ({"x-csrf-token": "guess"}, "bad-token"),
    ],
)
def test_other_sites_change_nothing(server: Server, headers: dict[str, str], word: str) -> None:
    answer = server.someone().send("POST", "/api/v1/games", {}, **headers)
    assert (answer.status_code, answer.json()["error"]) == (403, word)


@pytest.mark.parametrize("headers", [{"origin": "https://evil.example"}, {"host": "evil.example"}])
@pytest.mark.parametrize("path", ["/ws/lobby", "/ws/game/x"])
def test_other_sites_open_no_socket(server: Server, path: str, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect), server.someone().socket(path, **headers):
        pass


def test_a_token_beside_a_cookie_is_the_token_alone(server: Server) -> None:
    """Otherwise a page could avoid the check of the anti-forgery token by sending a made-up token."""
    game, white, _ = server.playing()
    answer = white.send(
        "POST", f"/api/v1/games/{game}/requests", {"type": "resign"}, authorization="Bearer x", **{"x-csrf-token": ""}
    )
    assert answer.status_code == 401
    assert white.do("GET", f"/api/v1/games/{game}")["now"].get("result", "*") == "*"


# ---- tokens ----------------------------------------------------------------------------------------------------------


def with_token(someone: Someone) -> dict[str, str]:
    secret = someone.do("POST", "/api/v1/tokens", {"name": "bot"})["secret"]
    return {"authorization": f"Bearer {secret}", "cookie": "", "x-csrf-token": ""}


def test_a_token_plays_and_is_shown_once(server: Server) -> None:
    ada = server.someone()
    ada.sign_up()
    program = with_token(ada)
    assert ada.do("GET", "/api/v1/player", **program)["id"] == ada.do("GET", "/api/v1/player")["id"]
    (listed,) = ada.do("GET", "/api/v1/tokens")["tokens"]
    assert sorted(listed) == ["created", "id", "name"]
    ada.do("DELETE", f"/api/v1/tokens/{listed['id']}")
    assert ada.send("GET", "/api/v1/player", **program).json()["error"] == "bad-token"


@pytest.mark.parametrize(
    ("door", "end", "shown"),
    [
        ("token", "/api/v1/tokens/{token}", None),
        ("cookie", "/api/v1/session", None),
        ("cookie", "/api/v1/data", {"passphrase": PASSPHRASE}),
    ],
)
def test_who_is_shown_the_door_does_not_play_on_over_an_open_socket(
    server: Server, monkeypatch: pytest.MonkeyPatch, door: str, end: str, shown: object
) -> None:
    monkeypatch.setattr(standing, "LOOK_AGAIN_SECONDS", 0.0)
    game, white, _ = server.playing()
    white.sign_up()
    program = with_token(white)
    (token,) = white.do("GET", "/api/v1/tokens")["tokens"]
    with white.socket(f"/ws/game/{game}", **(program if door == "token" else {})) as socket:
        socket.send_json({"type": "say", "phrase": "hello", "id": "before"})
        assert next(m for m in iter(socket.receive_json, None) if "id" in m)["type"] == "done"
        white.do("DELETE", end.format(token=token["id"]), shown)
        socket.send_json({"type": "move", "ply": 1, "move": "d3d4", "id": "after"})
        with pytest.raises(WebSocketDisconnect) as ended:
            list(iter(socket.receive_json, None))
    assert ended.value.code == 1008
    assert server.someone().do("GET", f"/api/v1/games/{game}")["now"]["ply"] == 0


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/v1/tokens", {"name": "another"}),
        ("GET", "/api/v1/tokens", None),
        ("GET", "/api/v1/data", None),
        ("DELETE", "/api/v1/data", None),
        ("DELETE", "/api/v1/session", None),
        ("DELETE", "/api/v1/sessions", None),
        (
            "PUT",
            "/api/v1/account/passphrase",
            {"current": "correct horse battery", "passphrase": "correct horse battery"},
        ),
        ("POST", "/api/v1/account", {"name": "Zeynep", "passphrase": "correct horse battery"}),
    ],
)
def test_a_token_is_for_playing_only(server: Server, method: str, path: str, body: object) -> None:
    ada = server.someone()
    ada.sign_up()
    assert ada.send(method, path, body, **with_token(ada)).json()["error"] == "not-for-programs"


def test_guests_have_no_programs_where_there_are_accounts(server: Server) -> None:
    guest = server.someone()
    guest.do("POST", "/api/v1/player")
    for somebody in (guest, server.someone()):
        refused = somebody.send("POST", "/api/v1/tokens", {"name": "bot"})
        assert (refused.status_code, refused.json()["error"]) == (403, "needs-account")
        assert 'id="token"' not in somebody.send("GET", "/account").text
    guest.sign_up()
    assert 'id="token"' in guest.send("GET", "/account").text
    assert with_token(guest)


def test_guests_have_programs_where_everybody_is_one(tmp_path: Path) -> None:
    with running(tmp_path, accounts="off") as server:
        guest = server.someone()
        assert with_token(guest)
        page = guest.send("GET", "/account").text
        assert 'id="token"' in page
        assert "Begin the holiday" in page
        assert guest.do("PUT", "/api/v1/holiday", {})["until"]


def test_nothing_that_opens_a_door_is_in_the_database(tmp_path: Path) -> None:
    with running(tmp_path, accounts="open") as server:
        ada = server.someone()
        ada.do("POST", "/api/v1/account", {"name": "Ada", "passphrase": "correct horse battery"})
        secrets = [ada.cookies[SESSION_COOKIE], with_token(ada)["authorization"].split()[1], "correct horse battery"]
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert [secret for secret in secrets if secret.encode() in stored] == []


# ---- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("standstill")
def test_too_many_changes_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, changes_per_minute=20) as server:
        ada = server.someone()
        codes = [ada.send("POST", "/api/v1/games", {"ruleset": "none"}).status_code for _ in range(10)]
    assert codes[0] == 400
    assert codes[-1] == 429


@pytest.mark.parametrize(("letters", "status"), [(10, 400), (100_000, 429)])
@pytest.mark.usefixtures("standstill")
def test_a_long_body_costs_more(tmp_path: Path, letters: int, status: int) -> None:
    with running(tmp_path, changes_per_minute=40) as server:
        ada = server.someone()
        tries = ("/api/analysis/pdn", {"ruleset": "x" * letters}), ("/api/v1/games", {"ruleset": "none"})
        codes = [ada.send("POST", path, body).status_code for path, body in (*tries, tries[0])]
    assert codes == [400, 400, status]


@pytest.mark.usefixtures("standstill")
def test_a_body_of_unknown_length_costs_like_the_longest(tmp_path: Path) -> None:
    with running(tmp_path, changes_per_minute=60) as server:
        path = "/api/analysis/pdn"
        codes = [server.client.post(path, content=iter([b"{}"])).status_code for _ in range(2)]
    assert codes == [403, 429]


@pytest.mark.usefixtures("standstill")
def test_an_address_that_anybody_can_write_is_not_believed(tmp_path: Path) -> None:
    with running(tmp_path, changes_per_minute=20) as server:
        answers = [
            server.someone().send(
                "POST", "/api/v1/games", {"ruleset": "none"}, **{"x-forwarded-for": f"8.8.8.{number}"}
            )
            for number in range(10)
        ]
    assert answers[-1].status_code == 429


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("9.9.9.9", "1.1.1.1", "9.9.9.9"),
        ("10.0.0.2", "1.1.1.1", "1.1.1.1"),
        ("10.0.0.2", "6.6.6.6, 1.1.1.1, 10.0.0.3", "1.1.1.1"),
        ("10.0.0.2", "", "10.0.0.2"),
        ("2001:db8::1", "", "2001:db8::/64"),
        ("::ffff:9.9.9.9", "", "9.9.9.9"),
        ("::ffff:10.0.0.2", "1.1.1.1", "1.1.1.1"),
        ("10.0.0.2", "6.6.6.6\n1.1.1.1", "1.1.1.1"),
    ],
)
def test_the_address_is_the_last_that_no_proxy_of_ours_has(peer: str, forwarded: str, expected: str) -> None:
    headers = [(b"x-forwarded-for", line.encode()) for line in forwarded.splitlines()]
    scope: Any = {
        "type": "http",
        "headers": headers,
        "client": (peer, 1),
        "path": "/",
        "query_string": b"",
        "state": {},
    }
    assert address_of(ASGIConnection(scope), [ip_network("10.0.0.0/8")]) == expected


@pytest.mark.usefixtures("standstill")
def test_too_many_tries_at_an_account_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, accounts="open") as server:
        server.someone().do("POST", "/api/v1/account", {"name": "Ada", "passphrase": "correct horse battery"})
        codes = [
            server.someone()
            .send("POST", "/api/v1/session", {"name": "Ada", "passphrase": "wrong wrong wrong"})
            .status_code
            for _ in range(8)
        ]
    assert codes[0] == 403
    assert codes[-1] == 429


def test_a_body_that_is_too_long_is_refused(server: Server) -> None:
    assert server.someone().send("POST", "/api/v1/games", {"ruleset": "x" * 20_000}).status_code == 413


def test_a_frame_that_is_too_long_or_rubbish_hurts_nobody(server: Server) -> None:
    game, white, _ = server.playing()
    with white.socket(f"/ws/game/{game}") as socket:
        for rubbish in ("x" * 5000, "{", "[]", '{"type": "claim"}', "\x00"):
            socket.send_text(rubbish)
            assert next(m for m in iter(socket.receive_json, None) if m["type"] != "there")["code"] == "bad-message"
    assert (
        white.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3d4"})["version"] == 2
    )


@pytest.mark.usefixtures("standstill")
def test_too_many_frames_end_the_connection(server: Server) -> None:
    game, white, _ = server.playing()
    with white.socket(f"/ws/game/{game}") as socket:
        for _ in range(200):
            socket.send_text("{}")
        with pytest.raises(WebSocketDisconnect) as ended:
            list(iter(socket.receive_json, None))
    assert ended.value.code == 1008


@pytest.mark.usefixtures("standstill")
def test_too_many_frames_end_the_lobby(server: Server) -> None:
    with server.someone().socket("/ws/lobby") as socket:
        for _ in range(200):
            socket.send_text("{}")
        with pytest.raises(WebSocketDisconnect) as ended:
            list(iter(socket.receive_json, None))
    assert ended.value.code == 1008


@pytest.mark.parametrize(
    ("path", "body", "most"),
    [
        ("/api/v1/games", {"opponent": "engine", "color": "white", "level": "beginner"}, 2),
        ("/api/v1/seeks", {}, 10),
        ("/api/v1/tokens", {"name": "bot"}, 20),
    ],
)
def test_nobody_gets_more_by_asking_many_times_at_once(
    server: Server, path: str, body: dict[str, str], most: int
) -> None:
    ada = server.someone()
    ada.sign_up()
    with ThreadPoolExecutor(16) as threads:
        codes = list(threads.map(lambda _: ada.send("POST", path, body).status_code, range(most + 12)))
    assert codes.count(201) == most


def test_nobody_waits_for_endless_games(server: Server) -> None:
    ada = server.someone()
    answers = [ada.send("POST", "/api/v1/games", {}) for _ in range(11)]
    assert answers[-1].json()["error"] == "too-many-seeks"


def test_the_computer_is_shared_out(server: Server) -> None:
    ada = server.someone()
    wish = {"opponent": "engine", "color": "white", "level": "beginner"}
    answers = [ada.send("POST", "/api/v1/games", wish) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 409]


def test_no_engine_helps_in_a_game(server: Server) -> None:
    game, white, _ = server.playing()
    for path in (f"/api/games/{game}/hint", f"/api/v1/games/{game}/hint", f"/api/v1/games/{game}/analysis"):
        assert white.send("POST", path, {"ply": 0}).status_code == 404


def test_looking_makes_nobody_a_player(server: Server) -> None:
    """Otherwise anybody could fill the database by fetching pages in a loop."""
    for path in ("/", "/api/v1/player", "/api/v1/tokens", "/api/v1/data", "/api/v1/games", "/account", "/games"):
        assert "damaci-session" not in server.someone().send("GET", path).headers.get("set-cookie", "")


@pytest.mark.usefixtures("standstill")
def test_too_much_looking_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, changes_per_minute=8) as server:
        assert [server.someone().send("GET", "/api/v1/games").status_code for _ in range(6)] == [200] * 5 + [429]


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/nowhere"), ("GET", "/game/a/b"), ("PATCH", "/api/v1/player"), ("GET", "/static/none.js")],
)
@pytest.mark.usefixtures("standstill")
def test_looking_for_what_there_is_not_is_looking_too(tmp_path: Path, method: str, path: str) -> None:
    with running(tmp_path, changes_per_minute=8) as server:
        answers = [server.someone().send(method, path, accept="text/html") for _ in range(6)]
    assert [answer.status_code == 429 for answer in answers] == [False] * 5 + [True]
    assert answers[0].headers["content-type"].startswith("text/html") or path.startswith("/api")
    assert answers[-1].json()["error"] == "too-many"


def test_one_address_has_so_many_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "MOST_SOCKETS", 1)
    with running(tmp_path) as server:
        with (
            server.someone().socket("/ws/lobby"),
            pytest.raises(WebSocketDisconnect),
            server.someone().socket("/ws/lobby"),
        ):
            pass
        deadline = time.monotonic() + PATIENCE
        while True:  # until the server has noticed that the first one was closed
            try:
                with server.someone().socket("/ws/lobby") as again:
                    assert again.receive_json()["type"] == "lobby"
                return
            except WebSocketDisconnect:
                assert time.monotonic() < deadline


# ---- invalid messages ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("body", [b"[" * 8000, b'{"options":' * 1400, b'{"x":' + b"[" * 8000])
def test_a_body_that_is_nested_too_deeply_is_refused(server: Server, body: bytes) -> None:
    answer = server.client.post("/api/v1/games", content=body, headers={"x-csrf-token": "t", "cookie": "csrftoken=t"})
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"origin": "http://["}, 403),
        ({"host": "localhost:99999999"}, 403),
        ({"host": "evil.example@localhost"}, 403),
        ({"cookie": "csrftoken=t; prefs=" + '{"a":' * 8000}, 200),
    ],
)
def test_headers_that_make_no_sense_hurt_nobody(server: Server, headers: dict[str, str], expected: int) -> None:
    method, path = ("POST", "/api/v1/player") if "origin" in headers else ("GET", "/")
    encoded = [
        (name.encode(), value.encode("latin-1"))
        for name, value in ({"cookie": "csrftoken=t", "x-csrf-token": "t"} | headers).items()
    ]
    assert server.client.request(method, path, headers=encoded).status_code == expected


@pytest.mark.parametrize("start", ["-1", "9" * 30])
def test_a_list_can_begin_anywhere(server: Server, start: str) -> None:
    ada = server.someone()
    ada.do("POST", "/api/v1/player")
    assert ada.send("GET", f"/games?start={start}").status_code == 200


# ---- responses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/games", "/account", "/api/v1/player", "/api/v1/data", "/api/v1/games", "/operator", "/nowhere"]
)
def test_nobody_on_the_way_keeps_what_is_somebodys(server: Server, path: str) -> None:
    ada = server.someone()
    ada.do("POST", "/api/v1/player")
    assert {"no-store", "private"} & set(ada.send("GET", path).headers["cache-control"].split(", "))


def test_strangers_do_not_learn_where_the_database_is(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    game, white, _ = server.playing()

    async def fail(*_: object) -> None:
        raise StoreError("postgresql://dama:***@10.0.0.5/dama: connection refused")

    with white.socket(f"/ws/game/{game}") as socket:
        monkeypatch.setattr("damaci.store.log.EventLog.append", fail)
        socket.send_json({"type": "move", "ply": 1, "move": "d3d4", "id": "x"})
        told = next(m for m in iter(socket.receive_json, None) if m["type"] == "refused")
    answer = white.send("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3d4"})
    assert (told["code"], answer.status_code, answer.json()["error"]) == ("storage", 503, "storage")
    assert not any("10.0.0.5" in text for text in (told["message"], answer.text))


def test_a_guest_loses_a_name_that_becomes_an_accounts(server: Server) -> None:
    eve = server.someone()
    ada = server.someone()
    assert eve.do("PUT", "/api/v1/player", {"name": "Nesrin"})["name"] == "Nesrin"
    ada.do("POST", "/api/v1/account", {"name": "Nesrin", "passphrase": "correct horse battery"})
    waiting = eve.do("POST", "/api/v1/games", {"color": "white"})["id"]
    ada.do("POST", f"/api/v1/games/{waiting}/join")
    begun = ada.do("GET", f"/api/v1/games/{waiting}")
    assert begun["white"]["name"].startswith("Guest ")
    assert begun["black"]["name"] == "Nesrin"


@pytest.mark.parametrize("name", ["", "bot\u0000", "bot\nbot", "x" * 61])
def test_a_token_has_a_name_that_can_be_shown(server: Server, name: str) -> None:
    assert server.someone().send("POST", "/api/v1/tokens", {"name": name}).status_code == 400


def test_an_address_that_no_database_can_look_for_is_not_there(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise StoreError('invalid byte sequence for encoding "UTF8": 0x00')

    monkeypatch.setattr("damaci.store.games.Games.get", fail)
    assert server.someone().send("GET", "/game/%00").status_code == 404
