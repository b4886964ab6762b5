"""Counted games in a folder of shards, and the package's file that is made from them."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

import numpy as np

from damaci.book.games import pack_games
from lab import files
from lab.counting import COUNTS, MOST_PLIES, SURE, SURE_PLIES, CountedShard, Counts, Line, count_shard
from lab.errors import LabError
from lab.files import About
from lab.shards import Shards
from lab.tally import Tally
from lab.variety import VARIED_PLIES
from lab.work import Workers

KIND = "counts"


@dataclass(frozen=True, slots=True)
class CountedRun:
    """Games that are played and counted in a folder."""

    folder: Path
    ruleset: str
    nodes: int
    seed: int
    shard_games: int
    ballots: tuple[Line, ...]

    def there(self, wanted: int) -> int:
        """How many of the first `wanted` shards exist. Raises LabError if one was made with other settings."""
        return wanted - len(self._shards.missing(wanted))

    def play(self, wanted: int, workers: Workers) -> Iterator[int]:
        """Plays the missing ones of the first `wanted` shards. Yields the number of each when it is written."""
        jobs = (
            CountedShard(number, self.shard_games, self.ruleset, self.nodes, self.seed, self.ballots)
            for number in self._shards.missing(wanted)
        )
        with closing(workers.run(count_shard, jobs)) as results:
            for number, counts in results:
                self._shards.write(number, counts)
                yield number

    def tally(self, wanted: int) -> Tally:
        """How the games of the first `wanted` shards ended. Raises LabError if a shard does not exist or is damaged."""
        return Tally.of(self.ruleset, add_up([self._shards.read(number, COUNTS) for number in range(wanted)]))

    @property
    def _shards(self) -> Shards:
        about = {
            "ruleset": self.ruleset,
            "nodes": self.nodes,
            "seed": self.seed,
            "games": self.shard_games,
            "ballots": [" ".join(line) for line in self.ballots],
        }
        return Shards(self.folder, KIND, about)


@dataclass(frozen=True, slots=True)
class Counted:
    """The sum of a folder's shards."""

    about: About
    games: int
    kept: Counts
    """The positions that enough games went through."""
    least: int

    @classmethod
    def read(cls, folder: Path, least: int) -> "Counted":
        """Reads the shards of a folder. Raises LabError if it has no shards, or one is damaged."""
        shards = [files.read_array(path, KIND, COUNTS) for path in sorted(folder.glob("counts-*.npz"))]
        if not shards:
            raise LabError(f"{folder}: expected shards of counts (counts-000000.npz ...), found none")
        total = add_up([counts for _, counts in shards])
        games = sum(int(about["games"]) for about, _ in shards)
        often = total["won"] + total["drawn"] + total["lost"] >= least
        return cls(shards[0][0], games, total[often], least)

    def file(self) -> bytes:
        """The counts in the file format of the package."""
        rows = ((int(row["key"]), (int(row["won"]), int(row["drawn"]), int(row["lost"]))) for row in self.kept)
        return pack_games(rows)

    def card(self) -> str:
        """The card as Markdown."""
        about = self.about
        ruleset = about["ruleset"]
        return f"""# Counted games of the engine, `{ruleset}`

| | |
|---|---|
| games | {self.games:,}, from {len(about["ballots"])} ballots in turn |
| searched for each move | {about["nodes"]:,} nodes; up to ply {VARIED_PLIES} one of the best moves is drawn by lot |
| decided | by the rules, a win that the search finds, or {SURE_PLIES} times in a row more than {SURE // 100} men |
| drawn | by repetition, by one piece each, or after {MOST_PLIES} plies |
| positions | {len(self.kept):,}: those that {self.least} games or more went through |
| made by | Damacı {version("damaci")}, {date.today().isoformat()} |
| licence | [CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/): to the public domain |

Mirror images and swapped colours are joined. To make it again:

```sh
python -m lab ballots {ruleset}.book --ruleset {ruleset} --out {ruleset}.ballots
python -m lab count {ruleset}-games --ruleset {ruleset} --ballots {ruleset}.ballots --games {self.games} \\
    --shard-games {about["games"]} --nodes {about["nodes"]} --seed {about["seed"]}
python -m lab pack-games {ruleset}-games --out {ruleset}.games --least {self.least}
```
"""


def add_up(shards: list[Counts]) -> Counts:
    """The sum of several counts, sorted by key."""
    rows = np.concatenate(shards)
    keys, places = np.unique(rows["key"], return_inverse=True)
    total = np.zeros(len(keys), COUNTS)
    total["key"] = keys
    for column in ("won", "drawn", "lost"):
        np.add.at(total[column], places, rows[column])
    return total
