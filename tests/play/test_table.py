from unittest.mock import Mock

import pytest

from damaci.board import refusal
from damaci.errors import FenError, UnknownRuleset
from damaci.game.game import Game
from damaci.play import Decision, ImpossibleEvent, Refusal, Table, decide
from damaci.play import commands as c
from damaci.play import events as e
from damaci.play.clock import Clocks
from damaci.play.events import ClockTimes, Seat, Settings
from damaci.rules.endings import Endings, OneEach
from damaci.rules.options import Options
from tests.play.tables import ENGINE, PERSON, Played, state

ONE_MOVE_WINS = Settings(fen="W:Wa2,d4:Bd5")
KINGS = Settings(fen="W:WKa1,Kb1:BKg8,Kh8")


# ---- opening and moving ----------------------------------------------------------------------------------------------


def test_a_game_opens_with_the_rules_it_is_played_by_written_down() -> None:
    [opened] = Table.open(Settings(ruleset="hgware", seed=5), Seat("person", "Ayşe"), ENGINE, at=3.5)
    assert opened == e.Opened(
        at=3.5,
        settings=Settings(ruleset="hgware", seed=5, endings=Endings(kings_only_moves=3), options=Options()),
        white=Seat("person", "Ayşe"),
        black=ENGINE,
    )


def test_options_and_endings_given_are_kept() -> None:
    settings = Settings(endings=Endings(one_each=OneEach.NEVER), options=Options(last_three_kings=True))
    assert Played(settings).table.settings == settings


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        (Settings(ruleset="chess"), UnknownRuleset),
        (Settings(fen="W:Wz9:B"), FenError),
        (Settings(clock=ClockTimes(0)), ValueError),
    ],
)
def test_settings_that_make_no_game_are_refused(settings: Settings, error: type[Exception]) -> None:
    with pytest.raises(error):
        Table.open(settings, PERSON, PERSON, at=0)


def test_a_position_that_is_decided_already_ends_at_once() -> None:
    happened = Table.open(Settings(fen="W:Wd4:B"), PERSON, PERSON, at=2)
    assert happened[1:] == [e.Ended(at=2, result="1-0", reason="captured-all")]


def test_a_move_says_where_the_piece_lands_and_what_leaves_in_order() -> None:
    game = Played(Settings(fen="W:Wf3:Bc7,d6,e5,g5,f4"))
    assert game.move("f3xb7", id="m1") == [
        e.Moved(at=1001, ply=1, path=["f3", "f5", "d5", "d7", "b7"], captured=["f4", "e5", "d6", "c7"], id="m1"),
        e.Ended(at=1001, result="1/2-1/2", reason="one-each"),
    ]


@pytest.mark.parametrize("text", ["f3xb7", "f3xf5xd5xd7xb7", "f3xf4xe5xd6xc7", "F3F5D5D7B7"])
def test_every_way_of_writing_a_move_is_the_same_move(text: str) -> None:
    game = Played(Settings(fen="W:Wf3:Bc7,d6,e5,g5,f4"))
    moved = game.move(text)
    assert isinstance(moved, list)
    assert isinstance(moved[0], e.Moved)
    assert moved[0].path == ["f3", "f5", "d5", "d7", "b7"]


def test_the_end_by_rule_comes_with_the_move() -> None:
    game = Played(ONE_MOVE_WINS)
    moved = game.move("d4xd6")
    assert isinstance(moved, list)
    assert moved[1:] == [e.Ended(at=1001, result="1-0", reason="captured-all")]
    assert game.table.ended == moved[1]


