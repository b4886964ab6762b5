"""A tournament, built from its events. No I/O, no wall clock, no randomness."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal, Self, get_args, get_origin

from msgspec import Struct, ValidationError, convert
from msgspec.structs import asdict, fields, replace

from damaci.arguments import bad, expect_each, expect_kind, expect_number, expect_whole, shown
from damaci.tournament import events
from damaci.tournament.crosstable import (
    MOST_ROUNDS,
    STANDARD,
    Contradiction,
    Crosstable,
    Mark,
    Player,
    Points,
    RoundEntry,
    TournamentError,
)
from damaci.tournament.events import MARKS, AnyEvent, Entrant, Pairing, Result, Step
from damaci.tournament.standings import expect_tiebreaks

MOST_CYCLES = 10
MOST_POINTS = 99.5
"""Over all rounds: the most in whole and half points that a column of a report (TRF) holds."""


class ImpossibleEvent(TournamentError):
    """An event that cannot have happened in this tournament."""


class Game(Struct, frozen=True):
    """A game of a round. `result` is None until it is known."""

    white: int
    black: int
    result: Result | None = None
    quick: bool = False

    def mark(self, id: int) -> Mark:
        """What the game brought one of its players."""
        if self.result is None:
            return Mark.PENDING
        return MARKS[self.result][id == self.black]


@dataclass(slots=True)
class Round:
    """A round that has been paired."""

    games: list[Game]
    bye: int = 0
    byes: dict[int, Mark] = field(default_factory=dict)
    stage: int = 0
    started: float | None = None
    ballot: str = ""

    @property
    def pending(self) -> list[int]:
        """The boards that have no result yet, from 1 on."""
        return [board for board, game in enumerate(self.games, 1) if game.result is None]


class Tournament:
    """The fold of a tournament's events. What a command leads to is decided by damaci.tournament.decide."""

    def __init__(self, opened: events.Opened) -> None:
        self.settings = expect_kind("opened", opened, events.Opened).settings
        self.version = 1
        """How many events have happened."""
        self.entrants: dict[int, Entrant] = {}
        self.rounds: list[Round] = []
        self.asked: dict[tuple[int, int], Mark] = {}
        """By player and round, byes in rounds that are not paired yet."""
        self.apart: tuple[tuple[int, int], ...] = ()
        """Pairs of players who may not meet, the smaller number first, in their order."""
        self.closed = False
        self.playing: Counter[int] = Counter()
        """By player, games without a result."""
        self.waits: Counter[int] = Counter()
        """By player, how often others were paired in an arena while the player was free."""
        self.waits_in_a_row: Counter[int] = Counter()
        """The same since the player's last game."""
        self._withdrawn: dict[int, int] = {}
        """By player, how many steps had been taken before."""
        self._excluded: dict[int, int] = {}
        """By player who has lost too often by forfeit, how many steps had been taken before."""
        self._late: dict[int, int] = {}
        """By player, how many rounds had been paired at entry."""
        self._missed: dict[int, list[tuple[int, int]]] = {}
        """By player, round and board of each game lost by forfeit that counts towards exclusion."""
        self._opened = opened
        self._count = 0
        self._steps: list[tuple[int, Step]] = []
        self._crosstable: Crosstable | None = None
        self._forfeits: Counter[int] = Counter()
        self._seated: dict[int, int] = {}
        """By round, the number of the last event about who sits where, undone ones included."""
        self._scored: dict[tuple[int, int], int] = {}
        """By round and board, the number of the last event about the result, undone ones included."""

    # ---- making ------------------------------------------------------------------------------------------------------

    @staticmethod
    def open(settings: events.Settings, at: float) -> events.Opened:
        """The first event of a new tournament. Raises TournamentError or BadArgument for settings that make none."""
        _expect_types(settings)
        expect_tiebreaks(settings.tiebreaks)
        expect_whole("rounds", settings.rounds, 1, MOST_ROUNDS)
        expect_whole("cycles", settings.cycles, 1, MOST_CYCLES)
        expect_whole("extra_pairs", settings.extra_pairs, 0, MOST_CYCLES)
        expect_whole("forfeits_out", settings.forfeits_out, 1)
        expect_number("minutes_late", settings.minutes_late, 0, inf)
        expect_number("minutes", settings.minutes, 0, inf)
        expect_number("increment", settings.increment, 0, inf)
        _expect_points(settings)
        return events.Opened(at=expect_number("at", at, -inf, inf), settings=settings)

    @classmethod
    def fold(cls, happened: Iterable[AnyEvent]) -> Self:
        """The tournament after these events. Raises ImpossibleEvent or BadArgument."""
        every = [*expect_each("happened", happened)]
        first = next(iter(every), None)
        if not isinstance(first, events.Opened):
            raise ImpossibleEvent(f"a tournament begins with Opened, not with {shown(first)}")
        tournament = cls(first)
        for event in every[1:]:
            tournament.apply(event)
        return tournament

    def apply(self, event: AnyEvent) -> None:
        """Lets an event happen. Raises BadArgument, or ImpossibleEvent; the tournament is then of no more use."""
        expect_kind("event", event, events.Event)
        try:
            if isinstance(event, events.Undone):
                self._undo(event)
            else:
                self._take(event)
        except (KeyError, IndexError, Contradiction) as error:
            raise ImpossibleEvent(f"event {self.version + 1}, {event}: {error!r}") from error
        self.version += 1

    # ---- looking -----------------------------------------------------------------------------------------------------

    @property
    def last_step(self) -> int:
        """The number of the last event that holds and can be undone; 0 if there is none."""
        if self._steps:
            return self._steps[-1][0]
        return 0

    @property
    def steps(self) -> Sequence[tuple[int, Step]]:
        """What holds, with the numbers of the events."""
        return tuple(self._steps)

    @property
    def pairing_step(self) -> int:
        """The number of the event that has paired the last round; 0 if there is none."""
        return next((number for number, step in reversed(self._steps) if isinstance(step, events.Paired)), 0)

    def may_undo(self, number: int, with_games: bool = False) -> bool:
        """Whether an event can be undone: the last one that holds, or a result after which there were only results of
        other boards and what players have asked for; `with_games`: the pairing of the last round."""
        if with_games:
            return 0 < number == self.pairing_step and not self.closed
        if number == self.last_step:
            return number > 0
        found = [place for place, (each, _) in enumerate(self._steps) if each == number]
        return bool(found) and all(
            _are_apart(self._steps[found[0]][1], later) for _, later in self._steps[found[0] + 1 :]
        )

    def gone_with(self, event: events.Undone) -> set[int]:
        """The numbers of the events that have not happened after something was undone."""
        gone = {event.undone}
        if event.with_games:
            round = len(self.rounds)
            gone |= {number for number, step in self._steps if _is_played(step, round)}
        return gone

    @property
    def seeds(self) -> list[int]:
        """Everybody, in the order of their pairing numbers."""
        if self.settings.order == "entry":
            return list(self.entrants)
        return sorted(self.entrants, key=lambda id: (-self.entrants[id].rating, id))

    @property
    def pending(self) -> list[tuple[int, int]]:
        """Round and board of each game that has no result yet."""
        return [(number, board) for number, round in enumerate(self.rounds, 1) for board in round.pending]

    def game(self, round: int, board: int) -> Game | None:
        """A game by its round and board, both from 1 on."""
        if not (0 < round <= len(self.rounds) and 0 < board <= len(self.rounds[round - 1].games)):
            return None
        return self.rounds[round - 1].games[board - 1]

    def seated_at(self, round: int) -> int:
        """The number of the event that has seated the players of a round; 0 if there is none."""
        return self._seated.get(round, 0)

    def scored_at(self, round: int, board: int) -> int:
        """The number of the event by which a board has its result, or has none again; 0 if there was none."""
        return self._scored.get((round, board), 0)

    def is_out(self, id: int) -> bool:
        """Whether a player has left, or has lost too often by forfeit."""
        return id in self._withdrawn or self.is_excluded(id)

    def is_excluded(self, id: int) -> bool:
        """Whether a player has lost too often by forfeit, and has not been taken in again since."""
        return len(self._missed.get(id, ())) >= self.settings.forfeits_out

    def left_at(self, id: int) -> int:
        """How many steps had been taken when a player left; 0 for who has not."""
        return self._withdrawn.get(id, 0)

    def out_since(self, id: int) -> int:
        """How many steps had been taken when a player left or was excluded, whichever came first; 0 for who is in."""
        return min((out[id] for out in (self._withdrawn, self._excluded) if id in out), default=0)

    def forfeits(self, id: int) -> int:
        """How many games a player has lost by forfeit."""
        return self._forfeits[id]

    @property
    def crosstable(self) -> Crosstable:
        """Everybody's rounds, in the order of the pairing numbers."""
        if self._crosstable is None:
            players = [Player(id, self.entrants[id].name, self.entrants[id].rating) for id in self.seeds]
            self._crosstable = Crosstable(players, self._entries(), self.settings.points, len(self.rounds))
        return self._crosstable

    def replayed(self, steps: Iterable[Step]) -> Self:
        """What the tournament would be, had these steps been taken instead."""
        fresh = type(self)(self._opened)
        for step in steps:
            fresh._record(step)
        return fresh

    # ---- changing ----------------------------------------------------------------------------------------------------

    def _take(self, event: events.Opened | Step) -> None:
        if isinstance(event, events.Opened):
            raise ImpossibleEvent("the tournament has been opened")
        self._record(event)
        self._steps.append((self.version + 1, event))
        self._note(event)

    def _note(self, step: Step) -> None:
        """Notes that the event that happens now, a step or its undoing, is about a round or a board."""
        if isinstance(step, events.Paired):
            self._seated[step.round] = self.version + 1
        elif isinstance(step, events.Scored):
            self._scored[step.round, step.board] = self.version + 1

    def _undo(self, event: events.Undone) -> None:
        """Folds what is left again: an undone step must leave no trace."""
        if not self.may_undo(event.undone, event.with_games):
            raise ImpossibleEvent(f"event {event.undone} cannot be undone: the last step is {self.last_step}")
        undone = dict(self._steps)[event.undone]
        gone = self.gone_with(event)
        kept = [(number, step) for number, step in self._steps if number not in gone]
        fresh = self.replayed(step for _, step in kept)
        fresh._steps = kept
        fresh.version = self.version
        fresh._seated = self._seated
        fresh._scored = self._scored
        vars(self).update(vars(fresh))
        self._note(undone)

    def _record(self, event: Step) -> None:
        self._count += 1
        self._crosstable = None
        match event:
            case events.Entered():
                self._enter(event)
            case events.Amended():
                known = self.entrants[event.player]
                self.entrants[event.player] = replace(known, name=event.name, rating=event.rating)
            case events.ByeAsked():
                self.asked[event.player, event.round] = Mark(event.mark)
            case events.ByeDropped():
                del self.asked[event.player, event.round]
            case events.Withdrawn():
                self._withdrawn[event.player] = self._count
            case events.Returned():
                self._withdrawn.pop(event.player, None)
                if self.is_excluded(event.player):
                    self._missed[event.player] = []
                self._note_exclusion(event.player)
            case events.Paired():
                self._pair(event)
            case events.Started():
                self.rounds[event.round - 1].started = event.at
            case events.Scored():
                games = self.rounds[event.round - 1].games
                known_game = games[event.board - 1]
                scored = Game(known_game.white, known_game.black, event.result, event.quick)
                games[event.board - 1] = scored
                self._count_game(known_game, -1)
                self._count_game(scored, 1)
                for id in (scored.white, scored.black):
                    self._count_missed(id, (event.round, event.board), known_game, scored)
            case events.TiebreaksOrdered():
                self.settings = replace(self.settings, tiebreaks=event.tiebreaks)
            case events.KeptApart():
                self.apart = event.pairs
            case events.Closed():
                self.closed = True

    def _enter(self, event: events.Entered) -> None:
        for entrant in event.players:
            id = len(self.entrants) + 1
            self.entrants[id] = entrant
            self._late[id] = len(self.rounds)

    def _pair(self, event: events.Paired) -> None:
        games = [Game(pairing.white, pairing.black, pairing.result) for pairing in event.pairs]
        byes = {id: Mark(mark) for id, mark in event.byes.items()}
        self.rounds.append(Round(games, event.bye, byes, event.stage, ballot=event.ballot))
        self.asked = {key: mark for key, mark in self.asked.items() if key[1] > len(self.rounds)}
        for board, game in enumerate(games, 1):
            self._count_game(game, 1)
            self._count_missed_when_paired(board, game)
        if self.settings.system == "arena":
            self._wait({id for game in games for id in (game.white, game.black)})

    def _count_game(self, game: Game, change: int) -> None:
        for id in (game.white, game.black):
            mark = game.mark(id)
            if mark is Mark.PENDING:
                self.playing[id] += change
            elif mark is Mark.FORFEIT_LOSS:
                self._forfeits[id] += change

    def _count_missed_when_paired(self, board: int, game: Game) -> None:
        """A game that is lost already because a player is out does not count towards exclusion."""
        unplayed = Game(game.white, game.black)
        for id in (game.white, game.black):
            if not self.is_out(id):
                self._count_missed(id, (len(self.rounds), board), unplayed, game)

    def _count_missed(self, id: int, place: tuple[int, int], before: Game, after: Game) -> None:
        """Counts a game that has become a loss by forfeit, and no longer one that has ceased to be it. What was
        forgiven stays so."""
        was = before.mark(id) is Mark.FORFEIT_LOSS
        now = after.mark(id) is Mark.FORFEIT_LOSS
        missed = self._missed.setdefault(id, [])
        if now and not was:
            missed.append(place)
        elif was and not now and place in missed:
            missed.remove(place)
        self._note_exclusion(id)

    def _note_exclusion(self, id: int) -> None:
        """Notes since when a player is excluded, or that the player is not; who stays excluded has the first moment."""
        if self.is_excluded(id):
            self._excluded.setdefault(id, self._count)
        else:
            self._excluded.pop(id, None)

    def _wait(self, paired: set[int]) -> None:
        """Everybody else who is free has to wait."""
        for id in paired:
            self.waits_in_a_row[id] = 0
        for id in self.entrants:
            if not self.playing[id] and id not in paired and not self.is_out(id):
                self.waits[id] += 1
                self.waits_in_a_row[id] += 1

    def _entries(self) -> dict[int, list[RoundEntry]]:
        entries = {id: [RoundEntry(Mark(self.entrants[id].missed))] * late for id, late in self._late.items()}
        for number, round in enumerate(self.rounds):
            found = _of_round(round)
            for id, known in entries.items():
                if len(known) == number:
                    known.append(found.get(id, RoundEntry()))
        return entries


