"""The engine: finds the best moves of a position or game, and plays at any level."""

import threading
from collections.abc import Callable
from time import monotonic
from types import TracebackType
from typing import Self

from damaci import _kernel
from damaci.arguments import (
    expect_function,
    expect_kind,
    expect_megabytes,
    expect_optional,
    expect_positive,
    expect_threads,
    expect_whole,
    shown,
)
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.book import SHIPPED, Library
from damaci.engine import weights
from damaci.engine.analysis import Analysis
from damaci.engine.contempt import CONTEMPT, MOST_CONTEMPT
from damaci.engine.levels import Level
from damaci.engine.levels import level as find_level
from damaci.engine.limits import Limits
from damaci.engine.root import Root
from damaci.engine.thought import Thought
from damaci.errors import BadArgument
from damaci.game.game import Game
from damaci.rules.catalogue import RULESETS
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.tablebase import Tablebase

OnDepth = Callable[[Analysis], None]
MOST_LINES = 10_000
SHORTEST = 0.001
"""Seconds that a search always has, even when opening endgame tables took all of its time."""
LARGEST_SEED = 2**64
LARGEST_PARAMETER = 1_000_000


class Engine:
    """Searches one position at a time and keeps a hash table from one search to the next. A call blocks its thread and
    releases the interpreter lock.

    Calls from several threads wait for each other.

    >>> with Engine(hash_megabytes=1) as engine:
    ...     analysis = engine.analyse(Position.from_fen("W:Wf3:Bc7,d6,e5,g5,f4"), depth=3)
    >>> print(analysis.best, analysis.score)
    f3xf5xd5xd7xb7 draw
    """

    def __init__(
        self,
        hash_megabytes: int = 64,
        threads: int = 1,
        learned: bool = True,
        tables: Tablebase | None = None,
        book: Library | None = SHIPPED,
    ) -> None:
        """`learned`: whether to evaluate with the network that was learned from games, not with the hand-made
        evaluation.

        `book`: the openings from which levels play; a search does not use it.

        `tables`: endgame tables, used for games under the draw rules that the tables were made for.
        `hash_megabytes`: the size of the hash table; `threads`: how many threads search, from 1 to 256.
        Raises BadArgument when a number is out of range.
        """
        self.threads = expect_threads(threads)
        self._searcher = _kernel.Searcher(expect_megabytes(hash_megabytes))
        self._turn = threading.Lock()
        self._tables = expect_optional("tables", tables, Tablebase)
        self._book = expect_optional("book", book, Library)
        self._deadlines: list[threading.Timer] = []
        if learned:
            self._learn()

    def analyse(
        self,
        subject: Position | Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
        contempt: int = 0,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        """The best `lines` moves, found within the limits; without limits the search goes on until it is stopped.

        A position is searched under the draw rules of its ruleset, without earlier moves; a game under its own rules,
        with its earlier moves. `contempt`: what a draw costs the side to move, in centimen; 0 counts draws as equal.
        `on_depth` is called with the analysis after each depth, and once more if the depth that was not finished had
        already found a better move (see `Analysis.depth`). An exception that it raises ends the search and is raised
        here. Raises BadArgument for a limit, a number of lines or a contempt out of range.
        """
        if on_depth is not None:
            expect_function("on_depth", on_depth)
        limits = Limits(depth, nodes, seconds)
        count = expect_whole("lines", lines, 1, MOST_LINES)
        cost = expect_whole("contempt", contempt, 0, MOST_CONTEMPT)
        root = Root(subject)
        with self._turn:
            return self._search(root, limits, count, on_depth, self._tables, cost)

    def play(
        self,
        subject: Position | Game,
        how: Limits | Level | str,
        seed: int = 0,
        seconds: float | None = None,
        *,
        contempt: int = CONTEMPT,
    ) -> Move:
        """The move that the engine plays: the best within limits, or the move that a level (or the level of a name)
        picks.

        For the same position and seed a level always picks the same move, unless time is its only limit.
        `seconds` is the longest that it may think, whatever the level's limits are. `contempt` is what a draw costs, in
        centimen, when the best move is played: of about equal moves, the engine plays one that avoids a draw. A level
        that chooses among several moves counts draws as equal.
        Raises GameOver when there is no move to play, UnknownLevel, and BadArgument.
        """
        expect_whole("seed", seed, -LARGEST_SEED, LARGEST_SEED)
        if seconds is not None:
            expect_positive("seconds", seconds)
        cost = expect_whole("contempt", contempt, 0, MOST_CONTEMPT)
        level = how if isinstance(how, Limits) else find_level(how)
        root = Root(subject)
        if len(root.legal_moves) == 1:
            return root.legal_moves[0]
        with self._turn:
            if isinstance(level, Limits):
                return self._search(root, level.within(seconds), tables=self._tables, contempt=cost).lines[0].move
            return self._play_level(root, Thought(root, level, seed, seconds, cost))

    def stop(self) -> None:
        """Ends the running search, whose result is that of the last finished depth (see `Analysis.depth`); can be
        called from any thread. A search that has not begun is not stopped."""
        self._searcher.stop()

    def load_weights(self, ruleset: str, tables: bytes) -> None:
        """Evaluates positions of a ruleset by these tables from now on (see `damaci.engine.weights`).

        Raises UnknownRuleset, and BadArgument for tables of the wrong length or with numbers out of range.
        """
        name = find_ruleset(ruleset).name
        weights = expect_kind("tables", tables, bytes)
        with self._turn:
            try:
                self._searcher.learn(name, weights)
            except ValueError as error:
                raise BadArgument(str(error)) from None
            self._searcher.clear()

    def tune(self, parameters: dict[str, int]) -> None:
        """Searches with these parameters from now on; the others are unchanged. `python -m lab tune` finds them.

        For the laboratory: names and meanings (kernel/search/parameters.hpp) may change with any version.
        Raises BadArgument for an unknown name or a number out of range; then nothing is changed.
        """
        for name, number in expect_kind("parameters", parameters, dict).items():
            if name not in _kernel.search_parameters():
                raise BadArgument(f"{shown(name)} is not a parameter of the search")
            expect_whole(name, number, -LARGEST_PARAMETER, LARGEST_PARAMETER)
        with self._turn:
            try:
                self._searcher.tune(parameters)
            except ValueError as error:
                raise BadArgument(str(error)) from None

    def limit(self, seconds: float) -> None:
        """Ends the running search within these seconds; can be called from any thread. A search that has not begun is
        not limited.

        This turns pondering, a search without limits, into a search that has to answer. Raises BadArgument for a time
        that is not positive.
        """
        Limits(seconds=seconds)
        if self._turn.locked():
            deadline = threading.Timer(seconds, self.stop)
            deadline.daemon = True
            self._deadlines.append(deadline)
            deadline.start()

    def forget(self) -> None:
        """Clears the hash table: the next search has the same result as that of a new engine."""
        with self._turn:
            self._searcher.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    # ---- with the lock held ------------------------------------------------------------------------------------------

    def _play_level(self, root: Root, thought: Thought) -> Move:
        if self._book and (move := thought.from_book(self._book)):
            return move
        tables = self._tables
        if thought.is_repeatable:
            self._searcher.clear()
            tables = None
        return thought.choose(
            self._search(root, thought.limits, thought.lines, tables=tables, contempt=thought.contempt)
        )

    def _learn(self) -> None:
        for ruleset in RULESETS:
            self._searcher.learn(ruleset, weights.learned(ruleset))

    def _search(
        self,
        root: Root,
        limits: Limits,
        lines: int = 1,
        on_depth: OnDepth | None = None,
        tables: Tablebase | None = None,
        contempt: int = 0,
    ) -> Analysis:
        began = monotonic()
        if tables:
            kernel_tables = root.tables(tables)
        else:
            kernel_tables = None
        if limits.seconds is None:
            seconds = None
        else:
            seconds = max(SHORTEST, limits.seconds - (monotonic() - began))
        try:
            report = self._searcher.search(
                root.position.kernel,
                depth=limits.depth or 0,
                nodes=limits.nodes or 0,
                seconds=seconds or 0.0,
                lines=lines,
                threads=self.threads,
                history=root.history.keys,
                quiet_plies=root.history.quiet_plies,
                endings=root.endings,
                last_three_kings=root.last_three_kings,
                contempt=contempt,
                tables=kernel_tables,
                on_depth=None if on_depth is None else lambda report: on_depth(root.analysis(report)),
            )
        finally:
            while self._deadlines:
                self._deadlines.pop().cancel()
        return root.analysis(report)
