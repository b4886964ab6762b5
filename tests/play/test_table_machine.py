"""Any request to a table, by anybody, in any order, late or repeated, must keep these invariants."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from damaci.play import Refusal, Table, decide
from damaci.play import commands as c
from damaci.play import events as e
from damaci.rules.options import Options
from tests.play.tables import ENGINE, PERSON, Played, state, through_json

STARTS = ["", "W:Wa2,d4:Bd5,h7", "W:WKa1,Kb1:BKg8,Kh8", "B:Wb3,c3,Kf2:Bc7,d6,e5,g5,f4", "W:Wa7,b7:Bg2,h2"]
COLORS = st.sampled_from(("white", "black"))
SECONDS = st.sampled_from((0.0, 0.5, 3.0, 20.0, -5.0))
TEXTS = st.sampled_from(("a3-a4", "d4xd6", "f3xb7", "a1-a9", "", "a2-a3"))
GAMES = st.builds(
    e.Settings,
    ruleset=st.sampled_from(("turkish", "hgware", "world")),
    fen=st.sampled_from(STARTS),
    clock=st.sampled_from((None, e.ClockTimes(10, 1), e.ClockTimes(300))),
    options=st.sampled_from((None, Options(touch_move=True), Options(last_three_kings=True))),
)
DAILY = st.builds(e.Settings, fen=st.sampled_from(STARTS), days=st.just(1))
PLAIN = st.sampled_from(
    (
        c.Resign,
        c.OfferDraw,
        c.OfferDraw,
        c.DeclineDraw,
        c.OfferTakeback,
        c.OfferTakeback,
        c.DeclineTakeback,
        c.OfferRematch,
        c.DeclineRematch,
    )
)


class Commotion(RuleBasedStateMachine):
    @initialize(settings=GAMES | DAILY, black=st.sampled_from((PERSON, ENGINE)))
    def open(self, settings: e.Settings, black: e.Seat) -> None:
        self.game = Played(settings, black=black)
        self.sent: list[c.Move] = []
        self.games_by_ply: dict[int, dict[str, Any]] = {0: state(self.table)}

    @property
    def table(self) -> Table:
        return self.game.table

    def do(self, command: c.AnyCommand, seconds: float) -> list[e.AnyEvent] | Refusal:
        before = state(self.table)
        first = decide(self.table, command, self.game.at + seconds)
        assert state(self.table) == before
        decision = self.game.do(command, seconds)
        assert decision == (first if isinstance(first, Refusal) else list(first.events))
        if isinstance(decision, Refusal) or not decision:
            assert state(self.table) == before
        elif isinstance(decision[-1], e.TakenBack):
            self.is_as_it_was(decision[-1].ply)
        self.games_by_ply[self.table.ply] = state(self.table)
        return decision

    def is_as_it_was(self, ply: int) -> None:
        now = state(self.table)
        then = self.games_by_ply[ply]
        assert now["touched"] is None
        assert now["paths"] == then["paths"]
        assert now["game"] == then["game"] | {"_touched": None}
        assert [(clocks.white, clocks.black) for clocks in now["_clocks"]] == [
            (clocks.white, clocks.black) for clocks in then["_clocks"]
        ]

    # ---- requests ----------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.table.game.legal_moves)
    @rule(choice=st.integers(0, 1000), marked=st.booleans(), seconds=SECONDS)
    def play(self, choice: int, marked: bool, seconds: float) -> None:
        move = self.table.game.legal_moves[choice % len(self.table.game.legal_moves)]
        mark = f"m{len(self.sent)}" if marked else ""
        command = c.Move(color=self.table.turn, ply=self.table.ply + 1, move=str(move), id=mark)
        over = self.table.ended or (self.table.clocks and self.table.clocks.fallen(self.game.at + seconds))
        assert isinstance(self.do(command, seconds), Refusal) == bool(over)
        self.sent.append(command)

    @precondition(lambda self: self.sent)
    @rule(choice=st.integers(0, 1000), seconds=SECONDS)
    def send_a_move_again(self, choice: int, seconds: float) -> None:
        command = self.sent[choice % len(self.sent)]
        done = command.id and any(isinstance(event, e.Moved) and event.id == command.id for event in self.game.events)
        decision = self.do(command, seconds)
        if done:
            assert decision == []

    @rule(by=COLORS, ply=st.integers(-1, 12), text=TEXTS, mark=st.sampled_from(("", "x")), seconds=SECONDS)
    def send_any_move(self, by: e.Color, ply: int, text: str, mark: str, seconds: float) -> None:
        self.do(c.Move(color=by, ply=ply, move=text, id=mark), seconds)

    @rule(by=COLORS, kind=PLAIN, seconds=SECONDS)
    def ask(self, by: e.Color, kind: type[c.Resign], seconds: float) -> None:
        self.do(kind(color=by), seconds)

    @rule(by=COLORS, ply=st.integers(0, 12))
    def take_a_certain_move_back(self, by: e.Color, ply: int) -> None:
        self.do(c.OfferTakeback(color=by, ply=ply), 0)

    @rule(by=COLORS, square=st.sampled_from(("a2", "a3", "d4", "a1", "zz")))
    def touch(self, by: e.Color, square: str) -> None:
        self.do(c.Touch(color=by, ply=self.table.ply + 1, square=square), 0)

    @rule(by=COLORS, phrase=st.sampled_from(("hello", "thanks", "boo")))
    def say(self, by: e.Color, phrase: str) -> None:
        self.do(c.Say(color=by, phrase=phrase), 0)

    @rule(by=COLORS, game=st.sampled_from(("next", "other")))
    def begin_a_rematch(self, by: e.Color, game: str) -> None:
        next_game = self.table.next_game
        self.do(c.BeginRematch(color=by, game=game), 0)
        assert self.table.next_game == next_game or not next_game

    @rule(seconds=SECONDS)
    def wait(self, seconds: float) -> None:
        self.do(c.Tick(), seconds)

    @rule(since=SECONDS, away=SECONDS, seconds=SECONDS)
    def be_away(self, since: float, away: float, seconds: float) -> None:
        before = self.table.clocks
        now = self.game.at + seconds
        self.do(c.Resume(since=now - since, until=now - since + away), seconds)
        if before and before.running and self.table.clocks:
            given = self.table.clocks.left(before.running, now) - before.left(before.running, now)
            assert -1e-6 <= given <= max(0.0, away) + 1e-6

    @rule(color=COLORS, since=SECONDS, lasts=st.sampled_from((1.0, 30.0, 5000.0)), seconds=SECONDS)
    def be_on_holiday(self, color: e.Color, since: float, lasts: float, seconds: float) -> None:
        before = self.table.clocks
        now = self.game.at + seconds
        happened = self.do(c.Holiday(color, now - since, now - since + lasts), seconds)
        assert happened == [] or self.table.settings.days
        if before and before.running and self.table.clocks:
            given = self.table.clocks.until_fallen(now) - before.until_fallen(now)
            assert -1e-6 <= given <= lasts + 1e-6

    # ---- invariants --------------------------------------------------------------------------------------------------

    @invariant()
    def the_events_tell_everything(self) -> None:
        assert state(Table.fold(through_json(self.game.events))) == state(self.table)
        assert self.table.version == len(self.game.events)

    @invariant()
    def no_mark_stands_for_two_moves(self) -> None:
        marks = [(event.ply, event.id) for event in self.game.events if isinstance(event, e.Moved) and event.id]
        assert len(marks) == len(set(marks))

    @invariant()
    def the_end_is_the_end(self) -> None:
        ends = [number for number, event in enumerate(self.game.events, 1) if isinstance(event, e.Ended)]
        assert len(ends) == (self.table.ended is not None)
        assert all(isinstance(event, e.AfterTheEnd) for event in self.game.events[ends[0] :]) if ends else True
        assert (self.table.ended is None) == (self.table.game.outcome() is None)
        if self.table.ended:
            outcome = self.table.game.outcome()
            assert outcome is not None
            assert (outcome.result, outcome.reason) == (self.table.ended.result, self.table.ended.reason)
            assert (self.table.draw.by, self.table.takeback.by, self.table.game.legal_moves) == (None, None, ())

    @invariant()
    def no_offer_waits_for_an_engine_to_let_a_move_be_taken_back(self) -> None:
        assert (
            self.table.takeback.by is None
            or self.table.seats["black"].kind == "person"
            or self.table.takeback.by == "black"
        )

    @invariant()
    def nobody_has_less_than_no_time(self) -> None:
        clocks = self.table.clocks
        assert clocks is None or min(clocks.white, clocks.black) >= 0


TestCommotion = Commotion.TestCase
TestCommotion.settings = settings(stateful_step_count=40)
