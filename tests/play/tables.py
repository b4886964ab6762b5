"""A table for tests: time advances with each command, and the events of a command are applied at once."""

from typing import Any

import msgspec

from damaci.play import Refusal, Table, decide
from damaci.play import commands as c
from damaci.play.events import AnyEvent, Seat, Settings

PERSON = Seat("person")
ENGINE = Seat("engine", level="easy")


class Played:
    """A table with all its events."""

    def __init__(self, settings: Settings | None = None, white: Seat = PERSON, black: Seat = PERSON) -> None:
        self.at = 1000.0
        self.events = Table.open(settings or Settings(), white, black, self.at)
        self.table = Table.fold(self.events)

    def do(self, command: c.AnyCommand, seconds: float = 1.0) -> list[AnyEvent] | Refusal:
        """Decides a command `seconds` later, and applies the decision."""
        self.at += seconds
        decision = decide(self.table, command, self.at)
        if isinstance(decision, Refusal):
            return decision
        self.table.apply(decision)
        self.events += decision.events
        return list(decision.events)

    def move(self, text: str, seconds: float = 1.0, id: str = "") -> list[AnyEvent] | Refusal:
        """Makes a move of the side to move."""
        return self.do(c.Move(color=self.table.turn, ply=self.table.ply + 1, move=text, id=id), seconds)

    def refusal(self, command: c.AnyCommand) -> str:
        """The code with which the command is refused."""
        decision = self.do(command)
        assert isinstance(decision, Refusal), decision
        return decision.code


def state(table: Table) -> dict[str, Any]:
    """The whole state of a table, as values that do not change with it."""
    known = {
        name: value.copy() if isinstance(value, (list, set, dict)) else value for name, value in vars(table).items()
    }
    game = {name: value.copy() if isinstance(value, list) else value for name, value in vars(table.game).items()}
    return known | {"game": game, "paths": [(move.path, move.jumps) for move in table.game.moves]}


def through_json(events: list[AnyEvent]) -> list[AnyEvent]:
    """The events as they are read from a log."""
    return msgspec.json.decode(msgspec.json.encode(events), type=list[AnyEvent])
