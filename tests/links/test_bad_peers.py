"""Devices that do not follow the protocol, or no protocol at all."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from damaci.links import messages as m
from damaci.links.channel import Channel
from damaci.links.link import LinkLost
from damaci.links.reception import MAX_LINKS, MAX_WAITING
from damaci.links.tcp import Tcp
from damaci.play import commands as c
from damaci.play.events import Ended, Moved, Opened, Said, Seat, Settings
from damaci.play.table import Table
from damaci.wire.framing import frame
from tests.host.fakes import eventually
from tests.links.devices import QUICK, Device, FragileLink, begin, device, offer, same
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio

TOKEN = "0123456789abcdef"


async def answers(address: str, *pieces: bytes) -> list[dict[str, Any]]:
    """The messages with which a host answers these bytes before it closes the link."""
    link = await Tcp().connect(address)
    heard = bytearray()
    try:
        for piece in pieces:
            await link.write(piece)
        async with asyncio.timeout(PATIENCE):
            while data := await link.read():
                heard += data
    except LinkLost:
        pass
    finally:
        await link.close()
    said = []
    while heard:
        size = int.from_bytes(heard[:4], "big")
        said.append(json.loads(heard[4 : 4 + size]))
        del heard[: 4 + size]
    return [message for message in said if message["type"] != "beat"]


def hello(**fields: Any) -> bytes:
    return frame(
        json.dumps({"type": "hello", "protocol": m.PROTOCOL, "name": "Mehmet", "token": TOKEN} | fields).encode()
    )


RUBBISH = {
    "http": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "an empty frame": b"\0\0\0\0",
    "a huge frame": b"\xff\xff\xff\xff",
    "not JSON": frame(b"\xff\xfe{"),
    "deep JSON": frame(b"[" * 4000),
    "no protocol": frame(b'{"type":"hello"}'),
    "another type": frame(b'{"type":"news","protocol":2,"game":"a","version":1,"events":[]}'),
    "a short token": hello(token="x"),
    "a long name": hello(name="x" * 41),
    "an unspeakable game": hello(have={"../etc": 1}),
}


@pytest.mark.parametrize("rubbish", RUBBISH.values(), ids=RUBBISH)
async def test_rubbish_is_answered_with_a_farewell(host: Device, guest: Device, rubbish: bytes) -> None:
    address = await offer(host)
    assert [message["code"] for message in await answers(address, rubbish)] == ["bad-talk"]
    game, _ = await begin(host, guest)
    assert isinstance(await guest.submit(game, c.Resign(color="black")), int)


@pytest.mark.parametrize("protocol", [0, 1, 3, 99])
async def test_a_host_tells_another_version_its_own(host: Device, protocol: int) -> None:
    address = await offer(host)
    said = await answers(address, hello(protocol=protocol, something="new"))
    assert said == [{"type": "bye", "protocol": m.PROTOCOL, "code": "protocol"}]
    assert not host.desk.reception.newcomers


@asynccontextmanager
async def false_host(talk: Callable[[Channel], Awaitable[None]]) -> AsyncIterator[str]:
    """A fake host that runs `talk` with everybody who connects; yields its address."""

    async def answer(link: Any) -> None:
        async with Channel(link, QUICK) as channel:
            try:
                await channel.receive()
                await talk(channel)
            except LinkLost:
                pass

    listener = await Tcp("127.0.0.1").listen(answer)
    yield listener.address
    await listener.close()


@pytest.mark.parametrize(("theirs", "which"), [(1, "update the other one"), (3, "update this one")])
async def test_a_guest_says_which_side_to_update(guest: Device, theirs: int, which: str) -> None:
    async def talk(channel: Channel) -> None:
        await channel.send(m.Bye(protocol=theirs, code=m.PROTOCOL_DIFFERS))

    async with false_host(talk) as address:
        visit = await guest.desk.visits.join("tcp", address, "Mehmet")
        await eventually(lambda: visit.over)
    assert visit.problem == ("update-here" if theirs > m.PROTOCOL else "update-there")
    assert which in visit.detail


def opened(**seats: Seat) -> list[Any]:
    return Table.open(Settings(), seats.get("white", Seat("person")), seats.get("black", Seat("person")), at=1)


def moved(ply: int, *path: str) -> Moved:
    return Moved(at=2, ply=ply, path=list(path))


IMPOSSIBLE: dict[str, Sequence[Any]] = {
    "no events": [],
    "no opening": [moved(1, "d3", "d4")],
    "an illegal move": [*opened(), moved(1, "d3", "d6")],
    "an unknown square": [*opened(), moved(1, "d3", "z9")],
    "a path of one": [*opened(), moved(1, "d3")],
    "no path": [*opened(), moved(1)],
    "moves after the end": [*opened(), Ended(at=2, result="1-0", reason="resignation"), moved(1, "d3", "d4")],
    "out of all time": [*opened(), Said(at=1e300, by="white", phrase="hello")],
    "an engine": opened(white=Seat("engine", level="easy")),
    "a name of many lines": opened(white=Seat("person", name="a\nb")),
    "an unknown ruleset": [Opened(settings=Settings(ruleset="chess"), white=Seat("person"), black=Seat("person"))],
    "a bad position": [Opened(settings=Settings(fen="rubbish"), white=Seat("person"), black=Seat("person"))],
    "too long": [*opened(), *[Said(at=1, by="white", phrase="hello")] * 20_000],
}


@pytest.mark.parametrize("events", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
async def test_a_host_cannot_bring_an_impossible_game(guest: Device, events: Sequence[Any]) -> None:
    times = 0

    async def talk(channel: Channel) -> None:
        nonlocal times
        times += 1
        await channel.send(m.Welcome(name="Eve", settings=Settings(), color="black"))
        await channel.send(m.Begun(game="abc", color="black", events=list(events)))
        await channel.receive()

    async with false_host(talk) as address:
        await guest.desk.visits.join("tcp", address, "Mehmet")
        await eventually(lambda: times > 1)
    assert await guest.store.games.list() == []


async def test_a_host_cannot_touch_a_game_that_is_not_its_own(guest: Device) -> None:
    own = await guest.rooms.create(Settings(), Seat("person"), Seat("person"))
    told: list[m.AnyMessage] = [
        m.Begun(game=own.game, color="black", events=opened()),
        m.News(game=own.game, version=2, events=[moved(1, "d3", "d4")]),
    ]
    times = 0

    async def talk(channel: Channel) -> None:
        nonlocal times
        await channel.send(m.Welcome(name="Eve", settings=Settings(), color="black"))
        await channel.send(told[times % 2])
        times += 1
        await channel.receive()

    async with false_host(talk) as address:
        await guest.desk.visits.join("tcp", address, "Mehmet")
        await eventually(lambda: times > 3)
    assert own.table.version == 1
    assert guest.desk.bonds.held(own.game) is None


async def test_a_host_cannot_change_what_has_happened(host: Device, guest: Device) -> None:
    game, visit = await begin(host, guest)
    await host.submit(game, c.Move(color="white", ply=1, move="d3-d4"))
    await same(host, guest, game)
    before = await guest.log(game)
    mirror = await visit._mirror(game)
    for version, events in ((2, [moved(1, "e3", "e4")]), (9, [moved(2, "d6", "d5")]), (0, [moved(1, "d3", "d4")])):
        with pytest.raises(m.BadTalk):
            await mirror.receive(version, events)
    assert await guest.log(game) == before
    assert not visit.over


async def test_who_says_nothing_is_shown_out(host: Device) -> None:
    assert await answers(await offer(host)) == []


async def test_who_takes_nothing_is_given_up(host: Device, guest: Device) -> None:
    game, visit = await begin(host, guest)
    [link] = guest.cable.links
    link.incoming = _hang
    await eventually(lambda: host.desk.link(game) == "up")
    await eventually(lambda: len(guest.cable.links) > 1)
    assert not visit.over


def _hang(data: bytes) -> bytes:
    raise LinkLost("deaf")


async def test_a_dead_link_is_found_by_its_silence(host: Device, guest: Device) -> None:
    game, visit = await begin(host, guest)
    [link] = guest.cable.links
    link.outgoing = lambda data: []
    await host.submit(game, c.Move(color="white", ply=1, move="d3-d4"))
    done = await guest.submit(game, c.Move(color="black", ply=2, move="h6-h5"))
    assert done == 3
    assert len(guest.cable.links) > 1
    assert not visit.over


async def test_torn_and_doubled_messages_change_nothing(host: Device, guest: Device) -> None:
    def tamper(link: FragileLink) -> None:
        link.outgoing = lambda data: [data[:3], data[3:7], data[7:], *([data] if b'"ask"' in data else [])]

    guest.cable.on_link = tamper
    game, _ = await begin(host, guest)
    for ply, (by, text) in enumerate(
        (("white", "d3-d4"), ("black", "h6-h5"), ("white", "e3-e4"), ("black", "g6-g5")), 1
    ):
        mover = host if by == "white" else guest
        move = c.Move(color=by, ply=ply, move=text, id=f"m{ply}")  # type: ignore[arg-type]
        assert isinstance(await mover.submit(game, move), int)
        await same(host, guest, game)
    assert isinstance(await guest.submit(game, c.Say(color="black", phrase="hello")), int)
    await same(host, guest, game)
    assert [type(event).__name__ for event in await host.log(game)] == ["Opened", *["Moved"] * 4, "Said"]


@pytest.fixture
async def patient(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Device]:
    """A host that disconnects nobody for being slow."""
    async with device(
        tmp_path / "patient", replace(QUICK, silence=PATIENCE, stall=PATIENCE, greeting=PATIENCE)
    ) as made:
        yield made


async def test_only_some_may_wait_at_once(patient: Device) -> None:
    address = await offer(patient)
    links = [await Tcp().connect(address) for _ in range(MAX_WAITING)]
    for number, link in enumerate(links):
        await link.write(hello(token=f"{TOKEN}{number}"))
    await eventually(lambda: len(patient.desk.reception.newcomers) == MAX_WAITING)
    assert [message["code"] for message in await answers(address, hello())] == ["busy"]
    for link in links:
        await link.close()
    await eventually(lambda: not patient.desk.reception.newcomers)


async def test_only_so_many_links_are_open_at_once(patient: Device) -> None:
    address = await offer(patient)
    links = [await Tcp().connect(address) for _ in range(MAX_LINKS)]
    assert await answers(address, hello()) == []
    for link in links:
        await link.close()


async def test_who_waits_may_not_chatter(host: Device) -> None:
    chatter = frame(
        json.dumps({"type": "ask", "mark": "1", "game": "a", "command": {"type": "resign", "color": "black"}}).encode()
    )
    said = await answers(await offer(host), hello(), chatter)
    assert [message["type"] for message in said] == ["welcome", "bye"]
    assert said[1]["code"] == "bad-talk"


@pytest.mark.usefixtures("standstill")
async def test_a_flood_closes_the_link(host: Device) -> None:
    beat = frame(json.dumps({"type": "beat", "at": 1}).encode())
    said = await answers(await offer(host), hello(), beat * 1000)
    assert said[-1]["code"] == "bad-talk"


@pytest.mark.parametrize("token", ["0" * 20, "é" * 20])
async def test_a_wrong_token_opens_nothing(host: Device, guest: Device, token: str) -> None:
    game, _ = await begin(host, guest)
    address = f"127.0.0.1:{host.port}"
    assert [message["code"] for message in await answers(address, hello(token=token, have={game: 1}))] == ["unknown"]
    assert [message["code"] for message in await answers(address, hello(token=token))] == ["no-offer"]


async def test_a_guest_that_knows_more_than_the_host_is_refused(host: Device, guest: Device) -> None:
    game, visit = await begin(host, guest)
    await guest.cable.cut()
    said = await answers(f"127.0.0.1:{host.port}", hello(token=visit.token, have={game: 99}))
    assert [message.get("code") for message in said] == [None, "diverged"]
