"""Random games at a table on one device: the hash of all messages to every client. Both Python in WebAssembly and the
one that runs the tests run this."""

import asyncio
import hashlib
import random
from collections.abc import Callable
from typing import Any

import msgspec

from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.host import Conversation, Room
from damaci.host.ids import LETTERS
from damaci.play.events import AnyEvent, ClockTimes, Color, Rematched, Seat, Settings
from damaci.play.phrases import PHRASES
from damaci.play.table import Table
from damaci.pocket.records import MemoryRecords
from damaci.pocket.store import PocketStore
from damaci.rules.catalogue import RULESETS
from damaci.rules.endings import Endings, OneEach
from damaci.rules.options import Options
from damaci.stored import Store

MOST_PLIES = 120
PERSON = Seat("person", "Ayşe")
ANSWERS = ('{"type":"snapshot"', '{"type":"done"', '{"type":"refused"')


class Gone(Exception):
    """The client has left."""


class Client:
    """A client at the table, with all messages that it got."""

    def __init__(self, room: Room, held: list[Color]) -> None:
        self.told: list[str] = []
        self._texts = asyncio.Queue[str | None]()
        self._answered = asyncio.Event()
        self._running = asyncio.ensure_future(self._run(Conversation(room, held, ("draw", "take-back"))))

    async def _run(self, conversation: Conversation) -> None:
        try:
            await conversation.run(self)
        except* Gone:
            pass

    async def receive(self) -> str:
        text = await self._texts.get()
        if text is None:
            raise Gone
        return text

    async def send(self, text: str) -> None:
        self.send_at_once(text)

    def send_at_once(self, text: str) -> bool:
        self.told.append(text)
        if text.startswith(ANSWERS):
            self._answered.set()
        return True

    async def say(self, text: str) -> None:
        """Sends a message, and waits for the answer."""
        self._answered.clear()
        self._texts.put_nowait(text)
        answered = asyncio.ensure_future(self._answered.wait())
        await asyncio.wait([answered, self._running], return_when=asyncio.FIRST_COMPLETED)
        if self._running.done():
            self._running.result()
            raise Gone(text)
        await asyncio.sleep(0)  # A client that has just come is now waiting; the others get the message at once.

    async def leave(self) -> None:
        self._texts.put_nowait(None)
        await self._running


class Evening:
    """A game and its rematches, with its own clock and its own random numbers."""

    def __init__(self, store: Store, lots: random.Random) -> None:
        self.store = store
        self.lots = lots
        self.at = 1_700_000_000.0

    def now(self) -> float:
        return self.at

    def new_id(self) -> str:
        return "".join(self.lots.choices(LETTERS, k=10))

    def settings(self) -> Settings:
        """Random settings that a person may choose."""
        lots = self.lots
        ruleset = lots.choice([*RULESETS])
        clock = ClockTimes(lots.choice([20.0, 300.0]), lots.choice([0.0, 2.0])) if lots.random() < 0.5 else None
        options = Options(*(lots.random() < 0.3 for _ in range(3)))
        endings = Endings(lots.choice([*OneEach]), lots.choice([0, 4]), lots.choice([0, 3]), lots.choice([0, 6]))
        return Settings(
            ruleset=ruleset,
            clock=clock,
            options=options,
            endings=lots.choice([None, endings]),
            seed=lots.randint(1, 2**31),
        )

    async def play(self) -> list[str]:
        """Plays until nobody wants another game; returns all messages to all clients."""
        game = self.new_id()
        await self.store.log.append(game, 0, Table.open(self.settings(), PERSON, PERSON, self.at))
        told: list[str] = []
        for _ in range(3):
            told += await self._play(game)
            events = await self.store.log.read(game)
            if not isinstance(events[-1], Rematched):
                break
            game = events[-1].game
        return told

    async def _play(self, game: str) -> list[str]:
        room = Room(game, await self.store.log.read(game), self.store.log, self.now, open_rematch=self._rematch)
        clients = [Client(room, ["white"]), Client(room, ["black"]), Client(room, [])]
        for client in clients:
            await client.say('{"type":"hello"}')
        for number in range(3 * MOST_PLIES):
            if room.table.ended and number % 4 == 0:
                break
            self.at += self.lots.choice([0.0, 0.25, 1.5, 3.0])
            await self._act(room.table, number, clients)
        await clients[0].say(self._text("offer-rematch", "last"))
        await clients[1].say(self._text(self.lots.choice(["offer-rematch", "decline-rematch"]), "last"))
        await clients[2].say('{"type":"hello"}')
        for client in clients:
            await client.leave()
        await room.close()
        return [text for client in clients for text in client.told]

    async def _rematch(self, game: str, table: Table, rematched: Rematched) -> None:
        events: list[AnyEvent] = Table.open(table.settings, table.seats["black"], table.seats["white"], self.at)
        await self.store.pairings.go_on(game, table.version, [rematched], rematched.game, events)

    async def _act(self, table: Table, number: int, clients: list[Client]) -> None:
        lots = self.lots
        mover = clients[table.turn == "black"]
        if lots.random() < 0.8:
            await mover.say(self._move(table, number))
        else:
            client = lots.choice(clients)
            await client.say(lots.choice(self._others(table, number)))

    def _move(self, table: Table, number: int) -> str:
        game: Game = table.game
        if table.ended or self.lots.random() < 0.1:
            return self._text("move", number, ply=self.lots.choice([table.ply, table.ply + 1]), move="a3-a4")
        move = self.lots.choice(game.legal_moves)
        if self.lots.random() < 0.3 and game.options.touch_move:
            return self._text("touch", number, ply=table.ply + 1, square=str(move)[:2])
        return self._text("move", number, ply=table.ply + 1, move=game.position.text(move))

    def _others(self, table: Table, number: int) -> list[str]:
        return [
            *(self._text(kind, number) for kind in ("offer-draw", "decline-draw", "decline-takeback", "offer-rematch")),
            self._text("offer-takeback", number, ply=table.ply),
            self._text("offer-takeback", number),
            self._text("say", number, phrase=self.lots.choice([*PHRASES])),
            self._text("say", number, phrase="rubbish"),
            self._text("resign", number) if self.lots.random() < 0.1 else '{"type":"rubbish"}',
        ]

    def _text(self, kind: str, number: object, **values: object) -> str:
        return msgspec.json.encode({"type": kind, "id": f"{kind}-{number}", **values}).decode()


async def told(store: Store, seed: int, games: int, name_ids: Callable[[Callable[[], str]], Any]) -> str:
    """The hash and the number of all messages in this many games."""
    digest = hashlib.sha256()
    count = 0
    for number in range(games):
        evening = Evening(store, random.Random(f"{seed} {number}"))
        name_ids(evening.new_id)
        try:
            texts = await evening.play()
        except DamaciError as error:
            texts = [str(error)]
        count += len(texts)
        digest.update("\n".join(texts).encode())
    return f"{count} {digest.hexdigest()}"


def name_ids(new_id: Callable[[], str]) -> None:
    """Lets rematches get their ids from the same random numbers."""
    from damaci.host import room

    room.new_id = new_id  # type: ignore[attr-defined]


async def main(arguments: list[str]) -> str:
    """The hash for a seed and a number of games, with the store of a browser."""
    seed, games = map(int, arguments)
    return await told(PocketStore(MemoryRecords()), seed, games, name_ids)
