"""Every position of every course: its solution is legal, attains the goal, and no other move attains it as well."""

from collections import Counter
from pathlib import Path

import pytest

from damaci import Engine, Game
from damaci.board.color import Color
from damaci.book.canonical import canonical_key
from damaci.lessons.catalogue import LESSONS
from damaci.lessons.courses import COURSES, DATA, Course, Row, course_names, positions
from damaci.puzzles import find
from damaci.rules.endings import OneEach
from damaci.tablebase import Plan, Tables, Terms, build

ROWS = tuple(map(Row.of, DATA.read_text(encoding="utf-8").splitlines()))
TAUGHT = [row for row in ROWS if row.kind == "position"]
every_course = pytest.mark.parametrize("course", COURSES.values(), ids=COURSES)
every_taught = pytest.mark.parametrize("row", TAUGHT, ids=[*positions()])


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Endgame tables of up to three pieces."""
    folder: Path = tmp_path_factory.mktemp("tables")
    terms = Terms("turkish", OneEach.AT_ONCE)
    for _ in build(folder, Plan.up_to(3, terms)):
        pass
    return Tables(folder, terms)


@every_course
def test_a_course_has_ten_to_twenty_positions_and_some_to_practise_with(course: Course) -> None:
    assert 10 <= len(course.lessons) <= 20
    assert course.endings
    assert all(lesson.positions for lesson in course.lessons)


def test_names_are_those_of_no_lesson_and_fit_into_an_address() -> None:
    assert not course_names() & set(LESSONS)
    assert all(name.replace("-", "").isalnum() and name.islower() for name in course_names())


def test_no_position_comes_twice() -> None:
    keys = Counter(canonical_key(Game("turkish", row.fen).position) for row in ROWS)
    assert keys.most_common(1)[0][1] == 1


@every_taught
def test_a_solution_is_legal_and_attains_the_goal(row: Row, tables: Tables) -> None:
    game = Game("turkish", row.fen)
    assert len(row.moves) % 2
    for ply, text in enumerate(row.moves):
        if ply % 2 == 0:
            _proven(row, game, text.split("|"), tables)
        game.push(text.split("|")[0])


@pytest.mark.parametrize("row", [row for row in TAUGHT if row.course == "blocking"], ids=lambda row: row.fen)
def test_blocking_ends_with_a_side_that_has_pieces_and_no_move(row: Row) -> None:
    game = Game("turkish", row.fen)
    for text in row.moves:
        game.push(text.split("|")[0])
    assert game.position.count(game.position.turn)
    assert not game.position.has_moves


@every_course
def test_the_app_s_tables_have_what_is_practised(course: Course) -> None:
    """The app makes tables of up to four pieces. Positions of a blockade have more."""
    for row in course.endings:
        position = Game("turkish", row.fen).position
        assert course.name == "blocking" or sum(map(position.count, Color)) <= 4


@pytest.mark.parametrize("row", [row for row in ROWS if row.kind == "practice"], ids=lambda row: row.fen)
def test_what_is_practised_can_be_won(row: Row) -> None:
    assert row.goal == "win"
    with Engine(16) as engine:
        assert engine.analyse(Game("turkish", row.fen), depth=12).score.centimen > 50


def test_positions_of_puzzles_are_those_of_the_puzzles() -> None:
    for row in TAUGHT:
        kind = row.source.split(" ")[0]
        name = row.source.rpartition(" ")[2]
        if kind == "puzzle":
            assert (find(name).fen, find(name).moves) == (row.fen, row.moves)


def _proven(row: Row, game: Game, texts: list[str], tables: Tables) -> None:
    """Checks that these moves attain the goal, and that every other move attains less, or attains it later."""
    solving = {game.position.parse_move(text) for text in texts}
    known = tables.moves(game.position)
    if known:
        wanted = 1 if row.goal == "win" else 0
        assert {move for move, probe in known.items() if probe.result >= wanted} == solving
        return
    with Engine(16) as engine:
        lines = engine.analyse(game, depth=12, lines=len(solving) + 1).lines
    assert {line.move for line in lines[: len(solving)]} == solving
    assert all(lines[0].score > line.score for line in lines[len(solving) :])
