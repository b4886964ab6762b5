"""The board of the analysis page: moves tried in any position, games and positions read from text and written."""

from typing import Annotated

import msgspec

from damaci.board.movetext import read_attempt
from damaci.board.position import Position
from damaci.board.refusal import explain
from damaci.errors import MoveTextError
from damaci.game.game import Game
from damaci.host import read_game
from damaci.notation.pdn import Node, PdnGame, write_game
from damaci.play.events import Color, word
from damaci.play.record import NONE, record
from damaci.play.refusal import Refusal
from damaci.rules.options import Options
from damaci.services.importing import first_game
from damaci.services.new_games import Draws
from damaci.services.run import Run
from damaci.services.tree import Branch, Tree, branch, record_of, tree_of
from damaci.stored import Store
from damaci.wire import messages as m
from damaci.wire import view


class Here(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position, with the settings that it is played under; those of its ruleset unless given."""

    ruleset: str = "turkish"
    fen: str
    options: Options | None = None
    endings: Draws | None = None

    def game(self) -> Game:
        """The game that begins here. Raises FenError, UnknownRuleset."""
        return Game(self.ruleset, self.fen, self.endings.endings() if self.endings else None, self.options)


class Stand(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What may be played in a position, also where a game would be drawn."""

    fen: str
    turn: Color
    legal: list[m.Legal]
    must: list[str] = []
    result: str = "*"
    """How a game that reached this position would have ended."""
    reason: str = ""


class MoveTry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move in any accepted text, tried in a position."""

    here: Here
    move: Annotated[str, msgspec.Meta(max_length=400)]


class MoveVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """The move as it is kept, or why it may not be played."""

    played: Branch | None = None
    refused: m.Refused | None = None


class PastedText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PDN or a FEN. `ruleset` is for a text that leaves it open."""

    text: str
    ruleset: str = "turkish"


class OpenedText(msgspec.Struct, frozen=True):
    """The first game of a text, and whether there are more."""

    tree: Tree
    more: bool


class WrittenTree(msgspec.Struct, frozen=True):
    """A tree as PDN."""

    pdn: str


class AnalysisBoard:
    """What the rules say of moves and texts. `run` does what may take long."""

    def __init__(self, store: Store, run: Run) -> None:
        self._store = store
        self._run = run

    async def game(self, game: str) -> Tree:
        """A stored game, with its tags as they were edited. Raises UnknownGame, StoreError."""
        events = await read_game(self._store.log, game)
        edited = await self._store.games.edited([game])
        return await self._run(tree_of, record(events, edited.get(game, NONE)))

    def position(self, fen: str, ruleset: str) -> Tree:
        """A position without moves, the ruleset's start if `fen` is empty. Raises FenError, UnknownRuleset."""
        return tree_of(PdnGame(Position.from_fen(fen, ruleset) if fen else Position.start(ruleset)))

    def stand(self, here: Here) -> Stand:
        """The legal moves of a position. Raises FenError, UnknownRuleset."""
        game = here.game()
        position = game.position
        stand = Stand(
            fen=position.fen,
            turn=word(position.turn),
            legal=view.listed(position, position.legal_moves),
            must=view.must(position.legal_moves),
        )
        if outcome := game.outcome():
            stand = msgspec.structs.replace(stand, result=outcome.result, reason=outcome.reason.value)
        return stand

    def attempt(self, tried: MoveTry) -> MoveVerdict:
        """Plays a move, or says why it may not be played. Raises FenError, UnknownRuleset."""
        game = tried.here.game()
        before = game.position
        try:
            refusal = explain(before, read_attempt(tried.move))
        except MoveTextError as error:
            return MoveVerdict(refused=m.Refused(code="bad-text", message=str(error)))
        if refusal:
            return MoveVerdict(refused=view.refused("", Refusal.of_move(refusal)))
        move = before.parse_move(tried.move)
        return MoveVerdict(played=branch(Node(move), before, game.settle(before.play(move))))

    async def open(self, text: PastedText) -> OpenedText:
        """The first game of a text, or the position that it is a FEN of. Raises DamaciError."""
        game, more = await self._run(first_game, text.text, text.ruleset)
        return OpenedText(await self._run(tree_of, game), more)

    async def write(self, tree: Tree) -> WrittenTree:
        """The PDN of a tree. Raises DamaciError."""
        return WrittenTree(await self._run(lambda: write_game(record_of(tree))))
