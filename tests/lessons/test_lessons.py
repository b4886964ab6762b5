"""Every lesson: its positions are valid, its solutions are legal and solve it, and its statements are true."""

import json

import pytest

from damaci import Engine, Game, Position
from damaci.game.outcome import Reason
from damaci.lessons.catalogue import CHAPTERS, LESSONS, following
from damaci.lessons.lesson import Lesson
from damaci.lessons.worked import WORKED
from tests.support import DATA

STEPS = [(lesson, index) for lesson in LESSONS.values() for index in range(len(lesson.steps))]
NAMES = [f"{lesson.name}-{index}" for lesson, index in STEPS]
every_step = pytest.mark.parametrize(("lesson", "index"), STEPS, ids=NAMES)


def played_through(lesson: Lesson) -> Game:
    """The game that the lesson's solutions make, from the last position that it sets up."""
    first = max(index for index, step in enumerate(lesson.steps) if step.fen)
    game = Game(lesson.ruleset, lesson.positions[first].fen)
    for step in lesson.steps[first:]:
        game.push(step.solutions[0])
        if step.reply:
            game.push(step.reply)
    return game


# ---- every lesson ----------------------------------------------------------------------------------------------------


def test_names_are_unique_and_fit_into_an_address() -> None:
    names = [lesson.name for chapter in CHAPTERS for lesson in chapter.lessons]
    assert len(set(names)) == len(names) == len(LESSONS)
    assert all(name.replace("-", "").isalnum() and name.isascii() and name.islower() for name in names)


def test_each_lesson_leads_to_the_next() -> None:
    lesson: Lesson | None = next(iter(LESSONS.values()))
    seen = []
    while lesson:
        seen.append(lesson.name)
        lesson = following(lesson)
    assert seen == [*LESSONS]


@every_step
def test_every_solution_is_legal_and_solves(lesson: Lesson, index: int) -> None:
    position = lesson.positions[index]
    assert Game(lesson.ruleset, position.fen).outcome() is None
    for text in lesson.steps[index].solutions:
        attempt = lesson.attempt(index, text)
        assert attempt.solved
        assert attempt.move in position.legal_moves
        assert position.text(attempt.move) == text


@every_step
def test_every_other_legal_move_is_allowed_but_does_not_solve(lesson: Lesson, index: int) -> None:
    position = lesson.positions[index]
    solving = {position.parse_move(text) for text in lesson.steps[index].solutions}
    for move in position.legal_moves:
        attempt = lesson.attempt(index, position.text(move))
        assert attempt.solved == (move in solving)
        assert attempt.refusal is None


@every_step
def test_a_step_that_goes_on_has_one_way_to_go_on(lesson: Lesson, index: int) -> None:
    goes_on = index + 1 < len(lesson.steps) and not lesson.steps[index + 1].fen
    assert not goes_on or len(lesson.steps[index].solutions) == 1
    assert not goes_on or lesson.positions[index].turn is lesson.positions[index + 1].turn


@pytest.mark.parametrize("text", ["a1-a2", "f3-f9", "", "f3xh5"])
def test_what_the_rules_refuse_is_explained_as_in_a_game(text: str) -> None:
    lesson = LESSONS["most-1"]
    refusal = lesson.attempt(0, text).refusal
    assert refusal == Game(lesson.ruleset, lesson.positions[0].fen).explain(text)
    assert refusal is not None


def test_the_shorter_capture_is_told_what_has_to_be_taken() -> None:
    refusal = LESSONS["most-1"].attempt(0, "f3xh5").refusal
    assert refusal
    assert (refusal.code, refusal.count, refusal.must_count) == ("must-capture-more", 2, 4)


def test_who_may_not_move_so_is_told_how_the_piece_moves() -> None:
    lesson = LESSONS["moves"]
    assert lesson.attempt(0, "d4-e5").manner.startswith("A man moves one square forward")
    assert lesson.attempt(5, "f8-e7").manner.startswith("A dama moves any distance forward")
    assert lesson.attempt(2, "d4-d3").manner == lesson.attempt(0, "d4-e5").manner
    assert lesson.attempt(2, "d4-c4").manner == "", "it could, if nothing had to be taken"
    assert lesson.attempt(0, "d4-d5").manner == ""


# ---- the first lesson ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "origin", "targets"),
    [
        (0, "d4", ["c4", "d5", "e4"]),
        (1, "d5", ["c5", "d6", "e5"]),
        (2, "d4", ["d6"]),
        (3, "d3", ["f5"]),
        (4, "f7", ["e7", "f8", "g7"]),
        (5, "f8", ["a8", "b8", "c8", "d8", "e8", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "g8", "h8"]),
        (6, "d1", ["d6", "d7", "d8"]),
    ],
)
def test_the_first_lesson_says_where_the_pieces_go(step: int, origin: str, targets: list[str]) -> None:
    position = LESSONS["moves"].positions[step]
    assert sorted(str(move.target) for move in position.legal_moves if str(move.origin) == origin) == targets


