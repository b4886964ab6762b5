"""Conditional moves in a game by the day: lines of what the other side may play and what one side answers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from damaci.board.refusal import Refusal as MoveRefusal
from damaci.errors import DamaciError
from damaci.play.events import AnyEvent, Color, TakenBack, other
from damaci.play.table import Table

MOST = 20
"""Lines of one side in one game."""
LONGEST = 12
"""Plies of a line: six moves of the other side, each with its answer."""

Line = tuple[str, ...]
"""Moves as PDN writes them: one of the other side, the answer, and so on; the last one is an answer."""


class BadLines(DamaciError):
    """Lines that cannot be kept. `why` is a stable word, which damaci.explanations explains."""

    def __init__(self, why: str, text: str) -> None:
        super().__init__(text)
        self.why = why


@dataclass(frozen=True, slots=True)
class Conditional:
    """The lines of one side, written when the game had `version` events and `ply` plies and the other side was to
    move."""

    color: Color
    version: int
    ply: int
    lines: tuple[Line, ...]

    def left(self, table: Table, events: Sequence[AnyEvent]) -> tuple[Line, ...]:
        """What is left of the lines in the game as it stands: without what has been played of them, and without those
        from which it has gone another way. None is left once the game is over or a move has been taken back.

        `events`: all of the game's. The first moves of what is left at this side's turn are the same in every line."""
        if table.ended or any(isinstance(event, TakenBack) for event in events[self.version :]):
            return ()
        played = table.game.texts[self.ply :]
        along = (line[len(played) :] for line in self.lines if line[: len(played)] == played)
        return tuple(line for line in along if line)

    def answer(self, table: Table, events: Sequence[AnyEvent]) -> str:
        """The move that this side plays now; empty if there is none, or if the other side has asked for a draw or for
        a move back, to which this side has to say something first."""
        asked = other(self.color) in (table.draw.by, table.takeback.by)
        if table.turn != self.color or asked:
            return ""
        return next((line[0] for line in self.left(table, events)), "")


def lines_for(table: Table, color: Color, wanted: Sequence[Sequence[str]]) -> Conditional:
    """Lines of a side that waits for the other's move, each move written as PDN writes it, none of them the beginning
    of another. Raises BadLines."""
    if table.ended or not table.settings.days:
        raise BadLines("lines-by-the-day", "expected a game by the day that goes on")
    if table.turn == color:
        raise BadLines("lines-your-turn", "it is the turn of the side that has the lines")
    read = tuple(dict.fromkeys(_read(table, line) for line in wanted))
    if len(read) > MOST:
        raise BadLines("lines-too-many", f"{len(read)} lines: expected at most {MOST}")
    _expect_one_answer(read)
    return Conditional(color, table.version, table.ply, tuple(_without_beginnings(read)))


def _read(table: Table, line: Sequence[str]) -> Line:
    if not line or len(line) % 2 or len(line) > LONGEST:
        raise BadLines("lines-length", f"{len(line)} moves: expected 2 to {LONGEST}, the last an answer")
    game = table.game.copy()
    texts = []
    for text in line:
        resolved = game.resolve(text)
        if isinstance(resolved, MoveRefusal):
            raise BadLines("lines-illegal", f"{text}: {resolved.message}")
        texts.append(game.position.text(resolved))
        game.push(resolved)
    return tuple(texts)


def _expect_one_answer(lines: Sequence[Line]) -> None:
    answers: dict[Line, str] = {}
    for line in lines:
        for place in range(1, len(line), 2):
            if answers.setdefault(line[:place], line[place]) != line[place]:
                raise BadLines("lines-two-answers", f"two answers to {' '.join(line[:place])}")


def _without_beginnings(lines: Sequence[Line]) -> Iterator[Line]:
    for line in lines:
        if not any(each[: len(line)] == line for each in lines if each != line):
            yield line
