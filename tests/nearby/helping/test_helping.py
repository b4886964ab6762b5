"""The listener for helpers of an arbiter: who is admitted, what helpers may do, and that nothing else can be reached.
The app is a real process, and is reached as a phone reaches it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from damaci.nearby.helping.services import COOKIE
from damaci.nearby.tries import TRIES
from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER
from tests.home.process import App
from tests.nearby.browser import Browser
from tests.nearby.test_nearby import listens

NAMES = "\n".join(f"Player {number}, {2000 - number}" for number in range(1, 5))


class Arbiter(App):
    """The arbiter's app, with a tournament whose first round is paired."""

    def open(self, name: str = "Club") -> str:
        """Creates a tournament of four players, and pairs its first round."""
        id = str(self.send("POST", "api/tournaments", {"name": name, "rounds": 3, "initial": "white"})["id"])
        self.send("POST", f"api/tournaments/{id}/players", {"text": NAMES})
        self.do(id, type="pair", round=1)
        return id

    def do(self, id: str, **command: object) -> int:
        return int(self.send("POST", f"api/tournaments/{id}/steps", {"command": command, "by": "Arbiter"})["version"])

    def invite(self, id: str) -> str:
        """Admits helpers; returns the address to which they connect."""
        return f"http://{self.send('POST', f'api/tournaments/{id}/helpers', {})['address']}"

    def shared(self, id: str) -> Any:
        return self.get(f"api/tournaments/{id}/helpers")

    def code(self, id: str) -> str:
        return str(self.shared(id)["code"])

    def log(self, id: str) -> str:
        return self.text(f"tournaments/{id}?view=log")


class Phone(Browser):
    """A helper's browser."""

    def score(self, id: str, board: int, result: str | None, seen: int, round: int = 1) -> httpx.Response:
        body = {"round": round, "board": board, "result": result, "seen": seen}
        return self.post(f"/api/tournaments/{id}/results", body)

    def take_back(self, id: str, event: int) -> httpx.Response:
        return self.post(f"/api/tournaments/{id}/results/undo", {"event": event})

    def version(self, id: str) -> int:
        return int(self.get(f"/api/tournaments/{id}/version").json()["version"])


@pytest.fixture
def arbiter(tmp_path: Path) -> Iterator[Arbiter]:
    arbiter = Arbiter(tmp_path, "--port", "0", "--no-browser")
    yield arbiter
    if arbiter.process.poll() is None:
        arbiter.kill()


def joined(arbiter: Arbiter, id: str, name: str = "Mehmet") -> Phone:
    """The phone of a helper who has joined."""
    shared = arbiter.shared(id)
    phone = Phone(f"http://{shared['address']}" if shared["code"] else arbiter.invite(id))
    assert phone.join(arbiter.code(id), name).status_code == 200
    return phone


def test_a_helper_enters_results_under_a_name(arbiter: Arbiter) -> None:
    id = arbiter.open()
    phone = joined(arbiter, id)
    assert phone.get("/").headers["location"] == f"/tournaments/{id}"
    text = phone.get(f"/tournaments/{id}").text
    assert "You help as Mehmet." in text
    assert "Player 1" in text
    assert "Player 1" in phone.get(f"/tournaments/{id}?view=standings").text
    assert phone.get(f"/api/tournaments/{id}/main?view=round&round=0").text.strip().startswith("<main")
    assert phone.score(id, 1, "1-0", phone.version(id)).json() == {"version": 4}
    log = arbiter.log(id)
    assert "<bdi>Mehmet</bdi> (helper)" in log
    assert "<bdi>Arbiter</bdi></span>" in log


def test_what_a_helper_may_not_do(arbiter: Arbiter) -> None:
    id = arbiter.open()
    other = arbiter.open("Another one")
    game = arbiter.new_game()
    phone = joined(arbiter, id)
    for kind in ("pair", "undo", "close", "start", "withdraw", "amend", "enter"):
        step = {"command": {"type": kind, "round": 2, "player": 1, "event": 3}}
        assert phone.post(f"/api/tournaments/{id}/steps", step).status_code in (404, 405), kind
    for method, path in (
        ("DELETE", f"/api/tournaments/{id}"),
        ("POST", "/api/tournaments"),
        ("POST", f"/api/tournaments/{id}/players"),
        ("POST", f"/api/tournaments/{id}/helpers"),
        ("GET", f"/api/tournaments/{id}/helpers"),
        ("DELETE", f"/api/tournaments/{id}/helpers"),
        ("GET", f"/api/tournaments/{id}/helpers/qr.svg"),
        ("GET", f"/api/tournaments/{id}/report.trf"),
        ("GET", "/tournaments"),
        ("POST", "/api/quit"),
        ("GET", "/api/data"),
        ("DELETE", "/api/data"),
        ("GET", "/api/games"),
        ("GET", "/games"),
        ("GET", f"/game/{game}"),
        ("GET", "/api/devices"),
    ):
        answer = phone.client.request(method, path, headers={TOKEN_HEADER: "x"})
        assert answer.status_code in (404, 405), (method, path)
    for view in ("players", "log", "papers", "wall", "crosstable", "sheets"):
        assert phone.get(f"/tournaments/{id}?view={view}").status_code == 400, view
    assert phone.score(other, 1, "1-0", 9).json()["error"] == "tournament-not-helping"
    assert phone.get(f"/tournaments/{other}").headers["location"] == "/"
    assert phone.get(f"/api/tournaments/{other}/main?view=round&round=0").status_code == 403
    assert phone.get(f"/api/tournaments/{other}/version").status_code == 403
    text = phone.get(f"/tournaments/{id}").text
    assert not [name for name in ("undo", "pair", "close", "start", "delete", "helpers") if f'id="{name}"' in text]
    body = {"round": 1, "board": 1, "result": "1-0", "seen": 3, "by": "Arbiter"}
    assert phone.post(f"/api/tournaments/{id}/results", body).status_code == 400
    assert arbiter.get(f"api/tournaments/{id}/version") == {"version": 3}
    assert arbiter.get(f"api/tournaments/{other}/version") == {"version": 3}


