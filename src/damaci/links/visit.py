"""The guest's side: joins a game on another device, keeps the link up, and stores what happens there."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

from damaci.board.refusal import RefusalCode
from damaci.host import RoomClosed, UnknownGame
from damaci.links import messages as m
from damaci.links.bonds import Bond, Bonds
from damaci.links.channel import Channel
from damaci.links.link import LinkLost, Transport
from damaci.links.mirror import Mirror, folded_table, unreachable
from damaci.links.pace import Pace
from damaci.play.commands import AnyCommand, SeatCommand
from damaci.play.refusal import Refusal, TableCode
from damaci.store import StoreError
from damaci.store.log import EventLog

UPDATE_HERE = "update-here"
UPDATE_THERE = "update-there"
"""Problems when two apps have different versions of the protocol; they say which app is older."""
FINAL = frozenset({m.REFUSED, m.LEFT, m.NO_OFFER, m.WRONG_CODE, m.UNKNOWN, m.DIVERGED, m.PROTOCOL_DIFFERS, m.BUSY})
"""Codes of `bye` messages after which the guest does not reconnect."""

_logger = logging.getLogger(__name__)


class Visit:
    """The games with one host, over links that may be lost and reopened. `state`: connecting, waiting (for the other
    person's answer), playing, away (the link is lost, and the guest reconnects) or over. `problem` says why it is over:
    one of BYES, "lost", or the problem of the last link."""

    def __init__(
        self, transport: Transport, name: str, kind: str, address: str, local: "Local", code: str = "", token: str = ""
    ) -> None:
        """`code`: that of the offer; `token`: that of a game to resume."""
        self.kind = kind
        self.address = address
        self.token = token or secrets.token_urlsafe(24)
        self.state = "connecting"
        self.problem = ""
        self.detail = ""
        self.host = ""
        """The other player's name."""
        self.game = ""
        """The last game that has begun."""
        self.ahead = 0.0
        self._transport = transport
        self._name = name
        self._code = code
        self._local = local
        self._joined = bool(token)
        self._channel: Channel | None = None
        self._asked: dict[str, tuple[m.Ask, asyncio.Future[m.Answer]]] = {}
        self._running = asyncio.create_task(self._run(), name=f"visit {address}")

    @property
    def over(self) -> bool:
        """Whether the visit has ended."""
        return self._running.done()

    async def close(self) -> None:
        """Closes the link; the games can be resumed later."""
        self._running.cancel()
        await asyncio.wait([self._running])

    async def leave(self) -> None:
        """Leaves the games for good, and tells the host if it is connected."""
        if self._channel:
            with suppress(LinkLost):
                await self._channel.send(m.Bye(code=m.LEFT))
        await self.close()
        self.state = "over"
        self.problem = m.LEFT

    async def ask(self, game: str, command: AnyCommand) -> Refusal | int:
        """Sends a command to the host and returns its answer; waits for a lost link to return."""
        assert isinstance(command, SeatCommand)
        ask = m.Ask(mark=secrets.token_urlsafe(12), game=game, command=command)
        answer: asyncio.Future[m.Answer] = asyncio.get_running_loop().create_future()
        self._asked[ask.mark] = (ask, answer)
        try:
            if self._channel and self.state == "playing":
                with suppress(LinkLost):
                    await self._channel.send(ask)
            async with asyncio.timeout(self._local.pace.patience):
                return _understood(await answer)
        except TimeoutError:
            return unreachable()
        finally:
            del self._asked[ask.mark]

    # ---- coming and going --------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        pause = self._local.pace.first_pause
        try:
            while not self.problem:
                if await self._visit():
                    pause = self._local.pace.first_pause
                if self.problem or await self._done():
                    break
                await asyncio.sleep(pause)
                pause = min(2 * pause, self._local.pace.longest_pause)
        finally:
            self.state = "over"

    async def _visit(self) -> bool:
        """Opens a link and uses it until it ends; returns whether the host has answered."""
        try:
            link = await self._transport.connect(self.address)
            async with Channel(link, self._local.pace) as channel:
                await self._converse(channel)
        except m.WrongProtocol as error:
            self._end(UPDATE_HERE if error.theirs > m.PROTOCOL else UPDATE_THERE, str(error))
        except (LinkLost, m.BadTalk, StoreError, RoomClosed) as error:
            _logger.info("%s: %s", self.address, error)
            self.detail = str(error)
            if not self._joined and self.state == "connecting":
                self._end("lost", str(error))
        finally:
            said = self._channel is not None
            self._channel = None
            if self.state != "over":
                self.state = "away" if self._joined else "connecting"
        return said

    async def _done(self) -> bool:
        """Whether every game is over."""
        chain = self._local.bonds.chain(self.token)
        for bond in chain:
            with suppress(UnknownGame):
                if (await self._local.mirror(bond)).room.table.ended is None:
                    return False
        return bool(chain)

    async def _converse(self, channel: Channel) -> None:
        await channel.send(m.Hello(name=self._name, token=self.token, code=self._code, have=await self._have()))
        greeting = await channel.receive(self._local.pace.greeting)
        if isinstance(greeting, m.Bye):
            return await self._handle_bye(greeting)
        if not isinstance(greeting, m.Welcome):
            raise m.BadTalk(f"a host begins with Welcome, not with {type(greeting).__name__}")
        self.host = m.clean_name(greeting.name)
        self._channel = channel
        self.state = "playing" if self._joined else "waiting"
        for ask, _ in list(self._asked.values()):
            await channel.send(ask)
        while True:
            message = await channel.receive()
            self.ahead = channel.ahead
            if isinstance(message, m.Bye):
                return await self._handle_bye(message)
            await self._handle(message)

    async def _have(self) -> dict[str, int]:
        have = {}
        for bond in self._local.bonds.chain(self.token):
            with suppress(UnknownGame):
                have[bond.game] = len((await self._local.mirror(bond)).room.events)
        return have

    async def _handle(self, message: m.AnyMessage) -> None:
        match message:
            case m.Begun():
                await self._begin(message)
            case m.News():
                await (await self._mirror(message.game)).receive(message.version, message.events)
            case m.Answer():
                _, answer = self._asked.get(message.mark, (None, None))
                if answer and not answer.done():
                    answer.set_result(message)
            case _:
                raise m.BadTalk(f"a host does not send {type(message).__name__}")

    async def _begin(self, begun: m.Begun) -> None:
        if not begun.events:
            raise m.BadTalk("a game without events")
        folded_table(begun.events)
        local = self._local
        known = self._local.bonds.get(begun.game)
        if known and known.token == self.token:
            await self._begin_again(begun)
            return
        if known or await local.log.read(begun.game):
            raise m.BadTalk(f"{begun.game} is the id of another game here")
        bond = Bond(
            game=begun.game,
            token=self.token,
            role="guest",
            color=begun.color,
            transport=self.kind,
            address=self.address,
            peer=self.host,
        )
        await local.bonds.add(bond)
        await local.log.append(begun.game, 0, begun.events)
        self.game = begun.game
        self.state = "playing"
        self._joined = True

    async def _begin_again(self, begun: m.Begun) -> None:
        """Starts over when the host lacks events that are stored here, perhaps after a crash before writing them."""
        if await self._local.log.read(begun.game):
            await (await self._mirror(begun.game)).receive(len(begun.events), begun.events)
        else:
            await self._local.log.append(begun.game, 0, begun.events)

    async def _mirror(self, game: str) -> Mirror:
        bond = self._local.bonds.get(game)
        if bond is None or bond.token != self.token:
            raise m.BadTalk(f"{game!r} is no game of ours")
        try:
            return await self._local.mirror(bond)
        except UnknownGame as error:  # deleted on this device
            raise m.BadTalk(str(error)) from None

    # ---- the end -----------------------------------------------------------------------------------------------------

    async def _handle_bye(self, bye: m.Bye) -> None:
        if bye.code == m.LEFT:
            await self._local.bonds.leave(self.token)
        if bye.code in FINAL:
            self._end(bye.code)

    def _end(self, problem: str, detail: str = "") -> None:
        self.state = "over"
        self.problem = problem
        self.detail = detail


class Local:
    """The parts of this device that a visit uses: stored games, bonds, timeouts, and the rooms of visited games."""

    def __init__(self, log: EventLog, bonds: Bonds, pace: Pace, mirror: Callable[[Bond], Awaitable[Mirror]]) -> None:
        self.log = log
        self.bonds = bonds
        self.pace = pace
        self.mirror = mirror


def _understood(answer: m.Answer) -> Refusal | int:
    if not answer.code:
        return answer.version
    for codes in (TableCode, RefusalCode):
        with suppress(ValueError):
            return Refusal(codes(answer.code), answer.message)
    return Refusal(TableCode.UNREACHABLE, answer.message)
