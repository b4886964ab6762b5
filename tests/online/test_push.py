"""Notices by Web Push, to a push service of the tests: only the browser can decrypt them."""

import asyncio
import base64
import json
import queue
import threading
import time
from collections.abc import AsyncIterator, Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from damaci.online import push_outbox
from damaci.online.push_keys import decode, encode, uncompressed
from damaci.online.push_post import BadEndpoint, Rules, parse, post
from damaci.online.push_sealing import MOST, seal
from tests.online.conftest import Server, Someone, eventually, running
from tests.online.test_daily import account, move
from tests.support import PATIENCE


class PushService:
    """Accepts messages, and answers with the next of `answers`, or with 201."""

    def __init__(self) -> None:
        self.got: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        self.answers: list[int] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                self.send_response(service.answers.pop(0) if service.answers else 201)
                self.end_headers()
                service.got.put((self.path, {name.lower(): value for name, value in self.headers.items()}, body))

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def next(self) -> tuple[str, dict[str, str], bytes]:
        return self.got.get(timeout=PATIENCE)


class FakeBrowser:
    """Subscribes, and decrypts the messages from its push service."""

    def __init__(self, service: PushService, name: str) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = bytes(range(16))
        self.endpoint = f"http://{service.host}/{name}"

    def wish(self, **kinds: bool) -> dict[str, object]:
        key = encode(uncompressed(self.private.public_key()))
        return {"endpoint": self.endpoint, "key": key, "secret": encode(self.secret), **kinds}

    def read(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret))


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.close()