def test_a_helper_takes_back_what_the_same_helper_has_entered(arbiter: Arbiter) -> None:
    id = arbiter.open()
    mehmet = joined(arbiter, id)
    deniz = joined(arbiter, id, "Deniz")
    assert mehmet.take_back(id, 3).json()["error"] == "tournament-not-the-last"
    assert mehmet.score(id, 1, "1-0", 3).json() == {"version": 4}
    assert deniz.score(id, 2, "0-1", 4).json() == {"version": 5}
    assert "Your last result: Round 1, board 1" in mehmet.get(f"/tournaments/{id}").text
    assert deniz.take_back(id, 4).json()["error"] == "tournament-not-the-last"
    assert mehmet.take_back(id, 4).json() == {"version": 6}
    assert mehmet.take_back(id, 4).json()["error"] == "tournament-not-the-last"
    text = mehmet.get(f"/tournaments/{id}").text
    assert ('data-board="1" data-result=""' in text, 'data-board="2" data-result="0-1"' in text) == (True, True)
    assert arbiter.log(id).count("<bdi>Mehmet</bdi> (helper)") == 2


def test_what_the_arbiter_has_entered_or_corrected_is_not_taken_back(arbiter: Arbiter) -> None:
    id = arbiter.open()
    phone = joined(arbiter, id)
    arbiter.do(id, type="score", round=1, board=2, result="1-0")
    assert phone.score(id, 1, "1-0", phone.version(id)).json() == {"version": 5}
    arbiter.do(id, type="score", round=1, board=1, result="0-1", was="1-0")
    for event in (4, 5, 6):
        assert phone.take_back(id, event).json()["error"] == "tournament-not-the-last"
    assert phone.score(id, 1, "1/2-1/2", phone.version(id)).json() == {"version": 7}
    arbiter.do(id, type="pair", round=2)
    assert phone.take_back(id, 7).json()["error"] == "tournament-not-the-last"
    assert "You have entered nothing that can be taken back." in phone.get(f"/tournaments/{id}").text


def test_only_the_last_round_is_open_to_helpers(arbiter: Arbiter) -> None:
    id = arbiter.open()
    phone = joined(arbiter, id)
    for board in (1, 2):
        assert phone.score(id, board, "1-0", phone.version(id)).status_code == 200
    arbiter.do(id, type="pair", round=2)
    assert 'id="boards"' not in phone.get(f"/tournaments/{id}?round=1").text
    assert phone.score(id, 1, "0-1", phone.version(id)).json()["error"] == "tournament-old-round"
    assert phone.score(id, 9, "0-1", phone.version(id), 2).json()["error"] == "tournament-unknown-game"
    for board in (1, 2):
        assert phone.score(id, board, "1-0", phone.version(id), 2).status_code == 200
    arbiter.do(id, type="close")
    assert phone.score(id, 1, "0-1", phone.version(id), 2).json()["error"] == "tournament-closed"


def test_two_who_enter_the_same_board(arbiter: Arbiter) -> None:
    id = arbiter.open()
    one = joined(arbiter, id)
    two = joined(arbiter, id, "Deniz")
    seen = one.version(id)
    assert one.score(id, 1, "1-0", seen).json() == {"version": 4}
    assert two.score(id, 1, "1-0", seen).json() == {"version": 4}
    assert two.score(id, 1, "0-1", seen).json()["error"] == "tournament-other-result"
    assert two.score(id, 1, "0-1", 4).json() == {"version": 5}
    assert one.score(id, 2, "0-1", seen).json() == {"version": 6}


def test_what_is_sent_twice_is_entered_once(arbiter: Arbiter) -> None:
    id = arbiter.open()
    phone = joined(arbiter, id)
    seen = phone.version(id)
    assert phone.score(id, 1, "1-0", seen).json() == {"version": 4}
    assert phone.score(id, 1, "1-0", seen).json() == {"version": 4}
    arbiter.do(id, type="undo", event=4)
    assert phone.score(id, 1, "1-0", seen).json()["error"] == "tournament-other-result"


