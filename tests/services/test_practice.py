"""The practice of a course, tested without a page."""

import asyncio
from pathlib import Path

import pytest

from damaci import Engine
from damaci.board.color import Color
from damaci.engine.analysis import Analysis
from damaci.game.game import Game
from damaci.lessons.courses import COURSES
from damaci.rules.endings import OneEach
from damaci.services.engine_lines import known_from
from damaci.services.lessons import UnknownLesson
from damaci.services.practice import NotInPractice, Practice, PracticeTry, Practised
from damaci.tablebase import Plan, Tablebase, Tables, Terms
from damaci.tablebase.build import build
from tests.services.test_lessons import Memory


class Searching:
    """An engine that searches to a fixed depth."""

    longest = 1.0

    async def analyse(self, game: Game, seconds: float, **_: object) -> Analysis:
        with Engine(16) as engine:
            return engine.analyse(game, depth=14)

    async def play(self, *_: object, **__: object) -> None:
        raise NotImplementedError


def practice(memory: Memory | None = None) -> Practice:
    return Practice(memory or Memory(), Searching())  # type: ignore[arg-type]


def tried(*moves: str, course: str = "dama-and-men", memory: Memory | None = None) -> Practised:
    return asyncio.run(practice(memory).attempt(course, PracticeTry(0, [*moves])))


def test_the_page_gets_the_positions_and_their_moves() -> None:
    shown = practice().show("dama-and-men", str)
    game = Game("turkish", COURSES["dama-and-men"].endings[0].fen)
    assert shown.starts[0].fen == game.position.fen
    assert len(shown.starts[0].legal) == len(game.legal_moves)
    assert not shown.finished


@pytest.mark.parametrize(
    ("course", "number"), [(name, number) for name, each in COURSES.items() for number in range(len(each.endings))]
)
def test_every_position_is_played_to_the_win_which_finishes_the_practice(course: str, number: int) -> None:
    """Both sides play the engine's best moves."""
    memory = Memory()
    game = Game("turkish", COURSES[course].endings[number].fen)
    moves: list[str] = []
    found = Practised()
    with Engine(16) as engine:
        while not found.over:
            moves.append(game.position.text(engine.analyse(game, depth=14).lines[0].move))
            found = asyncio.run(practice(memory).attempt(course, PracticeTry(number, [*moves])))
            assert found.played
            assert not found.slipped
            game.push(moves[-1])
            if found.reply:
                moves.append(found.reply.text)
                game.push(moves[-1])
    assert found.attained
    assert found.standing == "won"
    assert memory.finished == {f"{course}-practice"}


def test_a_refused_move_is_explained() -> None:
    found = tried("a1-a2")
    assert found.refused
    assert not found.played


@pytest.mark.parametrize(("course", "number"), [("none", 0), ("asking", 50)])
def test_what_does_not_exist_is_refused(course: str, number: int) -> None:
    with pytest.raises(UnknownLesson):
        asyncio.run(practice().attempt(course, PracticeTry(number, ["a1-a2"])))


def test_moves_that_do_not_lead_to_the_learners_turn_are_refused() -> None:
    game = Game("turkish", COURSES["dama-and-men"].endings[0].fen)
    first = game.position.text(game.legal_moves[0])
    with pytest.raises(NotInPractice):
        tried(first, "a1-a2")


def test_tables_say_exactly_what_a_move_has_done(tmp_path: Path) -> None:
    for _ in build(tmp_path, Plan.up_to(3, Terms("turkish", OneEach.AT_ONCE))):
        pass
    known = known_from(Tablebase(tmp_path), asyncio.to_thread)
    knowing = Practice(Memory(), Searching(), known)  # type: ignore[arg-type]
    row = COURSES["two-against-one"].endings[0]
    game = Game("turkish", row.fen)
    probes = Tables(tmp_path, Terms("turkish", OneEach.AT_ONCE)).moves(game.position)
    for move, probe in probes.items():
        found = asyncio.run(knowing.attempt("two-against-one", PracticeTry(0, [game.position.text(move)])))
        assert found.exact
        assert found.standing == {1: "won", 0: "drawn"}[probe.result]
        assert found.slipped is (probe.result < 1)


# ---- tables of four pieces -------------------------------------------------------------------------------------------

FOURS = [
    (name, number)
    for name, each in COURSES.items()
    for number, row in enumerate(each.endings)
    if sum(map(Game("turkish", row.fen).position.count, Color)) == 4
]


@pytest.fixture(scope="module")
def fours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of up to four pieces."""
    folder = tmp_path_factory.mktemp("fours")
    for _ in build(folder, Plan.up_to(4, Terms("turkish", OneEach.AT_ONCE))):
        pass
    return folder


@pytest.mark.nightly
@pytest.mark.parametrize(("course", "number"), FOURS)
def test_where_the_tables_of_four_pieces_are_every_move_is_answered_exactly(
    fours: Path, course: str, number: int
) -> None:
    game = Game("turkish", COURSES[course].endings[number].fen)
    known = known_from(Tablebase(fours), asyncio.to_thread)
    knowing = Practice(Memory(), Searching(), known)  # type: ignore[arg-type]
    probes = Tables(fours, Terms("turkish", OneEach.AT_ONCE)).moves(game.position)
    assert set(probes) == set(game.legal_moves)
    for move, probe in probes.items():
        found = asyncio.run(knowing.attempt(course, PracticeTry(number, [game.position.text(move)])))
        assert (found.exact, found.searched) == (True, False)
        assert found.standing == {1: "won", 0: "drawn", -1: "lost"}[probe.result]


def test_most_practice_has_four_pieces() -> None:
    assert {course for course, _ in FOURS} == {"asking", "giving", "last-row", "dama-and-men"}


async def nothing(game: Game, count: int) -> Analysis | None:
    return None


@pytest.mark.parametrize(("course", "few"), [("dama-and-men", True), ("two-against-one", True), ("blocking", False)])
def test_what_tables_of_four_pieces_would_know_is_said_to_be_searched(course: str, few: bool) -> None:
    unknowing = Practice(Memory(), Searching(), nothing)  # type: ignore[arg-type]
    game = Game("turkish", COURSES[course].endings[0].fen)
    found = asyncio.run(unknowing.attempt(course, PracticeTry(0, [game.position.text(game.legal_moves[0])])))
    assert (found.exact, found.searched) == (False, few)
