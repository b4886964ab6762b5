"""Controls any engine that speaks Hub. Whatever the engine does, a call ends in time, with an answer or a HubError."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import inf
from time import monotonic
from types import TracebackType
from typing import Self

from damaci.arguments import bad, expect_kind, expect_number, expect_positive
from damaci.engine.clock import Clock
from damaci.engine.limits import LONGEST_SECONDS, Limits
from damaci.errors import BadArgument, DamaciError, GameOver
from damaci.game.game import Game
from damaci.hub.answer import Answer, Info, read_info
from damaci.hub.board import read_move, write_move, write_position
from damaci.hub.errors import EngineDied, EngineSilent, HubError, IllegalAnswer, Nonsense
from damaci.hub.line import HubLine, read_line
from damaci.hub.output_reader import END, OVERLONG, OutputReader
from damaci.hub.pace import Pace, write_pace
from damaci.hub.squares import Squares
from damaci.rules.catalogue import RULESETS

START_SECONDS = 20.0
"""How long an engine may take to get ready."""
GRACE_SECONDS = 1.0
"""How much later than its time an answer may come, in seconds."""
NODES_A_SECOND = 1_000
"""With a limit of nodes, an engine slower than this is considered hung."""
DEPTH_SECONDS = 600.0
"""How long an answer may take when the only limit is a depth."""
STOP_SECONDS = 5.0
"""How long an engine may take to end a search, or to quit, after the command."""

LONGEST_NAME = 100
"""The most characters of a program's name in a message."""

OnInfo = Callable[[Info], None]


