"""The engines that can play a match: one of our levels, our engine with limits of its own, or any Hub engine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from damaci.arguments import expect_kind, expect_megabytes, expect_optional, expect_threads, expect_whole, shown
from damaci.board.move import Move
from damaci.book import SHIPPED
from damaci.engine.clock import Clock, time_for_move
from damaci.engine.contempt import CONTEMPT, MOST_CONTEMPT
from damaci.engine.engine import Engine
from damaci.engine.levels import LEVELS, Level
from damaci.engine.levels import level as find_level
from damaci.engine.limits import Limits
from damaci.errors import BadArgument, DamaciError, UnknownLevel
from damaci.game.game import Game
from damaci.hub.client import Client
from damaci.rules.catalogue import ruleset as find_ruleset

COMMAND = "cmd:"
DEFAULT_LIMITS = Limits(seconds=0.1)
HASH_MEGABYTES = 16
Number = TypeVar("Number", int, float)
_LIMITS: Mapping[str, Callable[[str], Any]] = {"depth": int, "nodes": int, "seconds": float}
_BOOKS = {"yes": SHIPPED, "no": None}
_LEAST = {"depth": 1, "nodes": 1, "threads": 1, "hash": 1, "contempt": 0}
"""The options whose values are whole numbers, and the smallest of each."""


class Player(Protocol):
    """An engine that plays one game after another."""

    def new_game(self, seed: int) -> None:
        """Prepares for a new game: everything about earlier games is forgotten. Raises HubError."""

    def move(self, game: Game, clock: Clock | None = None) -> Move:
        """The move that it plays, in the time of its clock if there is one. Raises HubError."""
        ...

    def stop(self) -> None:
        """Ends a running search, whatever its result; called from another thread."""

    def close(self) -> None:
        """Releases what the player holds."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A configured engine. `start` makes one player for each game that is played at the same time."""

    name: str
    start: Callable[[], Player]


class OwnPlayer:
    """Our engine in this process."""

    def __init__(self, engine: Engine, how: Limits | Level, contempt: int = CONTEMPT) -> None:
        self._engine = engine
        self._how = how
        self._contempt = contempt
        self._seed = 0

    def new_game(self, seed: int) -> None:
        """As Player."""
        self._engine.forget()
        self._seed = seed

    def move(self, game: Game, clock: Clock | None = None) -> Move:
        """As Player."""
        seconds = None
        if clock is not None:
            seconds = time_for_move(clock)
        return self._engine.play(game, self._how, self._seed, seconds, contempt=self._contempt)

    def stop(self) -> None:
        """As Player."""
        self._engine.stop()

    def close(self) -> None:
        """As Player."""


class HubPlayer:
    """Any engine in a process of its own. After a fault the next game gets a new process."""

    def __init__(self, command: str, limits: Limits, ruleset: str) -> None:
        self._command = command
        self._limits = limits
        self._ruleset = ruleset
        self._client = self._start()

    def new_game(self, seed: int) -> None:
        """As Player."""
        if self._client.closed:
            self._client = self._start()
        self._client.new_game()

    def move(self, game: Game, clock: Clock | None = None) -> Move:
        """As Player."""
        return self._client.think(game, clock or self._limits).move

    def stop(self) -> None:
        """As Player."""
        self._client.kill()

    def close(self) -> None:
        """As Player."""
        self._client.close()

    def _start(self) -> Client:
        return Client(self._command, ruleset=self._ruleset)


def read_contender(text: str, limits: Limits | None = None, ruleset: str = "turkish") -> Contender:
    """The contender that a text means: a level, options such as `nodes=5000,threads=1`, or `cmd:` and the command of
    a Hub engine.

    `limits` (0.1 s a move unless given) apply to a contender without limits of its own, and to a level beside its own.
    Options are depth, nodes, seconds, threads, hash (megabytes), contempt (centimen), level, book (yes or no, for a
    level) and name. Raises DamaciError.
    """
    expect_kind("an engine", text, str)
    expect_optional("limits", limits, Limits)
    find_ruleset(ruleset)
    if text.startswith(COMMAND):
        command = text.removeprefix(COMMAND)
        return Contender(command, lambda: HubPlayer(command, limits or DEFAULT_LIMITS, ruleset))
    if "=" not in text and not _is_level(text):
        raise DamaciError(
            f"no engine {shown(text)}: expected a level ({', '.join(LEVELS)}), options such as nodes=5000,threads=1, "
            f"or cmd:..."
        )
    options = _read_options(text if "=" in text else f"level={text}")
    try:
        threads = expect_threads(int(options.get("threads", 1)))
        megabytes = expect_megabytes(int(options.get("hash", HASH_MEGABYTES)))
        contempt = expect_whole("contempt", int(options.get("contempt", CONTEMPT)), 0, MOST_CONTEMPT)
        how = _how(options, limits)
    except BadArgument as error:
        raise DamaciError(f"engine {text!r}: {error}") from None
    book = _BOOKS[options.get("book", "yes")]

    def start() -> OwnPlayer:
        return OwnPlayer(Engine(megabytes, threads, book=book), how, contempt)

    return Contender(options.get("name", text), start)


def _how(options: dict[str, str], limits: Limits | None) -> Limits | Level:
    """The limits or the level in the options; without these, the limits of the match."""
    own = Limits(**{name: read(options[name]) for name, read in _LIMITS.items() if name in options})
    if "level" not in options:
        if own != Limits():
            return own
        return limits or DEFAULT_LIMITS
    level = find_level(options["level"])
    if own != Limits():
        return replace(level, limits=own)
    return replace(level, limits=_both(level.limits, limits or Limits()))


def _both(one: Limits, other: Limits) -> Limits:
    """The smaller limits of both."""
    return Limits(_least(one.depth, other.depth), _least(one.nodes, other.nodes), _least(one.seconds, other.seconds))


def _least(one: Number | None, other: Number | None) -> Number | None:
    return min((limit for limit in (one, other) if limit is not None), default=None)


def _read_options(text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in text.split(","):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if problem := _problem(name, value):
            raise DamaciError(f"engine {text!r}: {problem}")
        options[name] = value
    return options


def _problem(name: str, value: str) -> str | None:
    """What is wrong with an option; None if it is right."""
    if name in _LEAST:
        good = value.isascii() and value.isdigit() and len(value) < 16 and int(value) >= _LEAST[name]
        if good:
            return None
        return f"{name} is {value!r}: expected a whole number from {_LEAST[name]} on"
    if name == "seconds":
        if _is_time(value):
            return None
        return f"seconds is {value!r}: expected a number greater than 0"
    if name == "level":
        if _is_level(value):
            return None
        return f"no level {value!r}: expected one of {', '.join(LEVELS)}"
    if name == "book":
        if value in _BOOKS:
            return None
        return f"book is {value!r}: expected yes or no"
    if name == "name":
        if value:
            return None
        return "an empty name"
    return f"no option {name!r}: expected {', '.join(_LEAST)}, seconds, level, book or name"


def _is_time(text: str) -> bool:
    try:
        return 0 < float(text) < 1e9
    except ValueError:
        return False


def _is_level(name: str) -> bool:
    try:
        find_level(name)
    except UnknownLevel:
        return False
    return True
