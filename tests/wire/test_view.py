import pytest

from damaci.play import commands as c
from damaci.play.events import ClockTimes, Color, Moved, Settings
from damaci.play.refusal import Refusal
from damaci.rules.options import Options
from damaci.wire import messages as m
from damaci.wire import view
from damaci.wire.codec import decode_answer, encode
from tests.play.tables import ENGINE, Played

MAXIMUM = Settings(fen="W:Wf3,a2:Bc7,d6,e5,g5,f4")
"""White has to capture four pieces with f3."""
CROWD = Settings(fen="W:WKc6,Kg5:Bc7,f7,a6,d6,g6,h6,b5,c4,g4,h4,a3,e3,b2,e2,g2")
"""Two kings with 44 legal moves that can be played in 299 ways."""


def test_a_snapshot_is_everything_a_new_viewer_needs() -> None:
    game = Played(Settings(seed=4), black=ENGINE)
    game.move("d3-d4", id="mine")
    snapshot = view.snapshot("g", game.table, ["white"], at=game.at, capabilities=["draw"])
    assert snapshot.capabilities == ["draw"]
    assert (snapshot.game, snapshot.version, snapshot.you, snapshot.black) == ("g", 2, ["white"], ENGINE)
    assert snapshot.settings.seed == 4
    assert snapshot.start_fen == game.table.game.start.fen
    assert snapshot.played == [m.RecordedMove(ply=1, color="white", text="d3-d4", path=["d3", "d4"])]
    assert (snapshot.now.ply, snapshot.now.turn, snapshot.now.fen) == (1, "black", game.table.game.position.fen)
    assert decode_answer(encode(snapshot)) == snapshot


@pytest.mark.parametrize(
    ("held", "shown"), [([], False), (["white"], True), (["black"], False), (["white", "black"], True)]
)
def test_legal_moves_are_for_who_holds_the_side_to_move(held: list[Color], shown: bool) -> None:
    assert bool(view.now(Played().table, held, at=0).legal) == shown


def test_what_must_be_captured_is_for_everybody() -> None:
    now = view.now(Played(MAXIMUM).table, [], at=0)
    assert (now.must, now.must_count) == (["f3"], 4)
    assert view.now(Played().table, [], at=0).must == []


def test_a_legal_capture_shows_each_landing_and_what_leaves() -> None:
    [legal] = view.now(Played(MAXIMUM).table, ["white"], at=0).legal
    assert legal == m.Legal("f3xb7", [m.MovePath(["f3", "f5", "d5", "d7", "b7"], ["f4", "e5", "d6", "c7"])])


def test_every_way_of_playing_a_move_is_listed_the_played_one_first() -> None:
    table = Played(Settings(fen="W:WKa1,b2:Ba4,c6,e4")).table
    position = table.game.position
    for legal, move in zip(view.now(table, ["white"], at=0).legal, position.legal_moves, strict=True):
        assert legal.ways[0].path == [str(square) for square in move.path]
        assert sorted(way.path for way in legal.ways) == sorted(
            [str(square) for square in path.squares] for path in position.paths(move)
        )


def test_a_crowd_of_ways_does_not_make_a_giant_message() -> None:
    table = Played(CROWD).table
    legal = view.now(table, ["white"], at=0).legal
    assert [each.text for each in legal] == [table.game.position.text(move) for move in table.game.position.legal_moves]
    assert sum(len(each.ways) for each in legal) == view.MAX_WAYS
    assert min(len(each.ways) for each in legal) == 1


def test_an_update_brings_the_moves_that_follow_what_the_client_keeps() -> None:
    game = Played(black=ENGINE)
    game.move("a3-a4")
    game.move("h6-h5")
    update = view.update(game.table, game.events[1:], ["white"], at=0)
    assert (update.version, [played.text for played in update.played]) == (3, ["a3-a4", "h6-h5"])
    assert [event.ply for event in update.events if isinstance(event, Moved)] == [1, 2]


def test_an_update_after_takebacks_still_tells_where_the_record_goes_on() -> None:
    game = Played(black=ENGINE)
    texts: list[str] = []
    seen = len(game.events)
    for step in ("a3-a4", "h6-h5", "c3-c4", "", "b3-b4", "h5-h4", "", "", "d3-d4", "g6-g5", "e3-e4"):
        if step:
            game.move(step)
        else:
            game.do(c.OfferTakeback(color="white"))
        if len(game.events) % 3 == 0:
            continue  # a slow client gets several events at once
        update = view.update(game.table, game.events[seen:], [], at=0)
        texts[update.now.ply - len(update.played) :] = [played.text for played in update.played]
        assert texts == list(game.table.game.texts)
        seen = len(game.events)


