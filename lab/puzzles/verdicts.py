"""The verdicts of searches on shipped puzzles, in a file to which a line is added for each puzzle that is checked."""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from lab.errors import LabError
from lab.puzzles.checking import Checked, Finding


@dataclass(frozen=True, slots=True)
class Verdict:
    """The findings of the longest search so far about a puzzle."""

    nodes: int
    checked: tuple[Checked, ...]

    @property
    def is_right(self) -> bool:
        """Whether at each choice only the move of the solution attains the goal."""
        return all(each.finding in (Finding.ALONE, Finding.NEAR) for each in self.checked)

    @property
    def is_doubtful(self) -> bool:
        """Whether the puzzle is not right, or another move comes near the solution's."""
        return any(each.finding is not Finding.ALONE for each in self.checked)


@dataclass
class Verdicts:
    """The verdicts of a file, by the puzzle's id. Without a file, there are no earlier verdicts and none are stored."""

    path: Path | None = None
    found: dict[str, Verdict] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path | None) -> Self:
        """The verdicts of a file, which may not exist yet. If an interruption has cut the last line, that line is
        removed from the file. Raises LabError for any other damaged line."""
        verdicts = cls(path)
        for number, line in enumerate(_whole_lines(path) if path and path.exists() else [], 1):
            verdicts._take(line, f"{path}, line {number}")
        return verdicts

    def add(self, puzzle: str, verdict: Verdict) -> None:
        """Adds a verdict, and writes it to the file. Raises OSError."""
        self.found[puzzle] = verdict
        if self.path:
            checked = [asdict(each) for each in verdict.checked]
            line = json.dumps({"puzzle": puzzle, "nodes": verdict.nodes, "checked": checked})
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")

    def knows(self, puzzle: str, nodes: int) -> bool:
        """Whether the puzzle has been searched with at least `nodes` nodes."""
        return puzzle in self.found and self.found[puzzle].nodes >= nodes

    def wrong(self, among: Iterable[str]) -> list[str]:
        """The puzzles among these in which the solution was not the only right one."""
        return [puzzle for puzzle in among if puzzle in self.found and not self.found[puzzle].is_right]

    def doubtful(self, among: Iterable[str]) -> list[str]:
        """The puzzles among these that a longer search should look at."""
        return [puzzle for puzzle in among if puzzle in self.found and self.found[puzzle].is_doubtful]

    def _take(self, line: str, place: str) -> None:
        try:
            content: dict[str, Any] = json.loads(line)
            checked = tuple(_checked(each) for each in content["checked"])
            self.found[content["puzzle"]] = Verdict(int(content["nodes"]), checked)
        except (ValueError, KeyError, TypeError):
            raise LabError(f"{place}: not what `lab check-puzzles --log` writes, or damaged") from None


def _whole_lines(path: Path) -> list[str]:
    """The complete lines of a file. An incomplete last line is cut off the file."""
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        os.truncate(path, len(whole))
    return whole.decode(errors="replace").splitlines()


def _checked(row: dict[str, Any]) -> Checked:
    return Checked(**(row | {"finding": Finding(row["finding"])}))