def test_the_first_lesson_comes_first() -> None:
    assert next(iter(LESSONS)) == "moves"


# ---- the federation's examples ---------------------------------------------------------------------------------------


def test_the_ten_examples_are_the_federations() -> None:
    examples = json.loads((DATA / "conformance" / "examples.json").read_text(encoding="utf-8"))
    known = {
        each["fen"]: each["expect"]["moves"]
        for each in examples
        if each["kind"] == "worked example" and each["ruleset"] == "turkish"
    }
    assert len(WORKED) == 10
    for lesson in WORKED:
        for position, step in zip(lesson.positions, lesson.steps, strict=True):
            expected = {(move["from"], move["to"]) for move in known[position.fen]}
            accepted = {(text[:2], text[-2:]) for text in step.solutions}
            assert accepted == expected or (
                lesson.name == "crowned-by-stepping" and accepted == {("f7", "f8")} < expected
            )


# ---- statements of the lessons ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "given", "taken"), [("give-one-take-two", 1, 2), ("give-one-take-three", 1, 3), ("give-a-dama", 1, 4)]
)
def test_forcing_moves_take_what_they_say(name: str, given: int, taken: int) -> None:
    game = played_through(LESSONS[name])
    before = game.start
    after = game.position
    forced = game.positions[1]
    assert not before.must_capture
    assert len(forced.legal_moves) == 1
    assert before.count(before.turn) - after.count(before.turn) == given
    assert before.count(before.turn.other) - after.count(before.turn.other) == taken


@pytest.mark.parametrize(
    "lesson", [each for chapter in CHAPTERS[2:7] for each in chapter.lessons], ids=lambda lesson: lesson.name
)
def test_no_other_move_is_as_good(lesson: Lesson) -> None:
    with Engine(16) as engine:
        for position, step in zip(lesson.positions, lesson.steps, strict=True):
            solving = {position.parse_move(text) for text in step.solutions}
            lines = engine.analyse(position, depth=10, lines=len(solving) + 1).lines
            assert {line.move for line in lines[: len(solving)]} == solving
            assert all(lines[0].score > line.score for line in lines[len(solving) :])


@pytest.mark.parametrize(
    "name", ["first-to-the-last-rank", "stop-the-runner", "decoy", "two-catch-one", "keep-the-win"]
)
def test_a_won_lesson_ends_with_nothing_left(name: str) -> None:
    outcome = played_through(LESSONS[name]).outcome()
    assert outcome
    assert (outcome.reason, outcome.winner) == (Reason.CAPTURED_ALL, LESSONS[name].positions[0].turn)


def test_the_other_endings_are_what_they_say() -> None:
    assert played_through(LESSONS["shut-the-door"]).outcome() == Game(fen="B:Wf2,f3,g2,g3,Kh1:Bh2,h3").outcome()
    assert str(played_through(LESSONS["shut-the-door"]).outcome()) == "1-0, blocked"
    assert str(played_through(LESSONS["save-the-game"]).outcome()) == "1/2-1/2, one-each"
    assert str(played_through(LESSONS["crowned-by-taking"]).outcome()) == "None"


def test_the_wrong_exchange_is_only_a_draw() -> None:
    game = Game(fen=LESSONS["keep-the-win"].positions[0].fen)
    for move in ("e1-h1", "g5xg1", "h1xf1"):
        game.push(move)
    assert str(game.outcome()) == "1/2-1/2, one-each"


@pytest.mark.parametrize(
    "lesson",
    [each for each in LESSONS.values() if any(step.reply for step in each.steps)],
    ids=lambda lesson: lesson.name,
)
def test_replies_are_legal(lesson: Lesson) -> None:
    for index, (position, step) in enumerate(zip(lesson.positions, lesson.steps, strict=True)):
        reply = lesson.answer(index)
        assert (reply is None) == (not step.reply)
        if reply:
            assert reply in position.play(position.parse_move(step.solutions[0])).legal_moves


def test_a_lesson_that_contradicts_the_rules_says_so() -> None:
    step = LESSONS["most-1"].steps[0]
    with pytest.raises(ValueError, match="f3"):
        _ = Lesson("wrong", "Wrong", (step, step.__class__("", ("f3-f4",), ""))).positions


def test_positions_are_of_the_lessons_ruleset() -> None:
    assert {position.ruleset.name for position in LESSONS["your-choice"].positions} == {"bulgarian"}
    assert all(isinstance(position, Position) for position in LESSONS["your-choice"].positions)
