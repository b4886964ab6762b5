"""Tournaments through the API of one process: who may do what, and what the server does by the clock."""

import asyncio
import re
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from damaci.online.moderation import Moderation
from damaci.online.tournaments import club
from damaci.store import Store
from damaci.store.announced import JoinedPlayer
from damaci.store.store import FILE
from damaci.wire.closing import NO_SUCH_GAME
from tests.online.conftest import Server, Someone, running
from tests.support import PATIENCE


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("club")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with running(folder, accounts="open") as server:
        yield server


@pytest.fixture(scope="module")
def members(server: Server) -> list[Someone]:
    return [member(server, f"Member {number}") for number in range(1, 5)]


@pytest.fixture(autouse=True)
def _over(folder: Path) -> Iterator[None]:
    """Ends the tournaments that a test has announced, because nobody may have announced many at once."""
    yield
    with closing(sqlite3.connect(folder / FILE, timeout=30)) as database, database:
        database.execute("UPDATE announced SET over = 1")


def member(server: Server, name: str) -> Someone:
    someone = server.someone()
    someone.do("POST", "/api/v1/account", {"name": name, "passphrase": "a long enough one"})
    return someone


def announced(arbiter: Someone, **wish: object) -> str:
    sent = {"name": "Evening", "starts": time.time() + 3600, "pause": 0, "rounds": 2, "minutes_late": 60} | wish
    return str(arbiter.do("POST", "/api/v1/tournaments", sent)["id"])


def shown(someone: Someone, id: str) -> Any:
    return someone.do("GET", f"/api/v1/tournaments/{id}")


def until(someone: Someone, id: str, what: Any) -> Any:
    """The tournament, as soon as a condition is true of it."""
    deadline = time.monotonic() + PATIENCE
    while not what(found := shown(someone, id)):
        assert time.monotonic() < deadline, found
        time.sleep(0.1)
    return found


def resign_all(players: list[Someone], id: str) -> None:
    """In every game, the side to move resigns at once."""
    for player in players:
        game = player.do("GET", f"/api/v1/tournaments/{id}/me").get("game")
        if game:
            player.do("POST", f"/api/v1/games/{game}/requests", {"type": "resign"})


def start_now(folder: Path, id: str) -> None:
    """Lets the tournament start now, however long it took the players to join."""
    with closing(sqlite3.connect(folder / FILE, timeout=30)) as database, database:
        database.execute("UPDATE announced SET starts = ? WHERE tournament = ?", (time.time(), id))


def test_a_tournament_plays_itself_to_the_end(server: Server, members: list[Someone], folder: Path) -> None:
    id = announced(members[0])
    for each in members:
        each.do("POST", f"/api/v1/tournaments/{id}/join")
    start_now(folder, id)
    for round in (1, 2):
        until(members[0], id, lambda found, round=round: found["announced"]["stored"]["rounds"] == round)
        resign_all(members, id)
    found = until(members[0], id, lambda found: found["announced"]["plan"]["over"])
    assert sum(place["points"] for place in found["places"]) == 4


def test_every_name_is_a_link(server: Server, members: list[Someone], folder: Path) -> None:
    id = announced(members[0])
    for each in members[:3]:
        each.do("POST", f"/api/v1/tournaments/{id}/join")
    start_now(folder, id)
    until(members[0], id, lambda found: found["announced"]["stored"]["rounds"] == 1)
    for view in ("round", "players", "standings", "crosstable", "log"):
        page = server.someone().send("GET", f"/tournaments/{id}?view={view}").text
        linked = {name for name in range(1, 4) if re.search(rf'href="/@/[^"]+"><bdi>Member {name}</bdi></a>', page)}
        assert linked == {1, 2, 3}, view


