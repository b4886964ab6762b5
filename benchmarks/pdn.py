"""Measures how fast PDN is read, written and converted on one core: `python -m benchmarks.pdn`."""

import io
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from time import process_time

from click.testing import CliRunner

from damaci import Game, pdn, to_pdn
from damaci.cli.convert import convert

GAMES = 100
LONGEST = 80
SCANNED = 20_000_000
"""Characters that are scanned, and read with a check of every move."""
CONVERTED = 4_000_000
"""Characters that are converted."""


def random_game(random: Random) -> pdn.PdnGame:
    """A random game, cut off after a number of moves."""
    game = Game()
    while game.legal_moves and game.ply < LONGEST:
        game.push(random.choice(game.legal_moves))
    return to_pdn(
        game,
        {
            "Event": "Benchmark",
            "Site": "here",
            "Date": "2026.11.01",
            "Round": "-",
            "White": "Chance",
            "Black": "Chance",
        },
    )


def with_clocks(game: pdn.PdnGame) -> pdn.PdnGame:
    """The same game with the time left written after each move."""
    for ply, node in enumerate(game.line.nodes):
        node.clock = 600 - 5 * ply
    return game


def report(what: str, size: int, work: Callable[[], object]) -> None:
    """Does the work three times and prints the best speed by processor time, which other load on the machine affects
    less."""
    seconds = []
    for _ in range(3):
        started = process_time()
        work()
        seconds.append(process_time() - started)
    print(f"{what:36} {size / min(seconds) / 1e6:6.1f} MB/s")


def count(games: Iterable[object]) -> int:
    """The number of games, counted by going through all of them."""
    return sum(1 for _ in games)


def measure(kind: str, games: list[pdn.PdnGame], folder: Path) -> None:
    """Scans a large file of these games and reads it with a check of every move, converts a smaller one, and makes
    Python values of the games."""
    small = "\n".join(map(pdn.write_game, games))
    path = written(folder / f"{kind}.pdn", small, SCANNED)
    size = path.stat().st_size
    report(f"scan, {kind}", size, lambda: count(pdn.scan(path)))
    report(f"scan and list moves, {kind}", size, lambda: sum(len(game.moves()) for game in pdn.scan(path)))
    report(f"read by the rules, {kind}", size, lambda: count(pdn.read(path)))
    report(
        f"read and make moves, {kind}", len(small), lambda: sum(len(game.moves) for game in pdn.read(small.encode()))
    )
    report(f"write, {kind}", len(small), lambda: pdn.write(games, io.StringIO()))
    source = written(folder / f"{kind}-convert.pdn", small, CONVERTED)
    for ending in ("pdn", "json", "jsonl"):
        report_conversion(source, folder / f"{kind}-out.{ending}")


def written(path: Path, games: str, size: int) -> Path:
    """A file of about this size that repeats the same games."""
    path.write_text(f"{games}\n" * (size // len(games)), encoding="utf-8", newline="\n")
    return path


def report_conversion(source: Path, target: Path) -> None:
    """Prints the speed of `damaci convert` as the input read in a second of processor time."""
    what = f"convert, {source.stem.partition('-')[0]}, {source.suffix[1:]} to {target.suffix[1:]}"
    report(what, source.stat().st_size, lambda: run([str(source), str(target)]))


def run(arguments: list[str]) -> None:
    """Runs the command in this process. Raises what the command raises."""
    CliRunner().invoke(convert, arguments, catch_exceptions=False)


def main() -> None:
    """Measures games without and with comments."""
    random = Random(1)
    games = [random_game(random) for _ in range(GAMES)]
    with tempfile.TemporaryDirectory() as folder:
        measure("plain", games, Path(folder))
        measure("clocks", [with_clocks(game) for game in games], Path(folder))


if __name__ == "__main__":
    main()
