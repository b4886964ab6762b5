"""What pages and the service of puzzles say to each other."""

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.play.events import Color
from damaci.puzzles import Theme
from damaci.wire import messages as m
from damaci.wire import view


class ShownPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle as it is given to somebody: without the solution."""

    id: str
    ruleset: str
    goal: str
    """To win, to draw, or to play better than in one's own game."""
    before: str
    last: m.MovePath | None
    """How the opponent moved last; None at the start of a game."""
    last_text: str
    fen: str
    turn: Color
    legal: list[m.Legal]
    must: list[str]
    rating: int
    moves: int
    """How many the solver has to find."""
    chequered: bool
    removal: str
    tried: bool
    """Whether it has been tried before; then nothing is rated."""
    own: int
    """The person's rating."""
    provisional: bool
    in_a_row: int


class PuzzleTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move of the solver's. `ply`: how many plies of the solution have been played. `theme`: the one that was chosen,
    if any."""

    ply: Annotated[int, msgspec.Meta(ge=0, le=100)]
    move: Annotated[str, msgspec.Meta(max_length=400)]
    theme: Theme | None = None


class HelpRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a hint or the solution."""

    ply: Annotated[int, msgspec.Meta(ge=0, le=100)]
    theme: Theme | None = None


class PuzzleMove(msgspec.Struct, frozen=True):
    """A move, and the position after it."""

    text: str
    way: m.MovePath
    fen: str


class Rated(msgspec.Struct, frozen=True):
    """What the first attempt has done to the ratings."""

    solved: bool
    before: int
    after: int
    in_a_row: int


class PuzzleVerdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to a try."""

    right: bool
    played: PuzzleMove
    reply: PuzzleMove | None = None
    """The next move of the solution, or what refutes a wrong move."""
    takes: int = 0
    """How many pieces that takes."""
    legal: list[m.Legal] = []
    """The solver's next moves."""
    must: list[str] = []
    done: bool = False
    tail: list[PuzzleMove] = []
    """How it goes on after the end."""
    themes: list[str] = []
    """Shown at the end: they give something away."""
    rated: Rated | None = None


class Hint(msgspec.Struct, frozen=True):
    """The square of the piece to move."""

    square: str
    rated: Rated | None


class Solution(msgspec.Struct, frozen=True):
    """All moves from a ply on, and what follows them."""

    steps: list[PuzzleMove]
    themes: list[str]
    rated: Rated | None


class Strength(msgspec.Struct, frozen=True):
    """How somebody does at a theme."""

    theme: str
    title: str
    tried: int
    solved: int
    left: int
    """How many have not been tried."""


class PuzzleProfile(msgspec.Struct, frozen=True):
    """What somebody has done at a ruleset."""

    rating: int
    provisional: bool
    tried: int
    solved: int
    in_a_row: int
    streak: int
    storm: int
    themes: list[Strength]
    """The themes that have puzzles."""


class Series(msgspec.Struct, frozen=True):
    """The puzzles of a streak or a storm, easiest first."""

    puzzles: list[str]
    seconds: int
    best: int


class Finished(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far somebody has come in a streak or a storm."""

    ruleset: str
    count: Annotated[int, msgspec.Meta(ge=0, le=1_000)]


class BestSeries(msgspec.Struct, frozen=True):
    """The most that somebody has solved in one."""

    best: int


Kind = Literal["streak", "storm"]
Mode = Literal["next", "daily", "streak", "storm"]


def step_of(position: Position, move: Move) -> PuzzleMove:
    """A move, and the position after it."""
    return PuzzleMove(position.text(move), view.move_path(move), position.play(move).fen)


def steps_of(position: Position, texts: Iterable[str]) -> list[PuzzleMove]:
    """Moves that are played one after another. Raises MoveTextError, IllegalMove."""
    steps = []
    for text in texts:
        move = position.parse_move(text)
        steps.append(step_of(position, move))
        position = position.play(move)
    return steps