def test_the_log_leads_to_whom_it_names_and_to_who_has_done_it(
    server: Server, members: list[Someone], folder: Path
) -> None:
    id = announced(members[0])
    for each in members[:3]:
        each.do("POST", f"/api/v1/tournaments/{id}/join")
    start_now(folder, id)
    until(members[0], id, lambda found: found["announced"]["stored"]["rounds"] == 1)
    members[1].do("POST", f"/api/v1/tournaments/{id}/leave")
    page = members[0].send("GET", f"/tournaments/{id}?view=log").text
    left = '<a href="/@/member2"><bdi>Member 2</bdi></a> has withdrawn.'
    assert f'{left} <span class="soft">– <a href="/@/member2"><bdi>Member 2</bdi></a></span>' in page
    assert re.search(rf'<p id="last">\s*Last step: {re.escape(left)}\s*</p>', page)


def test_the_log_has_who_joined_and_left_and_who_held_the_tournament(server: Server) -> None:
    arbiter = member(server, "Hakem")
    guest = member(server, "Oyuncu")
    id = announced(arbiter)
    path = f"/api/v1/tournaments/{id}"
    for act in ("join", "join", "leave"):
        guest.do("POST", f"{path}/{act}")
    for held in (True, True, False):
        arbiter.do("POST", f"{path}/hold", {"held": held})
    page = server.someone().send("GET", f"/tournaments/{id}?view=log").text
    said = re.findall(r'<li class="act"\s*>\s*<time datetime="[^"]+">[^<]+</time>\s*(.+)</li>', page)
    who = ['<a href="/@/hakem"><bdi>Hakem</bdi></a>', '<a href="/@/oyuncu"><bdi>Oyuncu</bdi></a>']
    assert said == [
        f'The server goes on by itself. <span class="soft">– {who[0]}</span>',
        f'The arbiter goes on by hand. <span class="soft">– {who[0]}</span>',
        f"{who[1]} has left.",
        f"{who[1]} has joined.",
    ]


def test_everybody_sees_who_the_arbiter_is(server: Server, members: list[Someone]) -> None:
    id = announced(members[3])
    page = server.someone().send("GET", f"/tournaments/{id}").text
    assert re.search(r'Arbiter: <a href="/@/[^"]+"><bdi>Member 4</bdi></a>', page)


def test_only_members_take_part_and_only_the_arbiter_acts(server: Server, members: list[Someone]) -> None:
    id = announced(members[0])
    guest = server.someone()
    guest.do("POST", "/api/v1/player")
    path = f"/api/v1/tournaments/{id}"
    assert guest.send("POST", f"{path}/join").json()["error"] == "members-only"
    close = {"command": {"type": "close"}}
    assert members[1].send("POST", f"{path}/steps", close).json()["error"] == "not-the-arbiter"
    assert members[1].send("POST", f"{path}/hold", {"held": True}).json()["error"] == "not-the-arbiter"
    members[1].do("POST", f"{path}/join")
    assert members[1].do("GET", f"{path}/me") == {"joined": True}
    members[1].do("POST", f"{path}/leave")
    assert members[1].do("GET", f"{path}/me") == {}
    members[0].do("POST", f"{path}/steps", close)
    assert members[1].send("POST", f"{path}/join").json()["error"] == "tournament-entries-closed"


def test_a_deleted_player_leaves_no_name(server: Server, members: list[Someone], folder: Path) -> None:
    leaving = member(server, "Zoe Leaving")
    id = announced(members[0])
    path = f"/api/v1/tournaments/{id}"
    for each in (members[0], leaving):
        each.do("POST", f"{path}/join")
    start_now(folder, id)
    until(members[0], id, lambda found: len(found["places"]) == 2)
    leaving.do("DELETE", "/api/v1/data", {"passphrase": "a long enough one"})
    found = until(members[0], id, lambda found: any(place.get("out") for place in found["places"]))
    assert "Zoe" not in str(found)
    with closing(sqlite3.connect(folder / FILE)) as database:
        assert not database.execute("SELECT 1 FROM tournament_events WHERE event LIKE '%Zoe%'").fetchall()


