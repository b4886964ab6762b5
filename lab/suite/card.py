"""The file of a suite of hard positions and its card: what it was made from, and the commands that make it again."""

import json
from collections import Counter
from dataclasses import dataclass
from importlib.metadata import version

from damaci.puzzles.themes import Theme
from lab.command_line import option
from lab.suite.judging import GAP, MOST
from lab.suite.packing import Entry
from lab.suite.proof import TIMES
from lab.suite.shards import Run


@dataclass(frozen=True, slots=True)
class Suite:
    """A suite, and the runs in which its positions were found."""

    ruleset: str
    runs: tuple[Run, ...]
    entries: tuple[Entry, ...]

    def text(self) -> str:
        """The file: a line of JSON about how it was made, then one for each position."""
        about = json.dumps({"ruleset": self.ruleset, "made": self.made()}, ensure_ascii=False)
        return "".join(f"{line}\n" for line in (about, *(each.row() for each in self.entries)))

    def made(self) -> str:
        """How the positions were chosen, as text for the file."""
        shallow, deep = self.runs[0].about["nodes"]
        return (
            "Positions of games of the engine, and endings drawn at random. A search of "
            f"{shallow:,} nodes does not choose the move. A search of two lines and {deep:,} nodes at most finds it "
            f"better than every other by {GAP} centimen or more, where values beyond {MOST} count as {MOST}, at every "
            f"depth from `since` nodes to {TIMES} times as many; or the endgame tables prove that it alone wins, or "
            "alone saves a draw (then there is no `since`). No two are alike, mirrored or with the sides exchanged."
        )

    def markdown(self, name: str) -> str:
        """The card, as Markdown, of the suite in a file with this name."""
        done = sum((run.counts for run in self.runs), Counter[str]())
        shallow, _ = self.runs[0].about["nodes"]
        by_tables = sum(each.hard.since == 0 for each in self.entries)
        themes = Counter(theme for each in self.entries for theme in each.themes)
        rows = "\n".join(f"| `{theme}` | {themes[theme]:,} |" for theme in Theme if theme in themes)
        commands = "\n".join(_command(run, f"found-{number}") for number, run in enumerate(self.runs))
        known = any(run.about["tables"] for run in self.runs)
        tables = option("with endgame tables of up to four pieces in TABLES", known)
        folders = " ".join(f"found-{number}" for number in range(len(self.runs)))
        return f"""# Hard positions of `{self.ruleset}`

{self.made()}

| | |
|---|---|
| games | {done["games"]:,} |
| positions of these games | {done["positions"]:,} |
| endings drawn at random and looked up | {done["endings"]:,} |
| larger endings drawn at random and searched | {done["larger"]:,} |
| searched with {shallow:,} nodes | {done["candidates"]:,} |
| hard | {done["found"]:,} |
| in the suite, without images | {len(self.entries):,} |
| of these proved by tables | {by_tables:,} |
| of these saved, not won | {sum(not each.hard.wins for each in self.entries):,} |
| made by | Damacı {version("damaci")} |
| licence | CC0 1.0: for any use, without asking |

A position has the themes of its principal variation, {_plies(self.entries)} plies at most, by the rules for puzzles.

| theme | positions |
|---|---|
{rows}

To make it again{tables}:

```sh
{commands}
python -m lab pack-suite {folders} --out {name}
```
"""


def _plies(entries: tuple[Entry, ...]) -> int:
    return max((len(each.hard.line) for each in entries), default=0)


def _command(run: Run, folder: str) -> str:
    """The command that makes a run again."""
    about = run.about
    read = "".join(f" --pdn {name}" for name in about["pdn"])
    tables = option("--tables TABLES", about["tables"])
    shallow, deep = about["nodes"]
    return (
        f"python -m lab suite {folder} --ruleset {about['ruleset']} --shard-games {about['games']} "
        f"--endings {about['endings']} --larger {about['larger']} --seed {about['seed']} "
        f"--shallow {shallow} --deep {deep} --games {run.counts['games']} --positions 1000000{read}{tables}"
    )