def test_third_repetition_ends_the_game() -> None:
    game = Played(KINGS)
    for text in ("a1-a2", "h8-h7", "a2-a1", "h7-h8") * 2:
        assert game.table.ended is None
        game.move(text)
    assert game.table.ended == e.Ended(at=1008, result="1/2-1/2", reason="repetition")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.Move(color="white", ply=2, move="a3-a4"), "wrong-ply"),
        (c.Move(color="white", ply=0, move="a3-a4"), "wrong-ply"),
        (c.Move(color="black", ply=1, move="h6-h5"), "not-your-turn"),
        (c.Move(color="white", ply=1, move="d3-d5"), "illegal-move"),
        (c.Move(color="white", ply=1, move="e5-e6"), "empty-square"),
        (c.Move(color="white", ply=1, move="h6-h5"), "not-your-piece"),
        (c.Move(color="white", ply=1, move="castles"), "bad-text"),
        (c.DeclineDraw(color="white"), "nothing-offered"),
        (c.DeclineTakeback(color="white"), "nothing-offered"),
        (c.OfferDraw(color="white"), "too-early"),
        (c.OfferTakeback(color="white"), "nothing-to-take-back"),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(command: c.AnyCommand, code: str) -> None:
    assert Played().refusal(command) == code


def test_a_refused_move_says_what_has_to_be_played() -> None:
    refusal = Played(Settings(fen="W:Wf3:Bc7,d6,e5,g5,f4")).move("f3xh5")
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.move and refusal.move.must_count) == ("must-capture-more", 4)


@pytest.mark.parametrize(
    "command",
    [
        c.Move(color="white", ply=2, move="h6-h5"),
        c.Resign(color="white"),
        c.OfferDraw(color="black"),
        c.DeclineDraw(color="black"),
        c.OfferTakeback(color="white"),
        c.DeclineTakeback(color="white"),
        c.Touch(color="white", ply=2, square="d6"),
    ],
)
def test_nothing_happens_after_the_end(command: c.AnyCommand) -> None:
    game = Played(ONE_MOVE_WINS)
    game.move("d4xd6")
    assert game.refusal(command) == "game-over"


# ---- retries ---------------------------------------------------------------------------------------------------------


def test_a_move_sent_again_is_not_a_second_move() -> None:
    game = Played()
    first = c.Move(color="white", ply=1, move="a3-a4", id="a")
    assert game.do(first) != []
    assert game.do(first) == []
    game.move("h6-h5", id="b")
    assert game.do(first) == []
    assert game.table.ply == 2


def test_a_move_sent_again_after_the_end_or_after_its_takeback_is_still_done() -> None:
    game = Played(black=ENGINE)
    move = c.Move(color="white", ply=1, move="a3-a4", id="a")
    game.do(move)
    game.do(c.OfferTakeback(color="white"))
    assert game.do(move) == []
    assert game.table.ply == 0
    game.do(c.Resign(color="white"))
    assert game.do(move) == []


def test_both_moves_of_a_ply_that_was_played_twice_are_done() -> None:
    game = Played(black=ENGINE)
    for number in ("a", "b"):
        game.move("a3-a4", id=number)
        game.move("h6-h5", id=number)
        game.do(c.OfferTakeback(color="white"))
    game.move("c3-c4", id="c")
    for number in ("a", "b", "c"):
        assert game.do(c.Move(color="white", ply=1, move="a3-a4", id=number)) == []
    for number in ("a", "b"):
        assert game.do(c.Move(color="black", ply=2, move="h6-h5", id=number)) == []
    assert game.table.ply == 1


@pytest.mark.parametrize("ply", [-1, 0, 3])
def test_no_ply_has_the_id_of_another(ply: int) -> None:
    game = Played()
    game.move("a3-a4", id="a")
    assert game.refusal(c.Move(color="white", ply=ply, move="a3-a4", id="a")) == "wrong-ply"


def test_another_move_under_the_same_id_and_ply_is_a_retry_too() -> None:
    game = Played()
    game.move("a3-a4", id="a")
    assert game.do(c.Move(color="white", ply=1, move="c3-c4", id="a")) == []


def test_without_an_id_a_repeated_move_is_late() -> None:
    game = Played()
    game.move("a3-a4")
    assert game.refusal(c.Move(color="white", ply=1, move="a3-a4")) == "wrong-ply"


