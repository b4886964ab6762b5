"""The engine's lines in a position, and its review of a game, each reported while the search goes on."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from typing import Annotated, Protocol

import msgspec

from damaci.analysis.exact import LONGEST, exact
from damaci.analysis.report import GameReport, Graded, report
from damaci.analysis.review import NODES, Judgement, ended, judge, positions
from damaci.analysis.worth import Worth, worth
from damaci.board.position import Position
from damaci.engine.analysis import Analysis, Line
from damaci.game.game import Game
from damaci.notation.pdn import Node
from damaci.rules.options import Options
from damaci.services.analysis_board import Here
from damaci.services.reviews import KeptReview, ReviewedPly, Reviews
from damaci.services.run import Run
from damaci.services.tree import Branch, branch
from damaci.tablebase import Tablebase
from damaci.wire import messages as m
from damaci.wire import view

MOST_LINES = 5
LINES_HASH_MEGABYTES = 32
REVIEW_HASH_MEGABYTES = 16
MOST_SEARCHES = 3
"""Positions at which engines look at the same time, for all readers together."""
MOST_REVIEWS = 2
"""Games reviewed at the same time, for all readers together."""
NOTHING = Worth(50.0)
"""Before anything is known."""


class Analyse(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="analyse", forbid_unknown_fields=True):
    """Asks for the best lines of a position; `id` comes back with what is found."""

    id: int
    here: Here
    lines: Annotated[int, msgspec.Meta(ge=1, le=MOST_LINES)] = 1


class Review(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="review", forbid_unknown_fields=True):
    """Asks for a judgement of every move of a game."""

    here: Here
    moves: Annotated[str, msgspec.Meta(max_length=3500)]
    """The moves from there on, with spaces between them."""
    game: str = ""
    """The id of the stored game whose moves these are: the review is kept with it. Empty for none."""


class FoundLine(msgspec.Struct, frozen=True):
    """A line: what it is worth, how it begins, and its moves as text."""

    score: Worth
    way: m.MovePath
    moves: list[str]


class FoundLines(msgspec.Struct, frozen=True, tag_field="type", tag="lines"):
    """The lines found so far for the position of the request with that id. If `exact`, they come from endgame tables
    and are final."""

    id: int
    exact: bool
    depth: int
    nodes: int
    lines: list[FoundLine]


class LineEngine(Protocol):
    """What is needed of an engine: damaci.engine.AsyncEngine has it."""

    def analyse(
        self, subject: Game, *, nodes: int | None = None, seconds: float | None = None, lines: int = 1
    ) -> AsyncIterator[Analysis]:
        """What is found after each depth."""


MakeEngine = Callable[[int], AbstractAsyncContextManager[LineEngine]]
"""Takes megabytes for its hash table."""


Permit = Callable[[Iterable[Game]], Awaitable[None]]
"""Raises DamaciError if one of these may not be looked at."""


async def permit_all(games: Iterable[Game]) -> None:
    """Everything may be looked at."""


Known = Callable[[Game, int], Awaitable[Analysis | None]]
"""The best moves of a game, so many, from the endgame tables; None unless these know all that may be played."""


def known_from(tablebase: Tablebase, run: Run) -> Known:
    """What the tables in a folder know."""
    return lambda game, count: run(exact, game, tablebase, count)


class EngineLines:
    """Answers from the endgame tables where they know the position, else from an engine.

    At most MOST_SEARCHES positions and MOST_REVIEWS games are looked at together; other requests wait. A review holds
    a place for one position at a time, so that it keeps nobody waiting for long."""

    def __init__(self, known: Known, reviews: Reviews, make_engine: MakeEngine, permit: Permit = permit_all) -> None:
        self._known = known
        self._permit = permit
        self._kept = reviews
        self._make_engine = make_engine
        self._searches = asyncio.Semaphore(MOST_SEARCHES)
        self._reviews = asyncio.Semaphore(MOST_REVIEWS)

    async def analyse(self, request: Analyse) -> AsyncGenerator[FoundLines]:
        """The best lines after each depth, until the reader leaves the loop. Raises FenError, UnknownRuleset, and what
        `permit` raises."""
        game = request.here.game()
        await self._permit([game])
        if known := await self._known(game, request.lines):
            yield _lines(request.id, known, game.options, exact=True)
            return
        async with self._searches, self._make_engine(LINES_HASH_MEGABYTES) as engine:
            async for found in engine.analyse(game, lines=request.lines):
                yield _lines(request.id, found, game.options)

    async def review(self, request: Review) -> AsyncGenerator[ReviewedPly]:
        """Every position of a game, the last one first: what is found there helps with those before, as the engine
        remembers it. A complete review of a stored game is kept. Raises DamaciError for a game that cannot be played,
        StoreError, and what `permit` raises."""
        played = request.moves.split()
        games = positions(request.here.game(), request.moves)
        await self._permit(games)
        found: list[ReviewedPly] = []
        graded: list[Graded] = []
        then = Judgement(NOTHING)
        async with self._reviews, self._make_engine(REVIEW_HASH_MEGABYTES) as engine:
            for ply, game in reversed(list(enumerate(games))):
                then = await self._judge(engine, game, played[ply : ply + 1], then)
                if ply < len(played):
                    graded.append(Graded(game.position, then.lost, then.kind))
                found.append(_seen(ply, game, then, None if ply else report(graded)))
                if ply == 0 and request.game:
                    # Kept first: a client that has the last result may leave.
                    await self._kept.put(request.game, request.here.fen, KeptReview(played, found))
                yield found[-1]

    async def _judge(self, engine: LineEngine, game: Game, played: list[str], then: Judgement) -> Judgement:
        """`played`: the move that follows, if there is one; `then`: what is known of the position after it."""
        if outcome := game.outcome():
            return Judgement(worth(ended(outcome, game.turn), game.turn))
        known = await self._known(game, len(game.legal_moves))
        lines = known.lines if known else await self._best(engine, game)
        if not played:
            return Judgement(worth(lines[0].score, game.turn), line=lines[0].pv)
        return judge(game, lines, played[0], then, exact=known is not None)

    async def _best(self, engine: LineEngine, game: Game) -> tuple[Line, ...]:
        async with self._searches:
            return [found async for found in engine.analyse(game, nodes=NODES)][-1].lines


def _lines(request: int, found: Analysis, options: Options, *, exact: bool = False) -> FoundLines:
    lines = [_line(found.position, line, options) for line in found.lines]
    return FoundLines(request, exact, found.depth, found.nodes, lines)


def _line(position: Position, line: Line, options: Options) -> FoundLine:
    score = worth(line.score, position.turn)
    moves = []
    for move in line.pv[:LONGEST]:
        moves.append(position.text(move))
        position = position.play(move).under(options)
    return FoundLine(score, view.move_path(line.move), moves)


def _seen(ply: int, game: Game, found: Judgement, report: GameReport | None) -> ReviewedPly:
    better = _branches(game, found)
    return ReviewedPly(ply=ply, score=found.score, mark=found.mark, better=better, kind=found.kind, report=report)


def _branches(game: Game, judgement: Judgement) -> list[Branch]:
    position = game.position
    branches = []
    for move in judgement.better:
        after = position.play(move).under(game.options)
        branches.append(branch(Node(position.with_path(move)), position, after))
        position = after
    return branches
