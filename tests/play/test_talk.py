import pytest

from damaci.play import Table
from damaci.play import commands as c
from damaci.play import events as e
from damaci.play.phrases import MOST_IN_A_ROW, PHRASES
from tests.play.tables import Played, state, through_json


@pytest.fixture
def over() -> Played:
    game = Played()
    game.do(c.Resign(color="black"))
    return game


@pytest.mark.parametrize("phrase", PHRASES)
def test_every_phrase_can_be_said_at_any_time(phrase: str) -> None:
    game = Played()
    assert game.do(c.Say(color="black", phrase=phrase)) == [e.Said(at=game.at, by="black", phrase=phrase)]


def test_nothing_else_can_be_said() -> None:
    assert Played().refusal(c.Say(color="white", phrase="you fool")) == "unknown-phrase"


def test_who_has_said_enough_has_to_move_first() -> None:
    game = Played()
    for _ in range(MOST_IN_A_ROW):
        game.do(c.Say(color="white", phrase="hello"))
    assert game.refusal(c.Say(color="white", phrase="hello")) == "too-talkative"
    assert isinstance(game.do(c.Say(color="black", phrase="hello")), list)
    game.move("d3-d4")
    assert isinstance(game.do(c.Say(color="white", phrase="hello")), list)


def test_the_end_of_the_game_lets_both_speak_again(over: Played) -> None:
    for _ in range(MOST_IN_A_ROW):
        assert isinstance(over.do(c.Say(color="white", phrase="good-game")), list)
    assert over.refusal(c.Say(color="white", phrase="good-game")) == "too-talkative"


def test_a_rematch_is_for_afterwards() -> None:
    game = Played()
    begin = c.BeginRematch(color="white", game="next")
    for command in (c.OfferRematch(color="white"), c.DeclineRematch(color="white"), begin):
        assert game.refusal(command) == "not-over"


def test_a_rematch_that_both_want_begins_once(over: Played) -> None:
    over.do(c.OfferRematch(color="white"))
    assert over.table.rematch.by == "white"
    assert over.do(c.OfferRematch(color="white")) == []
    assert over.refusal(c.BeginRematch(color="white", game="next")) == "nothing-offered"
    over.do(c.BeginRematch(color="black", game="next"))
    assert over.table.next_game == "next"
    assert over.do(c.BeginRematch(color="black", game="another")) == []
    assert over.do(c.OfferRematch(color="white")) == []


def test_who_was_told_no_does_not_ask_again_but_may_be_asked(over: Played) -> None:
    over.do(c.OfferRematch(color="white"))
    over.do(c.DeclineRematch(color="black"))
    assert over.table.rematch.by is None
    assert over.refusal(c.OfferRematch(color="white")) == "asked-already"
    assert over.refusal(c.DeclineRematch(color="black")) == "nothing-offered"
    over.do(c.OfferRematch(color="black"))
    assert over.table.rematch.by == "black"


def test_what_was_said_after_the_end_is_in_the_log(over: Played) -> None:
    over.do(c.Say(color="black", phrase="good-game"))
    over.do(c.OfferRematch(color="black"))
    over.do(c.BeginRematch(color="white", game="next"))
    assert state(Table.fold(through_json(over.events))) == state(over.table)
    assert over.table.ended == e.Ended(at=1001, result="1-0", reason="resignation")


def test_who_left_for_good_loses_unless_the_other_is_content_with_a_draw() -> None:
    game = Played()
    assert game.do(c.Abandon(color="black", result="1-0")) == [e.Ended(at=game.at, result="1-0", reason="abandoned")]
    assert game.refusal(c.Abandon(color="white", result="1/2-1/2")) == "game-over"
