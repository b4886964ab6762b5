"""The length that a game at a table can reach."""

from itertools import cycle

import pytest

from damaci import from_pdn, pdn
from damaci.game.outcome import MOST_PLIES
from damaci.game.record import to_pdn
from damaci.play import Refusal, Table, length
from damaci.play import commands as c
from damaci.play import events as e
from damaci.play.events import Settings
from damaci.rules.catalogue import RULESETS
from damaci.rules.endings import Endings
from damaci.rules.options import Options
from tests.play.tables import ENGINE, PERSON, Played

KINGS = "W:WKa1,Kc1:BKf8,Kh8"
TO_AND_FRO = (["a1", "a3"], ["h8", "h6"], ["a3", "a1"], ["h6", "h8"])
STRAIGHT = Settings(fen=KINGS, endings=Endings(), options=Options(touch_move=True))


def shuffled(plies: int, **seats: e.Seat) -> Played:
    """A game without draw rules in which kings move to and fro."""
    game = Played(STRAIGHT, **seats)
    moves = [
        e.Moved(at=game.at, ply=ply, path=path)
        for ply, path in zip(range(1, plies + 1), cycle(TO_AND_FRO), strict=False)
    ]
    game.events += moves
    game.table = Table.fold(game.events)
    return game


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> Played:
    """A game of two persons that has more events than are allowed."""
    monkeypatch.setattr(length, "MOST_EVENTS", 7)
    game = shuffled(2)
    game.do(c.OfferDraw(color="white"))
    game.do(c.OfferTakeback(color="white"))
    for _ in range(2):
        game.do(c.Say(color="black", phrase="hello"))
    return game


def test_a_game_that_does_not_end_is_drawn() -> None:
    game = shuffled(MOST_PLIES - 2)
    game.move("a3-a1")
    assert game.table.ended is None
    assert game.move("h6-h8") == [
        e.Moved(at=game.at, ply=MOST_PLIES, path=["h6", "h8"]),
        e.Ended(at=game.at, result="1/2-1/2", reason="too-long"),
    ]
    assert str(game.table.game.outcome()) == "1/2-1/2, too-long"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_ruleset_has_games_without_end(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(length, "MOST_PLIES", 3)
    game = Played(Settings(ruleset=ruleset, endings=Endings()))
    for _ in range(3):
        game.move(str(game.table.game.legal_moves[0]))
    assert game.table.ended
    assert game.table.ended.reason == "too-long"


def test_what_the_position_says_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(length, "MOST_PLIES", 1)
    game = Played(Settings(fen="W:Wa2,d4:Bd5"))
    game.move("d4xd6")
    assert game.table.ended
    assert game.table.ended.reason == "captured-all"


def test_a_longer_game_can_be_read_and_written() -> None:
    game = shuffled(MOST_PLIES + 10).table.game
    assert game.outcome() is None
    record = next(pdn.read(pdn.write_game(to_pdn(game)).encode()))
    assert from_pdn(record).ply == MOST_PLIES + 10


@pytest.mark.parametrize(
    "command",
    [
        c.OfferTakeback(color="black"),
        c.Say(color="white", phrase="hello"),
        c.OfferTakeback(color="white"),
    ],
)
def test_when_too_much_has_happened_nobody_asks_or_speaks(talkative: Played, command: c.AnyCommand) -> None:
    assert talkative.refusal(command) == "too-long"


@pytest.mark.parametrize(
    "command",
    [
        c.OfferDraw(color="black"),
        c.DeclineDraw(color="black"),
        c.DeclineTakeback(color="black"),
        c.Move(color="white", ply=3, move="a3-a1"),
        c.Touch(color="white", ply=3, square="a3"),
        c.Resign(color="white"),
        c.Abandon(color="white", result="0-1"),
    ],
)
def test_when_too_much_has_happened_the_game_can_be_played_to_its_end(talkative: Played, command: c.AnyCommand) -> None:
    assert not isinstance(talkative.do(command), Refusal)


def test_no_more_draws_are_offered_then(talkative: Played) -> None:
    talkative.do(c.DeclineDraw(color="black"))
    assert talkative.refusal(c.OfferDraw(color="black")) == "too-long"


def test_after_the_end_there_is_still_something_to_say(talkative: Played) -> None:
    talkative.do(c.Resign(color="white"))
    for command in (c.Say(color="black", phrase="good-game"), c.OfferRematch(color="black")):
        assert not isinstance(talkative.do(command), Refusal)


def test_nobody_takes_back_for_ever_against_the_computer() -> None:
    game = shuffled(2, white=PERSON, black=ENGINE)
    for _ in range(length.MOST_EVENTS):
        refusal = game.do(c.OfferTakeback(color="white"))
        if isinstance(refusal, Refusal):
            break
        game.do(c.Touch(color="white", ply=1, square="a1"))
        game.move("a1-a3")
        game.move("h8-h6")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "too-long"
    assert game.table.version < length.MOST_EVENTS + 4
