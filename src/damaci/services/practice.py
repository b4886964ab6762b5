"""Practice: a position is played out against an engine, which says what each move has done to the result."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Annotated, Literal

import msgspec

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.engine.analysis import Score
from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.host.engine_pool import EnginePool
from damaci.host.fair_queue import NOBODY, Asker
from damaci.lessons.courses import COURSES, Course, Row
from damaci.play.refusal import Refusal
from damaci.sentence import Translate
from damaci.services.engine_lines import Known
from damaci.services.lessons import LessonProgress, UnknownLesson
from damaci.wire import messages as m
from damaci.wire import view

SECONDS = 0.4
"""How long the engine looks at a position that no table knows."""
MOST_PLIES = 200
FEW = 4
"""Pieces of the largest tables that a device makes."""
RULESET = "turkish"
Standing = Literal["won", "drawn", "lost", "unclear"]
MoveText = Annotated[str, msgspec.Meta(max_length=400)]
Permit = Callable[[Position], Awaitable[None]]
"""Raises an error for a position about which nothing is to be answered."""


class PracticeTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moves so far from one of a course's positions, the learner's last."""

    number: Annotated[int, msgspec.Meta(ge=0, le=100)]
    moves: Annotated[list[MoveText], msgspec.Meta(min_length=1, max_length=MOST_PLIES)]


class PracticeMove(msgspec.Struct, frozen=True):
    """A move, and the position after it."""

    text: str
    way: m.MovePath
    fen: str


class Practised(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a move has led to."""

    played: PracticeMove | None = None
    refused: m.Refused | None = None
    standing: Standing = "unclear"
    """For the learner."""
    plies: int = 0
    """Plies to the win or the loss."""
    exact: bool = False
    """Whether endgame tables say so, or else the rules: the game is over."""
    searched: bool = False
    """Whether the answer was searched for, though tables of four pieces would know it: they are not there."""
    slipped: bool = False
    """Whether the goal cannot be attained any more."""
    reply: PracticeMove | None = None
    legal: list[m.Legal] = []
    must: list[str] = []
    over: bool = False
    attained: bool = False


class PracticeStart(msgspec.Struct, frozen=True):
    """A position to practise with."""

    fen: str
    goal: str
    legal: list[m.Legal]
    must: list[str]


class ShownPractice(msgspec.Struct, frozen=True):
    """The practice of a course."""

    course: str
    title: str
    task: str
    finished: bool
    starts: list[PracticeStart]


async def permit_all(position: Position) -> None:
    """For where no games are rated."""


class Practice:
    """Answers the moves of those who practise. `known` asks endgame tables; without them, a search tells what it can
    prove."""

    def __init__(self, progress: LessonProgress, engines: EnginePool, known: Known | None = None) -> None:
        self._progress = progress
        self._engines = engines
        self._known = known

    def show(self, name: str, translate: Translate) -> ShownPractice:
        """What the page begins with. Raises UnknownLesson."""
        course = _find(name)
        return ShownPractice(
            course.name,
            translate(course.title),
            translate(course.practice),
            course.practice_name in self._progress.finished,
            [_start(row) for row in course.endings],
        )

    async def attempt(
        self, name: str, tried: PracticeTry, asker: Asker = NOBODY, permit: Permit = permit_all
    ) -> Practised:
        """What the last of these moves has done, and the answer to it. A goal that is attained finishes the practice.
        `permit` is asked about the position before that move, and about the one after it.

        Raises UnknownLesson, MoveTextError, IllegalMove, StoreError, and what `permit` raises."""
        course = _find(name)
        row = _row(course, tried.number)
        game = _replayed(row, tried.moves[:-1])
        await permit(game.position)
        if refusal := game.explain(tried.moves[-1]):
            return Practised(refused=view.refused("", Refusal.of_move(refusal)))
        played = _play(game, tried.moves[-1])
        await permit(game.position)
        if game.outcome():
            return await self._ended(course, row, game, Practised(played=played))
        return await self._answered(course, row, game, played, asker)

    async def _answered(self, course: Course, row: Row, game: Game, played: PracticeMove, asker: Asker) -> Practised:
        known = await self._known(game, 1) if self._known else None
        analysis = known or await self._engines.analyse(game.copy(), SECONDS, asker=replace(asker, game="lessons"))
        searched = known is None and _pieces(game) <= FEW
        standing, plies = _standing(analysis.score)
        text = game.position.text(analysis.lines[0].move)
        reply = _play(game, text)
        found = Practised(
            played=played,
            standing=standing,
            plies=plies,
            exact=known is not None,
            searched=searched,
            slipped=_slipped(row.goal, standing),
            reply=reply,
            legal=view.listed(game.position, game.legal_moves),
            must=view.must(game.legal_moves),
        )
        if game.outcome():
            return await self._ended(course, row, game, found)
        return found

    async def _ended(self, course: Course, row: Row, game: Game, found: Practised) -> Practised:
        outcome = game.outcome()
        assert outcome
        learner = game.start.turn
        standing: Standing = "drawn"
        if outcome.winner is learner:
            standing = "won"
        elif outcome.winner:
            standing = "lost"
        attained = not _slipped(row.goal, standing)
        if attained:
            await self._progress.finish(course.practice_name)
        return msgspec.structs.replace(
            found,
            standing=standing,
            plies=0,
            exact=True,
            searched=False,
            slipped=not attained,
            over=True,
            attained=attained,
            legal=[],
        )


def _find(name: str) -> Course:
    if name not in COURSES:
        raise UnknownLesson(f"no course {name!r}")
    return COURSES[name]


def _row(course: Course, number: int) -> Row:
    if number >= len(course.endings):
        raise UnknownLesson(f"course {course.name!r} has no position {number} to practise with")
    return course.endings[number]


def _start(row: Row) -> PracticeStart:
    game = Game(RULESET, row.fen)
    legal = game.legal_moves
    return PracticeStart(row.fen, row.goal, view.listed(game.position, legal), view.must(legal))


def _replayed(row: Row, moves: Sequence[str]) -> Game:
    game = Game(RULESET, row.fen)
    for move in moves:
        if game.outcome():
            raise NotInPractice("the game is over before the last of these moves")
        game.push(move)
    if game.outcome() or game.position.turn is not game.start.turn:
        raise NotInPractice("it is not the learner's turn after these moves")
    return game


class NotInPractice(DamaciError):
    """The moves do not lead to a turn of the learner's."""


def _play(game: Game, text: str) -> PracticeMove:
    before = game.position
    move = before.parse_move(text)
    game.push(text)
    return PracticeMove(before.text(move), view.move_path(move), game.position.fen)


def _pieces(game: Game) -> int:
    return sum(map(game.position.count, Color))


def _standing(score: Score) -> tuple[Standing, int]:
    """How the learner stands, from the score of the side that answers."""
    if score.loss is not None:
        return "won", score.loss
    if score.win is not None:
        return "lost", score.win
    if score.draw:
        return "drawn", 0
    return "unclear", 0


def _slipped(goal: str, standing: Standing) -> bool:
    return standing == "lost" or (goal == "win" and standing == "drawn")
