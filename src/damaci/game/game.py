"""A game: a start, the moves so far, and how it ended."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from damaci.arguments import bad, expect_each, expect_kind, expect_whole, expect_word
from damaci.board.color import COLORS, Color
from damaci.board.move import Move
from damaci.board.movetext import Attempt, read_attempt
from damaci.board.position import Position
from damaci.board.refusal import Refusal, RefusalCode, resolve
from damaci.board.square import Square
from damaci.errors import GameOver, IllegalMove, MoveTextError
from damaci.game.announcements import Announcement, announce
from damaci.game.draws import Counters, draw_reason
from damaci.game.line import line_of, play_through
from damaci.game.outcome import DECIDED_BY_PEOPLE, Outcome, Reason, decided
from damaci.rules.endings import Endings, OneEach
from damaci.rules.options import Options
from damaci.rules.ruleset import Ruleset
from damaci.sentence import Sentence


class History(NamedTuple):
    """What a search has to know about the earlier moves of a game.

    >>> game = Game(fen="W:WKa1,d2:BKh8,e7")
    >>> _ = game.push("a1-a2")
    >>> game.history == History(keys=(game.start.key,), quiet_plies=1)
    True
    """

    keys: tuple[int, ...]
    """The keys of the positions before the present one that can still occur again, oldest first."""
    quiet_plies: int
    """Plies since the last capture or man's move."""