def test_the_other_sides_ids_are_its_own() -> None:
    game = Played()
    game.move("a3-a4", id="a")
    assert game.refusal(c.Move(color="black", ply=1, move="h6-h5", id="a")) == "wrong-ply"


# ---- resigning and draws ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("by", "result"), [("white", "0-1"), ("black", "1-0")])
def test_resigning_loses_on_either_turn(by: e.Color, result: e.Result) -> None:
    assert Played().do(c.Resign(color=by)) == [e.Ended(at=1001, result=result, reason="resignation")]


@pytest.mark.parametrize(("result", "reason"), [("1-0", "time"), ("0-1", "resignation"), ("1/2-1/2", "agreement")])
def test_a_game_over_the_board_ends_as_the_host_says_once(result: e.Result, reason: str) -> None:
    game = Played()
    conclude = c.Conclude(result=result, reason=reason)
    assert game.do(conclude) == [e.Ended(at=1001, result=result, reason=reason)]
    assert game.refusal(conclude) == "game-over"


@pytest.fixture
def opened() -> Played:
    """A game in which both sides have moved; white is to move."""
    game = Played()
    game.move("a3-a4")
    game.move("h6-h5")
    return game


def test_an_offer_answered_by_an_offer_is_a_draw(opened: Played) -> None:
    assert opened.do(c.OfferDraw(color="white")) == [e.DrawOffered(at=1003, by="white")]
    assert opened.do(c.OfferDraw(color="black")) == [e.Ended(at=1004, result="1/2-1/2", reason="agreement")]


def test_an_offer_made_twice_is_one_offer(opened: Played) -> None:
    opened.do(c.OfferDraw(color="white"))
    assert opened.do(c.OfferDraw(color="white")) == []
    assert opened.table.draw.by == "white"


def test_an_offer_stays_when_its_maker_moves_and_goes_when_the_other_side_does(opened: Played) -> None:
    opened.do(c.OfferDraw(color="white"))
    opened.move("c3-c4")
    assert opened.table.draw.by == "white"
    assert opened.move("f6-f5") == [e.DrawDeclined(at=1005, by="black"), e.Moved(at=1005, ply=4, path=["f6", "f5"])]
    assert opened.table.draw.by is None


def test_after_a_no_one_has_to_move_before_offering_again(opened: Played) -> None:
    opened.do(c.OfferDraw(color="white"))
    opened.do(c.DeclineDraw(color="black"))
    assert opened.refusal(c.OfferDraw(color="white")) == "asked-already"
    assert opened.do(c.OfferDraw(color="black")) == [e.DrawOffered(at=1006, by="black")]
    assert opened.do(c.DeclineDraw(color="white")) == [e.DrawDeclined(at=1007, by="white")]
    opened.move("c3-c4")
    assert opened.refusal(c.OfferDraw(color="black")) == "asked-already"
    assert opened.do(c.OfferDraw(color="white")) == [e.DrawOffered(at=1010, by="white")]


def test_one_cannot_decline_ones_own_offer(opened: Played) -> None:
    opened.do(c.OfferDraw(color="white"))
    assert opened.refusal(c.DeclineDraw(color="white")) == "nothing-offered"


def test_an_end_clears_every_offer(opened: Played) -> None:
    opened.do(c.OfferDraw(color="white"))
    opened.do(c.OfferTakeback(color="black"))
    opened.do(c.Resign(color="black"))
    assert (opened.table.draw.by, opened.table.takeback.by) == (None, None)


# ---- takebacks -------------------------------------------------------------------------------------------------------


def test_the_engine_lets_a_move_be_taken_back_answered_or_not() -> None:
    game = Played(black=ENGINE)
    game.move("a3-a4")
    assert game.do(c.OfferTakeback(color="white")) == [e.TakenBack(at=1002, ply=0, by="white")]
    game.move("a3-a4")
    game.move("h6-h5")
    assert game.do(c.OfferTakeback(color="white")) == [e.TakenBack(at=1005, ply=0, by="white")]
    assert (game.table.ply, game.table.turn) == (0, "white")


