"""A tactical suite: positions with a single winning move that a shallow search does not find.

`python tools/tactics.py find FILE --count 300` finds them in games of the engine against itself; after Ctrl-C, the same
command continues. `python tools/tactics.py score FILE --seconds 1` prints how many the engine solves, within how many
nodes, and of which themes. It also scores a suite of hard positions, which `python -m lab suite` finds.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from damaci import Analysis, Engine, Game, Limits, Position
from damaci.match.openings import alike

RANDOM_PLIES = 8
FIRST_PLIES = (10, 60)
"""Each game is searched for tactics from a random ply between these."""
LAST_PLY = 120
PLAYING = Limits(nodes=1_000)
BALANCED = 200
"""Centimen. A game whose score is larger than this is abandoned."""
FEWEST_PIECES = 6
SHALLOW = Limits(depth=1)
GLANCE = Limits(nodes=3_000)
"""A search that already has to see a win. Without it, finding would take many times as long, and would find harder
positions."""
SCREENING = Limits(nodes=40_000)
DEEP = Limits(depth=10)
VERIFYING = Limits(nodes=2_000_000)
WINNING = 200
ORDINARY = 100
"""Centimen: the winning move is worth at least WINNING, and every other move less than ORDINARY."""
GAP = 200
KEPT_GAP = 150
"""Centimen between the best and the second move: GAP in the deep search, KEPT_GAP in the longer searches."""
MADE = f"""\
Games of the engine against itself: {RANDOM_PLIES} plies at random, then {PLAYING.nodes:,} nodes a move, \
while neither side is {BALANCED} centimen ahead. From a random ply on, every legal move is tried as a blunder. \
The position after it is kept if there is nothing to capture, {FEWEST_PIECES} pieces or more are left, \
depth {SHALLOW.depth} prefers another move than the one that wins, \
{GLANCE.nodes:,} nodes see a score of {WINNING} centimen, and this one wins alone: \
at depth {DEEP.depth}, with the learned and with the hand-made evaluation, it is worth {WINNING} centimen \
or a forced win, every other less than {ORDINARY} and by {GAP} less; \
and with {VERIFYING.nodes:,} nodes still by {KEPT_GAP}. \
At most one a game; no two alike or mirrored."""
SCALE = (1, 3)
"""The factors of the numbers of nodes for which the score is printed."""


@dataclass(frozen=True)
class Tactic:
    """A position and its right move, with the scores of the best and the second move, and the game that it is from."""

    fen: str
    move: str
    score: str
    second: str
    game: int = 0
    ply: int = 0
    themes: tuple[str, ...] = ()
    """The themes of a hard position: see `lab/suite`."""


# ---- the file: a line of JSON about how it was made, then one for each position --------------------------------------


def read(path: Path) -> tuple[str, list[Tactic]]:
    """Reads the ruleset and the positions of a file."""
    about, *lines = path.read_text(encoding="utf-8").splitlines()
    return json.loads(about)["ruleset"], [_tactic(json.loads(line)) for line in lines]


def _tactic(row: dict[str, Any]) -> Tactic:
    known = {name: row[name] for name in ("fen", "move", "score", "second", "game", "ply") if name in row}
    return Tactic(**known, themes=tuple(row.get("themes", ())))


def begin(path: Path, ruleset: str) -> None:
    """Writes a file without positions."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"ruleset": ruleset, "made": MADE}) + "\n", encoding="utf-8")


def append(path: Path, tactic: Tactic) -> None:
    """Adds a position to the file."""
    with path.open("a", encoding="utf-8") as file:
        row = asdict(tactic)
        del row["themes"]
        file.write(json.dumps(row) + "\n")


# ---- finding ---------------------------------------------------------------------------------------------------------


class Finder:
    """Plays games and finds tactics in them. A game depends only on its number."""

    def __init__(self, ruleset: str, known: list[Tactic]) -> None:
        self.ruleset = ruleset
        self.seen = {fen for tactic in known for fen in alike(Position.from_fen(tactic.fen, ruleset))}
        self.player = Engine(1)
        self.engine = Engine(16)
        self.plain = Engine(16, learned=False)

    def find(self, first_game: int) -> Iterator[Tactic]:
        """Yields tactics without end, at most one for each game."""
        for number in count(first_game):
            tactic = next(self._in_game(number), None)
            if tactic:
                self.seen |= alike(Position.from_fen(tactic.fen, self.ruleset))
                yield tactic

    def _in_game(self, number: int) -> Iterator[Tactic]:
        for game in self._play(Random(f"tactics {number}")):
            for blunder in game.legal_moves:
                position = game.position.play(blunder)
                found = self._look(position) if position.fen not in self.seen else None
                if found:
                    best, second = found.lines
                    yield Tactic(
                        position.fen, position.text(best.move), str(best.score), str(second.score), number, game.ply + 1
                    )

    def _play(self, random: Random) -> Iterator[Game]:
        game = Game(self.ruleset)
        first_ply = random.randint(*FIRST_PLIES)
        while game.legal_moves and game.ply < LAST_PLY:
            if game.ply < RANDOM_PLIES:
                game.push(random.choice(game.legal_moves))
                continue
            if game.ply >= first_ply:
                yield game
            found = search(self.player, game, PLAYING)
            if abs(found.score.centimen) >= BALANCED:
                return
            game.push(found.lines[0].move)

    def _look(self, position: Position) -> Analysis | None:
        """The deepest analysis, if all agree that a single move wins and the shallow one prefers another move."""
        if position.must_capture or len(position.legal_moves) < 2 or len(position.pieces()) < FEWEST_PIECES:
            return None
        if search(self.player, position, GLANCE).score.centimen < WINNING:
            return None
        winning = self._single(self.engine, position, SCREENING, KEPT_GAP)
        if winning is None or search(self.player, position, SHALLOW).best == winning.best:
            return None
        deep = (self._single(engine, position, DEEP, GAP) for engine in (self.engine, self.plain))
        if not all(each and each.best == winning.best for each in deep):
            return None
        verified = self._single(self.engine, position, VERIFYING, KEPT_GAP)
        if verified is None or verified.best != winning.best:
            return None
        return verified

    @staticmethod
    def _single(engine: Engine, position: Position, limits: Limits, gap: int) -> Analysis | None:
        """The two best moves, if the first wins and no other does."""
        found = search(engine, position, limits, lines=2)
        best, second = (line.score.centimen for line in found.lines)
        if best < WINNING or second >= ORDINARY or best - second < gap:
            return None
        return found


