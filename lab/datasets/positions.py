"""The positions that self-play recorded, as a data set."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from damaci.batch import Positions
from lab import files, records
from lab.datasets.csv_file import Row
from lab.datasets.dataset import Dataset
from lab.records import Records, read_shard
from lab.runs import Runs
from lab.selection import arrays

COLUMNS = {
    "fen": "the position; its side to move could not capture",
    "score": "of the search, in centimen (hundredths of a man), for the side to move",
    "result": "of the game for the side to move: 1 won, 0 drawn, -1 lost",
    "game": "the number of the game; positions of one game resemble each other",
}


class RecordedPositions:
    """The positions of several shards of one ruleset."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Raises LabError if a file is not a shard, or its ruleset differs from that of the other files."""
        self._paths = paths
        self._runs = Runs()
        for path in paths:
            self._runs.add(path, files.read_about(path, records.KIND))

    def rows(self, on_shard: Callable[[], None]) -> Iterator[Row]:
        """Every position, read one shard at a time. Raises LabError for a damaged shard, and SetupError for a board
        that is not possible."""
        games = 0
        for path in self._paths:
            about, positions = read_shard(path)
            yield from _rows(self._runs.ruleset, positions, games)
            games += about["games"]
            on_shard()

    def dataset(self, name: str) -> Dataset:
        """The data set for a file of that name."""
        runs = self._runs
        again = f"python -m lab dataset positions {' '.join(runs.folders)} --out {name}"
        return Dataset(
            f"Positions of self-play, `{runs.ruleset}`",
            {"ruleset": f"`{runs.ruleset}`", "games": f"{runs.total:,}"},
            COLUMNS,
            f"{runs.commands}\n{again}",
        )


def _rows(ruleset: str, positions: Records, games_before: int) -> Iterator[Row]:
    fens = Positions(*arrays(positions), ruleset).to_fens()
    results = np.where(positions["white_to_move"], positions["result"], -positions["result"])
    games = positions["game"].astype(np.int64) + games_before
    return zip(fens, positions["score"].tolist(), results.tolist(), games.tolist(), strict=True)