def _of_round(round: Round) -> dict[int, RoundEntry]:
    """Who did what in a round."""
    entries = {id: RoundEntry(mark) for id, mark in round.byes.items()}
    if round.bye:
        entries[round.bye] = RoundEntry(Mark.PAIRING_BYE)
    for game in round.games:
        entries[game.white] = RoundEntry(game.mark(game.white), game.black, "white")
        entries[game.black] = RoundEntry(game.mark(game.black), game.white, "black")
    return entries


def pairings(pairs: Iterable[tuple[int, int]]) -> list[Pairing]:
    """Pairs without results yet."""
    return [Pairing(white, black) for white, black in pairs]


def _expect_types(settings: events.Settings) -> None:
    """Checks the types of all settings: msgspec checks them only when it decodes."""
    expect_kind("settings", settings, events.Settings)
    expect_kind("settings.points", settings.points, Points)
    expect_kind("settings.headers", settings.headers, dict)
    for each in fields(settings):
        value = getattr(settings, each.name)
        try:
            convert(value, each.type)
        except ValidationError:
            raise bad(f"settings.{each.name}", value, _named(each.type)) from None


def _named(kind: Any) -> str:
    """What a setting of that type has to be."""
    if get_origin(kind) is Literal:
        return f"one of {', '.join(get_args(kind))}"
    return f"a value of the type {getattr(kind, '__name__', kind)}"


