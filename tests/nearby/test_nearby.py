"""The listener for browsers nearby: who is admitted, what they can reach, and when it is closed. The app is a real
process, and is reached as a phone reaches it."""

import json
import socket
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from damaci.host import Rooms
from damaci.links.bonds import Bonds
from damaci.links.link import BROWSER
from damaci.links.reception import CODE_LETTERS, MAX_WAITING, Offer, Reception
from damaci.nearby.guests import LEFT, Guests
from damaci.nearby.services import COOKIE
from damaci.nearby.socket import NO
from damaci.nearby.tries import ALL_TRIES, TRIES
from damaci.play.events import Settings
from damaci.site.rejection import Rejected
from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER
from damaci.store import Store
from damaci.wire.closing import NO_SUCH_GAME, RESTARTING, TOO_MANY
from tests.home.process import App
from tests.nearby.browser import Browser
from tests.support import PATIENCE

WISH: dict[str, Any] = {"name": "Ayşe", "transports": ["browser"]}


class Host(App):
    """The app, with the requests by which its page offers a game."""

    def offer(self, **wish: Any) -> str:
        """Offers a game; returns the address to which phones connect."""
        return f"http://{self.send('POST', 'api/devices/offer', WISH | wish)['offer']['addresses']['browser']}"

    @property
    def code(self) -> str:
        return str(self.get("api/devices")["offer"]["code"])

    def until(self, condition: Callable[[Any], Any]) -> Any:
        """The state of the offer, as soon as a condition is true of it."""
        deadline = time.monotonic() + PATIENCE
        while not condition(state := self.get("api/devices")):
            assert time.monotonic() < deadline, state
            time.sleep(0.02)
        return state

    def accept(self, color: str = "white") -> str:
        """Accepts the newcomer who is waiting; returns the game's id."""
        (newcomer,) = self.until(lambda state: state["newcomers"])["newcomers"]
        return str(
            self.send("POST", f"api/devices/newcomers/{newcomer['id']}", {"accept": True, "color": color})["game"]
        )

    def socket(self, game: str) -> connect:
        return connect(self.socket_address(game), open_timeout=PATIENCE)


class Phone(Browser):
    """The browser of a newcomer."""

    def socket(self, path: str, **headers: str) -> connect:
        cookie = f"{COOKIE}={self.client.cookies.get(COOKIE, '')}"
        return connect(
            self.address.replace("http", "ws", 1) + path,
            additional_headers={"Cookie": cookie} | headers,
            open_timeout=PATIENCE,
            max_queue=None,  # a test that only sends must still receive why it is closed
        )

    def waiting(self) -> connect:
        return self.socket("/ws/waiting")

    def playing(self, game: str) -> connect:
        return self.socket(f"/ws/game/{game}")


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path, "--port", "0", "--no-browser")
    yield host
    if host.process.poll() is None:
        host.kill()


def heard(socket: ClientConnection, kind: str) -> Any:
    """The next message of this type."""
    while True:
        message = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] == kind:
            return message


def asked(socket: ClientConnection, **request: Any) -> Any:
    """Sends a request, and returns the answer."""
    socket.send(json.dumps({"id": "q"} | request))
    while True:
        message = json.loads(socket.recv(timeout=PATIENCE))
        if message.get("id") == "q":
            return message


def flood(socket: ClientConnection) -> None:
    """Sends far too many messages, but none after the other side has closed the connection, so that the reason of the
    close arrives."""
    with suppress(ConnectionClosed):
        for _ in range(30):
            for _ in range(20):
                socket.send("{}")
            socket.ping(ack_on_close=True).wait(PATIENCE)


def closed(socket: ClientConnection) -> tuple[int, str]:
    """The code and the reason with which the other side has closed the WebSocket."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as error:
        return (error.rcvd.code, error.rcvd.reason) if error.rcvd else (0, "")


def turned_away(connection: connect) -> tuple[int, str]:
    """The code and the reason with which a new connection is closed at once."""
    with connection as socket:
        return closed(socket)


def let_in(host: Host, color: str = "white", **wish: Any) -> tuple[Phone, str]:
    """A phone that plays a game, and the game's id."""
    phone = Phone(host.offer(**wish))
    assert phone.join(host.code).status_code == 200
    with phone.waiting() as waiting:
        assert heard(waiting, "asked")["host"] == "Ayşe"
        game = host.accept(color)
        assert heard(waiting, "begun")["game"] == game
    return phone, game