def test_a_renamed_player_has_the_new_name_in_tournaments_and_comes_back(server: Server, folder: Path) -> None:
    arbiter = member(server, "Hakim Yaman")
    player = member(server, "Kaba Saba")
    id = left_by(player, arbiter, folder)
    rename(folder, "Kaba Saba", "Nazik Oyuncu")
    rename(folder, "Hakim Yaman", "Hakim Nazik")
    found = until(arbiter, id, lambda found: {place["name"] for place in found["places"]} == {"Nazik Oyuncu"})
    log = server.someone().send("GET", f"/tournaments/{id}?view=log").text
    assert "Nazik Oyuncu</bdi></a> has withdrawn." in log
    assert "Hakim Nazik</bdi></a></span>" in log
    assert "Kaba" not in log + str(found)
    assert "Yaman" not in log
    player.do("POST", f"/api/v1/tournaments/{id}/join")
    assert player.do("GET", f"/api/v1/tournaments/{id}/me") == {"joined": True, "player": 1}


def test_an_open_page_is_told_that_a_name_has_changed(server: Server, folder: Path) -> None:
    """A new name adds no event to the tournament."""
    arbiter = member(server, "Hakim Deniz")
    player = member(server, "Kaba Deniz")
    id = left_by(player, arbiter, folder)
    with arbiter.socket(f"/ws/tournaments/{id}") as socket:
        first = socket.receive_json(timeout=PATIENCE)
        rename(folder, "Kaba Deniz", "Nazik Deniz")
        html = ""
        while "Nazik Deniz" not in html:  # Another player may have been renamed before.
            while (told := socket.receive_json(timeout=PATIENCE)) == first:
                pass
            assert told == {"type": "renamed", "tournament": id}
            html = arbiter.send("GET", f"/api/tournaments/{id}/main?view=players").text


def test_open_pages_are_told_nothing_when_somebody_is_deleted_who_took_part_in_nothing(server: Server) -> None:
    """Otherwise anybody could cause such messages by creating and deleting guests."""
    held = server.client.app.state.services.club
    renamings = held.renamings
    for _ in range(3):
        guest = server.someone()
        guest.do("POST", "/api/v1/player")
        guest.do("DELETE", "/api/v1/data")
    assert held.renamings == renamings
    arbiter = member(server, "Kayıp Hakem")
    announced(arbiter)
    arbiter.do("DELETE", "/api/v1/data", {"passphrase": "a long enough one"})
    assert held.renamings == renamings + 1


def test_an_operator_removes_a_tournament_and_its_games_go_on(
    server: Server, members: list[Someone], folder: Path
) -> None:
    here, there = members[:2]
    id = announced(here, rounds=2)
    path = f"/api/v1/tournaments/{id}"
    for each in (here, there):
        each.do("POST", f"{path}/join")
    start_now(folder, id)
    until(here, id, lambda found: found["announced"]["stored"]["rounds"] == 1)
    game = here.do("GET", f"{path}/me")["game"]
    order(folder, lambda operator: operator.remove_tournament(id, "offensive"))
    assert here.send("GET", path).status_code == 404
    assert here.send("GET", f"/tournaments/{id}").status_code == 404
    assert here.send("POST", f"{path}/join").status_code == 404
    assert id not in str(here.do("GET", "/api/v1/tournaments"))
    white = next(each for each in (here, there) if "white" in each.do("GET", f"/api/v1/games/{game}")["you"])
    white.do("POST", f"/api/v1/games/{game}/requests", {"type": "move", "ply": 1, "move": "d3-d4"})
    assert here.do("GET", f"/api/v1/games/{game}")["now"]["ply"] == 1
    with here.socket(f"/ws/tournaments/{id}") as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json(timeout=PATIENCE)
        assert closed.value.code == NO_SUCH_GAME