def _expect_points(settings: events.Settings) -> None:
    """Checks what results are worth: a report (TRF) has to hold it. How many rounds there will be is known in a Swiss
    tournament only; elsewhere, and after a hundred rounds with the usual points, a file leaves out what is too much."""
    rounds = settings.rounds if settings.system == "swiss" else 1
    most = max(STANDARD.win, 2 * MOST_POINTS // rounds / 2)
    for name, worth in asdict(settings.points).items():
        expect_number(f"points.{name}", worth, 0, most)
        if worth % 0.5:
            raise bad(f"points.{name}", worth, "a multiple of 0.5")
    if not settings.points.win > settings.points.draw >= settings.points.loss >= 0:
        raise TournamentError("a win has to be worth more than a draw, and a draw not less than a loss")


def _is_played(step: Step, round: int) -> bool:
    """Whether a step is the start or a result of a round."""
    return isinstance(step, events.Started | events.Scored) and step.round == round


def _are_apart(step: Step, later: Step) -> bool:
    """Whether the first is a result that the later step does not depend on: that of another board, or what a player
    has asked for."""
    if not isinstance(step, events.Scored):
        return False
    if isinstance(later, events.Scored):
        return (step.round, step.board) != (later.round, later.board)
    return isinstance(later, events.Withdrawn | events.Returned | events.ByeAsked | events.ByeDropped)
