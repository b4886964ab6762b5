"""Finds puzzles in games: in every position each move is tried as the opponent's mistake. If a short search then finds
that only one move wins, the solution is played out and verified by a longer search."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from random import Random
from typing import Any

from damaci import _kernel
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine import Engine
from damaci.errors import DamaciError
from lab.puzzles.games import Played, SelfPlay
from lab.puzzles.quick import Quick
from lab.puzzles.solution import NO_WIN, WINS, Solution, Solver
from lab.tables_folder import tables_in

LOOK = 300
"""Nodes of the first search of every position."""
LOOK_TWICE = 1_500
"""Nodes of the search for a second winning move."""
FIND = 8_000
"""Nodes of each search that plays a solution out."""
VERIFY = 50 * FIND
"""Nodes of each search that verifies it."""
DOUBT = 50
"""Centimen by which a short search may err about the second move."""
BALANCED = (-150, 500)
"""The score of the position before the mistake has to be between these, in centimen for the side that makes it."""
FINDING_MEGABYTES = 4
VERIFYING_MEGABYTES = 16


@dataclass(frozen=True, slots=True)
class Job:
    """A number of games to search. Equal jobs find equal puzzles on every machine."""

    number: int
    ruleset: str
    games: int = 0
    """The number of games to play."""
    seed: int = 0
    endings: float = 0.5
    """The share of games that begin in an ending."""
    read: tuple[Played, ...] = ()
    """Other games to search."""
    again: "tuple[Found, ...]" = ()
    """Puzzles of another ruleset, to be solved under the rules of this one."""
    tables: str | None = None
    """The folder with endgame tables, on the machine that does the job."""


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle as it is found: texts and numbers only."""

    before: str
    """FEN of the position before the opponent's last move."""
    moves: tuple[str, ...]
    """The opponent's last move, then the solution."""
    tail: tuple[str, ...]
    """The moves that follow the solution."""
    goal: str
    choices: int
    depth: int
    nodes: int
    source: str


@dataclass(slots=True)
class Counts:
    """How much work a job has done."""

    games: int = 0
    positions: int = 0
    """Positions of the first, short search."""
    candidates: int = 0
    """Positions that were played out."""
    solutions: int = 0
    """Solutions that a longer search was asked to verify."""
    puzzles: int = 0


@dataclass(slots=True)
class Mined:
    """The results of a job."""

    number: int
    counts: Counts = field(default_factory=Counts)
    found: list[Found] = field(default_factory=list)

    def json(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def mine(job: Job) -> Mined:
    """Does a job."""
    miner = Miner(job)
    mined = Mined(job.number)
    for game in miner.games():
        mined.counts.games += 1
        mined.found += miner.puzzles(game, mined.counts)
    mined.found += miner.again(mined.counts)
    mined.counts.puzzles = len(mined.found)
    return mined


class Miner:
    """The searches of one job."""

    def __init__(self, job: Job) -> None:
        tables = tables_in(job.tables)
        self._job = job
        self._quick = Quick(job.ruleset)
        self._finding = Engine(FINDING_MEGABYTES, tables=tables)
        self._verifying = Engine(VERIFYING_MEGABYTES, tables=tables)
        self._finder = Solver(self._finding, FIND)
        self._verifier = Solver(self._verifying, VERIFY)

    def games(self) -> Iterator[Played]:
        """The games that are searched. Before each game, the engines forget everything."""
        players = SelfPlay(self._job.ruleset, self._quick)
        for number in range(self._job.games):
            name = f"{self._job.seed}/{self._job.number}/{number}"
            random = Random(f"puzzles {name}")
            self._forget()
            yield players.game(random, random.random() < self._job.endings, f"self-play {name}")
        for game in self._job.read:
            self._forget()
            yield game

    def puzzles(self, game: Played, counts: Counts) -> Iterator[Found]:
        """The puzzles of one game. Puzzles with the same solution are yielded only once."""
        solved: set[tuple[Move, ...]] = set()
        for before, identity in self._promising(game, counts):
            name = f"{game.name}, ply {game.positions.index(before) + 1}"
            mistake = Position(before).move(identity)
            yield from self._written(Position(before), mistake, name, counts, solved)

    def again(self, counts: Counts) -> Iterator[Found]:
        """The puzzles of another ruleset that are puzzles under the rules of this one too."""
        for each in self._job.again:
            self._forget()
            before = Position.from_fen(each.before, self._job.ruleset)
            if before.must_capture or not _is_legal(before, each.moves[0]):
                continue
            counts.positions += 1
            if self._promises(before.play(each.moves[0]).kernel):
                yield from self._written(before, before.parse_move(each.moves[0]), each.source, counts, set())

    def _written(
        self, before: Position, mistake: Move, source: str, counts: Counts, solved: set[tuple[Move, ...]]
    ) -> Iterator[Found]:
        """The puzzle after a mistake, if it is found and verified, and its solution is not in `solved`."""
        position = before.play(mistake)
        counts.candidates += 1
        found = self._finder.solve(position)
        if found is None or found.is_trivial or found.moves in solved:
            return
        solved.add(found.moves)
        counts.solutions += 1
        verified = self._verify(position, found)
        if verified:
            yield _found(before, mistake, verified, source)

    def _forget(self) -> None:
        self._quick.forget()
        self._finding.forget()

    def _promising(self, game: Played, counts: Counts) -> Iterator[tuple[_kernel.Position, _kernel.Move]]:
        seen: set[int] = set()
        for before in game.positions:
            moves = before.moves()
            if len(moves) < 2 or not self._is_balanced(before):
                continue
            for move in moves:
                after = before.play(move)
                if after.key in seen or len(after.moves()) < 2:
                    continue
                seen.add(after.key)
                counts.positions += 1
                if self._promises(after):
                    yield before, move

    def _is_balanced(self, position: _kernel.Position) -> bool:
        least, most = BALANCED
        return least <= self._quick.best(position, LOOK)[0][0] <= most

    def _promises(self, position: _kernel.Position) -> bool:
        """Whether a short search thinks that one move wins, or that one move saves what is otherwise lost."""
        if len(position.moves()) < 2:
            return False
        score = self._quick.best(position, LOOK)[0][0]
        if score < WINS and score != 0:
            return False
        (best, _), (second, _) = self._quick.best(position, LOOK_TWICE, lines=2)
        if best >= WINS:
            return second <= NO_WIN + DOUBT
        return best == 0 and second <= -WINS

    def _verify(self, position: Position, found: Solution) -> Solution | None:
        self._verifying.forget()
        verified = self._verifier.solve(position, found.moves)
        if verified is None or verified.is_trivial or verified.goal != found.goal:
            return None
        end = position
        for move in verified.moves:
            end = end.play(move)
        return replace(verified, tail=self._finder.tail(end))


def _is_legal(position: Position, move: str) -> bool:
    try:
        return position.is_legal(move)
    except DamaciError:
        return False


def _found(before: Position, mistake: Move, solution: Solution, source: str) -> Found:
    moves = _texts(before, (mistake, *solution.moves, *solution.tail))
    cut = 1 + len(solution.moves)
    effort = solution.effort
    choices = len(solution.choices)
    return Found(before.fen, moves[:cut], moves[cut:], solution.goal, choices, effort.depth, effort.nodes, source)


def _texts(position: Position, moves: tuple[Move, ...]) -> tuple[str, ...]:
    texts = []
    for move in moves:
        texts.append(position.text(move))
        position = position.play(move)
    return tuple(texts)
