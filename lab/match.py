"""A match between two files of weights: pairs of games, each pair from its own opening."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.engine import Engine, Limits
from damaci.engine.clock import Clock, time_for_move
from damaci.game.game import Game
from damaci.match.game import play
from damaci.match.openings import Opening, generate
from damaci.match.statistics import PAIR_SCORES, Elo, Sprt
from lab import files
from lab.errors import LabError
from lab.files import About
from lab.work import Workers

HASH_MEGABYTES = 16
KIND = "match"


class WeightsPlayer:
    """The engine with given weights, as a player of damaci.match."""

    def __init__(self, ruleset: str, weights: bytes | None, limits: Limits) -> None:
        self._engine, self._limits = Engine(HASH_MEGABYTES, learned=False), limits
        if weights is not None:
            self._engine.learn(ruleset, weights)

    def new_game(self, seed: int) -> None:
        """Clears the transposition table. The seed has no effect."""
        self._engine.forget()

    def move(self, game: Game, clock: Clock | None = None) -> Move:
        """The move that the engine plays."""
        return self._engine.play(game, self._limits, seconds=time_for_move(clock) if clock else None)

    def stop(self) -> None:
        """Stops the running search."""
        self._engine.stop()

    def close(self) -> None:
        """Does nothing: the engine runs in this process."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A job: one opening, played twice with colours swapped."""

    number: int
    opening: Opening
    a: bytes | None
    b: bytes | None
    limits: Limits


def play_pair(pair: Pair) -> tuple[int, int]:
    """The pair's number, and the half points that A scored: 0 to 4."""
    ruleset = pair.opening.start.ruleset.name
    a, b = (WeightsPlayer(ruleset, weights, pair.limits) for weights in (pair.a, pair.b))
    return pair.number, _half_points(pair, a, b, Color.WHITE) + _half_points(pair, b, a, Color.BLACK)


def _half_points(pair: Pair, white: WeightsPlayer, black: WeightsPlayer, a: Color) -> int:
    played = play(pair.opening, white, black, 0, stopped=lambda: False)
    winner = played.outcome.winner if played else None
    return 1 if winner is None else 2 if winner is a else 0


@dataclass
class WeightsMatch:
    """A against B. The results are saved in `record`, from which an interrupted match continues."""

    ruleset: str
    a: bytes | None
    b: bytes | None
    limits: Limits
    record: Path
    about: About
    """Identifies the match: a record with another `about` is refused."""
    sprt: Sprt | None = None
    seed: int = 0
    half_points: dict[int, int] = field(default_factory=dict, init=False)
    """The half points of A by number of pair."""

    def __post_init__(self) -> None:
        """Raises LabError if `record` exists and is not a record of this match."""
        if self.record.exists():
            self.half_points = _read(self.record, self.about)

    @property
    def pairs(self) -> list[int]:
        """The number of pairs in which A scored 0, ½, 1, 1½ and 2 points."""
        scores = list(self.half_points.values())
        return [scores.count(score) for score in range(len(PAIR_SCORES))]

    @property
    def elo(self) -> Elo:
        """The rating difference between A and B."""
        return Elo.of(self.pairs)

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has ended. False without a test."""
        return self.sprt is not None and self.sprt.state(self.pairs) != "running"

    def run(self, pairs: int, workers: Workers) -> Iterator[int]:
        """Plays until the match has `pairs` pairs or the test is decided. Yields the number of each finished pair."""
        openings = generate(self.ruleset, pairs, self.seed)
        jobs = (
            Pair(number, opening, self.a, self.b, self.limits)
            for number, opening in enumerate(openings)
            if number not in self.half_points
        )
        if self.is_decided:
            return
        with closing(workers.run(play_pair, jobs)) as results:
            for number, points in results:
                self.half_points[number] = points
                files.write(
                    self.record,
                    json.dumps({"kind": KIND, "about": self.about, "half_points": self.half_points}).encode(),
                )
                yield number
                if self.is_decided:
                    return

    def __str__(self) -> str:
        sprt = f"  SPRT {self.sprt.state(self.pairs)}, LLR {self.sprt.llr(self.pairs):+.2f}" if self.sprt else ""
        return f"{self.pairs}  Elo {self.elo}{sprt}"


def _read(path: Path, about: About) -> dict[int, int]:
    try:
        found = json.loads(path.read_bytes())
        points = {int(number): int(points) for number, points in found["half_points"].items()}
        sound = found["kind"] == KIND and all(0 <= score < len(PAIR_SCORES) for score in points.values())
    except (ValueError, KeyError, TypeError, AttributeError):
        sound = False
    if not sound:
        raise LabError(f"{path}: not the record of a match, or damaged")
    if found["about"] != about:
        raise LabError(f"{path}: the record of another match: choose another file for this one")
    return points