def test_a_person_has_to_agree_even_on_the_same_device(opened: Played) -> None:
    assert opened.do(c.OfferTakeback(color="black")) == [e.TakebackOffered(at=1003, by="black")]
    assert opened.do(c.OfferTakeback(color="black")) == []
    assert opened.do(c.OfferTakeback(color="white")) == [e.TakenBack(at=1005, ply=1, by="black")]
    assert (opened.table.ply, opened.table.takeback.by) == (1, None)


def test_agreeing_takes_back_the_askers_move_not_ones_own(opened: Played) -> None:
    opened.do(c.OfferTakeback(color="white"))
    assert opened.do(c.OfferTakeback(color="black")) == [e.TakenBack(at=1004, ply=0, by="white")]


def test_after_a_no_one_has_to_move_before_asking_again(opened: Played) -> None:
    opened.do(c.OfferTakeback(color="white"))
    assert opened.do(c.DeclineTakeback(color="black")) == [e.TakebackDeclined(at=1004, by="black")]
    assert opened.refusal(c.OfferTakeback(color="white")) == "asked-already"
    opened.move("c3-c4")
    assert opened.do(c.OfferTakeback(color="white")) == [e.TakebackOffered(at=1007, by="white")]


def test_moving_on_declines_or_withdraws_the_request(opened: Played) -> None:
    opened.do(c.OfferTakeback(color="white"))
    assert opened.move("c3-c4") == [e.TakebackDeclined(at=1004, by="white"), e.Moved(at=1004, ply=3, path=["c3", "c4"])]
    opened.do(c.OfferTakeback(color="white"))
    assert opened.move("f6-f5") == [e.TakebackDeclined(at=1006, by="black"), e.Moved(at=1006, ply=4, path=["f6", "f5"])]


def test_the_same_takeback_sent_twice_takes_back_one_move() -> None:
    game = Played(black=ENGINE)
    for text in ("a3-a4", "h6-h5", "c3-c4", "f6-f5"):
        game.move(text)
    assert game.do(c.OfferTakeback(color="white", ply=3)) == [e.TakenBack(at=1005, ply=2, by="white")]
    assert game.refusal(c.OfferTakeback(color="white", ply=3)) == "wrong-ply"
    assert game.table.ply == 2


def test_a_side_that_only_watched_has_nothing_to_take_back() -> None:
    game = Played(white=ENGINE)
    game.move("a3-a4")
    assert not game.table.can_take_back("black")
    assert game.refusal(c.OfferTakeback(color="black")) == "nothing-to-take-back"


def test_a_takeback_clears_draw_offers(opened: Played) -> None:
    opened.do(c.OfferDraw(color="white"))
    opened.do(c.OfferTakeback(color="black"))
    opened.do(c.OfferTakeback(color="white"))
    assert opened.table.draw.by is None


def test_a_takeback_restores_the_count_of_repetitions() -> None:
    game = Played(KINGS, black=ENGINE)
    for text in ("a1-a2", "h8-h7", "a2-a1", "h7-h8", "a1-a2", "h8-h7", "a2-a1"):
        game.move(text)
    game.do(c.OfferTakeback(color="white"))
    game.move("a2-a1")
    assert game.table.ended is None
    game.move("h7-h8")
    assert game.table.ended is not None
    assert game.table.ended.reason == "repetition"


# ---- clocks ----------------------------------------------------------------------------------------------------------

BLITZ = Settings(clock=ClockTimes(60, 2))


def test_time_runs_once_both_sides_have_moved() -> None:
    game = Played(BLITZ)
    game.move("a3-a4", seconds=500)
    game.move("h6-h5", seconds=500)
    assert game.table.clocks == Clocks(60, 60, "white", since=2000)
    game.move("c3-c4", seconds=10)
    assert game.table.clocks == Clocks(52, 60, "black", since=2010)