def listens(address: str) -> bool:
    name, _, port = address.removeprefix("http://").partition(":")
    with closing(socket.socket()) as probe:
        probe.settimeout(PATIENCE)
        return probe.connect_ex((name, int(port))) == 0


def test_who_has_the_code_plays_one_side_and_no_other(host: Host) -> None:
    phone, game = let_in(host)
    assert phone.get("/").headers["location"] == f"/game/{game}"
    assert "dama-board" in phone.get(f"/game/{game}").text
    with phone.playing(game) as guest, host.socket(game) as mine:
        guest.send('{"type":"hello"}')
        told = heard(guest, "snapshot")
        assert told["you"] == ["black"]
        assert "say" in told["capabilities"]
        assert not {"hint", "new-game", "leave", "analyse"} & set(told["capabilities"])
        mine.send('{"type":"hello"}')
        snapshot = heard(mine, "snapshot")
        assert snapshot["you"] == ["white"]
        assert {"say", "leave", "rematch"} <= set(snapshot["capabilities"])
        assert "hint" not in snapshot["capabilities"]
        assert [snapshot[color]["name"] for color in ("white", "black")] == ["Ayşe", "Mehmet"]
        assert asked(guest, type="move", ply=1, move="d3-d4", color="white")["code"] == "not-your-seat"
        assert asked(guest, type="resign", color="white")["code"] == "not-your-seat"
        assert asked(mine, type="move", ply=1, move="d3-d4")["type"] == "done"
        assert asked(mine, type="move", ply=2, move="d6-d5", color="black")["code"] == "not-your-seat"
        assert asked(guest, type="move", ply=2, move="d6-d5")["type"] == "done"
        assert asked(guest, type="say", phrase="hello")["type"] == "done"
        assert host.get(f"api/devices/links/{game}") == {"link": "up", "peer": "Mehmet"}
    assert "d3-d4 d6-d5" in phone.get(f"/api/games/{game}/pdn").text


def test_the_one_who_offers_chooses_the_colour(host: Host) -> None:
    phone, game = let_in(host, "black", game={"ruleset": "armenian"})
    with phone.playing(game) as guest:
        guest.send('{"type":"hello"}')
        snapshot = heard(guest, "snapshot")
        assert (snapshot["you"], snapshot["settings"]["ruleset"]) == (["white"], "armenian")


def test_wrong_codes_are_few(host: Host) -> None:
    phone = Phone(host.offer())
    code = host.code
    for _ in range(TRIES):
        assert phone.join("AAAAAA").json()["error"] == "wrong-code"
    answer = phone.join(code)
    assert (answer.status_code, answer.json()["error"]) == (429, "too-many")
    assert host.code == code
    assert turned_away(phone.waiting()) == (NO, "no-offer")
    assert host.get("api/devices")["newcomers"] == []


def offered() -> tuple[Reception, Guests]:
    """A game that is offered to browsers, without the rest of the app."""
    bonds = Bonds(cast(Store, None))
    reception = Reception(cast(Rooms, None), bonds)
    reception.open(Offer(name="Ayşe", settings=Settings(), codes=frozenset({BROWSER})))
    return reception, Guests(reception, bonds)


@pytest.mark.usefixtures("standstill")
def test_wrong_codes_are_few_from_all_addresses_together() -> None:
    _, guests = offered()
    words = []
    for number in range(ALL_TRIES + 5):
        with pytest.raises(Rejected) as caught:
            guests.admit(f"10.0.0.{number}", "Mehmet", "no code")
        words.append(caught.value.code)
    assert words == ["wrong-code"] * ALL_TRIES + ["too-many"] * 5


@pytest.mark.parametrize("spelling", [str.lower, lambda code: f" {code[:3]} {code[3:]}"])
def test_a_code_as_people_type_it(host: Host, spelling: Callable[[str], str]) -> None:
    assert Phone(host.offer()).join(spelling(host.code)).status_code == 200


def test_a_code_is_short_and_plain(host: Host) -> None:
    host.offer()
    assert len(host.code) == 6
    assert set(host.code) <= set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("01IO")


def test_what_is_no_name(host: Host) -> None:
    phone = Phone(host.offer())
    assert [phone.join(host.code, name).status_code for name in ("", "x" * 41)] == [400, 400]


