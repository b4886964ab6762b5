"""A person's own mistakes as puzzles. They come from the reviews of the person's games, are verified by a longer
search, and are asked again until they are solved."""

import time
from collections.abc import Callable, Mapping
from contextlib import aclosing

import msgspec

from damaci.analysis.review import LONGEST, MARKS
from damaci.analysis.worth import worth
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine.analysis import Analysis
from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.host import read_game
from damaci.play.events import word
from damaci.play.table import Table
from damaci.services.analysis_board import Here
from damaci.services.engine_lines import REVIEW_HASH_MEGABYTES, EngineLines, LineEngine, MakeEngine, Review
from damaci.services.new_games import Draws
from damaci.services.person import KnownMistake, Person, State
from damaci.services.puzzle_messages import (
    Hint,
    PuzzleMove,
    PuzzleTry,
    PuzzleVerdict,
    ShownPuzzle,
    Solution,
    step_of,
    steps_of,
)
from damaci.services.reviews import ReviewedPly, Reviews
from damaci.services.run import Run
from damaci.stored import Store, Summary
from damaci.wire import messages as m
from damaci.wire import view

NODES = 1_500_000
"""Nodes of the search that verifies the best move, and of the search that judges another move."""
CLEAR = MARKS[-1][0]
"""How much worse, in hundredths of a point, every other move has to be; less is no mistake."""
SERIOUS = (4, 2)
"""The glyphs of mistakes that are asked for again; the others are only shown when their game is gone through."""


class UnknownMistake(DamaciError):
    """There is no such mistake, or it is gone."""


class Mistake(msgspec.Struct, frozen=True, kw_only=True):
    """A mistake to be mended."""

    puzzle: ShownPuzzle
    played: str
    kind: str
    game: str
    at: float
    """When the game was last changed, in Unix seconds."""
    left: int
    """How many are to be solved, this one among them."""


class Left(msgspec.Struct, frozen=True):
    """How many mistakes are to be solved, and how many finished games have not been reviewed."""

    mistakes: int
    games: int


class NextMistake(msgspec.Struct, frozen=True):
    """The next mistake, if one is left; and how many finished games have not been reviewed."""

    mistake: Mistake | None
    games: int


class MistakeId(msgspec.Struct, frozen=True):
    """Where a mistake is."""

    game: str
    ply: int

    @classmethod
    def of(cls, name: str) -> "MistakeId":
        """From a name such as `abc-12`. Raises UnknownMistake."""
        game, _, ply = name.rpartition("-")
        if not game or not ply.isascii() or not ply.isdigit() or len(ply) > 4:
            raise UnknownMistake(f"no mistake {name!r}")
        return cls(game, int(ply))

    @property
    def name(self) -> str:
        """As it is known to pages."""
        return f"{self.game}-{self.ply}"


