"""Serves incoming links: newcomers who want to join the offer, and guests who return to their game."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

import msgspec

from damaci.host import Rooms, UnknownGame
from damaci.links import messages as m
from damaci.links.bonds import Bond, Bonds
from damaci.links.channel import Channel
from damaci.links.host_session import Answers, HostSession, TalkEnded
from damaci.links.link import Link, LinkLost
from damaci.links.pace import Pace
from damaci.play.events import Color, Seat, Settings, other
from damaci.store import StoreError

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
WRONG_CODES = 5
"""Wrong codes after which the code is changed."""
MAX_WAITING = 8
"""Newcomers who may wait at once."""
MAX_LINKS = 32
"""Links that may be open at once."""
MAX_GUEST_MESSAGE = 4 * 1024
GONE = "who wanted to play is not there any more"

_logger = logging.getLogger(__name__)


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A game that others may join. `codes`: the transports on which `code` is needed."""

    name: str
    settings: Settings
    color: Color = "white"
    """The host's side. By default the host, who accepts the connection, plays white."""
    code: str = ""
    codes: frozenset[str] = frozenset()


class Newcomer:
    """A person who waits to be accepted; `accepted` is the answer."""

    def __init__(self, name: str, token: str, transport: str) -> None:
        self.id = secrets.token_hex(8)
        self.name = name
        self.token = token
        self.transport = transport
        self.accepted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()


