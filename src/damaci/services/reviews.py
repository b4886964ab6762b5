"""Reviews kept with their games, for every browser."""

import msgspec

from damaci.analysis.report import GameReport
from damaci.analysis.worth import Worth
from damaci.board.position import Position
from damaci.play.table import Table
from damaci.services.run import Run
from damaci.services.tree import Branch
from damaci.stored import Store


class ReviewedPly(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="seen", omit_defaults=True):
    """What is known of the position after so many plies, and of the move that was played there."""

    ply: int
    score: Worth
    mark: int = 0
    """The glyph that the move gets; 0 if it is no mistake."""
    better: list[Branch] = []
    """What would have been better than a mistake, and how it goes on."""
    kind: str = ""
    """The kind of a mistake: see damaci.analysis.kinds."""
    report: GameReport | None = None
    """The report on all moves; sent with the first position, which is found last."""


class KeptReview(msgspec.Struct, frozen=True):
    """A complete review of a game, or of its first moves."""

    moves: list[str]
    seen: list[ReviewedPly]
    """In the order in which it was found, the last position first."""


class Reviews:
    """The last complete review of each stored game."""

    def __init__(self, store: Store, run: Run) -> None:
        self._store = store
        self._run = run

    async def get(self, game: str) -> KeptReview | None:
        """The review of a game; None if there is none, or if an older version wrote it in another form. Raises
        StoreError."""
        kept = await self._store.reviews.get(game)
        try:
            if kept is None:
                return None
            return msgspec.json.decode(kept, type=KeptReview)
        except msgspec.DecodeError:
            return None

    async def put(self, game: str, start: str, review: KeptReview) -> None:
        """Stores a review of moves from a position, given as FEN, if the game is stored, the moves are its own, and no
        review of more of its moves is stored. Raises FenError, StoreError."""
        events = await self._store.log.read(game)
        if not events:
            return
        table = await self._run(Table.fold, events)
        played = table.game
        moves = [before.text(move) for before, move in zip(played.positions, played.moves, strict=False)]
        own = played.start == Position.from_fen(start, played.ruleset) and _are_first(review.moves, moves)
        if own and not await self._is_longer(game, moves, review):
            await self._store.reviews.put(game, msgspec.json.encode(review).decode())

    async def _is_longer(self, game: str, moves: list[str], review: KeptReview) -> bool:
        """Whether the kept review is one of more moves of the game, none of which has been taken back."""
        kept = await self.get(game)
        return kept is not None and len(kept.moves) > len(review.moves) and _are_first(kept.moves, moves)


def _are_first(some: list[str], moves: list[str]) -> bool:
    return moves[: len(some)] == some
