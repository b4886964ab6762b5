import pytest

from damaci.play import commands as c
from damaci.play.events import Color
from damaci.play.refusal import Refusal
from damaci.wire import messages as m
from damaci.wire.requests import to_command


@pytest.mark.parametrize(
    ("request_", "command"),
    [
        (m.Move(id="a", ply=3, move="d3-d4"), c.Move(by="white", ply=3, move="d3-d4", id="a")),
        (m.Touch(ply=3, square="d3"), c.Touch(by="white", ply=3, square="d3")),
        (m.Resign(), c.Resign(by="white")),
        (m.OfferDraw(), c.OfferDraw(by="white")),
        (m.DeclineDraw(), c.DeclineDraw(by="white")),
        (m.OfferTakeback(ply=7), c.OfferTakeback(by="white", ply=7)),
        (m.DeclineTakeback(), c.DeclineTakeback(by="white")),
        (m.Say(phrase="hello"), c.Say(by="white", phrase="hello")),
        (m.OfferRematch(), c.OfferRematch(by="white")),
        (m.DeclineRematch(), c.DeclineRematch(by="white")),
    ],
)
def test_each_request_is_a_command_of_the_only_seat(request_: m.Request, command: c.SeatCommand) -> None:
    assert to_command(request_, ["white"]) == command


def test_who_holds_both_seats_says_which() -> None:
    assert to_command(m.Resign(color="black"), ["white", "black"]) == c.Resign(by="black")


@pytest.mark.parametrize(
    ("color", "held"), [(None, []), ("white", []), ("white", ["black"]), (None, ["white", "black"])]
)
def test_nobody_acts_for_another_seat(color: Color | None, held: list[Color]) -> None:
    refusal = to_command(m.Resign(color=color), held)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not-your-seat"