class Reception:
    """Serves all incoming links concurrently."""

    def __init__(self, rooms: Rooms, bonds: Bonds, pace: Pace | None = None) -> None:
        self._rooms = rooms
        self._bonds = bonds
        self._pace = pace or Pace()
        self.departures: asyncio.Queue[str] = asyncio.Queue()
        """The tokens of guests whose link has ended."""
        self.offer: Offer | None = None
        self.newcomers: dict[str, Newcomer] = {}
        self.connected: dict[str, Callable[[], Awaitable[None]]] = {}
        """Connected guests by their token, with a function that says goodbye to them."""
        self._running: set[asyncio.Task[None]] = set()
        self._sessions: dict[str, asyncio.Task[None]] = {}
        self._answers: dict[str, Answers] = {}
        self._wrong = 0
        self._accepting = asyncio.Lock()

    async def close(self) -> None:
        """Ends every link."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def open(self, offer: Offer) -> None:
        """Opens an offer, with a new code."""
        self._wrong = 0
        self.offer = msgspec.structs.replace(offer, code=new_code())

    def withdraw(self) -> None:
        """Withdraws the offer and refuses all newcomers."""
        self.offer = None
        for newcomer in self.newcomers.values():
            if not newcomer.accepted.done():
                newcomer.accepted.set_result(False)

    async def accept(self, newcomer: str, color: Color) -> str:
        """Starts the game with a newcomer, `color` being the host's own side; returns its id. Raises LinkLost if that
        newcomer has gone, or has been accepted already, StoreError."""
        async with self._accepting:
            return await self._accept(newcomer, color)

    async def _accept(self, newcomer: str, color: Color) -> str:
        guest = self.newcomers.get(newcomer)
        offer = self.offer
        if guest is None or offer is None:
            raise LinkLost(GONE)
        _expect_there(guest)
        seats: dict[Color, Seat] = {
            color: Seat("person", name=offer.name),
            other(color): Seat("person", name=guest.name),
        }
        room = await self._rooms.create(offer.settings, seats["white"], seats["black"])
        bond = Bond(
            game=room.game,
            token=guest.token,
            role="host",
            color=color,
            transport=guest.transport,
            address="",
            peer=guest.name,
        )
        try:
            await self._bonds.add(bond)
            _expect_there(guest)
        except (LinkLost, StoreError):
            await self._undo(room.game)
            raise
        guest.accepted.set_result(True)
        self.withdraw()
        return room.game

    async def _undo(self, game: str) -> None:
        """Removes a game that nobody can play. Does not raise StoreError: then it is left in the archive."""
        try:
            await self._rooms.delete(game)
            await self._bonds.remove(game)
        except StoreError as error:
            _logger.warning("game %s, which nobody plays, cannot be removed: %s", game, error)

    def refuse(self, newcomer: str) -> None:
        """Refuses a newcomer."""
        guest = self.newcomers.get(newcomer)
        if guest and not guest.accepted.done():
            guest.accepted.set_result(False)

    async def dismiss(self, token: str) -> None:
        """Says goodbye to a guest, if it is connected."""
        if say_goodbye := self.connected.get(token):
            with suppress(LinkLost):
                await say_goodbye()

    def gone(self, token: str) -> None:
        """Called when a guest has disconnected."""
        del self.connected[token]
        self.departures.put_nowait(token)

    @contextmanager
    def waiting(self, guest: Newcomer) -> Iterator[None]:
        """Lists a newcomer for as long as this lasts."""
        self.newcomers[guest.id] = guest
        try:
            yield
        finally:
            guest.accepted.cancel()
            del self.newcomers[guest.id]

    # ---- one link ----------------------------------------------------------------------------------------------------

    async def receive(self, transport: str, link: Link) -> None:
        """Serves one link until it ends."""
        if len(self._running) >= MAX_LINKS:
            await link.close()
            return
        task = asyncio.current_task()
        assert task
        self._running.add(task)
        try:
            async with Channel(link, self._pace, MAX_GUEST_MESSAGE, self._rooms.now) as channel:
                await self._answer(transport, channel)
        except StoreError:
            _logger.exception("%s: what was agreed could not be written", link.peer)
        finally:
            self._running.discard(task)

    async def _answer(self, transport: str, channel: Channel) -> None:
        code = m.BAD_TALK
        try:
            hello = await channel.receive(self._pace.greeting)
            if not isinstance(hello, m.Hello):
                raise m.BadTalk(f"a link begins with Hello, not with {type(hello).__name__}")
            if chain := self._bonds.chain(hello.token):
                await self._come_back(hello, chain[-1], channel)
            else:
                await self._come(hello, transport, channel)
        except LinkLost:
            return
        except TalkEnded as ended:
            code = ended.code
        except m.WrongProtocol as error:
            _logger.warning("%s: %s", channel.peer, error)
            code = m.PROTOCOL_DIFFERS
        except m.BadTalk as error:
            _logger.warning("%s: %s", channel.peer, error)
        with suppress(LinkLost):
            await channel.send(m.Bye(code=code))

    async def _come(self, hello: m.Hello, transport: str, channel: Channel) -> None:
        offer = self._admit(hello, transport)
        guest = Newcomer(m.clean_name(hello.name), hello.token, transport)
        with self.waiting(guest):
            await channel.send(m.Welcome(name=offer.name, settings=offer.settings, color=other(offer.color)))
            accepted = await self._decision(guest, channel)
        if not accepted:
            raise TalkEnded(m.REFUSED)
        await self._play(hello.token, {}, channel)

    def _admit(self, hello: m.Hello, transport: str) -> Offer:
        """The offer, if this newcomer may have it. Raises TalkEnded."""
        offer = self.offer
        if hello.have:
            raise TalkEnded(m.UNKNOWN)
        if offer is None:
            raise TalkEnded(m.NO_OFFER)
        if transport in offer.codes and not is_code(offer, hello.code):
            self._count_wrong_code(offer)
            raise TalkEnded(m.WRONG_CODE)
        if len(self.newcomers) >= MAX_WAITING:
            raise TalkEnded(m.BUSY)
        return offer

    def _count_wrong_code(self, offer: Offer) -> None:
        self._wrong += 1
        if self._wrong >= WRONG_CODES:
            self.open(offer)

    async def _decision(self, guest: Newcomer, channel: Channel) -> bool:
        """Whether the newcomer is accepted. Raises LinkLost, BadTalk when the link ends before."""
        hearing = asyncio.create_task(channel.receive())
        try:
            await asyncio.wait((hearing, guest.accepted), return_when=asyncio.FIRST_COMPLETED)
            if guest.accepted.done():
                return guest.accepted.result()
            said = hearing.result()
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)
        if isinstance(said, m.Bye):
            raise LinkLost(f"{guest.name} does not wait any longer")
        raise m.BadTalk(f"who waits does not send {type(said).__name__}")

    # ---- playing -----------------------------------------------------------------------------------------------------

    async def _come_back(self, hello: m.Hello, bond: Bond, channel: Channel) -> None:
        if bond.role != "host":
            raise TalkEnded(m.UNKNOWN)
        if bond.left:
            raise TalkEnded(m.LEFT)
        try:
            table = (await self._rooms.get(bond.game)).table
        except UnknownGame:
            raise TalkEnded(m.UNKNOWN) from None
        name = m.clean_name(table.seats[bond.color].name)
        await channel.send(m.Welcome(name=name, settings=table.settings, color=other(bond.color)))
        await self._play(hello.token, hello.have, channel)

    async def _play(self, token: str, have: dict[str, int], channel: Channel) -> None:
        """Raises LinkLost, BadTalk, TalkEnded."""
        task = asyncio.current_task()
        assert task
        # A guest may return before its old link is known to be dead.
        if former := self._sessions.get(token):
            former.cancel()
        self._sessions[token] = task
        self.connected[token] = partial(channel.send, m.Bye(code=m.LEFT))
        session = HostSession(channel, self._rooms, self._bonds, token, self._answers.setdefault(token, Answers()))
        try:
            await session.run(have)
        except ExceptionGroup as group:
            await self._ended(token, first_error(group))
        finally:
            if self._sessions.get(token) is task:
                del self._sessions[token]
                self.gone(token)

    async def _ended(self, token: str, reason: Exception) -> None:
        if isinstance(reason, TalkEnded) and reason.code == m.LEFT:
            await self._bonds.leave(token)
            raise LinkLost("the guest has left")
        raise reason


def _expect_there(guest: Newcomer) -> None:
    """Raises LinkLost if a newcomer has gone, or has been answered already."""
    if guest.accepted.done():
        raise LinkLost(GONE)


def first_error(group: BaseExceptionGroup[Exception]) -> Exception:
    """The first exception of a group of tasks."""
    inner = group.exceptions[0]
    if isinstance(inner, BaseExceptionGroup):
        return first_error(inner)
    return inner


def new_code() -> str:
    """A join code that is easy to read out and hard to guess."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def normalized(code: str) -> str:
    """A code as it was typed, in capitals and without spaces."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


def is_code(offer: Offer, typed: str) -> bool:
    """Whether `typed` is the code of an offer; takes the same time for every code of the right length."""
    return secrets.compare_digest(offer.code.encode(), normalized(typed).encode())
