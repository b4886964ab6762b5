"""One game at one terminal: prints what happens and carries out what is typed, until the game ends."""

import asyncio
from collections.abc import Sequence

from damaci.cli.terminal.lines import InputLines
from damaci.cli.terminal.screen import Screen
from damaci.cli.terminal.words import Words
from damaci.host import Engines, Room
from damaci.play import commands, events
from damaci.play.events import AnyEvent, Color, other
from damaci.play.refusal import Refusal

HINT_SECONDS = 0.7


class TerminalSession:
    """A person, or two, before one terminal. The game is in the store after every move: leaving needs no saving."""

    def __init__(self, room: Room, engines: Engines, lines: InputLines, screen: Screen, words: Words) -> None:
        self._room = room
        self._engines = engines
        self._lines = lines
        self._screen = screen
        self._words = words
        self._shown = len(room.events)
        self._giving_up = False
        seats = room.table.seats
        self._persons: list[Color] = [color for color in seats if seats[color].kind == "person"]
        screen.flipped = self._persons == ["black"]

    async def run(self) -> None:
        """Plays until the game is over, somebody leaves, or the input ends. Raises StoreError."""
        self._show()
        self._screen.say(self._words.ask_for_help(), "dim")
        with self._room.subscribe(after=self._shown, held=self._persons) as news:
            while not self._room.table.ended:
                if not self._asks:
                    await anext(news)
                elif not await self._listen():
                    return
                self._report()

    @property
    def _asks(self) -> bool:
        """Whether it is a person's turn to say something."""
        table = self._room.table
        if table.draw.by:
            return other(table.draw.by) in self._persons
        return table.turn in self._persons

    async def _listen(self) -> bool:
        """Does what is typed next, unless something happens meanwhile, such as the end of the time. Returns
        whether to go on."""
        self._screen.console.print("> ", end="")
        line = asyncio.ensure_future(self._lines.next())
        with self._room.subscribe() as news:
            happening = asyncio.ensure_future(anext(news))
            await asyncio.wait({line, happening}, return_when=asyncio.FIRST_COMPLETED)
            happening.cancel()
        if not line.done():
            line.cancel()
            return True
        typed = line.result()
        return typed is not None and await self._do(typed.strip())

    async def _do(self, typed: str) -> bool:
        order = self._words.orders.read(typed)
        sure = self._giving_up
        self._giving_up = order == "resign"
        match order:
            case "quit":
                return False
            case "help":
                self._screen.say(self._words.help())
            case "moves":
                self._screen.say(self._words.moves(self._room.table, self._room.table.game.legal_moves))
            case "hint":
                await self._hint()
            case "flip":
                self._screen.flipped = not self._screen.flipped
                self._show()
            case "board":
                self._show()
            case "resign" if not sure:
                self._screen.say(self._words.sure())
            case _ if typed:
                await self._ask(self._commands(order, typed))
        return True

    def _commands(self, order: str, typed: str) -> Sequence[commands.SeatCommand]:
        table = self._room.table
        asked = table.draw.by
        mine = self._persons[0] if len(self._persons) == 1 else table.turn
        match order:
            case "draw":
                return [commands.OfferDraw(color=other(asked) if asked else mine)]
            case "decline":
                return [commands.DeclineDraw(color=other(asked or other(mine)))]
            case "resign":
                return [commands.Resign(color=mine)]
            case "takeback" if len(self._persons) == 2:  # both players are here, and have agreed
                return [commands.OfferTakeback(color=other(table.turn)), commands.OfferTakeback(color=table.turn)]
            case "takeback":
                return [commands.OfferTakeback(color=mine)]
        return [commands.Move(color=table.turn, ply=table.ply + 1, move=typed)]

    async def _ask(self, wanted: Sequence[commands.SeatCommand]) -> None:
        for command in wanted:
            answer = await self._room.submit(command)
            if isinstance(answer, Refusal):
                self._screen.say(self._words.refusal(self._room.table, answer))
                return

    async def _hint(self) -> None:
        game = self._room.table.game.copy()
        found = await self._engines.run(lambda engine: engine.analyse(game, seconds=HINT_SECONDS))
        self._screen.say(self._words.moves(self._room.table, [found.lines[0].move]))

    # ---- telling -----------------------------------------------------------------------------------------------------

    def _report(self) -> None:
        """Everything that has happened since the last call; the board, if it has changed."""
        news = self._room.events[self._shown :]
        self._shown = len(self._room.events)
        for event in news:
            if notice := self._notice(event):
                self._screen.say(notice)
        if any(isinstance(event, events.Moved | events.TakenBack | events.Ended) for event in news):
            self._show()

    def _notice(self, event: AnyEvent) -> str:
        words = self._words
        match event:
            case events.DrawOffered() if event.by in self._persons and len(self._persons) == 2:
                return words.draw_offered(event.by)
            case events.DrawDeclined() if event.by not in self._persons:
                return words.gettext("The computer wants to play on.")
            case events.DrawDeclined():
                return words.gettext("The draw is declined.")
            case events.TakenBack():
                return words.gettext("The move is taken back.")
        return ""

    def _show(self) -> None:
        table = self._room.table
        words = self._words
        say = self._screen.say
        self._screen.show(table.game)
        for announcement in table.game.announcements:
            say(f"{words.color(events.word(announcement.by))}: {words.courtesy(announcement)}")
        if clocks := table.clocks:
            say(" - ".join(f"{words.color(side)} {_time(clocks.left(side, self._room.now()))}" for side in table.seats))
        if table.ended:
            say(words.end(table.ended), "bold")
            return
        said = f"{words.turn(table.turn)}."
        must = table.game.position.must_capture
        if must and table.turn in self._persons:
            said += f" {words.must_take(must)}"
        say(said, "bold")


def _time(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
