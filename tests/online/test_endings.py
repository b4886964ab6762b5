"""The endgame tables on the server."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from damaci.board.position import Position
from damaci.lessons.courses import COURSES
from damaci.online.settings import OnlineSettings
from damaci.rules.endings import OneEach
from damaci.tablebase import Plan, Tables, Terms, build
from tests.online.conftest import Server, eventually, running

WON = "W:WKa1,Kb1:BKh8"
KINDS = {1: "win", 0: "draw", -1: "loss"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("tables")
    for reading in OneEach:
        for _ in build(where, Plan.up_to(3, Terms("turkish", reading)), 2):
            pass
    return where


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), tables=str(folder)) as server:
        yield server


def address(fen: str, **more: str) -> str:
    return f"/api/v1/tablebase?fen={quote(fen)}" + "".join(f"&{name}={value}" for name, value in more.items())


@pytest.mark.parametrize("fen", [WON, "B:WKa1,Kb1:BKh8", "W:Wa7:BKh8,Ka8", "W:WKc3:BKf6"])
@pytest.mark.parametrize("reading", [each.value for each in OneEach])
def test_answers_are_those_of_the_tables(server: Server, folder: Path, fen: str, reading: str) -> None:
    tables = Tables(folder, Terms("turkish", OneEach(reading)))
    position = Position.from_fen(fen)
    known = tables.probe(position)
    found = server.someone().do("GET", address(fen, one_each=reading))
    assert known
    assert (found["category"], found["plies"]) == (KINDS[known.result], known.plies)
    assert [(each["category"], each["plies"]) for each in found["moves"]] == [
        (KINDS[probe.result], probe.plies) for probe in tables.moves(position).values()
    ]


def test_the_line_leads_to_the_end_in_the_predicted_plies(server: Server) -> None:
    found = server.someone().do("GET", address(WON, one_each="never"))
    position = Position.from_fen(WON)
    for move in found["line"]:
        position = position.play(move)
    assert len(found["line"]) == found["plies"] > 3
    assert not position.legal_moves


@pytest.mark.parametrize(
    ("query", "status", "error"),
    [
        (address("W:WKa1,Kb1,Kc1:BKh8"), 404, "no-table"),
        (address(WON, ruleset="kenyan"), 404, "no-table"),
        (address("rubbish"), 400, "bad-fen"),
        (address(WON, ruleset="chess"), 400, "unknown-ruleset"),
        (address(WON, one_each="sometimes"), 400, "bad-request"),
        ("/api/v1/tablebase", 400, "bad-request"),
    ],
)
def test_what_it_does_not_know_and_what_is_no_question(server: Server, query: str, status: int, error: str) -> None:
    answer = server.someone().send("GET", query)
    assert (answer.status_code, answer.json()["error"]) == (status, error)


def test_a_damaged_table_is_no_table(tmp_path: Path) -> None:
    terms = Terms.of("turkish")
    for _ in build(tmp_path / "tables", Plan.up_to(3, terms), 2):
        pass
    damaged = tmp_path / "tables" / terms.folder / "KKvK.table"
    damaged.write_bytes(damaged.read_bytes()[:-3])
    with running(tmp_path / "server", tables=str(tmp_path / "tables")) as server:
        assert server.someone().send("GET", address(WON)).status_code == 404


def test_the_practice_of_a_course_knows_the_exact_answer(server: Server) -> None:
    row = COURSES["two-against-one"].endings[0]
    move = Position.from_fen(row.fen).legal_moves[0]
    tried = {"number": 0, "moves": [Position.from_fen(row.fen).text(move)]}
    assert server.someone().do("POST", "/api/lessons/two-against-one/practice", tried)["exact"]


def test_missing_tables_are_made_in_the_background(tmp_path: Path) -> None:
    with running(tmp_path / "server", tables=str(tmp_path / "tables"), make_tables=2) as server:
        eventually(lambda: server.client.get(address("W:WKa1:BKh8")).status_code == 200)


def test_the_tables_of_the_user_are_taken_unless_others_are_named() -> None:
    assert OnlineSettings().tables_folder.name == "tables"
    assert OnlineSettings(tables="/elsewhere").tables_folder == Path("/elsewhere")
