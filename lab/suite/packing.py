"""Makes one suite of the hard positions that were found. Each is in it once, with its themes."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from damaci.board.position import Position
from damaci.puzzles.images import canonical
from damaci.puzzles.reading import SolutionReading
from damaci.puzzles.themes import Theme, themes_of
from lab.suite.hard import Hard


@dataclass(frozen=True, slots=True)
class Entry:
    """A hard position of a suite."""

    hard: Hard
    themes: tuple[Theme, ...]

    def row(self) -> str:
        """A line of the file, as `tools/tactics.py score` reads it."""
        hard = self.hard
        content: dict[str, object] = {
            "fen": hard.fen,
            "move": hard.move,
            "score": hard.score,
            "second": hard.second,
            "line": " ".join(hard.line),
            "themes": [str(theme) for theme in self.themes],
            "source": hard.source,
        }
        if hard.searched:
            content |= {"since": hard.since, "searched": hard.searched}
        return json.dumps(content, ensure_ascii=False)


def distinct(ruleset: str, found: Iterable[Hard]) -> Iterator[Hard]:
    """Yields the positions that are not images of earlier ones, mirrored or with the sides exchanged."""
    seen: set[str] = set()
    for hard in found:
        image = canonical(Position.from_fen(hard.fen, ruleset))
        if image not in seen:
            seen.add(image)
            yield hard


def entry(ruleset: str, hard: Hard) -> Entry:
    """A hard position with the themes of its line, by the rules for puzzles."""
    reading = SolutionReading.of(Position.from_fen(hard.fen, ruleset), hard.line)
    return Entry(hard, themes_of(reading, hard.wins))
