"""Plays each level against the one below and prints the table of docs/08-engine.md: `python tools/ladder.py
--games 100`.

Levels with a time limit get a share of it, so that all matches take minutes instead of a day.
"""

import argparse
import os
import platform
import sys
from dataclasses import replace
from itertools import pairwise

from damaci import LEVELS, Engine, Level
from damaci.match import Contender, Match, generate
from damaci.match.contender import HASH_MEGABYTES, OwnPlayer


def main() -> int:
    """Prints a row for each match. Returns 1 if a level is not clearly stronger than the one below."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games for each match")
    parser.add_argument("--share", type=float, default=0.1, help="share of its time for a level with a time limit")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--ruleset", default="turkish")
    options = parser.parse_args()
    openings = generate(options.ruleset, (options.games + 1) // 2)
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, {options.games} games a match, {options.share:g} of the time\n"
    )
    print("| level | against | won | drawn | lost | Elo | 95 % |\n|---|---|---|---|---|---|---|", flush=True)
    clear = True
    for below, above in pairwise(LEVELS.values()):
        match = Match(
            contender(above, options.share),
            contender(below, options.share),
            openings,
            options.games,
            concurrency=options.concurrency,
        )
        tally = match.run(lambda *_, match=match: report(match))
        elo = tally.elo
        value, low, high = (f"{number:+.0f}" if number is not None else "" for number in (elo.value, elo.low, elo.high))
        row = (above.name, below.name, tally.wins, tally.draws, tally.losses, value, f"{low} to {high}")
        print(f"| {' | '.join(map(str, row))} |", flush=True)
        clear = clear and elo.low is not None and elo.low > 0
    return int(not clear)


def contender(level: Level, share: float) -> Contender:
    """The level, with a share of its time if time is its only limit."""
    if not level.is_repeatable and level.limits.seconds:
        level = replace(level, limits=replace(level.limits, seconds=level.limits.seconds * share))
    return Contender(level.name, lambda: OwnPlayer(Engine(HASH_MEGABYTES), level))


def report(match: Match) -> None:
    """Prints the progress, on a terminal only."""
    if sys.stderr.isatty():
        print(
            f"\r{match.a.name} against {match.b.name}: {match.tally.games} of {match.games}",
            end="\r",
            file=sys.stderr,
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
