"""Games of the engine against itself from the ballots of the package, as a data set."""

import csv
import io
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import numpy as np

from damaci.book import ballots
from damaci.engine import Engine
from damaci.game.game import Game
from damaci.game.outcome import MOST_PLIES, Reason
from lab.datasets.csv_file import Row
from lab.datasets.dataset import Dataset
from lab.shards import Shards
from lab.variety import VARIED_PLIES, draw, lines_at
from lab.work import Workers

KIND = "moves"
TEXT = np.dtype("u1")
"""A shard holds the bytes of its rows as comma-separated values, in UTF-8."""
HASH_MEGABYTES = 1
COLUMNS = {
    "opening": "the moves of the ballot from which the game was played on, separated by spaces",
    "moves": "all moves from the start, the opening too, as PDN writes them, separated by spaces",
    "plies": "how many moves those are, both sides' together",
    "result": "`1-0` White won, `1/2-1/2` drawn, `0-1` Black won",
    "reason": f"why the game was over: `captured-all`, `blocked`, a draw rule, or `too-long` after {MOST_PLIES} plies",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that games are played with."""

    ruleset: str
    nodes: int
    """Nodes searched for each move."""
    seed: int
    games: int
    """Games in a shard."""


@dataclass(frozen=True, slots=True)
class GamesShard:
    """A job: a number of games. Equal shards give equal games on every machine."""

    number: int
    settings: Settings


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """Games in a folder of shards."""

    folder: Path
    settings: Settings

    def there(self, wanted: int) -> int:
        """How many of the first `wanted` shards exist. Raises LabError if one was made with other settings."""
        return wanted - len(self._shards.missing(wanted))

    def play(self, wanted: int, workers: Workers) -> Iterator[int]:
        """Plays the missing ones of the first `wanted` shards. Yields the number of each when it is written."""
        jobs = (GamesShard(number, self.settings) for number in self._shards.missing(wanted))
        with closing(workers.run(play_shard, jobs)) as results:
            for number, text in results:
                self._shards.write(number, np.frombuffer(text, TEXT))
                yield number

    def rows(self, wanted: int) -> Iterator[Row]:
        """The games of the first `wanted` shards. Raises LabError if one is missing or damaged."""
        for number in range(wanted):
            text = self._shards.read(number, TEXT).tobytes().decode()
            yield from csv.reader(io.StringIO(text))

    def dataset(self, name: str, wanted: int) -> Dataset:
        """The data set for a file of that name with the games of the first `wanted` shards."""
        chosen = self.settings
        facts = {
            "ruleset": f"`{chosen.ruleset}`",
            "openings": f"{len(ballots(chosen.ruleset))} ballots in turn",
            "searched for each move": f"{chosen.nodes:,} nodes",
            "variety": f"up to ply {VARIED_PLIES} one of the best moves is drawn by lot",
        }
        again = (
            f"python -m lab dataset games {name} --ruleset {chosen.ruleset} --games {wanted * chosen.games} \\\n"
            f"    --shard-games {chosen.games} --nodes {chosen.nodes} --seed {chosen.seed}"
        )
        return Dataset(f"Games of the engine against itself, `{chosen.ruleset}`", facts, COLUMNS, again)

    @property
    def _shards(self) -> Shards:
        return Shards(self.folder, KIND, asdict(self.settings))


def play_shard(shard: GamesShard) -> tuple[int, bytes]:
    """The shard's number and its rows as text."""
    chosen = shard.settings
    openings = [ballot.moves for ballot in ballots(chosen.ruleset)]
    engine = Engine(HASH_MEGABYTES)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number in range(shard.number * chosen.games, (shard.number + 1) * chosen.games):
        opening = openings[number % len(openings)]
        game = Game(chosen.ruleset, moves=opening)
        play_out(game, engine, chosen.nodes, Random(f"games {chosen.seed} {number}"))
        writer.writerow(_row(opening, game))
    return shard.number, text.getvalue().encode()


def play_out(game: Game, engine: Engine, nodes: int, random: Random) -> None:
    """Plays the game on until it is over by its rules, or too long."""
    engine.forget()
    while game.outcome() is None and game.ply < MOST_PLIES:
        lines = engine.analyse(game, nodes=nodes, lines=lines_at(game.ply)).lines
        game.push(lines[draw([line.score.centimen for line in lines], random)].move)
    if game.outcome() is None:
        game.end("1/2-1/2", Reason.TOO_LONG)


def _row(opening: tuple[str, ...], game: Game) -> Row:
    outcome = game.outcome()
    assert outcome is not None, "the game has been played to its end"
    return " ".join(opening), " ".join(game.texts), game.ply, outcome.result, outcome.reason.value
