"""What a game in the terminal says, in the player's language: mostly in the words of the pages."""

from collections.abc import Sequence

from rich.cells import set_cell_size

from damaci.board.move import Move
from damaci.board.refusal import RefusalCode
from damaci.cli.terminal.orders import TerminalOrders
from damaci.engine.levels import level
from damaci.explanations import end_code
from damaci.game.announcements import Announcement, Said
from damaci.play.events import Color, Ended, Seat
from damaci.play.refusal import Refusal
from damaci.play.table import Table
from damaci.site.explaining import explained
from damaci.site.language import catalog

SHOWN_INSTEAD = 6
"""Moves named to somebody who has to play one of them."""


class Words:
    """The sentences of one language. Raises KeyError for an unknown language."""

    def __init__(self, language: str) -> None:
        self.catalog = words = catalog(language)
        translations = words.translations
        self.translate_reason = words.translate_reason
        self.gettext = translations.gettext
        self.ngettext = translations.ngettext
        self.orders = TerminalOrders(translations.gettext)

    def color(self, color: Color) -> str:
        """A side."""
        if color == "white":
            return self.gettext("White")
        return self.gettext("Black")

    def seat(self, color: Color, seat: Seat) -> str:
        """Who sits on a side."""
        who = seat.name
        if not who and seat.kind == "engine":
            who = " · ".join(map(self.gettext, level(seat.level).titles))
        if who:
            return f"{self.color(color)} ({self.catalog.isolated(who)})"
        return self.color(color)

    def turn(self, color: Color) -> str:
        """Says whose turn it is."""
        if color == "white":
            return self.gettext("White to move")
        return self.gettext("Black to move")

    def must_take(self, n: int) -> str:
        """The duty to capture."""
        return self.ngettext("You must take {n} piece.", "You must take {n} pieces.", n).format(n=n)

    def end(self, ended: Ended) -> str:
        """The result, and why."""
        winner = {"1-0": self.gettext("White wins"), "0-1": self.gettext("Black wins")}.get(
            ended.result
        ) or self.gettext("Draw")
        why = explained(self.catalog, end_code(ended.reason, ended.result))
        return f"{winner} ({self.catalog.isolated(ended.result)}). {why}"

    def courtesy(self, announcement: Announcement) -> str:
        """What the player who has just moved says."""
        match announcement.said:
            case Said.DAMA:
                return self.gettext("Dama!")
            case Said.DAMA_NEXT:
                return self.gettext("Dama is next.")
        return self.ngettext("I ask for {n} piece.", "I ask for {n} pieces.", announcement.count).format(
            n=announcement.count
        )

    def refusal(self, table: Table, refusal: Refusal) -> str:
        """Why a move or command is refused, and what has to be played instead."""
        move = refusal.move
        parts = [self._why(refusal)]
        if move and move.instead:
            parts.append(self.instead(table, move.instead))
        return " ".join(parts)

    def _why(self, refusal: Refusal) -> str:
        move = refusal.move
        if move is None:
            return explained(self.catalog, refusal.code)
        if refusal.code is RefusalCode.BAD_TEXT:
            return self.translate_reason(move.reason) + "."
        return explained(self.catalog, refusal.code, move.must_count, move.count)

    def instead(self, table: Table, moves: Sequence[Move]) -> str:
        """A few of the moves that have to be played."""
        return self.moves(table, moves[:SHOWN_INSTEAD]) + (", ..." if len(moves) > SHOWN_INSTEAD else "")

    def moves(self, table: Table, moves: Sequence[Move]) -> str:
        """Moves that can be played."""
        return self.gettext("Possible: {moves}").format(moves=", ".join(map(table.game.position.text, moves)))

    def sure(self) -> str:
        """The question to a player who is about to resign."""
        return self.gettext("Do you give the game up? Then type {word} once more.").format(
            word=self.orders.words["resign"]
        )

    def draw_offered(self, by: Color) -> str:
        """What can be answered."""
        text = self.gettext("{side} offers a draw: {draw} accepts it, {decline} declines it.")
        return text.format(side=self.color(by), draw=self.orders.words["draw"], decline=self.orders.words["decline"])

    def unfinished(self) -> str:
        """The choice between the game that was left and another one."""
        return self.gettext("Enter goes on with it, {new} begins another game.").format(new=self.orders.words["new"])

    def ask_for_help(self) -> str:
        """The hint for a new player."""
        return self.gettext("Type a move, or {help}.").format(help=self.orders.words["help"])

    def help(self) -> str:
        """What can be typed."""
        meanings = {
            "moves": self.gettext("what can be played"),
            "hint": self.gettext("a good move"),
            "draw": self.gettext("offers a draw, or accepts one"),
            "decline": self.gettext("declines a draw"),
            "takeback": self.gettext("takes the last move back"),
            "resign": self.gettext("gives the game up"),
            "flip": self.gettext("turns the board around"),
            "board": self.gettext("shows the board again"),
            "quit": self.gettext("leaves the game, which is saved"),
        }
        rows = [f"  {set_cell_size(self.orders.words[order], 13)}{meaning}" for order, meaning in meanings.items()]
        return "\n".join(
            [
                self.gettext("A move is written like d3-d4, d3d4 or f3xb7. Besides moves, these words are understood:"),
                *rows,
            ]
        )