def test_a_player_who_was_renamed_and_is_deleted_leaves_no_name(server: Server, folder: Path) -> None:
    arbiter = member(server, "Hakim Bulut")
    player = member(server, "Kaba Yel")
    left_by(player, arbiter, folder)
    rename(folder, "Kaba Yel", "Nazik Yel")
    player.do("DELETE", "/api/v1/data", {"passphrase": "a long enough one"})
    with closing(sqlite3.connect(folder / FILE)) as database:
        assert not database.execute("SELECT 1 FROM tournament_events WHERE event LIKE '%Yel%'").fetchall()


def left_by(player: Someone, arbiter: Someone, folder: Path) -> str:
    """A tournament that a player has left, and whose arbiter has changed the order of the tie-breaks."""
    id = announced(arbiter)
    path = f"/api/v1/tournaments/{id}"
    player.do("POST", f"{path}/join")
    player.do("PUT", f"{path}/byes/2", {"mark": "Z"})
    player.do("DELETE", f"{path}/byes/2")
    player.do("POST", f"{path}/leave")
    arbiter.do("POST", f"{path}/steps", {"command": {"type": "order-tiebreaks", "tiebreaks": ["WON"]}})
    return id


def rename(folder: Path, player: str, name: str) -> None:
    order(folder, lambda operator: operator.rename(player, name))


def order(folder: Path, act: Callable[[Moderation], Awaitable[object]]) -> None:
    """Carries out an action as `damaci admin` does beside the running server."""

    async def run() -> None:
        store = await Store(folder).open_existing()
        try:
            await act(Moderation(store, "operator@test"))
        finally:
            await store.close()

    asyncio.run(run())


