"""Openings for pairs of games between engines: balanced positions that are all different."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from damaci.arguments import expect_path, expect_whole
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.board.setup import Setup
from damaci.board.square import SQUARES
from damaci.engine.engine import LARGEST_SEED, Engine
from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.notation import pdn
from damaci.rules.ruleset import Ruleset

PLIES = (6, 10)
"""The least and the greatest number of plies played at random."""
BALANCED = 50
"""In centimen: a position worth less than this for either side is balanced."""
JUDGING_NODES = 20_000
"""Nodes of the shallow search."""
MOST = 1_000_000
"""The most openings that can be requested."""
TRIES = 2_000
"""After this many refused openings in a row, we assume that there are no more."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a game: a position, and moves from there."""

    start: Position
    moves: tuple[Move, ...] = ()

    def game(self) -> Game:
        """The game after the opening's moves. Raises GameOver when there are moves after its end."""
        game = Game(self.start.ruleset, self.start.fen)
        for move in self.moves:
            game.push(move)
        return game


def generate(ruleset: str | Ruleset = "turkish", count: int = 100, seed: int = 0) -> list[Opening]:
    """`count` openings, the same for the same seed: random legal moves from the start to a position that a shallow
    search finds balanced.

    No two lead to the same position or to mirror images.
    Raises DamaciError when fewer are found.

    >>> [opening] = generate(count=1, seed=7)
    >>> 6 <= len(opening.moves) <= 10
    True
    """
    expect_whole("count", count, 0, MOST)
    expect_whole("seed", seed, -LARGEST_SEED, LARGEST_SEED)
    found = list(islice(_generate(Position.start(ruleset), Random(f"openings {seed}")), count))
    if len(found) < count:
        raise DamaciError(f"there are hardly more than {len(found)} balanced openings: {count} wanted")
    return found


def _generate(start: Position, random: Random) -> Iterator[Opening]:
    seen: set[str] = set()
    engine = Engine(hash_megabytes=1)
    refused = 0
    while refused < TRIES:
        game = _random_game(start, random)
        refused += 1
        if not game.legal_moves or seen & (images := alike(game.position)):
            continue
        seen |= images
        engine.forget()
        score = engine.analyse(game, nodes=JUDGING_NODES).score
        if score.cp is not None and abs(score.cp) < BALANCED:
            refused = 0
            yield Opening(start, game.moves)


def _random_game(start: Position, random: Random) -> Game:
    game = Game(start.ruleset, start.fen)
    for _ in range(random.randint(*PLIES)):
        if not game.legal_moves:
            break
        game.push(random.choice(game.legal_moves))
    return game


def alike(position: Position) -> set[str]:
    """The FENs of the position and of its mirror image. If only the dark squares are used, there is no mirror image."""
    if position.ruleset.movement.dark_squares_only:
        return {position.fen}
    mirrored = {SQUARES[square ^ 7]: piece for square, piece in position.pieces().items()}
    return {position.fen, Setup(mirrored, position.turn, position.ruleset).position().fen}


def read_openings(path: str | Path, ruleset: str | Ruleset = "turkish") -> list[Opening]:
    """The openings of a file: one FEN in each line (`#` begins a remark), or games in PDN with their moves.

    Raises OSError, and DamaciError for openings that cannot be read, are of another ruleset, or end the game.
    """
    path = expect_path("path", path)
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    name = path.name
    is_pdn = path.suffix.lower() == ".pdn" or text.lstrip().startswith("[")
    try:
        openings = list(_read_pdn(text, ruleset) if is_pdn else _read_fens(text, ruleset))
    except DamaciError as error:
        raise DamaciError(f"{name}: {error}") from None
    if not openings:
        raise DamaciError(f"{name}: expected an opening, found none")
    return openings


def _read_fens(text: str, ruleset: str | Ruleset) -> Iterator[Opening]:
    for number, line in enumerate(text.splitlines(), 1):
        fen = line.partition("#")[0].strip()
        if not fen:
            continue
        try:
            yield _playable(Opening(Position.from_fen(fen, ruleset)))
        except DamaciError as error:
            raise DamaciError(f"line {number}: {error}") from None


def _read_pdn(text: str, ruleset: str | Ruleset) -> Iterator[Opening]:
    wanted = Position.start(ruleset).ruleset
    for number, game in enumerate(pdn.read(text.encode(), ruleset), 1):
        if game.ruleset != wanted:
            raise DamaciError(f"game {number} is {game.ruleset.name}: expected {wanted.name}")
        try:
            yield _playable(Opening(game.start, tuple(game.moves)))
        except DamaciError as error:
            raise DamaciError(f"game {number}: {error}") from None


def _playable(opening: Opening) -> Opening:
    outcome = opening.game().outcome()
    if outcome:
        raise DamaciError(f"the game is over after the opening: {outcome}")
    return opening