class Game:
    """A game being played. Moves are pushed and popped; everything else follows from them.

    >>> game = Game()
    >>> game.push("d3-d4")
    Move(origin=Square.D3, target=Square.D4, captured=(), path=(Square.D3, Square.D4), jumps=())
    >>> game.turn, game.ply, game.outcome()
    (<Color.BLACK: 'black'>, 1, None)
    >>> game
    Game(moves=['d3-d4'])
    """

    def __init__(
        self,
        ruleset: str | Ruleset = "turkish",
        fen: str | None = None,
        endings: Endings | None = None,
        options: Options | None = None,
        moves: Iterable[Move | str] = (),
        ended: tuple[str, str] | None = None,
    ) -> None:
        """Begins at the ruleset's start or at `fen`. Endings and options are the ruleset's own unless given.

        `moves` are played at once; `ended` is the result and the reason of an ending that people decided: see `end`.
        Raises FenError, UnknownRuleset, BadArgument, and what `push` and `end` raise.
        """
        start = Position.start(ruleset) if fen is None else Position.from_fen(fen, ruleset)
        if endings is None:
            self.endings = start.ruleset.endings
        else:
            self.endings = expect_kind("endings", endings, Endings)
        if options is None:
            self.options = start.ruleset.options
        else:
            self.options = expect_kind("options", options, Options)
        self._positions = [start]
        self._keys = array("Q", [start.key])
        self._counters = [Counters()]
        self._moves: list[Move] = []
        self._touched: Square | None = None
        self._outcome: Outcome | None = None
        self._conclude()
        for move in expect_each("moves", moves):
            self.push(move)
        if ended is not None:
            self.end(*_result_and_reason(ended))

    # ---- looking -----------------------------------------------------------------------------------------------------

    @property
    def ruleset(self) -> Ruleset:
        """The rules that moves follow."""
        return self.start.ruleset

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position from the start to now."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    def steps(self, after: int = 0) -> Iterator[tuple[Position, Move, Position]]:
        """Each move after a ply, with the positions before and after it. Raises BadArgument."""
        for ply in range(expect_whole("after", after, 0), self.ply):
            yield self._positions[ply], self._moves[ply], self._positions[ply + 1]

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves so far as PDN writes them."""
        return tuple(text for text, _ in self.annotated_texts())

    def annotated_texts(self) -> list[tuple[str, int]]:
        """The moves so far as PDN writes them, each with the squares of its new kings as a 64-bit set."""
        played = play_through(self.start, line_of(self._moves), Endings(), self.options)
        assert played is not None, "a game has legal moves alone"
        return [(each.text, each.promoted) for each in played]

    @property
    def ply(self) -> int:
        """How many moves have been played, both sides' together."""
        return len(self._moves)

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self.position.turn

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that may be played now; none once the game is over."""
        if self._outcome:
            return ()
        legal = self.position.legal_moves
        if self._touched is None:
            return legal
        return tuple(move for move in legal if move.origin == self._touched)

    @property
    def history(self) -> History:
        """What a search has to know about the earlier moves."""
        counters = self._counters[-1]
        recent = self._keys[len(self._keys) - 1 - counters.reversible_plies : -1]
        return History(tuple(recent), counters.quiet_plies)

    @property
    def announcements(self) -> tuple[Announcement, ...]:
        """The announcements after the last move; none unless the game's options ask for them."""
        if not self.options.announcements or not self._moves:
            return ()
        return announce(self._positions[-2], self._moves[-1], self.position)

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._outcome

    # ---- playing -----------------------------------------------------------------------------------------------------

    def push(self, move: Move | str) -> Move:
        """Plays a move, given as such or as any accepted move text, and returns it.

        Raises MoveTextError, IllegalMove (AmbiguousMove, GameOver); the game is then as it was.
        """
        if self._outcome:
            raise GameOver(self._over())
        move = self.position.read(move)
        if refusal := self._explain_touch(move.origin):
            raise IllegalMove(Sentence("{move}: {reason}", {"move": move, "reason": refusal.reason}))
        after = self.settle(self.position.play(move))
        move = self.position.with_path(move)
        self._counters.append(self._counters[-1].after(self.position, move, after, self._keys))
        if self._moves:
            # A new object without the cached properties: they would be most of a game's memory, and are seldom needed
            # for earlier positions.
            self._positions[-2] = Position(self._positions[-2].kernel)
        self._positions.append(after)
        self._keys.append(after.key)
        self._moves.append(move)
        self._conclude()
        return move

    def replay(self, line: str, moves: Sequence[Move]) -> bool:
        """Plays a whole line at once (see damaci.game.line) in a game without moves; `moves` are those that
        were not taken back. Plays nothing and returns False unless all of the line is known to be right. Raises
        BadArgument."""
        plies = play_through(self.start, expect_kind("line", line, str), self.endings, self.options)
        if plies is None or len(plies) != len(moves) or self._moves or self._outcome:
            return False
        self._moves += moves
        for after, key, _, _, *counts in plies:
            self._positions.append(Position(after))
            self._keys.append(key)
            self._counters.append(Counters(*counts))
        self._conclude()
        return True

    def settle(self, position: Position) -> Position:
        """A position that a move leads to, after the game's options have been applied to it. Raises BadArgument."""
        return expect_kind("position", position, Position).under(self.options)

    def pop(self) -> Move:
        """Takes the last move back; a game that was over goes on. Raises IndexError when there is no move."""
        move = self._moves.pop()
        for kept in (self._positions, self._keys, self._counters):
            kept.pop()
        # A move was played from this position, so the game was not over here.
        self._touched = None
        self._outcome = None
        return move

    def copy(self) -> "Game":
        """The same game, to be played on apart from this one."""
        twin = Game.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._positions = self._positions.copy()
        twin._keys = self._keys[:]
        twin._counters = self._counters.copy()
        twin._moves = self._moves.copy()
        return twin

    def touch(self, square: Square | str) -> bool:
        """Records that the side to move has lifted a piece. Returns whether that piece has to be played now: with
        touch-move on, if it can move. Raises BadArgument for a value that is not a square."""
        origin = Square.of(square)
        binding = self.options.touch_move and any(move.origin == origin for move in self.legal_moves)
        if binding:
            self._touched = origin
        return binding

    def end(self, result: str, reason: Reason | str) -> Outcome:
        """Ends the game by a decision of people: agreement, resignation, time, abandoned, too long, annulled.

        Raises GameOver, and BadArgument for an impossible combination.
        """
        if self._outcome:
            raise GameOver(self._over())
        outcome = decided(result, reason)
        self._outcome = outcome
        return outcome

    def explain(self, move: Move | str | tuple[Square, Square], by: Color | None = None) -> Refusal | None:
        """Why a move, given as such, as text or as (from, to), may not be played now; None when it may.

        `by` is the side that wants to play it; None for the side to move. Raises BadArgument for a value that is not a
        move.
        """
        if by is not None:
            expect_word("by", by, Color)
        if self._outcome:
            return Refusal(RefusalCode.GAME_OVER, self._over())
        if by not in (None, self.turn):
            if self.turn is Color.WHITE:
                turn = Sentence("it is white's turn")
            else:
                turn = Sentence("it is black's turn")
            return Refusal(RefusalCode.NOT_YOUR_TURN, turn)
        resolved = self.resolve(move)
        if isinstance(resolved, Refusal):
            return resolved
        return None

    def resolve(self, move: Move | str | tuple[Square, Square]) -> Move | Refusal:
        """The legal move that a move, a text or (from, to) means now, or why it may not be played.

        Raises BadArgument for a value that is not a move.
        """
        if self._outcome:
            return Refusal(RefusalCode.GAME_OVER, self._over())
        try:
            attempt = _attempt(move)
        except MoveTextError as error:
            return Refusal(RefusalCode.BAD_TEXT, error.reason)
        resolved = resolve(self.position, attempt)
        if isinstance(resolved, Refusal):
            return resolved
        return self._explain_touch(resolved.origin) or resolved

    def _over(self) -> Sentence:
        return Sentence("the game is over: {outcome}", {"outcome": self._outcome})

    def _explain_touch(self, origin: Square) -> Refusal | None:
        if self._touched in (None, origin):
            return None
        reason = Sentence("the piece on {square} has been touched and has to be played", {"square": self._touched})
        return Refusal(
            RefusalCode.TOUCHED_PIECE, reason, must_count=self.position.must_capture, instead=self.legal_moves
        )

    # ---- what follows ------------------------------------------------------------------------------------------------

    def _conclude(self) -> None:
        """Ends the game if the present position ends it."""
        self._touched = None
        self._outcome = self._natural_outcome()

    def _natural_outcome(self) -> Outcome | None:
        position = self.position
        for color in COLORS:
            if not position.count(color):
                return Outcome(Reason.CAPTURED_ALL, color.other)
        reason = draw_reason(self.endings, position, self._counters[-1])
        one_each_at_once = reason is Reason.ONE_EACH and self.endings.one_each is OneEach.AT_ONCE
        if not position.has_moves and not one_each_at_once:  # drawn before anybody could be blocked
            return Outcome(Reason.BLOCKED, position.turn.other)
        if reason:
            return Outcome(reason)
        return None

    # ---- Python ------------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The board, and below it the ply and the side to move or the outcome."""
        return f"{self.position}\n\nply {self.ply}: {self._outcome or f'{self.turn} to move'}"

    def __repr__(self) -> str:
        """An expression that makes the same game."""
        given = [repr(self.ruleset.name)] if self.ruleset.name != "turkish" else []
        if self.start != Position.start(self.ruleset):
            given.append(f"fen={self.start.fen!r}")
        if self.endings != self.ruleset.endings:
            given.append(f"endings={self.endings!r}")
        if self.options != self.ruleset.options:
            given.append(f"options={self.options!r}")
        if self._moves:
            given.append(f"moves={list(self.texts)!r}")
        if self._outcome and self._outcome.reason in DECIDED_BY_PEOPLE:
            given.append(f"ended={(self._outcome.result, self._outcome.reason.value)!r}")
        return f"Game({', '.join(given)})"

    def _repr_svg_(self) -> str:
        """How notebooks show a game: the position, with the last move marked."""
        from damaci.board import svg  # here, because few programs draw

        return svg.board(self.position, size=400, last_move=self._moves[-1] if self._moves else None)


def _result_and_reason(ended: tuple[str, str]) -> tuple[str, str]:
    """The result and the reason in the argument `ended`. Raises BadArgument."""
    if not isinstance(ended, tuple | list) or len(ended) != 2:
        raise bad("ended", ended, "a result and a reason, such as ('1-0', 'resignation')")
    result, reason = ended
    return result, reason


def _attempt(move: Move | str | tuple[Square, Square]) -> Attempt:
    """The squares and the sign of a move in any accepted form. Raises MoveTextError, BadArgument."""
    if isinstance(move, str):
        return read_attempt(move)
    if isinstance(move, Move):
        return Attempt(move.path or (move.origin, move.target), move.sign)
    if not isinstance(move, tuple) or len(move) != 2:
        raise bad("a move", move, "a Move, a text such as d3-d4, or (from, to)")
    return Attempt(tuple(map(Square.of, move)))
