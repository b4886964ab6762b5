"""Studies on the server: who owns them, who may read and write them, and that nothing of them remains or leaks."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from damaci.online.studies import library
from tests.online.conftest import Server, Someone, running

PDN = (
    '[StudyName "Açmaz"]\n[ChapterName "Giving"]\n\n1. d3-d4 {Quiet} d6-d5 *\n\n[ChapterName "Ending"]\n\n1. e3-e4 *\n'
)
NUMBERS = count(1)
STUDIES = "/api/v1/studies"


def named(server: Server, name: str) -> Someone:
    someone = server.someone()
    someone.do("POST", "/api/v1/account", {"name": name, "passphrase": "a long enough one"})
    return someone


class Circle:
    """An owner, a member and a stranger with accounts, and a guest, with a study of the owner."""

    def __init__(self, server: Server) -> None:
        number = next(NUMBERS)
        self.names = {name: f"{name} {number}" for name in ("Ada", "Bora", "Can")}
        self.ada, self.bora, self.can = (named(server, each) for each in self.names.values())
        self.begin(server)

    def begin(self, server: Server) -> None:
        self.guest = server.someone()
        self.study = self.ada.do("POST", STUDIES, {"source": {"text": PDN}})["id"]
        self.path = f"{STUDIES}/{self.study}"
        assert self.invite("Bora").status_code == 200

    def invite(self, name: str) -> Any:
        return self.ada.send("POST", f"{self.path}/members", {"name": self.names[name].upper()})

    def open(self) -> None:
        self.ada.do("PUT", f"{self.path}/sharing", {"visibility": "link"})

    def chapter(self) -> Any:
        return self.ada.do("GET", self.path)["study"]["chapters"][0]


@pytest.fixture(scope="module")
def people(server: Server) -> Circle:
    """Created once, because an account takes a while."""
    return Circle(server)


@pytest.fixture
def circle(server: Server, people: Circle) -> Circle:
    people.begin(server)
    return people


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def requests(circle: Circle) -> Iterator[tuple[str, str, object]]:
    """All requests about a study: first those that read, then those that write, then those of the owner."""
    tree = circle.ada.do("GET", circle.path)["contents"]["tree"]
    chapter = circle.chapter()
    yield from (("GET", circle.path + more, None) for more in ("", "/outline", "/pdn", "/sharing"))
    yield "PUT", f"{circle.path}/chapters/{chapter['id']}", {"version": chapter["version"], "tree": tree}
    yield "POST", f"{circle.path}/chapters", {"title": "More"}
    yield "POST", f"{circle.path}/steps", {"command": {"type": "rename", "title": "Traps"}}
    yield "PUT", f"{circle.path}/sharing", {"visibility": "private"}
    yield "POST", f"{circle.path}/members", {"name": circle.names["Can"]}
    yield "DELETE", f"{circle.path}/members/{circle.names['Can']}", None
    yield "DELETE", circle.path, None


READS = 4
WRITES = 7


def statuses(circle: Circle, someone: Someone) -> list[int]:
    return [someone.send(*each).status_code for each in requests(circle)]


def test_a_private_study_does_not_exist_for_others(circle: Circle) -> None:
    for someone in (circle.can, circle.guest):
        assert set(statuses(circle, someone)) == {404}
        assert someone.send("GET", f"/studies/{circle.study}").status_code == 404
        assert someone.send("POST", f"{circle.path}/report", {"reason": "text"}).status_code == 404


def test_whoever_has_the_link_reads_and_does_not_write(circle: Circle) -> None:
    circle.open()
    for someone in (circle.can, circle.guest):
        found = statuses(circle, someone)
        assert found == [200] * READS + [403] * (len(found) - READS)
        page = someone.send("GET", f"/studies/{circle.study}")
        assert page.status_code == 200
        text = " ".join(page.text.split())
        assert 'id="comment" rows="2" maxlength="2000" autocomplete="off" readonly' in text
    assert circle.guest.do("GET", f"{circle.path}/sharing")["members"] == []
    circle.ada.do("PUT", f"{circle.path}/sharing", {"visibility": "private"})
    assert circle.guest.send("GET", circle.path).status_code == 404


def test_a_member_writes_and_does_not_decide(circle: Circle) -> None:
    found = statuses(circle, circle.bora)
    assert found == [200] * WRITES + [403] * (len(found) - WRITES)
    outline = circle.ada.do("GET", f"{circle.path}/outline")
    assert outline["title"] == "Traps"
    assert [each["title"] for each in outline["chapters"]] == ["Giving", "Ending", "More"]
    assert circle.bora.do("GET", STUDIES)["shared"][0]["title"] == "Traps"
    assert "Traps" in circle.bora.send("GET", "/studies").text


def test_an_owner_does_everything(circle: Circle) -> None:
    circle.invite("Can")
    assert max(statuses(circle, circle.ada)[:-1]) == 409  # Can is a member already.
    assert circle.study not in [each["id"] for each in circle.ada.do("GET", STUDIES)["mine"]]


def test_guests_are_told_why_they_have_none(circle: Circle) -> None:
    assert refused(circle.guest.send("POST", STUDIES, {"title": "Mine"})) == (403, "study-account-needed")
    assert circle.guest.do("GET", STUDIES) == {"mine": [], "shared": []}
    assert "account" in circle.guest.send("GET", "/studies").text
    guest = circle.guest
    guest.do("POST", "/api/v1/player")
    assert refused(guest.send("POST", STUDIES, {"title": "Mine"})) == (403, "study-account-needed")


def test_two_who_write_at_once_lose_nothing(circle: Circle) -> None:
    chapter = circle.chapter()
    shown = circle.bora.do("GET", circle.path)
    place = f"{circle.path}/chapters/{chapter['id']}"
    for someone, comment in ((circle.ada, "Hers"), (circle.bora, "His")):
        tree = shown["contents"]["tree"] | {"comment": comment}
        answer = someone.send("PUT", place, {"version": chapter["version"], "tree": tree})
        if someone is circle.bora:
            assert refused(answer) == (409, "study-changed")
            someone.do("POST", f"{circle.path}/chapters", {"tree": tree, "title": "His"})
    text = circle.ada.send("GET", f"{circle.path}/pdn").text
    assert "{Hers}" in text
    assert "{His}" in text


def test_members_are_found_by_name_once_and_leave(circle: Circle) -> None:
    assert refused(circle.invite("Bora")) == (409, "study-member-already")
    assert refused(circle.invite("Ada")) == (409, "study-member-already")
    unknown = circle.ada.send("POST", f"{circle.path}/members", {"name": "Nobody at all"})
    assert refused(unknown) == (404, "no-player")
    assert [each["name"] for each in circle.ada.do("GET", f"{circle.path}/sharing")["members"]] == [
        circle.names["Bora"]
    ]
    circle.bora.do("DELETE", f"{circle.path}/members/{circle.names['Bora']}")
    assert circle.bora.send("GET", circle.path).status_code == 404


def test_one_chapter_is_exported_alone(circle: Circle) -> None:
    chapter = circle.chapter()["id"]
    text = circle.ada.send("GET", f"{circle.path}/pdn?chapter={chapter}").text
    assert "d3-d4" in text
    assert "e3-e4" not in text
    assert circle.ada.send("GET", f"{circle.path}/pdn?chapter=gone").status_code == 404


def test_words_of_others_are_text_on_the_page(circle: Circle) -> None:
    title = "</script><b>bold</b>"
    circle.ada.do("POST", f"{circle.path}/steps", {"command": {"type": "rename", "title": title}})
    for page in ("/studies", f"/studies/{circle.study}"):
        assert "<b>bold" not in circle.bora.send("GET", page).text


def test_a_report_keeps_the_words_and_an_owner_reports_nobody(circle: Circle, server: Server) -> None:
    assert circle.bora.send("POST", f"{circle.path}/report", {"reason": "text"}).status_code == 204
    assert refused(circle.bora.send("POST", f"{circle.path}/report", {"reason": "text"})) == (409, "reported-already")
    assert circle.ada.send("POST", f"{circle.path}/report", {"reason": "text"}).status_code == 404


def test_limits_are_told(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MOST_STUDIES", 1)
    assert refused(circle.ada.send("POST", STUDIES, {"title": "Two"})) == (409, "study-too-many")
    monkeypatch.setattr(library, "MOST_MEMBERS", 1)
    assert refused(circle.invite("Can")) == (409, "study-too-many-members")
    monkeypatch.setattr(library, "STUDY_CHARACTERS", 10)
    assert refused(circle.bora.send("POST", f"{circle.path}/chapters", {})) == (409, "study-no-room")
    last = circle.ada.do("GET", circle.path)["study"]["chapters"][-1]["id"]
    circle.bora.do("POST", f"{circle.path}/steps", {"command": {"type": "remove", "chapter": last}})


def test_a_full_library_takes_shorter_chapters(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "STUDY_CHARACTERS", 10)
    chapter = circle.chapter()
    tree = circle.ada.do("GET", circle.path)["contents"]["tree"]
    address = f"{circle.path}/chapters/{chapter['id']}"
    longer = {"version": chapter["version"], "tree": tree | {"comment": "Longer"}}
    assert refused(circle.bora.send("PUT", address, longer)) == (409, "study-no-room")
    assert circle.bora.do("PUT", address, {"version": chapter["version"], "tree": tree})
    shorter = {"version": chapter["version"] + 1, "tree": tree | {"nodes": []}}
    assert circle.bora.do("PUT", address, shorter)["chapters"][0]["version"] == chapter["version"] + 2
    old = circle.bora.send("PUT", address, shorter)
    assert refused(old) == (409, "study-changed")
    gone = circle.bora.send("PUT", f"{circle.path}/chapters/none", shorter)
    assert refused(gone) == (409, "study-unknown-chapter")


def test_everything_of_a_player_is_exported_and_goes(server: Server) -> None:
    circle = Circle(server)
    whole = circle.ada.do("GET", "/api/v1/data")["studies"][circle.study]
    assert (whole["title"], whole["visibility"], whole["members"]) == ("Açmaz", "private", [circle.names["Bora"]])
    assert "d3-d4" in whole["pdn"]
    assert circle.bora.do("GET", "/api/v1/data")["shared_studies"] == {circle.study: "Açmaz"}
    assert circle.ada.send("DELETE", "/api/v1/data", {"passphrase": "a long enough one"}).status_code == 204
    assert circle.bora.send("GET", circle.path).status_code == 404
    assert circle.bora.do("GET", STUDIES)["shared"] == []


def test_the_board_of_a_study_knows_the_rules_and_no_engine(circle: Circle) -> None:
    start = circle.ada.do("GET", circle.path)["contents"]["tree"]["start"]
    assert circle.guest.do("POST", "/api/analysis/stand", {"fen": start})["turn"] == "white"
    assert circle.guest.do("POST", "/api/analysis/move", {"here": {"fen": start}, "move": "d3d4"})["played"]
    assert circle.guest.send("POST", "/api/analysis/problem", {"fen": start}).status_code == 404


def test_a_server_without_accounts_says_so(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert server.someone().send("GET", "/studies").status_code == 200
