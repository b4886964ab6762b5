"""New games as the pages ask for them, and the game to go on with."""

import secrets
from typing import Annotated, Any, Literal

import msgspec

from damaci.engine.levels import level
from damaci.errors import UnknownLevel
from damaci.host import Rooms
from damaci.play.events import ClockTimes, Color, Seat, Settings, other
from damaci.rules.endings import Endings, OneEach
from damaci.rules.options import Options
from damaci.services.unfinished import own_unfinished
from damaci.stored import Store

KEY = "new-game"


class Time(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clock in seconds, within reason."""

    base: Annotated[float, msgspec.Meta(gt=0, le=24 * 3600)]
    increment: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 0.0


class Draws(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """damaci.rules.Endings within reason; 0 switches a rule off."""

    one_each: OneEach = OneEach.NEVER
    kings_only_moves: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    repetitions: Literal[0, 2, 3, 4, 5] = 0
    no_progress_moves: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0

    def endings(self) -> Endings:
        """As the game knows them."""
        return Endings(**msgspec.structs.asdict(self))


class NewGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a person wants to play. `color` is the person's against the engine; `level` matters only there."""

    ruleset: str = "turkish"
    color: Literal["white", "black", "random"] = "white"
    level: str = "easy"
    resigns: bool = True
    """Whether the engine gives up a hopeless game."""
    opponent: Literal["engine", "person"] = "engine"
    clock: Time | None = None
    endings: Draws | None = None
    """None: those of the ruleset."""
    options: Options = Options()
    fen: str = ""


class Latest(msgspec.Struct, frozen=True):
    """The game that was made last, and what had been asked for."""

    game: str = ""
    wish: NewGame = NewGame()


class NewGames:
    """Opens games as a person wishes, and remembers the last wish."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms

    async def create(self, wish: NewGame) -> str:
        """A new game; its id. The next one without a wish will be like it.

        Raises DamaciError for a wish that makes no game, StoreError."""
        seats = _seats(wish)
        room = await self._rooms.create(settings_of(wish), seats["white"], seats["black"])
        await self._store.settings.put(KEY, msgspec.to_builtins(Latest(room.game, wish)))
        return room.game

    async def current(self) -> tuple[str, bool]:
        """The game to go on with, and whether it has begun: the own unfinished one played last, else a fresh one like
        the last one made.

        Raises StoreError."""
        latest = _known(await self._store.settings.get(KEY, {}))
        async for game in own_unfinished(self._store):
            # An empty game that is not the latest was given up for another.
            if game.plies or game.id == latest.game:
                return game.id, game.plies > 0
        return await self.create(msgspec.structs.replace(latest.wish, fen="")), False


def settings_of(wish: NewGame) -> Settings:
    """What both sides agree on when they play it."""
    clock = endings = None
    if wish.clock:
        clock = ClockTimes(wish.clock.base, wish.clock.increment)
    if wish.endings:
        endings = wish.endings.endings()
    return Settings(ruleset=wish.ruleset, fen=wish.fen, clock=clock, endings=endings, options=wish.options)


def _known(stored: dict[str, Any]) -> Latest:
    """What was stored, unless this version cannot do it any more."""
    try:
        latest = msgspec.convert(stored, Latest)
        _seats(latest.wish)
    except (msgspec.ValidationError, UnknownLevel):
        return Latest()
    return latest


def _seats(wish: NewGame) -> dict[Color, Seat]:
    if wish.opponent == "person":
        return {"white": Seat("person"), "black": Seat("person")}
    mine: Color = secrets.choice(("white", "black"))
    if wish.color != "random":
        mine = wish.color
    return {mine: Seat("person"), other(mine): Seat("engine", level=level(wish.level).name, resigns=wish.resigns)}
