"""How fast PDN is read and written, on one core: `python -m benchmarks.pdn`."""

import io
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from time import process_time

from damaci import Game, pdn, to_pdn

GAMES = 100
LONGEST = 80
SCANNED = 20_000_000
"""Characters that the fast part reads."""


def random_game(random: Random) -> pdn.PdnGame:
    """A game of chance, ended where it goes on too long."""
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
    """The same with the time left behind each move."""
    for ply, node in enumerate(game.line.nodes):
        node.clock = 600 - 5 * ply
    return game


def report(what: str, size: int, work: Callable[[], object]) -> None:
    """Does it three times and tells the best, in time of the processor: what else runs on the machine matters less."""
    seconds = []
    for _ in range(3):
        started = process_time()
        work()
        seconds.append(process_time() - started)
    print(f"{what:28} {size / min(seconds) / 1e6:6.1f} MB/s")


def count(games: Iterable[object]) -> int:
    """Uses up an iterator."""
    return sum(1 for _ in games)


def measure(kind: str, games: list[pdn.PdnGame], folder: Path) -> None:
    """Scans a large file of these games, reads it by the rules, and makes Python values of fewer of them."""
    small = "\n".join(map(pdn.write_game, games))
    path = folder / f"{kind}.pdn"
    path.write_text(f"{small}\n" * (SCANNED // len(small)), encoding="utf-8", newline="\n")
    size = path.stat().st_size
    report(f"scan, {kind}", size, lambda: count(pdn.scan(path)))
    report(f"scan and list moves, {kind}", size, lambda: sum(len(game.moves()) for game in pdn.scan(path)))
    report(f"read by the rules, {kind}", size, lambda: count(pdn.read(path)))
    report(
        f"read and make moves, {kind}", len(small), lambda: sum(len(game.moves) for game in pdn.read(small.encode()))
    )
    report(f"write, {kind}", len(small), lambda: pdn.write(games, io.StringIO()))


def main() -> None:
    """Measures games without and with comments."""
    random = Random(1)
    games = [random_game(random) for _ in range(GAMES)]
    with tempfile.TemporaryDirectory() as folder:
        measure("plain", games, Path(folder))
        measure("clocks", [with_clocks(game) for game in games], Path(folder))


if __name__ == "__main__":
    main()