class Client:
    """An engine in a process of its own. Calls block; `stop` can be called from another thread.

    After a HubError it is closed: the process has been killed, and a new client is needed.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        parameters: Mapping[str, str] | None = None,
        *,
        ruleset: str = "turkish",
        start_seconds: float = START_SECONDS,
        grace_seconds: float = GRACE_SECONDS,
    ) -> None:
        """Starts the engine and prepares it; `ruleset` becomes its parameter `variant`, if it knows that word.

        The parameter `squares` sets the notation of moves: see `damaci.hub.squares`.

        Raises EngineDied, EngineSilent, Nonsense; DamaciError for an empty command or a parameter that the engine has
        not declared.
        """
        self._words = _split(command)
        if not self._words:
            raise DamaciError("an empty command: expected the program of an engine")
        self.name = self._words[0]
        """The name that the engine gives itself."""
        self.parameters: dict[str, dict[str, str]] = {}
        """The engine's declaration of each of its parameters."""
        self._grace = expect_number("grace_seconds", grace_seconds, 0, LONGEST_SECONDS)
        self._patience = expect_positive("start_seconds", start_seconds, LONGEST_SECONDS)
        if not isinstance(parameters or {}, Mapping):
            raise bad("parameters", parameters, "a mapping from names to values")
        self._deadline = monotonic() + start_seconds
        self._game: Game | None = None
        variant = (parameters or {}).get("variant")
        self._ruleset = variant if variant in RULESETS else ruleset
        asked = (parameters or {}).get("squares")
        self._squares = Squares(asked) if asked in tuple(Squares) else Squares.NUMBERS
        self.closed = False
        """Whether its process has ended."""
        self._process = self._start()
        self._output = OutputReader(self._process)
        try:
            self._introduce(ruleset, parameters or {})
        except BaseException:
            self.kill()
            raise

    # ---- using -------------------------------------------------------------------------------------------------------

    def think(self, game: Game, pace: Pace, on_info: OnInfo | None = None) -> Answer:
        """The move that the engine plays. Raises EngineDied, EngineSilent, IllegalAnswer, Nonsense, and the errors of
        `go`."""
        self.go(game, pace, "think")
        return self.answer(on_info=on_info)

    def go(self, game: Game, pace: Pace, mode: str = "think") -> None:
        """Begins a search, `think`, `ponder` or `analyze`, without waiting for its end. Raises EngineDied, GameOver,
        and BadArgument for a game with another ruleset than the engine's.

        To ponder, pass the game with the expected reply already played.
        """
        expect_kind("game", game, Game)
        if not isinstance(pace, Limits | Clock):
            raise bad("pace", pace, "Limits, or a Clock")
        if game.ruleset.name != self._ruleset:
            raise BadArgument(f"a game of {game.ruleset.name}: expected {self._ruleset}, which {self.name} plays")
        if not game.legal_moves:
            raise GameOver(f"there is nothing to play in {game.position.fen}: the game is over")
        self._game = game.copy()
        self._patience = _patience(pace) + self._grace
        self._deadline = monotonic() + self._patience
        if mode == "ponder":
            self._deadline = inf
        where = {"pos": write_position(game.start)}
        if game.moves:
            where["moves"] = " ".join(write_move(move, self._squares) for move in game.moves)
        self._send(HubLine("pos", where))
        self._send(write_pace(pace))
        self._send(HubLine("go", {mode: ""}))

    def ponder_hit(self) -> None:
        """Tells the engine that the opponent has played the expected move: the time counts from now on."""
        self._deadline = monotonic() + self._patience
        self._send(HubLine("ponder-hit"))

    def stop(self) -> None:
        """Asks the running search to end; its answer follows within STOP_SECONDS."""
        self._deadline = monotonic() + STOP_SECONDS
        self._send(HubLine("stop"))

    def answer(self, on_info: OnInfo | None = None) -> Answer:
        """Waits for the move of the running search, as long as its pace allows. Raises the same errors as `think`,
        and exceptions of `on_info`."""
        if self._game is None:
            raise DamaciError("there is no search to answer: expected go before answer")
        info = None
        while True:
            line = self._receive("a move")
            if line.command == "info":
                info = read_info(line.arguments)
                if on_info:
                    on_info(info)
            elif line.command == "done":
                return self._read_answer(self._game, line.arguments, info)

    def ping(self, seconds: float = STOP_SECONDS) -> None:
        """Raises a HubError unless the engine answers in time."""
        self._deadline = monotonic() + expect_positive("seconds", seconds, LONGEST_SECONDS)
        self._send(HubLine("ping"))
        self._wait_for("pong")

    def new_game(self) -> None:
        """Tells the engine that the next search belongs to another game."""
        self._send(HubLine("new-game"))

    def close(self) -> None:
        """Asks the engine to quit, and kills it if it does not."""
        with suppress(HubError, subprocess.TimeoutExpired):
            self._send(HubLine("quit"))
            self._process.wait(STOP_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Ends the engine's process, and those it has started."""
        if self.closed:
            return
        self.closed = True
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._output.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ---- the conversation --------------------------------------------------------------------------------------------

    def _start(self) -> "subprocess.Popen[bytes]":
        pipe = subprocess.PIPE
        try:
            # In a session of its own, so that Ctrl-C reaches only this process.
            return subprocess.Popen(self._words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise EngineDied(f"{self.name[:LONGEST_NAME]} cannot be started: {reason}") from None

    def _introduce(self, ruleset: str, parameters: Mapping[str, str]) -> None:
        self._send(HubLine("hub"))
        while (line := self._receive("wait")).command != "wait":
            if line.command == "id":
                self.name = line.arguments.get("name") or self.name
            elif line.command == "param":
                self.parameters[line.arguments.get("name", "")] = line.arguments
        variants = self.parameters.get("variant", {}).get("values", "").split()
        values = dict(parameters)
        if ruleset in variants:
            values = {"variant": ruleset} | values
        for name, value in values.items():
            self._set(name, value)
        self._send(HubLine("init"))
        self._wait_for("ready")

    def _set(self, name: str, value: str) -> None:
        if name not in self.parameters:
            raise DamaciError(
                f"{self.name} has no parameter {name!r}: expected one of {', '.join(self.parameters) or '(none)'}"
            )
        self._send(HubLine("set-param", {"name": name, "value": value}))

    def _send(self, line: HubLine) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._died() from None

    def _wait_for(self, command: str) -> None:
        while self._receive(command).command != command:
            pass

    def _receive(self, expected: str) -> HubLine:
        """The next line that can be read; by the protocol, other lines are ignored. It polls, because `stop` in another
        thread changes the deadline."""
        complaint = ""
        while (left := self._deadline - monotonic()) > 0:
            text = self._output.next(min(left, 0.1))
            if text is END:
                raise self._died()
            if text is OVERLONG:
                raise self._nonsense("a line that does not end")
            with suppress(DamaciError):
                if text and (line := read_line(text)):
                    if line.command != "error":
                        return line
                    complaint = f"; it said: {line.arguments.get('message', '')[:200]}"
        self.kill()
        raise EngineSilent(f"{self.name} did not answer in time: expected {expected}{complaint}")

    # ---- answers -----------------------------------------------------------------------------------------------------

    def _read_answer(self, game: Game, arguments: Mapping[str, str], info: Info | None) -> Answer:
        text = arguments.get("move", "")
        try:
            move = read_move(game.position, text, self._squares)
        except DamaciError as error:
            self.kill()
            raise IllegalAnswer(f"{self.name} played {text[:40]!r}: {error}") from None
        game.push(move)
        ponder = None
        with suppress(DamaciError):
            ponder = read_move(game.position, arguments.get("ponder", ""), self._squares)
        self._game = None
        return Answer(move, ponder, info)

    def _nonsense(self, said: str) -> Nonsense:
        self.kill()
        return Nonsense(f"{self.name} said {said}")

    def _died(self) -> EngineDied:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(STOP_SECONDS)
        self.kill()
        words = self._output.last_words
        return EngineDied(f"{self.name} ended with status {self._process.returncode}{f': {words}' if words else ''}")


def _split(command: str | Sequence[str]) -> list[str]:
    """The words of a command, which may have quotes. Raises DamaciError."""
    if not isinstance(command, str):
        if not isinstance(command, Sequence) or not all(isinstance(word, str) for word in command):
            raise bad("a command", command, "a text, or a list of texts")
        return list(command)
    try:
        return shlex.split(command, posix=sys.platform != "win32")
    except ValueError as error:
        raise DamaciError(f"the command {command!r} cannot be read: {error}") from None


def _patience(pace: Pace) -> float:
    """Seconds that an engine may take at this pace."""
    if isinstance(pace, Clock):
        return pace.seconds
    if pace.seconds is not None:
        return pace.seconds
    if pace.nodes is not None:
        return max(STOP_SECONDS, pace.nodes / NODES_A_SECOND)
    if pace.depth is None:
        return inf
    return DEPTH_SECONDS