def search(engine: Engine, subject: Position | Game, limits: Limits, lines: int = 1) -> Analysis:
    """An analysis with an empty transposition table."""
    engine.forget()
    return engine.analyse(subject, depth=limits.depth, nodes=limits.nodes, lines=lines)


def run_find(options: argparse.Namespace) -> int:
    """Adds positions to the file until there are enough."""
    if not options.file.exists():
        begin(options.file, options.ruleset)
    ruleset, known = read(options.file)
    finder = Finder(ruleset, known)
    tactics = finder.find(known[-1].game + 1 if known else options.first_game)
    for number in range(len(known) + 1, options.count + 1):
        tactic = next(tactics)
        append(options.file, tactic)
        print(f"{number} of {options.count}: game {tactic.game}, {tactic.fen} {tactic.move} {tactic.score}", flush=True)
    return 0


# ---- scoring ---------------------------------------------------------------------------------------------------------


def solve(engine: Engine, tactic: Tactic, ruleset: str, limits: Limits) -> Analysis | None:
    """The first analysis after which the engine no longer changes the winning move; None if it ends with another move.
    The engine begins with an empty transposition table."""
    position = Position.from_fen(tactic.fen, ruleset)
    depths: list[Analysis] = []
    engine.forget()
    depths.append(
        engine.analyse(position, depth=limits.depth, nodes=limits.nodes, seconds=limits.seconds, on_depth=depths.append)
    )
    winning = position.parse_move(tactic.move)
    solved = None
    for found in reversed(depths):
        if found.best != winning:
            break
        solved = found
    return solved


def run_score(options: argparse.Namespace) -> int:
    """Prints how many positions are solved, after how many nodes, and by theme."""
    ruleset, tactics = read(options.file)
    tactics = sample(tactics, options.sample or len(tactics))
    engine = Engine(64)
    limits = Limits(nodes=options.nodes, seconds=options.seconds)
    solved: dict[Tactic, Analysis] = {}
    for number, tactic in enumerate(tactics, 1):
        found = solve(engine, tactic, ruleset, limits)
        if found:
            solved[tactic] = found
        elif not options.quiet:
            print(f"not solved: {tactic.fen} {tactic.move} {tactic.score}")
        if sys.stderr.isatty():
            print(f"{len(solved)} of {number}", end="\r", file=sys.stderr, flush=True)
    print(f"solved {len(solved)} of {len(tactics)}, {len(solved) / len(tactics):.1%}")
    print_nodes([found.nodes for found in solved.values()])
    print_themes(tactics, solved)
    return 0


def sample(tactics: list[Tactic], count: int) -> list[Tactic]:
    """`count` of the tactics, spread evenly, or all if there are not more."""
    if count >= len(tactics):
        return tactics
    return [tactics[number * len(tactics) // count] for number in range(count)]


def print_nodes(needed: list[int]) -> None:
    """Prints how many positions are solved within how many nodes, from the first number at which any is solved."""
    for nodes in scale(100, max(needed, default=0)):
        within = sum(each <= nodes for each in needed)
        if within:
            print(f"within {nodes:12,} nodes: {within}")


def print_themes(tactics: list[Tactic], solved: Collection[Tactic]) -> None:
    """Prints how many positions of each theme are solved."""
    every = Counter(theme for tactic in tactics for theme in tactic.themes)
    done = Counter(theme for tactic in solved for theme in tactic.themes)
    for theme, number in every.most_common():
        print(f"{theme:13}: {done[theme]} of {number}, {done[theme] / number:.0%}")


def scale(first: int, last: int) -> Iterator[int]:
    """`first`, three times and ten times `first`, and so on, up to the first number that is not less than `last`."""
    for power in count():
        for step in SCALE:
            yield first * step * 10**power
            if first * step * 10**power >= last:
                return


def positive(text: str) -> int:
    """A whole number, at least 1. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text}: expected a whole number, 1 at least")
    return int(text)


def main() -> int:
    """Runs the command: find or score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    finding = commands.add_parser("find")
    finding.add_argument("--count", type=int, default=300)
    finding.add_argument("--ruleset", default="turkish")
    finding.add_argument(
        "--first-game",
        type=int,
        default=0,
        help="the number of a new file's first game; different numbers give different games",
    )
    finding.set_defaults(run=run_find)
    scoring = commands.add_parser("score")
    scoring.add_argument("--nodes", type=int)
    scoring.add_argument("--seconds", type=float)
    scoring.add_argument("--sample", type=positive, help="score only this many positions, spread evenly")
    scoring.add_argument("--quiet", action="store_true", help="do not print the unsolved positions")
    scoring.set_defaults(run=run_score)
    for command in (finding, scoring):
        command.add_argument("file", type=Path)
    options = parser.parse_args()
    return int(options.run(options))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
