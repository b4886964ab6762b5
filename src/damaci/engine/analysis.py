"""The results of a search: scores, lines, analyses."""

from dataclasses import dataclass
from functools import total_ordering

from damaci.arguments import expect_whole
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.errors import BadArgument

FARTHEST = 2**31
"""The limit for centimen and for plies."""


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """The value of a position for the side to move; exactly one field is set. Scores can be compared: the greater one
    is better for that side.

    >>> Score(loss=4) < Score(cp=-250) < Score(draw=True) < Score(cp=31) < Score(win=9) < Score(win=3)
    True
    >>> print(Score(cp=31), -Score(win=3))
    +0.31 loss in 3
    """

    cp: int | None = None
    """Centimen: hundredths of a man."""
    win: int | None = None
    """Plies to a proven win."""
    loss: int | None = None
    """Plies to a proven loss; 0 when the side to move has lost already."""
    draw: bool | None = None
    """The best line ends in a draw by the rules."""

    def __post_init__(self) -> None:
        """Raises BadArgument unless exactly one field is set."""
        if sum(field is not None for field in (self.cp, self.win, self.loss, self.draw)) != 1 or self.draw is False:
            raise BadArgument("a score is one of cp, win, loss and draw=True")
        for name in ("cp", "win", "loss"):
            if (value := getattr(self, name)) is not None:
                expect_whole(name, value, -FARTHEST, FARTHEST)

    @property
    def centimen(self) -> int:
        """The score on one scale: a draw is 0, a win more than a hundred men, and an earlier win more than a later
        one."""
        if self.win is not None:
            return _WIN - self.win
        if self.loss is not None:
            return self.loss - _WIN
        return self.cp or 0

    def __neg__(self) -> "Score":
        """The same score as the other side sees it."""
        if self.draw:
            return self
        if self.cp is not None:
            return Score(cp=-self.cp)
        return Score(win=self.loss, loss=self.win)

    def __lt__(self, other: "Score") -> bool:
        return (self.centimen, not self.draw) < (other.centimen, not other.draw)

    def __str__(self) -> str:
        if self.draw:
            return "draw"
        if self.cp is not None:
            return f"{self.cp / 100:+.2f}"
        if self.win is not None:
            return f"win in {self.win}"
        return f"loss in {self.loss}"

    def __repr__(self) -> str:
        [(name, value)] = [
            (name, value) for name in ("cp", "win", "loss", "draw") if (value := getattr(self, name)) is not None
        ]
        return f"Score({name}={value})"


_WIN = 20_000


@dataclass(frozen=True, slots=True)
class Line:
    """A line of moves, and its score."""

    score: Score
    """Seen from the side to move."""
    pv: tuple[Move, ...]
    """The principal variation: best play by both sides, never empty."""

    @property
    def move(self) -> Move:
        """The move that the line begins with."""
        return self.pv[0]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search, or its state after a depth."""

    position: Position
    depth: int
    """The last finished depth, in plies. If a single line was requested and the next depth had already found a better
    move, the line is that of this move."""
    nodes: int
    seconds: float
    lines: tuple[Line, ...]
    """Best first, each with a different first move; empty when there is no legal move."""

    @property
    def best(self) -> Move | None:
        """The best move, if there is a legal one."""
        if self.lines:
            return self.lines[0].move
        return None

    @property
    def score(self) -> Score:
        """The best line's score; without a legal move the side to move has lost."""
        if self.lines:
            return self.lines[0].score
        return Score(loss=0)
