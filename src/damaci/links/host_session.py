"""The host's side of a link: sends the guest the events of its games, and carries out its commands."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping

from damaci.host import Conversation, Room, Rooms, UnknownGame
from damaci.host.conversation import PASSING, STORAGE
from damaci.links import messages as m
from damaci.links.bonds import Bond, Bonds
from damaci.links.channel import Channel
from damaci.links.link import LinkLost
from damaci.play.events import Color, Rematched, other
from damaci.play.refusal import TableCode
from damaci.store import StoreError
from damaci.wire.messages import Refused

REMEMBERED = 64
"""Answers kept, for commands that a guest sends again."""
SERVED = 2
"""Games of a chain of rematches that are served: the running one, and the one before, in which players may still say
something."""


class Answers:
    """The last answers to one guest: a command that comes again, because its answer was lost, is not carried out
    again."""

    def __init__(self) -> None:
        self._given: OrderedDict[str, m.Answer] = OrderedDict()

    def get(self, mark: str) -> m.Answer | None:
        """The answer to the command with that mark, if there was one."""
        return self._given.get(mark)

    def keep(self, answer: m.Answer) -> None:
        """Keeps an answer, and drops the oldest."""
        self._given[answer.mark] = answer
        while len(self._given) > REMEMBERED:
            self._given.popitem(last=False)


class TalkEnded(Exception):
    """The other side has sent its last message, with this code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class HostSession:
    """Serves one guest over one link, until either ends."""

    def __init__(self, channel: Channel, rooms: Rooms, bonds: Bonds, token: str, answers: Answers) -> None:
        self._channel = channel
        self._rooms = rooms
        self._bonds = bonds
        self._token = token
        self._answers = answers
        self._followed: set[str] = set()

    async def run(self, have: Mapping[str, int]) -> None:
        """`have`: the versions of the games that the guest has. Ends only by an exception, in a group: LinkLost,
        BadTalk, TalkEnded."""
        async with asyncio.TaskGroup() as tasks:
            for bond in self._bonds.chain(self._token)[-SERVED:]:
                await self._serve(bond, have.get(bond.game, 0), tasks)
            tasks.create_task(self._handle_messages())

    async def _serve(self, bond: Bond, after: int, tasks: asyncio.TaskGroup) -> None:
        """Sends the guest what it lacks of a game, and from now on every event."""
        if bond.game in self._followed:
            return
        self._followed.add(bond.game)
        try:
            room = await self._rooms.get(bond.game)
        except UnknownGame:
            raise TalkEnded(m.UNKNOWN) from None
        if after > len(room.events):
            raise TalkEnded(m.DIVERGED)
        known = len(room.events)
        if after < 1:
            await self._begin(bond, room)
        else:
            # The last event that both have is sent again: the guest compares it with its own.
            known = after - 1
        tasks.create_task(self._follow(room, known, other(bond.color), tasks))

    async def _begin(self, bond: Bond, room: Room) -> None:
        await self._channel.send(m.Begun(game=bond.game, color=other(bond.color), events=list(room.events)))

    async def _follow(self, room: Room, after: int, guest: Color, tasks: asyncio.TaskGroup) -> None:
        with room.subscribe(after, held=[guest]) as news:
            async for version, events in news:
                for event in events:
                    # The rematch is sent before the event that leads to it.
                    if isinstance(event, Rematched) and (bond := self._bonds.get(event.game)):
                        await self._serve(bond, 0, tasks)
                await self._channel.send(m.News(game=room.game, version=version, events=list(events)))
        raise LinkLost(f"game {room.game} has been closed here")

    async def _handle_messages(self) -> None:
        while True:
            match await self._channel.receive():
                case m.Ask() as ask:
                    await self._channel.send(await self._answer(ask))
                case m.Bye() as bye:
                    raise TalkEnded(bye.code)
                case unexpected:
                    raise m.BadTalk(f"a guest does not send {type(unexpected).__name__}")

    async def _answer(self, ask: m.Ask) -> m.Answer:
        if given := self._answers.get(ask.mark):
            return given
        answer = await self._carry_out(ask)
        if answer.code not in PASSING and answer.code != TableCode.UNREACHABLE:
            self._answers.keep(answer)
        return answer

    async def _carry_out(self, ask: m.Ask) -> m.Answer:
        bond = self._bonds.get(ask.game)
        if bond is None or bond.token != self._token:
            return m.Answer(mark=ask.mark, code=TableCode.NOT_YOUR_SEAT)
        try:
            room = await self._rooms.get(ask.game)
        except StoreError:
            return m.Answer(mark=ask.mark, code=STORAGE)
        except UnknownGame:
            return m.Answer(mark=ask.mark, code=TableCode.UNREACHABLE)
        done = await Conversation(room, [other(bond.color)]).answer(ask.command)
        if isinstance(done, Refused):
            return m.Answer(mark=ask.mark, code=done.code, message=done.message)
        return m.Answer(mark=ask.mark, version=done.version)
