"""Random positions and games, written as hashes: two Pythons that agree on every move, text and refusal write the same
hashes.

This runs in Pyodide and in the Python of the tests, so it imports nothing but damaci.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from random import Random

from damaci import _kernel
from damaci.board.position import Position
from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.game.record import from_pdn, to_pdn
from damaci.notation import pdn
from damaci.play import Refusal, Table, decide
from damaci.play import commands as c
from damaci.play.events import ClockTimes, Seat, Settings
from damaci.play.phrases import PHRASES
from damaci.rules.catalogue import RULESETS
from damaci.rules.endings import Endings, OneEach
from damaci.rules.options import Options
from damaci.wire import view
from damaci.wire.codec import encode

PERSON = Seat("person")
ENGINE = Seat("engine", level="easy")
LONGEST = 160


def main(arguments: list[str]) -> str:
    """`arguments`: a seed, and kinds with their numbers (`games=6`). Returns the hashes of each kind and ruleset as
    JSON."""
    seed, *kinds = arguments
    told = {"conformance": hashed(conformance())}
    for each in kinds:
        kind, _, count = each.partition("=")
        tell = {"positions": positions, "games": games, "records": records}[kind]
        told |= {f"{kind} {name}": hashed(tell(Random(f"{kind} {name} {seed}"), name, int(count))) for name in RULESETS}
    return json.dumps(told)


def hashed(told: Iterator[str | bytes]) -> str:
    """The hash of all parts."""
    digest = hashlib.sha256()
    for part in told:
        digest.update(part if isinstance(part, bytes) else part.encode())
        digest.update(b"\n")
    return digest.hexdigest()


def conformance() -> Iterator[str]:
    """The positions of the conformance data: their moves and their first counts."""
    data = Path(__file__).parents[1] / "data" / "conformance"
    for line in (data / "positions.jsonl").read_text("utf-8").splitlines():
        known = json.loads(line)
        position = Position.from_fen(known["fen"], known["ruleset"])
        assert [position.perft(depth) for depth in (1, 2, 3)] == known["perft"], line
        yield f"{position.fen} {sorted(position.kernel.moves())}"


# ---- positions -------------------------------------------------------------------------------------------------------


def positions(random: Random, ruleset: str, count: int) -> Iterator[str]:
    """The kernel's results for the positions of random games, and for positions with many kings."""
    yield json.dumps(_kernel.movement(ruleset))
    for number in range(count):
        position = Position.start(ruleset) if number % 3 else crowd(random, ruleset)
        while position.has_moves and random.random() > 0.02:
            yield from told_of(random, position)
            position = position.play(random.choice(position.legal_moves))
            if random.random() < 0.02:
                position = Position(position.kernel.promote_all(random.random() < 0.5))


def crowd(random: Random, ruleset: str) -> Position:
    """A position with random pieces, most of them kings."""
    squares = [square for square in range(64) if not _kernel.movement(ruleset)["dark_squares_only"] or dark(square)]
    chosen = random.sample(squares, random.randrange(4, 20))
    sets = [0, 0, 0, 0]
    for square in chosen:
        inner = 8 <= square < 56
        kind = random.choice((0, 1, 1, 2, 3, 3)) if inner else random.choice((1, 3))
        sets[kind] |= 1 << square
    return Position(_kernel.Position(ruleset, *sets, random.random() < 0.5))