def test_a_result_is_not_entered_for_others_than_were_seen(arbiter: Arbiter) -> None:
    id = arbiter.open()
    phone = joined(arbiter, id)
    seen = phone.version(id)
    arbiter.do(id, type="undo", event=3)
    arbiter.do(id, type="pair-by-hand", round=1, pairs=[[4, 1], [3, 2]])
    assert phone.score(id, 1, "1-0", seen).json()["error"] == "tournament-other-pair"
    assert phone.score(id, 1, "1-0", phone.version(id)).status_code == 200


def test_wrong_codes_are_few(arbiter: Arbiter) -> None:
    id = arbiter.open()
    phone = Phone(arbiter.invite(id))
    for _ in range(TRIES):
        assert phone.join("AAAAAA").json()["error"] == "wrong-code"
    answer = phone.join(arbiter.code(id))
    assert (answer.status_code, answer.json()["error"]) == (429, "too-many")
    assert phone.get(f"/api/tournaments/{id}/version").status_code == 403


def test_the_code_is_withdrawn_and_helpers_stay(arbiter: Arbiter) -> None:
    id = arbiter.open()
    phone = joined(arbiter, id)
    former = arbiter.code(id)
    arbiter.invite(id)
    assert arbiter.code(id) != former
    assert Phone(phone.address).join(former).json()["error"] == "wrong-code"
    arbiter.send("DELETE", f"api/tournaments/{id}/helpers/code", {})
    assert [Phone(phone.address).join(code).json()["error"] for code in ("", former)] == ["wrong-code"] * 2
    assert phone.version(id) == 3


def test_who_is_dismissed_is_out(arbiter: Arbiter) -> None:
    id = arbiter.open()
    one = joined(arbiter, id)
    two = joined(arbiter, id, "Deniz")
    first, _ = arbiter.shared(id)["helpers"]
    assert (first["name"], first["connected"]) == ("Mehmet", True)
    arbiter.send("DELETE", f"api/tournaments/{id}/helpers/{first['id']}", {})
    assert one.score(id, 1, "1-0", 3).json()["error"] == "tournament-not-helping"
    assert two.version(id) == 3
    arbiter.send("DELETE", f"api/tournaments/{id}/helpers", {})
    assert arbiter.shared(id) == {"shared": False, "address": "", "code": "", "helpers": []}
    assert not listens(two.address)


def test_one_name_one_helper(arbiter: Arbiter) -> None:
    id = arbiter.open()
    phone = joined(arbiter, id)
    assert Phone(phone.address).join(arbiter.code(id), "mehmet").json()["error"] == "tournament-helper-name"
    assert phone.get(f"/?code={arbiter.code(id)}").headers["location"] == f"/tournaments/{id}"
    for name in ("", "x" * 41):
        assert Phone(phone.address).join(arbiter.code(id), name).status_code == 400


def test_nothing_is_lost_when_the_program_is_killed(arbiter: Arbiter, tmp_path: Path) -> None:
    id = arbiter.open()
    phone = joined(arbiter, id)
    code = arbiter.code(id)
    assert phone.score(id, 1, "1-0", 3).status_code == 200
    arbiter.kill()
    again = Arbiter(tmp_path, "--port", "0", "--no-browser")
    try:
        assert f"http://{again.shared(id)['address']}" == phone.address
        assert again.code(id) == code
        assert phone.score(id, 1, "1-0", 3).json() == {"version": 4}
        assert phone.score(id, 2, "0-1", 3).json() == {"version": 5}
    finally:
        again.kill()


def test_a_tournament_that_is_gone_is_not_shared_any_more(arbiter: Arbiter, tmp_path: Path) -> None:
    id = arbiter.open()
    phone = joined(arbiter, id)
    httpx.delete(
        f"{arbiter.address}api/tournaments/{id}", cookies={TOKEN_COOKIE: "x"}, headers={TOKEN_HEADER: "x"}
    ).raise_for_status()
    assert phone.score(id, 1, "1-0", 3).status_code == 404
    arbiter.kill()
    again = Arbiter(tmp_path, "--port", "0", "--no-browser")
    try:
        assert not again.shared(id)["shared"]
        assert not listens(phone.address)
    finally:
        again.kill()


def test_only_pages_of_the_door_itself_may_ask(arbiter: Arbiter) -> None:
    id = arbiter.open()
    phone = Phone(arbiter.invite(id))
    code = arbiter.code(id)
    port = phone.address.rpartition(":")[2]
    for stranger in ("evil.example", f"evil.example:{port}", f"localhost:{port}"):
        assert phone.get("/", host=stranger).json()["error"] == "bad-host"
    assert phone.join(code, origin="http://evil.example").json()["error"] == "bad-origin"
    assert phone.join(code, **{TOKEN_HEADER: "y"}).json()["error"] == "bad-token"
    cookie = phone.join(code).headers["set-cookie"].lower()
    assert COOKIE in cookie
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_the_arbiter_has_a_code_to_be_scanned_and_no_other_device_sees_it(arbiter: Arbiter) -> None:
    id = arbiter.open()
    arbiter.invite(id)
    assert arbiter.text(f"api/tournaments/{id}/helpers/qr.svg").startswith("<?xml")
    assert '"helpers"' not in arbiter.text("api/data")
