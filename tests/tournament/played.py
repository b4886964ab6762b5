"""Tournaments that are played through, as by a host."""

from random import Random
from typing import Any

import msgspec

from damaci.tournament import Refusal, Settings, Tournament, TournamentCode, commands, decide
from damaci.tournament.events import AnyEvent, Entrant, Result

RESULTS: tuple[Result, ...] = ("1-0", "0-1", "1/2-1/2")


class Played:
    """A tournament with the log of its events."""

    def __init__(self, **settings: Any) -> None:
        self.at = 1000.0
        self.log: list[AnyEvent] = [Tournament.open(Settings("Test", **settings), self.at)]
        self.tournament = Tournament.fold(self.log)

    def do(self, command: commands.AnyCommand, seconds: float = 1) -> list[AnyEvent] | Refusal:
        self.at += seconds
        decision = decide(self.tournament, command, self.at)
        if isinstance(decision, Refusal):
            return decision
        for event in decision:
            self.tournament.apply(event)
            self.log.append(event)
        return decision

    def must(self, command: commands.AnyCommand, seconds: float = 1) -> None:
        decision = self.do(command, seconds)
        assert not isinstance(decision, Refusal), decision

    def refused(self, command: commands.AnyCommand, seconds: float = 1) -> TournamentCode:
        decision = self.do(command, seconds)
        assert isinstance(decision, Refusal), decision
        return decision.code

    def enter(self, count: int, rating: int = 2000) -> None:
        """Enters players named P1, P2, ... in the order of their ratings."""
        start = len(self.tournament.entrants)
        self.must(commands.Enter(players=[Entrant(f"P{n}", rating - n) for n in range(start + 1, start + count + 1)]))

    def pair(self) -> list[tuple[int, int]]:
        self.must(commands.Pair(round=len(self.tournament.rounds) + 1))
        return [(game.white, game.black) for game in self.tournament.rounds[-1].games]

    def score(self, board: int, result: Result | None, round: int = 0) -> None:
        self.must(commands.Score(round=round or len(self.tournament.rounds), board=board, result=result))

    def score_all(self, random: Random) -> None:
        """Enters a random result for every open game."""
        for round, board in self.tournament.pending:
            self.must(commands.Score(round=round, board=board, result=random.choice(RESULTS)))


def state(tournament: Tournament) -> dict[str, Any]:
    """The state of a tournament as plain values, except what it has computed from other values, and what it keeps of
    undone steps."""
    other = ("_crosstable", "version", "_seated", "_scored")
    known = {name: value for name, value in vars(tournament).items() if name not in other}
    return {name: repr(value) for name, value in known.items()}


def through_json(log: list[AnyEvent]) -> list[AnyEvent]:
    return msgspec.json.decode(msgspec.json.encode(log), type=list[AnyEvent])
