"""The runs of self-play that made some shards, and the commands that repeat these runs."""

from dataclasses import dataclass, field
from pathlib import Path

from lab.errors import LabError
from lab.files import About


@dataclass(slots=True)
class Runs:
    """Runs of one ruleset."""

    ruleset: str = ""
    """Empty until a shard is added."""
    games: dict[str, int] = field(default_factory=dict)
    """The number of games by the options that they were made with."""

    def add(self, path: Path, about: About) -> None:
        """Counts a shard by its `about`. Raises LabError if its ruleset differs from that of the other shards."""
        if self.ruleset and self.ruleset != about["ruleset"]:
            raise LabError(f"{path}: games of {about['ruleset']}, the others are of {self.ruleset}")
        self.ruleset = about["ruleset"]
        run = f"--nodes {about['nodes']} --seed {about['seed']} --shard-games {about['games']}"
        if about["weights"]:
            run += f" --weights {about['weights']}"
        self.games[run] = self.games.get(run, 0) + about["games"]

    @property
    def total(self) -> int:
        """The number of games of all runs."""
        return sum(self.games.values())

    @property
    def folders(self) -> list[str]:
        """A name for the folder of each run."""
        return [f"games-{number}" for number in range(len(self.games))]

    @property
    def commands(self) -> str:
        """The commands, one on each line. Weights are named by the SHA-256 of their tables."""
        runs = zip(self.folders, self.games.items(), strict=True)
        return "\n".join(
            f"python -m lab selfplay {folder} --ruleset {self.ruleset} {run} --games {games}"
            for folder, (run, games) in runs
        )
