"""The card of a collection of puzzles: what it was made from, and the commands that make it again."""

import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from damaci.puzzles.collection import write_row
from damaci.puzzles.puzzle import Puzzle
from damaci.puzzles.themes import Theme
from lab.command_line import option
from lab.puzzles.earlier import Earlier
from lab.puzzles.shards import Run

GZIP = 31
"""zlib's number for gzip's format with the largest window."""


@dataclass(frozen=True, slots=True)
class CollectionCard:
    """A collection, and the facts about it."""

    ruleset: str
    runs: tuple[Run, ...]
    """The runs in which the puzzles were found."""
    earlier: Earlier
    """The collection whose puzzles were kept."""
    refused: Mapping[str, int]
    """The number of found puzzles that are left out, by reason."""
    puzzles: tuple[Puzzle, ...]

    def packed(self) -> bytes:
        """The compressed file, with a line for each puzzle. The same puzzles always give the same bytes."""
        return pack(self.puzzles)

    def markdown(self) -> str:
        """The card as Markdown."""
        ruleset = self.ruleset
        done = sum((run.counts for run in self.runs), Counter[str]())
        look, find, verify = self.runs[0].about["nodes"]
        counts = ", ".join(f"{reason}: {count:,}" for reason, count in sorted(self.refused.items())) or "none"
        numbers = counted(self.puzzles)
        facts, rows = (_rows(numbers, themes) for themes in (False, True))
        commands = "\n".join(_command(run, f"found-{number}") for number, run in enumerate(self.runs))
        folders = " ".join(f"found-{number}" for number in range(len(self.runs)))
        return f"""# Puzzles for `{ruleset}`

| | |
|---|---|
| games | {done["games"]:,} |
| positions after a mistake that were searched with {look:,} nodes | {done["positions"]:,} |
| played out with {find:,} nodes a move | {done["candidates"]:,} |
| with at least two moves to find, sent to be verified | {done["solutions"]:,} |
| verified with {verify:,} nodes a move | {done["puzzles"]:,} |
| left out | {counts} |
{self._kept()}{facts}
| made by | Damacı {version("damaci")} |
| licence | CC0 1.0: for any use, without asking |

A puzzle begins one move after a position of a game: each legal move there is tried as the opponent's mistake, whether
or not it was played. One move of the solver wins (3.5 men ahead or more), the second best is worth one man at most; or
one move saves a draw and all others lose. That holds at each of the solver's choices. The other side holds out longest
by the search. Both searches agree on every move, and the solution ends with the solver's last choice.

| theme | puzzles |
|---|---|
{rows}

To make them again, with endgame tables of up to four pieces in TABLES:

```sh
{commands}
python -m lab collect {folders} --out src/damaci/puzzles/data{option("--keep EARLIER", self.earlier.puzzles)}
```
"""

    def _kept(self) -> str:
        """The card's row about the earlier collection, if there is one."""
        if not self.earlier.puzzles:
            return ""
        return (
            f"| kept of EARLIER, a collection that was made before, in the same way | {len(self.earlier.puzzles):,} "
            f"(SHA-256 of its file: `{self.earlier.sha256}`) |\n"
        )


def pack(puzzles: Iterable[Puzzle]) -> bytes:
    """The file of these puzzles."""
    text = "".join(write_row(puzzle) + "\n" for puzzle in puzzles)
    # gzip.compress writes another header since Python 3.14.
    return zlib.compress(text.encode(), 9, wbits=GZIP)


def counted(puzzles: Sequence[Puzzle]) -> Mapping[str, str]:
    """The numbers on a card, by the title of their row: how many puzzles there are, how long and hard they are, and
    which themes they have."""
    choices = Counter(puzzle.choices for puzzle in puzzles)
    ratings = [puzzle.rating for puzzle in puzzles] or [0]
    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    return {
        "in the collection": f"{len(puzzles):,}",
        "moves of the solver: puzzles": ", ".join(f"{length}: {count:,}" for length, count in sorted(choices.items())),
        "first ratings": f"{min(ratings)} to {max(ratings)}",
    } | {f"`{theme}`": f"{themes[theme]:,}" for theme in Theme}


def _rows(numbers: Mapping[str, str], themes: bool) -> str:
    """The rows about themes, or the other rows."""
    return "\n".join(f"| {title} | {number} |" for title, number in numbers.items() if title.startswith("`") is themes)


def _command(run: Run, folder: str) -> str:
    """The command that makes a run again."""
    about = run.about
    read = "".join(f" --pdn {name}" for name in about["pdn"])
    tables = option("--tables TABLES", about["tables"])
    command = f"python -m lab puzzles {folder} --ruleset {about['ruleset']}"
    if "again" in about:
        return f"{command} --again FOUND-{about['again']} --puzzles 1000000{tables}"
    return (
        f"{command} --shard-games {about['games']} --endings {about['endings']} --seed {about['seed']} "
        f"--games {run.counts['games']} --puzzles 1000000{read}{tables}"
    )