class Mistakes:
    """The mistakes of a person."""

    def __init__(
        self,
        store: Store,
        person: Person,
        reviews: Reviews,
        lines: EngineLines,
        run: Run,
        make_engine: MakeEngine,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`clock` returns Unix seconds."""
        self._store = store
        self._person = person
        self._reviews = reviews
        self._lines = lines
        self._run = run
        self._make_engine = make_engine
        self._clock = clock

    async def left(self) -> Left:
        """How much is left to be done. Raises StoreError."""
        known = await self._person.known()
        places, games = await self._places()
        return Left(sum(_is_open(known.get(each.name)) for each in places), len(games))

    async def review_next(self) -> Left:
        """Reviews the latest finished game that has not been reviewed, if there is one. Raises DamaciError if that is
        too much at once, StoreError."""
        async with self._person.reviewing():
            _, games = await self._places()
            for game in games[:1]:
                await self._review(game)
        return await self.left()

    async def of_game(self, game: str, color: str) -> list[str]:
        """The mistakes of a side in a reviewed game, in order. Raises UnknownGame, StoreError."""
        table = await self._table(game)
        review = await self._reviews.get(game)
        if review is None or not await self._person.may_see(game):
            return []
        side = Color(color)
        return [
            MistakeId(game, each.ply).name
            for each in sorted(review.seen, key=lambda each: each.ply)
            if each.mark and table.game.positions[each.ply].turn is side
        ]

    async def next(self) -> NextMistake:
        """A mistake to be solved: one that was never tried, or the one that was tried longest ago. Raises
        StoreError."""
        places, games = await self._places()
        known = await self._person.known()
        waiting = [each for each in places if _is_open(known.get(each.name))]
        for each in sorted(waiting, key=lambda place: _order(known.get(place.name))):
            if await self._may_ask(each) and (each.name in known or await self._is_clear(each)):
                return NextMistake(await self.show(each.name), len(games))
        return NextMistake(None, len(games))

    async def show(self, name: str) -> Mistake:
        """A mistake by its name. Raises UnknownMistake, UnknownGame, StoreError."""
        place = MistakeId.of(name)
        seen, table = await self._find(place)
        summary = await self._store.games.get(place.game)
        game = table.game
        ply = place.ply
        if summary is None:
            raise UnknownMistake(f"no mistake {name!r}")
        return Mistake(
            puzzle=_shown(name, game, ply),
            played=_text(game, ply),
            kind=seen.kind,
            game=place.game,
            at=summary.updated,
            left=(await self.left()).mistakes,
        )

    async def attempt(self, name: str, tried: PuzzleTry) -> PuzzleVerdict:
        """What a move leads to. Another move than the best one is right if it is hardly worse. Raises UnknownMistake,
        UnknownGame, MoveTextError, IllegalMove, StoreError."""
        place = MistakeId.of(name)
        seen, table = await self._find(place)
        position = table.game.positions[place.ply]
        move = position.parse_move(tried.move)
        best = await self._best(name, seen)
        played = step_of(position, move)
        if move == position.parse_move(best):
            await self._solved(name)
            return PuzzleVerdict(right=True, played=played, done=True, tail=_better(seen, best))
        after = _game_at(table.game, place.ply + 1, position.play(move))
        if not after.legal_moves or after.outcome():
            return await self._wrong(name, played, None)
        found = await self._analyse(after)
        lost = seen.score.share_of(position.turn) - (100 - _share_of(found))
        known = (await self._person.known()).get(name)
        if lost < CLEAR and (known is None or known.state == "unclear"):
            return PuzzleVerdict(right=True, played=played, done=True)
        return await self._wrong(name, played, (after.position, found.lines[0].move))

    async def hint(self, name: str) -> Hint:
        """Which piece has to move; the mistake will be asked for again. Raises UnknownMistake, UnknownGame,
        StoreError."""
        place = MistakeId.of(name)
        seen, table = await self._find(place)
        move = table.game.positions[place.ply].parse_move(await self._best(name, seen))
        await self._failed(name)
        return Hint(str(move.origin), None)

    async def solution(self, name: str) -> Solution:
        """The better move and how it goes on; the mistake will be asked for again. Raises UnknownMistake, UnknownGame,
        StoreError."""
        place = MistakeId.of(name)
        seen, table = await self._find(place)
        best = await self._best(name, seen)
        await self._failed(name)
        position = table.game.positions[place.ply]
        texts = [best]
        if seen.better[0].text == best:
            texts = [each.text for each in seen.better]
        return Solution(steps_of(position, texts), [], None)

    # ---- what is known -----------------------------------------------------------------------------------------------

    async def _learn(self, name: str, state: State, best: str) -> None:
        await self._person.keep(name, lambda _: KnownMistake(state, self._clock(), best))

    async def _solved(self, name: str) -> None:
        # Somebody who has failed has to find it once more, at another time.
        await self._answered(name, {"open": "solved", "solved": "solved", "failed": "open"})

    async def _failed(self, name: str) -> None:
        await self._answered(name, {"open": "failed", "solved": "failed", "failed": "failed"})

    async def _answered(self, name: str, after: Mapping[State, State]) -> None:
        """Keeps what becomes of a mistake of each state; one that is not among them, or not known, stays as it is."""

        def change(before: KnownMistake | None) -> KnownMistake | None:
            if before is None or before.state not in after:
                return before
            return KnownMistake(after[before.state], self._clock(), before.best)

        await self._person.keep(name, change)

    async def _wrong(self, name: str, played: PuzzleMove, reply: tuple[Position, Move] | None) -> PuzzleVerdict:
        await self._failed(name)
        if reply is None:
            return PuzzleVerdict(right=False, played=played)
        return PuzzleVerdict(right=False, played=played, reply=step_of(*reply), takes=len(reply[1].captured))

    async def _best(self, name: str, seen: ReviewedPly) -> str:
        known = (await self._person.known()).get(name)
        if known and known.best:
            return known.best
        return seen.better[0].text

    # ---- games and reviews -------------------------------------------------------------------------------------------

    async def _places(self) -> tuple[list[MistakeId], list[Summary]]:
        """The person's serious mistakes, the latest game first; and the games to be reviewed."""
        places: list[MistakeId] = []
        missing: list[Summary] = []
        for summary, side in await self._person.games():
            review = await self._reviews.get(summary.id)
            if review is None or len(review.moves) != summary.plies:  # It was reviewed while it was played.
                missing.append(summary)
                continue
            places += [MistakeId(summary.id, each.ply) for each in review.seen if _is_serious(each, side)]
        return places, missing

    async def _find(self, place: MistakeId) -> tuple[ReviewedPly, Table]:
        review = await self._reviews.get(place.game)
        if review and await self._person.may_see(place.game):
            for seen in review.seen:
                if seen.ply == place.ply and seen.better:
                    table = await self._table(place.game)
                    if await self._person.may_ask(table.game.positions[place.ply]):
                        return seen, table
        raise UnknownMistake(f"no mistake {place.name!r}")

    async def _may_ask(self, place: MistakeId) -> bool:
        table = await self._table(place.game)
        return await self._person.may_ask(table.game.positions[place.ply])

    async def _table(self, game: str) -> Table:
        return await self._run(Table.fold, await read_game(self._store.log, game))

    async def _review(self, summary: Summary) -> None:
        table = await self._table(summary.id)
        game = table.game
        endings = msgspec.convert(msgspec.to_builtins(game.endings), Draws)
        here = Here(ruleset=game.ruleset.name, fen=game.start.fen, options=game.options, endings=endings)
        asked = Review(here=here, moves=" ".join(_text(game, ply) for ply in range(game.ply)), game=summary.id)
        async with aclosing(self._lines.review(asked)) as told:
            async for _ in told:
                pass

    # ---- searches ----------------------------------------------------------------------------------------------------

    async def _is_clear(self, place: MistakeId) -> bool:
        """Whether a longer search agrees that one move is best; what it finds is kept."""
        _, table = await self._find(place)
        game = _game_at(table.game, place.ply, table.game.positions[place.ply])
        lines = (await self._analyse(game, 2)).lines
        own = [worth(line.score, game.turn).share_of(game.turn) for line in lines]
        best = game.position.text(lines[0].move)
        clear = len(own) == 2 and own[0] - own[1] >= CLEAR and best != _text(table.game, place.ply)
        state: State = "unclear"
        if clear:
            state = "open"
        await self._learn(place.name, state, best)
        return clear

    async def _analyse(self, game: Game, lines: int = 1) -> Analysis:
        async with self._make_engine(REVIEW_HASH_MEGABYTES) as engine:
            return await _last(engine, game, lines)


async def _last(engine: LineEngine, game: Game, lines: int) -> Analysis:
    return [found async for found in engine.analyse(game, nodes=NODES, lines=lines)][-1]


def _is_serious(seen: ReviewedPly, side: Color) -> bool:
    if seen.mark not in SERIOUS or not seen.better:
        return False
    mover = Color.WHITE
    if seen.better[0].fen.startswith("W"):
        mover = Color.BLACK
    return mover is side


def _is_open(known: KnownMistake | None) -> bool:
    return known is None or known.state in ("open", "failed")


def _order(known: KnownMistake | None) -> tuple[bool, float]:
    if known is None:
        return False, 0.0
    return True, known.at


def _game_at(game: Game, ply: int, position: Position) -> Game:
    return Game(game.ruleset, game.settle(position).fen, game.endings, game.options)


def _share_of(found: Analysis) -> float:
    """What the side to move may expect, in hundredths of a point."""
    return worth(found.score, Color.WHITE).share


def _better(seen: ReviewedPly, best: str) -> list[PuzzleMove]:
    """How it goes on after the best move, as the review saw it."""
    if seen.better[0].text != best:
        return []
    return [PuzzleMove(each.text, m.MovePath(each.path, each.captured), each.fen) for each in seen.better[1:LONGEST]]


def _text(game: Game, ply: int) -> str:
    return game.positions[ply].text(game.moves[ply])


def _shown(name: str, game: Game, ply: int) -> ShownPuzzle:
    position = game.positions[ply]
    before = game.positions[max(0, ply - 1)]
    last = None
    last_text = ""
    if ply:
        last = view.move_path(game.moves[ply - 1])
        last_text = _text(game, ply - 1)
    movement = position.ruleset.movement
    return ShownPuzzle(
        id=name,
        ruleset=position.ruleset.name,
        goal="better",
        before=before.fen,
        last=last,
        last_text=last_text,
        fen=position.fen,
        turn=word(position.turn),
        legal=view.listed(position, position.legal_moves),
        must=view.must(position.legal_moves),
        rating=0,
        moves=1,
        chequered=movement.dark_squares_only,
        removal=movement.removal,
        tried=False,
        own=0,
        provisional=False,
        in_a_row=0,
    )
