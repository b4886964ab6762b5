import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from damaci.host import Conversation, Room, RoomClosed
from damaci.host.conversation import NOT_NOW, seat
from damaci.play import Refusal, Table
from damaci.play import commands as c
from damaci.play import events as e
from damaci.store import Store
from damaci.wire import messages as m
from tests.host.fakes import UnreliableLog
from tests.play.tables import PERSON
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

FIRST = c.Move(ply=1, move="a3-a4", id="first")


@pytest.fixture
async def log(store: Store) -> UnreliableLog:
    return UnreliableLog(store.log)


@pytest.fixture
async def room(log: UnreliableLog) -> AsyncIterator[Room]:
    events = Table.open(e.Settings(), PERSON, PERSON, at=0)
    await log.append("g", 0, events)
    room = Room("g", events, log)
    yield room
    await room.close()


class Gone(Exception):
    """The client has left."""


class Pipe:
    """A client that sends the messages it is given, and keeps those it gets."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[str | None] = asyncio.Queue()
        self.got: asyncio.Queue[str] = asyncio.Queue()

    async def receive(self) -> str:
        text = await self.sent.get()
        if text is None:
            raise Gone
        return text

    async def send(self, text: str) -> None:
        self.got.put_nowait(text)

    def send_at_once(self, text: str) -> bool:
        self.got.put_nowait(text)
        return True

    async def ask(self, **message: object) -> dict[str, object]:
        """Sends a message, and returns the next one that comes."""
        self.sent.put_nowait(json.dumps(message))
        return await self.next()

    async def next(self) -> dict[str, object]:
        answer: dict[str, object] = json.loads(await asyncio.wait_for(self.got.get(), PATIENCE))
        return answer


# ---- whose command it is ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        FIRST,
        c.Touch(ply=3, square="d3"),
        c.Resign(),
        c.OfferDraw(),
        c.DeclineDraw(),
        c.OfferTakeback(ply=7),
        c.DeclineTakeback(),
        c.Say(phrase="hello"),
        c.OfferRematch(),
        c.DeclineRematch(),
    ],
)
def test_a_command_is_of_the_only_seat(command: c.SeatCommand) -> None:
    seated = seat(command, ["white"])
    assert not isinstance(seated, Refusal)
    assert (seated.by, type(seated), seated.id) == ("white", type(command), command.id)


def test_who_holds_both_seats_says_which() -> None:
    assert seat(c.Resign(color="black"), ["white", "black"]) == c.Resign(color="black")


@pytest.mark.parametrize(
    ("color", "held"), [(None, []), ("white", []), ("white", ["black"]), (None, ["white", "black"])]
)
async def test_nobody_acts_for_another_seat(room: Room, color: e.Color | None, held: list[e.Color]) -> None:
    answer = await Conversation(room, held).answer(c.Resign(color=color, id="x"))
    assert isinstance(answer, m.Refused)
    assert (answer.code, answer.id) == ("not-your-seat", "x")
    assert room.table.ended is None


# ---- answers ---------------------------------------------------------------------------------------------------------


async def test_a_command_is_done_or_refused_under_its_mark(room: Room) -> None:
    white = Conversation(room, ["white"])
    assert await white.answer(FIRST) == m.Done(id="first", version=2)
    assert await white.answer(FIRST) == m.Done(id="first", version=2)
    refused = await white.answer(c.Move(ply=1, move="b3-b4", id="late"))
    assert isinstance(refused, m.Refused)
    assert (refused.id, refused.code) == ("late", "wrong-ply")


async def test_what_cannot_be_stored_is_refused_without_saying_where_the_store_is(
    room: Room, log: UnreliableLog
) -> None:
    log.failures = 1
    white = Conversation(room, ["white"])
    assert await white.answer(FIRST) == m.Refused(id="first", code="storage", message=NOT_NOW)
    assert await white.answer(FIRST) == m.Done(id="first", version=2)


async def test_a_room_that_is_closing_says_so(room: Room) -> None:
    await room.close()
    answer = await Conversation(room, ["white"]).answer(FIRST)
    assert isinstance(answer, m.Refused)
    assert answer.code == "closing"


async def test_somebody_else_may_carry_commands_out(room: Room) -> None:
    async def submit(command: c.SeatCommand) -> Refusal | int:
        return await room.submit(c.Resign(color=command.by))

    assert isinstance(await Conversation(room, ["white"], submit=submit).answer(FIRST), m.Done)
    assert room.table.ended is not None


# ---- subscriptions ---------------------------------------------------------------------------------------------------


async def test_a_newcomer_gets_everything_and_then_what_happens(room: Room) -> None:
    follow = Conversation(room, ["black"], ["draw"]).follow()
    snapshot = await anext(follow)
    assert isinstance(snapshot, m.Snapshot)
    assert (snapshot.version, snapshot.you, snapshot.capabilities) == (1, ["black"], ["draw"])
    await room.submit(c.Move(color="white", ply=1, move="a3-a4"))
    update = await anext(follow)
    assert isinstance(update, m.Update)
    assert (update.version, [played.text for played in update.played]) == (2, ["a3-a4"])
    await room.close()
    assert [more async for more in follow] == []
    assert not room.subscriptions


@pytest.mark.parametrize(("after", "kind"), [(1, m.Update), (2, m.Update), (0, m.Snapshot), (3, m.Snapshot)])
async def test_who_comes_back_gets_what_is_missing(room: Room, after: int, kind: type[m.ServerMessage]) -> None:
    await room.submit(c.Move(color="white", ply=1, move="a3-a4"))
    follow = Conversation(room, []).follow(after)
    first = await anext(follow)
    await follow.aclose()
    assert isinstance(first, kind)
    assert first.version == 2


# ---- as text ---------------------------------------------------------------------------------------------------------


async def test_text_goes_in_and_out_until_the_client_leaves(room: Room) -> None:
    pipe = Pipe()
    running = asyncio.create_task(Conversation(room, ["white"]).run(pipe))
    assert (await pipe.ask(type="fly"))["code"] == "bad-message"
    assert (await pipe.ask(type="hello"))["type"] == "snapshot"
    assert (await pipe.ask(type="hello"))["code"] == "bad-message"
    told = [await pipe.ask(type="move", ply=1, move="d3d4", id="x"), await pipe.next()]
    assert {str(message["type"]) for message in told} == {"done", "update"}
    pipe.sent.put_nowait(None)
    with pytest.raises(ExceptionGroup) as caught:
        await running
    assert caught.group_contains(Gone)
    assert not room.subscriptions


async def test_the_end_of_the_room_ends_the_conversation(room: Room) -> None:
    pipe = Pipe()
    running = asyncio.create_task(Conversation(room, []).run(pipe))
    await pipe.ask(type="hello")
    await room.close()
    with pytest.raises(ExceptionGroup) as caught:
        await asyncio.wait_for(running, PATIENCE)
    assert caught.group_contains(RoomClosed)