def test_only_pages_of_the_door_itself_may_ask(host: Host) -> None:
    phone = Phone(host.offer())
    name, _, port = phone.address.removeprefix("http://").partition(":")
    for stranger in ("evil.example", f"evil.example:{port}", f"localhost:{port}", name, f"192.0.2.77:{port}"):
        assert phone.get("/", host=stranger).json()["error"] == "bad-host"
    assert phone.join(host.code, origin="http://evil.example").json()["error"] == "bad-origin"
    assert phone.join(host.code, **{TOKEN_HEADER: "y"}).json()["error"] == "bad-token"
    assert phone.join(host.code, origin=phone.address).status_code == 200
    for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
        with pytest.raises(InvalidStatus):
            turned_away(phone.socket("/ws/waiting", **headers))


def test_the_cookie_and_the_headers(host: Host) -> None:
    phone = Phone(host.offer())
    headers = phone.get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "cross-origin-opener-policy" not in headers
    cookie = phone.join(host.code).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_nothing_else_of_the_app_is_there(host: Host) -> None:
    secret = host.new_game(opponent="person")
    phone, game = let_in(host)
    for path in (
        "games",
        "analysis",
        "learn",
        "api/games",
        "api/preferences",
        "api/devices",
        "api/games.pdn",
        "healthz",
    ):
        assert phone.get(f"/{path}").status_code in (404, 405), path
    for path in (f"/game/{secret}", f"/api/games/{secret}/pdn", "/game/nothing"):
        assert phone.get(path).status_code == 404, path
    assert phone.client.post(f"/api/games/{game}/hint", json={"ply": 0}, headers={TOKEN_HEADER: "x"}).status_code == 404
    assert turned_away(phone.playing(secret))[0] == NO_SUCH_GAME
    with pytest.raises(InvalidStatus):
        turned_away(phone.socket("/ws/analysis"))


def test_what_the_guest_likes_is_the_guest_s_alone(host: Host) -> None:
    phone = Phone(host.offer())
    assert (
        phone.client.patch("/api/preferences", json={"theme": "dark"}, headers={TOKEN_HEADER: "x"}).status_code == 200
    )
    assert 'data-theme="dark"' in phone.get("/").text
    assert host.get("api/preferences")["theme"] == "system"


def test_there_is_one_seat(host: Host) -> None:
    address = host.offer()
    code = host.code
    first, second, third = (Phone(address) for _ in range(3))
    for phone in (first, second):
        assert phone.join(code).status_code == 200
    with first.waiting() as yes:
        heard(yes, "asked")
        (newcomer,) = host.get("api/devices")["newcomers"]
        with second.waiting() as no:
            heard(no, "asked")
            game = host.send("POST", f"api/devices/newcomers/{newcomer['id']}", {"accept": True})["game"]
            assert heard(yes, "begun")["game"] == game
            assert closed(no) == (NO, "refused")
    assert third.join(code).json()["error"] == "no-offer"
    for phone in (second, third):
        assert phone.get(f"/game/{game}").status_code == 404
        assert turned_away(phone.playing(game))[0] == NO_SUCH_GAME
        assert "No game is offered there any more." in phone.get("/").text


def test_a_no_is_a_no(host: Host) -> None:
    phone = Phone(host.offer())
    phone.join(host.code)
    with phone.waiting() as waiting:
        heard(waiting, "asked")
        (newcomer,) = host.until(lambda state: state["newcomers"])["newcomers"]
        assert (newcomer["name"], newcomer["transport"]) == ("Mehmet", "browser")
        host.send("POST", f"api/devices/newcomers/{newcomer['id']}", {"accept": False})
        assert closed(waiting) == (NO, "refused")
    assert turned_away(phone.waiting()) == (NO, "no-offer")


@pytest.mark.anyio
async def test_only_some_may_wait_at_once() -> None:
    reception, guests = offered()
    assert reception.offer
    tokens = [guests.admit(f"10.0.0.{number}", "Mehmet", reception.offer.code) for number in range(MAX_WAITING + 1)]
    with ExitStack() as waiting:
        for token in tokens[:MAX_WAITING]:
            waiting.enter_context(reception.waiting(guests.newcomer(token)[0]))
        with pytest.raises(Rejected) as caught:
            guests.newcomer(tokens[-1])
    assert caught.value.code == "busy"
    assert guests.newcomer(tokens[-1])


