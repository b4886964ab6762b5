"""Our engine for Hub programs: it reads lines and answers with lines. The only input that ends it is `quit`."""

import threading
from collections.abc import Callable, Iterable
from importlib.metadata import version

from damaci.arguments import expect_each, expect_function, expect_kind
from damaci.engine.engine import Engine
from damaci.engine.limits import Limits
from damaci.errors import DamaciError, GameOver
from damaci.game.game import Game
from damaci.hub.board import START, read_move, read_position
from damaci.hub.line import HubLine, read_line
from damaci.hub.pace import Pace, read_pace
from damaci.hub.parameters import Parameters
from damaci.hub.search import MODES, HubSearch, Mode
from damaci.hub.squares import Squares
from damaci.rules.endings import Endings
from damaci.tablebase import Tablebase, Terms

DEFAULT_PACE = Limits(seconds=1)
"""The limits before the first `level`."""


class Server:
    """One conversation. `write` takes a line without its end; it is called from several threads, one at a time."""

    def __init__(
        self, write: Callable[[str], None], tables: Callable[[str], Tablebase | None] = lambda ruleset: None
    ) -> None:
        """`tables`: the endgame tables to use for a ruleset. Raises BadArgument."""
        expect_function("write", write)
        expect_function("tables", tables)
        self._write = write
        self._tables = tables
        self._turn = threading.Lock()
        self._parameters = Parameters()
        self._engine: Engine | None = None
        self._game: Game | None = Game()
        self._pace: Pace = DEFAULT_PACE
        self._search: HubSearch | None = None
        self.failed: OSError | None = None
        """The error of the last write, if it failed: the other program no longer reads."""
        self._handlers: dict[str, Callable[[dict[str, str]], None]] = {
            "hub": self._hub,
            "set-param": self._set_parameter,
            "init": self._init,
            "pos": self._position,
            "level": self._level,
            "go": self._go,
            "new-game": self._new_game,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Handles lines until `quit`, the end of input or a failed write. Then a running search is ended and sends its
        move. Raises BadArgument for a value that is not a line."""
        for text in expect_each("lines", lines):
            if not self._receive(expect_kind("a line", text, str)) or self.failed:
                break
        self._end_search()

    def _receive(self, text: str) -> bool:
        try:
            line = read_line(text)
            return line is None or self._execute(line)
        except DamaciError as error:
            self._send(HubLine("error", {"message": str(error)}))
        except MemoryError:
            self._send(HubLine("error", {"message": "not enough memory"}))
        return True

    def _execute(self, line: HubLine) -> bool:
        """Handles a line, and returns whether the conversation goes on. `ping` and `ponder-hit` do not end a running
        search."""
        match line.command:
            case "ping":
                self._send(HubLine("pong"))
            case "ponder-hit":
                if self._search:
                    self._search.ponder_hit()
            case "stop":
                self._end_search()
            case "quit":
                return False
            case command if command in self._handlers:
                self._end_search()
                self._handlers[command](line.arguments)
            case command:
                known = ", ".join((*self._handlers, "ping", "ponder-hit", "stop", "quit"))
                raise DamaciError(f"no command {command[:40]!r}: expected one of {known}")
        return True

    def _send(self, line: HubLine) -> None:
        with self._turn:
            if self.failed:
                return
            try:
                self._write(str(line))
            except OSError as error:
                self.failed = error

    def _end_search(self) -> None:
        if self._search:
            self._search.stop()
            self._search = None

    # ---- commands ----------------------------------------------------------------------------------------------------

    def _hub(self, _: dict[str, str]) -> None:
        self._send(HubLine("id", {"name": "Damaci", "version": version("damaci"), "author": "The Damaci authors"}))
        for line in self._parameters.declared():
            self._send(line)
        self._send(HubLine("wait"))

    def _set_parameter(self, arguments: dict[str, str]) -> None:
        name = arguments.get("name", "")
        self._parameters.set(name, arguments.get("value", ""))
        if name in ("hash", "threads", "variant"):
            self._engine = None
        if name == "variant":
            self._game = Game(self._parameters.variant.value)

    def _init(self, _: dict[str, str]) -> None:
        self._ready_engine()
        self._send(HubLine("ready"))

    def _position(self, arguments: dict[str, str]) -> None:
        self._game = None  # until the new position is known to be valid
        position = arguments.get("pos") or START
        moves = arguments.get("moves", "").split()
        self._game = _read_game(self._parameters.variant.value, position, moves, self._squares)

    def _level(self, arguments: dict[str, str]) -> None:
        self._pace = read_pace(arguments)

    def _go(self, arguments: dict[str, str]) -> None:
        mode: Mode | None = next((MODES[word] for word in arguments or ("think",) if word in MODES), None)
        if mode is None:
            raise DamaciError("go: expected think, ponder or analyze")
        if self._game is None:
            raise DamaciError("go: there is no position, the last one was refused")
        if not self._game.legal_moves:
            raise DamaciError(f"go: there is no legal move in {self._game.position.fen}")
        engine = self._ready_engine()
        parameters = self._parameters
        self._search = HubSearch(
            engine,
            self._game,
            self._pace,
            mode,
            parameters.chosen_level(),
            parameters.seed.value,
            parameters.contempt.value,
            self._squares,
            self._send,
        )

    def _new_game(self, _: dict[str, str]) -> None:
        self._ready_engine().forget()

    @property
    def _squares(self) -> Squares:
        return Squares(self._parameters.squares.value)

    def _ready_engine(self) -> Engine:
        """The engine for the variant, with its endgame tables opened, so that no search loses time for that."""
        if self._engine is None:
            parameters = self._parameters
            tables = self._tables(parameters.variant.value)
            if tables:
                tables.usable(Terms.of(parameters.variant.value))
            self._engine = Engine(parameters.hash.value, parameters.threads.value, tables=tables)
        return self._engine


def _read_game(ruleset: str, position: str, moves: list[str], squares: Squares) -> Game:
    """The game with its earlier moves.

    A game that is drawn by our rules, but in which another program plays on, is searched without draw rules.
    """
    start = read_position(position, ruleset).fen
    try:
        game = _replay(Game(ruleset, start), moves, squares)
    except GameOver:
        return _replay(Game(ruleset, start, Endings()), moves, squares)
    if game.legal_moves:
        return game
    return _replay(Game(ruleset, start, Endings()), moves, squares)


def _replay(game: Game, moves: list[str], squares: Squares) -> Game:
    for ply, text in enumerate(moves, 1):
        try:
            game.push(read_move(game.position, text, squares))
        except GameOver:
            raise
        except DamaciError as error:
            raise DamaciError(f"pos: move {ply}: {error}") from None
    return game