def test_a_fallen_flag_loses_and_nothing_else_is_heard() -> None:
    game = Played(BLITZ)
    game.move("a3-a4")
    game.move("h6-h5")
    assert game.do(c.Tick(), seconds=59.9) == []
    game.at += 0.2
    assert game.refusal(c.Move(color="white", ply=3, move="c3-c4")) == "game-over"
    assert game.do(c.Tick()) == [e.Ended(at=game.at, result="0-1", reason="time")]
    assert game.do(c.Tick()) == []
    assert game.table.clocks == Clocks(0, 60, None, since=game.at - 1)


def test_a_takeback_restores_the_clocks() -> None:
    game = Played(BLITZ, black=ENGINE)
    for text in ("a3-a4", "h6-h5"):
        game.move(text)
    game.move("c3-c4", seconds=20)
    game.move("f6-f5", seconds=5)
    game.do(c.OfferTakeback(color="white"), seconds=7)
    assert game.table.clocks == Clocks(60, 60, "white", since=1034)
    game.do(c.OfferTakeback(color="white"))
    assert game.table.clocks == Clocks(60, 60, None, since=1035)


def test_the_hosts_absence_costs_nobody_time() -> None:
    game = Played(BLITZ)
    assert game.do(c.Resume(since=0, until=1001)) == []
    game.move("a3-a4")
    game.move("h6-h5")
    away = c.Resume(since=1010, until=87400)
    assert game.do(away, seconds=86400) == [e.Resumed(at=87403, since=1010, until=87400)]
    assert game.table.clocks == Clocks(53, 60, "white", since=87400)
    assert game.do(away, seconds=2) == []
    assert game.do(c.Resume(since=1000, until=87401), seconds=0) == [e.Resumed(at=87405, since=87400, until=87401)]
    game.move("c3-c4", seconds=10)
    assert game.table.clocks == Clocks(53 - 14 + 2, 60, "black", since=87415)


def test_an_absence_that_began_before_a_turn_gives_back_nothing_of_the_turn_before() -> None:
    game = Played(BLITZ)
    game.move("a3-a4")
    game.move("h6-h5")
    game.move("c3-c4", seconds=20)
    assert game.do(c.Resume(since=1005, until=1030), seconds=10) == [e.Resumed(at=1032, since=1022, until=1030)]
    assert game.table.clocks == Clocks(42, 60, "black", since=1030)


def test_a_flag_that_fell_before_the_absence_has_fallen() -> None:
    game = Played(BLITZ)
    game.move("a3-a4")
    game.move("h6-h5")
    game.do(c.Resume(since=1063, until=1100), seconds=100)
    assert game.do(c.Tick(), seconds=0) == [e.Ended(at=1102, result="0-1", reason="time")]


def test_logs_of_older_versions_give_everything_back() -> None:
    game = Played(BLITZ)
    game.move("a3-a4")
    game.move("h6-h5")
    table = Table.fold([*game.events, e.Resumed(at=5000)])
    assert table.clocks == Clocks(60, 60, "white", since=5000)


@pytest.mark.parametrize(("since", "until"), [(1010, 1005), (1003, 1003), (1003, 2000)])
def test_an_absence_that_cannot_have_been_is_refused(since: float, until: float) -> None:
    game = Played(BLITZ)
    game.move("a3-a4")
    with pytest.raises(ImpossibleEvent):
        game.table.replay(e.Resumed(at=1010, since=since, until=until))


def test_a_game_without_clocks_never_runs_out() -> None:
    game = Played()
    assert game.table.clocks is None
    assert game.do(c.Tick(), seconds=1e9) == []
    assert game.do(c.Resume(since=0, until=1000)) == []


# ---- touch-move ------------------------------------------------------------------------------------------------------

