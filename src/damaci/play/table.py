"""THE TABLE: one game with its seats, clocks and offers, built from its events. No I/O, no wall clock, no
randomness."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Self

import msgspec

from damaci.board.square import Square
from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.play import commands, events
from damaci.play.board_line import board_line
from damaci.play.clock import Clocks
from damaci.play.decision import Decision
from damaci.play.ending import ended_by_rule
from damaci.play.events import AnyEvent, Color, Seat, Settings, other, word
from damaci.play.offer import StandingOffer
from damaci.play.replay import replay


class ImpossibleEvent(DamaciError):
    """An event that cannot have happened at this table."""


class Table:
    """The fold of a game's events. What a command leads to is decided by damaci.play.decide."""

    def __init__(self, opened: events.Opened) -> None:
        settings = opened.settings
        self.settings = settings
        self.tags = opened.tags
        self.seats: dict[Color, Seat] = {"white": opened.white, "black": opened.black}
        self.game = Game(settings.ruleset, settings.fen or None, settings.endings, settings.options)
        self.version = 1
        """How many events have happened."""
        self.touched: Square | None = None
        """The piece that has to be played, under touch-move."""
        self.draw = StandingOffer()
        self.takeback = StandingOffer()
        self.ended: events.Ended | None = None
        self.said: Counter[Color] = Counter()
        """How often each side has spoken since its last move, or since the end."""
        self.rematch = StandingOffer()
        self.next_game = ""
        """The id of the game that this one went on to."""
        self.gone: set[Color] = set()
        """The sides whose players have been deleted."""
        self.holidays: dict[Color, events.OnHoliday] = {}
        """The last holiday of each side, over or not."""
        self.turned = opened.at
        """When the side to move got its turn."""
        self._clocks = [*self._first_clocks(opened)]
        """The clocks after each ply, for takebacks; the last entry is the present one."""
        self._ids: list[str] = []
        """Under which id each ply was played; empty without one."""
        self._ids_taken_back: set[tuple[int, str]] = set()
        """The same of plies that were taken back."""

    def _first_clocks(self, opened: events.Opened) -> Iterator[Clocks]:
        settings = opened.settings
        if settings.days:
            yield Clocks.by_day(settings.days, self.turn, opened.at)
        elif settings.clock:
            yield Clocks.full(settings.clock)

    # ---- making ------------------------------------------------------------------------------------------------------

    @staticmethod
    def open(settings: Settings, white: Seat, black: Seat, at: float) -> list[AnyEvent]:
        """The first events of a new game: Opened, with the endings and options written down that hold, and Ended if the
        game is over.

        Raises UnknownRuleset, FenError or another ValueError for settings that make no game.
        """
        game = Game(settings.ruleset, settings.fen or None, settings.endings, settings.options)
        complete = msgspec.structs.replace(settings, endings=game.endings, options=game.options)
        opened = events.Opened(at=at, settings=complete, white=white, black=black)
        return [opened, *ended_by_rule(Table(opened).game, at)]

    @classmethod
    def fold(cls, happened: Iterable[AnyEvent]) -> Self:
        """The table after these events. Raises ImpossibleEvent."""
        first, *rest = happened
        if not isinstance(first, events.Opened):
            raise ImpossibleEvent(f"a game begins with Opened, not with {first}")
        table = cls(first)
        if not table._replay_at_once(rest):
            # One by one, which says what is wrong.
            table = cls(first)
            for event in rest:
                table.replay(event)
        return table

    # ---- looking -----------------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """Plies played."""
        return self.game.ply

    @property
    def turn(self) -> Color:
        """The side to move."""
        if self.game.position.kernel.white_to_move:
            return "white"
        return "black"

    def mover(self, ply: int) -> Color:
        """Who plays the move of that number."""
        first = word(self.game.start.turn)
        return first if ply % 2 else other(first)

    @property
    def clocks(self) -> Clocks | None:
        """Both clocks, if the game has any."""
        if self._clocks:
            return self._clocks[-1]
        return None

    def has_played(self, move: commands.Move) -> bool:
        """Whether this very command has been carried out already; a later takeback does not matter."""
        if not move.id or move.ply < 1:
            return False
        played = move.id in self._ids[move.ply - 1 : move.ply] or (move.ply, move.id) in self._ids_taken_back
        return played and move.by == self.mover(move.ply)

    def last_ply(self, by: Color) -> int:
        """The number of the last move that one side has played; 0 when it has not moved."""
        return max(0, self.ply if by != self.turn else self.ply - 1)

    @property
    def goes_on(self) -> bool:
        """Whether the players have agreed on one more game, which is to begin now."""
        return self.ended is not None and self.settings.games > 1 and not (self.next_game or self.gone)

    def away(self, at: float) -> dict[Color, float]:
        """For each side whose player is on holiday at the moment `at`, when the holiday ends."""
        return {color: each.until for color, each in self.holidays.items() if each.until > at and not self.ended}

    def can_take_back(self, by: Color) -> bool:
        """Whether a side could ask for its last move back: it has one, and the game goes on."""
        allowed = self.ended is None and not self.settings.rated
        return allowed and self.seats[by].kind == "person" and self.last_ply(by) > 0

    # ---- changing ----------------------------------------------------------------------------------------------------

    def apply(self, decision: Decision) -> None:
        """Lets happen what has been decided at this table as it stands; it is not checked again."""
        self.game = decision.game
        for event in decision.events:
            self._record(event)

    def replay(self, event: AnyEvent) -> None:
        """Lets an event of the log have happened, if it can have. Raises ImpossibleEvent; the table is then of no more
        use."""
        try:
            self._check(event)
            replay(self.game, event)
        except ValueError as error:
            raise ImpossibleEvent(f"event {self.version + 1}, {event}: {error}") from error
        self._record(event)

    def _replay_at_once(self, happened: Sequence[AnyEvent]) -> bool:
        """Like `replay` for each event, but the kernel checks all moves in one call. Returns False unless everything is
        certainly right; the table must not be used then."""
        try:
            line = board_line(happened)
            if not self.game.replay(line.text, line.moves):
                return False
            for event in line.later:
                replay(self.game, event)
        except ValueError:
            return False
        for event in happened:
            self._record(event)
        return True

    def _check(self, event: AnyEvent) -> None:
        if self.ended and not isinstance(event, events.AfterTheEnd):
            raise ValueError("the game is over")
        if isinstance(event, events.Opened):
            raise ValueError("the game has begun")
        if isinstance(event, events.Resumed) and event.until and not event.since < event.until <= event.at:
            raise ValueError("that is no time before it")
        if isinstance(event, events.OnHoliday):
            self._check_holiday(event)

    def _check_holiday(self, event: events.OnHoliday) -> None:
        if not self.settings.days:
            raise ValueError("the game is not by the day")
        if not event.began < event.until:
            raise ValueError("a holiday ends after it has begun")
        if event.since and event.by != self.turn:
            raise ValueError("that side's clock does not run")

    def _record(self, event: AnyEvent) -> None:
        """Notes an event that has been played on the board."""
        self.version += 1
        match event:
            case events.Moved():
                self._move(event)
            case events.Touched():
                self.touched = Square.parse(event.square)
            case events.TakenBack():
                self._take_back(event)
            case events.Ended():
                self._end(event)
            case events.DrawOffered():
                self.draw = self.draw.made(event.by)
            case events.DrawDeclined():
                self.draw = self.draw.refused()
            case events.TakebackOffered():
                self.takeback = self.takeback.made(event.by)
            case events.TakebackDeclined():
                self.takeback = self.takeback.refused()
            case events.Resumed():
                self._resume(event)
            case events.OnHoliday():
                self._rest(event)
            case events.Said():
                self.said[event.by] += 1
            case events.RematchOffered():
                self.rematch = self.rematch.made(event.by)
            case events.RematchDeclined():
                self.rematch = self.rematch.refused()
            case events.Rematched():
                self.next_game = event.game
            case events.Forgotten():
                self._forget(event.by)

    def _move(self, event: events.Moved) -> None:
        mover = self.mover(event.ply)
        self.turned = event.at
        self.touched = None
        self.said[mover] = 0
        self.draw = self.draw.after_move(mover)
        self.takeback = self.takeback.after_move(mover)
        self._ids.append(event.id)
        if self.clocks:
            increment = self.settings.clock.increment if self.settings.clock else 0.0
            self._clocks.append(self.clocks.pressed(mover, increment, event.at, start=event.ply >= 2))

    def _take_back(self, event: events.TakenBack) -> None:
        self.touched = None
        self.turned = event.at
        self.draw = self.takeback = StandingOffer()
        self._ids_taken_back |= {(ply, mark) for ply, mark in enumerate(self._ids, 1) if ply > event.ply and mark}
        del self._ids[event.ply :]
        del self._clocks[event.ply + 1 :]
        if self.clocks:
            again = self.clocks.renewed if self.settings.days else self.clocks.resumed
            self._clocks[-1] = again(event.at)

    def _end(self, event: events.Ended) -> None:
        self.ended = event
        self.said.clear()
        self.draw = self.takeback = StandingOffer()
        if self.clocks:
            self._clocks[-1] = self.clocks.stopped(event.at)

    def _forget(self, by: Color) -> None:
        self.seats[by] = Seat("person")
        self.gone.add(by)
        self.holidays.pop(by, None)
        self.rematch = self.rematch.refused()

    def _resume(self, event: events.Resumed) -> None:
        if not self.clocks:
            return
        if event.until:
            self._clocks[-1] = self.clocks.held(event.since, event.until)
        else:
            self._clocks[-1] = self.clocks.resumed(event.at)

    def _rest(self, event: events.OnHoliday) -> None:
        self.holidays[event.by] = event
        if event.since and self.clocks:
            self._clocks[-1] = self.clocks.rested(event.since, event.until)
