"""Updates as text: each is made once, and is what each client would get by itself."""

import msgspec
import pytest

from damaci.host import updates
from damaci.host.updates import Updates
from damaci.play import Table, decide
from damaci.play.commands import Move
from damaci.play.decision import Decision
from damaci.play.events import AnyEvent, ClockTimes, Color, Seat, Settings
from damaci.wire import view
from damaci.wire.codec import decode_answer, encode

PERSON = Seat("person")
CLOCK = Settings(clock=ClockTimes(60))


class Feed:
    """A table whose time the test sets."""

    def __init__(self, settings: Settings) -> None:
        self.events: list[AnyEvent] = list(Table.open(settings, PERSON, PERSON, at=0))
        self.table = Table.fold(self.events)
        self.at = 1.0

    def now(self) -> float:
        return self.at

    def play(self, *moves: str) -> None:
        for move in moves:
            decision = decide(self.table, Move(color=self.table.turn, ply=self.table.ply + 1, move=move), self.at)
            assert isinstance(decision, Decision)
            self.table.apply(decision)
            self.events += decision.events


@pytest.mark.parametrize("held", [[], ["white"], ["black"], ["white", "black"]])
@pytest.mark.parametrize("after", [1, 2, 3])
def test_is_what_the_view_shows(held: list[Color], after: int) -> None:
    feed = Feed(CLOCK)
    made = Updates(feed)
    feed.play("a3-a4", "h6-h5", "b3-b4")
    for each in ([], ["white"], ["black"]):
        made.text(1, each)
    assert made.text(after, held) == encode(view.update(feed.table, feed.events[after:], held, feed.at)).decode()


def test_is_made_once_for_all_who_see_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded = []

    def count(message: object) -> bytes:
        encoded.append(message)
        return msgspec.json.encode(message)

    monkeypatch.setattr(updates, "encode", count)
    feed = Feed(CLOCK)
    made = Updates(feed)
    feed.play("a3-a4")
    for held in (["white"], [], ["black"], [], ["black"]):
        made.text(1, held)
    assert len(encoded) == 2


def test_is_made_anew_when_the_game_has_gone_on_and_when_the_clocks_have() -> None:
    feed = Feed(CLOCK)
    made = Updates(feed)
    feed.play("a3-a4", "h6-h5", "b3-b4")
    first = made.text(3, [])
    feed.at += 5
    later = made.text(3, [])
    feed.play("g6-g5")
    assert len({first, later, made.text(3, [])}) == 3
    clocks = decode_answer(later).now.clocks  # type: ignore[union-attr]
    assert clocks
    assert clocks.black == 55