def test_a_round_is_paired_while_names_change(
    server: Server, members: list[Someone], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tournament in the server's memory is replaced while the players who wait are being entered."""
    services = server.client.app.state.services
    waiting = services.store.announced.waiting

    async def forgetting(tournament: str) -> Sequence[JoinedPlayer]:
        services.club.forget_all()
        found: Sequence[JoinedPlayer] = await waiting(tournament)
        return found

    monkeypatch.setattr(services.store.announced, "waiting", forgetting)
    id = announced(members[0], rounds=1)
    for each in members[:2]:
        each.do("POST", f"/api/v1/tournaments/{id}/join")
    start_now(folder, id)
    found = until(members[0], id, lambda found: found["announced"]["stored"]["version"] > 2)
    assert found["announced"]["stored"]["rounds"] == 1


def test_a_tournament_that_was_read_while_names_changed_is_read_again(
    server: Server, members: list[Someone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the former name would be shown as long as the tournament is in memory."""
    services = server.client.app.state.services
    read = services.store.tournaments.read
    reads: list[str] = []

    async def forgetting(tournament: str, after: int = 0) -> Sequence[object]:
        found: Sequence[object] = await read(tournament, after)
        if tournament not in reads:
            services.club.forget_all()
        reads.append(tournament)
        return found

    id = announced(members[0])
    monkeypatch.setattr(services.store.tournaments, "read", forgetting)
    for _ in range(3):
        members[0].do("GET", f"/api/v1/tournaments/{id}")
    assert reads.count(id) == 2


def test_who_does_not_come_loses(server: Server, members: list[Someone], folder: Path) -> None:
    here, away = members[:2]
    id = announced(here, rounds=1, minutes_late=0.3)
    path = f"/api/v1/tournaments/{id}"
    for each in (here, away):
        each.do("POST", f"{path}/join")
    start_now(folder, id)
    until(here, id, lambda found: found["announced"]["stored"]["rounds"] == 1)
    game = here.do("GET", f"{path}/me")["game"]
    with here.socket(f"/ws/game/{game}") as socket:
        socket.send_json({"type": "hello"})
        shown = next(message for message in iter(socket.receive_json, None) if message["type"] == "snapshot")
        if shown["you"] == ["white"]:
            socket.send_json({"type": "move", "ply": 1, "move": "d3-d4", "id": "first"})
        found = until(here, id, lambda found: found["announced"]["plan"]["over"])
    assert [(place["name"], place["points"]) for place in found["places"]] == [("Member 1", 1), ("Member 2", 0)]


@pytest.mark.parametrize("both", [False, True])
def test_a_program_has_come_by_asking_for_its_game(
    server: Server, members: list[Someone], folder: Path, both: bool
) -> None:
    """One side comes and waits. It wins if the other side does not come; if both come, White loses for not moving."""
    id = announced(members[0], rounds=1, minutes_late=0.1)
    path = f"/api/v1/tournaments/{id}"
    for each in members[:2]:
        each.do("POST", f"{path}/join")
    start_now(folder, id)
    until(members[0], id, lambda found: found["announced"]["stored"]["rounds"] == 1)
    game = members[0].do("GET", f"{path}/me")["game"]
    sides = {each.do("GET", f"/api/v1/games/{game}")["you"][0]: each for each in members[: 2 if both else 1]}
    absent = {"white": "black", "black": "white"}[next(iter(sides))]
    loser = "white" if both else absent
    found = until(members[0], id, lambda found: found["announced"]["plan"]["over"])
    assert found["boards"][0]["result"] == {"white": "-/+", "black": "+/-"}[loser]


def test_a_player_asks_for_a_bye_and_takes_it_back(server: Server, members: list[Someone], folder: Path) -> None:
    id = announced(members[0], rounds=3, half_byes=1)
    path = f"/api/v1/tournaments/{id}"
    here, away = members[1:3]
    assert away.send("PUT", f"{path}/byes/1", {}).json()["error"] == "not-in-tournament"
    for each in members[:3]:
        each.do("POST", f"{path}/join")
    away.do("PUT", f"{path}/byes/1", {"mark": "H"})
    assert away.do("GET", f"{path}/me") == {"joined": True, "player": 1, "byes": {"1": "H"}}
    assert away.send("PUT", f"{path}/byes/2", {"mark": "H"}).json()["error"] == "tournament-too-many-byes"
    assert away.send("PUT", f"{path}/byes/4", {"mark": "Z"}).json()["error"] == "tournament-wrong-round"
    away.do("PUT", f"{path}/byes/2", {"mark": "Z"})
    here.do("PUT", f"{path}/byes/1", {"mark": "Z"})
    here.do("DELETE", f"{path}/byes/1")
    assert here.send("DELETE", f"{path}/byes/1").json()["error"] == "tournament-not-asked"
    start_now(folder, id)
    found = until(here, id, lambda found: found["boards"])
    assert {place["name"]: place["points"] for place in found["places"]}["Member 3"] == 0.5
    assert len(found["boards"]) == 1
    assert away.do("GET", f"{path}/me")["byes"] == {"2": "Z"}
    assert away.send("DELETE", f"{path}/byes/1").json()["error"] == "tournament-not-asked"
    log = server.someone().send("GET", f"/tournaments/{id}?view=log").text
    assert '<a href="/@/membere"><bdi>Member 3</bdi></a> asked for a half-point bye in round 1.' in log


@pytest.mark.parametrize(
    "wish",
    [
        {"name": "   "},
        {"name": "\u202e\u200d"},
        {"minutes": 1e-9},
        {"minutes_late": 0.0001},
        {"points": {"win": 1e300}},
        {"points": {"absence": -1}},
        {"points": {"win": 0.5}},
    ],
)
def test_nobody_announces_what_makes_no_tournament(members: list[Someone], wish: dict[str, object]) -> None:
    sent = {"name": "Evening", "starts": time.time() + 3600} | wish
    refused = members[0].send("POST", "/api/v1/tournaments", sent)
    assert refused.status_code in (400, 422), refused.text


def test_nobody_announces_many_at_once(members: list[Someone]) -> None:
    wish = {"name": "Evening", "starts": time.time() + 3600}
    with ThreadPoolExecutor(12) as threads:
        answers = [*threads.map(lambda _: members[2].send("POST", "/api/v1/tournaments", wish), range(12))]
    assert sorted(each.status_code for each in answers) == [201] * 5 + [409] * 7
    assert {each.json()["error"] for each in answers if each.status_code == 409} == {"too-many-tournaments"}


def test_the_name_of_a_tournament_has_no_invisible_letters(members: list[Someone]) -> None:
    id = announced(members[0], name=" Friday\u202e  Cup ")
    assert shown(members[1], id)["announced"]["stored"]["name"] == "Friday Cup"


def test_nobody_fills_the_log_with_own_steps(
    members: list[Someone], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club, "MOST_OWN_STEPS", 4)
    id = announced(members[0], rounds=3)
    path = f"/api/v1/tournaments/{id}"
    for each in members[:3]:
        each.do("POST", f"{path}/join")
    for _ in range(2):
        members[1].do("PUT", f"{path}/byes/3", {"mark": "Z"})
        members[1].do("DELETE", f"{path}/byes/3")
    assert members[1].send("PUT", f"{path}/byes/3", {"mark": "Z"}).json()["error"] == "too-many-steps"
    members[2].do("PUT", f"{path}/byes/3", {"mark": "Z"})
    members[1].do("POST", f"{path}/leave")
    assert members[1].send("POST", f"{path}/join").json()["error"] == "too-many-steps"


def test_whom_the_arbiter_excludes_from_an_arena_stays_out(members: list[Someone], folder: Path) -> None:
    arbiter, excluded, left = members[:3]
    id = announced(arbiter, system="arena")
    path = f"/api/v1/tournaments/{id}"
    for each in members[:3]:
        each.do("POST", f"{path}/join")
    start_now(folder, id)
    until(arbiter, id, lambda found: found["boards"])
    number = excluded.do("GET", f"{path}/me")["player"]
    arbiter.do("POST", f"{path}/steps", {"command": {"type": "withdraw", "player": number}})
    assert excluded.send("POST", f"{path}/join").json()["error"] == "excluded"
    left.do("POST", f"{path}/leave")
    left.do("POST", f"{path}/join")
    assert not left.do("GET", f"{path}/me").get("out")
    arbiter.do("POST", f"{path}/steps", {"command": {"type": "return", "player": number}})
    excluded.do("POST", f"{path}/leave")
    excluded.do("POST", f"{path}/join")


def test_who_has_left_takes_part_in_no_tournament(server: Server) -> None:
    player = member(server, "Giden")
    id = announced(member(server, "Kalan"))
    path = f"/api/v1/tournaments/{id}"
    player.do("POST", f"{path}/join")
    player.do("PUT", f"{path}/byes/1", {"mark": "Z"})
    assert not is_free(player)
    player.do("POST", f"{path}/leave")
    assert is_free(player)
    player.do("POST", f"{path}/join")
    assert not is_free(player)


def is_free(player: Someone) -> bool:
    """Whether a page is told that its player is free when it connects."""
    with player.socket("/ws/tournaments") as socket, suppress(Empty):
        return bool(socket.receive_json(timeout=1)["type"] == "free")
    return False


def test_a_round_of_byes_alone_ends_no_tournament(server: Server, members: list[Someone], folder: Path) -> None:
    id = announced(members[0], rounds=2)
    for each in members[:2]:
        each.do("POST", f"/api/v1/tournaments/{id}/join")
        each.do("PUT", f"/api/v1/tournaments/{id}/byes/1", {"mark": "Z"})
    start_now(folder, id)
    found = until(members[0], id, lambda found: found["announced"]["stored"]["rounds"] == 2)
    assert found["announced"]["plan"]["over"] is False
    page = server.someone().send("GET", f"/tournaments/{id}?view=round&round=1").text
    assert "Nobody plays in this round." in page


def test_the_arbiter_changes_the_order_of_the_tie_breaks(server: Server, members: list[Someone], folder: Path) -> None:
    arbiter, player = members[1:3]
    id = announced(arbiter, tiebreaks=["SB"])
    path = f"/api/v1/tournaments/{id}"
    for each in (arbiter, player):
        each.do("POST", f"{path}/join")
    start_now(folder, id)
    until(arbiter, id, lambda found: found["boards"])
    order = {"command": {"type": "order-tiebreaks", "tiebreaks": ["WON", "BH"]}}
    assert player.send("POST", f"{path}/steps", order).json()["error"] == "not-the-arbiter"
    arbiter.do("POST", f"{path}/steps", order)
    assert [list(place["tiebreaks"]) for place in shown(player, id)["places"]] == [["WON", "BH"]] * 2
    page = server.someone().send("GET", f"/tournaments/{id}?view=standings").text
    assert 'id="reorder"' not in page
    assert 'id="reorder"' in arbiter.send("GET", f"/tournaments/{id}?view=standings").text


def test_computers_are_marked_among_the_players(server: Server, members: list[Someone], folder: Path) -> None:
    bot = member(server, "Tembel")
    secret = bot.do("POST", "/api/v1/tokens", {"name": "bot"})["secret"]
    token = {"authorization": f"Bearer {secret}", "cookie": "", "x-csrf-token": ""}
    bot.do("PUT", "/api/v1/bot", **token)
    id = announced(members[0])
    bot.do("POST", f"/api/v1/tournaments/{id}/join", **token)
    members[1].do("POST", f"/api/v1/tournaments/{id}/join")
    assert marked(server, id, "players") == ["Tembel"]
    start_now(folder, id)
    until(members[0], id, lambda found: found["boards"])
    for view in ("players", "standings"):
        assert marked(server, id, view) == ["Tembel"]


def marked(server: Server, id: str, view: str) -> list[str]:
    page = server.someone().send("GET", f"/tournaments/{id}?view={view}").text
    return re.findall(r'<bdi>([^<]+)</bdi></a> <span class="soft">\(Computer\)</span>', page)


def test_only_a_swiss_tournament_has_byes(members: list[Someone]) -> None:
    id = announced(members[3], system="round-robin")
    members[1].do("POST", f"/api/v1/tournaments/{id}/join")
    refused = members[1].send("PUT", f"/api/v1/tournaments/{id}/byes/1", {})
    assert refused.json()["error"] == "tournament-no-byes"
    assert "player" not in members[1].do("GET", f"/api/v1/tournaments/{id}/me")


def test_an_arena_is_not_over_while_its_last_games_are_played(members: list[Someone], folder: Path) -> None:
    id = announced(members[0], system="arena")
    for each in members[:2]:
        each.do("POST", f"/api/v1/tournaments/{id}/join")
    start_now(folder, id)
    until(members[0], id, lambda found: found["boards"])
    members[0].do("POST", f"/api/v1/tournaments/{id}/steps", {"command": {"type": "close"}})
    page = members[2].send("GET", f"/tournaments/{id}").text
    assert "Time is up: the last games are being finished, and still count." in page
    assert " · the last games are being finished" in page
    assert " · ended" not in page
    assert "the last games are being finished" in members[2].send("GET", "/tournaments").text
    resign_all(members, id)
    until(members[0], id, lambda found: found["announced"]["plan"]["over"])
    page = members[2].send("GET", f"/tournaments/{id}").text
    assert "The tournament is over." in page
    assert " · ended" in page
    assert "the last games are being finished" not in page


def test_boards_of_any_section_can_be_asked_for(members: list[Someone]) -> None:
    id = announced(members[0])
    for section in ("1", "0", "-1", f"{10**30}"):
        found = members[0].do("GET", f"/api/v1/tournaments/{id}/boards?section={section}")
        assert (found["total"], found["boards"]) == (0, [])
        assert members[0].send("GET", f"/tournaments/{id}/boards?section={section}").status_code == 200
        with members[0].socket(f"/ws/tournaments/{id}/boards/{section}") as socket:
            assert socket.receive_json()["type"] == "boards"


def test_nobody_watches_the_boards_of_a_tournament_that_is_not_there(members: list[Someone]) -> None:
    with members[0].socket("/ws/tournaments/none/boards/1") as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == NO_SUCH_GAME