def test_an_update_without_moves_keeps_the_record() -> None:
    game = Played()
    game.move("a3-a4")
    game.move("h6-h5")
    game.do(c.OfferDraw(color="black"))
    update = view.update(game.table, game.events[-1:], [], at=0)
    assert (update.played, update.now.draw_offer) == ([], "black")


@pytest.mark.parametrize(
    ("settings", "move", "promoted"),
    [
        (Settings(fen="W:Wa7,c2:Bh5,g6"), "a7-a8", ["a8"]),
        (Settings(fen="W:WKa7,c2:Bh5,g6"), "a7-a8", []),
        (Settings(fen="W:Wb2,c2,Ka7:Bh5,g6,f6,e6", options=Options(last_three_kings=True)), "a7-a8", ["b2", "c2"]),
        (Settings(fen="W:Wd3,a2:Bd4,g6,f6", options=Options(last_three_kings=True)), "d3xd5", ["a2", "d5", "f6", "g6"]),
        (Settings(fen="W:Wd6,a2:BKd7,g6,f6"), "d6xd8", ["d8"]),
    ],
)
def test_promotions_are_told(settings: Settings, move: str, promoted: list[str]) -> None:
    game = Played(settings)
    game.move(move)
    assert view.played(game.table)[0].promoted == promoted


def test_the_clocks_show_the_time_of_the_message() -> None:
    game = Played(Settings(clock=ClockTimes(60)))
    game.move("a3-a4")
    game.move("h6-h5")
    assert view.now(game.table, [], at=game.at + 10).clocks == m.RemainingTimes(white=50, black=60, running="white")
    assert view.now(Played().table, [], at=0).clocks is None


def test_offers_takebacks_and_touch_are_told() -> None:
    game = Played(Settings(options=Options(touch_move=True)))
    game.move("a3-a4")
    game.do(c.OfferTakeback(color="white"))
    game.do(c.Touch(color="black", ply=2, square="h6"))
    now = view.now(game.table, ["black"], at=0)
    assert (now.takeback_offer, now.can_take_back, now.touched) == ("white", ["white"], "h6")
    assert {legal.ways[0].path[0] for legal in now.legal} == {"h6"}


def test_courtesy_announcements_are_told_when_asked_for() -> None:
    game = Played(Settings(fen="W:Wa6,c2:Bh5,g6", options=Options(announcements=True)))
    game.move("a6-a7")
    [announced] = view.now(game.table, [], at=0).announcements
    assert (announced.said, announced.by, announced.square) == ("dama-next", "white", "a7")


def test_a_finished_game_offers_nothing_more() -> None:
    game = Played(MAXIMUM)
    game.do(c.Resign(color="white"))
    now = view.now(game.table, ["white", "black"], at=0)
    assert (now.legal, now.must, now.must_count, now.can_take_back) == ([], [], 0, [])
    assert (now.result, now.reason) == ("0-1", "resignation")


def test_a_rematch_is_offered_and_leads_to_its_game() -> None:
    game = Played()
    game.do(c.Resign(color="white"))
    game.do(c.OfferRematch(color="white"))
    assert view.now(game.table, [], at=0).rematch_offer == "white"
    game.do(c.BeginRematch(color="black", game="next"))
    assert view.now(game.table, [], at=0).rematch == "next"


def test_a_refused_move_is_explained_on_the_board() -> None:
    game = Played(MAXIMUM)
    refusal = game.move("a2-a3")
    assert isinstance(refusal, Refusal)
    refused = view.refused("r1", refusal)
    assert (refused.id, refused.code, refused.must_count) == ("r1", "must-capture", 4)
    assert refused.instead == [
        m.Legal("f3xf5xd5xd7xb7", [m.MovePath(["f3", "f5", "d5", "d7", "b7"], ["f4", "e5", "d6", "c7"])])
    ]
    assert decode_answer(encode(refused)) == refused


def test_any_other_refusal_is_a_word_and_a_sentence() -> None:
    refusal = Played().do(c.OfferDraw(color="white"))
    assert isinstance(refusal, Refusal)
    assert view.refused("r1", refusal) == m.Refused(id="r1", code="too-early", message=refusal.message)