def test_who_waits_on_another_page_waits_there(host: Host) -> None:
    phone = Phone(host.offer())
    phone.join(host.code)
    with phone.waiting() as former:
        heard(former, "asked")
        with phone.waiting() as later:
            heard(later, "asked")
            assert closed(former) == (NO, "elsewhere")
            game = host.accept()
            assert heard(later, "begun")["game"] == game


def test_who_waited_while_the_phone_slept_finds_the_game(host: Host) -> None:
    phone, game = let_in(host)
    with phone.waiting() as waiting:
        assert heard(waiting, "begun")["game"] == game


def test_the_door_is_open_only_while_it_is_needed(host: Host) -> None:
    address = host.offer()
    assert listens(address)
    withdraw(host)
    assert not listens(address)
    phone, game = let_in(host)
    assert listens(phone.address)
    with phone.playing(game) as guest:
        guest.send('{"type":"hello"}')
        heard(guest, "snapshot")
        assert asked(guest, type="resign")["type"] == "done"
        assert host.send("DELETE", f"api/devices/links/{game}", {})["link"] == "left"
        assert closed(guest)[0] == LEFT
    gone(phone.address)


def test_the_door_is_shut_when_the_app_ends(host: Host) -> None:
    phone, game = let_in(host)
    with phone.playing(game) as guest:
        guest.send('{"type":"hello"}')
        heard(guest, "snapshot")
        host.process.terminate()
        assert closed(guest)[0] == RESTARTING
        assert host.close() == ("", "")
    assert not listens(phone.address)


def test_the_guest_comes_back_after_the_app_has_been_started_again(host: Host, tmp_path: Path) -> None:
    phone, game = let_in(host)
    host.kill()
    again = Host(tmp_path, "--port", "0", "--no-browser")
    try:
        again.get("api/devices")
        deadline = time.monotonic() + PATIENCE
        while not listens(phone.address):
            assert time.monotonic() < deadline
        with phone.playing(game) as guest:
            guest.send('{"type":"hello"}')
            assert heard(guest, "snapshot")["you"] == ["black"]
    finally:
        again.kill()


def test_a_rematch_has_the_colours_changed(host: Host) -> None:
    phone, game = let_in(host)
    with phone.playing(game) as guest, host.socket(game) as mine:
        assert asked(guest, type="resign")["type"] == "done"
        assert asked(mine, type="offer-rematch")["type"] == "done"
        guest.send('{"type":"hello"}')
        heard(guest, "snapshot")
        assert asked(guest, type="offer-rematch")["type"] == "done"
    following = phone.get("/").headers["location"].rpartition("/")[2]
    assert following != game
    with phone.playing(following) as guest, host.socket(following) as mine:
        for each, color in ((guest, "white"), (mine, "black")):
            each.send('{"type":"hello"}')
            assert heard(each, "snapshot")["you"] == [color]


def withdraw(host: Host) -> None:
    request = urllib.request.Request(
        f"{host.address}api/devices/offer", method="DELETE", headers={"Cookie": f"{TOKEN_COOKIE}=x", TOKEN_HEADER: "x"}
    )
    urllib.request.urlopen(request, timeout=PATIENCE).close()


def gone(address: str) -> None:
    """Waits until no process listens at the address."""
    deadline = time.monotonic() + PATIENCE
    while listens(address):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_code_can_be_scanned(host: Host) -> None:
    host.offer()
    answer = httpx.get(f"{host.address}api/devices/offer/qr.svg", timeout=PATIENCE)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<?xml")
    assert "style" not in answer.text
    withdraw(host)
    assert httpx.get(f"{host.address}api/devices/offer/qr.svg", timeout=PATIENCE).status_code == 404


def test_a_guest_who_sends_too_much_is_shown_out_and_comes_back(host: Host) -> None:
    phone, game = let_in(host, "black")
    with phone.playing(game) as socket:
        flood(socket)
        assert closed(socket)[0] == TOO_MANY
    for long in ("x" * 5000, b"x" * 5000):
        with phone.playing(game) as socket:
            socket.send(long)
            assert closed(socket)[0] == 1009
    assert phone.join("x" * 5000).status_code == 413
    with phone.playing(game) as socket:
        assert asked(socket, type="move", ply=1, move="d3-d4")["type"] == "done"