TOUCH = Settings(options=Options(touch_move=True))


def test_a_touched_piece_has_to_be_played() -> None:
    game = Played(TOUCH)
    assert game.do(c.Touch(color="white", ply=1, square="a3")) == [e.Touched(at=1001, square="a3")]
    assert game.do(c.Touch(color="white", ply=1, square="a3")) == []
    assert game.refusal(c.Touch(color="white", ply=1, square="c3")) == "touched-piece"
    assert game.refusal(c.Move(color="white", ply=1, move="c3-c4")) == "touched-piece"
    game.move("a3-a4")
    assert game.table.touched is None


def test_a_takeback_frees_the_touched_piece() -> None:
    game = Played(TOUCH)
    game.move("a3-a4")
    game.do(c.Touch(color="black", ply=2, square="h6"))
    game.do(c.OfferTakeback(color="white"))
    game.do(c.OfferTakeback(color="black"))
    assert game.table.touched is None
    assert len(game.table.game.legal_moves) == 8


def test_touching_what_cannot_move_or_without_the_option_binds_nobody() -> None:
    assert Played(TOUCH).do(c.Touch(color="white", ply=1, square="d2")) == []
    assert Played().do(c.Touch(color="white", ply=1, square="d3")) == []
    assert Played(TOUCH).refusal(c.Touch(color="white", ply=1, square="z9")) == "bad-text"
    assert Played(TOUCH).refusal(c.Touch(color="black", ply=1, square="d6")) == "not-your-turn"


# ---- validated once --------------------------------------------------------------------------------------------------


def test_a_move_is_read_once_and_not_judged_again_when_it_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Mock(wraps=refusal.read_moves)
    monkeypatch.setattr(refusal, "read_moves", read)
    table = Played().table
    decision = decide(table, c.Move(color="white", ply=1, move="d3-d4"), at=5)
    assert isinstance(decision, Decision)
    assert read.call_count == 1
    for method in ("push", "resolve", "touch"):
        monkeypatch.setattr(Game, method, Mock(side_effect=AssertionError))
    table.apply(decision)
    assert (table.ply, table.turn, read.call_count) == (1, "black", 1)


def test_what_is_decided_and_never_applied_leaves_no_trace() -> None:
    game = Played(TOUCH)
    before = state(game.table)
    for command in (
        c.Touch(color="white", ply=1, square="a3"),
        c.Move(color="white", ply=1, move="a3-a4"),
        c.Resign(color="white"),
    ):
        assert not isinstance(decide(game.table, command, at=5), Refusal)
    assert state(game.table) == before


# ---- impossible events -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "happened",
    [
        [e.Moved(ply=1, path=["a3", "a4"])],
        [*Table.open(Settings(), PERSON, PERSON, at=0) * 2],
        [*Table.open(Settings(), PERSON, PERSON, at=0), e.Moved(ply=2, path=["a3", "a4"])],
        [*Table.open(Settings(), PERSON, PERSON, at=0), e.Moved(ply=1, path=["a3", "a5"])],
        [*Table.open(Settings(), PERSON, PERSON, at=0), e.Moved(ply=1, path=["a3", "z9"])],
        [*Table.open(Settings(), PERSON, PERSON, at=0), e.TakenBack(ply=0, by="white")],
        [*Table.open(Settings(), PERSON, PERSON, at=0), e.Touched(square="d3")],
        [*Table.open(Settings(), PERSON, PERSON, at=0), e.Ended(result="1-0", reason="agreement")],
        [
            *Table.open(ONE_MOVE_WINS, PERSON, PERSON, at=0),
            e.Ended(result="1-0", reason="time"),
            e.Moved(ply=1, path=["d4", "d6"]),
        ],
    ],
)
def test_a_log_that_cannot_be_is_an_error(happened: list[e.AnyEvent]) -> None:
    with pytest.raises(ImpossibleEvent):
        Table.fold(happened)
