"""Finds hard positions in games. Those are looked at soon after which the score changes. A position is hard if a
search of some nodes does not choose the right move, which a much longer one or the tables prove."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from damaci import _kernel
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine import Engine
from damaci.tablebase import Terms
from lab.puzzles.games import Played
from lab.puzzles.quick import Quick
from lab.suite.games import SelfPlay, Watched, small_ending
from lab.suite.hard import LINE, Hard, texts
from lab.suite.job import Counts, Job, Mined
from lab.suite.judging import is_clear, wins
from lab.suite.proof import prove
from lab.suite.tables import hard_by_tables, right_move
from lab.tables_folder import tables_in

GLANCE_MEGABYTES = 2
MORE = (1, 2)
"""The numbers of pieces that a larger ending has more than the tables."""
FEWEST_PIECES = 8
"""A search is not made for positions of games with fewer pieces: endings that are drawn at random are many more."""
MEGABYTES = 64
"""The same size as in `tools/tactics.py score`, so that the same search finds the same."""


def mine(job: Job) -> Mined:
    """Does a job. Raises TablebaseError."""
    miner = Miner(job)
    mined = Mined(job.number)
    for number in range(job.games):
        mined.found += miner.play(number, mined.counts)
    for game in job.read:
        mined.found += miner.read(game, mined.counts)
    mined.counts.found = len(mined.found)
    return mined


class Miner:
    """The searches of one job."""

    def __init__(self, job: Job) -> None:
        self._job = job
        known = tables_in(job.tables)
        self._tables = known.tables(Terms.of(job.ruleset)) if known else None
        self._pieces = self._tables.pieces if self._tables else 0
        self._quick = Quick(job.ruleset)
        self._glance = Engine(GLANCE_MEGABYTES, tables=known)
        self._players = SelfPlay(job.ruleset, self._quick, job.effort.play)
        self._shallow = Engine(MEGABYTES)
        self._deep = Engine(MEGABYTES, tables=known)

    def play(self, number: int, counts: Counts) -> Iterator[Hard]:
        """The hard positions of a game, given by its number, and of the endings that are drawn for it."""
        name = f"{self._job.seed}/{self._job.number}/{number}"
        random = Random(f"suite {name}")
        yield from self.watch(self._players.game(random, f"self-play {name}"), counts)
        if self._pieces:
            yield from self._endings(random, name, counts)
            yield from self._larger(random, name, counts)

    def _endings(self, random: Random, name: str, counts: Counts) -> Iterator[Hard]:
        start = Position.start(self._job.ruleset)
        for each in range(self._job.endings):
            counts.endings += 1
            position = small_ending(start, random, self._pieces)
            found = self._by_tables(position, f"ending {name}/{each}", counts)
            if found:
                yield found

    def _larger(self, random: Random, name: str, counts: Counts) -> Iterator[Hard]:
        start = Position.start(self._job.ruleset)
        for each in range(self._job.larger):
            counts.larger += 1
            position = small_ending(start, random, self._pieces + random.choice(MORE))
            if self._promises(position):
                found = self._by_search(Position(position), f"larger ending {name}/{each}", counts)
                if found:
                    yield found

    def _promises(self, position: _kernel.Position) -> bool:
        """Whether a search of a few nodes finds a right move with the tables, and another move without them."""
        self._glance.forget()
        analysis = self._glance.analyse(Position(position), nodes=self._job.effort.play, lines=2)
        return is_clear(analysis) and self._quickly(position) != analysis.lines[0].move

    def _quickly(self, position: _kernel.Position) -> Move:
        """The move that a search of a few nodes chooses without the tables."""
        self._quick.forget()
        return Position(position).move(self._quick.best(position, self._job.effort.play)[0][1])

    def read(self, game: Played, counts: Counts) -> Iterator[Hard]:
        """The hard positions of a game that was played by others."""
        return self.watch(self._players.watch(game), counts)

    def watch(self, game: Watched, counts: Counts) -> Iterator[Hard]:
        """The hard positions of a game. Of those that the tables prove, and of those that a search proves, it yields
        only the first, because the others are much the same."""
        counts.games += 1
        counts.positions += len(game.seen)
        yield from islice(self._in_tables(game, counts), 1)
        yield from islice(self._in_middle(game, counts), 1)

    def _in_middle(self, game: Watched, counts: Counts) -> Iterator[Hard]:
        for ply, seen in game.unsettled():
            position = Position(seen.position)
            if len(position.legal_moves) > 1 and len(position.pieces()) >= FEWEST_PIECES and self._doubts(position):
                found = self._by_search(position, f"{game.name}, ply {ply}", counts)
                if found:
                    yield found

    def _in_tables(self, game: Watched, counts: Counts) -> Iterator[Hard]:
        for ply, seen in enumerate(game.seen, game.first):
            found = self._by_tables(seen.position, f"{game.name}, ply {ply}", counts)
            if found:
                yield found

    def _by_tables(self, position: _kernel.Position, source: str, counts: Counts) -> Hard | None:
        """The position as a hard one, if the tables know its right move and neither a search of a few nodes nor the
        shallow one chooses that move."""
        if self._tables is None:
            return None
        right = right_move(self._tables, position)
        if right is None:
            return None
        whole = Position(position)
        if self._quickly(position) == whole.move(right):
            return None
        counts.candidates += 1
        if self._chosen(whole) == whole.move(right):
            return None
        return hard_by_tables(self._tables, whole, source)

    def _by_search(self, position: Position, source: str, counts: Counts) -> Hard | None:
        counts.candidates += 1
        proof = prove(self._deep, position, self._chosen(position), self._job.effort)
        if proof is None:
            return None
        best, second = proof.analysis.lines[:2]
        line = texts(position, best.pv[:LINE])
        told = (position.fen, line[0], str(best.score), str(second.score), wins(best.score))
        return Hard(*told, proof.since, proof.analysis.nodes, line, source)

    def _doubts(self, position: Position) -> bool:
        """Whether the shallow search chooses another move if it goes on."""
        chosen = self._chosen(position)
        return self._shallow.analyse(position, nodes=self._job.effort.second).best != chosen

    def _chosen(self, position: Position) -> Move:
        """The move that the shallow search chooses without the tables."""
        self._shallow.forget()
        return self._shallow.analyse(position, nodes=self._job.effort.shallow).lines[0].move