def dark(square: int) -> bool:
    """Whether a square has the colour of a1."""
    return (square // 8 + square % 8) % 2 == 0


def told_of(random: Random, position: Position) -> Iterator[str]:
    """The moves, paths, texts, hashes and refusals of a position."""
    yield f"{position.fen} {position.key} {position.kernel.capture_count()}"
    for move in position.legal_moves:
        yield f"{move!r} {position.text(move)} {[str(path) for path in position.paths(move, limit=20)]}"
    yield str([str(path) for path in position.all_captures(limit=100)])
    yield outcome(lambda: position.parse_move(attempt(random)))
    yield outcome(lambda: position.kernel.play((random.randrange(64), random.randrange(64), 0)).key)
    if random.random() < 0.05:
        yield str([position.perft(3), position.perft(3, hash_megabytes=1)])
        yield outcome(lambda: position.perft(2, paths=True))


def attempt(random: Random) -> str:
    """A random move text, mostly of an illegal move."""
    squares = ["abcdefgh"[random.randrange(8)] + "12345678"[random.randrange(8)] for _ in range(random.randrange(1, 4))]
    return random.choice(("-", "x", "", " ")).join(squares)


def outcome(call: Callable[[], object]) -> str:
    """The result of a call, or its exception, as text."""
    try:
        return str(call())
    except (DamaciError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


# ---- records ---------------------------------------------------------------------------------------------------------


def records(random: Random, ruleset: str, count: int) -> Iterator[str]:
    """Games as PDN, read back, transcribed and written again."""
    for _ in range(count):
        game = Game(ruleset, None, endings(random), Options(last_three_kings=random.random() < 0.3))
        while game.legal_moves and game.ply < LONGEST:
            game.push(random.choice(game.legal_moves))
        text = pdn.write_game(to_pdn(game, {"White": "Ayşe", "Event": "a “test”"}))
        yield text
        [read] = pdn.read(StringIO(text))
        yield pdn.write_game(read)
        again = from_pdn(read)
        yield f"{again.position.fen} {again.ply}"
        start = Position.start(ruleset).kernel
        body = text.partition("\n\n")[2].replace(" 2. ", " {ünlü  [%clk 0:10:00]} $2 (1... c6-c5) 2. ")
        for last_three_kings in (False, True):
            yield str(start.transcribe(body, last_three_kings))
            yield f"{start.write_words(body, last_three_kings)} {start.read_game(body, last_three_kings)}"


def endings(random: Random) -> Endings:
    """Random draw rules."""
    return Endings(
        random.choice(list(OneEach)), random.choice((0, 4, 16)), random.choice((0, 3)), random.choice((0, 12))
    )


# ---- games -----------------------------------------------------------------------------------------------------------


def games(random: Random, ruleset: str, count: int) -> Iterator[bytes]:
    """Every message of games with random requests, also impossible ones."""
    for number in range(count):
        yield from Commotion(random, ruleset, f"g{number}").messages()


class Commotion:
    """A table at which both sides make random requests."""

    def __init__(self, random: Random, ruleset: str, name: str) -> None:
        clock = random.choice((None, ClockTimes(300, 2), ClockTimes(20, 1)))
        options = Options(random.random() < 0.3, random.random() < 0.3, random.random() < 0.3)
        settings = Settings(ruleset=ruleset, clock=clock, endings=endings(random), options=options)
        self.random = random
        self.name = name
        self.at = 1_000_000.0
        self.table = Table.fold(Table.open(settings, PERSON, random.choice((PERSON, PERSON, ENGINE)), self.at))

    def messages(self) -> Iterator[bytes]:
        """All messages to both sides and to spectators."""
        yield self._snapshot()
        after_the_end = 0
        while self.table.ply < LONGEST and after_the_end < 6:
            yield from self._do(self._command())
            after_the_end += self.table.ended is not None
        yield self._snapshot()

    def _snapshot(self) -> bytes:
        return encode(view.snapshot(self.name, self.table, ["white", "black"], self.at))

    def _do(self, command: c.AnyCommand) -> Iterator[bytes]:
        self.at += self.random.choice((0.0, 0.5, 1.5, 3.0))
        decision = decide(self.table, command, self.at)
        if isinstance(decision, Refusal):
            yield encode(view.refused("1", decision))
            return
        self.table.apply(decision)
        for held in ((), ("white",), ("black",)):
            yield encode(view.update(self.table, decision.events, held, self.at))

    def _command(self) -> c.AnyCommand:
        side = self.random.choice(("white", "black"))
        ply = self.table.ply + 1
        choice = self.random.random()
        if choice < 0.72 and self.table.game.legal_moves and not self.table.ended:
            move = self.random.choice(self.table.game.legal_moves)
            return c.Move(color=self.table.turn, ply=ply, move=str(move), id=str(self.random.randrange(9)))
        if choice < 0.82:
            return c.Move(color=side, ply=ply - self.random.randrange(2), move=attempt(self.random))
        if choice < 0.86:
            return c.Touch(color=side, ply=ply, square=attempt(self.random)[:2])
        if choice < 0.88:
            return c.Say(color=side, phrase=self.random.choice(PHRASES))
        if choice < 0.89:
            return c.Tick()
        if choice < 0.893:
            return c.Resign(color=side)
        if self.table.rematch.by and self.random.random() < 0.5:
            return c.BeginRematch(color=side, game="next")
        asked = (c.OfferDraw, c.DeclineDraw, c.OfferTakeback, c.OfferTakeback, c.DeclineTakeback, c.OfferRematch)
        return self.random.choice((*asked, c.DeclineRematch, c.DeclineDraw))(color=side)