@pytest.fixture(scope="module")
def pushing(service: PushService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("pushing")
    with running(folder, accounts="open", push_hosts=[service.host], public_url="https://dama.example") as server:
        server.client.base_url = "http://127.0.0.1:3264"
        yield server


def expect_signed(authorization: str, public: str, audience: str) -> None:
    """Checks that the header is signed by the server and is not expired (RFC 8292)."""
    fields = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    assert fields["k"] == public
    signed, _, signature = fields["t"].rpartition(".")
    claims = json.loads(decode(signed.split(".")[1]))
    assert (claims["aud"], claims["sub"]) == (audience, "https://dama.example")
    assert time.time() < claims["exp"] < time.time() + 86400
    raw = decode(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(public))
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        key.verify(der, b"something else", ec.ECDSA(hashes.SHA256()))


def test_a_turn_and_a_challenge_reach_the_browser_encrypted(pushing: Server, service: PushService) -> None:
    ada = account(pushing, "Push Ada")
    bora = account(pushing, "Push Bora")
    public = bora.do("GET", "/api/v1/push")["key"]
    browser = FakeBrowser(service, "bora")
    bora.do("PUT", "/api/v1/push?lang=tr", browser.wish())
    game = ada.do("POST", "/api/v1/challenges", {"to": "Push Bora", "color": "white", "days": 2})["id"]
    path, headers, body = service.next()
    assert (path, headers["content-encoding"], int(headers["ttl"])) == ("/bora", "aes128gcm", 86400)
    expect_signed(headers["authorization"], public, f"http://{service.host}")
    assert b"Push Ada" not in body
    told = browser.read(body)
    assert (told["kind"], told["url"]) == ("challenge", f"/game/{game}")
    assert "Push Ada" in told["title"]
    bora.do("POST", f"/api/v1/games/{game}/join")
    move(ada, game, 1, "d3-d4")
    told = browser.read(service.next()[2])
    assert (told["kind"], told["tag"]) == ("turn", f"turn-{game}")
    assert "Push Ada" in told["body"]


def ask(player: Someone, game: str, kind: str) -> None:
    player.do("POST", f"/api/v1/games/{game}/requests", {"type": kind})


def hurries(server: Server, player: Someone, game: str) -> bool:
    """Whether a reminder about the player's short time in a game is waiting."""
    store = server.client.app.state.services.store
    waiting = server.client.blocking_portal.call(store.push_queue.of, player.do("POST", "/api/v1/player")["id"])
    return ("hurry", game) in [(each.kind, each.about) for each in waiting]


def begun(first: Someone, second: Someone, name: str, **terms: object) -> str:
    """A game by the day to which the first player, with White, has challenged the second one by name."""
    game = first.do("POST", "/api/v1/challenges", {"to": name, "color": "white", "days": 3, **terms})["id"]
    second.do("POST", f"/api/v1/games/{game}/join")
    return str(game)


def going_on(player: Someone, game: str) -> str:
    """The id of the following game, as soon as there is one."""
    eventually(lambda: bool(player.do("GET", f"/api/v1/games/{game}")["now"].get("rematch")))
    return str(player.do("GET", f"/api/v1/games/{game}")["now"]["rematch"])


@pytest.mark.parametrize("games", [1, 2])
def test_white_is_told_of_the_turn_in_a_rematch_and_in_the_next_game_of_a_match(
    pushing: Server, service: PushService, games: int
) -> None:
    ada = account(pushing, f"Again Ada {games}")
    bora = account(pushing, f"Again Bora {games}")
    browser = FakeBrowser(service, f"again{games}")
    bora.do("PUT", "/api/v1/push", browser.wish(challenge=False, hurry=True))
    first = begun(ada, bora, f"Again Bora {games}", games=games)
    ask(ada, first, "resign")
    if games == 1:
        ask(ada, first, "offer-rematch")
        ask(bora, first, "offer-rematch")
    told = browser.read(service.next()[2])
    following = going_on(bora, first)
    assert (told["kind"], told["tag"]) == ("turn", f"turn-{following}")
    assert f"Again Ada {games}" in told["body"]
    eventually(lambda: hurries(pushing, bora, following))


def test_who_looks_at_the_game_before_is_not_told_of_the_rematch(pushing: Server, service: PushService) -> None:
    ada = account(pushing, "Look Ada")
    bora = account(pushing, "Look Bora")
    browser = FakeBrowser(service, "look")
    bora.do("PUT", "/api/v1/push", browser.wish(challenge=False))
    first = begun(ada, bora, "Look Bora")
    ask(ada, first, "resign")
    with bora.socket(f"/ws/game/{first}") as page:
        page.receive_json()
        ask(ada, first, "offer-rematch")
        ask(bora, first, "offer-rematch")
        following = going_on(bora, first)
    move(bora, following, 1, "d3-d4")
    move(ada, following, 2, "d6-d5")
    told = browser.read(service.next()[2])
    assert told["tag"] == f"turn-{following}"
    assert service.got.empty()


def test_who_is_to_move_again_after_a_take_back_is_told(pushing: Server, service: PushService) -> None:
    ada = account(pushing, "Back Ada")
    bora = account(pushing, "Back Bora")
    browser = FakeBrowser(service, "back")
    ada.do("PUT", "/api/v1/push", browser.wish(challenge=False))
    game = begun(ada, bora, "Back Bora")
    assert browser.read(service.next()[2])["tag"] == f"turn-{game}"
    move(ada, game, 1, "d3-d4")
    ask(ada, game, "offer-takeback")
    ask(bora, game, "offer-takeback")
    assert browser.read(service.next()[2])["tag"] == f"turn-{game}"


def test_each_kind_is_switched_off_by_itself(pushing: Server, service: PushService) -> None:
    ada = account(pushing, "Off Ada")
    cem = account(pushing, "Off Cem")
    browser = FakeBrowser(service, "cem")
    cem.do("PUT", "/api/v1/push", browser.wish(challenge=False))
    game = begun(ada, cem, "Off Cem", days=1)
    move(ada, game, 1, "d3-d4")
    assert browser.read(service.next()[2])["kind"] == "turn"  # The challenge was earlier, but was not sent.
    [stored] = cem.do("GET", "/api/v1/data")["notices"]
    assert (stored["turn"], stored["challenge"]) == (True, False)
    cem.do("POST", "/api/v1/push/end", {"endpoint": browser.endpoint})
    assert cem.do("GET", "/api/v1/data")["notices"] == []


def test_a_browser_that_has_gone_is_forgotten_and_a_busy_service_asked_again(
    pushing: Server, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push_outbox, "AGAIN_SECONDS", 0.01)
    ada = account(pushing, "Gone Ada")
    eda = account(pushing, "Gone Eda")
    eda.do("PUT", "/api/v1/push", FakeBrowser(service, "eda").wish())
    service.answers += [503, 410]
    ada.do("POST", "/api/v1/challenges", {"to": "Gone Eda"})
    assert [service.next()[0], service.next()[0]] == ["/eda", "/eda"]
    eventually(lambda: eda.do("GET", "/api/v1/data")["notices"] == [])


def test_signing_out_everywhere_ends_all_notices(pushing: Server, service: PushService) -> None:
    ece = account(pushing, "Out Ece")
    ece.do("PUT", "/api/v1/push", FakeBrowser(service, "ece").wish())
    ece.do("DELETE", "/api/v1/sessions")
    ece.do("POST", "/api/v1/session", {"name": "Out Ece", "passphrase": "a long passphrase"})
    assert ece.do("GET", "/api/v1/data")["notices"] == []


def test_of_many_browsers_the_oldest_goes(pushing: Server, service: PushService) -> None:
    ali = account(pushing, "Many Ali")
    for number in range(12):
        ali.do("PUT", "/api/v1/push", FakeBrowser(service, f"ali{number}").wish())
    assert len(ali.do("GET", "/api/v1/data")["notices"]) == 10


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example/x"},
        {"endpoint": "https://127.0.0.1.example:8443/x"},
        {"endpoint": "https://me@push.example/x"},
        {"endpoint": "file:///etc/passwd"},
        {"endpoint": "https://push.example/a b"},
        {"key": "AAAA"},
        {"key": base64.urlsafe_b64encode(b"\x04" + bytes(64)).rstrip(b"=").decode()},
        {"secret": "AAAA"},
    ],
)
def test_what_is_no_subscription_is_refused(pushing: Server, service: PushService, change: dict[str, str]) -> None:
    somebody = account(pushing, f"Bad {abs(hash(str(change))) % 10**8}")
    answer = somebody.send("PUT", "/api/v1/push", FakeBrowser(service, "x").wish() | change)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-subscription")
    assert somebody.do("GET", "/api/v1/data")["notices"] == []


def test_guests_get_no_notices(pushing: Server, service: PushService) -> None:
    guest: Someone = pushing.someone()
    guest.do("PUT", "/api/v1/player", {"name": "Somebody else"})
    assert guest.send("PUT", "/api/v1/push", FakeBrowser(service, "x").wish()).json()["error"] == "no-account"


def test_the_key_outlives_the_server(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        with running(tmp_path) as server:
            keys.add(server.someone().do("GET", "/api/v1/push")["key"])
    [key] = keys
    assert len(decode(key)) == 65


# ---- allowed addresses -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "[::1]", "[::ffff:127.0.0.1]", "localhost"]
)
def test_nothing_is_sent_to_addresses_that_are_not_public(host: str) -> None:
    with pytest.raises(BadEndpoint):
        post(f"https://{host}/x", b"", {})


def test_the_usual_rules_want_https_on_its_port() -> None:
    assert parse("https://push.example/x?y=1").hostname == "push.example"
    for endpoint in ("http://push.example/x", "https://push.example:8443/x", "https:///x", "https://[::1/x"):
        with pytest.raises(BadEndpoint):
            parse(endpoint)


def test_an_answer_that_leads_elsewhere_is_not_followed(service: PushService) -> None:
    service.answers.append(307)
    anywhere = Rules(("http",), (), lambda address: True)
    assert post(f"http://{service.host}/redirected", b"x", {}, anywhere) == 307
    assert service.next()[0] == "/redirected"


def test_a_message_has_a_greatest_length() -> None:
    browser = uncompressed(ec.generate_private_key(ec.SECP256R1()).public_key())
    assert seal(bytes(MOST), browser, bytes(16))
    with pytest.raises(ValueError, match="at most"):
        seal(bytes(MOST + 1), browser, bytes(16))


# ---- messages that are being sent ------------------------------------------------------------------------------------


@pytest.fixture
async def outbox() -> AsyncIterator[push_outbox.Outbox]:
    outbox = push_outbox.Outbox(forget=AsyncMock())
    outbox.start()
    yield outbox
    await outbox.close()


@pytest.mark.anyio
async def test_a_service_that_does_not_answer_holds_up_only_its_own_messages(outbox: push_outbox.Outbox) -> None:
    asked: list[str] = []
    arrived = asyncio.Event()
    loop = asyncio.get_running_loop()

    def silent() -> int:
        asked.append("silent")
        raise TimeoutError

    def well() -> int:
        loop.call_soon_threadsafe(arrived.set)
        return HTTPStatus.CREATED

    for number in range(10 * push_outbox.SENDERS):
        outbox.put(push_outbox.PushMessage(f"https://silent.example/{number}", silent))
    outbox.put(push_outbox.PushMessage("https://push.example/one", well))
    async with asyncio.timeout(PATIENCE):
        await arrived.wait()
    assert 1 <= len(asked) <= push_outbox.SENDERS
